package fee

import (
	"math/big"
	"slices"

	"sellingassistant/domain/kernel/money"
)

// Piece is a range of prices in which every line follows one rule.
type Piece struct {
	// From and To are listing prices in ten-thousandths, both included.
	From, To       int64
	unit, shipping int64
	digital        *segment
	// constant lines are summed up, those that digital services are a share of apart.
	constant, shared int64
	moving           []moving
}

type moving struct {
	*segment
	shared bool
}

// Pieces divides the prices from one to another, both multiples of the unit.
func (s *Schedule) Pieces(from, to money.Amount) []Piece {
	starts := []int64{from.Units()}
	for _, t := range s.tariffs {
		for _, seg := range t.segments {
			if at := (seg.from + s.unit - 1) / s.unit * s.unit; seg.from > from.Units() && at <= to.Units() {
				starts = append(starts, at)
			}
		}
	}
	slices.Sort(starts)
	starts = append(slices.Compact(starts), to.Units()+s.unit)
	pieces := make([]Piece, len(starts)-1)
	for i := range pieces {
		p := Piece{From: starts[i], To: starts[i+1] - s.unit, unit: s.unit, shipping: s.shipping, digital: &s.digital}
		for k := range s.tariffs {
			t := &s.tariffs[k]
			switch seg := t.at(p.From); {
			case !seg.constant():
				p.moving = append(p.moving, moving{seg, t.of.Digital()})
			case t.of.Digital():
				p.shared += seg.add
			default:
				p.constant += seg.add
			}
		}
		pieces[i] = p
	}
	return pieces
}

// Total is the sum of all lines at a price of the piece, in ten-thousandths.
func (p *Piece) Total(price int64) int64 {
	sum, shared := p.constant, p.shared
	for _, m := range p.moving {
		amount := m.amount(price+p.shipping, p.unit)
		if m.shared {
			shared += amount
		} else {
			sum += amount
		}
	}
	sum += shared
	if p.digital.num > 0 {
		sum += p.digital.amount(shared, p.unit)
	}
	return sum
}

// Line is the sum before lines are rounded: rate times the price and an amount in
// ten-thousandths.
func (p *Piece) Line() (rate, amount *big.Rat) {
	rate, amount = new(big.Rat), big.NewRat(p.shared, 1)
	lone, loneAmount := new(big.Rat), big.NewRat(p.constant, 1)
	for _, m := range p.moving {
		r := big.NewRat(m.num, m.den)
		at := new(big.Rat).Mul(r, big.NewRat(p.shipping, 1))
		at.Add(at, big.NewRat(m.add, m.den))
		if m.shared {
			rate.Add(rate, r)
			amount.Add(amount, at)
		} else {
			lone.Add(lone, r)
			loneAmount.Add(loneAmount, at)
		}
	}
	if p.digital.num > 0 {
		more := big.NewRat(million+p.digital.num, million)
		rate.Mul(rate, more)
		amount.Mul(amount, more)
	}
	return rate.Add(rate, lone), amount.Add(amount, loneAmount)
}

// Rounding bounds how far the sum of the lines may be from that before rounding, in
// ten-thousandths.
func (p *Piece) Rounding() int64 { return p.unit * int64(len(p.moving)+2) }
