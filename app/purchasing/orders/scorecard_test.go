package orders_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
)

func (w world) scorecard(t *testing.T, supplier int64) optional.Maybe[purchasing.Scorecard] {
	t.Helper()
	one, err := w.suppliers.Get(t.Context(), us, purchasing.SupplierID(supplier))
	require.NoError(t, err)
	return one.Values.Seen.Scorecard
}

func TestSuppliersAreScored(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		w.buyer.Surplus = optional.None[money.Percent]()
		s, other := w.shop(t, "S"), w.shop(t, "T")
		require.False(t, w.scorecard(t, s).Known())
		expected := func(day string) orders.Create {
			in := from(s, line("a", 100, "2"))
			in.Patch.OrderDate, in.Patch.ExpectedDate = optional.Put(date.MustParse("2026-03-01")), optional.Put(date.MustParse(day))
			return in
		}
		w.made(t, expected("2026-03-30"))
		w.to(t, w.placed(t, expected("2026-03-30")).ID, order.Cancelled)
		require.False(t, w.scorecard(t, s).Known(), "drafts and cancelled orders do not count")

		full, short, late := w.placed(t, expected("2026-03-25")), w.placed(t, expected("2026-03-25")), w.placed(t, expected("2026-03-19"))
		w.placed(t, from(other, line("a", 7, "1")))
		w.received(t, full, on("2026-03-21", 60))
		w.received(t, full, on("2026-03-19", 40))
		w.received(t, full, on("2026-03-21", 4)) // a surplus
		w.received(t, short, orders.Receiving{Arrival: optional.Some(orders.Arrival{
			Accepted: 90, Rejected: 10, Reason: optional.Some(order.Damaged), Delivery: order.Delivery{Day: optional.Some(date.MustParse("2026-03-20"))},
		})})
		w.to(t, short.ID, order.Closed)
		percent := func(s string) optional.Maybe[money.Percent] { return optional.Some(money.MustParsePercent(s)) }
		want := purchasing.Scorecard{
			Orders: 3, UnitsOrdered: 300, OverdueOrders: 1, LeadTime: purchasing.LeadTime{Orders: 2},
			Spend: []money.Sum{{Amount: usd("580"), Currency: "USD"}}, // closing took off the cost of ten units
		}
		require.Equal(t, optional.Some(want), w.scorecard(t, s))

		w.received(t, late, on("2026-03-20", 100))
		want.OverdueOrders = 0
		want.FillRate, want.Rejects = percent("96.67"), percent("3.29")
		want.LeadTime = purchasing.LeadTime{Orders: 3, Average: optional.Some(usd("0.33")), P90: optional.Some(usd("1"))}
		require.Equal(t, optional.Some(want), w.scorecard(t, s), "two items are judged, of two orders")

		// An item of its own day is late from the day after on.
		own := expected("2026-03-30")
		own.Items[0].ExpectedDate = optional.Put(date.MustParse("2026-03-18"))
		w.placed(t, own)
		card, _ := w.scorecard(t, s).Get()
		require.Equal(t, []any{percent("33.33"), int64(4), int64(0)}, []any{card.OnTime, card.Orders, card.OverdueOrders})

		w.clock.mu.Lock()
		w.clock.now = w.clock.now.Add(366 * 24 * time.Hour)
		w.clock.mu.Unlock()
		require.False(t, w.scorecard(t, s).Known(), "it looks back a year")
	})
}

func TestOffersTellWhatTheyCostLast(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx, s := t.Context(), w.shop(t, "S")
		made, err := w.offers.Create(ctx, us, purchasing.OfferPatch{
			Supplier: optional.Put(purchasing.SupplierID(s)), SupplierSKU: optional.Put("N-1"), UnitCost: optional.Put(usd("4")),
		})
		require.NoError(t, err)
		item := func(cost string) order.ItemPatch {
			return order.ItemPatch{OfferID: optional.Put(int64(made.ID)), Quantity: optional.Put(int64(5)), UnitCost: optional.Put(usd(cost))}
		}
		seen := func() []any {
			one, err := w.offers.Get(ctx, us, made.ID)
			require.NoError(t, err)
			return []any{one.Values.Seen.LastOrderedUnitCost, one.Values.Seen.LastOrderedAt.Known(), one.Version}
		}
		none := optional.None[money.Amount]()
		draft := w.made(t, from(s, item("3.5")))
		require.Equal(t, []any{none, false, int64(1)}, seen(), "a draft orders nothing")
		w.to(t, draft.ID, order.Ordered)
		require.Equal(t, []any{optional.Some(usd("3.5")), true, int64(1)}, seen())
		_, err = w.AddItems(ctx, us, draft.ID, orders.Add{Items: []order.ItemPatch{item("3.4")}})
		require.NoError(t, err)
		require.Equal(t, []any{optional.Some(usd("3.4")), true, int64(1)}, seen())
		_, err = w.AddItems(ctx, us, w.made(t, from(s)).ID, orders.Add{Items: []order.ItemPatch{item("3.1")}})
		require.NoError(t, err)
		require.Equal(t, []any{optional.Some(usd("3.4")), true, int64(1)}, seen(), "nor do items of a draft")
		in := from(s, item("3"))
		in.Patch.Currency, in.Patch.ExchangeRate = optional.Put(money.Currency("EUR")), optional.Put(money.MustParseRate("1.1"))
		w.placed(t, in)
		require.Equal(t, []any{none, true, int64(1)}, seen(), "a price in another currency is none of the offer's")
	})
}
