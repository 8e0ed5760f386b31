package syncing_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	syncstore "sellingassistant/adapters/persistence/inventory/syncing"
	"sellingassistant/domain/inventory/syncing"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/test/stores"
)

func TestSyncRunsAreKeptWhole(t *testing.T) {
	t.Parallel()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w, ctx := openSync(t, s), t.Context()
		runs := syncstore.NewRuns(s)
		target := w.target(t, "A1")

		r, added, err := runs.Add(ctx, syncing.NewRun(target, syncing.Full, nil, syncNoon))
		require.NoError(t, err)
		require.True(t, added)
		require.Positive(t, r.Snapshot().ID)
		same, added, err := runs.Add(ctx, syncing.NewRun(target, syncing.Full, nil, syncNoon.Add(time.Hour)))
		require.NoError(t, err)
		require.False(t, added, "one of a kind at a time")
		require.Equal(t, r, same)

		// A run with every member set.
		require.NoError(t, r.Claim("holder é", syncNoon))
		require.NoError(t, runs.Save(ctx, &r))
		newest, cursor := syncNoon.Add(-time.Microsecond), syncNoon.Add(-time.Hour)
		require.NoError(t, r.Mark(&newest, syncNoon))
		require.NoError(t, runs.Save(ctx, &r))
		require.NoError(t, r.Advance(syncing.Progress{Seen: 1, Changed: 2, Closed: 3, Beyond: 4, Cursor: &cursor, AfterSKU: "ä b"}, syncNoon))
		require.NoError(t, runs.Save(ctx, &r))
		got, err := runs.Find(ctx, target.Team, r.Snapshot().ID)
		require.NoError(t, err)
		require.Equal(t, r, got)
		_, err = runs.Find(ctx, target.Team+1, r.Snapshot().ID)
		require.True(t, fault.Is(err, fault.CodeNotFound), "another team's run is none")
		_, err = runs.Find(ctx, target.Team, r.Snapshot().ID+1)
		require.True(t, fault.Is(err, fault.CodeNotFound))

		// Another run may begin after its end.
		require.NoError(t, r.Fail("upstream_unavailable", syncNoon))
		require.NoError(t, runs.Save(ctx, &r))
		got, err = runs.Find(ctx, target.Team, r.Snapshot().ID)
		require.NoError(t, err)
		require.Equal(t, r, got)
		next, added, err := runs.Add(ctx, syncing.NewRun(target, syncing.Full, nil, syncNoon))
		require.NoError(t, err)
		require.True(t, added)
		require.Greater(t, next.Snapshot().ID, r.Snapshot().ID)
	})
}

func TestOfTwoWhoWriteARunOneIsRefused(t *testing.T) {
	t.Parallel()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w, ctx := openSync(t, s), t.Context()
		runs := syncstore.NewRuns(s)
		r, _, err := runs.Add(ctx, syncing.NewRun(w.target(t, "A1"), syncing.Full, nil, syncNoon))
		require.NoError(t, err)
		var (
			all sync.WaitGroup
			mu  sync.Mutex
			won int
		)
		for range 8 {
			all.Go(func() {
				mine := r
				if err := mine.Claim("me", syncNoon); err != nil {
					t.Error(err)
				}
				err := s.InTx(ctx, func(ctx context.Context) error { return runs.Save(ctx, &mine) })
				mu.Lock()
				defer mu.Unlock()
				if err == nil {
					won++
				} else if !fault.Is(err, fault.CodeConflict) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		require.Equal(t, 1, won)
	})
}

func TestWhatRunsTell(t *testing.T) {
	t.Parallel()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w, ctx := openSync(t, s), t.Context()
		runs := syncstore.NewRuns(s)
		one := w.target(t, "A1")
		two := one
		two.Marketplace = "A2EUQ1WTGCTBG2"
		foreign := w.target(t, "A1")

		base, err := runs.Base(ctx, one)
		require.NoError(t, err)
		require.Nil(t, base)
		none, err := runs.Latest(ctx, one.Team)
		require.NoError(t, err)
		require.Empty(t, none)

		// end runs a run from its request to its end, hours after noon.
		end := func(target syncing.Target, kind syncing.Kind, hour int, fails bool, watermark *time.Time) syncing.Run {
			at := syncNoon.Add(time.Duration(hour) * time.Hour)
			r, added, err := runs.Add(ctx, syncing.NewRun(target, kind, &syncing.Base{Done: at, Watermark: watermark}, at))
			require.NoError(t, err)
			require.True(t, added)
			step := func(err error) {
				require.NoError(t, err)
				require.NoError(t, runs.Save(ctx, &r))
			}
			step(r.Claim("me", at.Add(time.Minute)))
			if fails {
				step(r.Fail("upstream_unavailable", at.Add(2*time.Minute)))
				return r
			}
			if kind == syncing.Full {
				step(r.Mark(watermark, at.Add(time.Minute)))
			}
			for !r.Snapshot().State.Ended() {
				step(r.Next(at.Add(2 * time.Minute)))
			}
			return r
		}
		mark := func(hour int) *time.Time {
			at := syncNoon.Add(time.Duration(hour) * time.Hour)
			return &at
		}
		end(one, syncing.Full, 1, false, mark(-1))
		full := end(one, syncing.Full, 2, false, nil)
		end(one, syncing.Incremental, 3, false, mark(-5))
		failed := end(one, syncing.Incremental, 4, true, mark(3))
		other := end(two, syncing.Full, 5, false, mark(0))
		end(foreign, syncing.Full, 6, false, mark(6))

		base, err = runs.Base(ctx, one)
		require.NoError(t, err)
		require.Equal(t, &syncing.Base{
			Done: mark(3).Add(2 * time.Minute), Watermark: mark(-1), Started: mark(3).Add(time.Minute),
		}, base, "of runs that were done; the failed one counts for nothing")

		latest, err := runs.Latest(ctx, one.Team)
		require.NoError(t, err)
		require.Equal(t, []syncing.Run{other, full, failed}, latest)
		synced, err := runs.Synced(ctx, one.Team)
		require.NoError(t, err)
		require.Equal(t, map[id.Connection]time.Time{one.Connection: mark(5).Add(2 * time.Minute)}, synced)
		asked, err := runs.Histories(ctx)
		require.NoError(t, err)
		require.Equal(t, map[syncing.Target]syncing.History{
			one: {Full: *mark(2), Any: *mark(4)}, two: {Full: *mark(5), Any: *mark(5)}, foreign: {Full: *mark(6), Any: *mark(6)},
		}, asked)

		n, err := runs.Sweep(ctx, *mark(24))
		require.NoError(t, err)
		require.Equal(t, int64(1), n, "the newest of each target, kind and state stay")
		latest, err = runs.Latest(ctx, one.Team)
		require.NoError(t, err)
		require.Equal(t, []syncing.Run{other, full, failed}, latest)
	})
}
