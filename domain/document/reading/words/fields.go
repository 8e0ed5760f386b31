package words

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// header reads what stands once on the document.
func (rd *reader) header(sign number.Sign) reading.Header {
	h := reading.Header{Currency: rd.currency()}
	order := field.DayFirst
	if sign != ',' && h.Currency == "USD" {
		order = field.MonthFirst
	}
	// other is read as the date of issue, which counts where there is no other.
	var other reading.Header
	for i, r := range rd.rows {
		if rd.roles[r] == lining {
			continue
		}
		if h.Issuer.Name == "" {
			h.Issuer.Name = company(r)
		}
		texts := r.texts()
		for at := 0; at < len(texts); {
			name, n := label.Fields.At(texts[at:])
			if n == 0 {
				at++
				continue
			}
			to := &h
			if name == label.OtherDate {
				to, name = &other, label.IssueDate
			}
			if !field.Take(to, name, texts[at+n:], order) && i+1 < len(rd.rows) {
				field.Take(to, name, below(rd.rows[i+1], r.words[at]), order)
			}
			if name == label.InvoiceNumber && len(texts) > at+n+2 && of[label.Fold(texts[at+n+1])] {
				field.Take(&h, label.IssueDate, texts[at+n+2:], order)
			}
			at += n
		}
	}
	if !h.IssueDate.Known() {
		h.IssueDate = other.IssueDate
	}
	rd.sumUp(&h)
	return h
}

// of are the words between a number and its date.
var of = map[string]bool{"of": true, "dated": true, "from": true, "vom": true, "du": true, "de": true, "del": true, "van": true, "d d": true}

// below are the words of the next row under a label.
func below(next *row, above *Word) []string {
	var list []string
	for _, w := range next.words {
		if w.Right > above.Left && (len(list) > 0 || w.Left < above.Right) {
			list = append(list, w.Text)
		}
	}
	return list
}

// company is a name that ends with the form of a company.
func company(r *row) string {
	for _, c := range r.chunks() {
		if n := field.Company(textsOf(r.words[c[0] : c[1]+1])); n > 1 {
			return joined(r.words[c[0] : c[0]+n])
		}
	}
	return ""
}

// signs are those of currencies.
const signs = "€$£¥"

// named says that a text is the code, the name or a sign of a currency. Codes in small letters may be words.
func named(text string, c money.Currency) bool {
	return text == string(c) || len(text) > len(c) || strings.ContainsAny(text, signs)
}

// currency is the one printed most often, by sign, code or name.
func (rd *reader) currency() money.Currency {
	counts := map[money.Currency]int{}
	for _, r := range rd.rows {
		for _, w := range r.words {
			text := strings.Trim(w.Text, "()[]:;,.")
			if c, ok := number.Currency(text); ok && c != "" && named(text, c) {
				counts[c]++
			}
		}
		for _, f := range r.figures {
			if f.Currency != "" && f.signed {
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
	return slices.ContainsFunc(rd.rows, func(r *row) bool {
		return slices.ContainsFunc(r.words, func(w *Word) bool { return strings.Trim(w.Text, "()[]:;,.") == word })
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
