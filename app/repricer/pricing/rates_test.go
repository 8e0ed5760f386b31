package pricing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	pricingstore "sellingassistant/adapters/persistence/repricer/pricing"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// fx makes the memory of a cost in USD.
func fx(rate string) optional.Maybe[repricer.CostFX] {
	known := repricer.CostFX{From: "USD"}
	if rate != "" {
		known.Rate = optional.Some(money.MustParseRate(rate))
	}
	return optional.Some(known)
}

func TestACostInAnotherCurrencyDecidesAsTheConvertedOne(t *testing.T) {
	eachEngine(t, func(e *engine) {
		rows := e.Selling(2, func(_ int, s *repricer.ProductSnapshot) {
			s.Limits.MinPriceMode, s.Limits.TargetROI, s.Limits.MinPrice = decision.MinPriceROI, percent("0"), optional.None[money.Amount]()
		})
		share := money.MustParsePercent("15")
		e.Out.FeeAnswer = pricingports.FeeAnswer{Estimate: &pricingports.FeeEstimate{Currency: "EUR", ReferralRate: &share}}
		costs := func(currency money.Currency, unit, postage string) {
			e.Out.CostAnswers[e.Row(rows[0]).Key] = pricingports.Cost{Unit: amount("17"), Postage: amount("0.85"), Currency: "EUR", VATRate: percent("0")}
			e.Out.CostAnswers[e.Row(rows[1]).Key] = pricingports.Cost{Unit: amount(unit), Postage: amount(postage), Currency: currency, VATRate: percent("0")}
		}
		costs("USD", "20", "1")
		e.Out.RateAnswers = map[pricingports.Pair]money.Rate{{From: "USD", To: "EUR"}: money.MustParseRate("0.85")}
		e.Live(nil)
		for _, row := range rows {
			e.Event(row, "12")
		}
		e.Work()
		texts := e.Told()
		require.Equal(e.T, texts[len(texts)-1], texts[len(texts)-2])
		plain, converted := e.Row(rows[0]), e.Row(rows[1])
		require.Equal(e.T, []any{plain.Observed.Cost, plain.Observed.Postage, plain.Observed.BreakEven, plain.Floor()},
			[]any{converted.Observed.Cost, converted.Observed.Postage, converted.Observed.BreakEven, converted.Floor()})
		require.Equal(e.T, amount("17"), converted.Observed.Cost)
		require.False(e.T, converted.Hold.Known())
		memories, err := e.Memories.Load(e.T.Context(), ours, rows)
		require.NoError(e.T, err)
		require.Equal(e.T, []optional.Maybe[repricer.CostFX]{optional.None[repricer.CostFX](), fx("0.85")},
			[]optional.Maybe[repricer.CostFX]{memories[rows[0]].FX, memories[rows[1]].FX})
	})
}

func TestAMovedRateWakesARow(t *testing.T) {
	eachEngine(t, func(e *engine) {
		row := e.breakingEven(nil)
		pair := pricingports.Pair{From: "USD", To: "EUR"}
		e.Out.CostAnswers[e.Row(row).Key] = pricingports.Cost{Unit: amount("10"), Currency: "USD", VATRate: percent("0")}
		store := pricingstore.NewRows(e.DB)
		news := queue.NewCostChanges(e.Parts.Products, e.Parts.Settings, e.Due, e.Parts.FeeRequests, e.Parts.Tx, e.Clock)
		watch := pricing.NewRateWatch(store, e.Out.Rates, news, e.Clock)
		follow := func(rate string) int {
			e.Out.RateAnswers = map[pricingports.Pair]money.Rate{}
			if rate != "" {
				e.Out.RateAnswers[pair] = money.MustParseRate(rate)
			}
			e.Clock.Add(time.Hour)
			require.NoError(e.T, watch.Follow(e.T.Context()))
			return e.Queued()
		}
		e.Clock.Add(time.Hour)
		e.sees(row, decision.Offer{SellerID: "A3RIVAL", Price: eur("5"), BuyBox: true})
		held, _ := e.Row(row).Hold.Get()
		require.Equal(e.T, decision.HoldCurrencyMismatch, held.Reason, "without a rate")
		require.Zero(e.T, follow(""), "there still is none")
		require.Equal(e.T, 1, follow("0.9"), "the first rate wakes the row")
		e.Work()
		require.False(e.T, e.Row(row).Hold.Known())
		require.Equal(e.T, amount("9"), e.Row(row).Observed.Cost)
		require.Zero(e.T, follow("0.918"), "2 % is not more than 2 %")
		require.Equal(e.T, 1, follow("0.919"))
		e.Work()
		require.Equal(e.T, amount("9.19"), e.Row(row).Observed.Cost)
		require.Equal(e.T, 1, follow(""), "a rate that is gone")
		e.Work()
		require.True(e.T, e.Row(row).Hold.Known())
	})
}
