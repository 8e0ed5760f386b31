package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
)

// The sync knows the price of a row whose own offer no event shows.
func TestTheListingTellsThePriceOfARow(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, nil)[0]
		e.live(nil)
		e.clock.add(time.Hour)
		listing := ports.Listing{Currency: "EUR", Price: amount("35"), SeenAt: e.clock.Now().Add(-time.Minute)}
		e.out.listings[e.row(row).Key] = listing
		e.event(row, "19")
		e.work()
		require.Equal(e.t, amount("35"), e.row(row).Observed.CurrentPrice)
		require.Equal(e.t, []string{"hold circuit_breaker"}, reasonsOfHolds(e))
		// What the sync saw earlier than that is an old price.
		listing.Price, listing.SeenAt = amount("40"), listing.SeenAt.Add(-time.Minute)
		e.out.listings[e.row(row).Key] = listing
		e.clock.add(time.Hour)
		e.lists("sku-000", "34")
		e.resume(row)
		e.work()
		require.Equal(e.t, amount("35"), e.row(row).Observed.CurrentPrice)
		require.Equal(e.t, "change match_target 34 proposed", e.told()[1])
	})
}

func reasonsOfHolds(e *engine) (out []string) {
	for _, h := range e.holds() {
		out = append(out, "hold "+string(h.Reason))
	}
	return out
}

// An event from before the row's own price was seen says who had the box at
// another price: the offers are read anew.
func TestAnEventOlderThanTheOwnPriceIsReadAnew(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, nil)[0]
		e.live(nil)
		e.clock.add(time.Hour)
		e.hears(row, decision.Offer{SellerID: "A2SELLER", Price: eur("19"), BuyBox: true, Featured: true})
		seen := e.clock.Now().Add(time.Minute)
		e.in(e.t, func(ctx contextT) {
			lock(ctx, e.t, e.world, row)
			require.NoError(e.t, e.memories.Save(ctx, ours, map[decision.ProductID]repricer.Memory{row: {
				LastSubmitted: amount("20"), SeenAt: optional.Some(seen), ChangedAt: optional.Some(seen.Add(-time.Hour)), ChangeReason: decision.ReasonMatchTarget,
			}}))
		})
		e.clock.add(2 * time.Minute)
		e.lists("sku-000", "19.50")
		e.work()
		require.Equal(e.t, []string{"change match_target 19.5 proposed"}, e.told())
		memories, err := e.memories.Load(e.t.Context(), ours, []decision.ProductID{row})
		require.NoError(e.t, err)
		require.False(e.t, memories[row].LastWon.Known(), "the box was not seen at 20")
	})
}

// An event and the sync tell of different prices of the row: who had the box when the
// event happened had it at the other price.
func TestAnEventOlderThanTheListingIsReadAnew(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, nil)[0]
		e.live(nil)
		e.clock.add(time.Hour)
		e.hears(row, decision.Offer{SellerID: "A2SELLER", Price: eur("20"), BuyBox: true, Featured: true})
		e.clock.add(time.Minute)
		e.out.listings[e.row(row).Key] = ports.Listing{Currency: "EUR", Price: amount("21"), SeenAt: e.clock.Now()}
		e.lists("sku-000", "19.50")
		e.work()
		require.Equal(e.t, []string{"change match_target 19.5 proposed"}, e.told())
		memories, err := e.memories.Load(e.t.Context(), ours, []decision.ProductID{row})
		require.NoError(e.t, err)
		require.False(e.t, memories[row].LastWon.Known(), "the box was not seen at 21")
	})
}

// The event that shows the price that was sent tells of the rivals, too: they need
// not be asked for once more.
func TestAnEventThatConfirmsIsDecidedBy(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, nil)[0]
		e.live(nil)
		e.clock.add(time.Hour)
		e.event(row, "19")
		e.work()
		require.Equal(e.t, []string{"change match_target 19 proposed"}, e.told())
		require.True(e.t, send(e.t, e.sender().lane(e.t)))
		s, happened := e.row(row), e.clock.Now().Add(time.Minute)
		e.clock.add(10 * time.Minute)
		e.out.asked = nil
		o := ports.Offer{SellerID: s.Key.SellerID, MarketplaceID: s.Key.MarketplaceID, ASIN: s.ASIN, Condition: s.Condition}
		now := money.Sum{Amount: eur("19"), Currency: "EUR"}
		require.NoError(e.t, e.intake.OfferEvents(e.t.Context(), []pricing.OfferEvent{{
			Offer: ports.TeamOffer{Team: ours, Offer: o}, Own: []string{s.Key.SellerID},
			Market: repricer.MarketState{At: happened, BoxKnown: true, Offers: []repricer.MarketOffer{{SellerID: s.Key.SellerID, Listed: optional.Some(now), Landed: now}}},
			Offers: decision.OfferSnapshot{At: happened, Box: decision.BoxReport{Unknown: true}, Offers: []decision.Offer{{
				SellerID: "A3RIVAL", Price: eur("18.50"), Fulfillment: decision.FBM, Condition: decision.ConditionNew, BuyBox: true, Featured: true,
			}}},
		}}))
		require.Equal(e.t, []string{"change match_target 19 confirmed"}, e.told())
		e.clock.add(15 * time.Minute)
		e.work()
		require.Equal(e.t, []string{"change match_target 19 confirmed", "change match_target 18.5 proposed"}, e.told())
		require.NotContains(e.t, e.out.asked, "Offers.Offers")
	})
}

// An edit of a row is not a request for the price that follows. That price does
// not leave once prices are only suggested.
func TestPricesAfterAnEditDoNotLeaveAsSuggestions(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, nil)[0]
		e.live(nil)
		e.clock.add(time.Hour)
		e.lists("sku-000", "18.50")
		_, err := e.edit.BulkUpdate(e.t.Context(), e.who, manage.UpdateProducts{IDs: []decision.ProductID{row}, Patch: repricer.ProductPatch{
			Limits: optional.Put(repricer.LimitsPatch{MaxPrice: optional.Put(eur("49"))}),
		}})
		require.NoError(e.t, err)
		e.work()
		change := e.all(e.t, ours, historyports.ChangeFilter{})[0]
		require.Equal(e.t, history.TriggerSettings, change.Trigger)
		require.Equal(e.t, []string{"change match_target 18.5 proposed"}, e.told())

		_, err = e.set.Update(e.t.Context(), e.who, manage.UpdateSettings{Patch: repricer.SettingsPatch{
			SubmissionMode: optional.Put(decision.SubmitSuggest),
		}})
		require.NoError(e.t, err)
		require.Equal(e.t, []string{"change match_target 18.5 cancelled"}, e.told())
	})
}
