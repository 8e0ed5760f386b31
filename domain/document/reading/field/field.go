package field

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
)

// Order says which of two numbers of a date is the month, where both can be.
type Order int

// The orders. Certain refuses a date that could be two days.
const (
	Certain Order = iota
	DayFirst
	MonthFirst
)

// maxCode and maxText bound what is kept of a value, in bytes.
const maxCode, maxText = 100, 2_000

// Take reads the first words behind a label as its value; the first value stays.
// It is false for words that are no such value.
func Take(h *reading.Header, name label.Field, values []string, order Order) bool {
	code := ""
	for _, v := range values[:min(2, len(values))] {
		if code = cut(strings.Trim(v, ":#.,;()"), maxCode); code != "" {
			break
		}
	}
	digits := strings.ContainsAny(code, "0123456789")
	day, isDay := Day(values, order)
	if !isDay && len(values) > 1 && !strings.ContainsAny(values[0], "0123456789") { // am, :
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
		code = cut(strings.TrimSpace(strings.TrimLeft(strings.Join(values[:min(12, len(values))], " "), ": ")), maxText)
		return text(&h.PaymentTerms, code != "")
	}
	return true
}

func cut(s string, most int) string {
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "")
	}
	return s
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

// Day reads a date at the beginning of the words: 2026-03-20, 20.03.2026, 03/20/2026, 20 March 2026. A
// time of day may stand behind it. With Certain, dots stand between a day and a month.
func Day(words []string, order Order) (date.Date, bool) {
	text := strings.Join(words[:min(5, len(words))], " ")
	parts := strings.FieldsFunc(text[:min(len(text), maxCode)], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(parts) < 3 {
		return date.Date{}, false
	}
	last, _, _ := strings.Cut(parts[2], "T")
	a, b, c := numeral(parts[0]), numeral(parts[1]), numeral(last)
	var year, month, day int
	switch {
	case len(parts[0]) == 4 && a > 0:
		year, month, day = a, b, c
	case a > 0 && monthOf(parts[1]) > 0:
		year, month, day = c, monthOf(parts[1]), a
	case monthOf(parts[0]) > 0 && b > 0:
		year, month, day = c, monthOf(parts[0]), b
	case order == Certain && a <= 12 && b <= 12 && a != b && !strings.HasPrefix(text, parts[0]+"."):
		return date.Date{}, false
	case a > 0 && (b > 12 || order == MonthFirst && a <= 12):
		year, month, day = c, a, b
	default:
		year, month, day = c, b, a
	}
	if year >= 0 && year < 100 && len(last) == 2 {
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
