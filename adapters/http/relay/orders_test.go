package relay_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOrdersHaveNothingOfBuyers removes members about buyers, and unknown members.
func TestOrdersHaveNothingOfBuyers(t *testing.T) {
	const list, items = "/orders/v0/orders?createdAfter=2026-11-01T00:00:00Z", "/orders/v0/orders/111-1/orderItems"
	for _, c := range []struct{ path, answer, want string }{
		{
			list, `{"payload":{"Orders":[{"AmazonOrderId":"111-1","OrderTotal":{"Amount":"1.10","CurrencyCode":"USD"},"BuyerInfo":{"BuyerEmail":"ann@example.com"},
   "ShippingAddress":{"City":"Bern"},"AutomatedShippingSettings":{},"Later":"ann"}],"NextToken":"t","CreatedBefore":"2026-11-02T00:00:00Z","Later":1},"errors":[]}`,
			`{"payload":{"Orders":[{"AmazonOrderId":"111-1","OrderTotal":{"Amount":"1.10","CurrencyCode":"USD"}}],"NextToken":"t","CreatedBefore":"2026-11-02T00:00:00Z"}}`,
		},
		{
			items, `{"payload":{"AmazonOrderId":"111-1","OrderItems":[{"SellerSKU":"A","QuantityOrdered":2,"BuyerInfo":{"GiftMessageText":"Hi"},
   "BuyerRequestedCancel":{"BuyerCancelReason":"late"}}],"BuyerInfo":{}}}`,
			`{"payload":{"AmazonOrderId":"111-1","OrderItems":[{"SellerSKU":"A","QuantityOrdered":2}]}}`,
		},
	} {
		r := newRig(t, "")
		r.answer = says(200, c.answer)
		w := r.do("GET", c.path, "")
		require.Equal(t, 200, w.Code, w.Body)
		require.JSONEq(t, c.want, w.Body.String())

		for _, unknown := range []string{`{"payload":{"Rows":[{"BuyerEmail":"ann@example.com"}]}}`, `{"payload":[{"BuyerEmail":"ann@example.com"}]}`} {
			r.answer = says(200, unknown)
			w = r.do("GET", c.path, "")
			require.Equal(t, 503, w.Code, w.Body)
			require.Contains(t, w.Body.String(), `"code":"upstream_unavailable"`)
			require.NotContains(t, w.Body.String(), "ann@")
		}
	}
}
