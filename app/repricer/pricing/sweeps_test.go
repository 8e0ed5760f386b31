package pricing_test

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
	pricingports "sellingassistant/ports/repricer/pricing"
	"sellingassistant/test/stores"
)

func TestSilentRowsAreSwept(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(3, func(i int, s *repricer.ProductSnapshot) {
			if i == 2 {
				s.Mode = decision.ModeOff
			}
		})
		e.Live(nil)
		e.Work() // without offers
		e.Clock.Add(5 * time.Hour)
		e.Event(rows[0], "20")
		e.Work()
		e.Clock.Add(2 * time.Hour)
		e.Lists("sku-001", "18")
		require.NoError(e.T, e.Pricing.Sweep(e.T.Context()))
		require.Equal(e.T, 1, e.Queued(), "one was heard of, one is off")
		e.Work()
		last := e.All(e.T, ours, history.ChangeFilter{})[0]
		require.Equal(e.T, rows[1], last.ProductID)
		require.Equal(e.T, history.TriggerSweep, last.Trigger)
		require.Equal(e.T, eur("18"), last.NewPrice)
	})
}

func TestASweepThatIsMostlyEmptyIsDropped(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.Selling(10, nil)
		e.Live(nil)
		e.Work()
		e.Clock.Add(7 * time.Hour)
		for i := range 10 {
			sku := plainRow(i).Key.SKU
			if e.Lists(sku, "18"); i < 4 {
				e.Out.OfferAnswers[sku] = pricingports.OfferAnswer{Offers: &pricingports.OfferData{At: e.Clock.Now()}}
			}
		}
		require.NoError(e.T, e.Pricing.Sweep(e.T.Context()))
		require.Zero(e.T, e.Queued())
		require.Contains(e.T, e.Out.Watched, "dropped 4 of 10")
		e.Lists(plainRow(3).Key.SKU, "18")
		require.NoError(e.T, e.Pricing.Sweep(e.T.Context()))
		require.Equal(e.T, 10, e.Queued(), "30 percent are believed")
	})
}

// Rows whose offers cannot be read stay silent. They take turns with all others.
func TestASweepGoesOnBehindTheLastOne(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.Live(nil)
		rows := e.Selling(1001, nil)
		last := slices.Max(rows)
		e.Lists(e.Row(last).Key.SKU, "18")
		sweep := func() {
			e.Clock.Add(5 * time.Minute)
			require.NoError(e.T, e.Pricing.Sweep(e.T.Context()))
		}
		sweep()
		require.Zero(e.T, e.Queued(), "the first thousand are not there any more")
		sweep()
		require.Equal(e.T, 1, e.Queued())
		e.Work()
		require.Equal(e.T, last, e.All(e.T, ours, history.ChangeFilter{})[0].ProductID)
		e.Lists(e.Row(slices.Min(rows)).Key.SKU, "18")
		sweep()
		require.Equal(e.T, 1, e.Queued(), "after the last row the first follows")
	})
}

func TestRowsOfAnAccountThatDoesNotWorkTakeNoTurns(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.Live(nil)
		e.Selling(1001, func(i int, s *repricer.ProductSnapshot) {
			if i < 1000 {
				s.Key.SellerID = "A1GONE"
			}
		})
		e.Lists("sku-1000", "18")
		require.NoError(e.T, e.Pricing.Sweep(e.T.Context()))
		require.Equal(e.T, 1, e.Queued())
	})
}

func TestWhatAnInterruptedSweepHasReadIsKept(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.Live(nil)
		e.Selling(40, nil)
		for i := range 40 {
			e.Lists(plainRow(i).Key.SKU, "18")
		}
		ctx, stop := context.WithCancel(e.T.Context())
		calls := 0
		e.Out.Hook = func(call string) error {
			if call != "Offers.Offers" {
				return nil
			}
			if calls++; calls == 2 {
				stop()
			}
			return ctx.Err()
		}
		require.ErrorIs(e.T, e.Pricing.Sweep(ctx), context.Canceled)
		require.Equal(e.T, 20, e.Queued())
		e.Out.Hook = nil
		require.NoError(e.T, e.Pricing.Sweep(e.T.Context()))
		require.Equal(e.T, 40, e.Queued())
	})
}

func TestAMarketplaceIsBelievedAgainOnceAllOfItIs(t *testing.T) {
	eachEngine(t, func(e *engine) {
		e.Live(nil)
		e.Selling(400, nil)
		sources := func() (n int) {
			require.NoError(e.T, e.DB.DB().QueryRowContext(e.T.Context(), "SELECT count(*) FROM repricer_broken_sources").Scan(&n))
			return n
		}
		for i := range 400 {
			sku := plainRow(i).Key.SKU
			if e.Lists(sku, "18"); i < 200 {
				e.Out.OfferAnswers[sku] = pricingports.OfferAnswer{Offers: &pricingports.OfferData{At: e.Clock.Now()}}
			}
		}
		require.NoError(e.T, e.Pricing.Sweep(e.T.Context()))
		require.Equal(e.T, 200, e.Queued(), "the rows after the empty rows are queued")
		require.Equal(e.T, 1, sources())
		for i := range 200 {
			e.Lists(plainRow(i).Key.SKU, "18")
		}
		require.NoError(e.T, e.Pricing.Sweep(e.T.Context()))
		require.Equal(e.T, 400, e.Queued())
		require.Zero(e.T, sources())
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
