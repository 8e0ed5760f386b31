package program_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/migrations"
	"sellingassistant/test/openapi/service"
	"sellingassistant/test/stores"
)

// script calls the program as a team does.
type script struct {
	*service.Team
	s *service.Service
}

// call makes a call, requires its status and returns its answer; a second passes.
func (c script) call(t *testing.T, status int, method, path, body string) any {
	t.Helper()
	c.s.Clock.Add(time.Second)
	r := httptest.NewRequest(method, "/api/v1"+path, strings.NewReader(body))
	r.Header.Set("X-Api-Key", c.Key)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	c.s.Handler.ServeHTTP(w, r)
	require.Equal(t, status, w.Code, "%s %s: %s", method, path, w.Body)
	var out struct{ Data any }
	if w.Body.Len() > 0 {
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &out))
	}
	return out.Data
}

// made returns the id of the record in a call's answer.
func (c script) made(t *testing.T, path, body string) int64 {
	t.Helper()
	record := c.call(t, http.StatusCreated, http.MethodPost, path, body).(map[string]any)
	return int64(record["id"].(float64))
}

// told returns the events in short, the oldest first.
func (c script) told(t *testing.T) []string {
	t.Helper()
	out := []string{}
	for _, one := range c.call(t, http.StatusOK, http.MethodGet, "/product-history?limit=200&sort=id", "").([]any) {
		e := one.(map[string]any)
		p, from := e["product"].(map[string]any), e["source"].(map[string]any)
		line := fmt.Sprintf("%v %v", e["event"], p["type"])
		if p["id"] != nil {
			line += fmt.Sprintf(" %v", p["id"])
		}
		line += fmt.Sprintf(" %v %v", p["title"], p["asin"])
		for _, change := range e["changes"].([]any) {
			ch := change.(map[string]any)
			switch name := ch["field"]; name {
			case "title", "unit_cost", "quantity", "accepted", "rejected", "returned", "note", "tag_ids", "hidden":
				line += fmt.Sprintf(", %v %v>%v", name, ch["old"], ch["new"])
			default:
				line += fmt.Sprintf(", %v", name)
			}
		}
		if from["kind"] != "api" {
			line += fmt.Sprintf(" by %v %v", from["kind"], from["id"])
		}
		if e["actor"] == nil {
			line += " by nobody"
		}
		out = append(out, line)
	}
	return out
}

// played makes a team with every kind of event about its products.
func played(t *testing.T, s *service.Service) script {
	t.Helper()
	c := script{s.Team(t, service.Wish{}), s}
	const asin = "B0SIM00005"
	mug := c.made(t, "/inventory-products", `{"title":"Mug","unit_cost":4.5,"asins":[{"asin":"`+asin+`","marketplace_id":"ATVPDKIKX0DER"}]}`)
	plate := c.made(t, "/inventory-products", `{"title":"Plate"}`)
	path := func(format string, ids ...any) string { return fmt.Sprintf(format, ids...) }
	c.call(t, 200, "PATCH", path("/inventory-products/%d", mug), `{"title":"Mug, red","unit_cost":5}`)
	c.call(t, 200, "PATCH", path("/inventory-products/%d", mug), `{"title":"Mug, red"}`)
	sku := c.SKUs(t, "M", 1)[0]
	c.call(t, 200, "PATCH", path("/skus/%d", sku), `{"costs":{"unit_cost":3.25,"currency":"USD"},"max_price":30}`)
	c.call(t, 200, "PATCH", path("/skus/%d", sku), `{"costs":{"unit_cost":null}}`)
	c.call(t, 200, "PUT", path("/inventory-products/%d/matches", mug), path(`{"matches":[{"target_type":"sku","target_id":%d}]}`, sku))
	tag := c.made(t, "/tags", `{"name":"Winter"}`)
	c.call(t, 200, "POST", "/tags/products", path(`{"product_type":"sku","product_ids":[%d],"add":[%d]}`, sku, tag))
	c.call(t, 200, "POST", "/tags/products", path(`{"product_type":"sku","product_ids":[%d],"set":[]}`, sku))
	c.made(t, "/notes", path(`{"target":{"type":"sku","id":%d},"body":"Two\nlines"}`, sku))
	c.made(t, "/notes", `{"target":{"type":"asin","asin":"`+asin+`","marketplace_id":"ATVPDKIKX0DER"},"body":"Watch"}`)
	supplier := c.made(t, "/suppliers", `{"name":"Mill"}`)
	c.made(t, "/notes", path(`{"target":{"type":"supplier","id":%d},"body":"No product"}`, supplier))
	c.made(t, "/warehouses", `{"name":"North"}`)
	// An order that is placed at once, with an ASIN without a record, and an order placed later.
	first := c.made(t, "/purchase-orders", path(`{"supplier_id":%d,"status":"ordered","items":[{"inventory_product_id":%d,"quantity":10,"unit_cost":6},`+
		`{"asin":"B0CASE0001","marketplace_id":"ATVPDKIKX0DER","title":"Cup","quantity":2,"unit_cost":1},{"title":"Pallet","quantity":1,"unit_cost":0.5}]}`, supplier, mug))
	second := c.made(t, "/purchase-orders", path(`{"supplier_id":%d,"items":[{"inventory_product_id":%d,"quantity":7,"unit_cost":6}]}`, supplier, plate))
	c.call(t, 200, "POST", path("/purchase-orders/%d/items", second), path(`{"items":[{"sku_id":%d,"quantity":3,"unit_cost":2}]}`, sku))
	c.call(t, 200, "PATCH", path("/purchase-orders/%d", second), `{"status":"ordered"}`)
	c.call(t, 200, "POST", path("/purchase-orders/%d/items", second), path(`{"items":[{"inventory_product_id":%d,"quantity":4,"unit_cost":6}]}`, mug))
	items := c.call(t, 200, "GET", path("/purchase-orders/%d/items", first), "").([]any)
	item := path("/purchase-orders/%d/items/%v", first, items[0].(map[string]any)["id"])
	c.call(t, 200, "PATCH", item, `{"note":"Fragile"}`)
	c.call(t, 200, "PATCH", item, `{"receive":{"accepted":8,"rejected":1,"rejection_reason":"damaged"}}`)
	c.call(t, 200, "PATCH", item, `{"quantity_received":6}`)
	c.call(t, 200, "PATCH", item, `{"return":{"quantity":2}}`)
	others := c.call(t, 200, "GET", path("/purchase-orders/%d/items", second), "").([]any)
	c.call(t, 200, "PATCH", path("/purchase-orders/%d/items/%v", second, others[0].(map[string]any)["id"]), `{"quantity_received":7}`)
	// Drafts of listings come and go.
	drafts := c.Listings(t, "D", 1)
	c.call(t, 204, "DELETE", path("/listings/%d", drafts[0]), "")
	c.call(t, 204, "DELETE", path("/skus/%d", sku), "")
	return c
}

func TestWhatHappensToProductsIsInTheFeed(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		c := played(t, s)
		const mug, red, plate, kettle = "inventory_product 1 Mug B0SIM00005, ", "inventory_product 1 Mug, red B0SIM00005, ",
			"inventory_product 2 Plate <nil>, ", "sku 1 Kettle M-0 B0SIM00000, "
		require.Equal(t, []string{
			"created " + mug + "asins, currency, hazmat, pack_size, status, title <nil>>Mug, unit_cost <nil>>4.5",
			"created " + plate + "hazmat, pack_size, status, title <nil>>Plate",
			"updated " + red + "title Mug>Mug, red", "cost_changed " + red + "unit_cost 4.5>5",
			"updated " + kettle + "max_price", "cost_changed " + kettle + "cost_layers", "cost_changed " + kettle + "cost_layers",
			"matched " + red + "matches",
			"tagged " + kettle + "tag_ids []>[1]", "untagged " + kettle + "tag_ids [1]>[]",
			"noted " + kettle + "note <nil>>Two\nlines", "noted asin <nil> B0SIM00005, note <nil>>Watch",
			"ordered " + red + "quantity <nil>>10 by purchase_order 1", "ordered asin Cup B0CASE0001, quantity <nil>>2 by purchase_order 1",
			"ordered " + plate + "quantity <nil>>7 by purchase_order 2", "ordered " + red + "quantity <nil>>3 by purchase_order 2",
			"ordered " + red + "quantity <nil>>4 by purchase_order 2",
			"stock_received " + red + "accepted 0>8, rejected 0>1 by purchase_order 1", "stock_received " + red + "accepted 8>6 by purchase_order 1",
			"stock_returned " + red + "returned 0>2 by purchase_order 1",
			"cost_changed " + plate + "cost_layers, currency, unit_cost <nil>>6 by purchase_order 2",
			"stock_received " + plate + "accepted 0>7 by purchase_order 2",
			"created listing 1 <nil> B0CASE0001, asin, attributes, condition, currency, fulfillment_channel, issues, kind, marketplace_id, price, " +
				"product_type, restriction_status, sku, status",
			"deleted listing 1 <nil> B0CASE0001", "deleted " + kettle + "hidden false>true",
		}, c.told(t))
		require.Empty(t, script{s.Team(t, service.Wish{}), s}.told(t), "another team's feed")
	})
}

// TestTheMigrationTellsWhatTheFeedWould deletes the feed and fills it from the audit trail.
func TestTheMigrationTellsWhatTheFeedWould(t *testing.T) {
	service.Each(t, func(t *testing.T, s *service.Service) {
		c := played(t, s)
		want := c.rows(t)
		steps, err := migrations.Status(t.Context(), s.Store)
		require.NoError(t, err)
		at := slices.IndexFunc(steps, func(step migrations.Step) bool { return step.Comment == "history" })
		_, err = migrations.Program().Down(t.Context(), s.Store, len(steps)-at)
		require.NoError(t, err)
		_, err = migrations.Up(t.Context(), s.Store)
		require.NoError(t, err)
		require.Equal(t, want, c.rows(t))
	})
}

// rows returns the stored events without ids, without titles that may have changed, and without the
// orders of costs, which the trail lacks.
func (c script) rows(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, row := range stores.Rows(t, c.s.Store, "history_events")["history_events"] {
		delete(row, "id")
		delete(row, "title")
		if row["event"] == "cost_changed" {
			delete(row, "source_kind")
			delete(row, "source_id")
		}
		for _, name := range []string{"changes", "snapshot"} {
			var v any
			require.NoError(t, json.Unmarshal(fmt.Appendf(nil, "%s", row[name]), &v))
			row[name] = v
		}
		b, err := json.Marshal(row)
		require.NoError(t, err)
		out = append(out, string(b))
	}
	slices.Sort(out)
	return out
}
