package notification_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/connection"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/sales"
	"sellingassistant/test/stores"
)

// orderOf makes a change of an order of a single position.
func orderOf(nid, seller, order, sku string, minute, units int, status string) string {
	return fmt.Sprintf(`{"NotificationVersion":"1.0","NotificationType":"ORDER_CHANGE","PayloadVersion":"1.0","EventTime":%q,
		"Payload":{"OrderChangeNotification":{"NotificationLevel":"OrderLevel","SellerId":%q,"AmazonOrderId":%q,"OrderChangeType":"OrderStatusChange",
			"OrderChangeTrigger":{"TimeOfOrderChange":%q,"ChangeReason":"x"},
			"Summary":{"MarketplaceId":"ATVPDKIKX0DER","OrderStatus":%q,"PurchaseDate":%q,"FulfillmentType":"MFN",
				"OrderItems":[{"OrderItemId":"1","SellerSKU":%q,"Quantity":%d,"QuantityShipped":0}]}}},
		"NotificationMetadata":{"NotificationId":%q}}`, stamp(minute), seller, order, stamp(minute), status, stamp(0), sku, units, nid)
}

func (w *intakeWorld) sold(t testing.TB, team id.Team, row decision.ProductID) int64 {
	t.Helper()
	got, err := w.sales.Units(t.Context(), team, map[decision.ProductID]sales.Window{
		row: {From: intakeNoon.Add(-time.Hour), To: w.clock.Now()},
	})
	require.NoError(t, err)
	return got[row]
}

func TestOrdersReachTheRows(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := open(t, s)
		team, other, third := w.team(t, "A1"), w.team(t, "A1"), w.team(t, "A3")
		w.connect(t, third, connection.Account{Region: "fe", SellerID: "A1", Marketplaces: []marketplace.ID{jp}})
		row, shared, stranger := w.row(t, team, "A1", "S/1", nil), w.row(t, other, "A1", "S/1", nil), w.row(t, third, "A1", "S/1", nil)
		sold := func() []int64 {
			return []int64{w.sold(t, team, row), w.sold(t, other, shared), w.sold(t, third, stranger)}
		}

		w.take(t, orderOf("n1", "A1", "903-1", "S/1", 1, 3, "Pending"))
		require.Equal(t, []int64{0, 0, 0}, sold(), "it is not paid yet")
		w.take(t, orderOf("n2", "A1", "903-1", "S/1", 5, 3, "Unshipped"), orderOf("n2", "A1", "903-1", "S/1", 5, 3, "Unshipped"))
		require.Equal(t, []int64{3, 3, 0}, sold(), "the grant for Japan does not cover the US")
		w.take(t, orderOf("n3", "A1", "903-1", "S/1", 4, 9, "Unshipped"), orderOf("n4", "A1", "903-2", "S/1", 4, 1, "Unheard"))
		require.Equal(t, []int64{4, 4, 0}, sold(), "a late event does not count")
		w.take(t, orderOf("n5", "A1", "903-1", "S/1", 6, 3, "Canceled"), orderOf("n6", "A9", "903-9", "S/1", 6, 3, "Unshipped"))
		require.Equal(t, []int64{1, 1, 0}, sold())
		require.Equal(t, map[string]int{"ORDER_CHANGE handed": 5, "ORDER_CHANGE known": 1, "ORDER_CHANGE late": 1}, w.watch.took)

		// The stream is deleted sooner than the order: a late event still does not count.
		w.clock.advance(8 * 24 * time.Hour)
		_, err := w.intake.Sweep(t.Context())
		require.NoError(t, err)
		require.Zero(t, w.count(t, "notification_newest", "type = 'ORDER_CHANGE'"))
		w.take(t, orderOf("n7", "A1", "903-1", "S/1", 5, 3, "Unshipped"))
		require.Equal(t, []int64{1, 1, 0}, sold())
	})
}
