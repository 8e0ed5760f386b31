package words

import (
	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/sums"
	"sellingassistant/domain/kernel/optional"
)

// printed gives the rows and their figures to the reader of sums.
func (rd *reader) printed() *sums.Sheet {
	return &sums.Sheet{
		Rows: rd.rows, Roles: rd.roles, Lines: foundLines(rd.lines), Sums: rd.sums, Taxes: rd.taxes, Lone: rd.lone,
	}
}

// foundLines shows the totals of lines.
type foundLines []*found

func (l foundLines) Len() int { return len(l) }

func (l foundLines) Line(i int) sums.Line {
	return sums.Line{
		Row: l[i].row, Printed: l[i].parts[2], Total: l[i].LineTotal,
		Reduced: l[i].DiscountAmount.Known() || l[i].DiscountPercent.Known(),
	}
}

// roundings makes lines of the roundings below the products. They are part of the total and no
// items.
func (rd *reader) roundings(h reading.Header) (list []reading.Line) {
	for _, s := range rd.printed().Roundings() {
		amount, part := h.Rounded(s.Value)
		if !part || s.After < len(rd.lines) {
			continue
		}
		l := belowLine(s, amount)
		l.Description, l.Kind = l.RawText, reading.Fee
		list = append(list, l)
	}
	return list
}

// belowLine makes a line of an amount below the lines.
func belowLine(s sums.Sum, amount decimal.Decimal) reading.Line {
	return reading.Line{
		Page: s.Row.Page, RawText: reading.Cut(s.Row.Text(), maxText), Description: reading.Cut(s.Text(), maxText),
		PriceBase: decimal.One, LineTotal: optional.Some(amount), Evidence: reading.Columns,
	}
}

// takeCharges makes lines of the charges and discounts below the lines that no label names, and of
// further ones beside those of the header.
func (rd *reader) takeCharges() {
	rd.loneLabels()
	for _, s := range rd.printed().Charges() {
		l := belowLine(s, s.Value)
		if l.Sort(); l.Kind == reading.Product {
			l.Kind = reading.Fee
		}
		rd.roles[s.Row] = summing
		rd.charges = append(rd.charges, l)
	}
}

// loneLabels finds the labels of sums that are alone in their rows.
func (rd *reader) loneLabels() {
	if rd.lone == nil {
		rd.lone = sums.LoneOf(rd.rows)
	}
}
