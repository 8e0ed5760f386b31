package table

import (
	"strings"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
)

// fieldOf is the label that a text begins with, and what stands behind it. Percentages and currencies may stand between.
func fieldOf(text string) (label.Field, string, bool) {
	words := strings.Fields(text)
	if len(words) > 12 {
		return "", "", false
	}
	field, n := label.Fields.At(words)
	if n == 0 {
		return "", "", false
	}
	rest := words[n:]
	for len(rest) > 0 && sum[field] {
		if _, currency := number.Currency(rest[0]); !currency && !strings.HasSuffix(rest[0], "%") && rest[0] != ":" {
			break
		}
		rest = rest[1:]
	}
	if _, figure := number.Parse(strings.Join(rest, " "), number.Undecided); sum[field] && len(rest) > 0 && !figure {
		return "", "", false // the name of a product that begins like a sum
	}
	return field, strings.TrimSpace(strings.TrimPrefix(strings.Join(rest, " "), ":")), true
}

// field reads a row beside the table: labels, each with its value behind it or in the next cell with content.
func (l *Lines) field(cells []Cell) {
	for i, c := range cells {
		field, value, ok := fieldOf(c.Text)
		if !ok {
			continue
		}
		for _, next := range cells[i+1:] {
			if value != "" {
				break
			}
			value = next.Text
		}
		l.set(field, value)
	}
}

func (l *Lines) set(field label.Field, value string) {
	h := &l.Header
	amount := func(to *reading.Figure) {
		if n, ok := number.Parse(value, l.sign()); ok && !to.Known() {
			*to = optional.Some(n.Value)
			if n.Currency != "" && h.Currency == "" {
				h.Currency = n.Currency
			}
		}
	}
	switch field {
	case label.InvoiceNumber:
		if h.InvoiceNumber == "" && strings.ContainsAny(value, "0123456789") {
			h.InvoiceNumber = short(value, maxCode)
		}
	case label.PONumber:
		if h.PONumber == "" && strings.ContainsAny(value, "0123456789") {
			h.PONumber = short(value, maxCode)
		}
	case label.IssueDate:
		h.IssueDate = day(h.IssueDate, value)
	case label.DueDate:
		h.DueDate = day(h.DueDate, value)
	case label.TaxID:
		h.Issuer.TaxID = short(value, maxCode)
	case label.Terms:
		h.PaymentTerms = short(value, maxText)
	case label.Subtotal:
		amount(&h.Subtotal)
	case label.Shipping:
		amount(&h.Shipping)
	case label.Reduction:
		amount(&h.Discount)
	case label.Tax:
		amount(&h.Tax)
	case label.Sum:
		amount(&h.Total)
		l.summed = l.summed || h.Total.Known()
	}
}

// sign is the decimal sign of the totals, else of the prices.
func (l *Lines) sign() number.Sign {
	for _, kind := range []label.Column{label.Total, label.Price} {
		if at := l.Column(kind); at >= 0 {
			return l.Columns[at].Sign
		}
	}
	return number.Undecided
}

// day reads a date whose order of day and month is certain; a date that was read already stays.
func day(read optional.Maybe[date.Date], text string) optional.Maybe[date.Date] {
	if read.Known() {
		return read
	}
	text, _, _ = strings.Cut(text, "T")
	if parts := strings.Split(text, "."); len(parts) == 3 && len(parts[2]) == 4 && len(parts[0]) <= 2 && len(parts[1]) <= 2 {
		text = parts[2] + "-" + ("0" + parts[1])[len(parts[1])-1:] + "-" + ("0" + parts[0])[len(parts[0])-1:]
	}
	d, err := date.Parse(text)
	if err != nil {
		return read
	}
	return optional.Some(d)
}
