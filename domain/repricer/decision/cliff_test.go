package decision_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
)

// bandsOf returns the bands of a row, or the brackets of its fees.
func bandsOf(row decision.Row) []decision.FeeBand {
	fees := row.Fees.Or(decision.FeeTerms{})
	if upper, two := fees.Upper.Get(); len(row.FeeBands) == 0 && two && !upper.Marginal {
		return []decision.FeeBand{{UpTo: optional.Some(upper.Above), Rate: fees.ReferralPercent}, {Rate: upper.ReferralPercent}}
	}
	return row.FeeBands
}

// profitAt returns the profit of a unit at a total, with the referral fee of its band.
func profitAt(row decision.Row, total *big.Rat) *big.Rat {
	fees, fee := row.Fees.Or(decision.FeeTerms{}), new(big.Rat)
	for _, b := range bandsOf(row) {
		fee = sum(multiplied(total, shareOf(b.Rate)), amountOf(b.Added))
		if upTo, ends := b.UpTo.Get(); ends && total.Cmp(amountOf(upTo)) <= 0 {
			break
		}
	}
	if least := amountOf(fees.ReferralMin); fee.Cmp(least) < 0 {
		fee = least
	}
	net, charged := taxed(row, total, sum(fee, amountOf(fees.Fixed)))
	return less(less(net, charged), spent(row))
}

// The resulting price earns no less than the wanted price, and no less than any last price before a
// break point between floor and it. Without the rule it is never lower.
func TestNoPriceEarnsLessThanBeforeABreakPoint(t *testing.T) {
	t.Parallel()
	stopped := 0
	everyInput(t, few, false, func(t require.TestingT, m made) {
		input := m.input()
		if input.Policy != nil {
			input.Policy.MaxRisePercent = optional.None[money.Percent]() // the brake would keep the higher price
		}
		d := decision.Decide(input)
		cliff, ok := d.Grounds.Cliff.Get()
		if slices.Contains(d.Adjustments, decision.AdjustFeeCliff) != ok {
			require.Fail(t, "adjusted without a cliff", "%v", d.Adjustments)
		}
		if input.Policy != nil {
			policy := *input.Policy
			policy.AvoidFeeCliffs = false
			without := input
			without.Policy = &policy
			if e := decision.Decide(without); d.Price.Cmp(e.Price) > 0 {
				require.Fail(t, "higher", "%s %s, without the rule %s %s", d.Reason, d.Price, e.Reason, e.Price)
			}
		}
		if !ok {
			return
		}
		stopped++
		unit, floor := input.Row.Currency.Unit(), d.Floor.Or(money.Amount{})
		at := func(price money.Amount) *big.Rat {
			return profitAt(input.Row, sum(amountOf(price), amountOf(input.Row.Shipping)))
		}
		if cliff.Last.Cmp(floor) < 0 || cliff.Last.Cmp(cliff.From) >= 0 || at(cliff.Last).Cmp(at(cliff.From)) <= 0 {
			require.Fail(t, "no cliff", "%+v", cliff)
		}
		for _, b := range bandsOf(input.Row) {
			upTo, ends := b.UpTo.Get()
			last := upTo.Units() - input.Row.Shipping.Units()
			last -= last % unit.Units()
			if price := money.FromUnits(last); ends && price.Cmp(floor) >= 0 && price.Cmp(cliff.From) < 0 &&
				less(at(price), at(cliff.Last)).Cmp(amountOf(unit)) >= 0 {
				require.Fail(t, "another earns more", "%s, not %s", price, cliff.Last)
			}
		}
	})
	require.Greater(t, stopped, 50)
}
