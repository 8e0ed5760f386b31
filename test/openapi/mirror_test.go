package openapi_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
	"sellingassistant/test/tier"
)

// mirrored are the lists that a mirror can follow, each with the filters that select all of its
// records.
var mirrored = map[string]string{
	"/suppliers": "", "/supplier-offers": "", "/warehouses": "", "/tags": "", "/notes": "", "/documents": "", "/listings": "", "/skus": "",
	"/inventory-products": "status=active,archived&", "/purchase-orders": "", "/sa/repricer/products": "", "/sa/repricer/strategies": "",
	"/exchange-rates": "source=manual&", "/imports": "", "/price-list-analyzer/analyses": "", "/webhook-endpoints": "",
}

// TestMirrors follows all lists by updated_from through random changes of all kinds. Each mirror
// reads a list once, then only the records that changed since its last read. In the end it has the
// records of the list. Members that change by themselves, marked x-live, do not count.
func TestMirrors(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		m := s.Team(t, service.Wish{})
		w := &changing{
			t: t, service: s, client: &checked.Client{Handler: s.Handler, Key: m.Key, Document: s.Document(t)},
			r: rand.New(rand.NewPCG(1, 2)), records: m.Fill(t, "mirror", 8),
		}
		live := w.liveMembers()
		mirrors := make([]mirror, 3)
		for i := range mirrors {
			mirrors[i] = mirror{}
			w.poll(mirrors[i], live)
		}
		first := w.rows
		changes := tier.Of(1000, 4000)
		for range changes {
			s.Clock.Add(time.Second)
			w.change()
			for i := range mirrors {
				if w.r.IntN(25) == 0 {
					w.poll(mirrors[i], live)
				}
			}
		}
		require.Greater(t, w.succeeded, changes/2, "changes that succeeded")
		for path, filter := range mirrored {
			want := map[int64]string{}
			for _, record := range w.read(path, filter+"sort=id") {
				id, text := w.shown(record, live[path])
				want[id] = text
			}
			require.NotEmpty(t, want, path)
			for i := range mirrors {
				w.pollList(mirrors[i], path, filter, live[path])
				require.Equal(t, want, mirrors[i][path].records, "mirror %d of %s", i, path)
			}
		}
		t.Logf("%d of %d changes succeeded; the first reads had %d rows, the others %d", w.succeeded, changes, first, w.rows-first)
	})
}

// mirror has a copy of each list.
type mirror map[string]*copied

// copied has the records of a list, without live members, by id. since begins the next read.
type copied struct {
	records map[int64]string
	since   string
}

// changing makes random changes.
type changing struct {
	t         *testing.T
	service   *service.Service
	client    *checked.Client
	r         *rand.Rand
	records   service.Records
	made      int
	succeeded int
	rows      int
}

// liveMembers reads the marked members of the records of each list from the published document.
func (w *changing) liveMembers() map[string][]string {
	a := w.client.Do(w.t, checked.Call{Method: http.MethodGet, Path: "/openapi.json"})
	var doc map[string]any
	require.NoError(w.t, json.Unmarshal(a.Body, &doc))
	var resolve func(v any) map[string]any
	resolve = func(v any) map[string]any {
		node, _ := v.(map[string]any)
		if ref, ok := node["$ref"].(string); ok {
			at := any(doc)
			for _, name := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
				at = at.(map[string]any)[name]
			}
			return resolve(at)
		}
		return node
	}
	down := func(v any, names ...string) map[string]any {
		for _, name := range names {
			v = resolve(v)[name]
		}
		return resolve(v)
	}
	out, marked := map[string][]string{}, 0
	for path := range mirrored {
		record := down(doc, "paths", "/api/v1"+path, "get", "responses", "200", "content", "application/json", "schema", "properties", "data", "items")
		members, _ := record["properties"].(map[string]any)
		require.NotEmpty(w.t, members, path)
		for name, member := range members {
			if node, _ := member.(map[string]any); node["x-live"] == true {
				out[path] = append(out[path], name)
				marked++
			}
		}
	}
	require.Greater(w.t, marked, 20)
	return out
}

// poll reads the changes of all lists.
func (w *changing) poll(m mirror, live map[string][]string) {
	for _, path := range slices.Sorted(maps.Keys(mirrored)) {
		w.pollList(m, path, mirrored[path], live[path])
	}
}

func (w *changing) pollList(m mirror, path, filter string, live []string) {
	of := m[path]
	if of == nil {
		of = &copied{records: map[int64]string{}}
		m[path] = of
	}
	query := filter + "sort=updated_at&include_deleted=true"
	if of.since != "" {
		query += "&updated_from=" + of.since
	}
	for _, record := range w.read(path, query) {
		id, text := w.shown(record, live)
		if record["deleted_at"] != nil {
			delete(of.records, id)
		} else {
			of.records[id] = text
		}
		changed, _ := record["updated_at"].(string)
		require.GreaterOrEqual(w.t, changed, of.since, path)
		of.since = changed
	}
}

// read reads all pages of a list, which end with a page without a link.
func (w *changing) read(path, query string) (out []map[string]any) {
	cursor := ""
	for {
		a := w.client.Do(w.t, checked.Call{Method: http.MethodGet, Path: "/api/v1" + path + "?limit=100&" + query + cursor})
		require.Equal(w.t, 200, a.Status, "%s?%s: %s", path, query, a.Body)
		require.NotEmpty(w.t, a.Header.Get("ETag"))
		var list struct {
			Data []map[string]any
			Meta struct {
				NextCursor *string `json:"next_cursor"`
			}
		}
		require.NoError(w.t, json.Unmarshal(a.Body, &list))
		out, w.rows = append(out, list.Data...), w.rows+len(list.Data)
		require.Equal(w.t, list.Meta.NextCursor != nil, strings.Contains(a.Header.Get("Link"), `rel="next"`))
		if list.Meta.NextCursor == nil {
			return out
		}
		cursor = "&cursor=" + *list.Meta.NextCursor
	}
}

// shown returns the id of a record, and its members that have to be mirrored.
func (w *changing) shown(record map[string]any, live []string) (int64, string) {
	id, _ := record["id"].(float64)
	kept := maps.Clone(record)
	for _, name := range live {
		delete(kept, name)
	}
	text, err := json.Marshal(kept)
	require.NoError(w.t, err)
	return int64(id), string(text)
}

// change makes a random change. Rules may refuse it.
func (w *changing) change() {
	all := w.kinds()
	w.made++
	c := all[w.r.IntN(len(all))]
	a := w.client.Do(w.t, c)
	require.Less(w.t, a.Status, 500, "%s %s: %s", c.Method, c.Path, a.Body)
	require.NotEqual(w.t, 400, a.Status, "%s %s: %s", c.Method, c.Path, a.Body)
	if a.Status >= 300 {
		return
	}
	w.succeeded++
	var made struct {
		Data json.RawMessage
	}
	var record struct{ ID int64 }
	if a.Status != 201 || json.Unmarshal(a.Body, &made) != nil || json.Unmarshal(made.Data, &record) != nil {
		return
	}
	r := &w.records
	for path, ids := range map[string]*[]int64{
		"/suppliers": &r.Suppliers, "/supplier-offers": &r.Offers, "/warehouses": &r.Warehouses, "/tags": &r.Tags, "/notes": &r.Notes,
		"/inventory-products": &r.Inventory, "/purchase-orders": &r.Orders, "/sa/repricer/strategies": &r.Strategies,
	} {
		if c.Path == "/api/v1"+path {
			*ids = append(*ids, record.ID)
		}
	}
}

// kinds lists a change of each kind, with random records and values.
func (w *changing) kinds() []checked.Call {
	r := &w.records
	id := func(ids []int64) int64 { return ids[w.r.IntN(len(ids))] }
	word := fmt.Sprintf("%s %d", []string{"amber", "birch", "coral"}[w.r.IntN(3)], w.made)
	cents := 1 + w.r.IntN(900)
	price := float64(cents) / 100
	call := func(method, path string, body any) checked.Call {
		return checked.Call{Method: method, Path: "/api/v1" + path, Body: body}
	}
	type o = map[string]any
	at := func(path string, ids []int64) string { return fmt.Sprintf("%s/%d", path, id(ids)) }
	tagged := func(kind string, ids []int64) checked.Call {
		return call("POST", "/tags/products", o{
			"product_type": kind, "product_ids": []int64{id(ids)}, []string{"add", "remove"}[w.r.IntN(2)]: []int64{id(r.Tags)},
		})
	}
	out := []checked.Call{
		call("POST", "/suppliers", o{"name": word}), call("PATCH", at("/suppliers", r.Suppliers), o{"phone": fmt.Sprintf("+49 30 901820-%d", w.made)}),
		call("PATCH", at("/suppliers", r.Suppliers), o{"tag_ids": []int64{id(r.Tags)}}),
		call("POST", "/supplier-offers", o{"supplier_id": id(r.Suppliers), "supplier_sku": word, "unit_cost": price}),
		call("PATCH", at("/supplier-offers", r.Offers), o{"unit_cost": price}),
		call("PATCH", at("/supplier-offers", r.Offers), o{"inventory_product_id": id(r.Inventory)}),
		call("POST", "/warehouses", o{"name": word}), call("PATCH", at("/warehouses", r.Warehouses), o{"lead_time_days": w.r.IntN(30)}),
		call("POST", "/tags", o{"name": word}), call("PATCH", at("/tags", r.Tags), o{"name": word}),
		tagged("inventory_product", r.Inventory), tagged("sku", r.SKUs), tagged("listing", r.Listings),
		call("POST", "/notes", o{"target": o{"type": "supplier", "id": id(r.Suppliers)}, "body": word}),
		call("PATCH", at("/notes", r.Notes), o{"body": word}),
		call("POST", "/inventory-products", o{"title": word}), call("PATCH", at("/inventory-products", r.Inventory), o{"unit_cost": price}),
		call("PATCH", "/inventory-products", o{"ids": []int64{id(r.Inventory), id(r.Inventory)}, "brand": word}),
		call("PATCH", at("/inventory-products", r.Inventory), o{"default_supplier_id": id(r.Suppliers)}),
		call("PATCH", at("/inventory-products", r.Inventory), o{"status": []string{"active", "archived"}[w.r.IntN(2)]}),
		call("PATCH", at("/skus", r.SKUs), o{"costs": o{"unit_cost": price}}), call("PATCH", at("/skus", r.SKUs), o{"supplier_id": id(r.Suppliers)}),
		call("PATCH", at("/skus", r.SKUs), o{"hidden": w.r.IntN(2) == 0}),
		call("POST", "/purchase-orders", o{"supplier_id": id(r.Suppliers), "warehouse_id": id(r.Warehouses), "items": []o{{"title": word, "quantity": 5, "unit_cost": price}}}),
		call("PATCH", at("/purchase-orders", r.Orders), o{"note": word}),
		call("PATCH", at("/purchase-orders", r.Orders), o{"status": []string{"ordered", "cancelled"}[w.r.IntN(2)]}),
		call("POST", at("/purchase-orders", r.Orders)+"/items", o{"items": []o{{"inventory_product_id": id(r.Inventory), "quantity": 2, "unit_cost": price}}}),
		call("POST", fmt.Sprintf("/purchase-orders/%d/receipts", r.Placed[0]), o{"lines": []o{{"item_id": id(r.Placed[1:]), "accepted": 1}}}),
		call("POST", "/warehouses/movements", o{"movements": []o{{"kind": "adjust", "warehouse_id": id(r.Warehouses), "inventory_product_id": id(r.Inventory), "units": 3, "reason": "count"}}}),
		call("PATCH", "/sa/repricer/products", o{"ids": []int64{id(r.Products)}, "limits": o{"min_price": float64(500+cents) / 100}}),
		call("PATCH", at("/sa/repricer/products", r.Products), o{"strategy_id": id(r.Strategies)}),
		call("POST", "/sa/repricer/strategies", o{"name": word, "type": "competitor", "compete_with": "buy_box", "action": "match"}),
		call("PATCH", at("/sa/repricer/strategies", r.Strategies), o{"name": word}),
		call("PATCH", at("/documents", r.Documents), o{"notes": word}),
		call("PATCH", at("/webhook-endpoints", r.Hooks), o{"description": word}),
		call("PUT", "/exchange-rates", o{"rates": []o{{"base": "SEK", "quote": "USD", "date": fmt.Sprintf("2021-01-%02d", 1+w.r.IntN(28)), "rate": price}}}),
	}
	if w.r.IntN(3) > 0 {
		return out
	}
	return append(out,
		call("DELETE", at("/suppliers", r.Suppliers), nil), call("DELETE", at("/supplier-offers", r.Offers), nil),
		call("DELETE", at("/warehouses", r.Warehouses), nil), call("DELETE", at("/tags", r.Tags), nil), call("DELETE", at("/notes", r.Notes), nil),
		call("DELETE", at("/inventory-products", r.Inventory[2:]), nil), call("DELETE", at("/skus", r.SKUs[2:]), nil),
		call("DELETE", at("/listings", r.Listings[2:]), nil), call("DELETE", at("/purchase-orders", r.Orders), nil),
		call("DELETE", at("/sa/repricer/products", r.Products[2:]), nil), call("DELETE", at("/sa/repricer/strategies", r.Strategies[2:]), nil),
		call("DELETE", at("/documents", r.Documents[2:]), nil), call("DELETE", at("/exchange-rates", r.Rates[2:]), nil),
		call("DELETE", at("/webhook-endpoints", r.Hooks[2:]), nil),
		call("POST", at("/suppliers", r.Suppliers)+"/merge", o{"from": []int64{id(r.Suppliers)}}),
		// The description of the operation has this form, its parameters do not.
		checked.Call{Method: "DELETE", Path: fmt.Sprintf("/api/v1/tags?ids=%d,%d", id(r.Tags), id(r.Tags)), Invalid: true},
	)
}
