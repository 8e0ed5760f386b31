package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing/landed"
	"sellingassistant/domain/purchasing/order"
)

func TestPricesOfItemsStayExact(t *testing.T) {
	price := func(amount string, units int64) optional.Maybe[money.Price] {
		return optional.Some(money.Price{Amount: money.MustParse(amount), Units: units})
	}
	cost := func(s string) optional.Field[money.Amount] { return optional.Put(money.MustParse(s)) }
	was := order.ItemValues{Position: 1, Quantity: 50_000, Title: optional.Some("Screw"), UnitCost: optional.Some(money.MustParse("0.0012")), Price: price("0.0123", 10)}
	for name, c := range map[string]struct {
		patch order.ItemPatch
		want  optional.Maybe[money.Price]
	}{
		"nothing":                         {order.ItemPatch{}, price("0.0123", 10)},
		"written as it is shown":          {order.ItemPatch{UnitCost: cost("0.0012"), Price: price("0.123", 100)}, price("0.0123", 10)},
		"written with four decimals":      {order.ItemPatch{UnitCost: cost("0.0012")}, optional.None[money.Price]()},
		"another written price":           {order.ItemPatch{UnitCost: cost("0.0012"), Price: price("0.124", 100)}, price("0.124", 100)},
		"the exact price of a document":   {order.ItemPatch{UnitCost: cost("0.0012"), Price: price("0.0012", 1)}, optional.None[money.Price]()},
		"no price":                        {order.ItemPatch{UnitCost: optional.Clear[money.Amount]()}, optional.None[money.Price]()},
		"a third, which has no end":       {order.ItemPatch{UnitCost: cost("0.3333"), Price: price("1", 3)}, price("1", 3)},
		"the same fraction in other ways": {order.ItemPatch{UnitCost: cost("0.0012"), Price: price("1.23", 1000)}, price("1.23", 1000)},
	} {
		v, err := c.patch.Over(was)
		require.NoError(t, err, name)
		require.Equal(t, c.want, v.Price, name)
	}
}

func TestOtherCostsAreAsManyAsAnOrderHas(t *testing.T) {
	cost := func(label, amount string, by landed.Allocation) landed.OtherCost {
		return landed.OtherCost{Label: label, Amount: money.MustParse(amount), Currency: "EUR", Allocation: by}
	}
	var list []landed.OtherCost
	for range 15 {
		list = append(list, cost("Pfand", "1.5", landed.ByNone), cost("Fee", "2", landed.ByValue))
	}
	list = append(list, cost("Returned", "-40", landed.ByNone))
	out := order.Bounded(list)
	require.LessOrEqual(t, len(out), order.MaxCosts)
	sums := map[landed.Allocation]int64{}
	for _, c := range out {
		sums[c.Allocation] += c.Amount.Units()
	}
	require.Equal(t, map[landed.Allocation]int64{landed.ByNone: -175_000, landed.ByValue: 300_000}, sums)
	require.Equal(t, list[:20], order.Bounded(list[:20]))
}

// TestItemsThatAreOnlyRepriced makes a store write only landed costs if nothing else changed.
func TestItemsThatAreOnlyRepriced(t *testing.T) {
	repriced := func(h *held) (out []bool) {
		require.NoError(t, h.order.Reprice(h.items, tuesday))
		for _, i := range h.items {
			require.True(t, i.Changed())
			out = append(out, i.Repriced())
		}
		return out
	}
	made := func() *held { return placed(t, values(), line(10, "5"), line(10, "6")) }
	billed := func(h *held) {
		v := h.order.Snapshot().Values
		v.ShippingCost = usd("10")
		require.NoError(t, h.order.Edit(v, tuesday))
	}

	h := made()
	billed(h)
	require.Equal(t, []bool{true, true}, repriced(h))

	h = made()
	billed(h)
	v := h.items[0].Snapshot().Values
	v.Quantity = 11
	require.NoError(t, h.order.EditItem(h.items[0], v, tuesday))
	require.Equal(t, []bool{false, true}, repriced(h))

	h = made()
	billed(h)
	_, err := h.order.Receive(h.items[1], 1, 0, optional.None[order.Rejection](), order.Delivery{}, ready().Policy)
	require.NoError(t, err)
	require.Equal(t, []bool{true, false}, repriced(h))

	h = made()
	for k := range h.items {
		require.NoError(t, h.receive(k, 1, 0, optional.None[money.Percent]()))
	}
	h.store()
	require.NoError(t, h.write(order.Closed))
	for _, i := range h.items {
		require.False(t, i.Repriced(), "closing cancelled its units")
	}
}
