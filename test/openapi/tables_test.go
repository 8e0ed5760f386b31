package openapi_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"

	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// TestListsAsTables asks for each list that can be had as a table in its three forms: the same rows stand in all, in the same order. The
// list with the parameter format answers the same bytes.
func TestListsAsTables(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		m := s.Team(t, service.Wish{})
		r := m.Fill(t, "table", 3)
		s.Team(t, service.Wish{}).Fill(t, "theirs", 2)
		doc := s.Document(t)
		c := &checked.Client{Handler: s.Handler, Key: m.Key, Document: doc}
		columns := map[string]string{
			"exportSkusAsCsv": "sku", "exportInventoryProductsAsCsv": "title", "exportRepricerProductsAsCsv": "limits.min_price",
			"exportSupplierOffersAsCsv": "unit_cost", "exportPurchaseOrdersAsCsv": "number", "exportExchangeRatesAsCsv": "rate",
			"exportSuppliersAsCsv": "code", "exportWarehousesAsCsv": "type", "exportWarehouseStockAsCsv": "units", "exportNotesAsCsv": "body",
			"exportTagsAsCsv": "color", "exportDocumentsAsCsv": "original_name", "exportListingsAsCsv": "sku", "exportImportsAsCsv": "kind",
			"exportRepricerStrategiesAsCsv": "action", "exportRepricerHistoryAsCsv": "reason", "exportProductHistoryAsCsv": "event",
			"exportPurchaseOrderItemsAsCsv": "quantity", "exportAnalysisResultsAsCsv": "asin",
			"exportPurchaseOrderReceiptsAsCsv": "accepted", "exportImportRowsAsCsv": "row_number", "exportPrepProvidersAsCsv": "region",
			"exportAnalysesAsCsv": "rows_total", "exportWebhookEndpointsAsCsv": "url", "exportWebhookDeliveriesAsCsv": "event_id",
		}
		// These lists may have no rows here.
		empty := map[string]bool{"exportPurchaseOrderReceiptsAsCsv": true, "exportImportRowsAsCsv": true, "exportPrepProvidersAsCsv": true, "exportProductHistoryAsCsv": true}
		below := map[string]int64{"/purchase-orders/": r.Orders[0], "/imports/": r.Imports[0], "/analyses/": r.Analysis[0], "/webhook-endpoints/": r.Hooks[0]}
		at := func(path string) string {
			for part, record := range below {
				if strings.Contains(path, part) {
					path = strings.ReplaceAll(path, "{id}", strconv.FormatInt(record, 10))
				}
			}
			return path
		}
		// The list's own answer has one type, so this one is not described.
		formatted := func(path string) []byte {
			out := httptest.NewRecorder()
			s.Handler.ServeHTTP(out, c.Request(t, checked.Call{Method: http.MethodGet, Path: path}))
			require.Equal(t, 200, out.Code, path)
			return out.Body.Bytes()
		}
		found := 0
		for _, op := range doc.Operations() {
			path, ok := strings.CutSuffix(op.Path, ".csv")
			if !ok {
				continue
			}
			found++
			list, book := doc.Operation(t, tableOf.Replace(op.OperationID)), strings.Replace(op.OperationID, "AsCsv", "AsXlsx", 1)
			require.Equal(t, []string{"application/json"}, slices.Collect(maps.Keys(list.Responses.Value("200").Value.Content)))
			require.Equal(t, []string{"text/csv"}, slices.Collect(maps.Keys(op.Responses.Value("200").Value.Content)))
			require.Equal(t, path+".xlsx", doc.Operation(t, book).Path)
			require.Contains(t, list.Description, "As a table: GET "+strings.TrimPrefix(path, "/api/v1")+".csv and "+strings.TrimPrefix(path, "/api/v1")+".xlsx.")
			path = at(path)
			for _, name := range []string{"limit", "cursor", "count", "format", "include_deleted"} {
				require.Nil(t, op.Parameters.GetByInAndName("query", name), "%s %s", op.OperationID, name)
				a := c.Do(t, checked.Call{Method: http.MethodGet, Path: path + ".csv?" + name + "=1", Invalid: true})
				require.Equal(t, 400, a.Status, name)
			}
			require.Nil(t, list.Parameters.GetByInAndName("query", "format"), op.OperationID)
			require.NotNil(t, op.Parameters.GetByInAndName("query", "sort"), op.OperationID)
			a := c.Do(t, checked.Call{Method: http.MethodGet, Path: path + "?limit=200"})
			require.Equal(t, 200, a.Status, op.OperationID)
			var answer struct{ Data []map[string]any }
			d := json.NewDecoder(strings.NewReader(string(a.Body)))
			d.UseNumber()
			require.NoError(t, d.Decode(&answer))
			require.True(t, len(answer.Data) > 0 || empty[op.OperationID], op.OperationID)

			a = c.Do(t, checked.Call{Method: http.MethodGet, Path: path + ".csv"})
			require.Equal(t, 200, a.Status, op.OperationID)
			require.Equal(t, string(a.Body), string(formatted(path+"?format=csv")))
			rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(a.Body), "\ufeff"))).ReadAll()
			require.NoError(t, err)
			require.Contains(t, rows[0], columns[op.OperationID], op.OperationID)
			require.Len(t, rows, len(answer.Data)+1, op.OperationID)
			for i, row := range rows[1:] {
				for at, name := range rows[0] {
					require.Equal(t, shownCell(answer.Data[i], name), row[at], "%s: %s", op.OperationID, name)
				}
			}

			a = c.Do(t, checked.Call{Method: http.MethodGet, Path: path + ".xlsx"})
			require.Equal(t, 200, a.Status, op.OperationID)
			require.Equal(t, a.Body, formatted(path+"?format=xlsx"))
			opened, err := excelize.OpenReader(bytes.NewReader(a.Body))
			require.NoError(t, err)
			cells, err := opened.GetRows("Table", excelize.Options{RawCellValue: true})
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
			a := b.client.Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1/" + path + ".csv"})
			require.Equal(t, 200, a.Status)
			rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(a.Body), "\ufeff"))).ReadAll()
			require.NoError(t, err)
			require.Greater(t, len(rows), 3)

			done := b.work(t, b.post(t, 202, kind, string(a.Body)), 0)
			require.Equal(t, "completed", done["status"], "%v", done)
			require.EqualValues(t, len(rows)-1, done["rows_unchanged"], "%s: %v", kind, b.get(t, "GET", fmt.Sprintf("imports/%v/rows", done["id"]), 200))
		}
		// Costs of SKUs in a list may be those of their products: which columns are meant has to be said.
		a := b.client.Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1/skus.csv"})
		refused := b.post(t, 422, "sku", string(a.Body))
		require.Equal(t, "mapping_required", refused["code"])
		require.Contains(t, refused["candidates"], "unit_cost")
		require.NotContains(t, refused["candidates"], "min_price")
	})
}
