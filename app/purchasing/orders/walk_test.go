package orders_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// sums compares stored sums with their parts.
func (w world) sums(t *testing.T) {
	t.Helper()
	for _, text := range []string{
		`SELECT COUNT(*) FROM inventory_products AS p WHERE on_order <> (SELECT COALESCE(SUM(i.outstanding), 0) FROM purchasing_items AS i
			JOIN purchasing_orders AS o ON o.team_id = i.team_id AND o.id = i.order_id AND o.deleted_at IS NULL
			WHERE i.team_id = p.team_id AND i.target_kind = 'product' AND i.target_id = p.id
			AND o.status IN ('ordered', 'partially_received', 'received'))`,
		`SELECT COUNT(*) FROM (SELECT team_id, warehouse_id, product_id, SUM(units) AS units FROM
			(SELECT team_id, warehouse_id, product_id, units FROM purchasing_stock
			UNION ALL SELECT team_id, warehouse_id, product_id, -units FROM purchasing_movements) AS lines
			GROUP BY team_id, warehouse_id, product_id) AS s WHERE units <> 0`,
		`SELECT COUNT(*) FROM inventory_products AS p WHERE in_warehouse <>
			(SELECT COALESCE(SUM(s.units), 0) FROM purchasing_stock AS s WHERE s.team_id = p.team_id AND s.product_id = p.id)`,
		`SELECT COUNT(*) FROM purchasing_suppliers AS s WHERE open_orders <> (SELECT COUNT(*) FROM purchasing_orders AS o
			WHERE o.team_id = s.team_id AND o.supplier_id = s.id AND o.deleted_at IS NULL AND o.status IN ('draft', 'ordered', 'partially_received'))`,
		`SELECT COUNT(*) FROM purchasing_orders AS o WHERE items_open <> (SELECT COUNT(*) FROM purchasing_items AS i
			WHERE i.team_id = o.team_id AND i.order_id = o.id AND i.outstanding > 0)`,
		`SELECT COUNT(*) FROM purchasing_orders AS o WHERE items_over <> (SELECT COUNT(*) FROM purchasing_items AS i
			WHERE i.team_id = o.team_id AND i.order_id = o.id AND i.over > 0)`,
		`SELECT COUNT(*) FROM purchasing_items AS i WHERE accepted <> (SELECT COALESCE(SUM(r.accepted), 0) FROM purchasing_receipts AS r
			WHERE r.team_id = i.team_id AND r.item_id = i.id AND r.kind <> 'return')`,
		`SELECT COUNT(*) FROM purchasing_items AS i WHERE rejected <> (SELECT COALESCE(SUM(r.rejected), 0) FROM purchasing_receipts AS r
			WHERE r.team_id = i.team_id AND r.item_id = i.id)`,
	} {
		var n int64
		require.NoError(t, db.Each(w.Hot(t.Context()).Query(t.Context(), text))(func() {}, &n))
		require.Zero(t, n, text)
	}
}

// stepsVariable sets the steps of TestSumsHoldAfterAnyWalk: by default 250.
const stepsVariable = "TEST_ORDER_STEPS"

// number returns the value of a variable that makes a test longer.
func number(t *testing.T, variable string, usual int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err, variable)
	return n
}

// state writes an order without ids, which differ between databases.
func (w world) state(t *testing.T, one order.ID) string {
	t.Helper()
	seen, err := w.Get(t.Context(), us, one)
	if fault.Is(err, fault.CodeNotFound) {
		return "gone"
	}
	require.NoError(t, err)
	out := fmt.Sprint(seen.Status, seen.Version, seen.Counts, seen.Sums, seen.Warnings)
	for _, i := range seen.Items {
		out += fmt.Sprint("; ", i.Values.Quantity, i.Values.Cancelled, i.ClosedShort, i.Accepted, i.Rejected, i.Returned, i.ToReplace, i.Lines, i.Version, i.Landed, i.Warnings)
	}
	return out
}

// TestSumsHoldAfterAnyWalk makes random steps with some orders, refused or not. Both databases give
// the same answer to each step.
func TestSumsHoldAfterAnyWalk(t *testing.T) {
	steps := number(t, stepsVariable, 250)
	told := map[db.Dialect][]string{}
	each(t, func(t *testing.T, w world) {
		const seed = 7
		w.buyer.Surplus = optional.None[money.Percent]()
		ctx, r := t.Context(), rand.New(rand.NewPCG(seed, seed))
		suppliers := []int64{w.shop(t, "S"), w.shop(t, "T")}
		products := []int64{w.product(t, "a"), w.product(t, "b"), w.product(t, "c")}
		pick := func(n int) int { return r.IntN(n) }
		thing := func() order.ItemPatch {
			return of(products[pick(3)], int64(1+pick(9)), fmt.Sprint(1+pick(5)))
		}
		var made []order.ID
		done := map[string]int{}
		for range steps {
			if len(made) < 4 || pick(20) == 0 {
				in := from(suppliers[pick(2)], thing(), thing())
				in.Ordered = pick(3) > 0
				made = append(made, w.made(t, in).ID)
			}
			one := made[pick(len(made))]
			seen, err := w.Get(ctx, us, one)
			if fault.Is(err, fault.CodeNotFound) {
				continue
			}
			require.NoError(t, err)
			if len(seen.Items) == 0 {
				continue
			}
			item := seen.Items[pick(len(seen.Items))].ID
			n := int64(pick(7))
			var what string
			switch pick(8) {
			case 0:
				what = "status"
				to := []order.Status{order.Draft, order.Ordered, order.Received, order.Closed, order.Cancelled}[pick(5)]
				_, err = w.Update(ctx, us, one, orders.Update{Status: optional.Some(to)}, nil)
			case 1:
				what = "absolute"
				_, err = w.ReceiveItem(ctx, us, one, item, accepted(n), nil)
			case 2:
				what = "receive"
				in := orders.Arrival{Accepted: n, Rejected: int64(pick(2)), Delivery: order.Delivery{Day: optional.Some(date.MustParse("2026-03-10").Add(pick(9)))}}
				if in.Rejected > 0 {
					in.Reason = optional.Some(order.Damaged)
				}
				_, err = w.ReceiveItem(ctx, us, one, item, orders.Receiving{Arrival: optional.Some(in)}, nil)
			case 3:
				what = "return"
				_, err = w.ReceiveItem(ctx, us, one, item, returned(n, pick(2) == 0), nil)
			case 4:
				what = "edit"
				_, err = w.UpdateItem(ctx, us, one, item, order.ItemPatch{Quantity: optional.Put(n + 1), Cancelled: optional.Put(int64(pick(2)))}, nil)
			case 5:
				what = "add"
				_, err = w.AddItems(ctx, us, one, orders.Add{Items: []order.ItemPatch{thing()}, Merge: pick(2) == 0})
			case 6:
				what = "delete item"
				err = w.DeleteItem(ctx, us, one, item, nil)
			case 7:
				if what = "deliver"; pick(6) == 0 {
					what = "delete"
					err = w.Delete(ctx, us, one, nil)
					break
				}
				_, err = w.Deliver(ctx, us, one, order.Delivery{}, []orders.Delivered{{Item: optional.Some(item), Accepted: n}, {Item: optional.Some(item), Accepted: 1}})
			}
			if _, ruled := fault.As(err); err != nil && !ruled {
				require.NoError(t, err, what)
			}
			if err == nil {
				done[what]++
			}
			answer := "done"
			if e, refused := fault.As(err); refused {
				answer = string(e.Code) + " " + e.Pointer
			}
			told[w.Dialect()] = append(told[w.Dialect()], fmt.Sprintf("%s: %s; %s", what, answer, w.state(t, one)))
		}
		for _, what := range []string{"status", "absolute", "receive", "return", "edit", "add", "delete item", "deliver", "delete"} {
			require.NotZero(t, done[what], what)
		}
		w.sums(t)
	})
	for n := range min(len(told[db.SQLite]), len(told[db.Postgres])) {
		require.Equal(t, told[db.SQLite][n], told[db.Postgres][n], "step %d", n)
	}
}

func TestOfTwoChangesOfAVersionOneIsStale(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		one := w.made(t, from(w.shop(t, "S"), line("a", 1, "1")))
		errs := make([]error, 2)
		var wait sync.WaitGroup
		for n := range errs {
			wait.Go(func() {
				p := order.Patch{Note: optional.Put(fmt.Sprint("note ", n))}
				_, errs[n] = w.Update(t.Context(), us, one.ID, orders.Update{Patch: p}, new(int64(1)))
			})
		}
		wait.Wait()
		won := 0
		if errs[0] != nil {
			won = 1
		}
		require.NoError(t, errs[won])
		require.True(t, fault.Is(errs[1-won], fault.CodePreconditionFailed), "%v", errs[1-won])
		seen, err := w.Get(t.Context(), us, one.ID)
		require.NoError(t, err)
		require.Equal(t, []any{int64(2), optional.Some(fmt.Sprint("note ", won))}, []any{seen.Version, seen.Values.Note})
	})
}

func TestWarehouseCostsArePrepCosts(t *testing.T) {
	byTier(t, func(t *testing.T, w world) {
		ctx, a, s := t.Context(), w.product(t, "a"), w.shop(t, "S")
		one := w.placed(t, from(s, of(a, 10, "5")))
		charge := func(currency money.Currency, prep string) {
			_, err := w.warehouses.Update(ctx, us, purchasing.WarehouseID(one.Values.WarehouseID), purchasing.WarehousePatch{
				Costs: optional.Put(purchasing.WarehouseCosts{Currency: currency, ReceivePerUnit: usd("0.15"), PrepPerUnit: usd(prep), BoxFee: usd("9")}),
			}, nil)
			require.NoError(t, err)
		}
		costs := func() (unit, prep string) {
			var u, p int64
			require.NoError(t, db.Each(w.Hot(ctx).Query(ctx, "SELECT unit_cost, prep_cost FROM inventory_cost_layers WHERE owner_id = $1", a))(func() {}, &u, &p))
			return money.FromUnits(u).String(), money.FromUnits(p).String()
		}
		charge("USD", "0.85")
		w.received(t, one, on("2026-03-10", 4))
		unit, prep := costs()
		require.Equal(t, []string{"5", "0"}, []string{unit, prep}, "the order does not count them")
		apply := func(yes bool) error {
			_, err := w.Update(ctx, us, one.ID, orders.Update{Patch: order.Patch{ApplyWarehouseCosts: optional.Put(yes)}}, nil)
			return err
		}
		require.NoError(t, apply(true))
		unit, prep = costs()
		require.Equal(t, []string{"5", "1"}, []string{unit, prep}, "costs of earlier days are written again")
		charge("EUR", "0.85")
		before := stores.Rows(t, w.Store, "purchasing_receipts", "purchasing_items", "inventory_cost_layers")
		_, err := w.ReceiveItem(ctx, us, one.ID, one.Items[0].ID, on("2026-03-11", 1), nil)
		refused(t, err, fault.CodeValidationFailed, "/apply_warehouse_costs")
		require.Equal(t, before, stores.Rows(t, w.Store, "purchasing_receipts", "purchasing_items", "inventory_cost_layers"))
	})
}

// TestALongOrderIsReadAndReceivedLikeAShortOne compares statements, and the bytes that
// the database sends.
func TestALongOrderIsReadAndReceivedLikeAShortOne(t *testing.T) {
	tap := &pgtest.Tap{}
	w := open(t, stores.Open(t, tap.Listen(t, pgtest.URL(t))))
	s := w.shop(t, "S")
	long := func(items int) orders.View {
		lines := []order.ItemPatch{of(w.product(t, "a"), 10, "5")}
		for n := 1; n < items; n++ {
			lines = append(lines, line(fmt.Sprintf("thing %04d", n), 1, "1"))
		}
		return w.placed(t, from(s, lines...))
	}
	hundred, most := long(orders.MaxItems), long(order.MaxItems)
	require.Equal(t, int64(order.MaxItems), most.Counts.Items)
	cost := func(do func()) (statements int, bytes int64) {
		do() // prepares statements
		bytes = tap.Received(func() { statements = tap.During(do) })
		return statements, bytes
	}
	same := func(do func(of orders.View)) {
		t.Helper()
		statements, bytes := cost(func() { do(hundred) })
		more, grown := cost(func() { do(most) })
		require.Equal(t, statements, more, "statements")
		require.LessOrEqual(t, grown, bytes+bytes/10, "bytes")
	}
	same(func(one orders.View) {
		_, err := w.Get(t.Context(), us, one.ID)
		require.NoError(t, err)
	})
	same(func(one orders.View) { w.received(t, one, arrived(1)) })
}
