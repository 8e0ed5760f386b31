package words

import (
	"slices"

	"sellingassistant/domain/document/reading/grid"
)

// headEnd has a header and the place of the row below it.
type headEnd struct {
	table *grid.Table
	next  int
}

// endHeads marks rows as labels that follow each of several equal headers and say the same, right
// of the first label of figures. They end labels of several rows.
func (rd *reader) endHeads() {
	equal := map[string][]headEnd{}
	for _, h := range rd.heads {
		name := h.table.Fingerprint()
		equal[name] = append(equal[name], h)
	}
	for _, list := range equal {
		for n := 0; len(list) > 1; n++ {
			first := rd.labelBelow(list[0], n)
			if first == nil || slices.ContainsFunc(list, func(h headEnd) bool {
				r := rd.labelBelow(h, n)
				return r == nil || r.Text() != first.Text()
			}) {
				break
			}
			for _, h := range list {
				rd.roles[rd.rows[h.next+n]] = heading
			}
		}
	}
}

// labelBelow returns the n-th row below a header if it can be the end of its labels.
func (rd *reader) labelBelow(h headEnd, n int) *grid.Row {
	if h.next+n >= len(rd.rows) {
		return nil
	}
	r := rd.rows[h.next+n]
	if rd.roles[r] != text || r.Page != rd.rows[h.next-1].Page || len(r.Figures) > 0 || !h.table.RightOf(r) {
		return nil
	}
	return r
}
