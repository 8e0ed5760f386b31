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

// wide is an unsigned number that saturates at its maximum. A saturated number divided by any
// denominator used here is still no valid amount, so a formula that overflows ends without an
// answer.
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

// minus is 0 if v is larger.
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

// over divides; ok is false if the result is no valid amount.
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

// share is a percentage of an amount, rounded up or down to ten-thousandths and capped at the
// largest amount.
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

// roundDown and roundUp round to whole units of a currency. Rounding twice in one direction equals
// rounding once, so inputs may already be rounded to ten-thousandths.
func roundDown(n, unit int64) int64 {
	r := n % unit
	if r < 0 {
		r += unit
	}
	return n - r
}

func roundUp(n, unit int64) int64 { return -roundDown(-n, unit) }
