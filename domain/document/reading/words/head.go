package words

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
)

// segment has words of a row. A label can begin it.
type segment struct {
	row         *grid.Row
	first, last int
	name        label.Field
	// n counts the words of the label, 0 without a label.
	n int
}

func (s segment) left() float64 { return s.row.Words[s.first].Left }

func (s segment) right() float64 { return s.row.Words[s.last].Right }

// values returns the words after the label, without marks such as a colon.
func (s segment) values() []string {
	return slices.DeleteFunc(grid.TextsOf(s.row.Words[s.first+s.n:s.last+1]),
		func(w string) bool { return label.Fold(w) == "" })
}

// title returns the label itself.
func (s segment) title() string { return label.Fold(grid.Joined(s.row.Words[s.first : s.first+s.n])) }

// weak reports the title of a document, which is a label by chance. Invoice # names a number.
func (s segment) weak() bool {
	return titles[s.title()] && !slices.ContainsFunc(s.row.Words[s.first:s.last+1], func(w *grid.Word) bool {
		return strings.ContainsAny(w.Text, "#№") || label.Fold(w.Text) == "" && strings.Contains(w.Text, ":")
	})
}

// heads has the labels of numbers, dates and terms.
var heads = map[label.Field]bool{
	label.InvoiceNumber: true, label.PONumber: true, label.IssueDate: true, label.DueDate: true, label.OtherDate: true,
	label.TaxID: true, label.Terms: true,
}

// segmentsOf parts a row at its gaps and before its labels.
func segmentsOf(r *grid.Row) []segment {
	var list []segment
	for _, chunk := range r.Chunks() {
		s := segment{row: r, first: chunk[0]}
		for i := chunk[0]; i <= chunk[1]; {
			name, n := label.Fields.At(grid.TextsOf(r.Words[i : chunk[1]+1]))
			if n == 0 || !heads[name] || s.pays(i) {
				i++
				continue
			}
			if i > s.first {
				s.last = i - 1
				list = append(list, s)
			}
			s = segment{row: r, first: i, name: name, n: n}
			i += n
		}
		s.last = chunk[1]
		list = append(list, s)
	}
	return list
}

// pays reports a word of a sentence about payment: a label ends it only after a figure.
func (s segment) pays(i int) bool {
	return i > s.first && (s.name == label.Terms || s.name == label.DueDate) && !hasDigit(s.row.Words[i-1].Text)
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// value keeps a value, and how surely it belongs to its label.
type value struct {
	sure int
	reading.Header
}

// The sureness of values. Titles such as INVOICE are labels by chance.
const (
	guessed = iota + 1
	likely
	certain
)

// header reads what stands once on the document.
func (rd *reader) header(sign number.Sign) reading.Header {
	h := reading.Header{Currency: rd.currency()}
	var place field.Place
	for _, r := range rd.rows {
		if rd.roles[r] == lining {
			continue
		}
		for _, c := range r.Chunks() {
			place.Add(grid.Joined(r.Words[c[0] : c[1]+1]))
		}
	}
	order := place.Order(h.Currency, sign == ',')
	h.Currency, rd.unpriced = number.Settled(rd.mark(), h.Currency, place.Currency())
	v := values{rd: rd, order: order, best: map[label.Field]value{}}
	for i, r := range rd.rows {
		if rd.roles[r] != lining {
			v.read(i)
		}
	}
	h.Issuer.Name = rd.issuer()
	h.InvoiceNumber, h.PONumber = v.best[label.InvoiceNumber].InvoiceNumber, v.best[label.PONumber].PONumber
	h.IssueDate, h.DueDate = v.best[label.IssueDate].IssueDate, v.best[label.DueDate].DueDate
	h.Issuer.TaxID, h.PaymentTerms = v.best[label.TaxID].Issuer.TaxID, v.best[label.Terms].PaymentTerms
	if !h.IssueDate.Known() {
		h.IssueDate = v.best[label.OtherDate].IssueDate
	}
	rd.undated = v.undecided && !h.IssueDate.Known()
	rd.sumUp(&h)
	return h
}

// values finds the values of all labels.
type values struct {
	rd    *reader
	order field.Order
	best  map[label.Field]value
	// undecided reports a date with two readings.
	undecided bool
}

// take keeps the first of the surest values; false for words that are no such value.
func (v *values) take(name label.Field, words []string, sure int) bool {
	as := name
	if name == label.OtherDate {
		as = label.IssueDate
	}
	found := value{sure: sure}
	if !field.Take(&found.Header, as, words, v.order) {
		v.undecided = v.undecided || name == label.IssueDate && v.order == field.Certain && field.Undecided(words)
		return false
	}
	if sure > v.best[name].sure {
		v.best[name] = found
	}
	return true
}

// bare lists words that name a number or a date only in a grid with other labels.
var bare = map[string]label.Field{
	"number": label.InvoiceNumber, "no": label.InvoiceNumber, "nr": label.InvoiceNumber, "nummer": label.InvoiceNumber,
	"numero": label.InvoiceNumber, "doc": label.InvoiceNumber,
}

// read takes the values of the labels of a row.
func (v *values) read(i int) {
	r := v.rd.rows[i]
	if v.rd.roles[r] == text || v.rd.roles[r] == recurring {
		v.sentences(i)
	}
	segments := segmentsOf(r)
	alone, dated := 0, false
	for _, s := range segments {
		if s.n > 0 && len(s.values()) == 0 {
			alone++
		}
		dated = dated || s.name == label.IssueDate || s.name == label.Terms || s.name == label.DueDate
	}
	digits := slices.ContainsFunc(r.Words, func(w *grid.Word) bool { return hasDigit(w.Text) })
	for k := range segments {
		s := &segments[k]
		if name, ok := bare[label.Fold(grid.Joined(r.Words[s.first:s.last+1]))]; ok && s.n == 0 && dated && !digits {
			s.name, s.n = name, s.last-s.first+1
			alone++
		}
	}
	for k, s := range segments {
		if s.n == 0 {
			continue
		}
		sure := sureness(s)
		if v.rd.roles[r] == heading {
			sure = guessed
		}
		inGrid := alone > 1 && !digits
		if own := s.values(); len(own) > 0 {
			v.beside(s, own, sure)
			if len(own) > 2 || slices.ContainsFunc(own, hasDigit) {
				continue
			}
		} else if !inGrid && k+1 < len(segments) && segments[k+1].n == 0 && v.next(s, segments[k+1], sure) {
			continue
		}
		if !v.below(i, k, segments, sure) && inGrid {
			v.above(i, k, segments)
		}
	}
}

// sureness rates a label: a title is less sure than the label of a number.
func sureness(s segment) int {
	switch title := s.title(); s.name {
	case label.InvoiceNumber:
		if s.weak() {
			return likely
		}
		if _, ok := bare[title]; ok {
			return likely
		}
	case label.IssueDate:
		if len(title) <= len("datum") {
			return likely
		}
	}
	return certain
}

// titles of documents, which may have the number beside or below them.
var titles = map[string]bool{
	"invoice": true, "rechnung": true, "facture": true, "factura": true, "fattura": true, "factuur": true, "inv": true,
	"credit note": true, "credit memo": true, "gutschrift": true, "avoir": true, "nota de credito": true, "abono": true,
	"nota di credito": true, "nota credito": true, "creditnota": true, "tax invoice": true, "sales invoice": true,
	"commercial invoice": true, "beleg": true, "factura rectificativa": true, "note de credit": true,
	"creditfactuur": true,
}

// beside takes a value that follows its label.
func (v *values) beside(s segment, own []string, sure int) {
	switch s.name {
	case label.DueDate:
		v.due(s, own)
		return
	case label.Terms:
		if field.Terms(strings.Join(own, " ")) {
			sure++
		}
		if first := label.Fold(own[0]); first != "and" && first != "conditions" { // terms and conditions
			v.take(s.name, v.sentence(s), sure)
		}
		return
	}
	if !v.take(s.name, own, sure) {
		return
	}
	if s.name == label.InvoiceNumber && len(own) > 2 && of[label.Fold(own[1])] {
		v.take(label.IssueDate, own[2:], likely)
	}
}

// due takes the day until which the whole is to be paid.
func (v *values) due(s segment, own []string) {
	if day, known, _ := field.Due(v.sentence(s), v.order); known && v.best[label.DueDate].sure < certain {
		v.best[label.DueDate] = value{certain, reading.Header{DueDate: optional.Some(day)}}
	} else if !known {
		v.undecided = v.undecided || v.order == field.Certain && field.Undecided(own)
		if field.Terms(strings.Join(own, " ")) {
			v.take(label.Terms, own, likely)
		}
	}
}

// sentence returns the words after a label. A comma continues it in the next row.
func (v *values) sentence(s segment) []string {
	words := grid.TextsOf(s.row.Words[s.first+s.n : s.last+1])
	if s.row.At+1 < len(v.rd.rows) && strings.HasSuffix(s.row.Words[s.last].Text, ",") {
		next := v.rd.rows[s.row.At+1]
		for _, c := range next.Chunks() {
			left, right := next.Words[c[0]].Left, next.Words[c[1]].Right
			if next.Page == s.row.Page && next.Y-s.row.Y <= 2*s.row.H && left < s.right() && s.left() < right {
				return append(words, grid.TextsOf(next.Words[c[0]:c[1]+1])...)
			}
		}
	}
	return words
}

// next takes a value in the next segment of the row.
func (v *values) next(s, after segment, sure int) bool {
	words := after.values()
	switch {
	case s.name == label.DueDate:
		if day, known, _ := field.Due(grid.TextsOf(after.row.Words[after.first:after.last+1]), v.order); known {
			if v.best[s.name].sure < certain {
				v.best[s.name] = value{certain, reading.Header{DueDate: optional.Some(day)}}
			}
			return true
		}
		return false
	case s.weak() && (len(words) != 1 || len(words[0]) < 3):
		return false
	case s.name == label.Terms:
		return v.take(s.name, grid.TextsOf(after.row.Words[after.first:after.last+1]), sure)
	}
	return v.take(s.name, words, sure)
}

// Distance of a value below its label, in heights.
const reach = 4.6

// below takes a value in the column of its label, in the next rows.
func (v *values) below(i, k int, segments []segment, sure int) bool {
	s := segments[k]
	for _, r := range v.rd.rows[i+1:] {
		if r.Page != s.row.Page || r.Y-s.row.Y > reach*s.row.H || v.rd.roles[r] == lining || v.rd.roles[r] == summing {
			return false
		}
		for _, c := range segmentsOf(r) {
			if owner(segments, c) != k {
				continue
			}
			if c.n > 0 {
				return false
			}
			if v.fits(s, c, sure) {
				return true
			}
		}
		if s.weak() {
			return false
		}
	}
	return false
}

// above takes a value of the row before, for labels under their values.
func (v *values) above(i, k int, segments []segment) {
	if i == 0 || v.rd.rows[i-1].Page != segments[k].row.Page ||
		segments[k].row.Y-v.rd.rows[i-1].Y > 2*segments[k].row.H {
		return
	}
	for _, c := range segmentsOf(v.rd.rows[i-1]) {
		if c.n == 0 && owner(segments, c) == k {
			v.fits(segments[k], c, guessed)
		}
	}
}

// fits takes a segment in the column of a label.
func (v *values) fits(s, c segment, sure int) bool {
	words := c.values()
	switch s.name {
	case label.InvoiceNumber, label.PONumber, label.TaxID:
		if len(words) > 2 {
			return false
		}
	case label.Terms:
		words = grid.TextsOf(c.row.Words[c.first : c.last+1])
		if !hasDigit(grid.Joined(c.row.Words[c.first:c.last+1])) && !field.Terms(strings.Join(words, " ")) {
			return false
		}
	}
	return v.take(s.name, words, sure)
}

// owner finds the segment with the largest overlap, else the nearest within three heights, else -1.
func owner(segments []segment, c segment) int {
	best, found := -3*c.row.H, -1
	for k, s := range segments {
		overlap := min(s.right(), c.right()) - max(s.left(), c.left())
		if overlap > best {
			best, found = overlap, k
		}
	}
	return found
}

// sentences reads payment terms and due dates without a label.
func (v *values) sentences(i int) {
	r := v.rd.rows[i]
	for _, c := range r.Chunks() {
		s := segment{row: r, first: c[0], last: c[1]}
		words := v.sentence(s)
		if len(words) < 2 || !field.Terms(strings.Join(words, " ")) {
			continue
		}
		if name, n := label.Fields.At(words); n > 0 && name == label.Terms {
			continue
		}
		v.take(label.Terms, words, guessed)
		if day, known, _ := field.Due(words, v.order); known && v.best[label.DueDate].sure < likely &&
			field.Discounts(strings.Join(words, " ")) {
			v.best[label.DueDate] = value{likely, reading.Header{DueDate: optional.Some(day)}}
		}
	}
}

// of has words between a number and its date.
var of = map[string]bool{
	"of": true, "dated": true, "from": true, "vom": true, "du": true, "de": true, "del": true, "van": true, "d d": true,
}
