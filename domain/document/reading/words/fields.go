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
		for _, w := range r.Words {
			text := strings.Trim(w.Text, "()[]:;,.")
			if c, ok := number.Currency(text); ok && c != "" && named(text, c) {
				counts[c]++
			}
		}
		for _, f := range r.Figures {
			if f.Currency != "" && f.Signed {
				counts[f.Currency]++
			}
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
			h.Subtotal = known
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
	if len(rated) == 0 && len(unrated) > 1 {
		// Taxes of several rates under one label are added up where the total says so.
		if all := *h; !h.AddsUp() {
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
