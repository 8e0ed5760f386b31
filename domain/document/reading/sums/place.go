package sums

import (
	"math"
	"slices"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/head"
	"sellingassistant/domain/document/reading/label"
)

// Lone has a row with labels of sums and nothing else in chunks, and the fields of its chunks.
type Lone struct {
	row    *grid.Row
	chunks [][2]int
	fields []label.Field
}

// LoneOf finds the rows with such labels.
func LoneOf(rows []*grid.Row) []Lone {
	list := []Lone{}
	for _, r := range rows {
		chunks := r.Chunks()
		if fields, known := wholeLabels(r, chunks); known > 0 {
			list = append(list, Lone{r, chunks, fields})
		}
	}
	return list
}

// placedSums finds amounts above or below the label of a sum that has no amount in its row. They
// count only in sums that add up. Before the lines only totals are printed.
func (sh *Sheet) placedSums() (list []Sum) {
	for _, l := range sh.Lone {
		if !sh.free(l.row) {
			continue
		}
		for k, field := range l.fields {
			before := l.row.At < sh.end()
			if field == "" || before && field != label.Sum || sh.hasAmount(l.row, l.chunks[k][0]) {
				continue
			}
			for _, near := range sh.around(l.row.At) {
				if f := sh.amountFor(near, l.row, l.chunks, k); f != nil {
					list = append(list, Sum{
						Field: field, Value: f.Value, open: f.Open, text: grid.Joined(near.Words[f.First : f.Last+1]),
						loose: true, After: sh.Lines.Len(), Row: near,
					})
				}
			}
		}
	}
	return list
}

// nameless finds amounts after the lines beside words that are no label. They are below zero, such
// as Opening order promo -10.48, or beside the name of a tax. They count only in sums that add up.
func (sh *Sheet) nameless() (list []Sum) {
	if sh.Lines.Len() == 0 {
		return nil
	}
	for _, r := range sh.Rows[sh.end()+1:] {
		last := len(r.Figures) - 1
		if last < 0 || sh.Roles[r] != head.Text || r.Figures[last].Last != len(r.Words)-1 || r.Figures[last].First == 0 {
			continue
		}
		f := &r.Figures[last]
		if f.Open || f.Unit != "" || f.Percent || !sh.paid(f) {
			continue
		}
		s := Sum{Field: label.Reduction, Value: f.Value, loose: true, After: sh.Lines.Len(), Row: r}
		if f.First <= mostWords && label.NamesTax(s.Text()) {
			s.Field = label.Tax
			if f := &r.Figures[0]; f.Percent {
				s.rated, s.rate = true, f.Value
			}
		}
		if s.Field == label.Tax || s.Value.IsNeg() {
			list = append(list, s)
		}
	}
	return list
}

// hasAmount reports an amount in a row, after a place.
func (sh *Sheet) hasAmount(r *grid.Row, at int) bool {
	return slices.ContainsFunc(r.Figures, func(f grid.Figure) bool {
		return f.First > at && !f.Percent && f.Unit == "" && sh.paid(&f)
	})
}

// farthest bounds how far an amount is above or below its label, in heights.
const farthest = 2.5

// around lists the rows beside lines that are close above or below a row.
func (sh *Sheet) around(i int) (list []*grid.Row) {
	r := sh.Rows[i]
	for _, step := range []int{-1, 1} {
		for k := i + step; k >= 0 && k < len(sh.Rows); k += step {
			near := sh.Rows[k]
			if near.Page != r.Page || math.Abs(near.Y-r.Y) > farthest*r.H {
				break
			}
			if sh.free(near) {
				list = append(list, near)
			}
		}
	}
	return list
}

// amountFor finds the amount in the column of a label, else the first amount to the right of the
// label without another label between.
func (sh *Sheet) amountFor(near, r *grid.Row, chunks [][2]int, at int) *grid.Figure {
	left := r.Words[chunks[at][0]].Left
	for k := range near.Figures {
		f := &near.Figures[k]
		switch {
		case f.Percent || f.Unit != "" || !sh.paid(f):
		case nearest(r, chunks, f) == at:
			return f
		case f.Left >= left && ends(r, chunks[at+1:]) && len(sh.sumLabels(near)) == 0:
			return f
		}
	}
	return nil
}

// ends reports that nothing follows a label but counts with their unit: Total 7.00 pcs.
func ends(r *grid.Row, after [][2]int) bool {
	return !slices.ContainsFunc(after, func(c [2]int) bool {
		return !slices.ContainsFunc(r.Figures, func(f grid.Figure) bool {
			return f.Unit != "" && f.First == c[0] && f.Last == c[1]
		})
	})
}

// earlier reports a total that has a balance of earlier invoices in it.
func earlier(total Sum, all []Sum) bool {
	for _, balance := range all {
		if balance.Field != label.Carried || balance.Value.IsZero() {
			continue
		}
		rest, err := total.Value.Sub(balance.Value)
		if err == nil && slices.ContainsFunc(all, func(s Sum) bool {
			return s.Field == label.Sum && !s.loose && s.Value.Equal(rest)
		}) {
			return true
		}
	}
	return false
}
