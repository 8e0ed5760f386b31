package repricer_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	pricingstore "sellingassistant/adapters/persistence/repricer/pricing"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	historyports "sellingassistant/ports/repricer/history"
	pricingports "sellingassistant/ports/repricer/pricing"
	"sellingassistant/test/stores"
)

func TestSilentRowsAreSwept(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.selling(3, func(i int, s *repricer.ProductSnapshot) {
			if i == 2 {
				s.Mode = decision.ModeOff
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
		last := e.all(e.t, ours, historyports.ChangeFilter{})[0]
		require.Equal(e.t, rows[1], last.ProductID)
		require.Equal(e.t, history.TriggerSweep, last.Trigger)
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
				e.out.offers[sku] = pricingports.OfferAnswer{Offers: &pricingports.OfferData{At: e.clock.Now()}}
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

// Rows whose offers cannot be read stay silent. They come in turns with all others.
func TestASweepGoesOnBehindTheLastOne(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.live(nil)
		rows := e.selling(1001, nil)
		last := slices.Max(rows)
		e.lists(e.row(last).Key.SKU, "18")
		sweep := func() {
			e.clock.add(5 * time.Minute)
			require.NoError(e.t, e.engine.Sweep(e.t.Context()))
		}
		sweep()
		require.Zero(e.t, e.queued(), "the first thousand are not there any more")
		sweep()
		require.Equal(e.t, 1, e.queued())
		e.work()
		require.Equal(e.t, last, e.all(e.t, ours, historyports.ChangeFilter{})[0].ProductID)
		e.lists(e.row(slices.Min(rows)).Key.SKU, "18")
		sweep()
		require.Equal(e.t, 1, e.queued(), "behind the last row the first one follows")
	})
}

func TestRowsOfAnAccountThatDoesNotWorkTakeNoTurns(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.live(nil)
		e.selling(1001, func(i int, s *repricer.ProductSnapshot) {
			if i < 1000 {
				s.Key.SellerID = "A1GONE"
			}
		})
		e.lists("sku-1000", "18")
		require.NoError(e.t, e.engine.Sweep(e.t.Context()))
		require.Equal(e.t, 1, e.queued())
	})
}

func TestWhatAnInterruptedSweepHasReadIsKept(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.live(nil)
		e.selling(40, nil)
		for i := range 40 {
			e.lists(plainRow(i).Key.SKU, "18")
		}
		ctx, stop := context.WithCancel(e.t.Context())
		calls := 0
		e.out.hook = func(call string) error {
			if call != "Offers.Offers" {
				return nil
			}
			if calls++; calls == 2 {
				stop()
			}
			return ctx.Err()
		}
		require.ErrorIs(e.t, e.engine.Sweep(ctx), context.Canceled)
		require.Equal(e.t, 20, e.queued())
		e.out.hook = nil
		require.NoError(e.t, e.engine.Sweep(e.t.Context()))
		require.Equal(e.t, 40, e.queued())
	})
}

func TestAMarketplaceIsBelievedAgainOnceAllOfItIs(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.live(nil)
		e.selling(400, nil)
		sources := func() (n int) {
			require.NoError(e.t, e.db.DB().QueryRowContext(e.t.Context(), "SELECT count(*) FROM repricer_broken_sources").Scan(&n))
			return n
		}
		for i := range 400 {
			sku := plainRow(i).Key.SKU
			if e.lists(sku, "18"); i < 200 {
				e.out.offers[sku] = pricingports.OfferAnswer{Offers: &pricingports.OfferData{At: e.clock.Now()}}
			}
		}
		require.NoError(e.t, e.engine.Sweep(e.t.Context()))
		require.Equal(e.t, 200, e.queued(), "those behind the empty ones are there")
		require.Equal(e.t, 1, sources())
		for i := range 200 {
			e.lists(plainRow(i).Key.SKU, "18")
		}
		require.NoError(e.t, e.engine.Sweep(e.t.Context()))
		require.Equal(e.t, 400, e.queued())
		require.Zero(e.t, sources())
	})
}

func TestSweeps(t *testing.T) {
	stores.Each(t, func(t *testing.T, s *db.Store) {
		sweeps := pricingstore.NewSweeps(s)
		begin := func(team id.Team, now time.Time) decision.ProductID {
			after, err := sweeps.Begin(t.Context(), team, now)
			require.NoError(t, err)
			return after
		}
		begun := func() map[id.Team]time.Time {
			got, err := sweeps.LastBegun(t.Context())
			require.NoError(t, err)
			return got
		}
		require.Empty(t, begun())
		require.Zero(t, begin(ours, noon))
		require.NoError(t, sweeps.SavePosition(t.Context(), ours, 4711))
		require.NoError(t, sweeps.SavePosition(t.Context(), theirs, 4712), "a team that was never swept")
		require.Zero(t, begin(theirs, noon.Add(time.Minute)))
		require.Equal(t, decision.ProductID(4711), begin(ours, noon.Add(time.Hour)))
		require.Equal(t, map[id.Team]time.Time{ours: noon.Add(time.Hour), theirs: noon.Add(time.Minute)}, begun())
		require.NoError(t, sweeps.SavePosition(t.Context(), ours, 0))
		require.Zero(t, begin(ours, noon.Add(2*time.Hour)))
	})
}
