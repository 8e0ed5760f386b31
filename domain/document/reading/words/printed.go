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
		text := reading.Cut(s.Row.Text(), maxText)
		list = append(list, reading.Line{
			Page: s.Row.Page, RawText: text, Description: text, PriceBase: decimal.One, LineTotal: optional.Some(amount),
			Currency: h.Currency, Kind: reading.Fee, Evidence: reading.Columns,
		})
	}
	return list
}
