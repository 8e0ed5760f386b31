package repricer_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/repricer"
	ports "sellingassistant/ports/repricer"
)

func TestSilentRowsAreSwept(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(3, func(i int, s *repricer.ProductSnapshot) {
			if i == 2 {
				s.Mode = repricer.ModeOff
			}
		})
		e.live(nil)
		e.work() // without offers
		e.clock.add(5 * time.Hour)
		e.event(rows[0], "20")
		e.work()
		e.clock.add(2 * time.Hour)
		e.lists("sku-001", "18")
		require.NoError(e.t, e.engine.Sweep(e.t.Context()))
		require.Equal(e.t, 1, e.queued(), "one was heard of, one is off")
		e.work()
		last := e.all(e.t, ours, ports.ChangeFilter{})[0]
		require.Equal(e.t, rows[1], last.ProductID)
		require.Equal(e.t, repricer.TriggerSweep, last.Trigger)
		require.Equal(e.t, eur("18"), last.NewPrice)
	})
}

func TestASweepThatIsMostlyEmptyIsDropped(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.selling(10, nil)
		e.live(nil)
		e.work()
		e.clock.add(7 * time.Hour)
		for i := range 10 {
			sku := plainRow(i).Key.SKU
			if e.lists(sku, "18"); i < 4 {
				e.out.offers[sku] = ports.OfferAnswer{Offers: &ports.OfferFacts{At: e.clock.Now()}}
			}
		}
		require.NoError(e.t, e.engine.Sweep(e.t.Context()))
		require.Zero(e.t, e.queued())
		require.Contains(e.t, e.out.watched, "dropped 4 of 10")
		e.lists(plainRow(3).Key.SKU, "18")
		require.NoError(e.t, e.engine.Sweep(e.t.Context()))
		require.Equal(e.t, 10, e.queued(), "30 percent are believed")
	})
}
