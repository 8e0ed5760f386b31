package orders_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/test/stores"
)

func TestADeliveryIsBookedOnceAndWhole(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx, a := t.Context(), w.product(t, "a")
		known := line("b", 5, "1")
		known.SupplierSKU, known.GTIN = optional.Put("HT-1"), optional.Put("4006381333931")
		twin := line("c", 5, "1")
		twin.SupplierSKU = optional.Put("ht-2")
		one := w.placed(t, from(w.shop(t, "S"), of(a, 10, "2"), known, twin, twin))
		first, second := one.Items[0].ID, one.Items[1].ID
		delivery := order.Delivery{Day: optional.Some(march10), Reference: optional.Some("DN-7")}
		lines := []orders.Delivered{
			{Item: optional.Some(first), Accepted: 4},
			{SupplierSKU: optional.Some("ht-1"), Accepted: 2, Rejected: 1, Reason: optional.Some(order.Expired)},
			{GTIN: optional.Some("04006381333931"), Accepted: 3},
			{Item: optional.Some(first), Accepted: 1},
		}
		tables := []string{"purchasing_orders", "purchasing_items", "purchasing_receipts", "purchasing_stock", "inventory_products", "audit_log"}
		before := stores.Rows(t, w.Store, tables...)
		for pointer, bad := range map[string]struct {
			code fault.Code
			line orders.Delivered
		}{
			"/lines/4/item_id":          {fault.CodeNotFound, orders.Delivered{Item: optional.Some(order.ItemID(99)), Accepted: 1}},
			"/lines/4/gtin":             {fault.CodeNotFound, orders.Delivered{GTIN: optional.Some("4006381333948"), Accepted: 1}},
			"/lines/4/supplier_sku":     {fault.CodeValidationFailed, orders.Delivered{SupplierSKU: optional.Some("HT-2"), Accepted: 1}},
			"/lines/4/accepted":         {fault.CodeOverReceipt, orders.Delivered{Item: optional.Some(first), Accepted: 6}},
			"/lines/4/rejection_reason": {fault.CodeValidationFailed, orders.Delivered{Item: optional.Some(first), Rejected: 1}},
		} {
			_, err := w.Deliver(ctx, us, one.ID, delivery, append(lines[:4:4], bad.line))
			refused(t, err, bad.code, pointer)
		}
		late := order.Delivery{Day: optional.Some(date.MustParse("2026-03-25"))}
		_, err := w.Deliver(ctx, us, one.ID, late, lines)
		refused(t, err, fault.CodeValidationFailed, "/received_on")
		_, err = w.Deliver(ctx, us, one.ID, order.Delivery{WarehouseID: 99}, lines)
		refused(t, err, fault.CodeNotFound, "/warehouse_id")
		_, err = w.Deliver(ctx, them, one.ID, delivery, lines)
		require.True(t, fault.Is(err, fault.CodeNotFound))
		require.Equal(t, before, stores.Rows(t, w.Store, tables...), "a refused delivery books nothing")

		booked, err := w.Deliver(ctx, us, one.ID, delivery, lines)
		require.NoError(t, err)
		require.Equal(t, []any{int64(10), int64(15), order.PartiallyReceived, int64(2)},
			[]any{booked.Order.Counts.Received, booked.Order.Counts.Outstanding, booked.Order.Status, booked.Order.Version})
		type told struct {
			item               order.ItemID
			line               int64
			accepted, rejected int64
			written            bool
		}
		tell := func(lines []order.Line) (out []told) {
			for _, l := range lines {
				require.Equal(t, []any{march10, optional.Some("DN-7"), optional.Some(id.User(3))}, []any{l.Day, l.Reference, l.User})
				out = append(out, told{l.Item, l.Line, l.Accepted, l.Rejected, l.Cost.Written})
			}
			return out
		}
		require.Equal(t, []told{{first, 1, 4, 0, true}, {second, 1, 2, 1, false}, {second, 2, 3, 0, false}, {first, 2, 1, 0, true}}, tell(booked.Lines))
		require.Equal(t, optional.Some(usd("2")), booked.Lines[0].LandedUnit)
		onOrder, inWarehouse := w.units(t, a)
		require.Equal(t, []int64{5, 5}, []int64{onOrder, inWarehouse})
		require.Equal(t, "2", w.cost(t, a, "2026-03-10"))

		_, err = w.Deliver(ctx, us, one.ID, delivery, lines[:1])
		require.Equal(t, booked.Lines[0].ID, refused(t, err, fault.CodeDuplicate, "/reference").Details["existing_id"])
		other := w.placed(t, from(one.Values.SupplierID, line("a", 5, "1")))
		_, err = w.Deliver(ctx, us, other.ID, delivery, []orders.Delivered{{Item: optional.Some(other.Items[0].ID), Accepted: 1}})
		require.NoError(t, err, "another order came with the same delivery note")

		w.received(t, one, returned(1, false))
		listed, err := w.Lines(ctx, us, one.ID, orders.LineFilter{Kinds: []order.ReceiptKind{order.Return}}, page.Request{Limit: 9, Order: []page.By{{Field: "id"}}})
		require.NoError(t, err)
		require.Equal(t, []any{1, int64(-1), optional.Some("scratched")}, []any{len(listed.Items), listed.Items[0].Accepted, listed.Items[0].Reason})
		pages, err := w.Lines(ctx, us, one.ID, orders.LineFilter{References: []string{"DN-7"}}, page.Request{Limit: 3, Count: true, Order: []page.By{{Field: "created_at", Desc: true}}})
		require.NoError(t, err)
		require.Equal(t, []any{int64(4), []order.ItemID{first, second, second}}, []any{*pages.Total, []order.ItemID{pages.Items[0].Item, pages.Items[1].Item, pages.Items[2].Item}})
		_, err = w.Lines(ctx, them, one.ID, orders.LineFilter{}, page.Request{Limit: 3})
		require.True(t, fault.Is(err, fault.CodeNotFound))
	})
}
