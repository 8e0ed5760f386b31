package orders_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/test/stores"
)

// on books units that came on a day.
func on(day string, units int64) orders.Receiving {
	return orders.Receiving{Arrival: optional.Some(orders.Arrival{Accepted: units, Delivery: order.Delivery{Day: optional.Some(date.MustParse(day))}})}
}

// cost is the unit cost of a product on a day, "" for none.
func (w world) cost(t *testing.T, product int64, day string) string {
	t.Helper()
	target := purchasing.CostTarget{Kind: purchasing.CostOfProduct, ID: product}
	found, err := w.Goods.Costs(t.Context(), 1, []purchasing.CostTarget{target}, date.MustParse(day))
	require.NoError(t, err)
	if one, ok := found[target]; ok {
		return one.Amount.String()
	}
	return ""
}

func TestReceiptsWriteCosts(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		a, s := w.product(t, "a"), w.shop(t, "S")
		costs := func(want ...string) {
			t.Helper()
			require.Equal(t, want, []string{w.cost(t, a, "2026-03-09"), w.cost(t, a, "2026-03-10"), w.cost(t, a, "2026-03-15")})
		}
		// Receipts of one day by two orders average.
		one, two := w.placed(t, from(s, of(a, 10, "5"))), w.placed(t, from(s, of(a, 30, "6")))
		w.received(t, one, on("2026-03-10", 10))
		costs("", "5", "5")
		w.received(t, two, on("2026-03-10", 30))
		costs("", "5.75", "5.75")
		w.received(t, two, accepted(10))
		costs("", "5.5", "5.5")
		w.received(t, two, returned(5, false))
		costs("", "5.5", "5.5")
		_, err := w.UpdateItem(t.Context(), us, two.ID, two.Items[0].ID, order.ItemPatch{UnitCost: optional.Put(usd("7"))}, nil)
		require.NoError(t, err)
		costs("", "6", "6")
		w.received(t, one, accepted(0))
		costs("", "7", "7")
	})
}

func TestClosingAndReopeningWriteCosts(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		a := w.product(t, "a")
		in := from(w.shop(t, "S"), of(a, 100, "10"))
		in.Patch.ShippingCost = optional.Put(usd("50"))
		one := w.placed(t, in)
		w.received(t, one, on("2026-03-10", 80))
		require.Equal(t, "10.5", w.cost(t, a, "2026-03-10"))
		w.to(t, one.ID, order.Closed)
		require.Equal(t, "10.625", w.cost(t, a, "2026-03-10"))
		w.to(t, one.ID, order.Ordered)
		w.received(t, one, on("2026-03-12", 20))
		require.Equal(t, []string{"10.5", "10.5"}, []string{w.cost(t, a, "2026-03-10"), w.cost(t, a, "2026-03-12")})
		_, err := w.Update(t.Context(), us, one.ID, orders.Update{Patch: order.Patch{ShippingCost: optional.Put(usd("100"))}}, nil)
		require.NoError(t, err)
		require.Equal(t, []string{"11", "11"}, []string{w.cost(t, a, "2026-03-10"), w.cost(t, a, "2026-03-12")})
	})
}

func TestAverageCostsCountTheStockBefore(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.buyer.Average = true
		a, s := w.product(t, "a"), w.shop(t, "S")
		one, two := w.placed(t, from(s, of(a, 60, "4"))), w.placed(t, from(s, of(a, 40, "5.25")))
		w.received(t, one, on("2026-03-10", 60))
		w.received(t, two, on("2026-03-12", 40))
		require.Equal(t, []string{"4", "4.5"}, []string{w.cost(t, a, "2026-03-10"), w.cost(t, a, "2026-03-12")})
		// A change recomputes later days of other orders.
		_, err := w.UpdateItem(t.Context(), us, one.ID, one.Items[0].ID, order.ItemPatch{UnitCost: optional.Put(usd("3"))}, nil)
		require.NoError(t, err)
		require.Equal(t, []string{"3", "3.9"}, []string{w.cost(t, a, "2026-03-10"), w.cost(t, a, "2026-03-12")})
		lines, err := w.store.Receipts(t.Context(), 1, two.Items[0].ID)
		require.NoError(t, err)
		require.Equal(t, []any{optional.Some(int64(60)), purchasing.CostAnswer{Written: true}}, []any{lines[0].StockBefore, lines[0].Cost})
	})
}

// TestCostsOfManyTargetsAreWrittenWhole receives more products at once than one statement
// writes costs of.
func TestCostsOfManyTargetsAreWrittenWhole(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		const products = 130
		var lines []order.ItemPatch
		var all []int64
		for n := range products {
			all = append(all, w.product(t, fmt.Sprint("p", n)))
			lines = append(lines, of(all[n], 2, "5"))
		}
		one := w.placed(t, from(w.shop(t, "S"), lines...))
		tables := []string{"purchasing_orders", "purchasing_items", "purchasing_receipts", "purchasing_stock", "inventory_products", "inventory_cost_layers", "audit_log"}
		before := stores.Rows(t, w.Store, tables...)
		rest := orders.Update{Status: optional.Some(order.Received), Delivery: order.Delivery{Day: optional.Some(march10)}}
		for verb, table := range map[string]string{"INSERT": "inventory_cost_layers", "UPDATE": "purchasing_receipts"} {
			again := stores.Refuse(t, w.Store, verb, table)
			_, err := w.Update(t.Context(), us, one.ID, rest, nil)
			require.Error(t, err)
			again()
			require.Equal(t, before, stores.Rows(t, w.Store, tables...), "%s %s", verb, table)
		}
		_, err := w.Update(t.Context(), us, one.ID, rest, nil)
		require.NoError(t, err)
		for _, p := range all {
			require.Equal(t, "5", w.cost(t, p, "2026-03-10"))
		}
		// A late bill writes all of them again, or none.
		before = stores.Rows(t, w.Store, tables...)
		bill := orders.Update{Patch: order.Patch{ShippingCost: optional.Put(usd("260"))}}
		again := stores.Refuse(t, w.Store, "UPDATE", "inventory_products")
		_, err = w.Update(t.Context(), us, one.ID, bill, nil)
		require.Error(t, err)
		again()
		require.Equal(t, before, stores.Rows(t, w.Store, tables...))
		_, err = w.Update(t.Context(), us, one.ID, bill, nil)
		require.NoError(t, err)
		for _, p := range all {
			require.Equal(t, "6", w.cost(t, p, "2026-03-10"))
		}
	})
}
