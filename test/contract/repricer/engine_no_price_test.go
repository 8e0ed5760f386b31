package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/bridge"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
)

// A row without a known live price says so, and is decided as soon as a sync has
// found the price.
func TestARowWithoutALivePriceSaysSoAndWaitsForIt(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, func(_ int, s *repricer.ProductSnapshot) {
			s.Observed.CurrentPrice = optional.None[money.Amount]()
		})[0]
		e.live(nil)
		e.lists("sku-000", "19")
		e.clock.add(time.Hour)
		e.work()
		e.clock.add(7 * time.Hour)
		e.wakeNow(row, "18.50")
		e.work()
		require.Equal(e.t, []string{"error missing_price 0 -"}, e.told(), "once, although it was decided twice")
		s := e.row(row)
		require.Equal(e.t, repricer.RunIdle, s.RunState)
		require.False(e.t, s.Observed.CurrentPrice.Known())
		require.Zero(e.t, e.queued())
		require.Equal(e.t, []historyports.NeedsAttention{{
			ProductID: row, MarketplaceID: de, SKU: "sku-000", ASIN: s.ASIN, Attention: repricer.AttentionError, Reason: decision.ReasonMissingPrice,
		}}, attention(e))

		got, err := e.engine.Reprice(e.t.Context(), e.who, pricing.RepriceProduct{ID: row, DryRun: true})
		require.NoError(e.t, err)
		require.Equal(e.t, decision.ReasonMissingPrice, got.Decision.Reason)

		e.clock.add(time.Hour)
		e.lists("sku-000", "19")
		e.out.listings[s.Key] = ports.Listing{Currency: "EUR", Price: amount("20"), SeenAt: e.clock.Now()}
		require.NoError(e.t, bridge.NewListingEvents(e.intake).ListingsSeen(e.t.Context(), ours, e.clock.Now(), []inventory.Observation{{
			Seller: s.Key.SellerID, Marketplace: s.Key.MarketplaceID, SKU: s.Key.SKU, Status: inventory.SKUActive, Buyable: true,
		}}))
		e.work()
		require.Equal(e.t, []string{"error missing_price 0 -", "change match_target 19 proposed"}, e.told())
		require.Empty(e.t, attention(e))
	})
}

// Rows that lose the strategy that all rows without one had are shown.
func TestRowsWithoutAStrategyNeedAttention(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, nil)[0]
		e.live(nil)
		e.clock.add(time.Hour)
		e.lists("sku-000", "20")
		e.work()
		require.Empty(e.t, attention(e))
		_, err := e.set.Update(e.t.Context(), e.who, manage.UpdateSettings{Patch: repricer.SettingsPatch{
			DefaultStrategyID: optional.Clear[strategy.ID](),
		}})
		require.NoError(e.t, err)
		e.work()
		require.Equal(e.t, []historyports.NeedsAttention{{
			ProductID: row, MarketplaceID: de, SKU: "sku-000", ASIN: e.row(row).ASIN, Attention: repricer.AttentionError, Reason: decision.ReasonStrategyMissing,
		}}, attention(e))
	})
}

func attention(e *engine) []historyports.NeedsAttention {
	e.t.Helper()
	found, err := e.history.Attention(e.t.Context(), ours, "", 10)
	require.NoError(e.t, err)
	return found
}
