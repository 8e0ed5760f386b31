package head

import (
	"strings"

	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// segments parts a row, and joins its labels with words of the row below.
func (v *values) segments(i int) []segment {
	r := v.Rows[i]
	list := segmentsOf(r)
	for k := range list {
		if v.joined[r.Words[list[k].first]] {
			list[k].name, list[k].n = "", 0
		}
	}
	if i+1 == len(v.Rows) || v.Roles[r] == Heading {
		return list
	}
	next := v.Rows[i+1]
	if next.Page != r.Page || next.Y-r.Y > labelRows*r.H || v.Roles[next] == Lining || v.Roles[next] == Heading {
		return list
	}
	for k := range list {
		s := &list[k]
		if s.digits() || s.n > 0 && len(s.values()) > 0 || k+1 < len(list) && list[k+1].digits() {
			continue
		}
		chunks := next.Chunks()
		for n, c := range chunks {
			below := segment{row: next, first: c[0], last: c[1]}
			valued := n+1 < len(chunks) && segment{row: next, first: chunks[n+1][0], last: chunks[n+1][1]}.digits()
			apart := min(s.right(), below.right()) <= max(s.left(), below.left())
			if valued || apart || below.digits() {
				continue
			}
			if name, ok := labelOver(*s, below); ok {
				v.joined[next.Words[c[0]]] = true
				above := *s
				if below.name, below.above = name, &above; name != "" {
					below.n = c[1] - c[0] + 1
				}
				*s = below
			}
			break
		}
	}
	return list
}

// labelRows bounds the distance of two rows of a label, in heights.
const labelRows = 1.6

// labelOver reads a label of two rows, such as Numéro over de facture, Beleg- over nummer, or
// a word that is parted and no label.
func labelOver(above, below segment) (label.Field, bool) {
	first := grid.Joined(above.row.Words[above.first : above.last+1])
	last := grid.Joined(below.row.Words[below.first : below.last+1])
	if head, parted := strings.CutSuffix(first, "-"); parted {
		name, _ := label.Fields.Whole(head + last)
		if !heads[name] {
			name, _ = label.Fields.Whole(head + " " + last)
		}
		return name, true
	}
	name, ok := label.Fields.Whole(first + " " + last)
	return name, ok && heads[name]
}

// listed takes the number beside a word such as No or Nummer. It requires a title above, or a date
// beside its label in a neighbouring row.
func (v *values) listed(i int, segments []segment) {
	if i >= v.Start {
		return
	}
	for k, s := range segments {
		words := s.row.Words[s.first : s.last+1]
		name, ok := bare[label.Fold(words[0].Text)]
		rest := s.values()
		if !ok || s.n > 0 || !v.dateNear(i, s) && !v.titleNear(i, s) {
			continue
		}
		rest = rest[1:]
		if len(rest) == 0 && k+1 < len(segments) && segments[k+1].n == 0 {
			rest = segments[k+1].values()
		}
		if len(rest) == 1 || len(rest) == 2 && !number.HasDigit(rest[0]) {
			v.take(name, rest, likely)
		}
	}
}

// dateNear reports a date at its label in a neighbouring row, at one of the same edges.
func (v *values) dateNear(i int, s segment) bool {
	for _, at := range []int{i - 2, i - 1, i + 1, i + 2} {
		if at < 0 || at >= len(v.Rows) || v.Rows[at].Page != s.row.Page {
			continue
		}
		list := segmentsOf(v.Rows[at])
		for k, d := range list {
			named := d.name == label.IssueDate || d.name == label.OtherDate
			if !named || !near(d.left(), s.left(), d.row.H) && !near(d.right(), s.right(), 2*d.row.H) {
				continue
			}
			words := d.values()
			if len(words) == 0 && k+1 < len(list) {
				words = list[k+1].values()
			}
			if _, ok := field.Day(words, field.DayFirst); ok {
				return true
			}
		}
	}
	return false
}

// near reports two places at most a distance apart.
func near(a, b, distance float64) bool { return a-b <= distance && b-a <= distance }

// titleNear reports the title of a document right above a text, in its column: INVOICE over No. 7.
func (v *values) titleNear(i int, s segment) bool {
	for at := i - 1; at >= 0 && v.Rows[at].Page == s.row.Page && s.row.Y-v.Rows[at].Y <= titleRows*s.row.H; at-- {
		for _, c := range v.Rows[at].Chunks() {
			t := segment{row: v.Rows[at], first: c[0], last: c[1]}
			if (titles[t.text()] || orders[t.text()]) && t.left() < s.right() && s.left() < t.right() {
				return true
			}
		}
	}
	return false
}

// titleRows bounds the distance of a number below its title, in heights.
const titleRows = 6

// orders lists titles of orders, which may have the number below them.
var orders = map[string]bool{
	"purchase order": true, "bestellung": true, "bon de commande": true, "orden de compra": true,
	"pedido de compra": true, "pedido": true, "ordine di acquisto": true, "ordine d acquisto": true,
	"inkooporder": true, "bestelling": true,
}
