package words

import (
	"slices"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
)

// learn gives the table the columns of an equal header that an import confirmed.
func (rd *reader) learn(t *grid.Table) {
	kinds := rd.hints.Layouts[t.Fingerprint()]
	if len(kinds) != len(t.Columns) {
		return
	}
	taught := *t
	taught.Columns = slices.Clone(t.Columns)
	for i, k := range kinds {
		taught.Columns[i].Kind = k
	}
	t.Taught = &taught
}

// known returns a header of up to three rows that an import confirmed, with any labels.
func (rd *reader) known(i int) *grid.Table {
	if len(rd.hints.Layouts) == 0 {
		return nil
	}
	for n := 1; n <= min(3, len(rd.rows)-i); n++ {
		last := rd.rows[i+n-1]
		if last.Page != rd.rows[i].Page || last.Decimals() {
			return nil
		}
		t := &grid.Table{Columns: grid.ColumnsOf(rd.rows[i : i+n]), Rows: n}
		if _, ok := rd.hints.Layouts[t.Fingerprint()]; ok {
			return t
		}
	}
	return nil
}

// head returns the row above the first line if it could be a header, though few of its labels are
// known.
func (rd *reader) head(first *grid.Row) *grid.Table {
	for at := first.At - 1; at >= max(0, first.At-3); at-- {
		r := rd.rows[at]
		if r.Page != first.Page || rd.roles[r] != text || r.Decimals() {
			return nil
		}
		t := &grid.Table{Columns: grid.ColumnsOf([]*grid.Row{r}), Rows: 1}
		if len(t.Columns) >= 3 && slices.ContainsFunc(t.Columns, func(c grid.Column) bool { return c.Kind != "" }) {
			return t
		}
	}
	return nil
}

// layoutOf returns the meanings of the columns: by their labels, unless the figures of most lines
// disagree.
func layoutOf(t *grid.Table, lines []*found) reading.Layout {
	l := reading.Layout{Fingerprint: t.Fingerprint()}
	for _, c := range t.Columns {
		l.Columns = append(l.Columns, c.Kind)
	}
	for part, kind := range []label.Column{label.Quantity, label.Price, label.Total} {
		votes, all := make([]int, len(t.Columns)), 0
		for _, f := range lines {
			if at := t.Nearest(f.parts[part], f.row.H); at >= 0 && f.Evidence != reading.Placed {
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

// alike reports two kinds that read the same figure.
func alike(a, b label.Column) bool {
	if a == b {
		return true
	}
	for _, kinds := range [][]label.Column{grid.QuantityKinds, grid.PriceKinds, grid.TotalKinds} {
		if slices.Contains(kinds, a) && slices.Contains(kinds, b) {
			return true
		}
	}
	return false
}
