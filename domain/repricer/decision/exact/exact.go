// Package exact calculates with ten-thousandths of amounts and percentages. Its functions round
// only as their names and parameters say.
package exact

import (
	"math/big"
	"math/bits"

	"sellingassistant/domain/kernel/money"
)

const (
	// PercentUnit counts a whole: a percentage of p units is p/PercentUnit of it.
	PercentUnit = 1_000_000
	// Most bounds the amounts that can be stored.
	Most = money.MaxUnits
)

// Wide keeps an unsigned number that saturates at its maximum. A saturated number divided by any
// denominator used here is still no valid amount, so a formula that overflows ends without an
// answer.
type Wide struct{ hi, lo uint64 }

var widest = Wide{^uint64(0), ^uint64(0)}

// Of converts n; a negative n becomes 0.
func Of(n int64) Wide { return Wide{0, uint64(max(n, 0))} }

// Product multiplies a by b; a negative factor counts as 0.
func Product(a, b int64) Wide { return Of(a).Times(uint64(max(b, 0))) }

// Times saturates.
func (w Wide) Times(n uint64) Wide {
	hi, lo := bits.Mul64(w.lo, n)
	over, add := bits.Mul64(w.hi, n)
	hi, carry := bits.Add64(hi, add, 0)
	if over != 0 || carry != 0 {
		return widest
	}
	return Wide{hi, lo}
}

// Plus saturates.
func (w Wide) Plus(v Wide) Wide {
	lo, carry := bits.Add64(w.lo, v.lo, 0)
	hi, over := bits.Add64(w.hi, v.hi, carry)
	if over != 0 {
		return widest
	}
	return Wide{hi, lo}
}

// Minus subtracts; it returns 0 for a larger v.
func (w Wide) Minus(v Wide) Wide {
	if w.Less(v) {
		return Wide{}
	}
	lo, borrow := bits.Sub64(w.lo, v.lo, 0)
	hi, _ := bits.Sub64(w.hi, v.hi, borrow)
	return Wide{hi, lo}
}

// Less reports whether w is smaller than v.
func (w Wide) Less(v Wide) bool { return w.hi < v.hi || w.hi == v.hi && w.lo < v.lo }

// Over divides; ok is false if the result is no valid amount.
func (w Wide) Over(d uint64, up bool) (int64, bool) {
	if d == 0 || w.hi >= d {
		return 0, false
	}
	q, r := bits.Div64(w.hi, w.lo, d)
	if up && r > 0 {
		q++
	}
	return int64(min(q, Most)), q <= Most
}

// Nearest divides and rounds half up; ok is false if the result is no valid amount.
func (w Wide) Nearest(d uint64) (int64, bool) { return w.Plus(Wide{0, d / 2}).Over(d, false) }

// Rat divides without rounding.
func (w Wide) Rat(d int64) *big.Rat {
	n := new(big.Int).SetUint64(w.hi)
	n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(w.lo))
	return new(big.Rat).SetFrac(n, big.NewInt(d))
}

// Share returns a percentage of an amount, rounded up or down to ten-thousandths and capped at the
// largest amount.
func Share(amount int64, percent int64, up bool) int64 {
	negative := (amount < 0) != (percent < 0)
	n, ok := Product(Magnitude(amount), Magnitude(percent)).Over(PercentUnit, up != negative)
	if !ok {
		n = Most
	}
	if negative {
		return -n
	}
	return n
}

// MoreThan reports whether a/b of the whole is more than percent, for b > 0.
func MoreThan(a, b, percent int64) bool {
	return Product(b, percent).Less(Product(a, PercentUnit))
}

// Magnitude returns n without its sign.
func Magnitude(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

// RoundDown rounds to whole units of a currency. Rounding twice in one direction equals
// rounding once, so inputs may already be rounded to ten-thousandths.
func RoundDown(n, unit int64) int64 {
	r := n % unit
	if r < 0 {
		r += unit
	}
	return n - r
}

// RoundUp rounds up to whole units.
func RoundUp(n, unit int64) int64 { return -RoundDown(-n, unit) }
