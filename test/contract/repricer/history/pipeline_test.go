package history_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	historystore "sellingassistant/adapters/persistence/repricer/history"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/history"
	queueports "sellingassistant/ports/repricer/queue"
)

func TestWhatIsDue(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		rows := r.Rows(t, ours, plainRows(6)...)
		r.Wake(t, noon.Add(-time.Minute), repricer.PriorityFast, rows[0])
		r.Wake(t, noon, repricer.PriorityFast, rows[1], rows[2])
		r.Wake(t, noon.Add(-time.Hour), repricer.PriorityLow, rows[3])
		r.Wake(t, noon.Add(time.Microsecond), repricer.PriorityLow, rows[4])
		pipeline := historystore.NewPipeline(r.DB)
		depths := func(most int) []history.QueueDepth {
			found, err := pipeline.QueueDepths(t.Context(), ours, noon, most)
			require.NoError(t, err)
			return found
		}
		require.Equal(t, []history.QueueDepth{
			{Priority: "fast", Rows: 3, Since: optional.Some(noon.Add(-time.Minute))}, {Priority: "normal"},
			{Priority: "low", Rows: 1, Since: optional.Some(noon.Add(-time.Hour))},
		}, depths(10))
		require.EqualValues(t, 2, depths(2)[0].Rows)
		others, err := pipeline.QueueDepths(t.Context(), theirs, noon, 10)
		require.NoError(t, err)
		require.Equal(t, []history.QueueDepth{{Priority: "fast"}, {Priority: "normal"}, {Priority: "low"}}, others)

		// A claimed row waits no longer.
		taken, err := r.Due.Claim(t.Context(), queueports.Claim{Owner: "a", Priority: repricer.PriorityFast, Limit: 1, Now: noon, Lease: time.Minute})
		require.NoError(t, err)
		require.Len(t, taken, 1)
		require.Equal(t, history.QueueDepth{Priority: "fast", Rows: 2, Since: optional.Some(noon)}, depths(10)[0])
	})
}

func TestAccountsThatAreStopped(t *testing.T) {
	eachRecords(t, func(t *testing.T, r records) {
		r.Stop(t, ours, "A2SELLER", marketplace.NA, noon.Add(15*time.Minute))
		r.Stop(t, ours, "A2SELLER", marketplace.EU, noon.Add(time.Minute))
		r.Stop(t, ours, "A1OTHER", marketplace.EU, noon)
		r.Stop(t, theirs, "A3SELLER", marketplace.FE, noon.Add(time.Hour))
		found, err := historystore.NewPipeline(r.DB).StoppedAccounts(t.Context(), ours, noon)
		require.NoError(t, err)
		require.Equal(t, []history.StoppedAccount{
			{SellerID: "A2SELLER", Region: marketplace.EU, Until: noon.Add(time.Minute)},
			{SellerID: "A2SELLER", Region: marketplace.NA, Until: noon.Add(15 * time.Minute)},
		}, found)
	})
}
