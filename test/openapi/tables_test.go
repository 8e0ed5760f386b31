package openapi_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// TestListsAsTables asks for each list that can be had as a table in both forms: the same rows stand in both, in the same order.
func TestListsAsTables(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		m := s.Team(t, service.Wish{})
		m.Fill(t, "table", 3)
		s.Team(t, service.Wish{}).Fill(t, "theirs", 2)
		doc := s.Document(t)
		c := &checked.Client{Handler: s.Handler, Key: m.Key, Document: doc}
		columns := map[string]string{
			"listSkus": "sku", "listInventoryProducts": "title", "listRepricerProducts": "limits.min_price", "listSupplierOffers": "unit_cost", "listPurchaseOrders": "number",
		}
		found := 0
		for _, op := range doc.Operations() {
			if strings.Contains(op.Path, "{") || op.Responses.Value("200") == nil || op.Responses.Value("200").Value.Content["text/csv"] == nil {
				continue
			}
			found++
			a := c.Do(t, checked.Call{Method: http.MethodGet, Path: op.Path + "?limit=200"})
			require.Equal(t, 200, a.Status, op.OperationID)
			var list struct{ Data []map[string]any }
			d := json.NewDecoder(strings.NewReader(string(a.Body)))
			d.UseNumber()
			require.NoError(t, d.Decode(&list))
			require.NotEmpty(t, list.Data, op.OperationID)

			a = c.Do(t, checked.Call{Method: http.MethodGet, Path: op.Path + "?format=csv"})
			require.Equal(t, 200, a.Status, op.OperationID)
			rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(a.Body), "\ufeff"))).ReadAll()
			require.NoError(t, err)
			require.Contains(t, rows[0], columns[op.OperationID], op.OperationID)
			require.Len(t, rows, len(list.Data)+1, op.OperationID)
			for i, row := range rows[1:] {
				for at, name := range rows[0] {
					require.Equal(t, shownCell(list.Data[i], name), row[at], "%s: %s", op.OperationID, name)
				}
			}

			a = c.Do(t, checked.Call{Method: http.MethodGet, Path: op.Path + "?format=xlsx"})
			require.Equal(t, 200, a.Status, op.OperationID)
			book, err := excelize.OpenReader(bytes.NewReader(a.Body))
			require.NoError(t, err)
			cells, err := book.GetRows("Table", excelize.Options{RawCellValue: true})
			require.NoError(t, err)
			require.Len(t, cells, len(rows), op.OperationID)
			for i, row := range rows {
				for at := range row {
					got := ""
					if at < len(cells[i]) {
						got = cells[i][at]
					}
					require.Equal(t, row[at], got, "%s: %s", op.OperationID, rows[0][at])
				}
			}
		}
		require.Equal(t, len(columns), found)
	})
}

// shownCell is a member of an answer as a cell.
func shownCell(record map[string]any, name string) string {
	first, rest, below := strings.Cut(name, ".")
	switch v := record[first].(type) {
	case map[string]any:
		if below {
			return shownCell(v, rest)
		}
	case string:
		if strings.IndexAny(v, "=+-@") == 0 {
			return "'" + v
		}
		return v
	case json.Number:
		return v.String()
	case bool:
		return map[bool]string{true: "true", false: "false"}[v]
	case []any:
		var parts []string
		for _, one := range v {
			parts = append(parts, shownCell(map[string]any{"": one}, ""))
		}
		return strings.Join(parts, " | ")
	}
	return ""
}

// TestAnExportedTableIsImportedUnchanged reads a list as a table and imports it as it is.
func TestAnExportedTableIsImportedUnchanged(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		b := newTabler(t, s)
		b.Fill(t, "export", 3)
		for kind, path := range map[string]string{"repricer_product": "sa/repricer/products", "inventory_product": "inventory-products"} {
			a := b.client.Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1/" + path + "?format=csv"})
			require.Equal(t, 200, a.Status)
			rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(a.Body), "\ufeff"))).ReadAll()
			require.NoError(t, err)
			require.Greater(t, len(rows), 3)

			done := b.work(t, b.post(t, 202, kind, string(a.Body)), 0)
			require.Equal(t, "completed", done["status"], "%v", done)
			require.EqualValues(t, len(rows)-1, done["rows_unchanged"], "%s: %v", kind, b.get(t, "GET", fmt.Sprintf("imports/%v/rows", done["id"]), 200))
		}
		// Costs of SKUs in a list may be those of their products: which columns are meant has to be said.
		a := b.client.Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1/skus?format=csv"})
		refused := b.post(t, 422, "sku", string(a.Body))
		require.Equal(t, "mapping_required", refused["code"])
		require.Contains(t, refused["candidates"], "unit_cost")
		require.NotContains(t, refused["candidates"], "min_price")
	})
}
