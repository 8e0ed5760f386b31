package words

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// header reads what stands once on the document.
func (rd *reader) header(sign number.Sign) reading.Header {
	h := reading.Header{Currency: rd.currency()}
	monthFirst := sign != ',' && h.Currency == "USD"
	for i, r := range rd.rows {
		if rd.roles[r] == lining {
			continue
		}
		if h.Issuer.Name == "" {
			h.Issuer.Name = company(r)
		}
		texts := r.texts()
		for at := 0; at < len(texts); {
			field, n := label.Fields.At(texts[at:])
			if n == 0 {
				at++
				continue
			}
			if !take(&h, field, texts[at+n:], monthFirst) && i+1 < len(rd.rows) {
				take(&h, field, below(rd.rows[i+1], r.words[at]), monthFirst)
			}
			at += n
		}
	}
	rd.sumUp(&h)
	return h
}

// below are the words of the next row under a label.
func below(next *row, above Word) []string {
	var list []string
	for _, w := range next.words {
		if w.Right > above.Left && (len(list) > 0 || w.Left < above.Right) {
			list = append(list, w.Text)
		}
	}
	return list
}

// take reads the first words behind a label as its value; the first value stays.
// It is false for words that are no such value.
func take(h *reading.Header, field label.Field, values []string, monthFirst bool) bool {
	code := ""
	for _, v := range values[:min(2, len(values))] {
		if code = strings.Trim(v, ":#.,;()"); code != "" {
			break
		}
	}
	digits := strings.ContainsAny(code, "0123456789")
	day, isDay := dayOf(values, monthFirst)
	if !isDay && len(values) > 1 && !strings.ContainsAny(values[0], "0123456789") { // am, :
		day, isDay = dayOf(values[1:], monthFirst)
	}
	text := func(to *string, ok bool) bool {
		if ok && *to == "" {
			*to = code
		}
		return ok
	}
	when := func(to *optional.Maybe[date.Date]) bool {
		if isDay && !to.Known() {
			*to = optional.Some(day)
		}
		return isDay
	}
	switch field {
	case label.InvoiceNumber:
		return text(&h.InvoiceNumber, digits && !isDay)
	case label.PONumber:
		return text(&h.PONumber, digits && !isDay)
	case label.IssueDate:
		return when(&h.IssueDate)
	case label.DueDate:
		return when(&h.DueDate)
	case label.TaxID:
		return text(&h.Issuer.TaxID, digits && len(code) >= 8 && len(code) <= 20)
	case label.Terms:
		code = strings.TrimSpace(strings.TrimLeft(strings.Join(values[:min(12, len(values))], " "), ": "))
		return text(&h.PaymentTerms, code != "")
	}
	return true
}

// forms of companies, by which their names are known.
var forms = map[string]bool{
	"ltd": true, "limited": true, "inc": true, "llc": true, "plc": true, "corp": true, "gmbh": true, "ag": true, "kg": true, "ug": true, "ohg": true,
	"sarl": true, "sas": true, "sa": true, "sl": true, "slu": true, "srl": true, "spa": true, "bv": true, "nv": true,
}

// company is a name that ends with the form of a company.
func company(r *row) string {
	for _, c := range r.chunks() {
		for i := c[1]; i > c[0]; i-- {
			if forms[strings.ReplaceAll(label.Fold(r.words[i].Text), " ", "")] {
				return joined(r.words[c[0] : i+1])
			}
		}
	}
	return ""
}

// currency is the one printed most often, by sign or code.
func (rd *reader) currency() money.Currency {
	counts := map[money.Currency]int{}
	for _, r := range rd.rows {
		for _, w := range r.words {
			if c, ok := number.Currency(w.Text); ok && c != "" && (w.Text == string(c) || strings.ContainsAny(w.Text, "€$£¥")) {
				counts[c]++
			}
		}
		for _, f := range r.figures {
			if f.Currency != "" && strings.ContainsAny(f.text, "€$£¥") {
				counts[f.Currency]++
			}
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

// sumUp takes the sums behind the last line; those before it belong to groups
// and pages. Where nothing stands behind it, the others count.
func (rd *reader) sumUp(h *reading.Header) {
	sums := slices.Clone(rd.sums)
	if last := slices.DeleteFunc(sums, func(s sum) bool { return s.after < len(rd.lines) }); len(last) > 0 {
		sums = last
	} else {
		sums = slices.DeleteFunc(slices.Clone(rd.sums), func(s sum) bool { return s.field != label.Sum })
	}
	var rated, totals []decimal.Decimal
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

// months are the beginnings of their names in six languages.
var months = func() map[string]int {
	m, number := map[string]int{}, 0
	for line := range strings.Lines(`jan gen ene janv
feb fev fevr febr
mar maerz marz mars mrt maa
apr avr abr
may mai mag mayo mei
jun juin giu juni
jul juil lug juli
aug aout ago
sep set sept
oct okt ott
nov
dec dez dic`) {
		number++
		for _, w := range strings.Fields(line) {
			m[w] = number
		}
	}
	return m
}()

// dayOf reads a date at the beginning of the words: 2026-03-20, 20.03.2026,
// 03/20/2026, 20 March 2026. Of two numbers that may both be the month the first
// one is only with monthFirst.
func dayOf(words []string, monthFirst bool) (date.Date, bool) {
	parts := strings.FieldsFunc(strings.Join(words[:min(5, len(words))], " "), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if len(parts) < 3 {
		return date.Date{}, false
	}
	a, b, c := numeral(parts[0]), numeral(parts[1]), numeral(parts[2])
	var year, month, day int
	switch {
	case len(parts[0]) == 4 && a > 0:
		year, month, day = a, b, c
	case a > 0 && monthOf(parts[1]) > 0:
		year, month, day = c, monthOf(parts[1]), a
	case monthOf(parts[0]) > 0 && b > 0:
		year, month, day = c, monthOf(parts[0]), b
	case a > 0 && (b > 12 || monthFirst && a <= 12):
		year, month, day = c, a, b
	default:
		year, month, day = c, b, a
	}
	if year >= 0 && year < 100 && len(parts[2]) == 2 {
		year += 2000
	}
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if year < 1990 || year > 2100 || int(t.Month()) != month || t.Day() != day || month < 1 {
		return date.Date{}, false
	}
	return date.Of(t), true
}

func numeral(s string) int {
	if n, err := strconv.Atoi(s); err == nil && len(s) <= 4 {
		return n
	}
	return -1
}

func monthOf(s string) int {
	s = label.Fold(s)
	for n := min(5, len(s)); n >= 3; n-- {
		if m, ok := months[s[:n]]; ok {
			return m
		}
	}
	return 0
}
