package head

import (
	"regexp"
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// segment has words of a row. A label can begin it.
type segment struct {
	row         *grid.Row
	first, last int
	name        label.Field
	// n counts the words of the label, 0 without a label.
	n int
	// above has the upper row of a label of two rows.
	above *segment
	// dated reports a label of a number and a date: PO number/date.
	dated bool
}

func (s segment) left() float64 {
	left := s.row.Words[s.first].Left
	if s.above != nil {
		left = min(left, s.above.left())
	}
	return left
}

func (s segment) right() float64 {
	right := s.row.Words[s.last].Right
	if s.above != nil {
		right = max(right, s.above.right())
	}
	return right
}

// text returns the folded words.
func (s segment) text() string { return label.Fold(grid.Joined(s.row.Words[s.first : s.last+1])) }

func (s segment) digits() bool {
	return slices.ContainsFunc(grid.TextsOf(s.row.Words[s.first:s.last+1]), number.HasDigit)
}

// values returns the words after the label, without marks such as a colon. Spaces around the hyphen
// of a number part no words: 25 - 11.474.
func (s segment) values() (list []string) {
	words := grid.TextsOf(s.row.Words[s.first+s.n : s.last+1])
	for i := 0; i < len(words); i++ {
		if n := len(list); n > 0 && i+1 < len(words) && words[i] == "-" && numberHead.MatchString(list[n-1]) &&
			numberTail.MatchString(words[i+1]) {
			if _, day := field.Day(words[i+1:i+2], field.DayFirst); !day {
				list[n-1] += "-" + words[i+1]
				i++
				continue
			}
		}
		if label.Fold(words[i]) != "" {
			list = append(list, words[i])
		}
	}
	return list
}

// numberHead and numberTail match the parts of a number before and after a hyphen.
var (
	numberHead = regexp.MustCompile(`^[A-Z]{0,4}\d{1,6}$`)
	numberTail = regexp.MustCompile(`^\d{1,3}(?:\.\d{3})+$|^\d{2,10}$`)
)

// title returns the label itself.
func (s segment) title() string {
	title := label.Fold(grid.Joined(s.row.Words[s.first : s.first+s.n]))
	if s.above != nil {
		return s.above.text() + " " + title
	}
	return title
}

// weak reports the title of a document, which is a label by chance. Invoice # names a number.
func (s segment) weak() bool {
	return titles[s.title()] && !slices.ContainsFunc(s.row.Words[s.first:s.last+1], func(w *grid.Word) bool {
		return strings.ContainsAny(w.Text, "#№") || label.Fold(w.Text) == "" && strings.Contains(w.Text, ":")
	})
}

// heads has the labels of numbers, dates and terms.
var heads = map[label.Field]bool{
	label.InvoiceNumber: true, label.PONumber: true, label.IssueDate: true, label.DueDate: true, label.OtherDate: true,
	label.DeliveryDate: true, label.TaxID: true, label.Terms: true,
}

// segmentsOf parts a row at its gaps and before its labels.
func segmentsOf(r *grid.Row) []segment {
	var list []segment
	for _, chunk := range r.Chunks() {
		if label.Fold(grid.Joined(r.Words[chunk[0]:chunk[1]+1])) == "" {
			continue // a colon between a label and its value
		}
		s := segment{row: r, first: chunk[0]}
		for i := chunk[0]; i <= chunk[1]; {
			words := grid.TextsOf(r.Words[i : chunk[1]+1])
			name, n := label.Fields.At(words)
			numbered, both := pair(words)
			if both > n {
				name, n = numbered, both
			}
			if name == label.Tax && field.TaxNumber(words[n:]) {
				name = label.TaxID // VAT GB123456789
			}
			switch {
			case n == 0 && s.n == 0 && i > chunk[0] && r.Gap(i-1) > wideSpace &&
				number.HasDigit(r.Words[i-1].Text) && day(words):
				s.last = i - 1 // a number and a date below two labels
				list = append(list, s)
				s = segment{row: r, first: i}
				i++
				continue
			case n == 0, !heads[name], s.pays(i, chunk[1]),
				name == label.PONumber && n < len(words) && label.Fold(words[n]) == "box",
				name == label.Terms && lower(r.Words[i].Text) && !strings.HasSuffix(r.Words[i+n-1].Text, ":"):
				i++
				continue
			case name == label.TaxID && (i > chunk[0] && yours[label.Fold(r.Words[i-1].Text)] || ofCustomer(words[n:])):
				i += n // the tax number of the buyer
				continue
			}
			if name == label.IssueDate && n == 1 && i > chunk[0] && compound(r.Words[i-1].Text) {
				name = label.OtherDate // Print Date
				if delivering[label.Fold(r.Words[i-1].Text)] {
					name = label.DeliveryDate // Delv. Date
				}
			}
			if other, more := goesOn(words, name, n); more > n {
				name, n = other, more
			}
			if i > s.first {
				s.last = i - 1
				list = append(list, s)
			}
			s = segment{row: r, first: i, name: name, n: n, dated: both > 0 && both == n}
			i += n
		}
		s.last = chunk[1]
		list = append(list, s)
	}
	return list
}

// wideSpace bounds spaces between words, in heights.
const wideSpace = 0.45

// day reports words that begin with a date in digits.
func day(words []string) bool {
	_, ok := field.Day(words[:1], field.DayFirst)
	_, other := field.Day(words[:1], field.MonthFirst)
	return ok || other
}

// atLabels parts texts between words where a label above begins: 8. August 2026 D-20871 below Date
// and Customer.
func atLabels(list, labels []segment) (parts []segment) {
	for _, c := range list {
		for i := c.first + 1; c.n == 0 && i <= c.last; i++ {
			w := c.row.Words[i]
			if slices.ContainsFunc(labels[1:], func(s segment) bool { return near(s.left(), w.Left, 0.2*c.row.H) }) {
				before := c
				before.last = i - 1
				parts = append(parts, before)
				c.first = i
			}
		}
		parts = append(parts, c)
	}
	return parts
}

// pairs matches the end of a label that names a date too.
var pairs = regexp.MustCompile(`(?i) ?(?:[/&+]|\b(?:and|und|et|y|e|en)\b) ?-?(?:date|datum|fecha|data)[:.]*$`)

// pair reads a label of a number and a date, such as PO number/date. It returns the number's label
// and the words of both, else 0.
func pair(words []string) (label.Field, int) {
	for n := min(longestPair, len(words)); n > 0; n-- {
		text := strings.Join(words[:n], " ")
		at := pairs.FindStringIndex(text)
		if at == nil || at[0] == 0 {
			continue
		}
		if name, ok := label.Fields.Whole(text[:at[0]]); ok && (name == label.InvoiceNumber || name == label.PONumber) {
			return name, n
		}
	}
	return "", 0
}

// longestPair bounds the words of a label of a number and a date.
const longestPair = 6

// goesOn reads a label of a date that goes on after its first word: Fecha envío:, Date printed:.
func goesOn(words []string, name label.Field, n int) (label.Field, int) {
	if name != label.IssueDate && name != label.OtherDate || n != 1 || len(words) < 2 ||
		strings.HasSuffix(words[0], ":") || number.HasDigit(words[1]) {
		return name, n
	}
	if _, ok := field.Day(words[1:], field.DayFirst); ok {
		return name, n
	}
	switch next := label.Fold(words[1]); {
	case delivering[next]:
		return label.DeliveryDate, 2
	case next != "" && strings.HasSuffix(words[1], ":") && len(words[1]) > 2:
		return label.OtherDate, 2
	}
	return name, n
}

// delivering has words of labels of days that date no document: of a delivery, a need, a promise, a
// shipment or an expiry.
var delivering = map[string]bool{
	"delivery": true, "delv": true, "deliv": true, "del": true, "dlv": true, "delivered": true, "ship": true,
	"shipping": true, "shipped": true, "shipment": true, "dispatch": true, "despatch": true, "required": true,
	"req": true, "reqd": true, "requested": true, "request": true, "need": true, "needed": true, "promise": true,
	"promised": true, "prom": true, "arrival": true, "expected": true, "pickup": true, "pick": true, "up": true,
	"receipt": true, "received": true, "expiry": true, "expiration": true, "expires": true, "valid": true,
	"cancel": true, "start": true, "end": true, "birth": true, "liefer": true, "lieferung": true, "versand": true,
	"livraison": true, "expedition": true, "envio": true, "entrega": true, "prevista": true, "consegna": true,
	"spedizione": true, "levering": true, "verzending": true, "leistung": true,
}

// pays reports a word of a sentence about payment: a label ends it only after a figure.
func (s segment) pays(i, last int) bool {
	if s.n == 0 && i-s.first > 1 && i-s.first < mostCounted { // 45 jours date de facture
		return number.HasDigit(s.row.Words[s.first].Text) && field.Paying(grid.Joined(s.row.Words[s.first:i])) &&
			!slices.ContainsFunc(s.row.Words[i:last+1], func(w *grid.Word) bool { return number.HasDigit(w.Text) })
	}
	return i > s.first && (s.name == label.Terms || s.name == label.DueDate) && !number.HasDigit(s.row.Words[i-1].Text)
}

// mostCounted bounds the words of a number of days before the words from when they count.
const mostCounted = 6

// compound reports a word that a label goes on with, as in Delv. Date.
func compound(word string) bool {
	plain := label.Fold(word)
	return plain != "" && !number.HasDigit(word) && !titles[plain] && !strings.HasSuffix(word, ":") &&
		!strings.HasSuffix(word, ",")
}

// lower reports a word in small letters. Terms of a sentence are no label.
func lower(word string) bool { return word != "" && word == strings.ToLower(word) }

// yours has words before a number of the buyer, as in your VAT number.
var yours = map[string]bool{
	"your": true, "customer": true, "customers": true, "client": true, "buyer": true, "ihre": true, "kunden": true,
	"votre": true, "su": true, "sus": true, "cliente": true, "vostra": true, "vs": true, "uw": true, "klant": true,
}

// ofCustomer reports words that end the label of a number of the buyer: Partita IVA Cliente.
func ofCustomer(words []string) bool {
	if len(words) == 0 || number.HasDigit(words[0]) {
		return false
	}
	first, _, _ := strings.Cut(label.Fold(words[0]), " ")
	return first == "cliente" || first == "client" || first == "customer" || first == "kunde"
}

// numbers lists labels of numbers of documents.
var numbers = map[label.Field]bool{label.InvoiceNumber: true, label.PONumber: true}

// town reports a code of five digits and the name of a town, which are no number of a document:
// SALE ORDER   31200 TOULOUSE.
func town(words []string) bool {
	return len(words) > 1 && len(words[0]) == 5 && strings.Trim(words[0], "0123456789") == "" &&
		!slices.ContainsFunc(words[1:], number.HasDigit) && field.Name(strings.Join(words[1:], " "))
}
