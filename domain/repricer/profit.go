package repricer

import (
	"math/big"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// percent is a whole in ten-thousandths of a percent.
const percent = 1_000_000

// Profitability is what a sale at the live price earns, in percent to four decimals, half away
// from zero: Margin of the net price, ROI of the cost.
type Profitability struct{ Margin, ROI optional.Maybe[money.Percent] }

// Profitability are those of the row by what was learnt of its fees and its cost, by
// the formula of the floor:
//
//	profit = T/v - max(f·T, M) - X - c
//
// for the total T that a buyer pays, VAT v, referral rate f and its least fee M,
// fixed fees X and the cost c with the postage. Without price, fees, cost or, where the
// seller ships, postage there are none; a cost of 0 has no ROI, nor a price of 0 a
// margin.
func (s ProductSnapshot) Profitability() Profitability {
	e, ok := s.earnings()
	if !ok {
		return Profitability{}
	}
	return Profitability{
		Margin: percentOf(ratio(e.profit, times(e.total, big.NewInt(percent)))), ROI: percentOf(ratio(e.profit, times(e.spent, e.w))),
	}
}

// UnitProfit is the profit of one unit at the live price, by the same formula, in the row's
// currency, to four decimals, half away from zero. None without price, fees, cost or
// postage.
func (s ProductSnapshot) UnitProfit() optional.Maybe[money.Amount] {
	e, ok := s.earnings()
	if !ok {
		return optional.None[money.Amount]()
	}
	units, ok := ratio(e.profit, times(e.w, big.NewInt(percent))).Get()
	if !ok {
		return optional.None[money.Amount]()
	}
	return optional.Some(money.FromUnits(units))
}

// earnings are the parts of a profit, in ten-thousandths; profit is that times
// w·10⁶, a whole number, for w = v·10⁶.
type earnings struct{ total, spent, w, profit *big.Int }

func (s ProductSnapshot) earnings() (earnings, bool) {
	landed, priced := s.LandedPrice().Get()
	fees, feed := s.Observed.Fees.Get()
	row := DecisionRow(s)
	cost, costed := row.Spent().Get()
	if !priced || !feed || !costed {
		return earnings{}, false
	}
	whole := big.NewInt(percent)
	w := big.NewInt(percent + s.VAT().Units())
	total, spent := big.NewInt(landed.Units()), big.NewInt(cost.Units())
	fee := times(total, big.NewInt(fees.ReferralPercent.Units()))
	if least := times(big.NewInt(fees.ReferralMin.Units()), whole); least.Cmp(fee) > 0 {
		fee = least
	}
	rest := times(new(big.Int).Add(big.NewInt(fees.Fixed.Units()), spent), whole)
	profit := times(total, whole, whole)
	profit.Sub(profit, times(fee.Add(fee, rest), w))
	return earnings{total, spent, w, profit}, true
}

func times(factors ...*big.Int) *big.Int {
	out := big.NewInt(1)
	for _, f := range factors {
		out.Mul(out, f)
	}
	return out
}

// ratio is n/d rounded half away from zero, or None if it cannot be stored.
func ratio(n, d *big.Int) optional.Maybe[int64] {
	if d.Sign() <= 0 {
		return optional.None[int64]()
	}
	half := new(big.Int).Set(d)
	if n.Sign() < 0 {
		half.Neg(half)
	}
	q := new(big.Int).Add(new(big.Int).Lsh(n, 1), half)
	q.Quo(q, new(big.Int).Lsh(d, 1))
	if !q.IsInt64() || max(q.Int64(), -q.Int64()) > money.MaxUnits {
		return optional.None[int64]()
	}
	return optional.Some(q.Int64())
}

func percentOf(units optional.Maybe[int64]) optional.Maybe[money.Percent] {
	n, ok := units.Get()
	if !ok {
		return optional.None[money.Percent]()
	}
	return optional.Some(money.PercentFromUnits(n))
}
