package orders_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/test/stores"
)

var march10 = date.MustParse("2026-03-10")

func accepted(n int64) orders.Receiving { return orders.Receiving{Accepted: optional.Some(n)} }

func arrived(n int64) orders.Receiving {
	return orders.Receiving{Arrival: optional.Some(orders.Arrival{Accepted: n})}
}

func returned(n int64, replace bool) orders.Receiving {
	return orders.Receiving{Return: optional.Some(orders.Return{Units: n, Replace: replace, Reason: optional.Some("scratched")})}
}

// received books units of the only item of an order.
func (w world) received(t *testing.T, of orders.View, in orders.Receiving) orders.ItemView {
	t.Helper()
	got, err := w.ReceiveItem(t.Context(), us, of.ID, of.Items[0].ID, in, nil)
	require.NoError(t, err)
	return got
}

func TestAnItemIsReceived(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx := t.Context()
		a := w.product(t, "a")
		one := w.placed(t, from(w.shop(t, "S"), of(a, 10, "2")))
		other, err := w.warehouses.Create(ctx, us, purchasing.WarehousePatch{Name: optional.Put("Other")})
		require.NoError(t, err)
		state := func(got orders.ItemView, accepted, outstanding, inWarehouse int64, status order.Status) {
			t.Helper()
			on, in := w.units(t, a)
			require.Equal(t, []any{accepted, outstanding, outstanding, inWarehouse, status, accepted, outstanding},
				[]any{got.Accepted, got.Outstanding(), on, in, got.Of.Status, got.Of.Counts.Received, got.Of.Counts.Outstanding})
		}
		arrival := orders.Arrival{Accepted: 3, Rejected: 1, Reason: optional.Some(order.Damaged), Delivery: order.Delivery{
			Day: optional.Some(march10), Reference: optional.Some("DN-7"), WarehouseID: int64(other.ID),
		}}
		state(w.received(t, one, orders.Receiving{Arrival: optional.Some(arrival)}), 3, 7, 3, order.PartiallyReceived)
		set := accepted(8)
		set.Delivery.Reference = optional.Some("DN-8")
		state(w.received(t, one, set), 8, 2, 8, order.PartiallyReceived)
		again := w.received(t, one, set)
		state(again, 8, 2, 8, order.PartiallyReceived)
		require.Equal(t, int64(3), again.Version, "the same again changes nothing")
		state(w.received(t, one, accepted(2)), 2, 8, 2, order.PartiallyReceived)
		state(w.received(t, one, accepted(10)), 10, 0, 10, order.Received)
		state(w.received(t, one, returned(4, false)), 10, 0, 6, order.Received)
		state(w.received(t, one, returned(1, true)), 10, 1, 5, order.PartiallyReceived)
		state(w.received(t, one, arrived(1)), 11, 0, 6, order.Received)

		lines, err := w.store.Receipts(ctx, 1, one.Items[0].ID)
		require.NoError(t, err)
		type line struct {
			kind      order.ReceiptKind
			accepted  int64
			warehouse int64
			day       string
		}
		got := make([]line, len(lines))
		for i, r := range lines {
			require.Equal(t, int64(i+1), r.Line)
			got[i] = line{r.Kind, r.Accepted, r.WarehouseID, r.Day.String()}
		}
		own, its := one.Values.WarehouseID, int64(other.ID)
		require.Equal(t, []line{
			{order.Arrival, 3, its, "2026-03-10"},
			{order.Arrival, 5, own, "2026-03-20"},
			{order.Correction, -5, own, "2026-03-20"}, {order.Correction, -1, its, "2026-03-10"},
			{order.Arrival, 8, own, "2026-03-20"},
			{order.Return, -4, own, "2026-03-20"}, {order.Return, -1, own, "2026-03-20"},
			{order.Arrival, 1, own, "2026-03-20"},
		}, got)
		require.Equal(t, int64(1), again.Rejected)
		entries := stores.Rows(t, w.Store, "audit_log")["audit_log"]
		booked := 0
		for _, e := range entries {
			if e["record_type"] == "purchase_order_item" && e["verb"] == "updated" {
				booked++
			}
		}
		require.Equal(t, 7, booked, "a line of the trail for each change")
	})
}

func TestReceiptsAreRefused(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx := t.Context()
		a, s := w.product(t, "a"), w.shop(t, "S")
		draft := w.made(t, from(s, of(a, 10, "2")))
		one := w.placed(t, from(s, of(a, 10, "2")))
		try := func(who caller.Caller, of orders.View, in orders.Receiving) error {
			_, err := w.ReceiveItem(ctx, who, of.ID, of.Items[0].ID, in, nil)
			return err
		}
		refused(t, try(us, draft, arrived(1)), fault.CodeInvalidState, "")
		require.True(t, fault.Is(try(them, one, arrived(1)), fault.CodeNotFound))
		_, err := w.ReceiveItem(ctx, us, one.ID, one.Items[0].ID, arrived(1), new(int64(7)))
		require.True(t, fault.Is(err, fault.CodePreconditionFailed))
		elsewhere := orders.Receiving{Arrival: optional.Some(orders.Arrival{Accepted: 1, Delivery: order.Delivery{WarehouseID: 99}})}
		refused(t, try(us, one, elsewhere), fault.CodeNotFound, "/receive/warehouse_id")
		early := orders.Receiving{Arrival: optional.Some(orders.Arrival{Accepted: 1, Delivery: order.Delivery{Day: optional.Some(date.MustParse("1999-12-31"))}})}
		refused(t, try(us, one, early), fault.CodeValidationFailed, "/receive/received_on")
		refused(t, try(us, one, arrived(0)), fault.CodeValidationFailed, "/receive/accepted")
		refused(t, try(us, one, returned(1, false)), fault.CodeInvalidState, "/return")
		for pointer, in := range map[string]orders.Receiving{"/receive/accepted": arrived(11), "/quantity_received": accepted(11)} {
			e := refused(t, try(us, one, in), fault.CodeOverReceipt, pointer)
			require.Equal(t, []fault.Item{{
				Code: fault.CodeOverReceipt, Message: e.Message, Pointer: pointer,
				Details: map[string]any{"ordered": int64(10), "received": int64(11), "most": int64(10)},
			}}, e.Errors)
		}
		w.received(t, one, arrived(4))
		// Units that left the warehouse cannot go back to the supplier.
		_, err = w.stock.Move(ctx, us, []purchasing.StockChange{{
			Kind: purchasing.StockShip, Product: purchasing.ProductID(a), Warehouse: purchasing.WarehouseID(one.Values.WarehouseID), Units: 3,
		}})
		require.NoError(t, err)
		require.Equal(t, int64(1), refused(t, try(us, one, returned(2, false)), fault.CodeInvalidState, "").Details["available"])
		require.Equal(t, int64(1), refused(t, try(us, one, accepted(0)), fault.CodeInvalidState, "").Details["available"])
		_, err = w.Update(ctx, us, one.ID, orders.Update{Patch: order.Patch{OnHold: optional.Put(true)}}, nil)
		require.NoError(t, err)
		refused(t, try(us, one, arrived(1)), fault.CodeInvalidState, "")
		on, in := w.units(t, a)
		require.Equal(t, []int64{6, 1}, []int64{on, in})
	})
}

func TestReceiptsAtOnceAddUp(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		const receipts = 20
		a := w.product(t, "a")
		one := w.placed(t, from(w.shop(t, "S"), of(a, 100, "2")))
		var wait sync.WaitGroup
		failed := make([]error, receipts)
		for n := range receipts {
			wait.Go(func() {
				_, failed[n] = w.ReceiveItem(t.Context(), us, one.ID, one.Items[0].ID, arrived(int64(n%3+1)), nil)
			})
		}
		wait.Wait()
		require.Equal(t, make([]error, receipts), failed)
		done, err := w.Get(t.Context(), us, one.ID)
		require.NoError(t, err)
		lines, err := w.store.Receipts(t.Context(), 1, one.Items[0].ID)
		require.NoError(t, err)
		on, in := w.units(t, a)
		// Six times 1, 2 and 3, and once more 1 and 2.
		require.Equal(t, []any{int64(39), int64(39), int64(61), int64(61), int64(39), receipts, order.PartiallyReceived},
			[]any{done.Items[0].Accepted, done.Counts.Received, done.Counts.Outstanding, on, in, len(lines), done.Status})
	})
}

func TestAReceiptIsBookedWholeOrNotAtAll(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		a := w.product(t, "a")
		one := w.placed(t, from(w.shop(t, "S"), of(a, 10, "2")))
		tables := []string{"purchasing_orders", "purchasing_items", "purchasing_receipts", "purchasing_movements", "purchasing_stock", "inventory_products", "audit_log"}
		before := stores.Rows(t, w.Store, tables...)
		for verb, table := range map[string]string{"INSERT": "purchasing_receipts", "UPDATE": "purchasing_items"} {
			again := stores.Refuse(t, w.Store, verb, table)
			_, err := w.ReceiveItem(t.Context(), us, one.ID, one.Items[0].ID, arrived(4), nil)
			require.Error(t, err)
			again()
		}
		for _, table := range []string{"purchasing_movements", "purchasing_stock", "audit_log"} {
			again := stores.Refuse(t, w.Store, "INSERT", table)
			_, err := w.ReceiveItem(t.Context(), us, one.ID, one.Items[0].ID, arrived(4), nil)
			require.Error(t, err)
			again()
		}
		require.Equal(t, before, stores.Rows(t, w.Store, tables...))
	})
}
