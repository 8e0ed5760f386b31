package openapi_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// TestACurrencyOfRecordsIsConfirmed counts the records of every context that has amounts.
func TestACurrencyOfRecordsIsConfirmed(t *testing.T) {
	service.Each(t, func(t *testing.T, s *service.Service) {
		m, other := s.Team(t, service.Wish{}), s.Team(t, service.Wish{})
		client := &checked.Client{Document: s.Document(t), Handler: s.Handler, Key: m.Key}
		change := func(c *checked.Client, status int, body map[string]any) map[string]any {
			a := c.Do(t, checked.Call{Method: http.MethodPatch, Path: "/api/v1/account", Body: body})
			require.Equal(t, status, a.Status, "%s", a.Body)
			var members map[string]any
			require.NoError(t, json.Unmarshal(a.Body, &members))
			return members
		}
		counts := func(list any) map[string]any {
			out := map[string]any{}
			for _, entry := range list.([]any) {
				out[entry.(map[string]any)["type"].(string)] = entry.(map[string]any)["count"]
			}
			return out
		}
		changed := func(answer map[string]any) map[string]any {
			return answer["data"].(map[string]any)["currency_change"].(map[string]any)
		}
		first := changed(change(client, 200, map[string]any{"currency": "EUR"}))
		require.Equal(t, []any{[]any{}, []any{}}, []any{first["read_anew"], first["kept"]}, "nothing has amounts")

		supplier := m.Supplier(t, "plain")
		a := client.Do(t, checked.Call{Method: http.MethodPost, Path: "/api/v1/suppliers", Body: map[string]any{"name": "with freight", "default_shipping_cost": 5}})
		require.Equal(t, 201, a.Status, "%s", a.Body)
		m.Order(t, supplier)
		m.InventoryProduct(t, "with a cost")
		m.Analysis(t, "list", 3)
		kept := map[string]any{"purchase_order": 1., "product_cost": 1., "price_list_row": 3.}
		refused := change(client, 422, map[string]any{"currency": "USD", "default_expenses": map[string]any{"prep_per_unit": 0.5}})
		require.Equal(t, []any{"in_use", kept}, []any{refused["code"], counts(refused["blockers"])})
		done := changed(change(client, 200, map[string]any{
			"currency": "USD", "confirm": "keep_amounts", "default_expenses": map[string]any{"prep_per_unit": 0.5},
		}))
		require.Equal(t, []any{"EUR", "USD", kept, map[string]any{"supplier": 1.}}, []any{done["from"], done["to"], counts(done["kept"]), counts(done["read_anew"])},
			"the expense of this call is in the new currency already")

		stranger := client.As(other.Key)
		require.Equal(t, []any{}, changed(change(stranger, 200, map[string]any{"currency": "GBP"}))["kept"], "another team")
	})
}

// TestManyProductsGetAClass changes products of the caller's team alone.
func TestManyProductsGetAClass(t *testing.T) {
	service.Each(t, func(t *testing.T, s *service.Service) {
		m, other := s.Team(t, service.Wish{}), s.Team(t, service.Wish{})
		client := &checked.Client{Document: s.Document(t), Handler: s.Handler, Key: m.Key}
		own, second, theirs := m.InventoryProduct(t, "one"), m.InventoryProduct(t, "two"), other.InventoryProduct(t, "three")
		update := func(ids ...int64) []any {
			a := client.Do(t, checked.Call{Method: http.MethodPatch, Path: "/api/v1/inventory-products", Body: map[string]any{"ids": ids, "vat_class": "reduced"}})
			require.Equal(t, 200, a.Status, "%s", a.Body)
			var answer struct{ Data []map[string]any }
			require.NoError(t, json.Unmarshal(a.Body, &answer))
			var out []any
			for _, row := range answer.Data {
				out = append(out, row["status"])
				if product, ok := row["product"].(map[string]any); ok {
					require.Equal(t, "reduced", product["vat_class"])
				} else {
					require.Equal(t, "not_found", row["error"].(map[string]any)["code"])
				}
			}
			return out
		}
		require.Equal(t, []any{"updated", "failed", "updated", "updated"}, update(own, theirs, second, own))
		require.Equal(t, []any{"unchanged", "unchanged"}, update(second, own))
		a := client.As(other.Key).Do(t, checked.Call{Method: http.MethodGet, Path: "/api/v1/inventory-products"})
		require.Contains(t, string(a.Body), `"vat_class":null`)
		require.NotContains(t, string(a.Body), "reduced")
	})
}
