package words

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/money"
)

// named says that a text is the code, the name or a sign of a currency. Codes in small letters may
// be words.
func named(text string, c money.Currency) bool {
	return text == string(c) || len(text) > len(c) || strings.ContainsAny(text, grid.CurrencySigns)
}

// currencies counts all printed currencies. A bare $ or ¥ counts for a currency of that sign if its
// code is printed.
func (rd *reader) currencies() *field.Printed {
	var counts field.Printed
	tables := map[*grid.Row]*found{}
	for _, f := range rd.lines {
		tables[f.row] = f
	}
	for _, r := range rd.rows {
		for i, w := range r.Words {
			if rd.named[w] {
				continue
			}
			text := strings.Trim(w.Text, "()[]:;,.")
			c, ok := number.Currency(text)
			certain := number.Common(c) || rd.labelled(r, i)
			if ok && c != "" && (named(text, c) && certain || number.Letters(text) && rd.labelled(r, i)) {
				counts.Add(rd.place(r, i, tables[r]), c)
			}
		}
		for _, f := range r.Figures {
			switch {
			case f.Currency == "" || !f.Signed || rd.named[r.Words[f.First]]:
			case rd.roles[r] == summing:
				counts.Add(field.AtSums, f.Currency)
			case rd.roles[r] == text && f.Value.Scale() == 0 && f.Last+1 < len(r.Words) && !r.Apart(f.Last+1):
				counts.Add(field.InTexts, f.Currency) // under $4 of the act
			default:
				counts.Add(field.AtAmounts, f.Currency)
			}
		}
	}
	for _, f := range rd.amounts() {
		if f.Currency != "" && !f.Signed && (number.Symbol(f.Mark) || !number.Common(f.Currency)) {
			counts.Add(field.AtAmounts, f.Currency)
		}
	}
	counts.Settle(rd.prints)
	return &counts
}

// dollars counts the signs of the dollar beside amounts.
func (rd *reader) dollars() (all field.Dollars) {
	for _, r := range rd.rows {
		for _, f := range r.Figures {
			all.Count(f.Mark)
		}
	}
	if rd.prints("USD") {
		all.Count("USD")
	}
	return all
}

// place finds where a code is printed. In a row of amounts a code counts only beside them: others
// are units, such as BRL for barrels.
func (rd *reader) place(r *grid.Row, i int, line *found) field.Spot {
	switch {
	case line != nil && line.table != nil && line.table.KindBelow(r.Words[i], r.H) == label.Unit:
		return field.Nowhere
	case rd.roles[r] == summing:
		return field.AtSums
	case rd.labelled(r, i):
		return field.AtAmounts
	}
	amounts := false
	for k := range r.Figures {
		f := &r.Figures[k]
		if f.Percent || f.Value.Scale() < 2 && !(line != nil && slices.Contains(line.parts[1:], f)) {
			continue
		}
		if f.First-1 <= i && i <= f.Last+1 {
			return field.AtAmounts
		}
		amounts = true
	}
	if amounts {
		return field.Nowhere
	}
	return field.InTexts
}

// labelled reports a word of a header or a sum, or after or below the label of a currency. Rare
// codes are words of products elsewhere.
func (rd *reader) labelled(r *grid.Row, i int) bool {
	if rd.roles[r] == heading || rd.roles[r] == summing {
		return true
	}
	names := func(w *grid.Word) bool {
		name, ok := label.Columns.Whole(w.Text)
		return ok && name == label.Currency
	}
	if i > 0 && names(r.Words[i-1]) {
		return true
	}
	if r.At == 0 || rd.roles[r] == lining || !r.Apart(i) || !r.Apart(i+1) {
		return false
	}
	w, above := r.Words[i], rd.rows[r.At-1]
	return above.Page == r.Page && r.Y-above.Y <= 3*r.H && slices.ContainsFunc(above.Words, func(l *grid.Word) bool {
		return names(l) && l.Left < w.Right && w.Left < l.Right
	})
}

// amounts lists the prices and totals of lines, and the figures of rows of sums.
func (rd *reader) amounts() (all []*grid.Figure) {
	for _, f := range rd.lines {
		for _, part := range f.parts[1:] {
			if part != nil {
				all = append(all, part)
			}
		}
	}
	for _, r := range rd.rows {
		for i := range r.Figures {
			if rd.roles[r] == summing && !r.Figures[i].Percent {
				all = append(all, &r.Figures[i])
			}
		}
	}
	return all
}

// mark returns the ambiguous sign beside amounts: a sign that several currencies share, else a word
// before or after most amounts.
func (rd *reader) mark() string {
	all := rd.amounts()
	for _, f := range all {
		if f.Mark != "" && f.Currency == "" {
			return f.Mark
		}
	}
	counts := map[string]int{}
	for _, r := range rd.rows {
		for _, f := range r.Figures {
			if f.Mark != "" && f.Currency == "" && f.Value.Scale() == 2 && !rd.named[r.Words[f.First]] {
				return f.Mark
			}
		}
		for i, w := range r.Words {
			text := strings.Trim(w.Text, "()[]:;,")
			if c, ok := number.Currency(text); ok && c == "" && rd.labelled(r, i) {
				return text
			}
		}
		if rd.roles[r] != lining && rd.roles[r] != summing {
			continue
		}
		for _, f := range r.Figures {
			for _, at := range []int{f.First - 1, f.Last + 1} {
				if at < 0 || at >= len(r.Words) || f.Value.Scale() != 2 || f.Mark != "" {
					continue
				}
				if number.Odd(r.Words[at].Text) && r.Gap(min(at, f.Last)) <= beside {
					counts[r.Words[at].Text]++
				}
			}
		}
	}
	for word, n := range counts {
		if 3*n >= 2*len(all) && n > 1 {
			return word
		}
	}
	return ""
}

// beside limits the gap between a figure and its sign, in heights of the row.
const beside = 0.8

// prints reports whether the document has the word, without the signs around it.
func (rd *reader) prints(word string) bool {
	return slices.ContainsFunc(rd.rows, func(r *grid.Row) bool {
		return slices.ContainsFunc(r.Words, func(w *grid.Word) bool { return strings.Trim(w.Text, "()[]:;,.") == word })
	})
}
