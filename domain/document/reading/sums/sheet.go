package sums

import (
	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/head"
	"sellingassistant/domain/document/reading/label"
)

// Sheet has the rows of a document, their roles, and the lines and sums that were found so far.
type Sheet struct {
	Rows  []*grid.Row
	Roles map[*grid.Row]head.Role
	Lines Lines
	Sums  []Sum
	// Taxes has the sums of a table of taxes.
	Taxes []Sum
	// Lone has the labels of sums that LoneOf finds in the rows.
	Lone []Lone
}

// Lines shows the lines in their order.
type Lines interface {
	Len() int
	Line(i int) Line
}

// Line has the row of a line and its total.
type Line struct {
	Row *grid.Row
	// Printed has the figure of the total, nil if missing.
	Printed *grid.Figure
	Total   reading.Figure
	// Reduced reports a discount that the total has in it.
	Reduced bool
}

// Sum has a labelled amount. After counts the lines before it.
type Sum struct {
	Field label.Field
	Value decimal.Decimal
	After int
	Row   *grid.Row
	// Left has the place where its label begins.
	Left  float64
	rated bool
	// rate has the percentage in its row.
	rate decimal.Decimal
	// name has the folded label, empty for an amount that is not beside it.
	name string
	// open says that the amount has two readings. Text has it as it is printed.
	open bool
	text string
	// worded says that other words follow the label, which may change its meaning.
	worded bool
	// loose says that the amount counts only in sums that add up: other words follow its label, or it
	// is not beside its label.
	loose bool
}

// Named reports a field that a row of a sum can have.
func Named(f label.Field) bool { return named[f] }

var named = map[label.Field]bool{
	label.Subtotal: true, label.Shipping: true, label.Reduction: true, label.Tax: true, label.Sum: true,
	label.Carried: true, label.Paid: true, label.Rounding: true,
}

// LinesTotal adds the lines up; false if the total of any is missing.
func (sh *Sheet) LinesTotal() (sum decimal.Decimal, known bool) {
	known = sh.Lines.Len() > 0
	for i := range sh.Lines.Len() {
		total := sh.Lines.Line(i).Total
		next, err := sum.Add(total.Or(decimal.Zero))
		known = known && err == nil && total.Known()
		sum = next
	}
	return sum, known
}

// end returns the place of the last line, -1 without lines.
func (sh *Sheet) end() int {
	if n := sh.Lines.Len(); n > 0 {
		return sh.Lines.Line(n - 1).Row.At
	}
	return -1
}

// anyTotal reports a line with such a total.
func (sh *Sheet) anyTotal(such func(*grid.Figure) bool) bool {
	for i := range sh.Lines.Len() {
		if total := sh.Lines.Line(i).Printed; total != nil && such(total) {
			return true
		}
	}
	return false
}

// cents reports lines with totals in cents. Figures without decimals count pieces there: Total 27.
func (sh *Sheet) cents() bool {
	return sh.anyTotal(func(total *grid.Figure) bool { return total.Value.Scale() >= 2 })
}

// paid reports a figure that is an amount: with its currency, two decimals or as many as the lines.
func (sh *Sheet) paid(f *grid.Figure) bool {
	scale := f.Value.Scale()
	return f.Currency != "" || f.Mark != "" || scale == 2 || scale > 2 && sh.anyTotal(func(total *grid.Figure) bool {
		return total.Value.Scale() == scale
	})
}

// free reports a row that is no line and no header.
func (sh *Sheet) free(r *grid.Row) bool {
	return sh.Roles[r] == head.Text || sh.Roles[r] == head.Summing
}
