package decision_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

func rat(n, d int64) *big.Rat { return big.NewRat(n, d) }

// amountOf and shareOf are exact.
func amountOf(a money.Amount) *big.Rat  { return rat(a.Units(), 10_000) }
func shareOf(p money.Percent) *big.Rat  { return rat(p.Units(), 1_000_000) }
func sum(a, b *big.Rat) *big.Rat        { return new(big.Rat).Add(a, b) }
func less(a, b *big.Rat) *big.Rat       { return new(big.Rat).Sub(a, b) }
func multiplied(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func divided(a, b *big.Rat) *big.Rat    { return new(big.Rat).Quo(a, b) }

// reaches says, by the formulas of profit alone, whether a listing price
// reaches the aim of its row at the rate of the bracket in which it lies.
func reaches(f decision.Row, price int64) bool {
	total := rat(price+f.Shipping.Units(), 10_000)
	l, fees := f.Limits, f.Fees.Or(decision.FeeTerms{})
	upper, two := fees.Upper.Get()
	above := two && total.Cmp(amountOf(upper.Above)) > 0
	// A markup lies on the total that breaks even.
	based := total
	if l.MinPriceMode == decision.MinPriceMarkup {
		markup := l.MinPriceMarkup.Or(money.Amount{})
		based = less(total, amountOf(markup))
		if l.MinPriceMarkupType == decision.ByPercent {
			based = divided(total, sum(rat(1, 1), rat(markup.Units(), 1_000_000)))
		}
	}
	fee := multiplied(based, shareOf(fees.ReferralPercent))
	switch {
	case above && upper.Marginal:
		limit := amountOf(upper.Above)
		fee = sum(multiplied(limit, shareOf(fees.ReferralPercent)), multiplied(less(based, limit), shareOf(upper.ReferralPercent)))
	case above:
		fee = multiplied(based, shareOf(upper.ReferralPercent))
	}
	if least := amountOf(fees.ReferralMin); fee.Cmp(least) < 0 {
		fee = least
	}
	net := divided(based, sum(rat(1, 1), shareOf(f.VATPercent)))
	cost := amountOf(f.Cost.Or(money.Amount{}))
	profit := less(less(less(net, fee), amountOf(fees.Fixed)), cost)
	aim := new(big.Rat)
	switch l.MinPriceMode {
	case decision.MinPriceROI:
		aim = multiplied(cost, shareOf(l.TargetROI.Or(money.Percent{})))
	case decision.MinPriceMargin:
		aim = multiplied(net, shareOf(l.TargetMargin.Or(money.Percent{})))
	}
	return profit.Cmp(aim) >= 0
}

// A calculated floor reaches its aim, the price one unit below does not, and
// neither does the highest price of the lower bracket when the floor is in the
// upper one.
func TestFloorIsTheSmallestPriceThatReachesItsAim(t *testing.T) {
	t.Parallel()
	found, unreachable := 0, 0
	everyInput(t, few, false, func(t require.TestingT, m made) {
		in := decision.Input{Now: noon, Policy: &decision.Policy{Enabled: true}, Strategy: &decision.Strategy{Enabled: true}}
		in.Row = m.row()
		r := &in.Row
		r.Mode, r.Hold, r.PriceInFlight, r.Quantity, r.LastSubmitted = decision.ModeAuto, optional.None[decision.HoldReason](), false,
			optional.None[int64](), optional.None[money.Amount]()
		r.Limits.MinPrice, r.Limits.MaxPrice, r.MapPrice = optional.None[money.Amount](), optional.None[money.Amount](), optional.None[money.Amount]()
		if r.Limits.MinPriceMode == decision.MinPriceManual || !r.Cost.Known() || !r.Fees.Known() || !r.Limits.TargetROI.Known() {
			return
		}
		unit := r.Currency.Unit().Units()
		d := decision.Decide(in)
		floor, ok := d.Floor.Get()
		if !ok {
			require.Equal(t, decision.ReasonTargetUnreachable, d.Reason)
			require.False(t, reaches(*r, 9_999_999_999_0000))
			unreachable++
			return
		}
		found++
		p := floor.Units()
		require.Zero(t, p%unit)
		require.True(t, reaches(*r, p), "%s does not reach its aim", floor)
		require.True(t, p == unit || !reaches(*r, p-unit), "%s is not the smallest", floor)
		upper, two := r.Fees.Or(decision.FeeTerms{}).Upper.Get()
		if last := (upper.Above.Units() - r.Shipping.Units()) / unit * unit; two && p > last && last > 0 {
			require.False(t, reaches(*r, last), "%s is not the smallest", floor)
		}
	})
	require.Greater(t, found, 5_000)
	require.Greater(t, unreachable, 100)
}

// Numbers as large as can be stored end as no answer, never as a wrong one.
func TestFloorOfExtremes(t *testing.T) {
	t.Parallel()
	huge, all := eur("9999999999.9999"), pct("9999999999.9999")
	for _, limits := range []decision.Limits{
		{MinPriceMode: decision.MinPriceROI, TargetROI: optional.Some(all)},
		{MinPriceMode: decision.MinPriceMargin, TargetMargin: optional.Some(pct("99.9999"))},
		{MinPriceMode: decision.MinPriceMargin, TargetMargin: optional.Some(all)},
		{MinPriceMode: decision.MinPriceMarkup, MinPriceMarkup: optional.Some(huge), MinPriceMarkupType: decision.ByPercent},
		{MinPriceMode: decision.MinPriceMarkup, MinPriceMarkup: optional.Some(huge), MinPriceMarkupType: decision.ByAmount},
	} {
		for _, referral := range []money.Percent{pct("0"), pct("15"), pct("99.9999"), all} {
			for _, vat := range []money.Percent{pct("0"), all} {
				in := decision.Input{Now: noon, Policy: &decision.Policy{Enabled: true}, Strategy: &decision.Strategy{Enabled: true}}
				in.Row = decision.Row{
					Mode: decision.ModeAuto, Currency: "USD", Price: eur("20"), Cost: optional.Some(huge), VATPercent: vat, Limits: limits,
					Fees: optional.Some(decision.FeeTerms{
						Fees:  decision.Fees{ReferralPercent: referral, ReferralMin: huge, Fixed: huge},
						Upper: optional.Some(decision.UpperBracket{Above: huge, ReferralPercent: referral, Marginal: true}),
					}),
				}
				d := decision.Decide(in)
				require.Equal(t, decision.VerdictError, d.Verdict)
				require.Equal(t, decision.ReasonTargetUnreachable, d.Reason)
			}
		}
	}
}
