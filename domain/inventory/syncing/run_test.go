package syncing_test

import (
	"testing"
	"time"

	"sellingassistant/domain/inventory/syncing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
)

const us = "ATVPDKIKX0DER"

var target = syncing.Target{Team: 1, Connection: 2, Seller: "A1SELLER", Marketplace: us}

// stored returns a run as a store returns it.
func stored(t require.TestingT, r syncing.Run) syncing.Run {
	s := r.Snapshot()
	s.ID = 7
	back, err := syncing.RestoreRun(s)
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
	events := map[string]func(r *syncing.Run) error{
		"claim":   func(r *syncing.Run) error { return r.Claim("me", noon) },
		"mark":    func(r *syncing.Run) error { return r.Mark(nil, noon) },
		"advance": func(r *syncing.Run) error { return r.Advance(syncing.Progress{Seen: 1}, noon) },
		"wait":    func(r *syncing.Run) error { return r.Wait("upstream_rate_limited", noon) },
		"next":    func(r *syncing.Run) error { return r.Next(noon) },
		"fail":    func(r *syncing.Run) error { return r.Fail("internal_error", noon) },
	}
	for state, legal := range map[syncing.State]map[string]syncing.State{
		syncing.Waiting: {"claim": syncing.Running, "fail": syncing.Failed},
		syncing.Running: {
			"claim": syncing.Running, "mark": syncing.Running, "advance": syncing.Running,
			"wait": syncing.Running, "next": syncing.Done, "fail": syncing.Failed,
		},
		syncing.Done: {}, syncing.Failed: {},
	} {
		for name, event := range events {
			r, err := syncing.RestoreRun(syncing.RunSnapshot{
				ID: 7, Target: target, Kind: syncing.Full, State: state, Phase: syncing.Unseen, Version: 3,
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
	base := &syncing.Base{Done: noon, Started: noon.Add(-time.Minute)}
	for kind, phases := range map[syncing.Kind][]syncing.Phase{
		syncing.Full:        {syncing.Listings, syncing.Unseen},
		syncing.Incremental: {syncing.Listings, syncing.Stock, syncing.StaleStock},
	} {
		r := stored(t, syncing.NewRun(target, kind, base, noon))
		require.NoError(t, r.Claim("me", noon))
		for _, phase := range phases {
			require.Equal(t, phase, r.Snapshot().Phase)
			require.Equal(t, syncing.Running, r.Snapshot().State)
			require.NoError(t, r.Next(noon))
		}
		require.Equal(t, syncing.Done, r.Snapshot().State)
	}
}

// An ended run enters no phase, and a waiting run ends no phase.
func TestPhasesEndInRunningRuns(t *testing.T) {
	t.Parallel()
	r := stored(t, syncing.NewRun(target, syncing.Full, nil, noon))
	before := r.Snapshot()
	require.Error(t, r.Next(noon))
	require.Equal(t, before, r.Snapshot())
	for name, spoil := range map[string]func(*syncing.RunSnapshot){
		"id": func(s *syncing.RunSnapshot) { s.ID = 0 }, "team": func(s *syncing.RunSnapshot) { s.Team = 0 },
		"version": func(s *syncing.RunSnapshot) { s.Version = 0 }, "the phase of its kind": func(s *syncing.RunSnapshot) { s.Phase = syncing.StaleStock },
		"state": func(s *syncing.RunSnapshot) { s.State = "lost" },
	} {
		bad := before
		spoil(&bad)
		_, err := syncing.RestoreRun(bad)
		require.Error(t, err, name)
	}
}

func TestIncrementalRunsNeedABase(t *testing.T) {
	t.Parallel()
	mark := noon.Add(-time.Hour)
	base := syncing.Base{Done: noon.Add(-47 * time.Hour), Watermark: &mark, Started: noon.Add(-48 * time.Hour)}
	r := syncing.NewRun(target, syncing.Incremental, &base, noon)
	s := r.Snapshot()
	require.Equal(t, syncing.Incremental, s.Kind)
	require.Equal(t, mark.Add(-10*time.Minute), *s.Cursor, "the search shows changes late")
	require.Equal(t, noon.Add(-48*time.Hour-10*time.Minute), *s.StockSince)
	require.Equal(t, mark, *s.Watermark)
	require.False(t, r.NeedsMark())

	empty := syncing.NewRun(target, syncing.Incremental, &syncing.Base{Done: noon, Started: noon}, noon)
	require.Equal(t, syncing.Incremental, empty.Snapshot().Kind)
	require.Nil(t, empty.Snapshot().Cursor, "an account without listings is read from its beginning")

	base.Done = noon.Add(-48 * time.Hour)
	for _, r := range []syncing.Run{
		syncing.NewRun(target, syncing.Incremental, &base, noon),
		syncing.NewRun(target, syncing.Incremental, nil, noon),
		syncing.NewRun(target, syncing.Full, &syncing.Base{Done: noon, Watermark: &mark}, noon),
	} {
		s := r.Snapshot()
		require.Equal(t, syncing.Full, s.Kind)
		require.Nil(t, s.Cursor)
		require.Nil(t, s.Watermark)
		require.True(t, r.NeedsMark())
	}
}

func TestALeaseKeepsOthersOut(t *testing.T) {
	t.Parallel()
	r := stored(t, syncing.NewRun(target, syncing.Full, nil, noon))
	require.NoError(t, r.Claim("me", noon))
	e := requireCode(t, r.Claim("you", noon.Add(30*time.Second)), fault.CodeConflict)
	require.Equal(t, 90*time.Second, e.RetryAfter)
	require.NoError(t, r.Claim("me", noon.Add(30*time.Second)), "who was killed comes back under the same name")
	require.NoError(t, r.Advance(syncing.Progress{}, noon.Add(time.Minute)))
	_ = requireCode(t, r.Claim("you", noon.Add(3*time.Minute-time.Second)), fault.CodeConflict)
	require.NoError(t, r.Claim("you", noon.Add(3*time.Minute)))
	require.Equal(t, noon, *r.Snapshot().StartedAt)
	require.NoError(t, r.Wait("upstream_rate_limited", noon.Add(4*time.Minute)))
	require.Equal(t, "upstream_rate_limited", *r.Snapshot().ErrorCode)
	require.NoError(t, r.Claim("me", noon.Add(4*time.Minute)), "who waits has let go")
	require.NoError(t, r.Advance(syncing.Progress{}, noon.Add(5*time.Minute)))
	require.Nil(t, r.Snapshot().ErrorCode)
}

// In every run, counts and cursor never fall. The facts at its end are no later than its last read.
func TestSyncRunOnlyGoesForward(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		mark := noon
		r := stored(t, syncing.NewRun(target, syncing.Incremental, &syncing.Base{Done: noon, Watermark: &mark}, noon))
		require.NoError(t, r.Claim("me", noon))
		latest := noon
		for range rapid.IntRange(0, 20).Draw(t, "steps") {
			before := r.Snapshot()
			at := noon.Add(time.Duration(rapid.IntRange(-3600, 3600).Draw(t, "cursor")) * time.Second)
			p := syncing.Progress{Seen: rapid.IntRange(0, 100).Draw(t, "seen"), Cursor: &at}
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
	kind, due := target.Due(syncing.History{}, day)
	require.True(t, due)
	require.Equal(t, syncing.Full, kind, "an account that was never read")

	// Once settled, each target gets a full run a day and an incremental run every quarter of an
	// hour. The targets run at different minutes.
	minutes := map[int]int{}
	for c := range 50 {
		one := target
		one.Connection = id.Connection(c + 1)
		h := syncing.History{}
		counts := map[syncing.Kind]int{}
		for m := -48 * 60; m < 24*60; m++ {
			now := day.Add(time.Duration(m) * time.Minute)
			kind, due := one.Due(h, now)
			if !due {
				continue
			}
			h.Any = now
			if kind == syncing.Full {
				h.Full = now
			}
			if m < 0 {
				continue
			}
			if counts[kind]++; kind == syncing.Full {
				minutes[m]++
			}
		}
		require.Equal(t, 1, counts[syncing.Full])
		require.InDelta(t, 95, counts[syncing.Incremental], 2)
	}
	require.Greater(t, len(minutes), 25)

	fresh := syncing.History{Full: day, Any: day}
	for m := range 6 * 60 {
		kind, _ := target.Due(fresh, day.Add(time.Duration(m)*time.Minute))
		require.NotEqual(t, syncing.Full, kind, "it was read whole less than six hours ago")
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
