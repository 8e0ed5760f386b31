package pricing_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	inventorybridge "sellingassistant/adapters/bridge/inventory"
	"sellingassistant/app/repricer/events"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	ports "sellingassistant/ports/repricer"
	"sellingassistant/test/repricing"
)

// Events of a listing may get lost: the sync that reads the listing makes up for them.
func TestASyncHoldsRowsAndLetsGoOfThem(t *testing.T) {
	eachEngine(t, func(e *engine) {
		begin := e.Clock.Now()
		hold := func(reason decision.HoldReason) optional.Maybe[repricer.Hold] {
			return optional.Some(repricer.Hold{Reason: reason, Since: begin, Details: "So it was told."})
		}
		rows := e.Selling(8, func(i int, s *repricer.ProductSnapshot) {
			switch i {
			case 0, 1, 2:
				s.Hold = hold(decision.HoldListingIssue)
			case 3:
				s.Hold = hold(decision.HoldCircuitBreaker)
			}
		})
		e.Live(nil)
		e.Work()
		e.Clock.Add(time.Hour)
		before := e.Holds()
		news := inventorybridge.NewListingEvents(e.Intake)
		at := e.Clock.Now()
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
			require.NoError(e.T, news.ListingsSeen(e.T.Context(), team, at, read))
		}

		tell(theirs, at)
		tell(ours, begin)
		undo := errors.New("undo")
		require.ErrorIs(e.T, e.Parts.Tx.InTx(e.T.Context(), func(ctx context.Context) error {
			require.NoError(e.T, news.ListingsSeen(ctx, ours, at, read))
			return undo
		}), undo)
		require.Contains(e.T, e.Holds(), rows[0], "the read is not newer than the hold, or was not stored")

		tell(ours, at)
		// The read that began the hold found the troubles already.
		price, sale := "The marketplace reports an issue with the price of the listing.", "The listing is not on sale."
		require.Equal(e.T, map[decision.ProductID]repricer.Hold{
			rows[1]: before[rows[1]], rows[2]: before[rows[2]], rows[3]: before[rows[3]],
			rows[4]: {Reason: decision.HoldListingIssue, Since: begin, Details: price},
			rows[5]: {Reason: decision.HoldListingIssue, Since: begin, Details: sale},
		}, e.Holds())
		require.Equal(e.T, 3, e.Queued(), "one that is free again, and two that are held")
		e.Work()
		require.Zero(e.T, e.Queued())
		tell(ours, e.Clock.Now())
		require.Zero(e.T, e.Queued(), "nothing has changed")

		e.Clock.Add(time.Hour)
		for i := range read {
			read[i].Status, read[i].Buyable, read[i].PriceIssue = inventory.SKUActive, true, false
		}
		tell(ours, e.Clock.Now())
		require.Equal(e.T, map[decision.ProductID]repricer.Hold{rows[3]: before[rows[3]]}, e.Holds())
	})
}

// The sync has the price of a row without an event of its own offer.
func TestTheListingTellsThePriceOfARow(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Live(nil)
		e.Clock.Add(time.Hour)
		listing := ports.Listing{Currency: "EUR", Price: amount("35"), SeenAt: e.Clock.Now().Add(-time.Minute)}
		e.Out.ListingAnswer[e.Row(row).Key] = listing
		e.Event(row, "19")
		e.Work()
		require.Equal(e.T, amount("35"), e.Row(row).Observed.CurrentPrice)
		require.Equal(e.T, []string{"hold circuit_breaker"}, reasonsOfHolds(e))
		// An earlier reading of the sync has an old price.
		listing.Price, listing.SeenAt = amount("40"), listing.SeenAt.Add(-time.Minute)
		e.Out.ListingAnswer[e.Row(row).Key] = listing
		e.Clock.Add(time.Hour)
		e.Lists("sku-000", "34")
		e.resume(row)
		e.Work()
		require.Equal(e.T, amount("35"), e.Row(row).Observed.CurrentPrice)
		require.Equal(e.T, "change match_target 34 proposed", e.Told()[1])
	})
}

func reasonsOfHolds(e *engine) (out []string) {
	for _, h := range e.Holds() {
		out = append(out, "hold "+string(h.Reason))
	}
	return out
}

// An event from before the row's own price was seen has the owner of the box at another price: the
// offers are read again.
func TestAnEventOlderThanTheOwnPriceIsReadAnew(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Live(nil)
		e.Clock.Add(time.Hour)
		e.Hears(row, decision.Offer{SellerID: "A2SELLER", Price: eur("19"), BuyBox: true, Featured: true})
		seen := e.Clock.Now().Add(time.Minute)
		e.In(e.T, func(ctx context.Context) {
			repricing.Lock(ctx, e.T, e.World, row)
			require.NoError(e.T, e.Memories.Save(ctx, ours, map[decision.ProductID]repricer.Memory{row: {
				LastSubmitted: amount("20"), SeenAt: optional.Some(seen), ChangedAt: optional.Some(seen.Add(-time.Hour)), ChangeReason: decision.ReasonMatchTarget,
			}}))
		})
		e.Clock.Add(2 * time.Minute)
		e.Lists("sku-000", "19.50")
		e.Work()
		require.Equal(e.T, []string{"change match_target 19.5 proposed"}, e.Told())
		memories, err := e.Memories.Load(e.T.Context(), ours, []decision.ProductID{row})
		require.NoError(e.T, err)
		require.False(e.T, memories[row].LastWon.Known(), "the box was not seen at 20")
	})
}

// An event and the sync have different prices of the row. The event's buy box owner won at the
// other price.
func TestAnEventOlderThanTheListingIsReadAnew(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Live(nil)
		e.Clock.Add(time.Hour)
		e.Hears(row, decision.Offer{SellerID: "A2SELLER", Price: eur("20"), BuyBox: true, Featured: true})
		e.Clock.Add(time.Minute)
		e.Out.ListingAnswer[e.Row(row).Key] = ports.Listing{Currency: "EUR", Price: amount("21"), SeenAt: e.Clock.Now()}
		e.Lists("sku-000", "19.50")
		e.Work()
		require.Equal(e.T, []string{"change match_target 19.5 proposed"}, e.Told())
		memories, err := e.Memories.Load(e.T.Context(), ours, []decision.ProductID{row})
		require.NoError(e.T, err)
		require.False(e.T, memories[row].LastWon.Known(), "the box was not seen at 21")
	})
}

// The event with the sent price has the rivals too: they are not asked for again.
func TestAnEventThatConfirmsIsDecidedBy(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Live(nil)
		e.Clock.Add(time.Hour)
		e.Event(row, "19")
		e.Work()
		require.Equal(e.T, []string{"change match_target 19 proposed"}, e.Told())
		require.True(e.T, repricing.Send(e.T, e.sender().Lane(e.T)))
		s, happened := e.Row(row), e.Clock.Now().Add(time.Minute)
		e.Clock.Add(10 * time.Minute)
		e.Out.Asked = nil
		o := repricer.Offer{SellerID: s.Key.SellerID, MarketplaceID: s.Key.MarketplaceID, ASIN: s.ASIN, Condition: s.Condition}
		now := money.Sum{Amount: eur("19"), Currency: "EUR"}
		require.NoError(e.T, e.Intake.OfferEvents(e.T.Context(), []events.OfferEvent{{
			Offer: repricer.TeamOffer{Team: ours, Offer: o}, Own: []string{s.Key.SellerID},
			Market: repricer.MarketState{At: happened, BoxKnown: true, Offers: []repricer.MarketOffer{{SellerID: s.Key.SellerID, Listed: optional.Some(now), Landed: now}}},
			Offers: decision.OfferSnapshot{At: happened, Box: decision.BoxReport{Unknown: true}, Offers: []decision.Offer{{
				SellerID: "A3RIVAL", Price: eur("18.50"), Fulfillment: decision.FBM, Condition: decision.ConditionNew, BuyBox: true, Featured: true,
			}}},
		}}))
		require.Equal(e.T, []string{"change match_target 19 confirmed"}, e.Told())
		e.Clock.Add(15 * time.Minute)
		e.Work()
		require.Equal(e.T, []string{"change match_target 19 confirmed", "change match_target 18.5 proposed"}, e.Told())
		require.NotContains(e.T, e.Out.Asked, "Offers.Offers")
	})
}

// An edit of a row is not a request for the price that follows. That price does
// not leave once prices are only suggested.
func TestPricesAfterAnEditDoNotLeaveAsSuggestions(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Live(nil)
		e.Clock.Add(time.Hour)
		e.Lists("sku-000", "18.50")
		_, err := e.Edit.BulkUpdate(e.T.Context(), e.Who, manage.UpdateProducts{IDs: []decision.ProductID{row}, Patch: repricer.ProductPatch{
			Limits: optional.Put(repricer.LimitsPatch{MaxPrice: optional.Put(eur("49"))}),
		}})
		require.NoError(e.T, err)
		e.Work()
		change := e.All(e.T, ours, history.ChangeFilter{})[0]
		require.Equal(e.T, history.TriggerSettings, change.Trigger)
		require.Equal(e.T, []string{"change match_target 18.5 proposed"}, e.Told())

		_, err = e.Set.Update(e.T.Context(), e.Who, manage.UpdateSettings{Patch: repricer.SettingsPatch{
			SubmissionMode: optional.Put(decision.SubmitSuggest),
		}})
		require.NoError(e.T, err)
		require.Equal(e.T, []string{"change match_target 18.5 cancelled"}, e.Told())
	})
}
