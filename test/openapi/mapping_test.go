package openapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/ports/jobs"
	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// odd has unknown labels, and two columns that could be the price.
const odd = "Example Supply Ltd;;;;\nTax ID;GB123456789;;;\nInvoice number;INV-9%d;;;\nIdent;Goods;Number;Course;New course\n" +
	"A-77;Steel bottle;24;€13.00;€12.50\nB-12;Lid;100;€4.00;€3.00\n;;;Total;€600.00\n"

const columnsOfOdd = `{"columns":{"supplier_sku":"Ident","description":"Goods","quantity":"Number","unit_price":"New course"}}`

// upload sends a file with parts beside it, reads it, and returns the answer and the document's id.
func (i *importer) upload(t *testing.T, status int, name, content string, parts map[string]string) (map[string]any, int64) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for part, text := range parts {
		require.NoError(t, w.WriteField(part, text))
	}
	f, err := w.CreateFormFile("file", name)
	require.NoError(t, err)
	_, err = f.Write([]byte(content))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	a := i.client.Do(t, checked.Call{
		Method: http.MethodPost, Path: "/api/v1/documents", Body: b.Bytes(), Header: http.Header{"Content-Type": {w.FormDataContentType()}},
	})
	require.Equal(t, status, a.Status, "%.2000s", a.Body)
	var members map[string]any
	require.NoError(t, json.Unmarshal(a.Body, &members))
	if status >= 300 {
		return members, 0
	}
	doc := int64(at(members, "data", "id").(float64))
	i.reread(t, doc)
	return members, doc
}

// reread runs the job that reads a document.
func (i *importer) reread(t *testing.T, doc int64) {
	t.Helper()
	require.NoError(t, i.service.Operator.Reader.Read(t.Context(), jobs.Job{Team: i.ID, Args: fmt.Appendf(nil, `{"document":%d}`, doc)}))
}

// refuse wants 400 for a body that the document forbids.
func (i *importer) refuse(t *testing.T, method, path, body string) {
	t.Helper()
	a := i.client.Do(t, checked.Call{
		Method: method, Path: "/api/v1/" + path, Body: []byte(body), Header: http.Header{"Content-Type": {"application/json"}}, Invalid: true,
	})
	require.Equal(t, http.StatusBadRequest, a.Status, "%.2000s", a.Body)
}

// prices lists the unit prices of a preview.
func (i *importer) prices(t *testing.T, doc int64) (out []any) {
	t.Helper()
	for _, l := range at(i.call(t, 200, "GET", i.path(doc, "/import-preview"), ""), "data", "lines").([]any) {
		out = append(out, at(l, "unit_price"))
	}
	return out
}

func TestColumnsOfADocumentAreNamedAndRemembered(t *testing.T) {
	service.Each(t, func(t *testing.T, s *service.Service) {
		i := newImporter(t, s)
		_, first := i.upload(t, 201, "odd.csv", fmt.Sprintf(odd, 1), nil)
		p := i.call(t, 200, "GET", i.path(first, "/import-preview"), "")["data"]
		require.Equal(t, []any{"D", "Course", nil}, []any{at(p, "table", "columns", 3, "column"), at(p, "table", "columns", 3, "header"), at(p, "table", "columns", 3, "field")})
		require.InDelta(t, 4, at(p, "table", "header_row"), 0)
		require.NotEqual(t, []any{12.5, 3.0}, i.prices(t, first))

		changed := i.call(t, 200, "PATCH", i.path(first, ""), `{"mapping":`+columnsOfOdd+`}`)["data"]
		require.Equal(t, "uploaded", at(changed, "status"))
		require.Equal(t, map[string]any{"field": "unit_price", "column": "New course"}, at(changed, "mapping", "columns", 3))
		require.Equal(t, []any{nil, nil, "auto"}, []any{at(changed, "mapping", "sheet"), at(changed, "mapping", "header_row"), at(changed, "mapping", "decimal")})
		again := i.call(t, 200, "PATCH", i.path(first, ""), `{"mapping":`+columnsOfOdd+`}`)["data"]
		require.Equal(t, at(changed, "version"), at(again, "version"), "the same mapping changes nothing")
		i.reread(t, first)
		require.Equal(t, []any{12.5, 3.0}, i.prices(t, first))
		require.Equal(t, "unit_price", at(i.call(t, 200, "GET", i.path(first, "/import-preview"), ""), "data", "table", "columns", 4, "field"))

		_, early := i.upload(t, 201, "early.csv", fmt.Sprintf(odd, 2), nil)
		require.NotEqual(t, []any{12.5, 3.0}, i.prices(t, early), "nothing is remembered before an import")
		done := i.call(t, 200, "POST", i.path(first, "/import"), `{"mode":"create_purchase_order"}`)
		require.InDelta(t, 2, at(done, "meta", "succeeded"), 0)
		stuck := i.call(t, 422, "PATCH", i.path(first, ""), `{"mapping":null}`)
		require.Equal(t, "invalid_transition", stuck["code"], "an applied document is not read again")

		_, second := i.upload(t, 201, "second.csv", fmt.Sprintf(odd, 3), nil)
		require.Equal(t, []any{12.5, 3.0}, i.prices(t, second), "the supplier's columns are remembered")
		require.Nil(t, at(i.call(t, 200, "GET", i.path(second, ""), ""), "data", "mapping"))

		other := newImporter(t, s)
		_, foreign := other.upload(t, 201, "odd.csv", fmt.Sprintf(odd, 4), nil)
		require.NotEqual(t, []any{12.5, 3.0}, other.prices(t, foreign), "another team has its own")
		other.call(t, 404, "PATCH", other.path(second, ""), `{"mapping":`+columnsOfOdd+`}`)
	})
}

func TestColumnsAreNamedWithTheFile(t *testing.T) {
	service.Each(t, func(t *testing.T, s *service.Service) {
		i := newImporter(t, s)
		made, doc := i.upload(t, 201, "odd.csv", fmt.Sprintf(odd, 1), map[string]string{"mapping": columnsOfOdd})
		require.Equal(t, "supplier_sku", at(made, "data", "mapping", "columns", 0, "field"))
		require.Equal(t, []any{12.5, 3.0}, i.prices(t, doc))

		_, unfit := i.upload(t, 201, "unfit.csv", fmt.Sprintf(odd, 2), map[string]string{"mapping": `{"columns":{"unit_price":"Prix"}}`})
		read := i.call(t, 200, "GET", i.path(unfit, ""), "")["data"]
		require.Equal(t, "mapping_unfit", at(read, "last_reading", "problems", 0, "code"))
		require.Equal(t, "error", at(read, "last_reading", "problems", 0, "severity"))
		require.Equal(t, "validation_failed", i.call(t, 422, "POST", i.path(unfit, "/import"), `{"mode":"create_purchase_order"}`)["code"])

		for text, pointer := range map[string]string{
			`{"columns":{"price":"E"}}`:            "/mapping/columns/price",
			`{"columns":{"unit_price":""}}`:        "/mapping/columns/unit_price",
			`{"decimal":";"}`:                      "/mapping/decimal",
			`{"header_row":0}`:                     "/mapping/header_row",
			`{"columns":{"unit_price":"E"},"x":1}`: "/mapping/x",
		} {
			refused, _ := i.upload(t, 400, "a.csv", "SKU,Qty\nA,1\n", map[string]string{"mapping": text})
			require.Equal(t, pointer, at(refused, "errors", 0, "pointer"), text)
		}
		refused, _ := i.upload(t, 422, "a.txt", "Invoice 7\n", map[string]string{"mapping": columnsOfOdd})
		require.Equal(t, []any{"not_supported", "/mapping"}, []any{refused["code"], at(refused, "errors", 0, "pointer")})
	})
}

func TestAUserSaysWhatALineIs(t *testing.T) {
	service.Each(t, func(t *testing.T, s *service.Service) {
		i := newImporter(t, s)
		const bill = "Example Supply Ltd,,,,\nTax ID,GB123456789,,,\nInvoice number,INV-70,,,\nItem no,Description,Qty,Unit price,Amount\n" +
			"A-77,Steel bottle,24,$12.50,$300.00\nX-1,Blue box,10,$2.00,$20.00\nX-2,Carrier,1,$15.00,$15.00\nX-3,Bonus,1,$5.00,$5.00\n,,,Total,$330.00\n"
		_, doc := i.upload(t, 201, "bill.csv", bill, nil)
		const lines = `{"mode":"create_purchase_order","lines":[{"line_no":2,"kind":"deposit"},{"line_no":3,"kind":"freight"},{"line_no":4,"kind":"discount"}]}`
		done := i.call(t, 200, "POST", i.path(doc, "/import"), lines)
		order := i.call(t, 200, "GET", fmt.Sprintf("purchase-orders/%v", at(done, "data", "purchase_order", "id")), "")["data"]
		require.Equal(t, []any{1.0, 330.0, 15.0, 5.0}, []any{at(order, "items_count"), at(order, "total"), at(order, "shipping_cost"), at(order, "discount")})
		require.Equal(t, []any{"Blue box", 20.0, "none"}, []any{
			at(order, "other_costs", 0, "label"), at(order, "other_costs", 0, "amount"), at(order, "other_costs", 0, "allocation"),
		})
		refused := i.call(t, 400, "POST", i.path(doc, "/import"), `{"mode":"create_purchase_order","lines":[{"line_no":2,"kind":"fee","quantity":3}]}`)
		require.Equal(t, []any{"conflicting_parameters", "/lines/0/kind"}, []any{refused["code"], at(refused, "errors", 0, "pointer")})
		i.refuse(t, "POST", i.path(doc, "/import"), `{"mode":"create_purchase_order","lines":[{"line_no":2,"kind":"return"}]}`)
	})
}
