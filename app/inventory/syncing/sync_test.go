package syncing_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	connectionbridge "sellingassistant/adapters/bridge/connection"
	"sellingassistant/adapters/persistence/db"
	engine "sellingassistant/adapters/persistence/record"
	managestore "sellingassistant/adapters/persistence/repricer/manage"
	pricingstore "sellingassistant/adapters/persistence/repricer/pricing"
	queuestore "sellingassistant/adapters/persistence/repricer/queue"
	app "sellingassistant/app/inventory"
	syncapp "sellingassistant/app/inventory/syncing"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/inventory/syncing"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/ports/jobs"
	"sellingassistant/test/stores"
)

// Changes the marketplace, breaks calls and kills the program during runs. After a full run of a
// quiet marketplace, the rows equal the marketplace, and no value of the team is lost. Later
// changes come by an incremental run.
func TestASyncMakesRowsEqualToTheMarketplace(t *testing.T) {
	t.Parallel()
	stores.ByTier(t, func(t *testing.T, s *db.Store) {
		rapid.Check(t, func(rt *rapid.T) { chaos(rt, newSyncRig(t, s)) })
	})
}

// chaos plays a random history of a marketplace and of a program.
func chaos(t *rapid.T, r *syncRig) {
	own, gone, sequence := map[string]syncRow{}, map[string]bool{}, 0
	r.market.skew = time.Duration(rapid.IntRange(-120, 120).Draw(t, "skew")) * time.Second
	channels := []inventory.Channel{inventory.FBA, inventory.FBM}
	list := func() {
		sequence++
		r.market.put(fmt.Sprintf("SKU-%03d", sequence), int64(sequence), rapid.SampledFrom(channels).Draw(t, "channel"),
			rapid.Int64Range(0, 3).Draw(t, "units"))
	}
	for range rapid.IntRange(0, 130).Draw(t, "listings") {
		list()
	}
	change := func() {
		all := slices.Sorted(maps.Keys(r.market.listings))
		if len(all) == 0 {
			list()
			return
		}
		sku := rapid.SampledFrom(all).Draw(t, "sku")
		switch rapid.IntRange(0, 5).Draw(t, "change") {
		case 0:
			delete(r.market.listings, sku)
			gone[sku] = true
		case 1:
			list()
		case 2:
			r.market.put(sku, rapid.Int64Range(1, 1000).Draw(t, "price"), rapid.SampledFrom(channels).Draw(t, "channel"),
				rapid.Int64Range(0, 3).Draw(t, "units"))
		case 3:
			r.market.store(sku, rapid.Int64Range(0, 3).Draw(t, "units"))
		case 4:
			if rows := r.rows(t); len(rows) > 0 {
				mine := rapid.SampledFrom(slices.Sorted(maps.Keys(rows))).Draw(t, "own")
				price := rapid.Int64Range(1, 1000).Draw(t, "map")
				hidden := rapid.Bool().Draw(t, "hidden")
				r.edit(t, mine, hidden, price)
				own[mine] = syncRow{Hidden: hidden, Map: &price}
			}
		case 5: // deletes a listing and lists it again
			delete(r.market.listings, sku)
			gone[sku] = true
			r.market.put(sku, 7, rapid.SampledFrom(channels).Draw(t, "channel"), 1)
		}
	}
	trouble := rapid.IntRange(0, 3).Draw(t, "trouble")
	r.market.upset = func() marketFault {
		for range rapid.IntRange(0, trouble).Draw(t, "changes") {
			change()
		}
		if trouble > 0 && rapid.IntRange(0, 9).Draw(t, "goes wrong") < trouble {
			return rapid.SampledFrom([]marketFault{storm, away, deadToken, omission, again}).Draw(t, "fault")
		}
		return noFault
	}
	r.crash = func() crash {
		if trouble > 0 && rapid.IntRange(0, 19).Draw(t, "killed") < trouble {
			r.holder += rapid.IntRange(0, 1).Draw(t, "another process")
			return rapid.SampledFrom([]crash{beforeCommit, afterCommit}).Draw(t, "crash")
		}
		return noCrash
	}
	for range rapid.IntRange(0, 3).Draw(t, "runs") {
		kind := rapid.SampledFrom([]syncing.Kind{syncing.Full, syncing.Incremental}).Draw(t, "kind")
		require.Equal(t, syncing.Done, r.sync(t, kind).State)
		for sku, row := range r.rows(t) {
			if row.Status == string(inventory.SKUClosed) {
				require.True(t, gone[sku], "%s was closed and never gone", sku)
			}
		}
		r.clock.advance(time.Duration(rapid.IntRange(0, 60).Draw(t, "minutes")) * time.Minute)
	}

	r.market.upset = func() marketFault { return noFault }
	r.crash = func() crash { return noCrash }
	r.clock.advance(5 * time.Minute)
	done := r.sync(t, syncing.Full)
	require.Equal(t, syncing.Done, done.State)
	require.Zero(t, done.Beyond)
	r.requireEqualToMarket(t, own, true)

	require.Zero(t, r.sync(t, syncing.Full).Changed, "nothing has changed")
	r.clock.advance(20 * time.Minute)
	for range rapid.IntRange(0, 5).Draw(t, "last changes") {
		change()
	}
	require.Equal(t, syncing.Incremental, r.sync(t, syncing.Incremental).Kind)
	r.requireEqualToMarket(t, own, false)
}

// A run that was interrupted closes nothing, and an account that does not work
// any more fails it with a word for why.
func TestAnInterruptedRunClosesNothing(t *testing.T) {
	t.Parallel()
	stores.Each(t, func(t *testing.T, s *db.Store) {
		r := newSyncRig(t, s)
		for i := range 150 {
			r.market.put(fmt.Sprintf("SKU-%03d", i), 1, inventory.FBM, 1)
			r.clock.advance(time.Second)
		}
		r.sync(t, syncing.Full)
		for i := range 150 {
			if i%10 == 0 {
				delete(r.market.listings, fmt.Sprintf("SKU-%03d", i))
			}
		}
		calls := 0
		r.market.upset = func() marketFault {
			if calls++; calls > 4 {
				return away
			}
			return noFault
		}
		runs, err := r.syncs.Request(t.Context(), r.target.Team, r.target.Connection, syncing.Full)
		require.NoError(t, err)
		open := runs[0].Snapshot()
		for range 3 {
			_, err = r.syncs.Attempt(t.Context(), open.Team, open.ID, "me", false)
			require.ErrorIs(t, err, errMarketAway)
		}
		waits, err := r.syncs.Run(t.Context(), open.Team, open.ID)
		require.NoError(t, err)
		require.Equal(t, syncing.Running, waits.Snapshot().State)
		require.Equal(t, "upstream_unavailable", *waits.Snapshot().ErrorCode)
		states, err := r.syncs.States(t.Context(), open.Team)
		require.NoError(t, err)
		require.Equal(t, "upstream_unavailable", *states[open.Connection].LastErrorCode)
		require.NotNil(t, states[open.Connection].LastSyncAt, "of the run before")

		_, err = r.syncs.Attempt(t.Context(), open.Team, open.ID, "me", true)
		require.ErrorIs(t, err, errMarketAway)
		failed, err := r.syncs.Run(t.Context(), open.Team, open.ID)
		require.NoError(t, err)
		require.Equal(t, syncing.Failed, failed.Snapshot().State)
		require.Zero(t, failed.Snapshot().Closed)
		for sku, row := range r.rows(t) {
			require.Equal(t, "active", row.Status, sku)
		}
		require.Len(t, r.live(t), 150)

		require.NoError(t, r.connections.MarkNeedsAttention(t.Context(), owner(r.target), r.target.Connection, "invalid_grant"))
		_, err = r.syncs.Request(t.Context(), r.target.Team, r.target.Connection, syncing.Full)
		require.True(t, fault.Is(err, fault.CodeIntegrationNeedsAttention))
		_, err = r.syncs.Request(t.Context(), r.target.Team+1, r.target.Connection, syncing.Full)
		require.True(t, fault.Is(err, fault.CodeNotFound), "another team's connection is none")
	})
}

func TestARunOfARefusedAccountFails(t *testing.T) {
	t.Parallel()
	r := newSyncRig(t, stores.Memory(t))
	runs, err := r.syncs.Request(t.Context(), r.target.Team, 0, syncing.Incremental)
	require.NoError(t, err)
	require.NoError(t, r.connections.MarkNeedsAttention(t.Context(), owner(r.target), r.target.Connection, "invalid_grant"))
	got, err := r.syncs.Attempt(t.Context(), r.target.Team, runs[0].Snapshot().ID, "me", false)
	require.NoError(t, err)
	require.Equal(t, syncing.Failed, got.Snapshot().State)
	require.Equal(t, "integration_needs_attention", *got.Snapshot().ErrorCode)
	require.NoError(t, r.syncs.Due(t.Context()))
	latest, err := r.syncs.Runs(t.Context(), r.target.Team)
	require.NoError(t, err)
	require.Equal(t, []syncing.Run{got}, latest, "no run is requested for an account that does not work")

	require.NoError(t, r.connections.Remove(t.Context(), owner(r.target), r.target.Connection))
	_, err = r.syncs.Request(t.Context(), r.target.Team, r.target.Connection, syncing.Full)
	require.True(t, fault.Is(err, fault.CodeNotFound))
}

// Tests the queue, the schedule and the runs after a connection.
func TestSyncsComeByThemselves(t *testing.T) {
	t.Parallel()
	r := newSyncRig(t, stores.Memory(t))
	r.market.put("A", 1, inventory.FBA, 3)
	returns := queue.NewRequeue(pricingstore.NewRows(r.store), managestore.NewSettings(engine.On(r.store)), queuestore.NewEvaluationQueue(r.store), r.clock)
	follow := connectionbridge.NewConnectionFollowers(r.queue, returns, nil, r.clock, true)
	all, err := r.connections.List(t.Context(), owner(r.target))
	require.NoError(t, err)
	waiting := func() (kinds []string) {
		for _, j := range r.queue.Waiting() {
			kinds = append(kinds, j.Kind)
		}
		return kinds
	}
	require.NoError(t, follow.Activated(t.Context(), all[0]))
	require.Equal(t, []string{"inventory.sync_connection"}, waiting(), "an unproven account gets no notices")
	all[0].Prove(r.clock.Now())
	require.NoError(t, follow.Activated(t.Context(), all[0]))
	require.NoError(t, follow.Activated(t.Context(), all[0]))
	require.Equal(t, []string{"inventory.sync_connection", "notification.subscribe"}, waiting())
	ignore := jobs.Handler{Kind: "notification.subscribe", Run: func(context.Context, jobs.Job) error { return nil }}
	matched := 0
	match := jobs.Handler{Kind: app.MatchKind, Run: func(_ context.Context, j jobs.Job) error {
		require.Equal(t, r.target.Team, j.Team)
		matched++
		return nil
	}}
	work := func() { require.NoError(t, r.queue.Work(t.Context(), append(r.syncs.Handlers(), ignore, match)...)) }
	work()
	require.Empty(t, r.rows(t), "the account is asked for its marketplaces first")
	require.Zero(t, matched)
	r.clock.advance(15 * time.Second)
	work()
	require.Equal(t, 1, matched, "read SKUs are matched with products")
	require.Equal(t, r.market.want("A"), r.rows(t)["A"])

	// An hour later the schedule reads changes, and the day after it closes missing SKUs.
	r.clock.advance(time.Hour)
	r.market.put("B", 2, inventory.FBM, 0)
	delete(r.market.listings, "A")
	require.NoError(t, r.syncs.Due(t.Context()))
	work()
	require.Equal(t, r.market.want("B"), r.rows(t)["B"])
	require.Equal(t, "active", r.rows(t)["A"].Status)
	r.clock.advance(25 * time.Hour)
	r.market.calls = 0
	r.sync(t, syncing.Incremental)
	require.Equal(t, 2, r.market.calls, "a page of listings that changed and one of stock, however large the account")
	require.NoError(t, r.syncs.Due(t.Context()))
	work()
	require.Equal(t, "closed", r.rows(t)["A"].Status)

	// A notified SKU is read a minute later, and watchers of listings get it.
	r.market.put("C", 3, inventory.FBA, 5)
	r.market.listings["C"].o.PriceIssue = true
	r.told = nil
	changed := syncapp.SKU{Connection: r.target.Connection, Marketplace: syncShop, SKU: "C"}
	require.NoError(t, r.syncs.Changed(t.Context(), r.target.Team, changed))
	require.NoError(t, r.syncs.Changed(t.Context(), r.target.Team, changed))
	require.Len(t, r.queue.Waiting(), 1)
	r.clock.advance(time.Minute)
	work()
	require.Equal(t, r.market.want("C"), r.rows(t)["C"])
	require.Equal(t, []string{"true C active false true"}, r.told)
	require.Empty(t, r.queue.Waiting())
}

// A change behind the present place of a long run is found by the next incremental run, even after
// a long time.
func TestWhatChangesWhileARunReads(t *testing.T) {
	t.Parallel()
	r := newSyncRig(t, stores.Memory(t))
	for i := range 250 {
		r.market.put(fmt.Sprintf("SKU-%03d", i), 1, inventory.FBM, 1)
		r.clock.advance(time.Second)
	}
	calls := 0
	r.market.upset = func() marketFault {
		calls++
		switch r.clock.advance(30 * time.Minute); calls {
		case 8:
			r.market.put("SKU-000", 2, inventory.FBM, 0)
		case 13: // later, and ahead of the place it has come to
			r.market.put("SKU-249", 3, inventory.FBM, 0)
		}
		return noFault
	}
	require.Equal(t, syncing.Done, r.sync(t, syncing.Full).State)
	require.Equal(t, "active", r.rows(t)["SKU-000"].Status)
	require.Equal(t, "inactive", r.rows(t)["SKU-249"].Status)
	require.Equal(t, syncing.Incremental, r.sync(t, syncing.Incremental).Kind)
	r.requireEqualToMarket(t, nil, false)
}

// Pages of stock that are lost with their token are read SKU by SKU.
func TestStockWhoseTokensDie(t *testing.T) {
	t.Parallel()
	r := newSyncRig(t, stores.Memory(t))
	for i := range 120 {
		r.market.put(fmt.Sprintf("SKU-%03d", i), 1, inventory.FBA, 1)
		r.clock.advance(time.Minute)
	}
	r.sync(t, syncing.Full)
	r.clock.advance(time.Hour)
	for i := range 120 {
		r.market.store(fmt.Sprintf("SKU-%03d", i), 7)
	}
	asked := 0
	r.market.upset = func() marketFault {
		if asked++; asked >= 5 {
			return deadToken
		}
		return noFault
	}
	done := r.sync(t, syncing.Incremental)
	require.Equal(t, syncing.Incremental, done.Kind)
	require.Equal(t, int64(120), done.Changed)
	require.Equal(t, 7, asked, "ten listings and their stock, two pages of changed stock, one that is lost, and the hundred left by 50")
	r.requireEqualToMarket(t, nil, false)
}
