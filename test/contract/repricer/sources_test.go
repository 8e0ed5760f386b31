package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	pricingstore "sellingassistant/adapters/persistence/repricer/pricing"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/test/stores"
)

func TestSources(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		sources := pricingstore.NewSourceBreakers(s)
		broken := func(team id.Team, markets ...marketplace.ID) []marketplace.ID {
			got, err := sources.Trip(t.Context(), team, markets, noon.Add(time.Second))
			require.NoError(t, err)
			return got
		}
		require.Empty(t, broken(ours))
		require.Equal(t, []marketplace.ID{"A1F83G8C2ARO7P", "A1PA6795UKMFR9"}, broken(ours, "A1PA6795UKMFR9", "A1F83G8C2ARO7P"))
		require.Equal(t, []marketplace.ID{"A13V1IB3VIYZZH"}, broken(ours, "A1PA6795UKMFR9", "A13V1IB3VIYZZH"), "only marketplaces that were trusted until now")
		require.Equal(t, []marketplace.ID{"A1PA6795UKMFR9"}, broken(theirs, "A1PA6795UKMFR9"))
		require.NoError(t, sources.Reset(t.Context(), ours, nil))
		require.NoError(t, sources.Reset(t.Context(), ours, []marketplace.ID{"A1PA6795UKMFR9", "APJ6JRA9NG5V4"}))
		require.Equal(t, []marketplace.ID{"A1PA6795UKMFR9"}, broken(ours, "A1PA6795UKMFR9", "A1F83G8C2ARO7P"))
		require.Empty(t, broken(theirs, "A1PA6795UKMFR9"))
	})
}
