package decision

import (
	"math/bits"

	"sellingassistant/domain/kernel/money"
)

// Decisions count in ten-thousandths, of amounts and of percent. A percentage
// of p units is p/percentUnit of the whole.
const (
	percentUnit = 1_000_000
	// most is the largest amount that can be stored.
	most = money.MaxUnits
)

// wide is a number from 0 that stays at its largest value when it would pass
// it. Divided by any denominator used here that value is no amount any more, so
// that a formula which overflows ends as one that has no answer.
type wide struct{ hi, lo uint64 }

var widest = wide{^uint64(0), ^uint64(0)}

func wideOf(n int64) wide { return wide{0, uint64(max(n, 0))} }

func product(a, b int64) wide { return wideOf(a).times(uint64(max(b, 0))) }

func (w wide) plus(v wide) wide {
	lo, carry := bits.Add64(w.lo, v.lo, 0)
	hi, over := bits.Add64(w.hi, v.hi, carry)
	if over != 0 {
		return widest
	}
	return wide{hi, lo}
}

// minus is 0 where v is larger.
func (w wide) minus(v wide) wide {
	lo, borrow := bits.Sub64(w.lo, v.lo, 0)
	hi, under := bits.Sub64(w.hi, v.hi, borrow)
	if under != 0 {
		return wide{}
	}
	return wide{hi, lo}
}

func (w wide) times(n uint64) wide {
	hi, lo := bits.Mul64(w.lo, n)
	over, add := bits.Mul64(w.hi, n)
	hi, carry := bits.Add64(hi, add, 0)
	if over != 0 || carry != 0 {
		return widest
	}
	return wide{hi, lo}
}

func (w wide) less(v wide) bool { return w.hi < v.hi || w.hi == v.hi && w.lo < v.lo }

// over divides; the answer is false where it is no amount.
func (w wide) over(d uint64, up bool) (int64, bool) {
	if d == 0 || w.hi >= d {
		return 0, false
	}
	q, r := bits.Div64(w.hi, w.lo, d)
	if up && r > 0 {
		q++
	}
	return int64(min(q, most)), q <= most
}

// share is the part percent of an amount, rounded to ten-thousandths: towards
// the larger number where up, else the smaller. Beyond the largest amount it
// stays there.
func share(amount int64, percent int64, up bool) int64 {
	negative := (amount < 0) != (percent < 0)
	n, ok := product(magnitude(amount), magnitude(percent)).over(percentUnit, up != negative)
	if !ok {
		n = most
	}
	if negative {
		return -n
	}
	return n
}

// moreThan reports whether a/b of the whole is more than percent, for b > 0.
func moreThan(a, b, percent int64) bool {
	return product(b, percent).less(product(a, percentUnit))
}

func magnitude(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

// roundDown and roundUp go to whole units of a currency, towards the smaller
// and the larger number. Rounding twice in the same direction is rounding once,
// so a formula may be rounded to ten-thousandths before.
func roundDown(n, unit int64) int64 {
	r := n % unit
	if r < 0 {
		r += unit
	}
	return n - r
}

func roundUp(n, unit int64) int64 { return -roundDown(-n, unit) }
