package inventory_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/event"
	"sellingassistant/test/stores"
)

// TestIssuesOfListingsAreReported has a live listing with an issue that comes, stays and goes.
func TestIssuesOfListingsAreReported(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w := openListings(t, s)
		observe := func(issues ...inventory.ObservedIssue) []event.Event {
			t.Helper()
			w.clock.advance(time.Minute)
			o := seenListing("mug")
			o.Issues = issues
			require.NoError(t, w.intake.ObserveLive(t.Context(), w.who.Team, 1, w.clock.Now(), []inventory.Observation{o}))
			return w.heard.Take()
		}
		changed := func(version int64) []event.Event {
			return []event.Event{{
				Team: listingTeam, Type: kernel.ListingIssuesChanged, Record: optional.Some[int64](1), Version: optional.Some(version),
				Changed: []string{"issues"}, Details: map[string]string{"marketplace_id": "ATVPDKIKX0DER"},
			}}
		}
		price := inventory.ObservedIssue{Code: "18027", Message: "The price is too high.", Severity: "ERROR", Attributes: []string{"price"}}
		require.Empty(t, observe(), "a new listing")
		require.Equal(t, changed(2), observe(price))
		require.Empty(t, observe(price), "the same issue")
		require.Equal(t, changed(3), observe())
		require.Empty(t, w.lines(t), "the audit trail has none of them")
	})
}
