package orders_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing/order"
)

// atOnce runs all at the same time and returns their faults, "" for none. Other errors fail the test.
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
