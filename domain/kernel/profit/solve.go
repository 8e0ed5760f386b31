package profit

import (
	"math/big"
	"slices"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// widest bounds how many prices of a window are tried in turn. There are more only if fees and aim
// leave hardly a thousandth of the price. The price found then still reaches the aim, but a lower
// price that does so by rounding may be missed.
const widest = 50_000

// Solution has the first price that reaches an aim, and the price from which on every price does.
// Fees may jump between them. A price is absent if no price up to 100,000 does, and if unknown fees
// decide.
type Solution struct{ First, Safe optional.Maybe[money.Amount] }

// solvable has a piece of the fees with its straight line. Fees fall only where a piece begins, so
// within it the aim before rounding is a straight line too.
type solvable struct {
	*Piece
	rate, amount *big.Rat
}

// Solve finds the prices that reach the aim.
func (f *Formula) Solve(a Aim) Solution {
	if len(f.gaps()) > 0 || len(f.Fees.Pieces) == 0 {
		return Solution{}
	}
	if f.pieces == nil {
		f.pieces = make([]solvable, len(f.Fees.Pieces))
		for i := range f.pieces {
			p := &f.Fees.Pieces[i]
			rate, amount := f.Fees.straight(p, f.shipping)
			f.pieces[i] = solvable{p, rate, amount}
		}
	}
	l, unit := f.less(a), f.Currency.Unit().Units()
	s := search{Fees: &f.Fees, linear: l, pieces: f.pieces, shipping: f.shipping, unit: unit}
	s.rest = plus(l.rest, times(l.cost, whole(f.Costs.Cost.Or(money.Amount{}).Units())))
	return s.solution()
}

// Root finds the exact listing price, in ten-thousandths, from which on the sale reaches the aim.
// Its fees are a share of the total and an amount in ten-thousandths, and are not rounded. It
// returns nil if no price reaches the aim, and for unknown costs.
func (f *Formula) Root(share money.Percent, amount *big.Rat, a Aim) *big.Rat {
	if len(f.gaps()) > 0 {
		return nil
	}
	l := f.less(a)
	fees := new(big.Rat).SetInt(l.fees)
	rate := new(big.Rat).Mul(fees, big.NewRat(share.Units(), million))
	rest := new(big.Rat).SetInt(plus(l.rest, times(l.cost, whole(f.Costs.Cost.Or(money.Amount{}).Units()))))
	rest.Add(rest, fees.Mul(fees, amount))
	rest.Add(rest, new(big.Rat).Mul(rate, big.NewRat(f.shipping, 1)))
	slope := rate.Sub(new(big.Rat).SetInt(l.price), rate)
	if slope.Sign() <= 0 {
		return nil
	}
	return rest.Quo(rest, slope)
}

// search looks for an aim. Its rest contains the cost.
type search struct {
	*Fees
	linear
	pieces         []solvable
	shipping, unit int64
	n, x           big.Int
}

// solution counts missing lines as 0 while it searches. A price that does not reach the aim then
// does not reach it with them either. A price that needs missing lines is dropped.
func (s *search) solution() (out Solution) {
	windows := make([]window, len(s.pieces))
	for i := range s.pieces {
		windows[i] = s.window(&s.pieces[i])
	}
	first := s.first(windows)
	if first == 0 {
		return out
	}
	if len(s.piece(first).Missing) == 0 {
		out.First = optional.Some(money.FromUnits(first))
	}
	safe := s.last(windows) + s.unit
	unknown := slices.ContainsFunc(s.pieces, func(p solvable) bool { return p.To >= safe && len(p.Missing) > 0 })
	if safe <= MaxPrice && !unknown {
		out.Safe = optional.Some(money.FromUnits(safe))
	}
	return out
}

func (s *search) reached(p *Piece, price int64) bool {
	s.n.Mul(s.price, s.x.SetInt64(price))
	s.n.Sub(&s.n, s.rest)
	return s.n.Cmp(s.x.Mul(s.fees, s.x.SetInt64(s.total(p, price, s.shipping)))) >= 0
}

// window has the prices where rounding decides whether the aim is reached. Below it and above it
// every price reaches the aim, or no price does.
type window struct {
	from, to     int64
	below, above bool
}

func (s *search) window(p *solvable) window {
	fees := new(big.Rat).SetInt(s.fees)
	slope := new(big.Rat).SetInt(s.price)
	slope.Sub(slope, new(big.Rat).Mul(fees, p.rate))
	start := new(big.Rat).Mul(fees, p.amount)
	start.Add(start, new(big.Rat).SetInt(s.rest)).Neg(start)
	noise := fees.Mul(fees, big.NewRat(s.rounding(p.Piece), 1))
	if slope.Sign() == 0 {
		w := window{from: p.From, to: p.To, below: start.Sign() >= 0, above: start.Sign() >= 0}
		if new(big.Rat).Abs(start).Cmp(noise) > 0 {
			w.from, w.to = p.To+s.unit, p.To
		}
		return w
	}
	root := start.Quo(start.Neg(start), slope)
	off := noise.Quo(noise, slope)
	off.Abs(off)
	from, to := new(big.Rat).Sub(root, off), root.Add(root, off)
	return window{from: s.above(from, p), to: s.above(to, p), below: slope.Sign() < 0, above: slope.Sign() > 0}
}

// above returns the first price above x, at most one unit outside the piece.
func (s *search) above(x *big.Rat, p *solvable) int64 {
	n := new(big.Int).Div(x.Num(), new(big.Int).Mul(x.Denom(), big.NewInt(s.unit)))
	if n.Cmp(big.NewInt(p.To/s.unit)) >= 0 {
		return p.To + s.unit
	}
	if n.Cmp(big.NewInt(p.From/s.unit)) < 0 {
		return p.From - s.unit
	}
	return (n.Int64() + 1) * s.unit
}

// first returns the lowest price that reaches the aim, or 0.
func (s *search) first(windows []window) int64 {
	for i, w := range windows {
		p := s.pieces[i].Piece
		if w.from > p.From && w.below {
			return p.From
		}
		start := max(w.from, p.From)
		for at := start; at <= min(w.to, p.To, start+widest*s.unit); at += s.unit {
			if s.reached(p, at) {
				return at
			}
		}
		if w.to < p.To && w.above {
			return max(w.to+s.unit, p.From)
		}
	}
	return 0
}

// last returns the highest price that does not reach the aim, or 0.
func (s *search) last(windows []window) int64 {
	for i := len(windows) - 1; i >= 0; i-- {
		w, p := windows[i], s.pieces[i].Piece
		if w.to < p.To && !w.above {
			return p.To
		}
		start := min(w.to, p.To)
		for at := start; at >= max(w.from, p.From); at -= s.unit {
			if !s.reached(p, at) || at < start-widest*s.unit {
				return at
			}
		}
		if w.from > p.From && !w.below {
			return min(w.from-s.unit, p.To)
		}
	}
	return 0
}
