package importing

import (
	"math/big"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// maxUnits bounds the units of a line.
const maxUnits = 1_000_000

// Price has the cost of one unit, in the line's currency, with four decimals.
type Price struct {
	// UnitCost excludes Discount, Net includes it. Exact keeps UnitCost before rounding.
	UnitCost optional.Maybe[money.Amount]
	Exact    money.Price
	Discount money.Percent
	Net      optional.Maybe[money.Amount]
}

// total multiplies the price less its discount, rounded to the unit of the currency.
func (p Price) total(units int64, c money.Currency) (money.Amount, bool) {
	x := new(big.Rat).Sub(big.NewRat(1, 1), p.Discount.Fraction())
	return rounded(x.Mul(x, new(big.Rat).Mul(p.Exact.Exact(), big.NewRat(units, 1))), c)
}

// counted returns the units of a line and the cost of a unit, or the problems that prevent that.
// pack has the units in a case of the supplier's offer, 0 for unknown; whole says that the matched
// product is the case itself.
func counted(l *reading.Line, pack int64, whole bool) (units optional.Maybe[int64], p Price, found []reading.Code) {
	factor, known := caseOf(l, pack, whole)
	if !known {
		return units, p, []reading.Code{PackSizeMismatch}
	}
	if q, ok := l.Quantity.Get(); ok {
		n := rat(q)
		n.Mul(n, big.NewRat(factor, 1))
		switch {
		case n.Cmp(big.NewRat(maxUnits, 1)) > 0:
			found = append(found, QuantityTooLarge)
		case n.IsInt() && n.Sign() > 0:
			units = optional.Some(n.Num().Int64())
		default:
			found = append(found, QuantityNotWhole)
		}
	}
	return units, priced(l, units, factor), found
}

// caseOf returns the units in each piece of the line's quantity. It returns false for a case of an
// unknown number of units, and for an unknown unit without a printed content.
func caseOf(l *reading.Line, pack int64, whole bool) (int64, bool) {
	byCode := false
	if code := l.GTIN.String(); len(code) == 14 {
		byCode = code[0] >= '1' && code[0] <= '8' && !whole
	}
	unit, known := number.UnitOf(l.Unit)
	size, several := number.Pieces(l.Unit)
	switch {
	case !byCode && !l.CasePrice.Known() && known && unit != "case" && !several:
		return 1, true
	case l.UnitsPerCase > 0:
		return l.UnitsPerCase, true
	case size > 0:
		return size, true
	case pack > 1 && (known || byCode):
		return pack, true
	}
	return 0, false
}

// priced returns the cost of a unit: the printed price, or the printed total if that is more exact.
// So it takes the total after a deducted amount, for a rounded price, or if an electronic invoice
// charges another total.
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
	whole := summed && countable && l.Evidence != reading.Placed
	if whole && (!known || l.DiscountAmount.Known() || total.IsPos() && gross.IsZero()) {
		return p.of(rat(total), n)
	}
	if !known {
		return p
	}
	if d, ok := l.DiscountPercent.Get(); ok {
		if percent, err := money.ParsePercent(d.Abs().Trim(0).String()); err == nil && percent.Units() <= 1_000_000 {
			p.Discount = percent
		}
	}
	p = p.of(rat(gross), each.Num().Int64(), each.Denom().Int64())
	printed, fits := rounded(rat(total), l.Currency)
	proven := l.Evidence == reading.Marked || l.Evidence == reading.Joined || l.Arithmetic().Result == reading.Pass
	if made, ok := p.total(n, l.Currency); whole && fits && ok && made != printed && proven {
		return Price{}.of(rat(total), n)
	}
	return p
}

// of divides the cost of several units. A result out of range is unknown.
func (p Price) of(x *big.Rat, units int64, parts ...int64) Price {
	exact := new(big.Rat).Quo(x, big.NewRat(max(1, units), 1))
	for _, n := range parts {
		exact.Mul(exact, big.NewRat(n, 1))
	}
	cost, ok := money.HalfUp(exact, money.FromUnits(1))
	if !ok || exact.Sign() < 0 {
		return Price{}
	}
	p.UnitCost, p.Exact = optional.Some(cost), money.PriceOf(cost)
	if cost.Exact().Cmp(exact) != 0 {
		p.Exact = fraction(exact, cost)
	}
	return p.netted()
}

// fraction writes an exact cost as an amount for the fewest units, else it returns the rounded
// cost.
func fraction(exact *big.Rat, cost money.Amount) money.Price {
	// exact × units has to be a whole number of ten-thousandths.
	units := new(big.Rat).Mul(exact, big.NewRat(10_000, 1)).Denom()
	if !units.IsInt64() || units.Int64() > maxUnits {
		return money.PriceOf(cost)
	}
	amount, ok := money.HalfUp(new(big.Rat).Mul(exact, new(big.Rat).SetInt(units)), money.FromUnits(1))
	if !ok {
		return money.PriceOf(cost)
	}
	return money.Price{Amount: amount, Units: units.Int64()}
}

// netted subtracts the discount.
func (p Price) netted() Price {
	p.Net = optional.None[money.Amount]()
	if !p.UnitCost.Known() {
		return p
	}
	left := new(big.Rat).Sub(big.NewRat(1, 1), p.Discount.Fraction())
	if net, ok := money.HalfUp(left.Mul(left, p.Exact.Exact()), money.FromUnits(1)); ok {
		p.Net = optional.Some(net)
	}
	return p
}

func rat(d decimal.Decimal) *big.Rat {
	r, _ := new(big.Rat).SetString(d.String())
	return r
}
