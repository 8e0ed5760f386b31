package orders_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	ports "sellingassistant/ports/purchasing"
)

// blocks returns the blockers in an error in_use, nil without an error.
func blocks(t *testing.T, err error) []edit.Blocker {
	t.Helper()
	if err == nil {
		return nil
	}
	found, _ := refused(t, err, fault.CodeInUse, "").Details["blockers"].([]edit.Blocker)
	return found
}

func TestWhatAnOrderWaitsForStays(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx := t.Context()
		w.shop(t, "First")
		s := purchasing.SupplierID(w.shop(t, "S"))
		cellar, err := w.warehouses.List(ctx, us, ports.WarehouseFilter{Query: "cellar of s"}, page.Request{Limit: 1})
		require.NoError(t, err)
		warehouse := cellar.Items[0].ID
		product := w.product(t, "Bottle")
		offer, err := w.offers.Create(ctx, us, purchasing.OfferPatch{
			Supplier: optional.Put(s), SupplierSKU: optional.Put("N-1"), Product: optional.Put(purchasing.ProductID(product)), UnitCost: optional.Put(usd("4")),
		})
		require.NoError(t, err)
		in := from(int64(s), order.ItemPatch{OfferID: optional.Put(int64(offer.ID)), Quantity: optional.Put(int64(10))}, line("other", 2, "1"))
		in.Patch.WarehouseID = optional.Put(int64(warehouse))
		one := w.made(t, in)

		orderBlocks := []edit.Blocker{{Type: "purchase_order", Count: 1, IDs: []int64{int64(one.ID)}}}
		itemBlocks := []edit.Blocker{{Type: "purchase_order_item", Count: 1, IDs: []int64{int64(one.Items[0].ID)}}}
		open := func(n int64) {
			t.Helper()
			got, err := w.warehouses.Get(ctx, us, warehouse)
			require.NoError(t, err)
			require.Equal(t, n, got.Values.Stats.OpenOrders)
		}
		stay := func(status order.Status) {
			t.Helper()
			require.Equal(t, orderBlocks, blocks(t, w.suppliers.Delete(ctx, us, s, nil)), status)
			require.Equal(t, orderBlocks, blocks(t, w.warehouses.Delete(ctx, us, warehouse, nil)), status)
			require.Equal(t, itemBlocks, blocks(t, w.offers.Delete(ctx, us, offer.ID, nil)), status)
			require.Equal(t, itemBlocks, blocks(t, w.products.Delete(ctx, us, inventory.ProductID(product), nil)), status)
			open(1)
		}
		stay(order.Draft)
		w.to(t, one.ID, order.Ordered)
		stay(order.Ordered)
		for _, party := range []order.Party{order.OfSupplier, order.ToWarehouse, order.OfOffer, order.OfProduct} {
			theirs, err := w.store.Open(ctx, them.Team, party, []int64{int64(s), int64(warehouse), int64(offer.ID), product})
			require.NoError(t, err)
			require.Empty(t, theirs, "another team's orders keep nothing: %s", party)
		}
		_, err = w.Hot(ctx).Exec(ctx, "UPDATE purchasing_orders SET status = 'partially_received' WHERE id = $1", int64(one.ID))
		require.NoError(t, err)
		stay(order.PartiallyReceived)
		_, err = w.Hot(ctx).Exec(ctx, "UPDATE purchasing_orders SET status = 'ordered' WHERE id = $1", int64(one.ID))
		require.NoError(t, err)

		w.to(t, one.ID, order.Cancelled)
		open(0)
		require.NoError(t, w.offers.Delete(ctx, us, offer.ID, nil))
		require.NoError(t, w.products.Delete(ctx, us, inventory.ProductID(product), nil))
		require.NoError(t, w.warehouses.Delete(ctx, us, warehouse, nil))
		require.NoError(t, w.suppliers.Delete(ctx, us, s, nil))
	})
}

func TestOpenOrdersAreCountedAndTheFirstAreNamed(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		s, other := w.shop(t, "S"), w.shop(t, "T")
		a := w.product(t, "a")
		for range 11 {
			w.made(t, from(s, of(a, 2, "1")))
		}
		w.placed(t, from(s, of(a, 3, "1")))
		gone := w.made(t, from(s, of(a, 5, "1")))
		require.NoError(t, w.Delete(ctx, us, gone.ID, nil))
		done := w.placed(t, from(s, of(a, 5, "1")))
		_, err := w.Update(ctx, us, done.ID, orders.Update{Status: optional.Some(order.Received)}, nil)
		require.NoError(t, err)

		first := []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
		found, err := w.store.Open(ctx, us.Team, order.OfSupplier, []int64{s, other, 99})
		require.NoError(t, err)
		require.Equal(t, map[int64]purchasing.Held{s: {Records: 12, IDs: first}}, found)
		found, err = w.store.Open(ctx, us.Team, order.OfProduct, []int64{a})
		require.NoError(t, err)
		require.Equal(t, map[int64]purchasing.Held{a: {Records: 12, Units: 25, IDs: first}}, found)
		results, err := w.suppliers.DeleteMany(ctx, us, edit.Many[purchasing.SupplierID]{IDs: []purchasing.SupplierID{purchasing.SupplierID(s), purchasing.SupplierID(other)}})
		require.NoError(t, err)
		require.Equal(t, []edit.Outcome{edit.Failed, edit.Deleted}, []edit.Outcome{results[0].Outcome, results[1].Outcome})
		require.Equal(t, []edit.Blocker{{Type: "purchase_order", Count: 12, IDs: first}}, results[0].Err.Details["blockers"])
	})
}
