package words

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/head"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/money"
)

// named says that a text is the code, the name or a sign of a currency. Codes in small letters may be words.
func named(text string, c money.Currency) bool {
	return text == string(c) || len(text) > len(c) || strings.ContainsAny(text, grid.CurrencySigns)
}

// currency is the one printed most often, by sign, code or name.
func (rd *reader) currency() money.Currency {
	counts := map[money.Currency]int{}
	for _, r := range rd.rows {
		for i, w := range r.Words {
			text := strings.Trim(w.Text, "()[]:;,.")
			c, ok := number.Currency(text)
			certain := number.Common(c) || rd.labelled(r, i)
			if ok && c != "" && (named(text, c) && certain || number.Letters(text) && rd.labelled(r, i)) {
				counts[c]++
			}
		}
		for _, f := range r.Figures {
			if f.Currency != "" && f.Signed {
				counts[f.Currency]++
			}
		}
	}
	for _, f := range rd.amounts() {
		if f.Currency != "" && !f.Signed && (number.Symbol(f.Mark) || !number.Common(f.Currency)) {
			counts[f.Currency]++
		}
	}
	// A bare $ stands for the dollar whose code is printed.
	for _, c := range []money.Currency{"AUD", "CAD", "HKD", "NZD", "SGD"} {
		if counts[c] > 0 && rd.prints(string(c)) && !rd.prints("USD") {
			counts[c] += counts["USD"]
			delete(counts, "USD")
		}
	}
	var best money.Currency
	for c, n := range counts {
		if best == "" || n > counts[best] || n == counts[best] && c < best {
			best = c
		}
	}
	return best
}

// labelled reports a word of a header or a sum, or after the label of a currency. Rare codes are
// words of products elsewhere.
func (rd *reader) labelled(r *grid.Row, i int) bool {
	if rd.roles[r] == heading || rd.roles[r] == summing {
		return true
	}
	name, ok := label.Columns.Whole(r.Words[max(0, i-1)].Text)
	return ok && name == label.Currency && i > 0
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

// mark returns the sign beside amounts that names no currency for sure: one that several have, else
// a word before or after most amounts.
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
			if f.Mark != "" && f.Currency == "" && f.Value.Scale() == 2 {
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

// prints reports a word of the document, with what stands around it left out.
func (rd *reader) prints(word string) bool {
	return slices.ContainsFunc(rd.rows, func(r *grid.Row) bool {
		return slices.ContainsFunc(r.Words, func(w *grid.Word) bool { return strings.Trim(w.Text, "()[]:;,.") == word })
	})
}

// header reads what stands once on the document.
func (rd *reader) header(sign number.Sign) reading.Header {
	currency := rd.currency()
	var place field.Place
	for _, r := range rd.rows {
		if rd.roles[r] == lining {
			continue
		}
		for _, c := range r.Chunks() {
			place.Add(grid.Joined(r.Words[c[0] : c[1]+1]))
		}
	}
	order := place.Order(currency, sign == ',')
	sheet := head.Sheet{Rows: rd.rows, Roles: rd.roles, Start: len(rd.rows)}
	if len(rd.lines) > 0 {
		sheet.Start = rd.lines[0].row.At
	}
	var h reading.Header
	h, rd.undated = sheet.Read(order)
	h.Currency, rd.unpriced = number.Settled(rd.mark(), currency, place.Currency())
	open := rd.sumUp(&h)
	rd.unsure = rd.unsure || open
	return h
}
