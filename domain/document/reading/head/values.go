package head

import (
	"slices"
	"strings"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
)

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

// values finds the values of all labels.
type values struct {
	Sheet
	order field.Order
	zones []zone
	best  map[label.Field]value
	// joined has the first words of lower rows that continue a label.
	joined map[*grid.Word]bool
	// undecided reports a date with two readings.
	undecided bool
	// vouched reports the running number of an accounting program, which was not taken.
	vouched bool
}

// take keeps the first of the surest values; false for words that are no such value.
func (v *values) take(name label.Field, words []string, sure int) bool {
	if name == label.Terms {
		if day, ok := field.Day(words, v.order); ok && !field.Terms(strings.Join(words, " ")) {
			v.dueOn(day, likely)
			return true
		}
		if words = field.TermsIn(words); !field.Paying(strings.Join(words, " ")) {
			return false
		}
	}
	as := name
	if name == label.OtherDate || name == label.DeliveryDate {
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

// bare lists words that name a number or a date only in a grid with other labels, or in a list of
// labels with a date.
var bare = map[string]label.Field{
	"number": label.InvoiceNumber, "no": label.InvoiceNumber, "nr": label.InvoiceNumber, "nummer": label.InvoiceNumber,
	"numero": label.InvoiceNumber, "doc": label.InvoiceNumber, "n": label.InvoiceNumber, "num": label.InvoiceNumber,
	"номер": label.InvoiceNumber,
}

// read takes the values of the labels of a row.
func (v *values) read(i int) {
	r := v.Rows[i]
	if v.written(r) {
		v.sentences(i)
		if i < v.Start {
			v.titled(i)
		}
	}
	segments := v.segments(i)
	alone, dated := 0, false
	for _, s := range segments {
		if s.n > 0 && len(s.values()) == 0 {
			alone++
		}
		dated = dated || s.name == label.IssueDate || s.name == label.Terms || s.name == label.DueDate ||
			s.name == label.OtherDate
	}
	digits := slices.ContainsFunc(r.Words, func(w *grid.Word) bool { return number.HasDigit(w.Text) })
	for k := range segments {
		s := &segments[k]
		if name, ok := bare[s.text()]; ok && s.n == 0 && dated && !digits {
			s.name, s.n = name, s.last-s.first+1
			alone++
		}
	}
	v.listed(i, segments)
	for k, s := range segments {
		if s.n == 0 || s.name == label.TaxID && v.ofBuyer(s) {
			continue
		}
		sure := sureness(s)
		if v.Roles[r] == Heading {
			sure = guessed
		}
		inGrid := alone > 1 && !digits
		if own := s.values(); len(own) > 0 {
			if v.beside(s, own, sure); s.dated && k+1 < len(segments) && segments[k+1].n == 0 {
				v.takeDate(s, segments[k+1].values())
			}
			if len(own) > 2 || slices.ContainsFunc(own, number.HasDigit) {
				continue
			}
		} else if !inGrid && k+1 < len(segments) && segments[k+1].n == 0 && v.next(s, segments[k+1], sure) {
			continue
		} else if v.stair(k, segments, sure) {
			continue
		}
		if !v.below(k, segments, sure) && inGrid {
			v.above(i, k, segments)
		}
	}
}

// ofBuyer reports a label in the address of a buyer, at its edge.
func (v *values) ofBuyer(s segment) bool {
	return slices.ContainsFunc(v.zones, func(z zone) bool {
		return z.has(s.row, [2]int{s.first, s.last}) && s.left()-z.edge < 2*s.row.H && z.edge-s.left() < 2*s.row.H
	})
}

// sureness rates a label: a title is less sure than the label of a number.
func sureness(s segment) int {
	switch title := s.title(); s.name {
	case label.InvoiceNumber:
		if s.weak() || strings.HasPrefix(title, "receipt") {
			return likely
		}
		if _, ok := bare[title]; ok {
			return likely
		}
	case label.PONumber:
		if first, _, _ := strings.Cut(title, " "); plainOrders[first] {
			return likely
		}
	case label.TaxID:
		if national[title] {
			return likely
		}
	case label.IssueDate:
		switch {
		case len(title) > len("datum"):
		case s.row.Page > 1:
			return guessed // the date of a signature
		default:
			return likely
		}
	}
	return certain
}

// plainOrders has first words of labels of orders that can be the seller's: Order No beside PO No.
var plainOrders = map[string]bool{
	"order": true, "sales": true, "auftrag": true, "auftragsnummer": true, "auftragsnr": true, "ordernummer": true,
	"opdracht": true, "opdrachtnummer": true,
}

// national lists tax numbers that are printed beside the VAT number.
var national = map[string]bool{
	"булстат": true, "булстат no": true, "еик": true,
	"siret": true, "steuernummer": true, "steuer nr": true, "cod fiscale": true, "codice fiscale": true,
}

// titles of documents, which may have the number beside or below them.
var titles = map[string]bool{
	"invoice": true, "rechnung": true, "facture": true, "factura": true, "fattura": true, "factuur": true, "inv": true,
	"credit note": true, "credit memo": true, "gutschrift": true, "avoir": true, "nota de credito": true, "abono": true,
	"nota di credito": true, "nota credito": true, "creditnota": true, "tax invoice": true, "sales invoice": true,
	"commercial invoice": true, "beleg": true, "factura rectificativa": true, "note de credit": true,
	"creditfactuur": true, "фактура": true,
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
		v.take(s.name, v.sentence(s), sure)
		return
	}
	if !v.take(s.name, v.cell(s, v.numberOf(s, own)), sure) {
		return
	}
	if day := datedBy(own[1:]); s.name == label.InvoiceNumber && len(day) > 0 {
		v.take(label.IssueDate, day, likely)
	}
}

// numberOf cuts the date off the value of a label of both, and takes it.
func (v *values) numberOf(s segment, words []string) []string {
	if !s.dated || len(words) == 0 {
		return words
	}
	code, rest, cut := strings.Cut(words[0], "/")
	if _, ok := field.Day([]string{rest}, field.DayFirst); cut && ok {
		v.takeDate(s, []string{rest})
		return []string{code}
	}
	v.takeDate(s, words[1:])
	return words[:1]
}

// takeDate takes the date of a label of a number and a date.
func (v *values) takeDate(s segment, words []string) {
	if len(words) > 0 && label.Fold(words[0]) == "" {
		words = words[1:]
	}
	name := label.IssueDate
	if s.name == label.PONumber {
		name = label.OtherDate
	}
	if _, ok := field.Day(words, v.order); ok {
		v.take(name, words, certain)
	}
}

// due takes the day until which the whole is to be paid.
func (v *values) due(s segment, own []string) {
	if day, known, _ := field.Due(v.sentence(s), v.order); known {
		v.dueOn(day, certain)
	} else {
		v.undecided = v.undecided || v.order == field.Certain && field.Undecided(own)
		if len(own) > 1 && field.Paying(strings.Join(own, " ")) { // 21 days
			v.take(label.Terms, own, likely)
		}
	}
}

// dueOn keeps the first of the surest days.
func (v *values) dueOn(day date.Date, sure int) {
	if v.best[label.DueDate].sure < sure {
		v.best[label.DueDate] = value{sure, reading.Header{DueDate: optional.Some(day)}}
	}
}

// sentence returns the words after a label. A comma continues it in the next row.
func (v *values) sentence(s segment) []string {
	words := grid.TextsOf(s.row.Words[s.first+s.n : s.last+1])
	if s.row.At+1 < len(v.Rows) && strings.HasSuffix(s.row.Words[s.last].Text, ",") {
		next := v.Rows[s.row.At+1]
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
		day, known, _ := field.Due(grid.TextsOf(after.row.Words[after.first:after.last+1]), v.order)
		if known {
			v.dueOn(day, certain)
		}
		return known
	case s.weak() && (len(words) != 1 || len(words[0]) < 3), numbers[s.name] && town(words):
		return false
	case s.name == label.Terms:
		return v.take(s.name, grid.TextsOf(after.row.Words[after.first:after.last+1]), sure)
	}
	return v.take(s.name, v.cell(s, v.numberOf(s, words)), sure)
}

// Distance of a value below its label, in heights.
const reach = 4.6

// below takes a value in the column of its label, in the next rows.
func (v *values) below(k int, segments []segment, sure int) bool {
	s := segments[k]
	for _, r := range v.Rows[s.row.At+1:] {
		if r.Page != s.row.Page || r.Y-s.row.Y > reach*s.row.H || v.Roles[r] == Lining || v.Roles[r] == Summing {
			return false
		}
		list := atLabels(segmentsOf(r), segments)
		for i, c := range list {
			if owner(segments, c) != k {
				continue
			}
			if c.n > 0 || numbers[s.name] && v.running(c) {
				return false
			}
			if v.fits(s, c, sure) {
				if s.dated && i+1 < len(list) && list[i+1].n == 0 {
					v.takeDate(s, list[i+1].values())
				}
				return true
			}
		}
		if s.weak() {
			return false
		}
	}
	return false
}

// halfRow bounds how much lower than its label a value to the right is, in heights of the taller
// word.
const halfRow = 0.6

// stair takes a value to the right of its label that is printed half a row lower.
func (v *values) stair(k int, segments []segment, sure int) bool {
	s, at := segments[k], segments[k].row.At+1
	if at >= len(v.Rows) {
		return false
	}
	next := v.Rows[at]
	if next.Page != s.row.Page || next.Y-s.row.Y > halfRow*max(s.row.H, next.H) {
		return false
	}
	for _, c := range segmentsOf(next) {
		if c.left() < s.right() {
			continue
		}
		between := k+1 < len(segments) && segments[k+1].left() < c.left()
		return !between && c.n == 0 && v.fits(s, c, sure)
	}
	return false
}

// above takes a value of the row before, for labels under their values.
func (v *values) above(i, k int, segments []segment) {
	if i == 0 || v.Rows[i-1].Page != segments[k].row.Page ||
		segments[k].row.Y-v.Rows[i-1].Y > 2*segments[k].row.H {
		return
	}
	for _, c := range segmentsOf(v.Rows[i-1]) {
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
		if s.dated {
			words = v.numberOf(s, words)
		}
		if len(words) > 2 {
			return false
		}
	case label.Terms:
		words = grid.TextsOf(c.row.Words[c.first : c.last+1])
		if !number.HasDigit(grid.Joined(c.row.Words[c.first:c.last+1])) && !field.Terms(strings.Join(words, " ")) {
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

// of has words between a number and its date.
var of = map[string]bool{
	"of": true, "dated": true, "from": true, "vom": true, "du": true, "de": true, "del": true, "van": true, "d d": true,
}
