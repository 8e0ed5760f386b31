package repricer_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	historystore "sellingassistant/adapters/persistence/repricer/history"
	sendingstore "sellingassistant/adapters/persistence/repricer/sending"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/history"
	historyports "sellingassistant/ports/repricer/history"
	queueports "sellingassistant/ports/repricer/queue"
	sendingports "sellingassistant/ports/repricer/sending"
)

// wake puts rows on the queue, due at once.
func (r records) wake(t testing.TB, at time.Time, lane repricer.Priority, rows ...repricer.ProductSnapshot) {
	t.Helper()
	w := queueports.Wake{Trigger: history.TriggerSweep, Now: at, AtOnce: true}
	for _, row := range rows {
		w.Rows = append(w.Rows, queueports.WakeRow{Team: ours, ID: row.ID, Priority: lane, MinInterval: time.Hour})
	}
	r.in(t, func(ctx context.Context) {
		_, err := r.due.Wake(ctx, w)
		require.NoError(t, err)
	})
}

// stop keeps an account's prices waiting until a moment.
func (r records) stop(t testing.TB, team id.Team, seller string, region marketplace.Region, until time.Time) {
	t.Helper()
	outbox, k := sendingstore.NewOutbox(r.db), sendingports.Account{Team: team, SellerID: seller, Region: region}
	_, taken, err := outbox.Claim(t.Context(), k, "holder", noon, noon.Add(time.Minute))
	require.NoError(t, err)
	require.True(t, taken)
	r.in(t, func(ctx context.Context) {
		state, err := outbox.Renew(ctx, k, "holder", noon.Add(time.Minute))
		require.NoError(t, err)
		state.StoppedUntil = until
		require.NoError(t, outbox.SaveAccount(ctx, k, state))
	})
}

func TestWhatIsDue(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		rows := r.rows(t, ours, plainRows(6)...)
		r.wake(t, noon.Add(-time.Minute), repricer.PriorityFast, rows[0])
		r.wake(t, noon, repricer.PriorityFast, rows[1], rows[2])
		r.wake(t, noon.Add(-time.Hour), repricer.PriorityLow, rows[3])
		r.wake(t, noon.Add(time.Microsecond), repricer.PriorityLow, rows[4])
		pipeline := historystore.NewPipeline(r.db)
		depths := func(most int) []historyports.QueueDepth {
			found, err := pipeline.QueueDepths(t.Context(), ours, noon, most)
			require.NoError(t, err)
			return found
		}
		require.Equal(t, []historyports.QueueDepth{
			{Priority: "fast", Rows: 3, Since: optional.Some(noon.Add(-time.Minute))}, {Priority: "normal"},
			{Priority: "low", Rows: 1, Since: optional.Some(noon.Add(-time.Hour))},
		}, depths(10))
		require.EqualValues(t, 2, depths(2)[0].Rows)
		others, err := pipeline.QueueDepths(t.Context(), theirs, noon, 10)
		require.NoError(t, err)
		require.Equal(t, []historyports.QueueDepth{{Priority: "fast"}, {Priority: "normal"}, {Priority: "low"}}, others)

		// A claimed row waits no longer.
		taken, err := r.due.Claim(t.Context(), queueports.Claim{Owner: "a", Priority: repricer.PriorityFast, Limit: 1, Now: noon, Lease: time.Minute})
		require.NoError(t, err)
		require.Len(t, taken, 1)
		require.Equal(t, historyports.QueueDepth{Priority: "fast", Rows: 2, Since: optional.Some(noon)}, depths(10)[0])
	})
}

func TestAccountsThatAreStopped(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		r.stop(t, ours, "A2SELLER", marketplace.NA, noon.Add(15*time.Minute))
		r.stop(t, ours, "A2SELLER", marketplace.EU, noon.Add(time.Minute))
		r.stop(t, ours, "A1OTHER", marketplace.EU, noon)
		r.stop(t, theirs, "A3SELLER", marketplace.FE, noon.Add(time.Hour))
		found, err := historystore.NewPipeline(r.db).StoppedAccounts(t.Context(), ours, noon)
		require.NoError(t, err)
		require.Equal(t, []historyports.StoppedAccount{
			{SellerID: "A2SELLER", Region: marketplace.EU, Until: noon.Add(time.Minute)},
			{SellerID: "A2SELLER", Region: marketplace.NA, Until: noon.Add(15 * time.Minute)},
		}, found)
	})
}
