package orders_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing/order"
	ports "sellingassistant/ports/purchasing"
)

// TestOrdersOutliveTheirProducts reopens a closed order, and restores a cancelled order, after
// products of both were deleted. Later units are received, but there is no stock of them.
func TestOrdersOutliveTheirProducts(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx, s := t.Context(), w.shop(t, "S")
		gone, stays := w.product(t, "gone"), w.product(t, "stays")
		closed := w.placed(t, from(s, of(gone, 10, "1"), of(stays, 5, "1")))
		_, err := w.ReceiveItem(ctx, us, closed.ID, closed.Items[1].ID, accepted(2), nil)
		require.NoError(t, err)
		w.to(t, closed.ID, order.Closed)
		cancelled := w.placed(t, from(s, of(gone, 4, "1"), of(stays, 3, "1")))
		w.to(t, cancelled.ID, order.Cancelled)
		require.NoError(t, w.products.Delete(ctx, us, inventory.ProductID(gone), nil))

		require.Equal(t, order.PartiallyReceived, w.to(t, closed.ID, order.Ordered).Status)
		w.to(t, cancelled.ID, order.Draft)
		w.to(t, cancelled.ID, order.Ordered)
		onOrder, _ := w.units(t, stays)
		require.Equal(t, int64(3+3), onOrder)
		for _, one := range []order.ID{closed.ID, cancelled.ID} {
			done := w.to(t, one, order.Received)
			require.Zero(t, done.Counts.Outstanding)
		}
		onOrder, inWarehouse := w.units(t, stays)
		require.Equal(t, []int64{0, 5 + 3}, []int64{onOrder, inWarehouse})
		lines, err := w.stock.List(ctx, us, ports.StockFilter{}, page.Request{Limit: 9, Order: []page.By{{Field: "id"}}})
		require.NoError(t, err)
		require.Len(t, lines.Items, 1)
		_, err = w.ReceiveItem(ctx, us, closed.ID, closed.Items[0].ID, accepted(1), nil)
		require.NoError(t, err, "a correction needs no stock that there cannot be")
		var dead int
		require.NoError(t, w.Hot(ctx).QueryRow(ctx, "SELECT count(*) FROM purchasing_stock WHERE product_id = $1", gone).Scan(&dead))
		require.Zero(t, dead, "a warehouse could not be deleted any more")
	})
}
