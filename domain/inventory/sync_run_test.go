package inventory_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
)

const us = "ATVPDKIKX0DER"

var target = inventory.SyncTarget{Team: 1, Connection: 2, Seller: "A1SELLER", Marketplace: us}

// stored is a run as it comes back from a store.
func stored(t require.TestingT, r inventory.SyncRun) inventory.SyncRun {
	s := r.Snapshot()
	s.ID = 7
	back, err := inventory.RestoreSyncRun(s)
	require.NoError(t, err)
	return back
}

func requireCode(t require.TestingT, err error, code fault.Code) *fault.Error {
	e, ok := fault.As(err)
	require.True(t, ok, "%v", err)
	require.Equal(t, code, e.Code)
	return e
}

// Every event in every state.
func TestSyncRunStates(t *testing.T) {
	t.Parallel()
	events := map[string]func(r *inventory.SyncRun) error{
		"claim":   func(r *inventory.SyncRun) error { return r.Claim("me", noon) },
		"mark":    func(r *inventory.SyncRun) error { return r.Mark(nil, noon) },
		"advance": func(r *inventory.SyncRun) error { return r.Advance(inventory.SyncProgress{Seen: 1}, noon) },
		"wait":    func(r *inventory.SyncRun) error { return r.Wait("upstream_rate_limited", noon) },
		"next":    func(r *inventory.SyncRun) error { return r.Next(noon) },
		"fail":    func(r *inventory.SyncRun) error { return r.Fail("internal_error", noon) },
	}
	for state, legal := range map[inventory.SyncState]map[string]inventory.SyncState{
		inventory.SyncWaiting: {"claim": inventory.SyncRunning, "fail": inventory.SyncFailed},
		inventory.SyncRunning: {
			"claim": inventory.SyncRunning, "mark": inventory.SyncRunning, "advance": inventory.SyncRunning,
			"wait": inventory.SyncRunning, "next": inventory.SyncDone, "fail": inventory.SyncFailed,
		},
		inventory.SyncDone: {}, inventory.SyncFailed: {},
	} {
		for name, event := range events {
			r, err := inventory.RestoreSyncRun(inventory.SyncRunSnapshot{
				ID: 7, SyncTarget: target, Kind: inventory.SyncFull, State: state, Phase: inventory.SyncUnseen, Version: 3,
			})
			require.NoError(t, err)
			before := r.Snapshot()
			err = event(&r)
			after, ok := legal[name]
			if !ok {
				_ = requireCode(t, err, fault.CodeInvalidTransition)
				require.Equal(t, before, r.Snapshot(), "%s %s", state, name)
				continue
			}
			require.NoError(t, err, "%s %s", state, name)
			require.Equal(t, after, r.Snapshot().State, "%s %s", state, name)
			require.Equal(t, int64(4), r.Snapshot().Version)
			require.Equal(t, after.Ended(), r.Snapshot().EndedAt != nil)
		}
	}
}

func TestSyncRunPhases(t *testing.T) {
	t.Parallel()
	base := &inventory.SyncBase{Done: noon, Started: noon.Add(-time.Minute)}
	for kind, phases := range map[inventory.SyncKind][]inventory.SyncPhase{
		inventory.SyncFull:        {inventory.SyncListings, inventory.SyncUnseen},
		inventory.SyncIncremental: {inventory.SyncListings, inventory.SyncStock, inventory.SyncStaleStock},
	} {
		r := stored(t, inventory.NewSyncRun(target, kind, base, noon))
		require.NoError(t, r.Claim("me", noon))
		for _, phase := range phases {
			require.Equal(t, phase, r.Snapshot().Phase)
			require.Equal(t, inventory.SyncRunning, r.Snapshot().State)
			require.NoError(t, r.Next(noon))
		}
		require.Equal(t, inventory.SyncDone, r.Snapshot().State)
	}
}

func TestIncrementalRunsNeedABase(t *testing.T) {
	t.Parallel()
	mark := noon.Add(-time.Hour)
	base := inventory.SyncBase{Done: noon.Add(-47 * time.Hour), Watermark: &mark, Started: noon.Add(-48 * time.Hour)}
	r := inventory.NewSyncRun(target, inventory.SyncIncremental, &base, noon)
	s := r.Snapshot()
	require.Equal(t, inventory.SyncIncremental, s.Kind)
	require.Equal(t, mark.Add(-10*time.Minute), *s.Cursor, "the search shows changes late")
	require.Equal(t, noon.Add(-48*time.Hour-10*time.Minute), *s.StockSince)
	require.Equal(t, mark, *s.Watermark)
	require.False(t, r.NeedsMark())

	empty := inventory.NewSyncRun(target, inventory.SyncIncremental, &inventory.SyncBase{Done: noon, Started: noon}, noon)
	require.Equal(t, inventory.SyncIncremental, empty.Snapshot().Kind)
	require.Nil(t, empty.Snapshot().Cursor, "an account without listings is read from its beginning")

	base.Done = noon.Add(-48 * time.Hour)
	for _, r := range []inventory.SyncRun{
		inventory.NewSyncRun(target, inventory.SyncIncremental, &base, noon),
		inventory.NewSyncRun(target, inventory.SyncIncremental, nil, noon),
		inventory.NewSyncRun(target, inventory.SyncFull, &inventory.SyncBase{Done: noon, Watermark: &mark}, noon),
	} {
		s := r.Snapshot()
		require.Equal(t, inventory.SyncFull, s.Kind)
		require.Nil(t, s.Cursor)
		require.Nil(t, s.Watermark)
		require.True(t, r.NeedsMark())
	}
}

func TestALeaseKeepsOthersOut(t *testing.T) {
	t.Parallel()
	r := stored(t, inventory.NewSyncRun(target, inventory.SyncFull, nil, noon))
	require.NoError(t, r.Claim("me", noon))
	e := requireCode(t, r.Claim("you", noon.Add(30*time.Second)), fault.CodeConflict)
	require.Equal(t, 90*time.Second, e.RetryAfter)
	require.NoError(t, r.Claim("me", noon.Add(30*time.Second)), "who was killed comes back under the same name")
	require.NoError(t, r.Advance(inventory.SyncProgress{}, noon.Add(time.Minute)))
	_ = requireCode(t, r.Claim("you", noon.Add(3*time.Minute-time.Second)), fault.CodeConflict)
	require.NoError(t, r.Claim("you", noon.Add(3*time.Minute)))
	require.Equal(t, noon, *r.Snapshot().StartedAt)
	require.NoError(t, r.Wait("upstream_rate_limited", noon.Add(4*time.Minute)))
	require.Equal(t, "upstream_rate_limited", *r.Snapshot().ErrorCode)
	require.NoError(t, r.Claim("me", noon.Add(4*time.Minute)), "who waits has let go")
	require.NoError(t, r.Advance(inventory.SyncProgress{}, noon.Add(5*time.Minute)))
	require.Nil(t, r.Snapshot().ErrorCode)
}

// Whatever a run meets, its counts and its cursor never fall, and what it knows
// at the end is no later than what it read.
func TestSyncRunOnlyGoesForward(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		mark := noon
		r := stored(t, inventory.NewSyncRun(target, inventory.SyncIncremental, &inventory.SyncBase{Done: noon, Watermark: &mark}, noon))
		require.NoError(t, r.Claim("me", noon))
		latest := noon
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			before := r.Snapshot()
			at := noon.Add(time.Duration(rapid.IntRange(-3600, 3600).Draw(t, "cursor")) * time.Second)
			p := inventory.SyncProgress{Seen: rapid.IntRange(0, 100).Draw(t, "seen"), Cursor: &at}
			require.NoError(t, r.Advance(p, noon))
			after := r.Snapshot()
			if at.After(latest) {
				latest = at
			}
			require.Equal(t, before.Seen+int64(p.Seen), after.Seen)
			require.False(t, after.Cursor.Before(*before.Cursor))
			require.Equal(t, latest, *after.Watermark)
		}
	})
}

func TestDueBySchedule(t *testing.T) {
	t.Parallel()
	day := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	kind, due := target.Due(inventory.SyncHistory{}, day)
	require.True(t, due)
	require.Equal(t, inventory.SyncFull, kind, "an account that was never read")

	// Once it is settled, each target gets one full run a day and an incremental one
	// every quarter of an hour; not all at the same minute.
	minutes := map[int]int{}
	for c := range 50 {
		one := target
		one.Connection = id.Connection(c + 1)
		h := inventory.SyncHistory{}
		counts := map[inventory.SyncKind]int{}
		for m := -48 * 60; m < 24*60; m++ {
			now := day.Add(time.Duration(m) * time.Minute)
			kind, due := one.Due(h, now)
			if !due {
				continue
			}
			h.Any = now
			if kind == inventory.SyncFull {
				h.Full = now
			}
			if m < 0 {
				continue
			}
			if counts[kind]++; kind == inventory.SyncFull {
				minutes[m]++
			}
		}
		require.Equal(t, 1, counts[inventory.SyncFull])
		require.InDelta(t, 95, counts[inventory.SyncIncremental], 2)
	}
	require.Greater(t, len(minutes), 25)

	fresh := inventory.SyncHistory{Full: day, Any: day}
	for m := range 6 * 60 {
		kind, _ := target.Due(fresh, day.Add(time.Duration(m)*time.Minute))
		require.NotEqual(t, inventory.SyncFull, kind, "it was read whole less than six hours ago")
	}
}

func TestStrandedIsInactiveWithStock(t *testing.T) {
	t.Parallel()
	units := func(n int64) *int64 { return &n }
	for _, c := range []struct {
		status      inventory.SKUStatus
		channel     inventory.Channel
		fulfillable *int64
		want        inventory.SKUStatus
	}{
		{inventory.SKUInactive, inventory.FBA, units(1), inventory.SKUStranded},
		{inventory.SKUInactive, inventory.FBA, units(0), inventory.SKUInactive},
		{inventory.SKUInactive, inventory.FBA, nil, inventory.SKUInactive},
		{inventory.SKUInactive, inventory.FBM, units(1), inventory.SKUInactive},
		{inventory.SKUStranded, inventory.FBA, units(1), inventory.SKUStranded},
		{inventory.SKUStranded, inventory.FBA, units(0), inventory.SKUInactive},
		{inventory.SKUStranded, inventory.FBM, units(1), inventory.SKUInactive},
		{inventory.SKUActive, inventory.FBA, units(1), inventory.SKUActive},
		{inventory.SKUSuppressed, inventory.FBA, units(1), inventory.SKUSuppressed},
		{inventory.SKUClosed, inventory.FBA, units(1), inventory.SKUClosed},
	} {
		require.Equal(t, c.want, c.status.WithStock(c.channel, c.fulfillable), "%+v", c)
	}
}
