package pricelist

import (
	"math/big"

	"sellingassistant/domain/kernel/money"
)

// smallest has the unit of amounts that are not rounded to the currency's unit.
var smallest = money.FromUnits(1)

// exact rounds sums, and records whether all of them fit an amount.
type exact struct{ fits bool }

func (x *exact) of(v *big.Rat) money.Amount {
	a, ok := money.HalfUp(v, smallest)
	x.fits = x.fits && ok
	return a
}

// added sums amounts up.
func (x *exact) added(all ...money.Amount) money.Amount {
	units := int64(0)
	for _, a := range all {
		units += a.Units()
	}
	x.fits = x.fits && units <= money.MaxUnits
	return money.FromUnits(units)
}

func whole(n int64) *big.Rat { return big.NewRat(n, 1) }

// one appears in most products: single packs, no discount, the marketplace's currency.
var one = whole(1)

func times(all ...*big.Rat) *big.Rat {
	var out *big.Rat
	for _, v := range all {
		switch {
		case v.IsInt() && v.Num().IsInt64() && v.Num().Int64() == 1:
		case out == nil:
			out = new(big.Rat).Set(v)
		default:
			out.Mul(out, v)
		}
	}
	if out == nil {
		return whole(1)
	}
	return out
}

func plus(all ...*big.Rat) *big.Rat {
	out := new(big.Rat)
	for _, v := range all {
		out.Add(out, v)
	}
	return out
}

// left returns the share that remains after a reduction.
func left(p money.Percent) *big.Rat {
	if p == (money.Percent{}) {
		return one
	}
	return new(big.Rat).Sub(one, p.Fraction())
}
