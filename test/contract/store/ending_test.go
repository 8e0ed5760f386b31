package store_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/ports/tx"
	"sellingassistant/test/stores"
)

// TestWorkAtTheEndOfATransaction collects values of two owners, and loses those of a savepoint that was
// undone.
func TestWorkAtTheEndOfATransaction(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		var numbers [][]int
		hear := func(_ context.Context, all []int) error {
			numbers = append(numbers, all)
			return nil
		}
		first, second := &tx.Ending[int]{On: s.AtEnd, Run: hear}, &tx.Ending[int]{On: s.AtEnd, Run: hear}
		stop := errors.New("stop")
		require.NoError(t, s.InTx(t.Context(), func(ctx context.Context) error {
			require.NoError(t, first.Add(ctx, 1, 2))
			require.NoError(t, second.Add(ctx, 7))
			require.ErrorIs(t, s.InTx(ctx, func(ctx context.Context) error {
				require.NoError(t, first.Add(ctx, 3))
				return stop
			}), stop)
			require.NoError(t, s.InTx(ctx, func(ctx context.Context) error { return first.Add(ctx, 4) }))
			require.NoError(t, first.Add(ctx))
			require.Empty(t, numbers, "not before the end")
			return nil
		}))
		require.Equal(t, [][]int{{1, 2, 4}, {7}}, numbers)

		numbers = nil
		require.NoError(t, first.Add(t.Context(), 5), "without a transaction")
		require.Equal(t, [][]int{{5}}, numbers)

		numbers = nil
		require.ErrorIs(t, s.InTx(t.Context(), func(ctx context.Context) error {
			require.NoError(t, first.Add(ctx, 6))
			return stop
		}), stop)
		require.Empty(t, numbers)
	})
}

// TestTheEndBelongsToTheTransaction has the work write, and then fail.
func TestTheEndBelongsToTheTransaction(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		stop := errors.New("stop")
		var fails error
		write := &tx.Ending[string]{On: s.AtEnd}
		write.Run = func(ctx context.Context, names []string) error {
			for _, name := range names {
				if _, err := s.Hot(ctx).Exec(ctx, "UPDATE teams SET name = $1 WHERE id = 1", name); err != nil {
					return err
				}
			}
			return fails
		}
		stores.Teams(t, s)
		name := func() (out string) {
			require.NoError(t, s.Hot(t.Context()).QueryRow(t.Context(), "SELECT name FROM teams WHERE id = 1").Scan(&out))
			return out
		}
		change := func() error {
			return s.InTx(t.Context(), func(ctx context.Context) error { return write.Add(ctx, "Late") })
		}
		before := name()
		fails = stop
		require.ErrorIs(t, change(), stop)
		require.Equal(t, before, name())
		fails = nil
		require.NoError(t, change())
		require.Equal(t, "Late", name())
	})
}
