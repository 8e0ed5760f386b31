package money

import (
	"errors"
	"math/big"
)

// rateScale has the number of decimals of an exchange rate.
const rateScale = 8

// Rate converts a unit of a currency to another currency, in hundred-millionths: above 0, at most
// eight decimals and fourteen digits. The zero value is no rate.
type Rate struct{ units int64 }

// One converts a currency to itself.
var One = Rate{powers[rateScale]}

// ErrRate reports a number that cannot be an exchange rate.
var ErrRate = errors.New("must be above 0 and have at most 14 digits, 8 of them decimals")

// ParseRate reads an exchange rate. A text that is no number is ErrSyntax, any other fault ErrRate.
func ParseRate(s string) (Rate, error) {
	units, err := parse(s, rateScale)
	if err == nil && units <= 0 || err != nil && !errors.Is(err, ErrSyntax) {
		err = ErrRate
	}
	if err != nil {
		return Rate{}, err
	}
	return Rate{units}, nil
}

// MustParseRate works like ParseRate for literals; it panics on a fault.
func MustParseRate(s string) Rate {
	r, err := ParseRate(s)
	if err != nil {
		panic(err)
	}
	return r
}

// RateFromUnits makes a rate from hundred-millionths, as they are stored.
func RateFromUnits(units int64) Rate { return Rate{units} }

// Units returns the rate in hundred-millionths, as it is stored.
func (r Rate) Units() int64 { return r.units }

// String prints the shortest form.
func (r Rate) String() string { return format(r.units, rateScale) }

// Exact returns the rate as a fraction.
func (r Rate) Exact() *big.Rat { return big.NewRat(r.units, powers[rateScale]) }

// Exact returns the amount as a fraction.
func (a Amount) Exact() *big.Rat { return big.NewRat(a.units, factor) }

// Fraction returns the percentage as a fraction: 12.5 % is 1/8.
func (p Percent) Fraction() *big.Rat { return big.NewRat(p.units, 100*factor) }

// HalfUp rounds an exact sum that is not below 0 to a multiple of the step, a
// half upwards; false when it is no amount.
func HalfUp(exact *big.Rat, step Amount) (Amount, bool) {
	// steps = floor((2·factor·n + step·d) / (2·step·d))
	unit := new(big.Int).Mul(exact.Denom(), big.NewInt(step.units))
	n := new(big.Int).Mul(exact.Num(), big.NewInt(2*factor))
	n.Add(n, unit)
	n.Div(n, unit.Lsh(unit, 1))
	n.Mul(n, big.NewInt(step.units))
	if !n.IsInt64() || n.Int64() > MaxUnits {
		return Amount{}, false
	}
	return Amount{n.Int64()}, true
}

// RateOf rounds a fraction above 0 to eight decimals, a half to the even digit; false when it is no
// rate.
func RateOf(exact *big.Rat) (Rate, bool) {
	n := new(big.Int).Mul(exact.Num(), big.NewInt(powers[rateScale]))
	units, rest := n.QuoRem(n, exact.Denom(), new(big.Int))
	if half := rest.Lsh(rest, 1).Cmp(exact.Denom()); half > 0 || half == 0 && units.Bit(0) == 1 {
		units.Add(units, big.NewInt(1))
	}
	if units.Sign() <= 0 || !units.IsInt64() || units.Int64() > MaxUnits {
		return Rate{}, false
	}
	return Rate{units.Int64()}, true
}

// Converted returns the amount in the other currency of the rate, rounded half up to a multiple of
// the step; false when it is no amount. An amount below 0 is no amount.
func (r Rate) Converted(a Amount, step Amount) (Amount, bool) {
	if a.units < 0 {
		return Amount{}, false
	}
	return HalfUp(new(big.Rat).Mul(a.Exact(), r.Exact()), step)
}
