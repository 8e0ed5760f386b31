package openapi_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/ports/jobs"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// tabler is a team that imports tables.
type tabler struct {
	*service.Team
	service *service.Service
	client  *checked.Client
}

func newTabler(t *testing.T, s *service.Service) *tabler {
	t.Helper()
	m := s.Team(t, service.Wish{})
	return &tabler{m, s, &checked.Client{Document: s.Document(t), Handler: s.Handler, Key: m.Key}}
}

// post sends a table and wants a status.
func (b *tabler) post(t *testing.T, status int, kind, content string, more ...checked.Part) map[string]any {
	t.Helper()
	query := url.Values{}
	name := "table.csv"
	if strings.HasPrefix(content, "PK") {
		name = "table.xlsx"
	}
	parts := []checked.Part{{Name: "file", FileName: name, Value: content}}
	if kind != "" {
		parts = append(parts, checked.Part{Name: "kind", Value: kind})
	}
	for _, p := range more {
		if p.Name == "dry_run" || p.Name == "create_missing" {
			query.Set(p.Name, p.Value)
			continue
		}
		parts = append(parts, p)
	}
	form, contentType := checked.Form(t, parts...)
	a := b.client.Do(t, checked.Call{
		Method: http.MethodPost, Path: "/api/v1/imports", Query: query, Body: form, Invalid: status == 400, Header: http.Header{"Content-Type": {contentType}},
	})
	require.Equal(t, status, a.Status, "%.2000s", a.Body)
	var out map[string]any
	require.NoError(t, json.Unmarshal(a.Body, &out))
	return out
}

func (b *tabler) get(t *testing.T, method, path string, status int) map[string]any {
	t.Helper()
	path, query, _ := strings.Cut(path, "?")
	values, err := url.ParseQuery(query)
	require.NoError(t, err)
	a := b.client.Do(t, checked.Call{Method: method, Path: "/api/v1/" + path, Query: values})
	require.Equal(t, status, a.Status, "%.2000s", a.Body)
	var out map[string]any
	require.NoError(t, json.Unmarshal(a.Body, &out))
	return out
}

// work does the job of an import, 0 to write it and 1 to take it back, and returns it.
func (b *tabler) work(t *testing.T, made map[string]any, job int) map[string]any {
	t.Helper()
	one := at(made, "data", "id")
	args := fmt.Appendf(nil, `{"import":%v}`, one)
	require.NoError(t, b.service.Operator.Tables.Handlers()[job].Run(t.Context(), jobs.Job{Team: b.ID, Args: args, Attempt: 1, Attempts: 1}))
	data, ok := b.get(t, "GET", fmt.Sprintf("imports/%v", one), 200)["data"].(map[string]any)
	require.True(t, ok)
	return data
}

// lines are the rows of a report, shortened.
func (b *tabler) lines(t *testing.T, one any, query string) []string {
	t.Helper()
	var out []string
	for next := fmt.Sprintf("imports/%v/rows?%s", one, query); next != ""; {
		a := b.get(t, "GET", next, 200)
		for _, r := range a["data"].([]any) {
			line := fmt.Sprintf("%v %v %v", at(r, "row_number"), at(r, "sku"), at(r, "status"))
			for _, f := range at(r, "fields").([]any) {
				line += fmt.Sprintf(" %v=%v>%v", f, at(r, "old", f), at(r, "new", f))
			}
			if e, ok := at(r, "error").(map[string]any); ok {
				line += fmt.Sprintf(" %v", e["code"])
			}
			out = append(out, line)
		}
		next = ""
		if cursor, ok := at(a, "meta", "next_cursor").(string); ok {
			next = fmt.Sprintf("imports/%v/rows?%s&cursor=%s", one, query, url.QueryEscape(cursor))
		}
	}
	return out
}

func TestRepricerProductsAreImportedAndTakenBack(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		b := newTabler(t, s)
		rows := b.Products(t, "A", 7)
		plan := b.Strategy(t, "Follow the box")
		other := newTabler(t, s)
		theirs := other.Products(t, "B", 1)[0]
		table := `Limits of spring,,,,,
SKU,Marketplace,Min (USD),Max,Strategy,Mode
A-0,US,11.50,29,follow  the BOX,Manual
A-1,amazon.com,,-,,
A-2,ATVPDKIKX0DER,31,,,
A-3,,"2,5",,,
A-4,US,10,30,,
A-0,US,12,,,
B-0,US,12,,,
A-5,DE,12,,,
A-5,Narnia,12,,,
A-5,US,cheap,,,
A-5,US,12.3456,,,
A-5,,,,No such,
A-6,,,,No such,
,US,5,,,
`
		want := []string{
			fmt.Sprintf("3 A-0 updated min_price=10>11.5 max_price=30>29 strategy_id=<nil>>%d mode=off>manual", plan),
			"4 A-1 updated max_price=30><nil>",
			"5 A-2 failed min_price=10>10 invalid_limits",
			"6 A-3 updated min_price=10>2.5",
			"7 A-4 unchanged min_price=10>10 max_price=30>30",
			"8 A-0 failed duplicate",
			"9 B-0 failed not_found",
			"10 A-5 failed not_found",
			"11 A-5 failed validation_failed",
			"12 A-5 failed validation_failed",
			"13 A-5 failed min_price=10>10 invalid_limits",
			"14 A-5 failed duplicate",
			"15 A-6 failed not_found", "16 <nil> failed validation_failed",
		}
		dry := b.post(t, 202, "repricer_product", table, checked.Part{Name: "dry_run", Value: "true"})
		require.Equal(t, []any{"queued", true, 14.0, 2.0}, []any{at(dry, "data", "status"), at(dry, "data", "dry_run"), at(dry, "data", "rows_total"), at(dry, "data", "mapping_used", "header_row")})
		before := s.Dump(t).Without("imports", "imports_chunks")
		b.work(t, dry, 0)
		require.Empty(t, before.Diff(s.Dump(t).Without("imports", "imports_chunks")), "a dry run changes nothing")
		require.Equal(t, want, b.lines(t, at(dry, "data", "id"), "limit=4"))
		require.Equal(t, "invalid_state", b.get(t, "POST", fmt.Sprintf("imports/%v/take-back", at(dry, "data", "id")), 422)["code"])

		made := b.post(t, 202, "repricer_product", table)
		require.Equal(t, "invalid_state", b.get(t, "POST", fmt.Sprintf("imports/%v/take-back", at(made, "data", "id")), 422)["code"])
		done := b.work(t, made, 0)
		require.Equal(t, []any{"completed_with_errors", 14.0, 14.0, 3.0, 1.0, 10.0}, []any{
			done["status"], done["rows_total"], done["rows_done"], done["rows_updated"], done["rows_unchanged"], done["rows_failed"],
		})
		one := done["id"]
		require.Equal(t, want, b.lines(t, one, ""))
		require.Equal(t, want[2:3], b.lines(t, one, "status=failed&limit=1")[:1])
		require.Equal(t, []string{want[3], want[1], want[0]}, b.lines(t, one, "status=updated&limit=1&sort=-row_number"))
		require.InDelta(t, 4, at(b.get(t, "GET", fmt.Sprintf("imports/%v/rows?count=true&status=updated,unchanged", one), 200), "meta", "total"), 0)
		row := b.get(t, "GET", fmt.Sprintf("sa/repricer/products/%d", rows[0]), 200)["data"]
		require.Equal(t, []any{11.5, 29.0, "manual", float64(plan)}, []any{at(row, "limits", "min_price"), at(row, "limits", "max_price"), at(row, "mode"), at(row, "strategy_id")})
		again := b.work(t, made, 0)
		require.Equal(t, done, again, "a second run finds nothing to do")

		// A row that was changed since keeps what it has.
		a := b.client.Do(t, checked.Call{
			Method: http.MethodPatch, Path: fmt.Sprintf("/api/v1/sa/repricer/products/%d", rows[1]), Body: []byte(`{"limits":{"max_price":44}}`),
			Header: http.Header{"Content-Type": {"application/json"}},
		})
		require.Equal(t, 200, a.Status, "%s", a.Body)
		require.Equal(t, "taking_back", at(b.get(t, "POST", fmt.Sprintf("imports/%v/take-back", one), 202), "data", "status"))
		done = b.work(t, made, 1)
		require.Equal(t, []any{"taken_back", 0.0, 2.0, 1.0}, []any{done["status"], done["rows_updated"], done["rows_taken_back"], done["rows_not_taken_back"]})
		require.Equal(t, []string{
			fmt.Sprintf("3 A-0 taken_back min_price=10>11.5 max_price=30>29 strategy_id=<nil>>%d mode=off>manual", plan),
			"4 A-1 not_taken_back max_price=30><nil> conflict", "6 A-3 taken_back min_price=10>2.5",
		}, b.lines(t, one, "status=taken_back,not_taken_back"))
		row = b.get(t, "GET", fmt.Sprintf("sa/repricer/products/%d", rows[0]), 200)["data"]
		require.Equal(t, []any{10.0, 30.0, "off", nil}, []any{at(row, "limits", "min_price"), at(row, "limits", "max_price"), at(row, "mode"), at(row, "strategy_id")})
		require.Equal(t, "invalid_state", b.get(t, "POST", fmt.Sprintf("imports/%v/take-back", one), 422)["code"])

		// By id, also beside a SKU; another team's id is as absent as none.
		made = b.post(t, 202, "repricer_product", fmt.Sprintf("id;sku;min_price\n%d;;12,5\n%d;A-9;13\n%d;;14\n999999;;15\n", rows[4], rows[5], theirs))
		require.Equal(t, "completed_with_errors", b.work(t, made, 0)["status"])
		require.Equal(t, []string{
			"2 A-4 updated min_price=10>12.5", "3 A-9 failed conflict", "4 <nil> failed not_found", "5 <nil> failed not_found",
		}, b.lines(t, at(made, "data", "id"), ""))
		require.Len(t, b.get(t, "GET", "imports?kind=repricer_product&dry_run=false&status=taken_back", 200)["data"], 1)
		require.Empty(t, other.get(t, "GET", "imports", 200)["data"])
		other.get(t, "GET", fmt.Sprintf("imports/%v", one), 404)
		other.get(t, "GET", fmt.Sprintf("imports/%v/rows", one), 404)
		other.get(t, "POST", fmt.Sprintf("imports/%v/take-back", one), 404)
	})
}

func TestTablesThatNeedAMapping(t *testing.T) {
	s := service.SQLite(t)
	b := newTabler(t, s)
	b.Products(t, "A", 2)
	const table = "Article;Seller SKU;Lowest price;Max price;max\nx;A-0;2,25;30;31\n"
	for _, c := range []struct {
		content, mapping string
		candidates       map[string]any
		suggestion       map[string]any
	}{
		{table, "", map[string]any{
			"min_price": []any{map[string]any{"column": "C", "header": "Lowest price"}},
			"max_price": []any{map[string]any{"column": "D", "header": "Max price"}, map[string]any{"column": "E", "header": "max"}},
		}, map[string]any{"sku": "B"}},
		{table, `{"columns":{"max_price":"D"}}`, map[string]any{"min_price": []any{map[string]any{"column": "C", "header": "Lowest price"}}}, map[string]any{"sku": "B", "max_price": "D"}},
		{"SKU,Colour\nA-0,red\n", "", map[string]any{}, map[string]any{"sku": "A"}},
		{"min,max\n1,2\n", "", map[string]any{}, map[string]any{"min_price": "A", "max_price": "B"}},
	} {
		var more []checked.Part
		if c.mapping != "" {
			more = append(more, checked.Part{Name: "mapping", Value: c.mapping})
		}
		e := b.post(t, 422, "repricer_product", c.content, more...)
		require.Equal(t, "mapping_required", e["code"], e)
		require.Equal(t, c.candidates, e["candidates"])
		require.Equal(t, c.suggestion, e["suggestion"])
		require.NotEmpty(t, e["sample"])
	}
	require.Empty(t, b.get(t, "GET", "documents", 200)["data"], "nothing is stored of what is refused")
	mapping := checked.Part{Name: "mapping", Value: `{"columns":{"min_price":"lowest price"},"ignore":["D"]}`}
	made := b.post(t, 202, "repricer_product", table, mapping)
	b.work(t, made, 0)
	require.Equal(t, []string{"2 A-0 updated min_price=10>2.25 max_price=30>31"}, b.lines(t, at(made, "data", "id"), ""))
	require.Equal(t, []any{map[string]any{"column": "A", "field": nil, "header": "Article"}}, at(made, "data", "mapping_used", "unused"))
	// The next file with this header is read in the same way.
	made = b.post(t, 202, "repricer_product", strings.Replace(table, "A-0", "A-1", 1))
	b.work(t, made, 0)
	require.Equal(t, []string{"2 A-1 updated min_price=10>2.25 max_price=30>31"}, b.lines(t, at(made, "data", "id"), ""))

	for _, c := range []struct {
		status        int
		kind, content string
		mapping, code string
	}{
		{400, "", table, "", "validation_failed"},
		{400, "orders", table, "", "validation_failed"},
		{400, "sku", table, "{", "validation_failed"},
		{400, "sku", table, `{"columns":{"price":"A"}}`, "validation_failed"},
		{422, "repricer_product", table, `{"columns":{"min_price":"Z"}}`, "validation_failed"},
		{422, "repricer_product", table, `{"columns":{"supplier":"A"}}`, "not_supported"},
		{422, "repricer_product", table, `{"sheet":"Two"}`, "validation_failed"},
		{422, "repricer_product", "SKU,min\n", "", "not_supported"},
		{422, "repricer_product", "", "", "empty_file"},
		{415, "repricer_product", "%PDF-1.7\n", "", "media_type_mismatch"},
	} {
		var more []checked.Part
		if c.mapping != "" {
			more = append(more, checked.Part{Name: "mapping", Value: c.mapping})
		}
		require.Equal(t, c.code, b.post(t, c.status, c.kind, c.content, more...)["code"], c)
	}
	_, b.client.Key = b.NewKey(t, b.User, nil, caller.Read, "imports:write")
	require.Equal(t, "insufficient_scope", b.post(t, 403, "repricer_product", table, mapping)["code"])
	b.get(t, "POST", fmt.Sprintf("imports/%v/take-back", at(made, "data", "id")), 403)
}

// stock makes SKUs of the team's own account.
func (b *tabler) stock(t *testing.T, names ...string) map[string]int64 {
	t.Helper()
	rows := make([]inventory.Observation, len(names))
	for i, name := range names {
		rows[i] = inventory.Observation{
			Seller: b.Seller.ID, Connection: 1, Marketplace: marketplace.US, SKU: name, ASIN: simulator.ASIN(i), Condition: inventory.ConditionNew,
			Channel: inventory.FBM, Status: inventory.SKUActive, Currency: "USD",
		}
	}
	_, err := b.service.Operator.SKUIntake.Observe(t.Context(), b.ID, 1, b.service.Clock.Now(), rows)
	require.NoError(t, err)
	out := map[string]int64{}
	for _, s := range b.get(t, "GET", "skus", 200)["data"].([]any) {
		n, ok := at(s, "id").(float64)
		require.True(t, ok)
		out[fmt.Sprint(at(s, "sku"))] = int64(n)
	}
	return out
}

func (b *tabler) patch(t *testing.T, path, body string) {
	t.Helper()
	a := b.client.Do(t, checked.Call{
		Method: http.MethodPatch, Path: "/api/v1/" + path, Body: []byte(body), Header: http.Header{"Content-Type": {"application/json"}},
	})
	require.Equal(t, 200, a.Status, "%s", a.Body)
}

func TestSKUsAreImportedAndTakenBack(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		b := newTabler(t, s)
		ids := b.stock(t, "S-0", "S-1", "S-2", "S-3")
		supplier := b.Supplier(t, "Harbour Trading")
		b.patch(t, fmt.Sprintf("skus/%d", ids["S-1"]), `{"min_price":9,"costs":{"unit_cost":4,"prep_cost":0.5,"outbound_shipping":2.9,"vat_rate":19}}`)
		table := "SKU,Min,Cost,Postage,VAT %,Supplier\n" +
			"S-0,8.5,€ 3.20,,19 %,harbour TRADING\nS-1,,-,,,\nS-2,,,1.50,,\nS-3,0,,,,\nS-9,1,,,,\n"
		want := []string{
			fmt.Sprintf("2 S-0 updated min_price=<nil>>8.5 unit_cost=<nil>>3.2 supplier_id=<nil>>%d vat_rate=<nil>>19 currency=<nil>>EUR outbound_shipping=<nil>><nil>"+
				" prep_cost=<nil>>0 inbound_shipping=<nil>>0 other_cost=<nil>>0", supplier),
			"3 S-1 updated unit_cost=4><nil> currency=USD><nil> outbound_shipping=2.9><nil> prep_cost=0.5><nil> inbound_shipping=0><nil> other_cost=0><nil> vat_rate=19><nil>",
			"4 S-2 failed outbound_shipping=<nil>><nil> unit_cost=<nil>><nil> currency=<nil>><nil> prep_cost=<nil>><nil> inbound_shipping=<nil>><nil> other_cost=<nil>><nil>" +
				" vat_rate=<nil>><nil> validation_failed",
			"5 S-3 failed validation_failed", "6 S-9 failed not_found",
		}
		was := b.get(t, "GET", fmt.Sprintf("skus/%d", ids["S-1"]), 200)["data"]
		dry := b.post(t, 202, "sku", table, checked.Part{Name: "dry_run", Value: "true"})
		before := s.Dump(t).Without("imports", "imports_chunks")
		b.work(t, dry, 0)
		require.Empty(t, before.Diff(s.Dump(t).Without("imports", "imports_chunks")), "a dry run changes nothing")
		require.Equal(t, want, b.lines(t, at(dry, "data", "id"), ""))
		made := b.post(t, 202, "sku", table)
		require.Equal(t, "completed_with_errors", b.work(t, made, 0)["status"])
		require.Equal(t, want, b.lines(t, at(made, "data", "id"), ""))
		sku := b.get(t, "GET", fmt.Sprintf("skus/%d", ids["S-0"]), 200)["data"]
		require.Equal(t, []any{8.5, float64(supplier), 3.2, "EUR"}, []any{at(sku, "min_price"), at(sku, "supplier_id"), at(sku, "costs", "unit_cost"), at(sku, "costs", "currency")})
		require.Nil(t, at(b.get(t, "GET", fmt.Sprintf("skus/%d", ids["S-1"]), 200), "data", "costs", "unit_cost"))

		b.get(t, "POST", fmt.Sprintf("imports/%v/take-back", at(made, "data", "id")), 202)
		require.InDelta(t, 2, b.work(t, made, 1)["rows_taken_back"], 0)
		sku = b.get(t, "GET", fmt.Sprintf("skus/%d", ids["S-0"]), 200)["data"]
		require.Equal(t, []any{nil, nil, nil}, []any{at(sku, "min_price"), at(sku, "supplier_id"), at(sku, "costs", "unit_cost")})
		require.Equal(t, at(was, "costs"), at(b.get(t, "GET", fmt.Sprintf("skus/%d", ids["S-1"]), 200), "data", "costs"), "the whole cost is back")
	})
}

func TestInventoryProductsAreImportedAndTakenBack(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		b := newTabler(t, s)
		ids := b.stock(t, "P-0", "P-1", "P-2")
		supplier := b.Supplier(t, "Harbour Trading")
		var products []int64
		for i := range 3 {
			products = append(products, b.InventoryProduct(t, fmt.Sprintf("Product %d", i)))
		}
		match := func(product int, skus ...string) {
			var all []inventory.WantedMatch
			for _, name := range skus {
				all = append(all, inventory.WantedMatch{Target: inventory.MatchTarget{Type: inventory.MatchSKU, ID: ids[name]}, UnitsPerSale: 1, Bundle: name == "P-1"})
			}
			_, err := s.Operator.Inventory.SetMatches(t.Context(), b.Who(), inventoryapp.SetMatches{Product: inventory.ProductID(products[product]), Matches: all})
			require.NoError(t, err)
		}
		match(0, "P-0", "P-1")
		match(1, "P-1")
		b.patch(t, fmt.Sprintf("inventory-products/%d", products[0]), `{"unit_cost":2,"currency":"EUR","reorder_point":5}`)
		table := fmt.Sprintf("id;SKU;Cost;Reorder point;Supplier;Currency;VAT class\n;P-0;2,75;12;%d;;Super reduced\n;P-1;3;;;;\n;P-2;3;;;;\n%d;;4;;;GBP;\n%d;;;many;;;\n%d;;;-;Nobody;;\n",
			supplier, products[2], products[1], products[1])
		made := b.post(t, 202, "inventory_product", table)
		b.work(t, made, 0)
		require.Equal(t, []string{
			fmt.Sprintf("2 P-0 updated unit_cost=2>2.75 supplier_id=<nil>>%d reorder_point=5>12 vat_class=<nil>>super_reduced currency=EUR>EUR outbound_shipping=<nil>><nil>", supplier),
			"3 P-1 failed not_supported", "4 P-2 failed not_found",
			"5 <nil> updated unit_cost=4.5>4 currency=USD>GBP outbound_shipping=<nil>><nil>",
			"6 <nil> failed validation_failed", "7 <nil> failed not_found",
		}, b.lines(t, at(made, "data", "id"), ""))
		product := b.get(t, "GET", fmt.Sprintf("inventory-products/%d", products[0]), 200)["data"]
		require.Equal(t, []any{2.75, "EUR", 12.0, float64(supplier)}, []any{
			at(product, "unit_cost"), at(product, "currency"), at(product, "reorder_point"), at(product, "default_supplier_id"),
		})
		b.get(t, "POST", fmt.Sprintf("imports/%v/take-back", at(made, "data", "id")), 202)
		require.InDelta(t, 2, b.work(t, made, 1)["rows_taken_back"], 0)
		product = b.get(t, "GET", fmt.Sprintf("inventory-products/%d", products[0]), 200)["data"]
		require.Equal(t, []any{2.0, "EUR", 5.0, nil}, []any{at(product, "unit_cost"), at(product, "currency"), at(product, "reorder_point"), at(product, "default_supplier_id")})
		product = b.get(t, "GET", fmt.Sprintf("inventory-products/%d", products[2]), 200)["data"]
		require.Equal(t, []any{4.5, "USD"}, []any{at(product, "unit_cost"), at(product, "currency")})
	})
}

// TestALargeChangeIsConfirmed has both figures in the report, writes the other rows, and nothing of the large ones before they are accepted.
func TestALargeChangeIsConfirmed(t *testing.T) {
	s := service.SQLite(t)
	b := newTabler(t, s)
	rows := b.Products(t, "A", 4)
	const sure = "SKU;Min;Max\nA-0;35125;61625\nA-2;1,99;\nA-3;11,50;29\n"
	want := []string{
		"2 A-0 needs_confirmation min_price=10>35125 max_price=30>61625 large_change",
		"3 A-2 needs_confirmation min_price=10>1.99 large_change", "4 A-3 updated min_price=10>11.5 max_price=30>29",
	}
	for _, dry := range []string{"true", "false"} {
		made := b.post(t, 202, "repricer_product", sure, checked.Part{Name: "dry_run", Value: dry})
		done := b.work(t, made, 0)
		require.Equal(t, []any{"completed_with_errors", 1.0, 2.0, 0.0}, []any{done["status"], done["rows_updated"], done["rows_needs_confirmation"], done["rows_failed"]})
		require.Equal(t, want, b.lines(t, done["id"], ""))
		require.Equal(t, want[:2], b.lines(t, done["id"], "status=needs_confirmation"))
		row := b.get(t, "GET", fmt.Sprintf("sa/repricer/products/%d", rows[0]), 200)["data"]
		require.Equal(t, []any{10.0, 30.0}, []any{at(row, "limits", "min_price"), at(row, "limits", "max_price")})
	}
	made := b.post(t, 202, "repricer_product", sure, checked.Part{Name: "accept_warnings", Value: `["large_change"]`})
	require.Equal(t, "completed", b.work(t, made, 0)["status"])
	require.Equal(t, "2 A-0 updated min_price=10>35125 max_price=30>61625", b.lines(t, at(made, "data", "id"), "")[0])
	require.Equal(t, "validation_failed", b.post(t, 400, "repricer_product", sure, checked.Part{Name: "accept_warnings", Value: `["anything"]`})["code"])
}

// TestAnOpenDecimalSignIsAskedFor names the column, its first figure and both readings, and stores nothing.
func TestAnOpenDecimalSignIsAskedFor(t *testing.T) {
	s := service.SQLite(t)
	b := newTabler(t, s)
	b.Products(t, "A", 2)
	const table = "SKU;Min;Max\nA-0;12;28\nA-1;15.125;29000\n"
	e := b.post(t, 422, "repricer_product", table)
	require.Equal(t, []any{"mapping_required", "Min", "15.125", []any{15.125, 15125.0}}, []any{e["code"], e["column"], e["value"], e["readings"]})
	require.Empty(t, b.get(t, "GET", "documents", 200)["data"], "nothing is stored of what is refused")
	// A sign that is remembered holds for the same header, in the same letter case, and not against the figures of the file.
	sign := checked.Part{Name: "mapping", Value: `{"decimal":","}`}
	made := b.post(t, 202, "repricer_product", table, sign)
	b.work(t, made, 0)
	require.Equal(t, "3 A-1 needs_confirmation min_price=10>15125 max_price=30>29000 large_change", b.lines(t, at(made, "data", "id"), "")[1])
	made = b.post(t, 202, "repricer_product", strings.Replace(table, "15.125", "16.125", 1))
	b.work(t, made, 0)
	require.Equal(t, "3 A-1 needs_confirmation min_price=10>16125 max_price=30>29000 large_change", b.lines(t, at(made, "data", "id"), "")[1])
	b.post(t, 422, "repricer_product", strings.Replace(table, "Min;Max", "MIN;Max", 1))
	b.post(t, 422, "repricer_product", strings.Replace(table, "Min;Max", "Min.;Max", 1))
	made = b.post(t, 202, "repricer_product", strings.Replace(table, "A-0;12;", "A-0;12.5;", 1))
	b.work(t, made, 0)
	require.Equal(t, []string{
		"2 A-0 updated min_price=12>12.5 max_price=28>28", "3 A-1 failed min_price=10>10 max_price=30>30 invalid_limits",
	}, b.lines(t, at(made, "data", "id"), ""))
}

// awkwardSKU draws a SKU that spreadsheets rewrite: numbers with zeros, exponents, dates, formulas, marks, other letters.
func awkwardSKU(r *rand.Rand) string {
	digits := func(n int) string {
		out := ""
		for range n {
			out += strconv.Itoa(r.IntN(10))
		}
		return out
	}
	begin := []string{"", "'", "=", "+", "-", "@", "0", "00", "é", "鉄"}[r.IntN(10)]
	return begin + []string{
		digits(1 + r.IntN(6)), digits(17), digits(2) + "E" + digits(2), fmt.Sprintf("%d-%d", 1+r.IntN(12), 1+r.IntN(28)),
		fmt.Sprintf("%d/%d/20%s", 1+r.IntN(12), 1+r.IntN(28), digits(2)), digits(1) + "." + digits(3), digits(1) + "," + digits(3), "Abc-" + digits(3),
	}[r.IntN(8)]
}

// TestAnExportedTableDoesNothing exports SKUs that spreadsheets rewrite and imports the table as it is, and as spreadsheets leave it.
func TestAnExportedTableDoesNothing(t *testing.T) {
	s := service.SQLite(t)
	b := newTabler(t, s)
	rng := rand.New(rand.NewPCG(5, 13))
	names := []string{
		"'-lead", "+plus", "-neg", "@at", "00123", "12345678901234567", "1E5", "3-4", "MAR-1", "=SUM(1)", `SKU, "x"`, `5" nail`, "0,5", "TRUE", "S-1", "'00123", "1.50",
	}
	for range 24 {
		names = append(names, awkwardSKU(rng))
	}
	slices.Sort(names)
	names = slices.Compact(names)
	ids := b.stock(t, names...)
	require.Len(t, ids, len(names))
	for _, format := range []string{"csv", "xlsx"} {
		a := b.client.Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1/skus." + format})
		require.Equal(t, 200, a.Status)
		// A cost of a SKU comes before the cost of its product, so a caller has to say that costs are left out.
		made := b.post(t, 202, "sku", string(a.Body), checked.Part{Name: "mapping", Value: `{"ignore":["T","U","V","W","X","Y","Z","AA","AB","AC"]}`})
		done := b.work(t, made, 0)
		require.Equal(t, []any{"completed", float64(len(names)), 0.0}, []any{done["status"], done["rows_unchanged"], done["rows_failed"]},
			"%s: %s", format, b.lines(t, done["id"], ""))
	}
	table := "id;sku;min_price\n"
	for name, saved := range map[string]string{
		"'-lead": "'-lead", "+plus": "#NAME?", "00123": "123", "12345678901234567": "1,23457E+16", "1E5": "1,00E+05", "3-4": "03. Apr", "=SUM(1)": "'=SUM(1)", "1.50": "1.5",
	} {
		table += fmt.Sprintf("%d;%s;16,5\n", ids[name], saved)
	}
	made := b.post(t, 202, "sku", table)
	done := b.work(t, made, 0)
	require.Equal(t, []any{"completed", 8.0}, []any{done["status"], done["rows_updated"]}, b.lines(t, done["id"], ""))
	made = b.post(t, 202, "sku", fmt.Sprintf("id;sku;min_price\n%d;1E5;16,5\n%d;00123;16,5\n", ids["00123"], ids["3-4"]))
	require.InDelta(t, 2, b.work(t, made, 0)["rows_failed"], 0)
}
