package orders_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/ports/jobs"
	"sellingassistant/ports/tx"
	steps "sellingassistant/test/security/fault"
	"sellingassistant/test/stores"
)

// on books units received on a day.
func on(day string, units int64) orders.Receiving {
	return orders.Receiving{Arrival: optional.Some(orders.Arrival{Accepted: units, Delivery: order.Delivery{Day: optional.Some(date.MustParse(day))}})}
}

// cost returns the unit cost of a product on a day, "" if unknown.
func (w world) cost(t *testing.T, product int64, day string) string {
	t.Helper()
	target := purchasing.CostTarget{Kind: purchasing.CostOfProduct, ID: product}
	found, err := w.Inventory.Costs(t.Context(), 1, []purchasing.CostTarget{target}, date.MustParse(day))
	require.NoError(t, err)
	if one, ok := found[target]; ok {
		return one.Amount.String()
	}
	return ""
}

func TestReceiptsWriteCosts(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
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
	byTier(t, func(t *testing.T, w world) {
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

func TestAnotherLandedCostWritesThreeColumns(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		one := w.placed(t, from(w.shop(t, "S"), of(w.product(t, "a"), 10, "5"), of(w.product(t, "b"), 10, "6")))
		before := stores.Rows(t, w.Store, "purchasing_items")["purchasing_items"]
		seen, err := w.Update(t.Context(), us, one.ID, billed("10"), nil)
		require.NoError(t, err)
		for i, want := range []string{"54.55", "65.45"} {
			require.Equal(t, []any{int64(2), optional.Some(usd(want))}, []any{seen.Items[i].Version, seen.Items[i].Landed.LandedTotal})
		}
		for i, row := range stores.Rows(t, w.Store, "purchasing_items")["purchasing_items"] {
			for column, value := range row {
				if slices.Contains([]string{"version", "updated_at", "body"}, column) {
					require.NotEqual(t, before[i][column], value, column)
				} else {
					require.Equal(t, before[i][column], value, column)
				}
			}
		}
	})
}

func TestASurplusLowersTheCostOfEarlierReceipts(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		w.buyer.Surplus = optional.None[money.Percent]()
		for over, want := range map[order.OverReceipt][]string{order.Free: {"6.1157", "6.1157", "856.2"}, order.Billed: {"7.0814", "7.0814", "991.4"}} {
			a := w.product(t, "a "+string(over))
			in := from(w.shop(t, "S "+string(over)), of(a, 120, "6.76"))
			in.Patch.ShippingCost = optional.Put(usd("45"))
			one := w.placed(t, in)
			w.received(t, one, on("2026-03-10", 80))
			require.Equal(t, "7.135", w.cost(t, a, "2026-03-10"))
			w.received(t, one, orders.Receiving{Arrival: optional.Some(orders.Arrival{
				Accepted: 60, Delivery: order.Delivery{Day: optional.Some(date.MustParse("2026-03-12")), Over: over},
			})})
			now, err := w.Get(t.Context(), us, one.ID)
			require.NoError(t, err)
			require.Equal(t, want, []string{w.cost(t, a, "2026-03-10"), w.cost(t, a, "2026-03-12"), now.Sums.Total.Or(usd("0")).String()}, over)
		}
	})
}

func TestAverageCostsCountTheStockBefore(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
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

// many makes an order with more products than a transaction writes the costs of, and returns the
// products.
func (w world) many(t *testing.T) (one orders.View, products []int64) {
	t.Helper()
	var lines []order.ItemPatch
	for n := range 130 {
		products = append(products, w.product(t, fmt.Sprint("p", n)))
		lines = append(lines, of(products[n], 2, "5"))
	}
	return w.placed(t, from(w.shop(t, "S"), lines...)), products
}

// rest receives the outstanding units.
var rest = orders.Update{Status: optional.Some(order.Received), Delivery: order.Delivery{Day: optional.Some(march10)}}

func billed(cost string) orders.Update {
	return orders.Update{Patch: order.Patch{ShippingCost: optional.Put(usd(cost))}}
}

// works runs the jobs that write costs.
func (w world) works(t *testing.T) error {
	t.Helper()
	return w.queue.Work(t.Context(), jobs.Handler{Kind: orders.CostKind, Run: w.Cost})
}

// requireCosts requires the cost of all products, and an order without costs to write.
func (w world) requireCosts(t *testing.T, of order.ID, products []int64, cost string) {
	t.Helper()
	for _, p := range products {
		require.Equal(t, cost, w.cost(t, p, "2026-03-10"))
	}
	seen, err := w.Get(t.Context(), us, of)
	require.NoError(t, err)
	require.False(t, seen.Costing)
	require.Empty(t, w.queue.Waiting())
}

func TestCostsOfManyTargetsAreLeftToAJob(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx := t.Context()
		one, products := w.many(t)
		tables := []string{"purchasing_orders", "purchasing_items", "purchasing_receipts", "purchasing_stock", "inventory_products", "inventory_cost_layers", "audit_log"}
		before := stores.Rows(t, w.Store, tables...)
		for verb, table := range map[string]string{"INSERT": "purchasing_stock", "UPDATE": "purchasing_items"} {
			again := stores.Refuse(t, w.Store, verb, table)
			_, err := w.Update(ctx, us, one.ID, rest, nil)
			require.Error(t, err)
			again()
			require.Equal(t, before, stores.Rows(t, w.Store, tables...), "%s %s", verb, table)
		}
		got, err := w.Update(ctx, us, one.ID, rest, nil)
		require.NoError(t, err)
		require.Equal(t, []any{true, order.Received, ""}, []any{got.Costing, got.Status, w.cost(t, products[0], "2026-03-10")})
		require.NoError(t, w.works(t))
		w.requireCosts(t, one.ID, products, "5")

		// Two bills at once are one job.
		for _, cost := range []string{"130", "260"} {
			got, err = w.Update(ctx, us, one.ID, billed(cost), nil)
			require.NoError(t, err)
			require.True(t, got.Costing)
			require.Len(t, w.queue.Waiting(), 1)
		}
		require.NoError(t, w.works(t))
		w.requireCosts(t, one.ID, products, "6")

		// Where the warehouse charges in another currency, the lines say why no cost was written.
		again := orders.Create{CopyFrom: optional.Some(one.ID), Patch: order.Patch{ApplyWarehouseCosts: optional.Put(true)}}
		two := w.placed(t, again)
		_, err = w.warehouses.Update(ctx, us, purchasing.WarehouseID(one.Values.WarehouseID), purchasing.WarehousePatch{
			Costs: optional.Put(purchasing.WarehouseCosts{Currency: "EUR", PrepPerUnit: usd("1")}),
		}, nil)
		require.NoError(t, err)
		_, err = w.Update(ctx, us, two.ID, rest, nil)
		require.NoError(t, err)
		require.NoError(t, w.works(t))
		w.requireCosts(t, two.ID, products, "6")
		lines, err := w.store.Came(ctx, 1, two.ID)
		require.NoError(t, err)
		require.Len(t, lines, 130)
		for _, l := range lines {
			require.Equal(t, purchasing.CostAnswer{Note: "currency"}, l.Cost)
		}
	})
}

// between does something before the n-th transaction of a job.
type between struct {
	tx.Runner
	n  int
	do func()
}

func (b *between) InTx(ctx context.Context, fn func(context.Context) error) error {
	if b.n--; b.n == 0 {
		b.do()
	}
	return b.Runner.InTx(ctx, fn)
}

func TestAChangeWhileCostsAreWrittenBeginsThemAnew(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		one, products := w.many(t)
		_, err := w.Update(t.Context(), us, one.ID, rest, nil)
		require.NoError(t, err)
		parts := w.Parts
		// The second part is the third transaction, because each has its own transaction for costs.
		parts.On = &between{w.Store, 3, func() {
			require.Equal(t, []string{"5", ""}, []string{w.cost(t, products[0], "2026-03-10"), w.cost(t, products[129], "2026-03-10")})
			_, err := w.Update(t.Context(), us, one.ID, billed("260"), nil)
			require.NoError(t, err)
		}}
		require.NoError(t, w.queue.Work(t.Context(), jobs.Handler{Kind: orders.CostKind, Run: orders.New(parts).Cost}))
		w.requireCosts(t, one.ID, products, "6")
	})
}

// TestTheCostJobFailsAtAnyStep lets one step after the other fail, as a kill would end it: of each
// target all is written or nothing, and in the end all is, once.
func TestTheCostJobFailsAtAnyStep(t *testing.T) {
	failing(t, func(t *testing.T, w world, f *steps.Switch) {
		one, products := w.many(t)
		_, err := w.Update(t.Context(), us, one.ID, rest, nil)
		require.NoError(t, err)
		failed := 0
		for n, more := 1, 1; ; n, more = n+more, more+n/2 {
			f.Arm(n)
			err := w.works(t)
			fired := f.Disarm()
			var half int64
			require.NoError(t, db.Each(w.Hot(t.Context()).Query(t.Context(), `SELECT COUNT(*) FROM purchasing_receipts AS r WHERE cost_written <>
				EXISTS (SELECT 1 FROM inventory_cost_layers AS l WHERE l.team_id = r.team_id AND l.owner_id = r.target_id)`))(func() {}, &half))
			require.Zero(t, half)
			if !fired {
				require.NoError(t, err)
				break
			}
			failed++
			require.Error(t, err)
		}
		require.Greater(t, failed, 4)
		w.requireCosts(t, one.ID, products, "5")
		told := 0
		for _, e := range stores.Rows(t, w.Store, "audit_log")["audit_log"] {
			if e["record_type"] == "inventory_product" && e["verb"] != "created" {
				told++
			}
		}
		require.Equal(t, len(products), told, "a line of the trail for each product")
	})
}
