package profit

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"

	"sellingassistant/domain/kernel/money"
)

// MaxPrice bounds the prices that fees are known for and that Solve searches, in ten-thousandths.
const MaxPrice = 100_000 * 10_000

// Fees maps a listing price to the fees of its sale. The zero value has no known fees.
type Fees struct {
	// Unit counts the ten-thousandths of the currency's smallest price step. Pieces begin at its
	// multiples, and lines are rounded to it.
	Unit int64
	// Digital charges a share of the shared lines on top of them.
	Digital Line
	// Pieces ascend without a gap.
	Pieces []Piece
}

// Piece has the fees of a range of listing prices, in ten-thousandths, both ends included.
type Piece struct {
	From, To int64
	// Missing names the lines that are unknown in this range.
	Missing []string
	// Shared lines count for the digital share, Own lines do not.
	Own, Shared Lines
}

// Lines has the sum of all constant lines, and the others.
type Lines struct {
	Fixed  int64
	Moving []Line
}

// Line charges (Rate·T + Add)/Over of the total T that the buyer pays, rounded half up to the unit.
// A line without Rate and with an Over of at most 1 charges Add, which is not rounded.
type Line struct{ Rate, Over, Add int64 }

// At sums the fees at a price. It returns the names of the lines that are missing in the sum.
func (f *Fees) At(price, shipping money.Amount) (sum money.Amount, missing []string) {
	p := f.piece(price.Units())
	if p == nil {
		return money.Amount{}, []string{"all"}
	}
	return money.FromUnits(f.total(p, price.Units(), shipping.Units())), p.Missing
}

// piece finds the piece of a price. The first and the last piece continue beyond their ends.
func (f *Fees) piece(price int64) *Piece {
	if len(f.Pieces) == 0 {
		return nil
	}
	i, found := slices.BinarySearchFunc(f.Pieces, price, func(p Piece, price int64) int {
		return cmp.Compare(p.From, price)
	})
	if !found {
		i = max(i-1, 0)
	}
	return &f.Pieces[i]
}

func (f *Fees) total(p *Piece, price, shipping int64) int64 {
	shared := p.Shared.at(price+shipping, f.Unit)
	if f.Digital.Rate > 0 {
		shared += f.Digital.At(shared, f.Unit)
	}
	return shared + p.Own.at(price+shipping, f.Unit)
}

func (l *Lines) at(total, unit int64) int64 {
	sum := l.Fixed
	for _, line := range l.Moving {
		sum += line.At(total, unit)
	}
	return sum
}

// Add adds a line.
func (l *Lines) Add(line Line) {
	if line.Constant() {
		l.Fixed += line.Add
	} else {
		l.Moving = append(l.Moving, line)
	}
}

// Constant reports whether the line charges the same at every total.
func (l Line) Constant() bool { return l.Rate == 0 && l.Over <= 1 }

// At charges a total in ten-thousandths. The product has up to 128 bits.
func (l Line) At(total, unit int64) int64 {
	if l.Constant() {
		return l.Add
	}
	step := uint64(l.Over) * uint64(unit)
	hi, lo := bits.Mul64(uint64(l.Rate), uint64(total))
	more := l.Add + int64(step/2)
	var carry uint64
	if more >= 0 {
		lo, carry = bits.Add64(lo, uint64(more), 0)
		hi += carry
	} else {
		lo, carry = bits.Sub64(lo, uint64(-more), 0)
		hi -= carry
	}
	q, _ := bits.Div64(hi, lo, step)
	return int64(q) * unit
}

// straight returns the sum before rounding as rate times the price and an amount in ten-
// thousandths.
func (f *Fees) straight(p *Piece, shipping int64) (rate, amount *big.Rat) {
	rate, amount = p.Shared.straight(shipping)
	if f.Digital.Rate > 0 {
		more := big.NewRat(f.Digital.Over+f.Digital.Rate, f.Digital.Over)
		rate.Mul(rate, more)
		amount.Mul(amount, more)
	}
	ownRate, ownAmount := p.Own.straight(shipping)
	return rate.Add(rate, ownRate), amount.Add(amount, ownAmount)
}

func (l *Lines) straight(shipping int64) (rate, amount *big.Rat) {
	rate, amount = new(big.Rat), big.NewRat(l.Fixed, 1)
	for _, line := range l.Moving {
		r := big.NewRat(line.Rate, line.Over)
		rate.Add(rate, r)
		amount.Add(amount, big.NewRat(line.Add, line.Over))
		amount.Add(amount, r.Mul(r, big.NewRat(shipping, 1)))
	}
	return rate, amount
}

// rounding bounds the distance of the sum from the straight line, in ten-thousandths.
func (f *Fees) rounding(p *Piece) int64 {
	return f.Unit * int64(len(p.Shared.Moving)+len(p.Own.Moving)+2)
}
