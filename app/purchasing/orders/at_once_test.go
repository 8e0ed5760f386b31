package orders_test

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	app "sellingassistant/app/purchasing"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	ports "sellingassistant/ports/purchasing"
	"sellingassistant/ports/tx"
	"sellingassistant/test/stores"
)

// atOnce runs all at the same time and returns their faults, "" without a fault. Other errors fail
// the test.
func atOnce(t *testing.T, all ...func() error) []fault.Code {
	t.Helper()
	errs, codes := make([]error, len(all)), make([]fault.Code, len(all))
	var wait sync.WaitGroup
	for n, do := range all {
		wait.Go(func() { errs[n] = do() })
	}
	wait.Wait()
	for n, err := range errs {
		if e, ruled := fault.As(err); ruled {
			codes[n] = e.Code
			continue
		}
		require.NoError(t, err)
	}
	return codes
}

func TestAnOrderIsDeletedOrReceived(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx, a, s := t.Context(), w.product(t, "a"), w.shop(t, "S")
		for range 10 {
			one := w.placed(t, from(s, of(a, 4, "2")))
			codes := atOnce(t, func() error {
				_, err := w.ReceiveItem(ctx, us, one.ID, one.Items[0].ID, arrived(1), nil)
				return err
			}, func() error {
				if _, err := w.Update(ctx, us, one.ID, orders.Update{Status: optional.Some(order.Cancelled)}, nil); err != nil {
					return err
				}
				return w.Delete(ctx, us, one.ID, nil)
			})
			seen, err := w.Get(ctx, us, one.ID)
			if codes[0] != "" {
				require.Contains(t, []fault.Code{fault.CodeInvalidState, fault.CodeNotFound}, codes[0])
				require.Empty(t, codes[1])
				require.True(t, fault.Is(err, fault.CodeNotFound), "%v", err)
				continue
			}
			require.NoError(t, err)
			require.Equal(t, []any{fault.CodeInvalidTransition, order.PartiallyReceived, int64(1)}, []any{codes[1], seen.Status, seen.Counts.Received})
		}
		w.sums(t)
	})
}

func TestNoItemOrdersAProductThatIsDeletedMeanwhile(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx, s := t.Context(), w.shop(t, "S")
		one := w.placed(t, from(s, line("other", 1, "1")))
		for range 10 {
			a := w.product(t, "a")
			var added []orders.Added
			codes := atOnce(t, func() (err error) {
				added, err = w.AddItems(ctx, us, one.ID, orders.Add{Items: []order.ItemPatch{of(a, 4, "2")}})
				return err
			}, func() error { return w.products.Delete(ctx, us, inventory.ProductID(a), nil) })
			require.Empty(t, codes[0])
			if added[0].Err == nil {
				require.Equal(t, fault.CodeInUse, codes[1])
				continue
			}
			require.Equal(t, []fault.Code{fault.CodeNotFound, ""}, []fault.Code{added[0].Err.Code, codes[1]})
		}
		w.sums(t)
	})
}

// counted counts the beginnings of transactions, also of repeated transactions.
type counted struct {
	tx.Runner
	begun atomic.Int64
}

func (c *counted) InTx(ctx context.Context, fn func(context.Context) error) error {
	return c.Runner.InTx(ctx, func(ctx context.Context) error {
		c.begun.Add(1)
		return fn(ctx)
	})
}

// TestReceiptsOfTheSameProductsAtOnce lets eight orders of three products be received at once. Each
// delivery names the products in another order. Nothing is lost and no transaction is repeated.
func TestReceiptsOfTheSameProductsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		const writers, deliveries = 8, 5
		s, parts := w.shop(t, "S"), w.Parts
		runner := &counted{Runner: w.Store}
		parts.On = runner
		buying := orders.New(parts)
		products := []int64{w.product(t, "a"), w.product(t, "b"), w.product(t, "c")}
		made := make([]orders.View, writers)
		for n := range made {
			var items []order.ItemPatch
			for _, product := range products {
				items = append(items, of(product, deliveries, strconv.Itoa(n+1)))
			}
			made[n] = w.placed(t, from(s, items...))
		}
		var all []func() error
		for n, one := range made {
			all = append(all, func() error {
				for d := range deliveries {
					var lines []orders.Delivered
					for i := range products {
						lines = append(lines, orders.Delivered{Item: optional.Some(one.Items[(i+n+d)%len(products)].ID), Accepted: 1})
					}
					if _, err := buying.Deliver(t.Context(), us, one.ID, order.Delivery{Day: optional.Some(march10)}, lines); err != nil {
						return err
					}
				}
				return nil
			})
		}
		require.Equal(t, make([]fault.Code, writers), atOnce(t, all...))
		require.Equal(t, int64(40), runner.begun.Load(), "no transaction was repeated")
		for _, product := range products {
			onOrder, inWarehouse := w.units(t, product)
			require.Equal(t, []int64{0, 40}, []int64{onOrder, inWarehouse})
			require.Equal(t, "4.5", w.cost(t, product, "2026-03-10"), "the mean of 1 to 8")
		}
		var units, lines, written int64
		require.NoError(t, db.Each(w.Hot(t.Context()).Query(t.Context(), `SELECT CAST(SUM(accepted) AS BIGINT), COUNT(*),
			CAST(SUM(CASE WHEN cost_written THEN 1 ELSE 0 END) AS BIGINT) FROM purchasing_receipts`))(func() {}, &units, &lines, &written))
		require.Equal(t, []int64{120, 120, 120}, []int64{units, lines, written})
		w.sums(t)
	})
}

// taking calls then once a transaction has taken its targets for the first time.
type taking struct {
	ports.Inventory
	once sync.Once
	then func()
}

func (h *taking) Take(ctx context.Context, who caller.Caller, targets []purchasing.CostTarget) (ports.Taken, error) {
	t, err := h.Inventory.Take(ctx, who, targets)
	h.once.Do(h.then)
	return t, err
}

// TestReceiptsOfOtherProductsDoNotWait receives a product while another receipt of the team has its
// own product. A stock move, which locks all products of the team, waits for both.
func TestReceiptsOfOtherProductsDoNotWait(t *testing.T) {
	w := open(t, stores.Postgres(t))
	ctx, s, a, b := t.Context(), w.shop(t, "S"), w.product(t, "a"), w.product(t, "b")
	one, two := w.placed(t, from(s, of(a, 4, "2"))), w.placed(t, from(s, of(b, 4, "2")))
	parts := w.Parts
	var moved []app.StockMove
	var failed error
	var moving sync.WaitGroup
	parts.Inventory = &taking{Inventory: w.Inventory, then: func() {
		w.received(t, two, arrived(1))
		moving.Go(func() {
			moved, failed = w.stock.Move(ctx, us, []purchasing.StockChange{{
				Kind: purchasing.StockShip, Product: purchasing.ProductID(a), Warehouse: purchasing.WarehouseID(one.Values.WarehouseID), Units: 3,
			}})
		})
		w.waits(t)
	}}
	_, err := orders.New(parts).ReceiveItem(ctx, us, one.ID, one.Items[0].ID, arrived(4), nil)
	require.NoError(t, err)
	moving.Wait()
	require.NoError(t, failed)
	require.Equal(t, []any{(*fault.Error)(nil), int64(1)}, []any{moved[0].Err, moved[0].Available}, "it found the received units")
	w.sums(t)
}

func TestNumbersAtOnceDoNotRepeat(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx, s := t.Context(), w.shop(t, "S")
		numbers := make([]string, 10)
		var all []func() error
		for n := range numbers {
			all = append(all, func() error {
				made, err := w.Create(ctx, us, from(s))
				numbers[n] = made.Values.Number
				return err
			})
		}
		require.Equal(t, make([]fault.Code, len(all)), atOnce(t, all...))
		slices.Sort(numbers)
		require.Equal(t, []string{
			"PO-000001", "PO-000002", "PO-000003", "PO-000004", "PO-000005", "PO-000006", "PO-000007", "PO-000008", "PO-000009", "PO-000010",
		}, numbers)
		mine := from(s)
		mine.Patch.Number = optional.Put("Mine")
		again := func() error {
			_, err := w.Create(ctx, us, mine)
			return err
		}
		codes := atOnce(t, again, again, again)
		slices.Sort(codes)
		require.Equal(t, []fault.Code{"", fault.CodeDuplicate, fault.CodeDuplicate}, codes)
	})
}
