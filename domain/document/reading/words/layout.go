package words

import (
	"slices"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
)

// learn gives the table the columns of an equal header that an import confirmed.
func (rd *reader) learn(t *table) {
	kinds := rd.hints.Layouts[t.fingerprint()]
	if len(kinds) != len(t.columns) {
		return
	}
	taught := *t
	taught.columns = slices.Clone(t.columns)
	for i, k := range kinds {
		taught.columns[i].kind = k
	}
	t.taught = &taught
}

// known is the header of one to three rows that an import confirmed, whatever its labels say.
func (rd *reader) known(i int) *table {
	if len(rd.hints.Layouts) == 0 {
		return nil
	}
	for n := 1; n <= min(3, len(rd.rows)-i); n++ {
		last := rd.rows[i+n-1]
		if last.page != rd.rows[i].page || last.decimals() {
			return nil
		}
		t := &table{columns: columnsOf(rd.rows[i : i+n]), rows: n}
		if _, ok := rd.hints.Layouts[t.fingerprint()]; ok {
			return t
		}
	}
	return nil
}

// head is the row above the first line that could be its header, though too few of its labels are known.
func (rd *reader) head(first *row) *table {
	for at := first.at - 1; at >= max(0, first.at-3); at-- {
		r := rd.rows[at]
		if r.page != first.page || rd.roles[r] != text || r.decimals() {
			return nil
		}
		t := &table{columns: columnsOf([]*row{r}), rows: 1}
		if len(t.columns) >= 3 && slices.ContainsFunc(t.columns, func(c column) bool { return c.kind != "" }) {
			return t
		}
	}
	return nil
}

// layout is what stands in the columns of a header: what its labels say, unless the figures of most lines say else.
func (t *table) layout(lines []*found) reading.Layout {
	l := reading.Layout{Fingerprint: t.fingerprint()}
	for _, c := range t.columns {
		l.Columns = append(l.Columns, c.kind)
	}
	for part, kind := range []label.Column{label.Quantity, label.Price, label.Total} {
		votes, all := make([]int, len(t.columns)), 0
		for _, f := range lines {
			if at := t.nearest(f.parts[part], f.row.h); at >= 0 && f.Evidence != reading.Placed {
				votes[at]++
				all++
			}
		}
		if all == 0 {
			continue
		}
		best := slices.Index(votes, slices.Max(votes))
		if 3*votes[best] < 2*all || alike(l.Columns[best], kind) {
			continue
		}
		for i, k := range l.Columns {
			if alike(k, kind) {
				l.Columns[i] = ""
			}
		}
		l.Columns[best] = kind
	}
	return l
}

// alike reports kinds of which the same figure is taken.
func alike(a, b label.Column) bool {
	if a == b {
		return true
	}
	for _, kinds := range [][]label.Column{quantityKinds, priceKinds, totalKinds} {
		if slices.Contains(kinds, a) && slices.Contains(kinds, b) {
			return true
		}
	}
	return false
}

// nearest is the column a figure stands below, -1 for none.
func (t *table) nearest(f *figure, h float64) int {
	if f == nil {
		return -1
	}
	return t.nearestTo(f.Left, f.Right, h)
}

func (t *table) nearestTo(left, right, h float64) int {
	best, least := -1, 5.0
	for i, c := range t.columns {
		if cost := distance(c, left, right, h); cost < least {
			best, least = i, cost
		}
	}
	return best
}
