package repricer_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/bridge"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// What the marketplace tells of a listing may get lost: the sync that reads the
// listing makes up for it.
func TestASyncHoldsRowsAndLetsGoOfThem(t *testing.T) {
	eachEngine(t, func(e *engine) {
		begin := e.clock.Now()
		hold := func(reason decision.HoldReason) optional.Maybe[repricer.Hold] {
			return optional.Some(repricer.Hold{Reason: reason, Since: begin, Details: "So it was told."})
		}
		rows := e.selling(8, func(i int, s *repricer.ProductSnapshot) {
			switch i {
			case 0, 1, 2:
				s.Hold = hold(decision.HoldListingIssue)
			case 3:
				s.Hold = hold(decision.HoldCircuitBreaker)
			}
		})
		e.live(nil)
		e.work()
		e.clock.add(time.Hour)
		before := e.holds()
		news := bridge.NewListingEvents(e.intake)
		at := e.clock.Now()
		read := make([]inventory.Observation, len(rows), len(rows)+1)
		for i := range read {
			k := plainRow(i).Key
			read[i] = inventory.Observation{
				Seller: k.SellerID, Marketplace: k.MarketplaceID, SKU: k.SKU, Status: inventory.SKUActive, Buyable: true,
			}
		}
		read[1].PriceIssue = true
		read[2].Status, read[2].Buyable = inventory.SKUInactive, false
		read[4].PriceIssue = true
		read[5].Status, read[5].Buyable = inventory.SKUSuppressed, false
		read[6].Status, read[6].Buyable = inventory.SKUInactive, false
		read[7].Status = inventory.SKUSuppressed
		read = append(read, inventory.Observation{Seller: "A2SELLER", Marketplace: de, SKU: "no row", PriceIssue: true})
		tell := func(team id.Team, at time.Time) {
			require.NoError(e.t, news.ListingsSeen(e.t.Context(), team, at, read))
		}

		tell(theirs, at)
		tell(ours, begin)
		undo := errors.New("undo")
		require.ErrorIs(e.t, e.parts.Tx.InTx(e.t.Context(), func(ctx contextT) error {
			require.NoError(e.t, news.ListingsSeen(ctx, ours, at, read))
			return undo
		}), undo)
		require.Contains(e.t, e.holds(), rows[0], "the read is not newer than the hold, or was not stored")

		tell(ours, at)
		// The read that began with the hold found the troubles already.
		price, sale := "The marketplace reports an issue with the price of the listing.", "The listing is not on sale."
		require.Equal(e.t, map[decision.ProductID]repricer.Hold{
			rows[1]: before[rows[1]], rows[2]: before[rows[2]], rows[3]: before[rows[3]],
			rows[4]: {Reason: decision.HoldListingIssue, Since: begin, Details: price},
			rows[5]: {Reason: decision.HoldListingIssue, Since: begin, Details: sale},
		}, e.holds())
		require.Equal(e.t, 3, e.queued(), "one that is free again, and two that are held")
		e.work()
		require.Zero(e.t, e.queued())
		tell(ours, e.clock.Now())
		require.Zero(e.t, e.queued(), "nothing has changed")

		e.clock.add(time.Hour)
		for i := range read {
			read[i].Status, read[i].Buyable, read[i].PriceIssue = inventory.SKUActive, true, false
		}
		tell(ours, e.clock.Now())
		require.Equal(e.t, map[decision.ProductID]repricer.Hold{rows[3]: before[rows[3]]}, e.holds())
	})
}
