package importing

import (
	"math/big"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// maxUnits is how many units a line has at most.
const maxUnits = 1_000_000

// Price is what one unit costs, in the line's currency, with four decimals.
type Price struct {
	// UnitCost is before Discount, Net behind it.
	UnitCost optional.Maybe[money.Amount]
	Discount money.Percent
	Net      optional.Maybe[money.Amount]
}

// counted are the units of a line and what one costs, with what keeps that from being told. pack is how many units a case
// of the supplier's offer holds, 0 for unknown; whole says that the matched product is the case itself.
func counted(l *reading.Line, pack int64, whole bool) (units optional.Maybe[int64], p Price, found []reading.Code) {
	factor, known := caseOf(l, pack, whole)
	if !known {
		return units, p, []reading.Code{PackSizeMismatch}
	}
	if q, ok := l.Quantity.Get(); ok {
		n := rat(q.Abs())
		n.Mul(n, big.NewRat(factor, 1))
		if n.IsInt() && n.Sign() > 0 && n.Cmp(big.NewRat(maxUnits, 1)) <= 0 {
			units = optional.Some(n.Num().Int64())
		} else {
			found = append(found, QuantityNotWhole)
		}
	}
	return units, priced(l, units, factor), found
}

// caseOf is how many units one of the line's quantity is; false for a case whose units are not known.
func caseOf(l *reading.Line, pack int64, whole bool) (int64, bool) {
	byCode := false
	if code := l.GTIN.String(); len(code) == 14 {
		byCode = code[0] >= '1' && code[0] <= '8' && !whole
	}
	switch {
	case !byCode && !l.CasePrice.Known() && l.Unit != "case" && l.Unit != "dozen":
		return 1, true
	case l.UnitsPerCase > 0:
		return l.UnitsPerCase, true
	case l.Unit == "dozen":
		return 12, true
	case pack > 1:
		return pack, true
	}
	return 0, false
}

// priced is the cost of a unit: the printed price, or the printed total where that says more: where an amount was taken
// off, or the price is a rounded one.
func priced(l *reading.Line, units optional.Maybe[int64], factor int64) (p Price) {
	gross, known := l.UnitPrice.Get()
	each := big.NewRat(factor, 1)
	if whole, ok := l.CasePrice.Get(); ok {
		gross, known = whole, true
	} else if l.PriceBase.IsPos() {
		each.Mul(each, rat(l.PriceBase))
	}
	total, summed := l.LineTotal.Get()
	n, countable := units.Get()
	if summed && countable && l.Evidence != reading.Placed && (!known || l.DiscountAmount.Known() || rounded(l, gross, total)) {
		x := rat(total.Abs())
		return p.of(x.Quo(x, big.NewRat(n, 1)))
	}
	if !known {
		return p
	}
	if d, ok := l.DiscountPercent.Get(); ok {
		if percent, err := money.ParsePercent(d.Abs().Trim(0).String()); err == nil && percent.Units() <= 1_000_000 {
			p.Discount = percent
		}
	}
	x := rat(gross.Abs())
	return p.of(x.Quo(x, each))
}

// rounded reports whether quantity times price is the total only because the printed price is a rounded one.
func rounded(l *reading.Line, gross, total decimal.Decimal) bool {
	q, ok := l.Quantity.Get()
	if !ok || l.DiscountPercent.Known() || l.Arithmetic().Result != reading.Pass {
		return false
	}
	base := l.PriceBase
	if !base.IsPos() {
		base = decimal.One
	}
	product, ok := reading.Net(q, gross, base, decimal.Zero)
	return ok && !reading.Near(product, total)
}

// of rounds an exact cost; one that is no amount is not known.
func (p Price) of(exact *big.Rat) Price {
	cost, ok := money.HalfUp(exact, money.FromUnits(1))
	if !ok {
		return Price{}
	}
	p.UnitCost = optional.Some(cost)
	return p.netted()
}

// netted takes the discount off.
func (p Price) netted() Price {
	p.Net = optional.None[money.Amount]()
	cost, ok := p.UnitCost.Get()
	if !ok {
		return p
	}
	left := new(big.Rat).Sub(big.NewRat(1, 1), p.Discount.Fraction())
	if net, ok := money.HalfUp(left.Mul(left, cost.Exact()), money.FromUnits(1)); ok {
		p.Net = optional.Some(net)
	}
	return p
}

func rat(d decimal.Decimal) *big.Rat {
	r, _ := new(big.Rat).SetString(d.String())
	return r
}
