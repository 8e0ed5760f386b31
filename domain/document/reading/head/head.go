package head

import (
	"maps"
	"slices"
	"strings"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
)

// Role names the use of a row.
type Role int

// The roles. Every other row has the role Text.
const (
	Text Role = iota
	Heading
	Summing
	Recurring
	Lining
)

// Sheet has the rows of a document and their roles. The first line is in the row at Start.
type Sheet struct {
	Rows  []*grid.Row
	Roles map[*grid.Row]Role
	Start int
	// Ordered reports a purchase order, which the buyer prints and the seller gets.
	Ordered bool
	// Slip reports a packing slip, which the day of its delivery dates.
	Slip bool
}

// Read finds issuer, numbers, dates and terms. Undecided reports a date of issue with two readings.
func (s Sheet) Read(order field.Order) (h reading.Header, undecided bool) {
	s.part()
	v := values{
		Sheet: s, order: order, zones: s.zones(), best: map[label.Field]value{}, joined: map[*grid.Word]bool{},
	}
	for i, r := range s.Rows {
		if s.Roles[r] != Lining {
			v.read(i)
		}
	}
	h.Issuer.Name = s.issuer(v.zones)
	h.InvoiceNumber, h.PONumber = v.best[label.InvoiceNumber].InvoiceNumber, v.best[label.PONumber].PONumber
	h.IssueDate, h.DueDate = v.best[label.IssueDate].IssueDate, v.best[label.DueDate].DueDate
	h.Issuer.TaxID, h.PaymentTerms = v.best[label.TaxID].Issuer.TaxID, v.best[label.Terms].PaymentTerms
	if other := v.best[label.OtherDate].IssueDate; other.Known() && v.best[label.IssueDate].sure <= guessed {
		h.IssueDate = other
	}
	if !h.IssueDate.Known() && s.Slip {
		h.IssueDate = v.best[label.DeliveryDate].IssueDate
	}
	if !h.IssueDate.Known() && !v.undecided {
		h.IssueDate = v.dateOfLetter()
	}
	if s.Ordered { // an order has a number of its own, and is due when the goods arrive
		if h.PONumber == "" {
			h.PONumber = h.InvoiceNumber
		}
		h.InvoiceNumber, h.DueDate = "", optional.Maybe[date.Date]{}
		if h.PONumber == "" && v.vouched {
			h.PONumber = v.reference()
		}
	}
	return h, v.undecided && !h.IssueDate.Known()
}

// part separates labels from the values that touch them: NO:4711, Date:2026-03-20.
func (s *Sheet) part() {
	cloned := false
	for i, r := range s.Rows {
		words := partsOf(r.Words)
		if len(words) == len(r.Words) {
			continue
		}
		if !cloned {
			s.Rows, s.Roles, cloned = slices.Clone(s.Rows), maps.Clone(s.Roles), true
		}
		row := *r
		row.Words, row.Figures = words, nil
		s.Rows[i] = &row
		if role, ok := s.Roles[r]; ok {
			s.Roles[&row] = role
		}
	}
}

func partsOf(words []*grid.Word) []*grid.Word {
	for i := 0; i < len(words); i++ {
		w := words[i]
		at := strings.IndexByte(w.Text, ':') + 1
		if at == 0 || at == len(w.Text) || at > 1 && !labelled(w.Text[:at-1]) || strings.HasPrefix(w.Text[at:], "//") {
			continue
		}
		first, last := *w, *w
		first.Text, last.Text = w.Text[:at], w.Text[at:]
		first.Right -= (w.Right - w.Left) * float64(len(last.Text)) / float64(len(w.Text))
		last.Left = first.Right
		words = slices.Concat(words[:i], []*grid.Word{&first, &last}, words[i+1:])
	}
	return words
}

// leastParty bounds the letters of the label of a party that touches its name: Vendor:Lamps Ltd.
const leastParty = 5

// labelled reports a label of the header or of a party, or a word that names a number.
func labelled(text string) bool {
	name, ok := label.Fields.Whole(text)
	_, short := bare[label.Fold(text)]
	_, party := field.Parties.Whole(text)
	return ok && heads[name] || short || party && len([]rune(text)) >= leastParty
}

// written reports a row of words beside the lines and sums.
func (s Sheet) written(r *grid.Row) bool { return s.Roles[r] == Text || s.Roles[r] == Recurring }
