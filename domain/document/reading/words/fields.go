package words

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
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

// sumUp takes the sums behind the last line; those before it belong to groups
// and pages. Where nothing stands behind it, the others count.
func (rd *reader) sumUp(h *reading.Header) {
	sums := slices.Clone(rd.sums)
	if last := slices.DeleteFunc(sums, func(s sum) bool { return s.after < len(rd.lines) }); len(last) > 0 {
		sums = last
	} else {
		sums = slices.DeleteFunc(slices.Clone(rd.sums), func(s sum) bool { return s.field != label.Sum })
	}
	var rated, unrated, totals []decimal.Decimal
	for _, s := range sums {
		if s.open {
			rd.unsure = true
			continue
		}
		known := optional.Some(s.value)
		switch s.field {
		case label.Subtotal:
			if rd.rounded(totals, s.value) {
				totals = append(totals, s.value) // the net total below a rounding
			} else {
				h.Subtotal = known
			}
		case label.Shipping:
			h.Shipping = known
		case label.Reduction:
			h.Discount = known
		case label.Tax:
			if h.Tax = known; s.rated {
				rated = append(rated, s.value)
				h.Tax = total(rated)
			} else {
				unrated = append(unrated, s.value)
			}
		case label.Sum:
			totals = append(totals, s.value)
		}
	}
	for _, t := range totals {
		if best, ok := h.Total.Get(); !ok || t.CmpAbs(best) > 0 {
			h.Total = optional.Some(t)
		}
	}
	rd.roundDown(h, totals)
	if len(rated) == 0 && len(unrated) > 1 {
		// Taxes of several rates under one label are added up where the total says so.
		if all := rd.whole(*h); !all.AddsUp() {
			if all.Tax = total(unrated); all.AddsUp() {
				h.Tax = all.Tax
			}
		}
	}
	if !h.Tax.Known() && len(rd.taxes) > 0 {
		values := make([]decimal.Decimal, len(rd.taxes))
		for i, s := range rd.taxes {
			values[i] = s.value
		}
		h.Tax = total(values)
	}
	// The first of two totals, with a tax between them, is the sum of the lines.
	if tax, ok := h.Tax.Get(); ok && !h.Subtotal.Known() && len(totals) > 1 {
		if gross, err := totals[0].Add(tax); err == nil && reading.Near(gross, h.Total.Or(decimal.Zero)) {
			h.Subtotal = optional.Some(totals[0])
		}
	}
}

func total(values []decimal.Decimal) reading.Figure {
	var sum decimal.Decimal
	for _, v := range values {
		next, err := sum.Add(v)
		if err != nil {
			return reading.Figure{}
		}
		sum = next
	}
	return optional.Some(sum)
}
