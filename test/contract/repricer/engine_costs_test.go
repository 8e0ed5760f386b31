package repricer_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/queue"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	pricingports "sellingassistant/ports/repricer/pricing"
)

func TestACostMakesRowsDueWhoseFloorItMakes(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(5, func(i int, s *repricer.ProductSnapshot) {
			switch i {
			case 0, 2, 4:
				s.Limits.MinPriceMode, s.Limits.TargetROI, s.Limits.MinPrice = decision.MinPriceROI, percent("10"), optional.None[money.Amount]()
			case 3:
				s.Hold = optional.Some(repricer.Hold{Reason: decision.HoldCurrencyMismatch, Since: noon})
			}
			if i == 2 {
				s.Mode = decision.ModeOff
			}
		})
		e.out.costs[repricer.Key{SellerID: "A2SELLER", MarketplaceID: de, SKU: "sku-003"}] = pricingports.Cost{Landed: eur("7"), Currency: "USD"}
		news := queue.NewCostChanges(e.parts.Products, e.parts.Settings, e.due, e.parts.FeeRequests, e.parts.Tx, e.clock)
		var keys []repricer.Key
		for _, row := range rows[:4] {
			keys = append(keys, e.row(row).Key)
		}
		keys = append(keys, repricer.Key{SellerID: "A2SELLER", MarketplaceID: de, SKU: "nobody"})
		require.NoError(e.t, news.CostsChanged(e.t.Context(), ours, keys))
		require.Zero(e.t, e.queued(), "without settings no row is queued")
		e.live(nil)
		owner, first := e.take()
		require.Len(e.t, first, 4)
		require.NoError(e.t, e.engine.Evaluate(e.t.Context(), owner, first))
		e.clock.add(time.Second)
		require.NoError(e.t, news.CostsChanged(e.t.Context(), theirs, keys))
		require.NoError(e.t, news.CostsChanged(e.t.Context(), ours, nil))
		require.Zero(e.t, e.queued())
		undo := errors.New("undo")
		gone := e.parts.Tx.InTx(e.t.Context(), func(ctx contextT) error {
			require.NoError(e.t, news.CostsChanged(ctx, ours, keys))
			return undo
		})
		require.ErrorIs(e.t, gone, undo)
		require.Zero(e.t, e.queued(), "a cost that was not stored")
		require.NoError(e.t, news.CostsChanged(e.t.Context(), ours, keys))
		_, claimed := e.take()
		var woken []decision.ProductID
		for _, c := range claimed {
			require.Equal(e.t, history.TriggerCostChange, c.Trigger)
			woken = append(woken, c.ID)
		}
		require.Equal(e.t, []decision.ProductID{rows[0], rows[3]}, woken)
		require.Equal(e.t, repricer.RunQueued, e.row(rows[0]).RunState)
		require.Equal(e.t, repricer.RunIdle, e.row(rows[4]).RunState)
	})
}
