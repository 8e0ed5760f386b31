package repricer_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
	"sellingassistant/test/stores"
)

func TestOneWriterWinsAKey(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		const keys = 12
		var mu sync.Mutex
		winners, seen := map[repricer.Key][]decision.ProductID{}, map[repricer.Key]map[decision.ProductID]bool{}
		race(t, func(n int) error {
			// Every worker names the keys in another order.
			rows := make([]*repricer.Product, keys)
			for i := range rows {
				s := plainRow((i*7 + n) % keys)
				s.ID, s.Team = 1, ours
				var err error
				if rows[i], err = repricer.RestoreProduct(s); err != nil {
					return err
				}
			}
			var got []ports.Inserted
			err := w.Tx.InTx(t.Context(), func(ctx context.Context) (err error) {
				got, err = w.Products.Insert(ctx, ours, rows)
				return err
			})
			mu.Lock()
			defer mu.Unlock()
			for i, inserted := range got {
				k := rows[i].Key()
				if seen[k] == nil {
					seen[k] = map[decision.ProductID]bool{}
				}
				seen[k][inserted.ID] = true
				if !inserted.Existed {
					winners[k] = append(winners[k], inserted.ID)
				}
			}
			return err
		})
		require.Len(t, winners, keys)
		for k, w := range winners {
			require.Len(t, w, 1, k.SKU)
			require.Equal(t, map[decision.ProductID]bool{w[0]: true}, seen[k], k.SKU)
		}
		require.Len(t, page1(t, w), keys)
	})
}

// Writers that read before they write wait for each other. No write is lost, and another order of
// rows is no deadlock.
func TestLockedWritersWait(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		rows := w.Rows(t, ours, plainRows(5)...)
		race(t, func(n int) error {
			named := ids(rows)
			if n%2 == 0 {
				slices.Reverse(named)
			}
			return w.Tx.InTx(t.Context(), func(ctx context.Context) error {
				loaded, err := w.Products.LoadLocked(ctx, ours, named)
				if err != nil {
					return err
				}
				for _, row := range loaded {
					most := row.Snapshot().Limits.MaxPrice.Or(money.Amount{})
					next := money.FromUnits(most.Units() + 10_000)
					if _, err := row.Change(limits(repricer.LimitsPatch{MaxPrice: optional.Put(next)}), repricer.Rules{}, noon); err != nil {
						return err
					}
				}
				return w.Products.Save(ctx, ours, loaded)
			})
		})
		for _, row := range rows {
			got, err := w.Products.Get(t.Context(), ours, row.ID)
			require.NoError(t, err)
			require.Equal(t, amount("20"), got.Limits.MaxPrice)
			require.Equal(t, int64(1+workers), got.Version)
		}
	})
}

// A held strategy cannot be deleted, so no row has a missing strategy.
func TestHeldStrategiesStay(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		rows := w.Rows(t, ours, plainRows(workers)...)
		plan := w.Strategy(t, ours, "Box")
		race(t, func(n int) error {
			return w.Tx.InTx(t.Context(), func(ctx context.Context) error {
				named := []strategy.ID{plan}
				if n%4 != 0 {
					reach, err := w.Strategies.Coverage(ctx, ours, named, true)
					if err != nil || len(reach) == 0 {
						return err
					}
					return change(ctx, w, ours, repricer.ProductPatch{StrategyID: optional.Put(plan)}, rows[n].ID)
				}
				found, err := w.Strategies.LoadLocked(ctx, ours, named)
				if err != nil || len(found) == 0 {
					return err
				}
				usage, err := w.Products.Usage(ctx, ours, named)
				if err != nil || len(usage) > 0 {
					return err
				}
				return w.Strategies.Delete(ctx, ours, named, noon)
			})
		})
		usage, err := w.Products.Usage(t.Context(), ours, []strategy.ID{plan})
		require.NoError(t, err)
		_, err = w.Strategies.Get(t.Context(), ours, plan)
		if err == nil {
			require.Positive(t, usage[plan].Count)
		} else {
			requireCode(t, err, fault.NotFound, fault.CodeNotFound)
			require.Empty(t, usage)
		}
	})
}

// A writer waits for a locked or held record, here until its patience ends.
func TestHoldersAndLockersKeepOthersWaiting(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := stored(s)
		plan := []strategy.ID{w.Strategy(t, ours, "Box")}
		row := ids(w.Rows(t, ours, plainRow(1)))
		hold := func(ctx context.Context) error {
			_, err := w.Strategies.Coverage(ctx, ours, plan, true)
			return err
		}
		lock := func(ctx context.Context) error {
			_, err := w.Strategies.LoadLocked(ctx, ours, plan)
			return err
		}
		loadRow := func(ctx context.Context) error {
			_, err := w.Products.LoadLocked(ctx, ours, row)
			return err
		}
		settings := func(ctx context.Context) error {
			_, err := w.Settings.LoadLocked(ctx, ours)
			return err
		}
		for _, c := range []struct {
			name          string
			first, second func(ctx context.Context) error
		}{
			{"hold, lock", hold, lock}, {"lock, hold", lock, hold}, {"lock, lock", lock, lock}, {"row, row", loadRow, loadRow},
			{"settings, settings", settings, settings},
		} {
			w.In(t, func(ctx context.Context) {
				require.NoError(t, c.first(ctx))
				impatient, cancel := context.WithTimeout(t.Context(), 150*time.Millisecond)
				defer cancel()
				require.Error(t, w.Tx.InTx(impatient, c.second), c.name)
			})
			require.NoError(t, w.Tx.InTx(t.Context(), c.second), c.name)
		}
		if s.Dialect() == db.Postgres {
			w.In(t, func(ctx context.Context) {
				require.NoError(t, hold(ctx))
				require.NoError(t, w.Tx.InTx(t.Context(), hold))
			})
		}
	})
}
