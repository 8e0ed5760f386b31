package profit

import (
	"math/big"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

const (
	million = 1_000_000
	// percent counts the ten-thousandths of one percent.
	percent = 10_000
)

// Ratio has an exact figure: n ten-thousandths over d. The zero value has no figure.
type Ratio struct{ n, d *big.Int }

// Exactly converts an amount.
func Exactly(x *big.Rat) Ratio {
	return Ratio{times(x.Num(), whole(10_000)), x.Denom()}
}

// Known reports whether there is a figure.
func (r Ratio) Known() bool { return r.n != nil }

// Exact converts the figure to a fraction of 1.
func (r Ratio) Exact() *big.Rat { return new(big.Rat).SetFrac(r.n, times(r.d, whole(10_000))) }

// Times multiplies the figure.
func (r Ratio) Times(n int64) Ratio {
	if !r.Known() {
		return r
	}
	return Ratio{times(r.n, whole(n)), r.d}
}

// Amount rounds to a multiple of the step, half away from zero. It returns nothing without a
// figure, and if the result has more digits than an amount can have.
func (r Ratio) Amount(step money.Amount) optional.Maybe[money.Amount] {
	if !r.Known() {
		return optional.None[money.Amount]()
	}
	return rounded(r.n, r.d, step.Units())
}

// Percent rounds the figure, a share, to two decimals of a percentage, half away from zero. It
// returns nothing without a figure, for a share of nothing, and if the result has more digits than
// a percentage can have.
func (r Ratio) Percent() optional.Maybe[money.Percent] { return r.PercentTo(percent / 100) }

// PercentTo rounds as Percent does, to a multiple of so many ten-thousandths of a percent.
func (r Ratio) PercentTo(step int64) optional.Maybe[money.Percent] {
	if !r.Known() || r.d.Sign() <= 0 {
		return optional.None[money.Percent]()
	}
	a := rounded(times(r.n, whole(100*percent)), r.d, step)
	return optional.Convert(a, func(a money.Amount) money.Percent { return money.PercentFromUnits(a.Units()) })
}

func amountOf(n *big.Int) optional.Maybe[money.Amount] {
	if !n.IsInt64() || n.CmpAbs(whole(money.MaxUnits)) > 0 {
		return optional.None[money.Amount]()
	}
	return optional.Some(money.FromUnits(n.Int64()))
}

// rounded returns n over d as a multiple of the unit, half away from zero.
func rounded(n, d *big.Int, unit int64) optional.Maybe[money.Amount] {
	if n.Sign() == 0 {
		return optional.Some(money.Amount{})
	}
	var step, q big.Int
	step.Mul(d, q.SetInt64(unit))
	q.Abs(n)
	q.Add(q.Lsh(&q, 1), &step)
	q.Quo(&q, step.Lsh(&step, 1))
	if n.Sign() < 0 {
		q.Neg(&q)
	}
	return amountOf(q.Mul(&q, step.SetInt64(unit)))
}

func whole(n int64) *big.Int       { return big.NewInt(n) }
func times(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }
func plus(a, b *big.Int) *big.Int  { return new(big.Int).Add(a, b) }
func minus(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }

// part returns a·n/d; d divides a.
func part(a *big.Int, n, d int64) *big.Int { return times(new(big.Int).Quo(a, whole(d)), whole(n)) }
