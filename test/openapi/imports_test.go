package openapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	documentapp "sellingassistant/app/document"
	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/ports/jobs"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// importer has a team with a supplier, a warehouse and a product, and calls about its documents.
type importer struct {
	*service.Team
	service           *service.Service
	client            *checked.Client
	supplier, product int64
}

const paper = `Example Supply Ltd,,,,,
Tax ID,GB123456789,,,,
Invoice number,INV-881,,,,
Date,2026-10-20,,,,
,,,,,
Item no,EAN,Description,Qty,Unit price,Amount
A-77,4006381333931,Steel bottle 750ml,24,$12.50,$300.00
B-12,,Lid black,100,$3.00,$300.00
C-1,,Straw,50,$5.00,$250.00
,,,,Subtotal,$850.00
,,,,Shipping,$25.00
,,,,Total,$875.00
`

func newImporter(t *testing.T, s *service.Service) *importer {
	t.Helper()
	m := s.Team(t, service.Wish{Unconnected: true})
	i := &importer{Team: m, service: s, client: &checked.Client{Document: s.Document(t), Handler: s.Handler, Key: m.Key}}
	supplier, err := s.Operator.Suppliers.Create(t.Context(), m.Who(), purchasing.SupplierPatch{
		Name: optional.Put("Example Supply"), TaxID: optional.Put("GB 123456789"),
	})
	require.NoError(t, err)
	product, err := s.Operator.Inventory.Create(t.Context(), m.Who(), inventoryapp.CreateProduct{Patch: inventory.ProductPatch{
		Title: optional.Some("Bottle"), GTINs: optional.Some([]string{"4006381333931"}),
	}})
	require.NoError(t, err)
	i.supplier, i.product = int64(supplier.ID), int64(product.ID)
	m.Warehouse(t, "Main")
	return i
}

// read uploads a document and reads it.
func (i *importer) read(t *testing.T, name, content string) int64 {
	t.Helper()
	ctx, docs := t.Context(), i.service.Operator.Documents
	file, err := docs.Receive(ctx, i.Who(), documentapp.File{Name: name, Content: strings.NewReader(content)})
	require.NoError(t, err)
	defer file.Discard()
	in := documentapp.Upload{File: file, OnDuplicate: documentapp.Allow}
	require.NoError(t, docs.Keep(ctx, i.Who(), in))
	up, err := docs.Upload(ctx, i.Who(), in)
	require.NoError(t, err)
	one := int64(up.Document.ID())
	require.NoError(t, i.service.Operator.Reader.Read(ctx, jobs.Job{Team: i.ID, Args: fmt.Appendf(nil, `{"document":%d}`, one)}))
	return one
}

// call wants a status and returns the members of the answer.
func (i *importer) call(t *testing.T, status int, method, path, body string) map[string]any {
	t.Helper()
	path, query, _ := strings.Cut(path, "?")
	values, err := url.ParseQuery(query)
	require.NoError(t, err)
	c := checked.Call{Method: method, Path: "/api/v1/" + path, Query: values}
	if body != "" {
		c.Body, c.Header = []byte(body), http.Header{"Content-Type": {"application/json"}}
	}
	a := i.client.Do(t, c)
	require.Equal(t, status, a.Status, "%s %s %s\n%.2000s", method, path, body, a.Body)
	var members map[string]any
	if len(a.Body) > 0 {
		require.NoError(t, json.Unmarshal(a.Body, &members))
	}
	return members
}

// at returns a member below others; numbers are places of lists.
func at(v any, path ...any) any {
	for _, p := range path {
		switch p := p.(type) {
		case string:
			v = v.(map[string]any)[p]
		case int:
			v = v.([]any)[p]
		}
	}
	return v
}

func (i *importer) path(doc int64, rest string) string {
	return fmt.Sprintf("documents/%d%s", doc, rest)
}

func TestAnInvoiceIsPreviewedImportedAndTakenBack(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		i := newImporter(t, s)
		doc := i.read(t, "invoice.csv", paper)
		p := i.call(t, 200, "GET", i.path(doc, "/import-preview"), "")["data"]
		require.Equal(t, "matched", at(p, "supplier", "match_status"))
		require.Equal(t, "tax_id", at(p, "supplier", "method"))
		require.Equal(t, "INV-881", at(p, "header", "invoice_number"))
		require.Equal(t, []any{"matched", "gtin", float64(i.product), "create_item"}, []any{
			at(p, "lines", 0, "match", "status"), at(p, "lines", 0, "match", "method"), at(p, "lines", 0, "match", "inventory_product_id"), at(p, "lines", 0, "action"),
		})
		require.Equal(t, "unmatched", at(p, "lines", 1, "match", "status"))
		require.InDelta(t, 12.8679, at(p, "lines", 0, "cost", "landed_unit_cost"), 0)
		require.Nil(t, at(p, "effects"))
		require.Len(t, at(i.call(t, 200, "GET", i.path(doc, "/import-preview?match_status=unmatched&limit=1"), ""), "data", "lines"), 1)

		orders, offers := i.call(t, 200, "GET", "purchase-orders", ""), i.call(t, 200, "GET", "supplier-offers", "")
		const body = `{"mode":"create_purchase_order","order_status":"ordered","receive":true,"preview_version":1}`
		before := s.Dump(t)
		dry := i.call(t, 200, "POST", i.path(doc, "/import?dry_run=true"), body)
		require.Empty(t, before.Diff(s.Dump(t)), "a dry run writes nothing")
		require.Nil(t, at(dry, "data", "purchase_order", "id"))
		require.Equal(t, true, at(dry, "meta", "dry_run"))

		i.call(t, 409, "POST", i.path(doc, "/import"), strings.Replace(body, `"preview_version":1`, `"preview_version":2`, 1))
		done := i.call(t, 200, "POST", i.path(doc, "/import"), body)
		require.InDelta(t, 3, at(done, "meta", "succeeded"), 0)
		order := at(done, "data", "purchase_order", "id")
		made := i.call(t, 200, "GET", fmt.Sprintf("purchase-orders/%v", order), "")["data"]
		require.Equal(t, []any{"received", "INV-881", 875.0, 25.0}, []any{
			at(made, "status"), at(made, "supplier_reference"), at(made, "total"), at(made, "shipping_cost"),
		})
		require.InDelta(t, 12.8679, at(made, "items", 0, "landed_unit_cost"), 0)
		product := i.call(t, 200, "GET", fmt.Sprintf("inventory-products/%d", i.product), "")["data"]
		require.InDelta(t, 12.8679, at(product, "cost_layers", 0, "unit_cost"), 0)
		require.Equal(t, "applied", at(done, "data", "document", "status"))
		require.Equal(t, order, at(i.call(t, 200, "GET", i.path(doc, "/import-preview"), ""), "data", "effects", "purchase_order_id"))
		require.Equal(t, "already_applied", i.call(t, 422, "POST", i.path(doc, "/import"), body)["code"])
		require.NotEmpty(t, i.call(t, 200, "GET", "product-history?event=document_applied", "")["data"])

		again := i.read(t, "again.csv", paper)
		require.Equal(t, "duplicate", i.call(t, 422, "POST", i.path(again, "/import"), body)["code"])

		i.call(t, 200, "PATCH", i.path(doc, ""), `{"status":"ready"}`)
		require.Equal(t, "cancelled", at(i.call(t, 200, "GET", fmt.Sprintf("purchase-orders/%v", order), ""), "data", "status"))
		require.Equal(t, at(offers, "data"), at(i.call(t, 200, "GET", "supplier-offers", ""), "data"))
		product = i.call(t, 200, "GET", fmt.Sprintf("inventory-products/%d", i.product), "")["data"]
		require.Empty(t, at(product, "cost_layers"))
		require.InDelta(t, 0, at(product, "quantities", "in_warehouse"), 0)

		done = i.call(t, 200, "POST", i.path(doc, "/import"), `{"mode":"create_purchase_order"}`)
		require.Equal(t, "draft", at(done, "data", "purchase_order", "status"))
		i.call(t, 200, "PATCH", i.path(doc, ""), `{"status":"ready"}`)
		i.call(t, 404, "GET", fmt.Sprintf("purchase-orders/%v", at(done, "data", "purchase_order", "id")), "")
		require.Len(t, at(i.call(t, 200, "GET", "purchase-orders", ""), "data"), len(at(orders, "data").([]any))+1)

		done = i.call(t, 200, "POST", i.path(doc, "/import"), `{"mode":"create_purchase_order"}`)
		i.call(t, 200, "PATCH", fmt.Sprintf("purchase-orders/%v", at(done, "data", "purchase_order", "id")), `{"note":"mine now"}`)
		stuck := i.call(t, 422, "PATCH", i.path(doc, ""), `{"status":"ready"}`)
		require.Equal(t, "invalid_transition", stuck["code"])
		require.Equal(t, []any{map[string]any{"type": "purchase_order", "id": at(done, "data", "purchase_order", "id"), "reason": "changed"}}, stuck["blockers"])
	})
}

func TestAnInvoiceUpdatesItsOrder(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		i := newImporter(t, s)
		made := i.call(t, 201, "POST", "purchase-orders", fmt.Sprintf(`{"supplier_id":%d,"number":"PO-77","status":"ordered","items":[
			{"inventory_product_id":%d,"quantity":30,"unit_cost":12},{"supplier_sku":"B-12","title":"Lid","quantity":100,"unit_cost":3}]}`, i.supplier, i.product))["data"]
		order, first := at(made, "id"), at(made, "items", 0, "id")
		doc := i.read(t, "invoice.csv", strings.Replace(paper, "Date,", "Purchase order,PO-77,,,,\nDate,", 1))
		p := i.call(t, 200, "GET", i.path(doc, "/import-preview"), "")["data"]
		require.Equal(t, []any{"po_number", order}, []any{at(p, "purchase_order", "method"), at(p, "purchase_order", "id")})
		require.Equal(t, []any{"update_item", first, 4.17}, []any{
			at(p, "lines", 0, "action"), at(p, "lines", 0, "match", "purchase_order_item_id"), at(p, "lines", 0, "comparison", "cost_change_percent"),
		})
		require.Equal(t, "skip", at(p, "lines", 2, "action"))

		refused := i.call(t, 422, "POST", i.path(doc, "/import"), `{"mode":"update_purchase_order","lines":[{"line_no":3,"action":"update_item"}]}`)
		require.Equal(t, []any{"/lines/0", 3.0, "unmatched"}, []any{at(refused, "errors", 0, "pointer"), at(refused, "errors", 0, "line_no"), at(refused, "errors", 0, "problem")})
		done := i.call(t, 200, "POST", i.path(doc, "/import"), `{"mode":"update_purchase_order","receive":true,"allow_partial":true,"lines":[{"line_no":3,"action":"update_item"}]}`)
		require.Equal(t, []any{2.0, 1.0}, []any{at(done, "meta", "succeeded"), at(done, "meta", "failed")})
		require.Equal(t, "unmatched", at(done, "errors", 0, "code"))
		after := i.call(t, 200, "GET", fmt.Sprintf("purchase-orders/%v", order), "")["data"]
		require.Equal(t, []any{"partially_received", 12.5, 30.0, 24.0}, []any{
			at(after, "status"), at(after, "items", 0, "unit_cost"), at(after, "items", 0, "quantity"), at(after, "items", 0, "quantity_received"),
		})
		i.call(t, 200, "PATCH", i.path(doc, ""), `{"status":"ready"}`)
		back := i.call(t, 200, "GET", fmt.Sprintf("purchase-orders/%v", order), "")["data"]
		for _, member := range []string{"status", "shipping_cost", "supplier_reference", "total", "units_received", "order_date", "expected_date", "payment_terms"} {
			require.Equal(t, at(made, member), at(back, member), member)
		}
		require.InDelta(t, 12, at(back, "items", 0, "unit_cost"), 0)
	})
}

func TestCostsOfAPriceList(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		i := newImporter(t, s)
		doc := i.read(t, "invoice.csv", paper)
		done := i.call(t, 200, "POST", i.path(doc, "/import"), `{"mode":"costs_only","header":{"shipping":0}}`)
		require.Nil(t, at(done, "data", "purchase_order"))
		product := i.call(t, 200, "GET", fmt.Sprintf("inventory-products/%d", i.product), "")["data"]
		require.Equal(t, []any{12.5, "2026-10-20", "document"}, []any{
			at(product, "cost_layers", 0, "unit_cost"), at(product, "cost_layers", 0, "from"), at(product, "cost_layers", 0, "source", "kind"),
		})
		require.InDelta(t, 3, at(done, "data", "offers", "created"), 0)
		i.call(t, 200, "PATCH", i.path(doc, ""), `{"status":"ready"}`)
		product = i.call(t, 200, "GET", fmt.Sprintf("inventory-products/%d", i.product), "")["data"]
		require.Empty(t, at(product, "cost_layers"))
		require.Empty(t, at(i.call(t, 200, "GET", "supplier-offers", ""), "data"))
	})
}

func TestDocumentsThatCannotBeImported(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		i := newImporter(t, s)
		waiting := i.Document(t, "waiting.csv")
		require.Equal(t, "not_ready", i.call(t, 409, "GET", i.path(waiting, "/import-preview"), "")["code"])
		require.Equal(t, "not_ready", i.call(t, 409, "POST", i.path(waiting, "/import"), `{"mode":"costs_only"}`)["code"])
		letter := i.read(t, "letter.txt", "Dear customer,\n\nthank you for your visit.\n")
		require.Equal(t, "no_parsed_data", i.call(t, 422, "GET", i.path(letter, "/import-preview"), "")["code"])
		unknown := i.read(t, "unknown.csv", strings.NewReplacer("GB123456789", "GB999999973", "Example Supply", "Another One").Replace(paper))
		e := i.call(t, 422, "POST", i.path(unknown, "/import"), `{"mode":"create_purchase_order"}`)
		require.Equal(t, "/supplier_id", at(e, "errors", 0, "pointer"))
		done := i.call(t, 200, "POST", i.path(unknown, "/import"), `{"mode":"create_purchase_order","create_supplier":{"name":"Another One Ltd"},"lines":[
			{"line_no":2,"action":"create_product"},{"line_no":3,"action":"skip"}]}`)
		require.Equal(t, "skipped", at(done, "data", "lines", 2, "status"))
		require.NotNil(t, at(done, "data", "lines", 1, "inventory_product_id"))
		require.Equal(t, "conflicting_parameters", i.call(t, 400, "POST", i.path(unknown, "/import"), `{"mode":"costs_only","supplier_id":1,"create_supplier":{"name":"X"}}`)["code"])
		require.Equal(t, "not_supported", i.call(t, 422, "POST", i.path(i.read(t, "inv.csv", paper+"\n,,,,,x"), "/import"), `{"mode":"credit","credit_as":"returns"}`)["code"])
	})
}

// signed is an invoice of goods, a discount, returned units and freight. Its tax number makes its
// currency pounds.
const signed = `Example Supply Ltd,,,,
Tax ID,GB123456789,,,
Invoice number,INV-%s,,,
Date,2026-10-20,,,
,,,,
Item no,Description,Qty,Unit price,Amount
LA-1,Lamp,10,20.00,200.00
,Loyalty discount,1,-10.00,-10.00
LA-1,Lamp,-2,20.00,-40.00
SC-9,Screw,3,1.125,3.38
,,,Subtotal,153.38
,,,Shipping,5.00
,,,Total,%s
`

func TestTheOrderCostsWhatTheInvoiceSays(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		i := newImporter(t, s)
		check := func(doc int64) any {
			checks := at(i.call(t, 200, "GET", i.path(doc, "/import-preview"), ""), "data", "checks").([]any)
			return at(checks[len(checks)-1], "result")
		}
		const body = `{"mode":"create_purchase_order"%s}`
		right := i.read(t, "right.csv", fmt.Sprintf(signed, "1", "158.38"))
		require.Equal(t, "pass", check(right))
		done := i.call(t, 200, "POST", i.path(right, "/import"), fmt.Sprintf(body, ""))
		made := i.call(t, 200, "GET", fmt.Sprintf("purchase-orders/%v", at(done, "data", "purchase_order", "id")), "")["data"]
		require.Equal(t, []any{158.38, 203.38, 10.0, 5.0, 2}, []any{
			at(made, "total"), at(made, "subtotal"), at(made, "discount"), at(made, "shipping_cost"), len(at(made, "items").([]any)),
		})
		require.Equal(t, []any{map[string]any{"label": "Lamp", "amount": -40.0, "currency": "GBP", "allocation": "none", "tax_rate": 0.0, "payee": "supplier", "exchange_rate": nil}}, at(made, "other_costs"))
		require.Equal(t, []any{10.0, 20.0}, []any{at(made, "items", 0, "quantity"), at(made, "items", 0, "unit_cost")})

		wrong := i.read(t, "wrong.csv", fmt.Sprintf(signed, "2", "198.38"))
		require.Equal(t, "fail", check(wrong))
		for _, query := range []string{"?dry_run=true", ""} {
			refused := i.call(t, 422, "POST", i.path(wrong, "/import"+query), fmt.Sprintf(body, ""))
			require.Equal(t, []any{"total_differs", 158.38, 198.38, 203.38, 10.0, 5.0, -40.0, 0.0}, []any{
				refused["code"], refused["order_total"], refused["document_total"], refused["subtotal"], refused["discount"], refused["shipping"],
				refused["other_costs"], refused["tax"],
			})
		}
		i.call(t, 200, "POST", i.path(wrong, "/import"), fmt.Sprintf(body, `,"accept_warnings":["total_differs"]`))
	})
}

func TestAnOrderKeepsPricesOfSixDecimals(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		i := newImporter(t, s)
		made := i.call(t, 201, "POST", "purchase-orders", fmt.Sprintf(`{"supplier_id":%d,"other_costs":[{"label":"Empties","amount":-1.5,"allocation":"none"}],
			"items":[{"title":"Screw","quantity":50000,"unit_cost":0.00123}]}`, i.supplier))["data"]
		require.Equal(t, []any{0.00123, 61.5, 60.0}, []any{at(made, "items", 0, "unit_cost"), at(made, "items", 0, "line_total"), at(made, "total")})
		path := fmt.Sprintf("purchase-orders/%v", at(made, "id"))
		i.call(t, 200, "PATCH", fmt.Sprintf("%s/items/%v", path, at(made, "items", 0, "id")), `{"unit_cost":0.00123,"note":"kept"}`)
		require.InDelta(t, 61.5, at(i.call(t, 200, "GET", path, ""), "data", "items", 0, "line_total"), 0)
		i.call(t, 400, "PATCH", path, `{"other_costs":[{"label":"Freight","amount":-1,"allocation":"by_value"}]}`)
	})
}

func TestLargerQuantitiesCostNoMore(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		i := newImporter(t, s)
		offer := func(base string) string {
			return fmt.Sprintf(`{"supplier_id":%d,"supplier_sku":"LA-1","currency":"GBP","unit_cost":%s,"price_breaks":[{"min_quantity":10,"unit_cost":20.5},{"min_quantity":50,"unit_cost":18}]}`, i.supplier, base)
		}
		require.Equal(t, "invalid_price_breaks", i.call(t, 422, "POST", "supplier-offers", offer("20"))["code"])
		made := i.call(t, 201, "POST", "supplier-offers", offer("25"))["data"]
		path := fmt.Sprintf("supplier-offers/%v", at(made, "id"))
		require.Equal(t, "invalid_price_breaks", i.call(t, 422, "PATCH", path, `{"unit_cost":20}`)["code"])

		doc := i.read(t, "invoice.csv", fmt.Sprintf(signed, "3", "158.38"))
		i.call(t, 200, "POST", i.path(doc, "/import"), `{"mode":"create_purchase_order"}`)
		after := i.call(t, 200, "GET", path, "")["data"]
		require.Equal(t, []any{25.0, 20.0, 18.0}, []any{at(after, "unit_cost"), at(after, "price_breaks", 0, "unit_cost"), at(after, "price_breaks", 1, "unit_cost")})
		i.call(t, 200, "PATCH", i.path(doc, ""), `{"status":"ready"}`)
		require.InDelta(t, 20.5, at(i.call(t, 200, "GET", path, ""), "data", "price_breaks", 0, "unit_cost"), 0)
	})
}
