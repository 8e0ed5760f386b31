package orders_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing/order"
	steps "sellingassistant/test/security/fault"
	"sellingassistant/test/stores"
)

// TestEveryWriteOfAnOrderFailsAtAnyStep lets the first, second, third … step of a move or a receipt
// in the database fail. Nothing is stored, and the next try has its whole effect. The tests over
// all operations check their examples in the same way.
func TestEveryWriteOfAnOrderFailsAtAnyStep(t *testing.T) {
	failing(t, func(t *testing.T, w world, f *steps.Switch) {
		ctx := t.Context()
		a, s := w.product(t, "a"), w.shop(t, "S")
		one := w.made(t, from(s, of(a, 10, "2"), line("b", 5, "1")))
		other := w.placed(t, from(s, of(a, 4, "3")))
		to := func(of orders.View, status order.Status) func() error {
			return func() error {
				_, err := w.Update(ctx, us, of.ID, orders.Update{Status: optional.Some(status)}, nil)
				return err
			}
		}
		book := func(in orders.Receiving) func() error {
			return func() error {
				_, err := w.ReceiveItem(ctx, us, one.ID, one.Items[0].ID, in, nil)
				return err
			}
		}
		tables := []string{
			"purchasing_orders", "purchasing_items", "purchasing_receipts", "purchasing_movements", "purchasing_stock", "purchasing_suppliers", "inventory_products",
			"inventory_cost_layers", "history_events", "audit_log",
		}
		step := 1
		if w.Dialect() == db.Postgres {
			step = 2 // because a statement takes two or three messages
		}
		for _, write := range []struct {
			name string
			do   func() error
		}{
			{"place", to(one, order.Ordered)},
			{"withdraw", to(one, order.Draft)},
			{"cancel", to(one, order.Cancelled)},
			{"restore", to(one, order.Draft)},
			{"place again", to(one, order.Ordered)},
			{"receive", book(arrived(3))},
			{"set", book(accepted(6))},
			{"correct", book(accepted(2))},
			{"return", book(returned(1, false))},
			{"return for another", book(returned(1, true))},
			{"receive lines", func() error {
				_, err := w.Deliver(ctx, us, one.ID, order.Delivery{Reference: optional.Some("DN-1")}, []orders.Delivered{{Item: optional.Some(one.Items[1].ID), Accepted: 2}})
				return err
			}},
			{"late bill", func() error {
				_, err := w.Update(ctx, us, one.ID, billed("12"), nil)
				return err
			}},
			{"close", to(one, order.Closed)},
			{"reopen", to(one, order.Ordered)},
			{"receive the rest", to(one, order.Received)},
			{"receive all", to(other, order.Received)},
		} {
			before := stores.Rows(t, w.Store, tables...)
			failed := 0
			// The first step may be made good: a connection that is cut before its transaction is replaced.
			for n := 2; ; n += step {
				f.Arm(n)
				err := write.do()
				if !f.Disarm() {
					require.NoError(t, err, write.name)
					break
				}
				require.Error(t, err, "%s, step %d", write.name, n)
				failed++
				require.Equal(t, before, stores.Rows(t, w.Store, tables...), "%s, step %d", write.name, n)
			}
			require.Greater(t, failed, 2, write.name)
			require.NotEqual(t, before, stores.Rows(t, w.Store, tables...), write.name)
		}
		w.sums(t)
	})
}
