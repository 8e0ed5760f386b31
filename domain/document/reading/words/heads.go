package words

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

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

// sameHead reports rows that differ in numbers of pages, in times of day, and in one more word if
// they count nothing.
func sameHead(a, b *grid.Row) bool {
	if len(a.Words) != len(b.Words) {
		return true
	}
	differ := 0
	for i, w := range b.Words {
		if before := a.Words[i].Text; w.Text != before && !strings.Contains(w.Text, ":") &&
			!advances(before, w.Text, b.Page-a.Page) {
			differ++
		}
	}
	counts := slices.ContainsFunc(b.Figures, func(f grid.Figure) bool {
		return f.Value.IsInt() && f.First == f.Last && b.Apart(f.First) && b.Apart(f.Last+1)
	})
	return differ == 0 || differ == 1 && !counts
}

var numbers = regexp.MustCompile(`\d+`)

// advances reports numbers that are equal, or higher by as many pages.
func advances(a, b string, pages int) bool {
	before, after := numbers.FindAllString(a, -1), numbers.FindAllString(b, -1)
	if len(before) != len(after) {
		return false
	}
	for i, text := range after {
		m, err := strconv.Atoi(before[i])
		n, fault := strconv.Atoi(text)
		if before[i] != text && (err != nil || fault != nil || n-m != pages) {
			return false
		}
	}
	return true
}

// browsers matches the first and last rows of pages that a browser prints: the time and the address.
var browsers = regexp.MustCompile(`^\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}:\d{2}\b|^(?:https?|file)://`)

// byBrowser reports a row of a browser above or below each of several pages.
func (rd *reader) byBrowser(i int) bool {
	last := len(rd.rows) - 1
	edge := i == 0 || i == last || rd.rows[i-1].Page != rd.rows[i].Page || rd.rows[i+1].Page != rd.rows[i].Page
	return edge && rd.rows[last].Page > 1 && browsers.MatchString(rd.rows[i].Text())
}
