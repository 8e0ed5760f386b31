package pricing_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/app/repricer/history"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	repricerhistory "sellingassistant/domain/repricer/history"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// convertedByHand is an amount at a rate, half up to four decimals: amounts count ten-thousandths, rates hundred-millionths.
func convertedByHand(a money.Amount, rate money.Rate) money.Amount {
	return money.FromUnits((a.Units()*rate.Units() + 50_000_000) / 100_000_000)
}

// decided is what a decision and its sentence are about.
type decided struct {
	verdict     decision.Verdict
	reason      decision.Reason
	old, price  money.Amount
	floor, ceil optional.Maybe[money.Amount]
	target      optional.Maybe[money.Amount]
	sentences   string
}

// TestTheCurrencyOfACostDecidesNothing decides pairs of rows in ten rounds of random costs, rates, taxes, fees and rivals. The first row of a
// pair has its cost in a currency of its own, the second has the amount that the rate makes of it. Both are decided alike from the same
// input, and every stored decision comes out the same again.
func TestTheCurrencyOfACostDecidesNothing(t *testing.T) {
	eachEngine(t, func(e *engine) {
		currencies := []money.Currency{"USD", "CNY", "GBP", "PLN", "JPY", "SEK", "CHF", "CZK"}
		const rounds = 10
		modes := []decision.MinPriceMode{decision.MinPriceROI, decision.MinPriceMargin, decision.MinPriceManual}
		rows := e.Selling(2*len(currencies), func(i int, s *repricer.ProductSnapshot) {
			s.Limits.MinPriceMode = modes[i/2%len(modes)]
			s.Limits.TargetROI, s.Limits.TargetMargin = percent("12.5"), percent("8")
		})
		e.Live(func(p *repricer.SettingsPatch) { p.SubmissionMode = optional.Put(decision.SubmitSuggest) })
		r := rand.New(rand.NewPCG(20261128, 7))
		upTo := func(least, most int64) int64 { return least + r.Int64N(most-least+1) }
		for range rounds {
			e.Clock.Add(2 * time.Hour)
			share := money.PercentFromUnits(upTo(60_000, 180_000)) // 6 to 18 %
			e.Out.FeeAnswer = pricingports.FeeAnswer{Estimate: &pricingports.FeeEstimate{
				Currency: "EUR", ReferralRate: &share, Parts: []money.Amount{money.FromUnits(upTo(0, 300) * 100)},
			}}
			e.Out.RateAnswers = map[pricingports.Pair]money.Rate{}
			for i, from := range currencies {
				rate := money.RateFromUnits(upTo(500_000, 150_000_000)) // 0.005 to 1.5
				abroad := func(least, most int64) money.Amount {
					return money.FromUnits(upTo(least, most) * 100_000_000 / rate.Units())
				}
				unit, prep, other, postage := abroad(30_000, 140_000), abroad(0, 5_000), abroad(0, 5_000), abroad(0, 40_000)
				tax := optional.Some(money.PercentFromUnits([]int64{0, 70_000, 190_000}[upTo(0, 2)]))
				e.Out.RateAnswers[pricingports.Pair{From: from, To: "EUR"}] = rate
				e.Out.CostAnswers[e.Row(rows[2*i]).Key] = pricingports.Cost{
					Unit: optional.Some(unit), Prep: prep, Other: other, Currency: from, Postage: optional.Some(postage), VATRate: tax,
				}
				landed := money.FromUnits(unit.Units() + prep.Units() + other.Units())
				e.Out.CostAnswers[e.Row(rows[2*i+1]).Key] = pricingports.Cost{
					Unit: optional.Some(convertedByHand(landed, rate)), Currency: "EUR", VATRate: tax,
					Postage: optional.Some(convertedByHand(postage, rate)),
				}
				rival := money.FromUnits(upTo(1_500, 2_900) * 100).String()
				e.Event(rows[2*i], rival)
				e.Event(rows[2*i+1], rival)
			}
			e.Work()
			for i := range currencies {
				abroad, home := e.Row(rows[2*i]), e.Row(rows[2*i+1])
				require.True(t, abroad.Observed.Cost.Known())
				require.Equal(t, home.Observed.Cost, abroad.Observed.Cost)
				require.Equal(t, home.Observed.Postage, abroad.Observed.Postage)
				require.Equal(t, home.Observed.BreakEven, abroad.Observed.BreakEven)
				require.Equal(t, home.Floor(), abroad.Floor())
				require.Equal(t, home.Hold.Known(), abroad.Hold.Known())
			}
		}

		past := history.NewHistory(e.History, e.Clock)
		all := e.All(t, ours, repricerhistory.ChangeFilter{})
		evidence, err := e.History.Evidence(t.Context(), ours, all)
		require.NoError(t, err)
		made := map[decision.ProductID][]decided{}
		inputs := map[decision.ProductID][]decision.Input{}
		suggested, atFloor, converted := 0, 0, 0
		for _, c := range all {
			again, err := past.Replay(t.Context(), ours, c.ID)
			require.NoError(t, err)
			require.Equal(t, history.ReplaySame, again.Result, "%v", again.Differences)
			input, readable := evidence[c.ID].Input.Get()
			require.True(t, readable)
			if input.Row.FX.Known() {
				converted++
			}
			input.Row.FX, input.Row.ID = optional.None[decision.FX](), 0
			inputs[c.ProductID] = append(inputs[c.ProductID], input)
			text := ""
			for _, s := range c.Sentences {
				text += s + "\n"
			}
			made[c.ProductID] = append(made[c.ProductID], decided{
				c.Verdict, c.Reason, c.OldPrice, c.NewPrice, c.Floor, c.Ceiling, c.TargetPrice, text,
			})
			if c.Verdict == decision.VerdictSuggest {
				suggested++
			}
			if c.Floor == optional.Some(c.NewPrice) {
				atFloor++
			}
		}
		for i := range currencies {
			require.NotEmpty(t, made[rows[2*i]])
			require.Equal(t, made[rows[2*i+1]], made[rows[2*i]])
			require.Equal(t, inputs[rows[2*i+1]], inputs[rows[2*i]])
		}
		require.Equal(t, len(all)/2, converted)
		require.Greater(t, suggested, 40)
		require.Greater(t, atFloor, 10)
	})
}
