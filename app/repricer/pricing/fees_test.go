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
	"sellingassistant/domain/repricer/history"
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

// priced makes a row that breaks even, at a price and for a cost without VAT.
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
	e.Out.CostAnswers[e.Row(row).Key] = pricingports.Cost{Unit: amount(cost), Currency: "EUR", VATRate: percent("0")}
}

// later sends a rival below the floor of a row after some time. It returns the prices for which
// fees were requested, and the floor.
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
		// 11.96 - 0.96 lies in the other bracket, and so does 12.94 - 1.94.
		require.Equal(e.T, []string{"9.9", "11.96", "12.94"}, asked)
		require.Equal(e.T, "12.94", floor)
		s := e.Row(row)
		require.Equal(e.T, optional.Some(decision.Fees{ReferralPercent: money.MustParsePercent("8")}), s.Observed.Fees, "at the live price")
		require.Equal(e.T, optional.Some(repricer.FloorFees{
			ReferralPercent: money.MustParsePercent("15"), Total: eur("12.94"), At: e.Clock.Now(),
		}), s.Observed.FloorFees)
		require.Equal(e.T, amount("12.94"), s.Observed.BreakEven)
		require.Equal(e.T, "suggest raised_to_floor 12.94 suggested", e.Told()[len(e.Told())-1])

		for range 20 {
			asked, floor = e.later(row, time.Hour)
			require.Empty(e.T, asked)
			require.Equal(e.T, "12.94", floor)
		}
		asked, floor = e.later(row, 5*time.Hour)
		require.Equal(e.T, []string{"12.94"}, asked, "once a day")
		require.Equal(e.T, "12.94", floor)

		// Another cost leads back over the limit.
		e.costs(row, "5.5")
		asked, floor = e.later(row, time.Hour)
		require.Equal(e.T, []string{"5.98"}, asked, "the lower bracket is known") // 5.98 - 0.48
		require.Equal(e.T, "5.98", floor)
		asked, floor = e.later(row, 5*24*time.Hour)
		require.Equal(e.T, []string{"5.98"}, asked)
		require.Equal(e.T, "5.98", floor)
		asked, _ = e.later(row, 25*time.Hour)
		require.Equal(e.T, []string{"9.9", "5.98"}, asked, "fees to show, once a week")
	})
}

func TestAFloorOnBothSidesOfALimitIsTheHigherOne(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.priced("120", "90", bracketed("100", "15", "7"))
		asked, floor := e.later(row, time.Hour)
		// 96.77 - 6.77 lies where 15 % are taken, 105.88 - 15.88 where 7 % are.
		require.Equal(e.T, []string{"120", "96.77", "105.88"}, asked)
		require.Equal(e.T, "105.88", floor)
		asked, floor = e.later(row, time.Hour)
		require.Empty(e.T, asked)
		require.Equal(e.T, "105.88", floor)
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
		require.Equal(e.T, "skip waiting_for_fees 9.9 -", e.Told()[before], "nothing is decided by fees of another price")
		require.Equal(e.T, 1, e.Queued())
		e.Out.FeesAt = fees
		asked, floor := e.later(row, time.Hour)
		require.Equal(e.T, []string{"11.96", "12.94"}, asked, "known fees are kept")
		require.Equal(e.T, "12.94", floor)

		// Another floor may be in another bracket: it waits as well, and the row with it.
		e.Out.FeesAt = func(money.Amount) pricingports.FeeAnswer { return away }
		e.costs(row, "5.5")
		before = len(e.Told())
		asked, floor = e.later(row, time.Hour)
		require.Equal(e.T, []string{"5.98"}, asked)
		require.Equal(e.T, "12.94", floor)
		require.Equal(e.T, "skip waiting_for_fees 9.9 -", e.Told()[before])
		for minutes := 1; minutes < 10; minutes++ {
			e.Out.FeesFor = nil
			e.Clock.Add(time.Minute)
			e.Work()
			require.Equal(e.T, []string{"5.98"}, e.Out.FeesFor, "each minute")
			require.Len(e.T, e.Told(), before+1)
		}
		_, floor = e.later(row, time.Hour)
		require.Equal(e.T, "5.98", floor)
		require.Equal(e.T, amount("5.98"), e.Row(row).Observed.DecidedFloor, "after ten minutes the other fees count")
		require.Contains(e.T, e.All(e.T, ours, history.ChangeFilter{})[0].Sentences,
			"The marketplace has not answered for the floor, so the fees of €5.98 with shipping come from the fee tables.")
		// Old fees of the same floor are good enough meanwhile.
		e.costs(row, "11")
		asked, floor = e.later(row, 25*time.Hour)
		require.Equal(e.T, []string{"12.94"}, asked)
		require.Equal(e.T, "12.94", floor)
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
		require.Equal(e.T, "9.78", floor) // 9.78 - 0.78
		stored := e.Row(row)
		e.Out.FeesFor = nil
		got, err := e.Pricing.Reprice(e.T.Context(), e.Who, pricing.RepriceProduct{ID: row, DryRun: true, Overrides: pricing.Overrides{
			Offers: []decision.Offer{},
			Limits: optional.Some(repricer.LimitsPatch{TargetROI: optional.Put(money.MustParsePercent("50"))}),
		}})
		require.NoError(e.T, err)
		require.Equal(e.T, []string{"14.67", "15.88"}, e.Out.FeesFor) // 14.67 - 1.17, 15.88 - 2.38
		require.Equal(e.T, amount("15.88"), got.Decision.Floor)
		require.Equal(e.T, stored, e.Row(row))
	})
}
