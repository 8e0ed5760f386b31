package openapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/service"
)

const slip = `Packing list PL-9,,
Purchase order,PO-77,
,,
Item no,Description,Shipped
A-77,Steel bottle 750ml,20
B-12,Lid black,100
`

const creditNote = `Example Supply Ltd                     CREDIT NOTE CN-5
Tax id GB123456789                     Date 2026-10-25
Purchase order PO-77

Item no   Description              Qty       Price      Amount
A-77      Steel bottle 750ml        -4       12.00      -48.00
                                     Total GBP          -48.00
`

// ordered makes a placed order of 30 bottles at 12 and 100 lids at 3.
func (i *importer) ordered(t *testing.T) any {
	t.Helper()
	return at(i.call(t, 201, "POST", "purchase-orders", fmt.Sprintf(`{"supplier_id":%d,"number":"PO-77","status":"ordered","items":[
		{"inventory_product_id":%d,"supplier_sku":"A-77","quantity":30,"unit_cost":12},{"supplier_sku":"B-12","title":"Lid","quantity":100,"unit_cost":3}]}`, i.supplier, i.product)), "data")
}

func (i *importer) order(t *testing.T, order any) any {
	t.Helper()
	return i.call(t, 200, "GET", fmt.Sprintf("purchase-orders/%v", order), "")["data"]
}

func TestAPackingSlipIsReceived(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		i := newImporter(t, s)
		made := i.ordered(t)
		doc := i.read(t, "slip.csv", slip)
		p := i.call(t, 200, "GET", i.path(doc, "/import-preview"), "")["data"]
		require.Equal(t, []any{"matched", "po_number", at(made, "id")}, []any{at(p, "purchase_order", "match_status"), at(p, "purchase_order", "method"), at(p, "purchase_order", "id")})
		require.Equal(t, []any{20.0, nil, "update_item"}, []any{at(p, "lines", 0, "quantity"), at(p, "lines", 0, "unit_price"), at(p, "lines", 0, "action")})

		before := s.Dump(t)
		i.call(t, 200, "POST", i.path(doc, "/import?dry_run=true"), `{"mode":"receive_only"}`)
		require.Empty(t, before.Diff(s.Dump(t)))
		done := i.call(t, 200, "POST", i.path(doc, "/import"), `{"mode":"receive_only","received_on":"2026-11-01"}`)
		require.InDelta(t, 2, at(done, "meta", "succeeded"), 0)
		order := i.order(t, at(made, "id"))
		require.Equal(t, []any{"partially_received", 20.0, 100.0, 12.0, 30.0}, []any{
			at(order, "status"), at(order, "items", 0, "quantity_received"), at(order, "items", 1, "quantity_received"), at(order, "items", 0, "unit_cost"), at(order, "items", 0, "quantity"),
		})
		product := i.call(t, 200, "GET", fmt.Sprintf("inventory-products/%d", i.product), "")["data"]
		require.Equal(t, []any{20.0, 12.0, "2026-11-01"}, []any{
			at(product, "quantities", "in_warehouse"), at(product, "cost_layers", 0, "unit_cost"), at(product, "cost_layers", 0, "from"),
		})
		i.call(t, 200, "PATCH", i.path(doc, ""), `{"status":"ready"}`)
		back := i.order(t, at(made, "id"))
		require.Equal(t, []any{"ordered", 0.0, 0.0}, []any{at(back, "status"), at(back, "items", 0, "quantity_received"), at(back, "items", 1, "quantity_received")})
		product = i.call(t, 200, "GET", fmt.Sprintf("inventory-products/%d", i.product), "")["data"]
		require.Empty(t, at(product, "cost_layers"))
	})
}

func TestACreditNoteIsReturnsOrADiscount(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		i := newImporter(t, s)
		made := i.ordered(t)
		i.call(t, 200, "POST", i.path(i.read(t, "slip.csv", slip), "/import"), `{"mode":"receive_only"}`)
		doc := i.read(t, "credit.txt", creditNote)
		p := i.call(t, 200, "GET", i.path(doc, "/import-preview"), "")["data"]
		require.Equal(t, []any{"po_number", -4.0, -48.0}, []any{at(p, "purchase_order", "method"), at(p, "lines", 0, "quantity"), at(p, "lines", 0, "line_total")})
		require.Equal(t, "credit_note", at(i.call(t, 200, "GET", i.path(doc, ""), ""), "data", "type"))
		require.Equal(t, "not_supported", i.call(t, 422, "POST", i.path(doc, "/import"), `{"mode":"create_purchase_order"}`)["code"])
		e := i.call(t, 422, "POST", i.path(doc, "/import"), `{"mode":"credit"}`)
		require.Equal(t, "/credit_as", at(e, "errors", 0, "pointer"))

		i.call(t, 200, "POST", i.path(doc, "/import"), `{"mode":"credit","credit_as":"discount"}`)
		require.InDelta(t, 48, at(i.order(t, at(made, "id")), "discount"), 0)
		i.call(t, 200, "PATCH", i.path(doc, ""), `{"status":"ready"}`)
		require.InDelta(t, 0, at(i.order(t, at(made, "id")), "discount"), 0)

		before := i.order(t, at(made, "id"))
		done := i.call(t, 200, "POST", i.path(doc, "/import"), `{"mode":"credit","credit_as":"returns"}`)
		require.Equal(t, "updated", at(done, "data", "lines", 0, "status"))
		order := i.order(t, at(made, "id"))
		require.InDelta(t, 4, at(order, "items", 0, "quantity_returned"), 0)
		product := i.call(t, 200, "GET", fmt.Sprintf("inventory-products/%d", i.product), "")["data"]
		require.InDelta(t, 16, at(product, "quantities", "in_warehouse"), 0)
		// The credit note lowers the owed amount by 48.00, and no cost of the goods.
		require.InDelta(t, at(before, "total").(float64)-48, at(order, "total"), 1e-9)
		require.Equal(t, at(before, "landed_total"), at(order, "landed_total"))
		require.Equal(t, []any{-48.0, "none"}, []any{at(order, "other_costs", 0, "amount"), at(order, "other_costs", 0, "allocation")})
		lines := i.call(t, 200, "GET", fmt.Sprintf("purchase-orders/%v/receipts?kind=return", at(made, "id")), "")["data"]
		require.Equal(t, []any{-4.0, "2026-10-25"}, []any{at(lines, 0, "accepted"), at(lines, 0, "received_on")})

		i.call(t, 200, "PATCH", i.path(doc, ""), `{"status":"ready"}`)
		back := i.order(t, at(made, "id"))
		require.Equal(t, []any{0.0, at(before, "total"), []any{}}, []any{at(back, "items", 0, "quantity_returned"), at(back, "total"), at(back, "other_costs")})
		product = i.call(t, 200, "GET", fmt.Sprintf("inventory-products/%d", i.product), "")["data"]
		require.InDelta(t, 20, at(product, "quantities", "in_warehouse"), 0)

		i.call(t, 200, "POST", i.path(doc, "/import"), `{"mode":"credit","credit_as":"returns"}`)
		i.call(t, 200, "PATCH", fmt.Sprintf("purchase-orders/%v", at(made, "id")), `{"note":"called them"}`)
		stuck := i.call(t, 422, "PATCH", i.path(doc, ""), `{"status":"ready"}`)
		require.Equal(t, "invalid_transition", stuck["code"])
		require.Contains(t, fmt.Sprint(stuck), "purchase_order")
	})
}

// TestImportsAtOnce books a document by many calls at once. One call books it, the others are
// refused as applied, and with the same key they get its answer.
func TestImportsAtOnce(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		i := newImporter(t, s)
		for reference, key := range map[string]string{"INV-1001": "", "INV-1002": "book-once"} {
			doc := i.read(t, "invoice.csv", strings.ReplaceAll(paper, "INV-881", reference))
			const calls = 4
			answers := make([]*httptest.ResponseRecorder, calls)
			var all sync.WaitGroup
			for n := range calls {
				all.Go(func() {
					r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/v1/"+i.path(doc, "/import"), strings.NewReader(`{"mode":"create_purchase_order","order_status":"ordered","receive":true}`))
					r.Header.Set("Content-Type", "application/json")
					r.Header.Set("X-Api-Key", i.Key)
					if key != "" {
						r.Header.Set("Idempotency-Key", key)
					}
					answers[n] = httptest.NewRecorder()
					s.Handler.ServeHTTP(answers[n], r)
				})
			}
			all.Wait()
			booked := 0
			var orders []any
			for _, a := range answers {
				var members map[string]any
				require.NoError(t, json.Unmarshal(a.Body.Bytes(), &members))
				switch {
				case a.Code == http.StatusOK:
					if a.Header().Get("Idempotent-Replayed") == "" {
						booked++
					}
					orders = append(orders, at(members, "data", "purchase_order", "id"))
				case key == "":
					require.Equal(t, []any{http.StatusUnprocessableEntity, "already_applied"}, []any{a.Code, members["code"]})
				default:
					require.Equal(t, []any{http.StatusConflict, "idempotency_in_flight"}, []any{a.Code, members["code"]})
				}
			}
			require.Equal(t, 1, booked)
			require.Len(t, slices.Compact(orders), 1)
			made := 0
			for _, one := range at(i.call(t, 200, "GET", "purchase-orders", ""), "data").([]any) {
				if at(one, "supplier_reference") == reference {
					require.Equal(t, orders[0], at(one, "id"))
					made++
				}
			}
			require.Equal(t, 1, made)
		}
		product := i.call(t, 200, "GET", fmt.Sprintf("inventory-products/%d", i.product), "")["data"]
		require.InDelta(t, 48, at(product, "quantities", "in_warehouse"), 0)
	})
}

// TestALayoutIsRememberedAfterAnImport reads documents of a supplier with labels that no list has.
// The first is read by its arithmetic, the next by the columns that the import of the first
// confirmed.
func TestALayoutIsRememberedAfterAnImport(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		i := newImporter(t, s)
		page := func(number string) string {
			return "Example Supply Ltd                     Invoice " + number + "\nTax id GB123456789\n\n" +
				"Item      Zork                    Blip        Fnord       Glumph\n" +
				"A-77      Steel bottle              24        12.50       300.00\n" +
				"B-12      Lid black                100         3.00       300.00\n" +
				"                                            Total GBP     600.00\n"
		}
		first := i.read(t, "one.txt", page("INV-1"))
		p := i.call(t, 200, "GET", i.path(first, "/import-preview"), "")["data"]
		require.Equal(t, []any{"product", 24.0, 12.5, 300.0}, []any{
			at(p, "lines", 0, "evidence"), at(p, "lines", 0, "quantity"), at(p, "lines", 0, "unit_price"), at(p, "lines", 0, "line_total"),
		})
		again := i.read(t, "two.txt", page("INV-2"))
		p = i.call(t, 200, "GET", i.path(again, "/import-preview"), "")["data"]
		require.Equal(t, "product", at(p, "lines", 0, "evidence"), "nothing is remembered before an import")

		i.call(t, 200, "POST", i.path(first, "/import"), `{"mode":"create_purchase_order"}`)
		next := i.read(t, "three.txt", page("INV-3"))
		p = i.call(t, 200, "GET", i.path(next, "/import-preview"), "")["data"]
		require.Equal(t, []any{"columns", 24.0, 12.5, 300.0}, []any{
			at(p, "lines", 0, "evidence"), at(p, "lines", 0, "quantity"), at(p, "lines", 0, "unit_price"), at(p, "lines", 0, "line_total"),
		})
		other := newImporter(t, s)
		p = other.call(t, 200, "GET", other.path(other.read(t, "four.txt", page("INV-4")), "/import-preview"), "")["data"]
		require.Equal(t, "product", at(p, "lines", 0, "evidence"), "another team remembers nothing")
	})
}
