package words

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// signOf decides the decimal sign: by figures that show it, by rows that multiply with one sign
// only, by a column of quantities, or by the language. Open reports that figures with two readings
// stay unread.
func signOf(rows []*row) (sign number.Sign, open bool) {
	var votes number.Votes
	for _, r := range rows {
		for _, w := range r.words {
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
			if c.kind != "" {
				texts = append(texts, c.text)
			}
		}
	}
	if sign = label.DecimalOf(texts); sign != number.Undecided && strings.ContainsRune(votes.Open(), rune(sign)) {
		return sign, false
	}
	return number.Undecided, true
}

// multiplied counts the rows in which two figures make a third one, and one of the three has two
// readings.
func multiplied(rows []*row, sign number.Sign) (count int) {
	for _, r := range rows {
		r.readFigures(sign, true)
		for k, s := range r.figures {
			if product := r.productAt(k); product && s.Value.Sign() != 0 {
				count++
				break
			}
		}
	}
	return count
}

// productAt reports that two figures before the k-th make it, one of the three with two readings.
func (r *row) productAt(k int) bool {
	for i := range k {
		for j := range i {
			x, y, s := r.figures[i], r.figures[j], r.figures[k]
			if (x.open || y.open || s.open) && !x.Percent && !y.Percent && !s.Percent && exact(x.Value, y.Value,
				s.Value) {
				return true
			}
		}
	}
	return false
}

// grouped returns the decimal sign that thousands show in a column of quantities. Figures of a
// column are printed alike: 1.000 among 300 and 85 has a sign between its groups.
func grouped(rows []*row) number.Sign {
	var columns []column
	plain, points, commas := 0, 0, 0
	for _, r := range rows {
		labels := slices.DeleteFunc(r.labels(), func(c column) bool { return !slices.Contains(quantityKinds, c.kind) })
		if len(labels) > 0 {
			columns = labels
			continue
		}
		r.readFigures(number.Undecided, true)
		for i := range r.figures {
			f := &r.figures[i]
			below := func(c column) bool { return distance(c, f.Left, f.Right, r.h) <= 1 }
			if !r.apart(f.first) || !r.apart(f.last+1) || f.Percent || !slices.ContainsFunc(columns, below) {
				continue
			}
			text := joined(r.words[f.first : f.last+1])
			point, comma := number.Readings(text)
			switch {
			case !point.Value.IsInt(), !comma.Value.IsInt():
				return number.Undecided
			case !f.open:
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
