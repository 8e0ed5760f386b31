package repricer_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/strategy"
)

func TestAbsentAndForeignStrategies(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		mine, other := w.Strategy(t, ours, "Box", de, gb), w.Strategy(t, theirs, "Box")
		for _, absent := range []strategy.ID{other, 999_999} {
			_, err := w.Strategies.Get(t.Context(), ours, absent)
			require.Equal(t, fault.Missing(), unwrapped(t, err))
		}
		w.In(t, func(ctx context.Context) {
			found, err := w.Strategies.LoadLocked(ctx, ours, []strategy.ID{999_999, other, mine, mine})
			require.NoError(t, err)
			require.Len(t, found, 1)
			require.Equal(t, mine, found[0].ID())
			for _, hold := range []bool{true, false} {
				reach, err := w.Strategies.Coverage(ctx, ours, []strategy.ID{999_999, other, mine}, hold)
				require.NoError(t, err)
				require.Equal(t, map[strategy.ID]strategy.Coverage{mine: {ID: mine, Marketplaces: []marketplace.ID{de, gb}}}, reach)
			}
			none, err := w.Strategies.LoadLocked(ctx, ours, nil)
			require.NoError(t, err)
			require.Empty(t, none)
			reach, err := w.Strategies.Coverage(ctx, ours, nil, true)
			require.NoError(t, err)
			require.NotNil(t, reach)
			require.Empty(t, reach)
		})
		err := w.Tx.InTx(t.Context(), func(ctx context.Context) error {
			return w.Strategies.Delete(ctx, ours, []strategy.ID{other}, noon)
		})
		require.Error(t, err)
		_, err = w.Strategies.Get(t.Context(), theirs, other)
		require.NoError(t, err)
	})
}

func unwrapped(t *testing.T, err error) *fault.Error {
	t.Helper()
	e, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	return e
}

func TestStrategyNamesAreTakenOnce(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		first := w.Strategy(t, ours, "Win the Box")
		second := w.Strategy(t, ours, "Another")
		w.Strategy(t, theirs, "Win the Box")
		again, err := strategy.New(ours, matching("  WIN the  box "), noon)
		require.NoError(t, err)
		err = w.Tx.InTx(t.Context(), func(ctx context.Context) error {
			_, err := w.Strategies.Insert(ctx, again)
			return err
		})
		requireCode(t, err, fault.Rule, fault.CodeDuplicate)
		require.Equal(t, "/name", unwrapped(t, err).Pointer)
		err = rename(t.Context(), w, second, "win THE box")
		requireCode(t, err, fault.Rule, fault.CodeDuplicate)
		require.Equal(t, "/name", unwrapped(t, err).Pointer)
		got, err := w.Strategies.Get(t.Context(), ours, second)
		require.NoError(t, err)
		require.Equal(t, "Another", got.Values.Name)
		require.Equal(t, int64(1), got.Version)
		// A strategy may keep its own name, and a deleted strategy leaves its name free.
		require.NoError(t, rename(t.Context(), w, first, "WIN THE BOX"))
		w.In(t, func(ctx context.Context) {
			_, err := w.Strategies.LoadLocked(ctx, ours, []strategy.ID{first})
			require.NoError(t, err)
			require.NoError(t, w.Strategies.Delete(ctx, ours, []strategy.ID{first}, noon))
		})
		third := w.Strategy(t, ours, "win the box")
		require.NotContains(t, []strategy.ID{first, second}, third)
		_, err = w.Strategies.Get(t.Context(), ours, first)
		requireCode(t, err, fault.NotFound, fault.CodeNotFound)
	})
}

func rename(ctx context.Context, w world, plan strategy.ID, name string) error {
	return w.Tx.InTx(ctx, func(ctx context.Context) error {
		found, err := w.Strategies.LoadLocked(ctx, ours, []strategy.ID{plan})
		if err != nil {
			return err
		}
		if _, err := found[0].Patch(strategy.Patch{Name: optional.Put(name)}, noon); err != nil {
			return err
		}
		return w.Strategies.Save(ctx, found[0])
	})
}

func TestOneStrategyWinsAName(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		var made, refused atomic.Int64
		race(t, func(n int) error {
			name := "win the box"
			if n%2 == 0 {
				name = strings.ToUpper(name)
			}
			s, err := strategy.New(ours, matching(name), noon)
			if err != nil {
				return err
			}
			err = w.Tx.InTx(t.Context(), func(ctx context.Context) error {
				_, err := w.Strategies.Insert(ctx, s)
				return err
			})
			return tally(err, &made, &refused)
		})
		require.Equal(t, int64(1), made.Load())
		require.Equal(t, int64(workers-1), refused.Load())

		all := make([]strategy.ID, workers)
		for i := range all {
			all[i] = w.Strategy(t, ours, strings.Repeat("x", i+1))
		}
		made.Store(0)
		refused.Store(0)
		race(t, func(n int) error { return tally(rename(t.Context(), w, all[n], "the one"), &made, &refused) })
		require.Equal(t, int64(1), made.Load())
		require.Equal(t, int64(workers-1), refused.Load())
	})
}

// tally counts successes and duplicates; anything else stays an error.
func tally(err error, made, refused *atomic.Int64) error {
	switch {
	case err == nil:
		made.Add(1)
	case fault.Is(err, fault.CodeDuplicate):
		refused.Add(1)
	default:
		return err
	}
	return nil
}

func TestStrategyOfAStaleWriterIsRefused(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		made := w.Strategy(t, ours, "Box")
		var stale *strategy.Strategy
		w.In(t, func(ctx context.Context) {
			found, err := w.Strategies.LoadLocked(ctx, ours, []strategy.ID{made})
			require.NoError(t, err)
			stale = found[0]
		})
		require.NoError(t, rename(t.Context(), w, made, "Box 2"))
		_, err := stale.Patch(strategy.Patch{Enabled: optional.Put(false)}, noon)
		require.NoError(t, err)
		require.Error(t, w.Tx.InTx(t.Context(), func(ctx context.Context) error { return w.Strategies.Save(ctx, stale) }))
		got, err := w.Strategies.Get(t.Context(), ours, made)
		require.NoError(t, err)
		require.Equal(t, "Box 2", got.Values.Name)
		require.True(t, got.Values.Enabled)
		require.Equal(t, int64(2), got.Version)
	})
}

func TestStrategyRollsBack(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		made := w.Strategy(t, ours, "Box")
		err := w.Tx.InTx(t.Context(), func(ctx context.Context) error {
			s, err := strategy.New(ours, matching("New"), noon)
			require.NoError(t, err)
			_, err = w.Strategies.Insert(ctx, s)
			require.NoError(t, err)
			_, err = w.Strategies.LoadLocked(ctx, ours, []strategy.ID{made})
			require.NoError(t, err)
			require.NoError(t, w.Strategies.Delete(ctx, ours, []strategy.ID{made}, noon))
			return errStop
		})
		require.ErrorIs(t, err, errStop)
		got, err := w.Strategies.Get(t.Context(), ours, made)
		require.NoError(t, err)
		require.Equal(t, "Box", got.Values.Name)
		w.Strategy(t, ours, "New")
	})
}
