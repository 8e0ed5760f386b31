package openapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// many sends a call about thousands of rows.
func (b *tabler) many(t *testing.T, status int, to, body string) map[string]any {
	t.Helper()
	to, query, _ := strings.Cut(to, "?")
	values, err := url.ParseQuery(query)
	require.NoError(t, err)
	a := b.client.Do(t, checked.Call{
		Method: http.MethodPost, Path: "/api/v1/sa/repricer/products/" + to, Query: values, Body: []byte(body), Invalid: status == 400,
		Header: http.Header{"Content-Type": {"application/json"}},
	})
	require.Equal(t, status, a.Status, "%.2000s", a.Body)
	var out map[string]any
	require.NoError(t, json.Unmarshal(a.Body, &out))
	return out
}

// rowCounts is the counts of an answer: matched, created, updated, unchanged, failed, to be confirmed.
func rowCounts(answer map[string]any) []any {
	var out []any
	for _, name := range []string{"total", "created", "updated", "unchanged", "failed", "needs_confirmation"} {
		out = append(out, at(answer, "data", "rows_"+name))
	}
	return out
}

// importNamed is the import of an answer, as takeBackImport and getImport name it.
func importNamed(answer map[string]any) map[string]any {
	return map[string]any{"data": map[string]any{"id": at(answer, "data", "import_id")}}
}

func TestRowsAreUpdatedByFilter(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		b := newTabler(t, s)
		rows := b.Products(t, "A", 4)
		plan := b.Strategy(t, "Follow the box")
		other := newTabler(t, s)
		theirs := other.Products(t, "B", 1)[0]
		b.patch(t, fmt.Sprintf("sa/repricer/products/%d", rows[2]), `{"limits":{"min_price":25}}`)
		change := fmt.Sprintf(`{"filter":{"sku":["A-0","A-1","A-2","B-0"]},"patch":{"limits":{"max_price":20,"target_roi":0.5},`+
			`"strategy_id":%d,"allow_loss":true}}`, plan)

		before := s.Dump(t)
		dry := b.many(t, 200, "bulk?dry_run=true", change)
		require.Equal(t, []any{3.0, 0.0, 2.0, 0.0, 1.0, 0.0}, rowCounts(dry), "another team's row does not match")
		require.Equal(t, []any{"tried", true, nil}, []any{at(dry, "data", "status"), at(dry, "data", "dry_run"), at(dry, "data", "import_id")})
		require.Empty(t, before.Diff(s.Dump(t)), "a dry run changes nothing")
		sample, ok := at(dry, "data", "sample").([]any)
		require.True(t, ok)
		require.Len(t, sample, 3)
		require.Equal(t, []any{
			map[string]any{"member": "limits.max_price", "old": "30", "new": "20"},
			map[string]any{"member": "strategy_id", "old": nil, "new": fmt.Sprint(plan)},
			map[string]any{"member": "allow_loss", "old": "false", "new": "true"},
			map[string]any{"member": "limits.target_roi", "old": nil, "new": "0.5"},
		}, at(sample[0], "changes"))
		require.Equal(t, "invalid_limits", at(sample[2], "error", "code"))

		made := b.many(t, 200, "bulk", change)
		require.Equal(t, []any{3.0, 0.0, 2.0, 0.0, 1.0, 0.0}, rowCounts(made))
		require.Equal(t, "done", at(made, "data", "status"))
		one := at(made, "data", "import_id")
		require.Equal(t, []string{
			fmt.Sprintf("2 A-0 updated max_price=30>20 strategy_id=<nil>>%d allow_loss=false>true target_roi=<nil>>0.5", plan),
			fmt.Sprintf("3 A-1 updated max_price=30>20 strategy_id=<nil>>%d allow_loss=false>true target_roi=<nil>>0.5", plan),
			"4 A-2 failed max_price=30>30 strategy_id=<nil>><nil> allow_loss=false>false target_roi=<nil>><nil> invalid_limits",
		}, b.lines(t, one, ""))
		untouched := other.get(t, "GET", fmt.Sprintf("sa/repricer/products/%d", theirs), 200)["data"]
		require.InDelta(t, 30, at(untouched, "limits", "max_price"), 0)
		other.get(t, "GET", fmt.Sprintf("imports/%v", one), 404)

		b.get(t, "POST", fmt.Sprintf("imports/%v/take-back", one), 202)
		require.InDelta(t, 2, b.work(t, importNamed(made), 1)["rows_taken_back"], 0)
		row := b.get(t, "GET", fmt.Sprintf("sa/repricer/products/%d", rows[0]), 200)["data"]
		require.Equal(t, []any{30.0, nil, nil, false}, []any{
			at(row, "limits", "max_price"), at(row, "limits", "target_roi"), at(row, "strategy_id"), at(row, "allow_loss"),
		})

		large := `{"filter":{"sku":["A-3"]},"patch":{"limits":{"min_price":1,"max_price":null}}`
		require.Equal(t, []any{1.0, 0.0, 0.0, 0.0, 0.0, 1.0}, rowCounts(b.many(t, 200, "bulk?dry_run=true", large+"}")))
		accepted := b.many(t, 200, "bulk", large+`,"accept_warnings":["large_change"]}`)
		require.Equal(t, []any{1.0, 0.0, 1.0, 0.0, 0.0, 0.0}, rowCounts(accepted))
		require.Equal(t, []any{0.0, nil}, []any{
			at(b.many(t, 200, "bulk", `{"filter":{"sku":["none"]},"patch":{"mode":"off"}}`), "data", "rows_total"),
			at(b.many(t, 200, "bulk", `{"filter":{"sku":["none"]},"patch":{"mode":"off"}}`), "data", "import_id"),
		})
		require.Equal(t, []any{4.0, 0.0, 0.0, 4.0, 0.0, 0.0}, rowCounts(b.many(t, 200, "bulk", `{"filter":{},"patch":{"limits":{}}}`)))

		refused := b.many(t, 422, "bulk", `{"filter":{},"patch":{"limits":{"min_price":9,"max_price":8}}}`)
		require.Equal(t, []any{"invalid_limits", "/patch/limits/min_price"}, []any{refused["code"], at(refused, "errors", 0, "pointer")})
		require.Equal(t, "strategy_not_found", b.many(t, 422, "bulk", `{"filter":{},"patch":{"strategy_id":999999}}`)["code"])
		b.many(t, 400, "bulk", `{"filter":{"hold":["none","any"]},"patch":{"mode":"off"}}`)
		b.many(t, 400, "bulk", `{"filter":{},"patch":{}}`)
		b.many(t, 400, "bulk", `{"filter":{"colour":["red"]},"patch":{"mode":"off"}}`)
	})
}

// TestManyRowsAreUpdatedByAJob leaves more than a hundred rows to the job of imports.
func TestManyRowsAreUpdatedByAJob(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		b := newTabler(t, s)
		b.Products(t, "A", 60)
		b.Products(t, "B", 41)
		made := b.many(t, 202, "bulk", `{"filter":{"mode":["off"]},"patch":{"reprice_priority":"low"}}`)
		require.Equal(t, []any{101.0, 0.0, 0.0, 0.0, 0.0, 0.0}, rowCounts(made))
		require.Equal(t, "queued", at(made, "data", "status"))
		done := b.work(t, importNamed(made), 0)
		require.Equal(t, []any{"completed", 101.0, "bulk-update.csv"}, []any{done["status"], done["rows_updated"], done["file_name"]})
		require.Len(t, b.get(t, "GET", "sa/repricer/products?limit=200", 200)["data"], 101)
	})
}

func TestRowsAreMadeFromSKUs(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		b := newTabler(t, s)
		ids := b.stock(t, "S-0", "S-1", "S-2", `="00123"`)
		b.patch(t, fmt.Sprintf("skus/%d", ids["S-1"]), `{"costs":{"unit_cost":4}}`)
		other := newTabler(t, s)
		wanted := `{"filter":{"has_cost":false,"marketplace_id":["ATVPDKIKX0DER"]},"rule":{"limits":{"min_price_mode":"roi","target_roi":30}}}`
		before := s.Dump(t)
		dry := b.many(t, 200, "from-skus?dry_run=true", wanted)
		require.Equal(t, []any{3.0, 3.0, 0.0, 0.0, 0.0, 0.0}, rowCounts(dry))
		require.Empty(t, before.Diff(s.Dump(t)), "a dry run makes nothing")
		made := b.many(t, 200, "from-skus", wanted)
		require.Equal(t, []any{3.0, 3.0, 0.0, 0.0, 0.0, 0.0}, rowCounts(made))
		require.Equal(t, []any{0.0, 0.0, 0.0, 0.0, 0.0, 0.0}, rowCounts(other.many(t, 200, "from-skus?dry_run=true", wanted)), "another team has no such SKU")
		require.Empty(t, other.get(t, "GET", "sa/repricer/products", 200)["data"])
		require.Equal(t, []any{1.0, 1.0, 0.0, 0.0, 0.0, 0.0}, rowCounts(b.many(t, 200, "from-skus", `{"filter":{"q":"S-"}}`)), "the others have rows")
		listed := b.get(t, "GET", "sa/repricer/products?sort=id", 200)["data"].([]any)
		require.Len(t, listed, 4)
		names := map[any]any{}
		for _, r := range listed {
			names[at(r, "sku")] = at(r, "limits", "target_roi")
		}
		require.Equal(t, map[any]any{"S-0": 30.0, "S-2": 30.0, `="00123"`: 30.0, "S-1": nil}, names)

		// A row that was changed since stays.
		b.patch(t, fmt.Sprintf("sa/repricer/products/%v", at(listed[0], "id")), `{"reprice_priority":"low"}`)
		one := at(made, "data", "import_id")
		b.get(t, "POST", fmt.Sprintf("imports/%v/take-back", one), 202)
		done := b.work(t, importNamed(made), 1)
		require.Equal(t, []any{2.0, 1.0, 0.0}, []any{done["rows_taken_back"], done["rows_not_taken_back"], done["rows_created"]})
		require.Len(t, b.get(t, "GET", "sa/repricer/products", 200)["data"], 2)
		require.Equal(t, "strategy_not_found", b.many(t, 422, "from-skus", `{"filter":{},"rule":{"strategy_id":999999}}`)["code"])
	})
}

// TestATableMakesTheRowsThatAreMissing imports a table with rows that are there, that are new, and that cannot be made.
func TestATableMakesTheRowsThatAreMissing(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		b := newTabler(t, s)
		b.stock(t, "S-0")
		b.Products(t, "A", 1)
		const table = "SKU,Marketplace,ASIN,Mode,Min price mode,Target ROI,Max change,Allow loss\n" +
			"A-0,US,,off,roi,30,2.5,yes\nS-0,US,,off,margin,,,\nN-0,US,b000000071,off,,,,\nN-1,US,,off,,,,\nN-2,,B000000072,off,,,,\nN-0,US,B000000071,off,,,,\n"
		create := checked.Part{Name: "create_missing", Value: "true"}
		want := []string{
			"2 A-0 updated mode=off>off allow_loss=false>true min_price_mode=manual>roi target_roi=<nil>>30 max_change=<nil>>2.5",
			"3 S-0 created mode=<nil>>off min_price_mode=<nil>>margin", "4 N-0 created mode=<nil>>off",
			"5 N-1 failed not_found", "6 N-2 failed validation_failed", "7 N-0 failed duplicate",
		}
		dry := b.post(t, 202, "repricer_product", table, create, checked.Part{Name: "dry_run", Value: "true"})
		before := s.Dump(t).Without("imports", "imports_chunks")
		b.work(t, dry, 0)
		require.Empty(t, before.Diff(s.Dump(t).Without("imports", "imports_chunks")), "a dry run changes nothing")
		require.Equal(t, want, b.lines(t, at(dry, "data", "id"), ""))
		made := b.post(t, 202, "repricer_product", table, create)
		done := b.work(t, made, 0)
		require.Equal(t, []any{"completed_with_errors", true, 2.0, 1.0, 3.0}, []any{
			done["status"], done["create_missing"], done["rows_created"], done["rows_updated"], done["rows_failed"],
		})
		require.Equal(t, want, b.lines(t, done["id"], ""))
		require.Equal(t, want[1:3], b.lines(t, done["id"], "status=created"))
		again := b.work(t, b.post(t, 202, "repricer_product", table, create), 0)
		require.Equal(t, []any{0.0, 3.0}, []any{again["rows_created"], again["rows_unchanged"]}, "the rows are there now")
		b.get(t, "POST", fmt.Sprintf("imports/%v/take-back", done["id"]), 202)
		require.InDelta(t, 3, b.work(t, made, 1)["rows_taken_back"], 0)
		require.Len(t, b.get(t, "GET", "sa/repricer/products", 200)["data"], 1)

		require.Equal(t, "not_supported", b.post(t, 422, "sku", "sku,min\nS-0,5\n", create)["code"])
		require.Equal(t, "4 N-0 failed not_found", b.lines(t, b.work(t, b.post(t, 202, "repricer_product", table), 0)["id"], "")[2], "only if it is asked for")
	})
}

// TestTheCostThatCountsIsShown has a SKU with a cost of its own, one with the cost of its product, and one without.
func TestTheCostThatCountsIsShown(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		b := newTabler(t, s)
		ids := b.stock(t, "C-0", "C-1", "C-2")
		product := b.InventoryProduct(t, "Kettle")
		b.patch(t, fmt.Sprintf("inventory-products/%d", product), `{"unit_cost":4.5,"currency":"USD"}`)
		_, err := s.Operator.Inventory.SetMatches(t.Context(), b.Who(), inventoryapp.SetMatches{
			Product: inventory.ProductID(product), Matches: []inventory.WantedMatch{
				{Target: inventory.MatchTarget{Type: inventory.MatchSKU, ID: ids["C-0"]}, UnitsPerSale: 2},
			},
		})
		require.NoError(t, err)
		b.patch(t, fmt.Sprintf("skus/%d", ids["C-1"]), `{"costs":{"unit_cost":7}}`)
		counted := func(query string) map[any]any {
			out := map[any]any{}
			for _, sku := range b.get(t, "GET", "skus?"+query, 200)["data"].([]any) {
				out[at(sku, "sku")] = at(sku, "counted_cost")
			}
			return out
		}
		cost := func(unit float64, source string) map[string]any {
			return map[string]any{"unit_cost": unit, "currency": "USD", "source": source}
		}
		require.Equal(t, map[any]any{"C-0": cost(9, "product"), "C-1": cost(7, "own"), "C-2": nil}, counted("sort=sku"))
		require.Equal(t, map[any]any{"C-0": cost(9, "product"), "C-1": cost(7, "own")}, counted("has_counted_cost=true"))
		require.Equal(t, map[any]any{"C-2": nil}, counted("has_counted_cost=false&sort=-price"))
		require.Equal(t, cost(9, "product"), at(b.get(t, "GET", fmt.Sprintf("skus/%d", ids["C-0"]), 200), "data", "counted_cost"))
		dry := b.many(t, 200, "from-skus?dry_run=true", `{"filter":{"has_cost":true}}`)
		require.InDelta(t, 2, at(dry, "data", "rows_total"), 0)
	})
}
