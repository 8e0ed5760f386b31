package pricing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	inventorybridge "sellingassistant/adapters/bridge/inventory"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/app/repricer/history"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	repricerhistory "sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
)

func TestDecisionsThatABreakerStoppedComeOutTheSame(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(21, nil)
		e.Live(nil)
		e.Event(rows[0], "14.99") // a fall of its own
		for _, row := range rows[1:] {
			e.Event(row, "19") // and one together
		}
		e.Work()
		require.Len(t, e.Holds(), 21)
		e.Clock.Add(time.Minute)
		e.Lists("sku-000", "14.99")
		e.resume(rows[0])
		e.Work()
		_, err := e.Pricing.Reprice(t.Context(), e.Who, pricing.RepriceProduct{ID: rows[1], Resume: true, Apply: true})
		require.NoError(t, err)
		past := history.NewHistory(e.History, e.Clock)
		all := e.All(t, ours, repricerhistory.ChangeFilter{})
		require.GreaterOrEqual(t, len(all), 23)
		for _, c := range all {
			got, err := past.Replay(t.Context(), ours, c.ID)
			require.NoError(t, err)
			require.Equal(t, history.ReplaySame, got.Result, "%s %s: %v", c.Verdict, c.Outcome.Or("-"), got.Differences)
		}
	})
}

// The answer of a change equals the next read: the row with its turn and its last price.
func TestChangedRowsAreAnsweredAsTheyAreStored(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(2, nil)
		strategy := e.Live(nil)
		e.Event(rows[0], "18")
		e.Work()
		e.Landed(rows[0], "18")
		e.Clock.Add(time.Minute)
		shown := func(results []manage.ProductResult, err error) {
			e.T.Helper()
			require.NoError(e.T, err)
			for i, r := range results {
				require.Equal(e.T, edit.Updated, r.Outcome)
				require.Equal(e.T, repricer.RunQueued, r.Product.RunState)
				require.Equal(e.T, optional.Some(noon.Add(time.Minute)), r.Product.Observed.NextDueAt, "the first change counts")
				now, err := e.Edit.Get(e.T.Context(), e.Who, rows[i])
				require.NoError(e.T, err)
				require.Equal(e.T, now, *r.Product)
			}
			require.Equal(e.T, eur("18"), results[0].Product.LastChange.Or(repricerhistory.ChangeSnapshot{}).NewPrice)
		}
		patch := repricer.ProductPatch{Priority: optional.Some(repricer.PriorityFast)}
		shown(e.Edit.BulkUpdate(e.T.Context(), e.Who, manage.UpdateProducts{IDs: rows, Patch: patch}))
		e.Clock.Add(time.Minute)
		shown(e.Edit.Assign(e.T.Context(), e.Who, manage.AssignStrategy{Strategy: strategy, IDs: rows}))
	})
}

// A row shows that its live price is unknown, and is decided as soon as a sync has found it.
func TestARowWithoutALivePriceSaysSoAndWaitsForIt(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, func(_ int, s *repricer.ProductSnapshot) {
			s.Observed.CurrentPrice = optional.None[money.Amount]()
		})[0]
		e.Live(nil)
		e.Lists("sku-000", "19")
		e.Clock.Add(time.Hour)
		e.Work()
		e.Clock.Add(7 * time.Hour)
		e.WakeNow(row, "18.50")
		e.Work()
		require.Equal(e.T, []string{"error missing_price 0 -"}, e.Told(), "once, although it was decided twice")
		s := e.Row(row)
		require.Equal(e.T, repricer.RunIdle, s.RunState)
		require.False(e.T, s.Observed.CurrentPrice.Known())
		require.Zero(e.T, e.Queued())
		require.Equal(e.T, []repricerhistory.NeedsAttention{{
			ProductID: row, MarketplaceID: de, SKU: "sku-000", ASIN: s.ASIN, Attention: repricer.AttentionError, Reason: decision.ReasonMissingPrice,
		}}, attention(e))

		got, err := e.Pricing.Reprice(e.T.Context(), e.Who, pricing.RepriceProduct{ID: row, DryRun: true})
		require.NoError(e.T, err)
		require.Equal(e.T, decision.ReasonMissingPrice, got.Decision.Reason)

		e.Clock.Add(time.Hour)
		e.Lists("sku-000", "19")
		e.Out.ListingAnswer[s.Key] = ports.Listing{Currency: "EUR", Price: amount("20"), SeenAt: e.Clock.Now()}
		require.NoError(e.T, inventorybridge.NewListingEvents(e.Intake).ListingsSeen(e.T.Context(), ours, e.Clock.Now(), []inventory.Observation{{
			Seller: s.Key.SellerID, Marketplace: s.Key.MarketplaceID, SKU: s.Key.SKU, Status: inventory.SKUActive, Buyable: true,
		}}))
		e.Work()
		require.Equal(e.T, []string{"error missing_price 0 -", "change match_target 19 proposed"}, e.Told())
		require.Empty(e.T, attention(e))
	})
}

// Rows that lose the strategy that all rows without one had are shown.
func TestRowsWithoutAStrategyNeedAttention(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.Selling(1, nil)[0]
		e.Live(nil)
		e.Clock.Add(time.Hour)
		e.Lists("sku-000", "20")
		e.Work()
		require.Empty(e.T, attention(e))
		_, err := e.Set.Update(e.T.Context(), e.Who, manage.UpdateSettings{Patch: repricer.SettingsPatch{
			DefaultStrategyID: optional.Clear[strategy.ID](),
		}})
		require.NoError(e.T, err)
		e.Work()
		require.Equal(e.T, []repricerhistory.NeedsAttention{{
			ProductID: row, MarketplaceID: de, SKU: "sku-000", ASIN: e.Row(row).ASIN, Attention: repricer.AttentionError, Reason: decision.ReasonStrategyMissing,
		}}, attention(e))
	})
}

func attention(e *engine) []repricerhistory.NeedsAttention {
	e.T.Helper()
	found, err := e.History.Attention(e.T.Context(), ours, "", 10)
	require.NoError(e.T, err)
	return found
}
