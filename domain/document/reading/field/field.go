package field

import (
	"regexp"
	"strings"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
)

// maxCode and maxText bound a stored value, in bytes.
const maxCode, maxText = 100, 2_000

// Take reads the first words after a label as its value; the first value stays. It returns false
// for words that do not fit the field.
func Take(h *reading.Header, name label.Field, values []string, order Order) bool {
	code := ""
	for i, v := range values[:min(2, len(values))] {
		v = strings.Trim(v, ":#.,;()*")
		if m := numberSigns.FindStringIndex(v); m != nil {
			v = v[m[1]:] // No.4711
		}
		if word := label.Fold(v); name != label.TaxID && (word == "no" || word == "nr") {
			continue
		}
		if name == label.InvoiceNumber || name == label.PONumber {
			v += tail(v, values[i+1:])
		}
		if code = reading.Cut(v, maxCode); code != "" {
			break
		}
	}
	digits := number.HasDigit(code) && strings.Trim(code, "0") != "" // PO value 0
	if !digits && len(values) > 1 && prefix(code) && len(values[0]) <= 4 && startsWithDigit(values[1]) {
		code, digits = reading.Cut(code+" "+strings.Trim(values[1], ":#.,;()"), maxCode), true // INV 2827
	}
	day, isDay := Day(values, order)
	if !isDay && len(values) > 1 && !number.HasDigit(values[0]) { // am, :
		day, isDay = Day(values[1:], order)
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
	switch name {
	case label.InvoiceNumber:
		return text(&h.InvoiceNumber, digits && !isDay && whole(code))
	case label.PONumber:
		return text(&h.PONumber, digits && !isDay && whole(code))
	case label.IssueDate:
		return when(&h.IssueDate)
	case label.DueDate:
		return when(&h.DueDate)
	case label.TaxID:
		if joined := grouped(values); joined != "" {
			code, digits = joined, true // GB 123 4567 89
		}
		return text(&h.Issuer.TaxID, digits && len(code) >= 8 && len(code) <= 20)
	case label.Terms:
		code = reading.Cut(strings.TrimSpace(strings.TrimLeft(strings.Join(values[:min(mostTerms, len(values))], " "),
			": ")), maxText)
		return text(&h.PaymentTerms, code != "")
	}
	return true
}

// tail returns the digits that a space cuts off a number with a sign at its end: 89 of PO- 89.
func tail(code string, next []string) string {
	if len(next) == 0 || !strings.HasSuffix(code, "-") && !strings.HasSuffix(code, "/") {
		return ""
	}
	digits := strings.TrimRight(next[0], ".,;)")
	if _, day := Day(next, DayFirst); day || !tails.MatchString(digits) {
		return ""
	}
	return digits
}

// tails matches digits and capital letters that end a number.
var tails = regexp.MustCompile(`^\d[\dA-Z./-]{0,11}$`)

// whole reports a number that is no amount and does not go on elsewhere, as at a hyphen.
func whole(code string) bool { return !amount.MatchString(code) && !strings.HasSuffix(code, "-") }

// numberSigns matches the sign of a number that touches its digits.
var numberSigns = regexp.MustCompile(`^(?:(?i:no|nr)[.:]|(?i:n)[°º]|№)`)

// amount matches an amount with cents after a comma, or after groups of thousands. No number has
// this form.
var amount = regexp.MustCompile(`^(?:\d+|\d{1,3}(?:\.\d{3})+),\d{2}$|^\d{1,3}(?:,\d{3})+\.\d{2}$`)

// mostGroup bounds the digits of a group of a tax number.
const mostGroup = 5

// grouped joins the groups of a tax number, "" for a number of one group.
func grouped(words []string) string {
	var b strings.Builder
	n := 0
	for _, w := range words {
		w = strings.Trim(w, ":#,;()")
		if n == 0 && w == "" {
			continue
		}
		digits := w != "" && strings.Trim(w, "0123456789") == ""
		if !digits && !(n == 0 && len(w) <= 3 && prefix(w)) || len(w) > mostGroup {
			break
		}
		b.WriteString(w)
		n++
	}
	if n < 2 || b.Len() < 9 {
		return ""
	}
	return b.String()
}

// TaxNumber reports a tax number with the letters of its country, such as DE123456789, also after a
// colon.
func TaxNumber(words []string) bool {
	if len(words) > 0 && label.Fold(words[0]) == "" {
		words = words[1:]
	}
	text := strings.Join(words[:min(5, len(words))], " ")
	m := vatID.FindStringIndex(text)
	return m != nil && m[0] == 0
}

// mostTerms bounds the words of payment terms.
const mostTerms = 30

// prefix reports letters before the digits of a number, such as INV.
func prefix(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool { return r < 'A' || r > 'Z' }) < 0
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }
