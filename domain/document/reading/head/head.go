package head

import (
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
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
}

// Read finds issuer, numbers, dates and terms. Undecided reports a date of issue with two readings.
func (s Sheet) Read(order field.Order) (h reading.Header, undecided bool) {
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
	if !h.IssueDate.Known() && !v.undecided {
		h.IssueDate = v.dateOfLetter()
	}
	return h, v.undecided && !h.IssueDate.Known()
}

// written reports a row of words beside the lines and sums.
func (s Sheet) written(r *grid.Row) bool { return s.Roles[r] == Text || s.Roles[r] == Recurring }
