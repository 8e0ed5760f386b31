package profit

import (
	"math/big"

	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/research/fee"
)

// MaxPrice is the highest price that is searched for, in ten-thousandths.
const MaxPrice = 100_000 * 10_000

// widest is how many prices of a window are looked at one by one. Only where fees and aim
// leave hardly a thousandth of the price are there more; what is found then still reaches the
// aim, but a price that does so by rounding may be passed over.
const widest = 50_000

// solver finds the prices that reach an aim, piece by piece: fees fall nowhere but where a
// piece begins, so that within it the aim before rounding is a straight line.
type solver struct {
	unit   int64
	pieces []solvable
}

// solvable is a piece with its straight line.
type solvable struct {
	fee.Piece
	rate, amount *big.Rat
}

func newSolver(s *fee.Schedule, unit int64) *solver {
	v := &solver{unit: unit}
	for _, p := range s.Pieces(money.FromUnits(unit), money.FromUnits(MaxPrice)) {
		rate, amount := p.Line()
		v.pieces = append(v.pieces, solvable{p, rate, amount})
	}
	return v
}

// window is where rounding decides whether the aim is reached. Below it and above it the aim
// is reached or not at every price.
type window struct {
	from, to     int64
	below, above bool
}

func (v *solver) window(p *solvable, l *linear, rest *big.Int) window {
	fees := new(big.Rat).SetInt(l.fees)
	slope := new(big.Rat).SetInt(l.price)
	slope.Sub(slope, new(big.Rat).Mul(fees, p.rate))
	start := new(big.Rat).Mul(fees, p.amount)
	start.Add(start, new(big.Rat).SetInt(rest)).Neg(start)
	noise := fees.Mul(fees, big.NewRat(p.Rounding(), 1))
	w := window{from: p.From, to: p.To, below: start.Sign() >= 0, above: start.Sign() >= 0}
	if slope.Sign() == 0 {
		if new(big.Rat).Abs(start).Cmp(noise) > 0 {
			w.from, w.to = p.To+v.unit, p.To
			return w
		}
	} else {
		root := start.Quo(start.Neg(start), slope)
		off := noise.Quo(noise, slope)
		off.Abs(off)
		from, to := new(big.Rat).Sub(root, off), root.Add(root, off)
		w = window{from: v.above(from, p), to: v.above(to, p), below: slope.Sign() < 0, above: slope.Sign() > 0}
	}
	return w
}

// above is the first price above x, no further than one unit outside the piece.
func (v *solver) above(x *big.Rat, p *solvable) int64 {
	n := new(big.Int).Div(x.Num(), new(big.Int).Mul(x.Denom(), big.NewInt(v.unit)))
	if n.Cmp(big.NewInt(p.To/v.unit)) >= 0 {
		return p.To + v.unit
	}
	if n.Cmp(big.NewInt(p.From/v.unit)) < 0 {
		return p.From - v.unit
	}
	return (n.Int64() + 1) * v.unit
}

// solution has the first price that reaches an aim, and the price from which on all do.
type solution struct{ first, safe optional.Maybe[money.Amount] }

func (v *solver) solve(l linear, cost int64) solution {
	rest := plus(l.rest, times(l.cost, whole(cost)))
	var n, x big.Int
	reached := func(p *solvable, price int64) bool {
		n.Mul(l.price, x.SetInt64(price))
		n.Sub(&n, rest)
		return n.Cmp(x.Mul(l.fees, x.SetInt64(p.Total(price)))) >= 0
	}
	windows := make([]window, len(v.pieces))
	for i := range v.pieces {
		windows[i] = v.window(&v.pieces[i], &l, rest)
	}
	first := v.first(windows, reached)
	if first == 0 {
		return solution{}
	}
	s := solution{first: optional.Some(money.FromUnits(first))}
	if safe := v.last(windows, reached) + v.unit; safe <= MaxPrice {
		s.safe = optional.Some(money.FromUnits(safe))
	}
	return s
}

// first is the lowest price that reaches the aim, 0 for none.
func (v *solver) first(windows []window, reached func(*solvable, int64) bool) int64 {
	for i, w := range windows {
		p := &v.pieces[i]
		if w.from > p.From && w.below {
			return p.From
		}
		start := max(w.from, p.From)
		for at := start; at <= min(w.to, p.To, start+widest*v.unit); at += v.unit {
			if reached(p, at) {
				return at
			}
		}
		if w.to < p.To && w.above {
			return max(w.to+v.unit, p.From)
		}
	}
	return 0
}

// last is the highest price that does not reach the aim, 0 for none.
func (v *solver) last(windows []window, reached func(*solvable, int64) bool) int64 {
	for i := len(windows) - 1; i >= 0; i-- {
		w, p := windows[i], &v.pieces[i]
		if w.to < p.To && !w.above {
			return p.To
		}
		start := min(w.to, p.To)
		for at := start; at >= max(w.from, p.From); at -= v.unit {
			if !reached(p, at) || at < start-widest*v.unit {
				return at
			}
		}
		if w.from > p.From && !w.below {
			return min(w.from-v.unit, p.To)
		}
	}
	return 0
}
