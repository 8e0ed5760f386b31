package repricer_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/test/repricing"
)

func TestRowsOfAnOffer(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w world) {
		rows := plainRows(7)
		for i := range rows {
			rows[i].ASIN = "B000000000"
		}
		rows[1].Key.SellerID = "A3SELLER"
		rows[2].Key.MarketplaceID, rows[2].Currency = gb, "GBP"
		rows[3].ASIN = "B000000001"
		rows[4].Condition = decision.ConditionUsed
		stored := w.Rows(t, ours, rows...)
		theirRows := w.Rows(t, theirs, rows[0])
		offer := repricer.Offer{SellerID: "A2SELLER", MarketplaceID: de, ASIN: "B000000000", Condition: decision.ConditionNew}
		w.In(t, func(ctx context.Context) {
			require.NoError(t, w.Products.Delete(ctx, ours, lock(ctx, t, w, stored[6].ID), noon))
			b := func(asked ...repricer.TeamOffer) []repricer.ProductSnapshot {
				found, err := w.Products.LoadByOfferLocked(ctx, asked)
				require.NoError(t, err)
				var out []repricer.ProductSnapshot
				for _, product := range found {
					out = append(out, product.Snapshot())
				}
				return out
			}
			used, unknown := offer, offer
			used.Condition, unknown.ASIN = decision.ConditionUsed, "B999999999"
			require.Equal(t, []repricer.ProductSnapshot{stored[0], stored[5]}, b(repricer.TeamOffer{Team: ours, Offer: offer}))
			require.Equal(t, theirRows, b(repricer.TeamOffer{Team: theirs, Offer: offer}))
			require.Equal(t, []repricer.ProductSnapshot{stored[0], stored[4], stored[5], theirRows[0]}, b(
				repricer.TeamOffer{Team: theirs, Offer: used}, repricer.TeamOffer{Team: theirs, Offer: offer}, repricer.TeamOffer{Team: ours, Offer: unknown},
				repricer.TeamOffer{Team: ours, Offer: used}, repricer.TeamOffer{Team: ours, Offer: offer},
			), "of several teams, by id")
			require.Empty(t, b(repricer.TeamOffer{Team: ours, Offer: unknown}))
			require.Empty(t, b())
		})
	})
}

func TestObserve(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		rows := plainRows(3)
		for i := range rows {
			rows[i].Mode = decision.ModeAuto
		}
		stored := w.Rows(t, ours, rows...)
		now := noon.Add(time.Hour)
		market := repricer.MarketState{
			At: noon.Add(time.Minute), Total: optional.Some(9), BoxKnown: true,
			Box: optional.Some(money.Sum{Amount: money.MustParse("19.99"), Currency: "EUR"}),
		}
		trouble := repricer.ListingState{At: noon, Problem: "No price.", Since: noon}
		w.In(t, func(ctx context.Context) {
			loaded, err := w.Products.LoadLocked(ctx, ours, ids(stored[:2]))
			require.NoError(t, err)
			loaded[0].OfferEvent(market, nil, now)
			loaded[0].Observe(repricer.Observation{Price: amount("21.49"), Shipping: amount("2.00")})
			require.NoError(t, loaded[0].Transition(repricer.RunWoken))
			loaded[1].ListingEvent(trouble, now)
			require.NoError(t, w.Products.SaveObserved(ctx, loaded))
			require.NoError(t, w.Products.SaveObserved(ctx, nil))
		})
		first, err := w.Products.Get(t.Context(), ours, stored[0].ID)
		require.NoError(t, err)
		want := stored[0]
		want.Observed.BuyBox = decision.BuyBox{Price: amount("19.99"), Owner: decision.BoxUnknown}
		want.Observed.CompetitorsCount = optional.Some(9)
		want.Observed.OffersAt, want.Observed.LastEventAt = optional.Some(market.At), optional.Some(market.At)
		want.Observed.NextDueAt = optional.Some(now)
		want.Observed.CurrentPrice, want.Observed.Shipping = amount("21.49"), amount("2.00")
		want.RunState = repricer.RunQueued
		require.Equal(t, want, first)
		second, err := w.Products.Get(t.Context(), ours, stored[1].ID)
		require.NoError(t, err)
		require.Equal(t, optional.Some(repricer.Hold{Reason: decision.HoldListingIssue, Since: noon, Details: "No price."}), second.Hold)
		require.Equal(t, int64(1), second.Version)
		third, err := w.Products.Get(t.Context(), ours, stored[2].ID)
		require.NoError(t, err)
		require.Equal(t, stored[2], third)

		// An observation can be removed again, and does not block a change.
		w.In(t, func(ctx context.Context) {
			loaded, err := w.Products.LoadLocked(ctx, ours, []decision.ProductID{stored[1].ID})
			require.NoError(t, err)
			loaded[0].ListingEvent(repricer.ListingState{At: now}, now)
			require.NoError(t, w.Products.SaveObserved(ctx, loaded))
			changed, err := loaded[0].Change(repricer.ProductPatch{Mode: optional.Some(decision.ModeOff)}, repricer.Rules{}, now)
			require.NoError(t, err)
			require.True(t, changed)
			require.NoError(t, w.Products.Save(ctx, ours, loaded))
		})
		second, err = w.Products.Get(t.Context(), ours, stored[1].ID)
		require.NoError(t, err)
		require.False(t, second.Hold.Known())
		require.Equal(t, optional.Some(now), second.Observed.LastEventAt)

		// Another team's rows are unknown.
		err = w.Tx.InTx(t.Context(), func(ctx context.Context) error {
			loaded, err := w.Products.LoadLocked(ctx, ours, []decision.ProductID{stored[2].ID})
			require.NoError(t, err)
			another := loaded[0].Snapshot()
			another.Team = theirs
			restored, err := repricer.RestoreProduct(another)
			require.NoError(t, err)
			return w.Products.SaveObserved(ctx, []*repricer.Product{restored})
		})
		require.Error(t, err)
	})
}

func TestFast(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w world) {
		rows := plainRows(3)
		rows[0].Priority = repricer.PriorityFast // but off
		rows[1].Priority, rows[1].Mode, rows[1].Key.SellerID = repricer.PriorityFast, decision.ModeManual, "A3SELLER"
		rows[2].Mode = decision.ModeAuto
		w.Rows(t, ours, rows...)
		for seller, want := range map[string]bool{"A2SELLER": false, "A3SELLER": true, "A4SELLER": false} {
			fast, err := w.Products.HasFastRows(t.Context(), ours, seller)
			require.NoError(t, err)
			require.Equal(t, want, fast, seller)
		}
		fast, err := w.Products.HasFastRows(t.Context(), theirs, "A3SELLER")
		require.NoError(t, err)
		require.False(t, fast)
	})
}

// SaveDecided stores a row's memory of its decisions. SaveObserved leaves it alone.
func TestConclude(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		stored := w.Rows(t, ours, plainRows(2)...)
		n := repricing.Matched(t, stored[0], noon, "18").Change
		w.In(t, func(ctx context.Context) {
			loaded, err := w.Products.LoadLocked(ctx, ours, ids(stored))
			require.NoError(t, err)
			n.RecordIn(loaded[0], decision.Row{
				Currency: "EUR", Fulfillment: decision.FBA, Cost: amount("9.87"), Fees: optional.Some(decision.FeeTerms{}), LossGuard: true,
			}, optional.Some(repricer.ChangeID(4711)))
			loaded[0].Observe(repricer.Observation{Price: amount("21.49"), Shipping: amount("2.00")})
			require.NoError(t, w.Products.SaveDecided(ctx, loaded[:1]))
			require.NoError(t, w.Products.SaveDecided(ctx, nil))
		})
		want := stored[0]
		want.Observed.CurrentPrice, want.Observed.Shipping = amount("21.49"), amount("2.00")
		want.Observed.LastDecision = optional.Some(repricer.LastDecision{
			Verdict: decision.VerdictChange, Reason: decision.ReasonMatchTarget, Price: money.MustParse("18"), At: noon,
			TargetSellerID: "A3RIVAL", TargetPrice: amount("18"),
		})
		want.Observed.LastChange = optional.Some(repricer.ChangeRef{ID: 4711, At: noon})
		want.Observed.DecidedFloor, want.Observed.BreakEven, want.Observed.Guarded = amount("5"), amount("9.87"), true
		for _, row := range stored {
			got, err := w.Products.Get(t.Context(), ours, row.ID)
			require.NoError(t, err)
			require.Equal(t, want, got)
			want = stored[1]
		}

		// The other way round: rows read before are observed after.
		w.In(t, func(ctx context.Context) {
			loaded, err := w.Products.LoadLocked(ctx, ours, ids(stored))
			require.NoError(t, err)
			n.RecordIn(loaded[1], decision.Row{}, optional.Some(repricer.ChangeID(4711)))
			require.NoError(t, w.Products.SaveObserved(ctx, loaded))
		})
		got, err := w.Products.Get(t.Context(), ours, stored[1].ID)
		require.NoError(t, err)
		require.Equal(t, stored[1], got)
	})
}

// A later title is found from then on, stored by SaveDecided or by SaveObserved. A replaced title
// is no longer found.
func TestTitlesLearntLaterAreFound(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		stored := w.Rows(t, ours, plainRows(3)...)
		found := func(q string) []decision.ProductID {
			p, err := w.Products.List(t.Context(), ours, repricer.ProductFilter{Query: q},
				page.Request{Limit: 10, Order: []page.By{{Field: "id"}}, Count: true})
			require.NoError(t, err)
			require.Equal(t, int64(len(p.Items)), *p.Total)
			return ids(p.Items)
		}
		titled := func(i int, title string, store func(context.Context, []*repricer.Product) error) {
			w.In(t, func(ctx context.Context) {
				loaded, err := w.Products.LoadLocked(ctx, ours, []decision.ProductID{stored[i].ID})
				require.NoError(t, err)
				loaded[0].Observe(repricer.Observation{Title: optional.Some(title)})
				require.NoError(t, store(ctx, loaded))
			})
		}
		require.Empty(t, found("kettle"))
		titled(0, "Electric Kettle, 1.7 l", w.Products.SaveDecided)
		titled(1, "KETTLE, übergroß", w.Products.SaveObserved)
		require.Equal(t, ids(stored[:2]), found("kettle"))
		require.Equal(t, ids(stored[1:2]), found("ÜBERGRO"))
		titled(0, "Toaster", w.Products.SaveDecided)
		require.Equal(t, ids(stored[1:2]), found("Kettle"))
		require.Equal(t, ids(stored[:1]), found("toaster"))
		require.Equal(t, ids(stored[:1]), found("SKU-000"), "the SKU is found as before")
		require.Equal(t, ids(stored), found("b00000000"))
	})
}
