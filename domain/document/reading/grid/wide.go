package grid

import (
	"regexp"
	"slices"

	"sellingassistant/domain/document/reading/number"
)

// Gaps between digits, in heights: thousands are closer than tight, cells are at least apart.
const tight, apart = 0.45, 0.8

// Groups of digits that a space parts: the first, another, and one that is no number by itself.
var (
	firstGroup = regexp.MustCompile(`^[1-9]\d{0,2}$`)
	nextGroup  = regexp.MustCompile(`^\d{3}(?:[.,]\d{1,2})?$`)
	zeroGroup  = regexp.MustCompile(`^0\d{2}(?:[.,]\d{1,2})?$`)
)

// zeros reports a word that only continues the digits before it, because no number begins with a
// zero: 000 of 2 000. Digits between the first word and it are groups of thousands.
func (r *Row) zeros(first, at int) bool {
	return zeroGroup.MatchString(r.Words[at].Text) && firstGroup.MatchString(r.Words[first].Text) &&
		!slices.ContainsFunc(r.Words[first+1:at], func(w *Word) bool { return !nextGroup.MatchString(w.Text) }) &&
		r.wide(at)
}

// wide reports a word at a gap that is wide for thousands and narrow for columns, and no text
// after it.
func (r *Row) wide(at int) bool {
	if gap := r.Gap(at - 1); gap < tight || gap >= apart {
		return false
	}
	if r.Apart(at+1) || startsWithFigure(r.Words[at+1].Text) {
		return true
	}
	next := r.Words[at+1].Text
	_, unit := number.Unit(next)
	_, currency := number.Currency(next)
	return unit || currency || next == "%"
}

// readWide finds figures that can be the end of longer ones: 450.00 after 2.
func (r *Row) readWide(sign number.Sign) {
	for k := 1; k < len(r.Figures); k++ {
		f, before := &r.Figures[k], &r.Figures[k-1]
		if before.Last+1 != f.First || !nextGroup.MatchString(r.Words[f.First].Text) || !r.wide(f.First) {
			continue
		}
		first := before.First
		if before.Wide != nil {
			first = before.Wide.First
		}
		digits := r.Words[first:f.First]
		if !firstGroup.MatchString(digits[0].Text) || slices.ContainsFunc(digits[1:], func(w *Word) bool {
			return !nextGroup.MatchString(w.Text) || len(w.Text) > 3
		}) {
			continue
		}
		if n, ok := number.Parse(Joined(r.Words[first:f.Last+1]), sign); ok {
			f.Wide = &Figure{Number: n, Left: r.Words[first].Left, Right: f.Right, Signed: f.Signed, First: first, Last: f.Last}
		}
	}
}

// Widened returns the row with its longer figures, nil without any.
func (r *Row) Widened() *Row {
	if !slices.ContainsFunc(r.Figures, func(f Figure) bool { return f.Wide != nil }) {
		return nil
	}
	var figures []Figure
	for k := len(r.Figures) - 1; k >= 0; k-- {
		f := r.Figures[k]
		if n := len(figures); n > 0 && figures[n-1].First <= f.First {
			continue // a part of the longer figure
		}
		if f.Wide != nil {
			f = *f.Wide
		}
		figures = append(figures, f)
	}
	slices.Reverse(figures)
	other := *r
	other.Figures = figures
	return &other
}

// Torn reports a figure that can be a part of a longer one.
func (r *Row) Torn(f *Figure) bool {
	return f != nil && slices.ContainsFunc(r.Figures, func(x Figure) bool {
		return x.Wide != nil && x.Wide.First <= f.First && f.Last <= x.Last
	})
}
