package pricing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/pricing"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	pricingports "sellingassistant/ports/repricer/pricing"
	"sellingassistant/test/repricing"
)

// bracketed takes one share of all prices up to a limit and another of those above it.
func bracketed(limit, upTo, above string) func(money.Amount) pricingports.FeeAnswer {
	return func(price money.Amount) pricingports.FeeAnswer {
		rate := money.MustParsePercent(upTo)
		if price.Cmp(eur(limit)) > 0 {
			rate = money.MustParsePercent(above)
		}
		return pricingports.FeeAnswer{Estimate: &pricingports.FeeEstimate{Currency: "EUR", ReferralRate: &rate}}
	}
}

// priced is a row that breaks even, at a price and for a cost without VAT.
func (e *engine) priced(price, cost string, fees func(money.Amount) pricingports.FeeAnswer) decision.ProductID {
	e.T.Helper()
	e.Out.FeesAt = fees
	row := e.breakingEven(func(s *repricer.ProductSnapshot) {
		s.Observed.CurrentPrice, s.Limits.MaxPrice = amount(price), optional.None[money.Amount]()
	})
	e.costs(row, cost)
	return row
}

func (e *engine) costs(row decision.ProductID, cost string) {
	e.Out.CostAnswers[e.Row(row).Key] = pricingports.Cost{Landed: eur(cost), Currency: "EUR", VATRate: percent("0")}
}

// later tells a row of a rival below its floor after some time, and returns the
// prices whose fees were asked for, and the floor.
func (e *engine) later(row decision.ProductID, after time.Duration) (asked []string, floor string) {
	e.T.Helper()
	e.Out.FeesFor = nil
	e.Clock.Add(after)
	e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("1"), BuyBox: true})
	return e.Out.FeesFor, e.Row(row).Observed.DecidedFloor.Or(money.Amount{}).String()
}

func TestAFloorIsMadeOfTheFeesAtTheFloor(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.priced("9.9", "11", bracketed("10", "8", "15"))
		asked, floor := e.later(row, time.Hour)
		// 11 / 0.92 lies in the other bracket, and so does 11 / 0.85.
		require.Equal(e.T, []string{"9.9", "11.96", "12.95"}, asked)
		require.Equal(e.T, "12.95", floor)
		s := e.Row(row)
		require.Equal(e.T, optional.Some(decision.Fees{ReferralPercent: money.MustParsePercent("8")}), s.Observed.Fees, "at the live price")
		require.Equal(e.T, optional.Some(repricer.FloorFees{
			ReferralPercent: money.MustParsePercent("15"), Total: eur("12.95"), At: e.Clock.Now(),
		}), s.Observed.FloorFees)
		require.Equal(e.T, amount("12.95"), s.Observed.BreakEven)
		require.Equal(e.T, "suggest raised_to_floor 12.95 suggested", e.Told()[len(e.Told())-1])

		for range 20 {
			asked, floor = e.later(row, time.Hour)
			require.Empty(e.T, asked)
			require.Equal(e.T, "12.95", floor)
		}
		asked, floor = e.later(row, 5*time.Hour)
		require.Equal(e.T, []string{"12.95"}, asked, "once a day")
		require.Equal(e.T, "12.95", floor)

		// Another cost leads back over the limit.
		e.costs(row, "5.5")
		asked, floor = e.later(row, time.Hour)
		require.Equal(e.T, []string{"6.48", "5.98"}, asked) // 5.5 / 0.85, 5.5 / 0.92
		require.Equal(e.T, "5.98", floor)
		asked, floor = e.later(row, 5*24*time.Hour)
		require.Equal(e.T, []string{"5.98"}, asked)
		require.Equal(e.T, "5.98", floor)
		asked, _ = e.later(row, 25*time.Hour)
		require.Equal(e.T, []string{"9.9", "5.98"}, asked, "what is shown once a week")
	})
}

func TestAFloorOnBothSidesOfALimitIsTheHigherOne(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.priced("120", "90", bracketed("100", "15", "7"))
		asked, floor := e.later(row, time.Hour)
		// 90 / 0.93 lies where 15 % are taken, 90 / 0.85 where 7 % are.
		require.Equal(e.T, []string{"120", "96.78", "105.89"}, asked)
		require.Equal(e.T, "105.89", floor)
		asked, floor = e.later(row, time.Hour)
		require.Empty(e.T, asked)
		require.Equal(e.T, "105.89", floor)
	})
}

func TestARowAtItsFloorIsAskedForOnce(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.priced("20", "17", bracketed("100", "15", "7"))
		asked, floor := e.later(row, time.Hour)
		require.Equal(e.T, []string{"20"}, asked) // 17 / 0.85
		require.Equal(e.T, "20", floor)
		asked, _ = e.later(row, time.Hour)
		require.Empty(e.T, asked)
	})
}

func TestARowWithoutFeesAtItsFloorWaitsForThem(t *testing.T) {
	eachEngine(t, func(e *engine) {
		fees, away := bracketed("10", "8", "15"), pricingports.FeeAnswer{Err: repricing.Away()}
		row := e.priced("9.9", "11", func(price money.Amount) pricingports.FeeAnswer {
			if price == eur("9.9") {
				return fees(price)
			}
			return away
		})
		before := len(e.Told())
		asked, _ := e.later(row, time.Hour)
		require.Equal(e.T, []string{"9.9", "11.96"}, asked)
		require.Len(e.T, e.Told(), before, "nothing is decided by fees of another price")
		require.Equal(e.T, 1, e.Queued())
		e.Out.FeesAt = fees
		asked, floor := e.later(row, time.Hour)
		require.Equal(e.T, []string{"11.96", "12.95"}, asked, "what was told is kept")
		require.Equal(e.T, "12.95", floor)

		// Another floor may be in another bracket: it waits as well, and the row with it.
		e.Out.FeesAt = func(money.Amount) pricingports.FeeAnswer { return away }
		e.costs(row, "5.5")
		before = len(e.Told())
		for range 2 {
			asked, floor = e.later(row, time.Hour)
			require.Equal(e.T, []string{"6.48"}, asked, "each time")
			require.Equal(e.T, "12.95", floor)
		}
		require.Len(e.T, e.Told(), before)
		// Old fees of the same floor are good enough meanwhile.
		e.costs(row, "11")
		asked, floor = e.later(row, 25*time.Hour)
		require.Equal(e.T, []string{"12.95"}, asked)
		require.Equal(e.T, "12.95", floor)
		require.True(e.T, e.Row(row).Observed.LastDecision.Or(repricer.LastDecision{}).At.Equal(e.Clock.Now()))
		e.Out.FeesAt = fees
		e.costs(row, "5.5")
		_, floor = e.later(row, time.Hour)
		require.Equal(e.T, "5.98", floor)
	})
}

func TestAPreviewAsksForTheFeesOfItsFloor(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.priced("9.9", "9", bracketed("10", "8", "15"))
		_, floor := e.later(row, time.Hour)
		require.Equal(e.T, "9.79", floor) // 9 / 0.92
		stored := e.Row(row)
		e.Out.FeesFor = nil
		got, err := e.Pricing.Reprice(e.T.Context(), e.Who, pricing.RepriceProduct{ID: row, DryRun: true, Overrides: pricing.Overrides{
			Offers: []decision.Offer{},
			Limits: optional.Some(repricer.LimitsPatch{TargetROI: optional.Put(money.MustParsePercent("50"))}),
		}})
		require.NoError(e.T, err)
		require.Equal(e.T, []string{"14.68", "15.89"}, e.Out.FeesFor) // 13.5 / 0.92, 13.5 / 0.85
		require.Equal(e.T, amount("15.89"), got.Decision.Floor)
		require.Equal(e.T, stored, e.Row(row))
	})
}
