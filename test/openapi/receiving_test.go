package openapi_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/service"
)

// TestOverReceipt takes 140 units of an order of 120 for 856.20: free units keep the total and cost
// less each, billed units raise quantity and total. A receipt line, receive and quantity_received
// have the choice.
func TestOverReceipt(t *testing.T) {
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		i := newImporter(t, s)
		for n, c := range []struct {
			body string
			want []any
		}{
			{`{"quantity_received":140}`, []any{120.0, 0.0, 856.2, 6.1157, 856.2}},
			{`{"quantity_received":140,"over_receipt":"free"}`, []any{120.0, 0.0, 856.2, 6.1157, 856.2}},
			{`{"quantity_received":140,"over_receipt":"billed"}`, []any{140.0, 20.0, 991.4, 7.0814, 991.4}},
			{`{"receive":{"accepted":140,"over_receipt":"billed"}}`, []any{140.0, 20.0, 991.4, 7.0814, 991.4}},
			{`{"lines":[{"item_id":%v,"accepted":100},{"item_id":%[1]v,"accepted":40,"over_receipt":"billed"}]}`, []any{140.0, 20.0, 991.4, 7.0814, 991.4}},
			{`{"lines":[{"item_id":%v,"accepted":130},{"item_id":%[1]v,"accepted":10,"over_receipt":"billed"}]}`, []any{130.0, 10.0, 923.8, 6.5986, 923.8}},
		} {
			made := i.call(t, 201, "POST", "purchase-orders", fmt.Sprintf(`{"supplier_id":%d,"number":"OVER-%d","status":"ordered",
				"shipping_cost":45,"items":[{"title":"Bottle","quantity":120,"unit_cost":6.76}]}`, i.supplier, n))["data"]
			order := fmt.Sprintf("purchase-orders/%v", at(made, "id"))
			item := at(i.order(t, at(made, "id")), "items", 0, "id")
			if n < 4 {
				i.call(t, 200, "PATCH", fmt.Sprintf("%s/items/%v", order, item), c.body)
			} else {
				i.call(t, 200, "POST", order+"/receipts", fmt.Sprintf(c.body, item))
			}
			now := i.order(t, at(made, "id"))
			require.Equal(t, c.want, []any{
				at(now, "items", 0, "quantity"), at(now, "items", 0, "quantity_billed_over"), at(now, "total"),
				at(now, "items", 0, "landed_unit_cost"), at(now, "items", 0, "landed_received"),
			}, c.body)
			require.Equal(t, at(now, "total"), at(now, "landed_total"))
			require.Equal(t, "received", at(now, "status"))
		}
	})
}
