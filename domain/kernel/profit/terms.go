package profit

import (
	"math/big"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// linear calculates (price·P − fees·F − cost·C − rest) / over from a listing price P, a sum of fees
// F and a cost C in ten-thousandths.
type linear struct{ price, fees, cost, rest, over *big.Int }

// at returns the numerator at a price, fees and a cost.
func (l linear) at(price int64, fees *big.Int, cost int64) *big.Int {
	n := times(l.price, whole(price))
	n.Sub(n, times(l.fees, fees))
	n.Sub(n, times(l.cost, whole(cost)))
	return n.Sub(n, l.rest)
}

// terms has the sums of a sale over a common denominator. Unknown costs count as 0 here, so callers
// look at the gaps.
type terms struct {
	over *big.Int
	// net has the rest of a ten-thousandth of the total after VAT.
	net *big.Int
	// netCost has the rest of a ten-thousandth of the cost after reclaimed VAT. spent adds the
	// sales tax.
	netCost, spent *big.Int
	// Other costs of a ten-thousandth of price and cost.
	ofPrice, ofCost *big.Int
	// landed sums third party, prep, and inbound or postage. bound adds the sales tax that is an
	// amount.
	landed, bound int64
	shipping      int64
	profit        linear
	// charged counts a ten-thousandth of the fees.
	charged *big.Int
}

func newTerms(s *Sale) terms {
	c := &s.Costs
	sold, bought := million+s.VAT.Rate.Units(), million+s.VAT.Cost.Units()
	over := times(times(whole(sold), whole(bought)), whole(million))
	t := terms{over: over, net: over, netCost: over, shipping: s.Shipping.Units()}
	fees := over
	switch s.VAT.Scheme {
	case vat.SchemeStandard:
		t.net = part(over, million, sold)
		if c.IncludesVAT {
			t.netCost = part(over, million, bought)
		}
	case vat.SchemeNotRegistered:
		fees = part(over, sold, million)
	case vat.SchemeFlat:
		t.net, fees = part(over, million-s.VAT.Flat.Units(), million), part(over, sold, million)
	case vat.SchemeNone:
	}
	t.spent = plus(t.netCost, part(over, c.SalesTaxPercent.Units(), million))
	t.ofPrice, t.ofCost = part(over, c.OtherOfPrice.Units(), million), part(over, c.OtherOfCost.Units(), million)
	t.landed = c.ThirdParty.Units() + c.Prep.Units()
	if s.Merchant {
		t.landed += c.Postage.Or(money.Amount{}).Units()
	} else {
		t.landed += c.Inbound.Units()
	}
	t.bound = t.landed + c.SalesTax.Units()
	t.charged = over
	t.profit = linear{
		price: minus(t.net, t.ofPrice), fees: fees, cost: plus(t.spent, t.ofCost), over: over,
		rest: minus(times(over, whole(t.bound+c.Other.Units())), times(t.net, whole(t.shipping))),
	}
	return t
}

// Aim asks for a profit of at least the sum of a return on the investment, a share of the sale
// without VAT, and an amount. The zero value aims at no loss.
type Aim struct {
	ROI, Margin money.Percent
	Profit      money.Amount
}

// less returns profit less the aim.
func (t *terms) less(a Aim) linear {
	p := t.profit
	if a.Profit.Units() != 0 {
		p.rest = plus(p.rest, times(t.over, whole(a.Profit.Units())))
	}
	if a.ROI.Units() == 0 && a.Margin.Units() == 0 {
		return p
	}
	m, roi, sale := whole(million), whole(a.ROI.Units()), times(t.net, whole(a.Margin.Units()))
	rest := plus(times(p.rest, m), times(t.over, times(roi, whole(t.bound))))
	return linear{
		price: minus(times(p.price, m), sale), fees: times(p.fees, m), cost: plus(times(p.cost, m), times(t.spent, roi)),
		rest: rest.Add(rest, times(sale, whole(t.shipping))), over: times(p.over, m),
	}
}

// MaxCost finds the highest cost of whole units that reaches the aim at the sale's price,
// regardless of the sale's cost. It returns nothing if a cost of 0 does not reach it, and if fees
// or postage are unknown.
func (f *Formula) MaxCost(a Aim) optional.Maybe[money.Amount] {
	charged, missing := f.Fees.At(f.Price, f.Shipping)
	if len(missing) > 0 || f.Merchant && !f.Costs.Postage.Known() {
		return optional.None[money.Amount]()
	}
	l, unit := f.less(a), whole(f.Currency.Unit().Units())
	n := l.at(f.Price.Units(), whole(charged.Units()), 0)
	if n.Sign() < 0 {
		return optional.None[money.Amount]()
	}
	n.Quo(n, times(l.cost, unit))
	return amountOf(n.Mul(n, unit))
}

// OneMonth in Amazon's warehouse counts if the storage time of a unit is not given. Months are
// counted in ten-thousandths.
const OneMonth int64 = 10_000

// Months counts the storage of a unit, 0 if the seller ships it.
func Months(given optional.Maybe[money.Amount], merchant bool) int64 {
	if merchant {
		return 0
	}
	return given.Or(money.FromUnits(OneMonth)).Units()
}
