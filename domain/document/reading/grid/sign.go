package grid

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// SignOf decides the decimal sign: by figures that show it, by rows that multiply with one sign
// only, by a column of quantities, or by the language. Open reports that figures with two readings
// stay unread.
func SignOf(rows []*Row) (sign number.Sign, open bool) {
	var votes number.Votes
	for _, r := range rows {
		for _, w := range r.Words {
			votes.Count(w.Text)
		}
	}
	if sign, open = votes.Settled(); !open {
		return sign, false
	}
	if votes.Shown() {
		return sign, true
	}
	points, commas := multiplied(rows, '.'), multiplied(rows, ',')
	switch {
	case points > commas:
		return '.', false
	case commas > points:
		return ',', false
	}
	if sign = grouped(rows); sign != number.Undecided {
		return sign, false
	}
	var texts []string
	for _, r := range rows {
		for _, c := range r.labels() {
			if c.Kind != "" {
				texts = append(texts, c.Text)
			}
		}
	}
	if sign = label.DecimalOf(texts); sign != number.Undecided && strings.ContainsRune(votes.Open(), rune(sign)) {
		return sign, false
	}
	return number.Undecided, true
}

// multiplied counts the rows in which two figures make the third, and one of the three has two
// readings.
func multiplied(rows []*Row, sign number.Sign) (count int) {
	for _, r := range rows {
		r.ReadFigures(sign, true)
		for k, s := range r.Figures {
			if product := r.productAt(k); product && s.Value.Sign() != 0 {
				count++
				break
			}
		}
	}
	return count
}

// productAt reports that two figures before the k-th make it, one of the three with two readings.
func (r *Row) productAt(k int) bool {
	for i := range k {
		for j := range i {
			x, y, s := r.Figures[i], r.Figures[j], r.Figures[k]
			if (x.Open || y.Open || s.Open) && !x.Percent && !y.Percent && !s.Percent && Exact(x.Value, y.Value,
				s.Value) {
				return true
			}
		}
	}
	return false
}

// grouped returns the decimal sign that thousands show in a column of quantities. Figures of a
// column are printed alike: 1.000 among 300 and 85 has a sign between its groups.
func grouped(rows []*Row) number.Sign {
	var columns []Column
	plain, points, commas := 0, 0, 0
	for _, r := range rows {
		labels := slices.DeleteFunc(r.labels(), func(c Column) bool { return !slices.Contains(QuantityKinds, c.Kind) })
		if len(labels) > 0 {
			columns = labels
			continue
		}
		r.ReadFigures(number.Undecided, true)
		for i := range r.Figures {
			f := &r.Figures[i]
			below := func(c Column) bool { return distance(c, f.Left, f.Right, r.H) <= 1 }
			if !r.Apart(f.First) || !r.Apart(f.Last+1) || f.Percent || !slices.ContainsFunc(columns, below) {
				continue
			}
			text := Joined(r.Words[f.First : f.Last+1])
			point, comma := number.Readings(text)
			switch {
			case !point.Value.IsInt(), !comma.Value.IsInt():
				return number.Undecided
			case !f.Open:
				plain++
			case strings.Contains(text, "."):
				points++
			default:
				commas++
			}
		}
	}
	switch {
	case plain < leastPlain:
	case points > 0 && commas == 0:
		return ','
	case commas > 0 && points == 0:
		return '.'
	}
	return number.Undecided
}

// leastPlain bounds how many figures without a sign show how a column is printed.
const leastPlain = 2
