package profit

import (
	"math/big"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

const (
	million = 1_000_000
	// percent is one percent in its ten-thousandths.
	percent = 10_000
)

// linear is (price·P − fees·F − cost·C − rest) / over of a listing price P, a sum of fees F
// and a cost C in ten-thousandths.
type linear struct{ price, fees, cost, rest, over *big.Int }

func whole(n int64) *big.Int               { return big.NewInt(n) }
func times(a, b *big.Int) *big.Int         { return new(big.Int).Mul(a, b) }
func plus(a, b *big.Int) *big.Int          { return new(big.Int).Add(a, b) }
func minus(a, b *big.Int) *big.Int         { return new(big.Int).Sub(a, b) }
func part(a *big.Int, n, d int64) *big.Int { return times(new(big.Int).Quo(a, whole(d)), whole(n)) }

// at is the numerator at a price, fees and a cost.
func (l linear) at(price, fees, cost int64) *big.Int {
	n := times(l.price, whole(price))
	n.Sub(n, times(l.fees, whole(fees)))
	n.Sub(n, times(l.cost, whole(cost)))
	return n.Sub(n, l.rest)
}

// terms are the sums of an input, all over one denominator.
type terms struct {
	over *big.Int
	// net is what a ten-thousandth of the total leaves after VAT.
	net *big.Int
	// netCost is the cost without VAT that is reclaimed, spent the same with sales tax, of a
	// ten-thousandth of cost.
	netCost, spent *big.Int
	// landed are costs L, bound costs that a return is made on beside the cost: L and sales tax.
	landed, bound int64
	shipping      int64
	profit        linear
}

func newTerms(in *Input) terms {
	v, c := million+in.VAT.Rate.Units(), million+in.VAT.Cost.Units()
	over := times(times(whole(v), whole(c)), whole(million))
	t := terms{over: over, net: over, netCost: over, shipping: in.Shipping.Units()}
	fees := over
	switch in.VAT.Scheme {
	case SchemeStandard:
		t.net = part(over, million, v)
		if in.CostIncludesVAT {
			t.netCost = part(over, million, c)
		}
	case SchemeNotRegistered:
		fees = part(over, v, million)
	case SchemeFlat:
		t.net, fees = part(over, million-in.VAT.Flat.Units(), million), part(over, v, million)
	}
	t.spent = plus(t.netCost, part(over, in.SalesTaxPercent.Units(), million))
	t.landed = in.ThirdParty.Units() + in.Prep.Units()
	if in.Merchant {
		t.landed += in.Postage.Or(in.Shipping).Units()
	} else {
		t.landed += in.Inbound.Units()
	}
	t.bound = t.landed + in.SalesTax.Units()
	t.profit = linear{
		price: minus(t.net, part(over, in.OtherPercent.Units(), million)), fees: fees,
		cost: plus(t.spent, part(over, in.OtherOfCost.Units(), million)), over: over,
		rest: minus(times(over, whole(t.bound+in.Other.Units())), times(t.net, whole(t.shipping))),
	}
	return t
}

// aim is profit less what it has to reach: a return on what was spent, a share of the net
// sale, an amount.
func (t *terms) forROI(r money.Percent) linear {
	p, m := t.profit, whole(million)
	return linear{
		price: times(p.price, m), fees: times(p.fees, m), cost: plus(times(p.cost, m), times(t.spent, whole(r.Units()))),
		rest: plus(times(p.rest, m), times(t.over, times(whole(r.Units()), whole(t.bound)))), over: times(p.over, m),
	}
}

func (t *terms) forMargin(share money.Percent) linear {
	p, m, of := t.profit, whole(million), times(t.net, whole(share.Units()))
	return linear{
		price: minus(times(p.price, m), of), fees: times(p.fees, m), cost: times(p.cost, m),
		rest: plus(times(p.rest, m), times(of, whole(t.shipping))), over: times(p.over, m),
	}
}

func (t *terms) forProfit(a money.Amount) linear {
	p := t.profit
	p.rest = plus(p.rest, times(p.over, whole(a.Units())))
	return p
}

// maxCost is the highest cost of whole units that reaches the aim; none where it is below 0.
func (l linear) maxCost(price, fees, unit int64) optional.Maybe[money.Amount] {
	n := l.at(price, fees, 0)
	if n.Sign() < 0 {
		return optional.None[money.Amount]()
	}
	n.Quo(n, times(l.cost, whole(unit)))
	return amountOf(n.Mul(n, whole(unit)))
}

func amountOf(n *big.Int) optional.Maybe[money.Amount] {
	if !n.IsInt64() || n.CmpAbs(whole(money.MaxUnits)) > 0 {
		return optional.None[money.Amount]()
	}
	return optional.Some(money.FromUnits(n.Int64()))
}

// rounded is n over d as a multiple of the unit, half away from zero.
func rounded(n, d *big.Int, unit int64) *big.Int {
	step := times(d, whole(unit))
	q := new(big.Int).Abs(n)
	q.Add(q.Lsh(q, 1), step).Quo(q, step.Lsh(step, 1))
	if n.Sign() < 0 {
		q.Neg(q)
	}
	return q.Mul(q, whole(unit))
}

// ratio is n over d in percent with two decimals; none over nothing or above fourteen digits.
func ratio(n, d *big.Int) optional.Maybe[money.Percent] {
	if d.Sign() <= 0 {
		return optional.None[money.Percent]()
	}
	a := amountOf(rounded(times(n, whole(100*percent)), d, percent/100))
	return optional.Convert(a, func(a money.Amount) money.Percent { return money.PercentFromUnits(a.Units()) })
}
