package words

import (
	"sellingassistant/domain/document/reading/sums"
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

// takeCharges makes lines of the charges and discounts below the lines that no label names.
func (rd *reader) takeCharges() {
	rd.loneLabels()
	for _, s := range rd.printed().Charges() {
		rd.roles[s.Row] = summing
		rd.charges = append(rd.charges, s.Charge())
	}
}

// loneLabels finds the labels of sums that are alone in their rows.
func (rd *reader) loneLabels() {
	if rd.lone == nil {
		rd.lone = sums.LoneOf(rd.rows)
	}
}
