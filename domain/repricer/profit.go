package repricer

import (
	"math/big"

	"sellingassistant/domain/kernel/money"
)

// Returns are what a sale at the live price earns, in percent to four decimals,
// the half away from zero: Margin of the net price, ROI of the cost.
type Returns struct{ Margin, ROI Maybe[money.Percent] }

// Returns are those of the row by what was learnt of its fees and its cost, by
// the formula of the floor:
//
//	profit = T/v - max(f·T, M) - X - c
//
// for the total T that a buyer pays, VAT v, referral rate f and its least fee M,
// fixed fees X and the cost c. Without price, fees or cost there are none; a cost
// of 0 has no ROI, nor a price of 0 a margin.
func (s ProductSnapshot) Returns() Returns {
	landed, priced := s.LandedPrice().Get()
	fees, feed := s.Observed.Fees.Get()
	cost, costed := s.Observed.Cost.Get()
	if !priced || !feed || !costed {
		return Returns{}
	}
	// All in ten-thousandths; the profit times W·10⁶ is a whole number, for
	// W = v·10⁶.
	whole := big.NewInt(percentUnit)
	w := big.NewInt(percentUnit + s.Observed.VATPercent.Or(money.Percent{}).Units())
	total, spent := big.NewInt(landed.Units()), big.NewInt(cost.Units())
	fee := times(total, big.NewInt(fees.ReferralPercent.Units()))
	if least := times(big.NewInt(fees.ReferralMin.Units()), whole); least.Cmp(fee) > 0 {
		fee = least
	}
	rest := times(new(big.Int).Add(big.NewInt(fees.Fixed.Units()), spent), whole)
	profit := times(total, whole, whole)
	profit.Sub(profit, times(fee.Add(fee, rest), w))
	return Returns{Margin: percentRatio(profit, times(total, whole)), ROI: percentRatio(profit, times(spent, w))}
}

func times(factors ...*big.Int) *big.Int {
	out := big.NewInt(1)
	for _, f := range factors {
		out.Mul(out, f)
	}
	return out
}

// percentRatio is a whole number of ten-thousandths of a percent, rounded, or
// none where it cannot be written.
func percentRatio(n, d *big.Int) Maybe[money.Percent] {
	if d.Sign() <= 0 {
		return None[money.Percent]()
	}
	half := new(big.Int).Set(d)
	if n.Sign() < 0 {
		half.Neg(half)
	}
	q := new(big.Int).Add(new(big.Int).Lsh(n, 1), half)
	q.Quo(q, new(big.Int).Lsh(d, 1))
	if !q.IsInt64() || magnitude(q.Int64()) > most {
		return None[money.Percent]()
	}
	return Some(money.PercentFromUnits(q.Int64()))
}
