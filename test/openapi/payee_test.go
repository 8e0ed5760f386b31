package openapi_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/service"
)

func TestCostsHaveAPayee(t *testing.T) {
	service.Each(t, func(t *testing.T, s *service.Service) {
		i := newImporter(t, s)
		order := at(i.call(t, 201, "POST", "purchase-orders", fmt.Sprintf(
			`{"supplier_id":%d,"items":[{"title":"Mat","quantity":100,"unit_cost":10}]}`, i.supplier)), "data", "id")
		path := fmt.Sprintf("purchase-orders/%v", order)
		const costs = `{"other_costs":[{"label":"Pallets","amount":20},{"label":"Forwarder","amount":30,"payee":"other"},
			{"label":"Customs","amount":40,"currency":"EUR"}]}`
		missing := i.call(t, 422, "PATCH", path, costs)
		require.Equal(t, []any{"exchange_rate_missing", "EUR", "USD"}, []any{missing["code"], missing["base"], missing["quote"]})
		require.Equal(t, "/other_costs/2/exchange_rate", at(missing, "errors", 0, "pointer"))

		i.call(t, 200, "PUT", "exchange-rates", `{"rates":[{"base":"EUR","quote":"USD","date":"2026-11-16","rate":1.25}]}`)
		changed := i.call(t, 200, "PATCH", path, costs)["data"]
		require.Equal(t, []any{1020.0, 1100.0}, []any{at(changed, "total"), at(changed, "landed_total")})
		require.Equal(t, []any{"supplier", "other", "other", nil, 1.25}, []any{
			at(changed, "other_costs", 0, "payee"), at(changed, "other_costs", 1, "payee"), at(changed, "other_costs", 2, "payee"),
			at(changed, "other_costs", 1, "exchange_rate"), at(changed, "other_costs", 2, "exchange_rate"),
		})
		require.InDelta(t, 11, at(i.call(t, 200, "GET", path, ""), "data", "items", 0, "landed_unit_cost"), 0)

		for body, pointer := range map[string]string{
			`{"other_costs":[{"label":"Duty","amount":1,"currency":"EUR","payee":"supplier"}]}`: "/other_costs/0/payee",
			`{"other_costs":[{"label":"Duty","amount":1,"exchange_rate":2}]}`:                   "/other_costs/0/exchange_rate",
		} {
			refused := i.call(t, 422, "PATCH", path, body)
			require.Equal(t, []any{"not_allowed", pointer}, []any{at(refused, "errors", 0, "code"), at(refused, "errors", 0, "pointer")}, body)
		}
		i.refuse(t, "PATCH", path, `{"other_costs":[{"label":"Duty","amount":1,"payee":"customs"}]}`)
		other := newImporter(t, s)
		other.call(t, 404, "PATCH", path, costs)
	})
}
