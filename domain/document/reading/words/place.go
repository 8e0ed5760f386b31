package words

import (
	"math"
	"slices"

	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
)

// lonely keeps a row with labels of sums and nothing else in chunks, and the fields of its chunks.
type lonely struct {
	row    *grid.Row
	chunks [][2]int
	fields []label.Field
}

// lonelyLabels finds the rows with such labels, once.
func (rd *reader) lonelyLabels() []lonely {
	if rd.lonely == nil {
		rd.lonely = []lonely{}
		for _, r := range rd.rows {
			chunks := r.Chunks()
			if fields, known := wholeLabels(r, chunks); known > 0 {
				rd.lonely = append(rd.lonely, lonely{r, chunks, fields})
			}
		}
	}
	return rd.lonely
}

// placedSums finds amounts above or below the label of a sum that has no amount in its row. They
// count only in sums that add up. Before the lines only totals are printed.
func (rd *reader) placedSums() (list []sum) {
	for _, l := range rd.lonelyLabels() {
		if !rd.free(l.row) {
			continue
		}
		for k, field := range l.fields {
			before := len(rd.lines) > 0 && l.row.At < rd.lines[len(rd.lines)-1].row.At
			if field == "" || before && field != label.Sum || rd.hasAmount(l.row, l.chunks[k][0]) {
				continue
			}
			for _, near := range rd.around(l.row.At) {
				if f := rd.amountFor(near, l.row, l.chunks, k); f != nil {
					list = append(list, sum{
						field: field, value: f.Value, open: f.Open, text: grid.Joined(near.Words[f.First : f.Last+1]),
						loose: true, after: len(rd.lines), row: near,
					})
				}
			}
		}
	}
	return list
}

// namelessReductions finds amounts below zero after the lines, beside words that are no label:
// Opening order promo -10.48. They count only in sums that add up.
func (rd *reader) namelessReductions() (list []sum) {
	if len(rd.lines) == 0 {
		return nil
	}
	for _, r := range rd.rows[rd.lines[len(rd.lines)-1].row.At+1:] {
		last := len(r.Figures) - 1
		if last < 0 || rd.roles[r] != text || r.Figures[last].Last != len(r.Words)-1 || r.Figures[last].First == 0 {
			continue
		}
		if f := &r.Figures[last]; f.Value.IsNeg() && !f.Open && f.Unit == "" && !f.Percent && rd.paid(f) {
			list = append(list, sum{field: label.Reduction, value: f.Value, loose: true, after: len(rd.lines), row: r})
		}
	}
	return list
}

// free reports a row that is no line and no header.
func (rd *reader) free(r *grid.Row) bool { return rd.roles[r] == text || rd.roles[r] == summing }

// hasAmount reports an amount in a row, after a place.
func (rd *reader) hasAmount(r *grid.Row, at int) bool {
	return slices.ContainsFunc(r.Figures, func(f grid.Figure) bool { return f.First > at && !f.Percent && rd.paid(&f) })
}

// farthest bounds how far an amount is above or below its label, in heights.
const farthest = 2.5

// around lists the rows beside lines that are close above or below a row.
func (rd *reader) around(i int) (list []*grid.Row) {
	r := rd.rows[i]
	for _, step := range []int{-1, 1} {
		for k := i + step; k >= 0 && k < len(rd.rows); k += step {
			near := rd.rows[k]
			if near.Page != r.Page || math.Abs(near.Y-r.Y) > farthest*r.H {
				break
			}
			if rd.free(near) {
				list = append(list, near)
			}
		}
	}
	return list
}

// amountFor finds the amount in the column of a label, else the first one to the right of the label
// with no other label before it.
func (rd *reader) amountFor(near, r *grid.Row, chunks [][2]int, at int) *grid.Figure {
	left := r.Words[chunks[at][0]].Left
	for k := range near.Figures {
		f := &near.Figures[k]
		switch {
		case f.Percent || f.Unit != "" || !rd.paid(f):
		case nearest(r, chunks, f) == at:
			return f
		case f.Left >= left && at == len(chunks)-1 && len(rd.sumLabels(near)) == 0:
			return f
		}
	}
	return nil
}

// earlier reports a total that has a balance of earlier invoices in it.
func earlier(total sum, all []sum) bool {
	for _, balance := range all {
		if balance.field != label.Carried || balance.value.IsZero() {
			continue
		}
		rest, err := total.value.Sub(balance.value)
		if err == nil && slices.ContainsFunc(all, func(s sum) bool {
			return s.field == label.Sum && !s.loose && s.value.Equal(rest)
		}) {
			return true
		}
	}
	return false
}
