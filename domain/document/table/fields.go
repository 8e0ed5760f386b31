package table

import (
	"strings"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
)

// fieldOf is the label that a text begins with, and what stands behind it. It passes by percentages
// and currencies.
func fieldOf(text string) (label.Field, string, bool) {
	words := strings.Fields(number.WithoutRates(text))
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
		name, value, ok := fieldOf(c.Text)
		if !ok {
			continue
		}
		for _, next := range cells[i+1:] {
			if value != "" {
				break
			}
			if next.Kind == Percent || sum[name] && number.Rate(next.Text) {
				continue // the next figure can be the amount
			}
			value = next.Text
		}
		l.set(name, value)
	}
}

func (l *Lines) set(name label.Field, value string) {
	h := &l.Header
	amount := func(to *reading.Figure) {
		if n, ok := number.Parse(value, l.sign()); ok && !to.Known() {
			*to = optional.Some(n.Value)
			if n.Currency != "" && h.Currency == "" {
				h.Currency = n.Currency
			}
		}
	}
	switch name {
	case label.Subtotal:
		if l.subtotalled = l.read; !l.grouped {
			amount(&h.Subtotal)
		}
	case label.Shipping:
		amount(&h.Shipping)
	case label.Reduction:
		amount(&h.Discount)
	case label.Tax:
		amount(&h.Tax)
	case label.Sum:
		amount(&h.Total)
		l.summed = l.summed || h.Total.Known()
	case label.OtherDate:
		field.Take(&l.other, label.IssueDate, []string{value}, field.Certain)
	default:
		field.Take(h, name, []string{value}, field.Certain)
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
