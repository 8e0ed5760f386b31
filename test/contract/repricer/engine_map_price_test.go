package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/queue"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
)

// The maker's lowest price that is entered with a SKU is a floor of its row, from the
// moment it is entered until it is taken back.
func TestTheMapPriceOfASKUIsAFloor(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(2, func(i int, s *repricer.ProductSnapshot) {
			if i == 1 {
				s.Mode = decision.ModeOff
			}
		})
		e.live(nil)
		news := queue.NewCostChanges(e.parts.Products, e.parts.Settings, e.due, e.parts.FeeRequests, e.parts.Tx, e.clock)
		keys := []repricer.Key{e.row(rows[0]).Key, e.row(rows[1]).Key}
		enter := func(price optional.Maybe[money.Amount]) {
			e.clock.add(time.Hour)
			for _, k := range keys {
				e.out.listings[k] = ports.Listing{Currency: "EUR", MapPrice: price, SeenAt: noon}
			}
			e.lists("sku-000", "16")
			require.NoError(e.t, news.MapPricesChanged(e.t.Context(), theirs, keys))
			require.NoError(e.t, news.MapPricesChanged(e.t.Context(), ours, append(keys, repricer.Key{SellerID: "A2SELLER", MarketplaceID: de, SKU: "nobody"})))
			require.LessOrEqual(e.t, e.queued(), 1, "rows that are off need no turn")
			e.work()
		}
		enter(amount("18.50"))
		require.Equal(e.t, []string{"change below_min_use_min 18.5 proposed"}, e.told())
		require.Equal(e.t, amount("18.50"), e.row(rows[0]).Observed.MapPrice)
		require.Equal(e.t, amount("18.50"), e.row(rows[0]).Observed.DecidedFloor)

		e.landed(rows[0], "18.50")
		enter(optional.None[money.Amount]())
		require.Equal(e.t, "change match_target 16 proposed", e.told()[1])
		require.False(e.t, e.row(rows[0]).Observed.MapPrice.Known())
		require.Equal(e.t, history.TriggerSettings, e.all(e.t, ours, historyports.ChangeFilter{})[0].Trigger)
	})
}
