package decision_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/repricer/decision"
)

func rat(n, d int64) *big.Rat { return big.NewRat(n, d) }

// amountOf and shareOf convert without rounding.
func amountOf(a money.Amount) *big.Rat  { return rat(a.Units(), 10_000) }
func shareOf(p money.Percent) *big.Rat  { return rat(p.Units(), 1_000_000) }
func sum(a, b *big.Rat) *big.Rat        { return new(big.Rat).Add(a, b) }
func less(a, b *big.Rat) *big.Rat       { return new(big.Rat).Sub(a, b) }
func multiplied(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func divided(a, b *big.Rat) *big.Rat    { return new(big.Rat).Quo(a, b) }

// reaches calculates by the formulas of profit alone whether a listing price reaches the aim of its
// row, at the rate of its bracket.
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
	net, charged := taxed(f, based, sum(fee, amountOf(fees.Fixed)))
	cost := spent(f)
	profit := less(less(net, charged), cost)
	aim := new(big.Rat)
	switch l.MinPriceMode {
	case decision.MinPriceROI:
		aim = multiplied(cost, shareOf(l.TargetROI.Or(money.Percent{})))
	case decision.MinPriceMargin:
		aim = multiplied(net, shareOf(l.TargetMargin.Or(money.Percent{})))
	}
	return profit.Cmp(aim) >= 0
}

// taxed returns the rest of a total after its VAT, and fees with theirs, in the scheme of the row.
func taxed(f decision.Row, total, fees *big.Rat) (net, charged *big.Rat) {
	gross := sum(rat(1, 1), shareOf(f.VATPercent))
	switch f.VATScheme {
	case vat.SchemeNotRegistered:
		return total, multiplied(fees, gross)
	case vat.SchemeFlat:
		return multiplied(total, less(rat(1, 1), shareOf(f.VATFlat))), multiplied(fees, gross)
	case vat.SchemeNone:
		return total, fees
	}
	return divided(total, gross), fees
}

// spent adds cost and, where the seller ships, the postage. For unknown postage it takes the
// shipping price of the buyer.
func spent(f decision.Row) *big.Rat {
	cost := amountOf(f.Cost.Or(money.Amount{}))
	if f.Fulfillment != decision.FBM {
		return cost
	}
	return sum(cost, amountOf(f.Postage.Or(f.Shipping)))
}

// Under the loss guard no decision sends a price with a loss, in any mode and with any strategy. It
// needs known cost, postage and fees, or charged postage. It also needs a single rate: beyond a
// limit with a higher share, a price above break-even can make a loss again.
func TestTheGuardSendsNoLoss(t *testing.T) {
	t.Parallel()
	sent, stopped := 0, 0
	everyInput(t, many, false, func(t require.TestingT, m made) {
		input := m.input()
		input.Row.LossGuard = true
		if f, ok := input.Row.Fees.Get(); ok {
			f.Upper = optional.None[decision.UpperBracket]()
			input.Row.Fees = optional.Some(f)
		}
		d := decision.Decide(input)
		if d.Verdict != decision.VerdictChange && d.Verdict != decision.VerdictSuggest || !input.Row.Spent().Known() || !input.Row.Fees.Known() {
			return
		}
		even := input.Row
		even.Limits = decision.Limits{MinPriceMode: decision.MinPriceManual}
		if !reaches(even, d.Price.Units()) {
			require.Fail(t, "a loss", "%s: %s", d.Reason, d.Price)
		}
		sent++
		input.Row.LossGuard = false
		if free := decision.Decide(input); free.Price.Cmp(d.Price) < 0 {
			stopped++
		}
	})
	require.Greater(t, sent, 10_000)
	require.Greater(t, stopped, 1_000)
}

// The trace has the assumed postage of break-even.
func TestPostageInTheTrace(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		row   decision.Row
		basis decision.PostageBasis
		even  string
		spent optional.Maybe[money.Amount]
		steps []decision.TraceStep
	}{
		{decision.Row{Fulfillment: decision.FBA, Shipping: eur("3")}, "", "6", optional.Some(eur("9")), nil},
		{decision.Row{Fulfillment: decision.FBM, Shipping: eur("3"), Postage: optional.Some(eur("4"))}, "", "10", optional.Some(eur("13")), nil},
		{
			decision.Row{Fulfillment: decision.FBM, Shipping: eur("3")}, "postage_assumed", "9", optional.Some(eur("12")),
			[]decision.TraceStep{{Step: 2, Rule: "postage", Out: optional.Some(eur("3")), Note: "postage_assumed"}},
		},
		{
			decision.Row{Fulfillment: decision.FBM}, "postage_unknown", "9", optional.None[money.Amount](),
			[]decision.TraceStep{{Step: 2, Rule: "postage", Note: "postage_unknown"}},
		},
	} {
		row := c.row
		row.Mode, row.Currency, row.Price = decision.ModeAuto, "EUR", eur("20")
		row.Cost, row.Fees = optional.Some(eur("9")), optional.Some(decision.FeeTerms{})
		row.Limits = decision.DefaultLimits()
		row.Limits.MinPrice = optional.Some(eur("5"))
		require.Equal(t, c.basis, row.PostageBasis())
		require.Equal(t, optional.Some(eur(c.even)), row.BreakEven())
		require.Equal(t, c.spent, row.Spent())
		d := decision.Explain(decision.Input{Now: noon, Policy: &decision.Policy{Enabled: true}, Strategy: &decision.Strategy{Enabled: true}, Row: row})
		var got []decision.TraceStep
		for _, s := range d.Trace.Steps {
			if s.Rule == decision.RulePostage {
				got = append(got, s)
			}
		}
		require.Equal(t, c.steps, got)
		row.LossGuard = true
		d = decision.Explain(decision.Input{Now: noon, Policy: &decision.Policy{Enabled: true}, Strategy: &decision.Strategy{Enabled: true}, Row: row})
		require.Equal(t, optional.Some(eur(c.even)), d.Floor)
		require.Contains(t, d.Trace.Steps, decision.TraceStep{Step: 2, Rule: decision.RuleFloor, Out: d.Floor, Note: "break_even"})
	}
}

// A calculated floor reaches its aim, and the price a unit below does not. With a floor in the
// upper bracket, the highest price of the lower bracket does not either.
func TestFloorIsTheSmallestPriceThatReachesItsAim(t *testing.T) {
	t.Parallel()
	found, unreachable := 0, 0
	everyInput(t, few, false, func(t require.TestingT, m made) {
		i := decision.Input{Now: noon, Policy: &decision.Policy{Enabled: true}, Strategy: &decision.Strategy{Enabled: true}}
		i.Row = m.row()
		r := &i.Row
		r.FeesBy = decision.FeesByAnswer
		r.Mode, r.Hold, r.PriceInFlight, r.Quantity, r.LastSubmitted = decision.ModeAuto, optional.None[decision.HoldReason](), false,
			optional.None[int64](), optional.None[money.Amount]()
		r.Limits.MinPrice, r.Limits.MaxPrice, r.MapPrice = optional.None[money.Amount](), optional.None[money.Amount](), optional.None[money.Amount]()
		if r.Limits.MinPriceMode == decision.MinPriceManual || !r.Spent().Known() || !r.Fees.Known() || !r.Limits.TargetROI.Known() {
			return
		}
		unit := r.Currency.Unit().Units()
		d := decision.Decide(i)
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

// The largest stored numbers give no answer, never a wrong answer.
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
				input := decision.Input{Now: noon, Policy: &decision.Policy{Enabled: true}, Strategy: &decision.Strategy{Enabled: true}}
				input.Row = decision.Row{
					Mode: decision.ModeAuto, Currency: "USD", Price: eur("20"), Cost: optional.Some(huge), VATPercent: vat, Limits: limits,
					Fees: optional.Some(decision.FeeTerms{
						Fees:  decision.Fees{ReferralPercent: referral, ReferralMin: huge, Fixed: huge},
						Upper: optional.Some(decision.UpperBracket{Above: huge, ReferralPercent: referral, Marginal: true}),
					}),
				}
				d := decision.Decide(input)
				require.Equal(t, decision.VerdictError, d.Verdict)
				require.Equal(t, decision.ReasonTargetUnreachable, d.Reason)
			}
		}
	}
}
