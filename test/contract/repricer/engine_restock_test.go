package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/schedule"
	ports "sellingassistant/ports/repricer"
)

// The first price after the stock was gone is the maximum, also where a pause lies between, and the
// next one is that of the strategy again.
func TestTheFirstPriceAfterTheStockWasGoneIsTheMaximum(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.selling(1, func(_ int, s *repricer.ProductSnapshot) { s.Limits.MaxPrice = amount("20") })[0]
		e.live(nil)
		p := matching("Back")
		p.CompeteWith, p.OnRestock = optional.Put(decision.TargetLowest), optional.Put(decision.RestockMax)
		made, err := e.rules.Create(e.t.Context(), e.who, p)
		require.NoError(e.t, err)
		set := func(change repricer.SettingsPatch) {
			_, err := e.set.Update(e.t.Context(), e.who, manage.UpdateSettings{Patch: change})
			require.NoError(e.t, err)
		}
		set(repricer.SettingsPatch{DefaultStrategyID: optional.Put(made.ID)})
		stocked := func(n int64) {
			e.clock.add(time.Hour)
			e.out.listings[e.row(row).Key] = ports.Listing{Currency: "EUR", Quantity: optional.Some(n), SeenAt: noon}
			e.lists("sku-000", "16")
			e.event(row, "16")
			e.work()
		}
		stocked(4)
		require.Equal(e.t, []string{"change match_target 16 proposed"}, e.told())
		e.landed(row, "16")
		stocked(0)
		require.Equal(e.t, "skip out_of_stock 16 -", e.told()[1])
		day := optional.Put([]schedule.Pause{{From: date.Of(e.clock.Now()), To: date.Of(e.clock.Now())}})
		set(repricer.SettingsPatch{Pauses: day})
		stocked(7)
		require.Equal(e.t, "skip schedule_pause 16 -", e.told()[2])
		set(repricer.SettingsPatch{Pauses: optional.Put([]schedule.Pause{})})
		stocked(7)
		require.Equal(e.t, "change restock_use_max 20 proposed", e.told()[3])
		e.landed(row, "20")
		stocked(7)
		require.Equal(e.t, "change match_target 16 proposed", e.told()[4])
	})
}
