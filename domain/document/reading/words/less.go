package words

import (
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/optional"
)

// taken has an amount or a rate that may be taken off a line, and its row.
type taken struct {
	grid.Figure
	row *grid.Row
}

// allowed reports that the total misses quantity x price by an amount, the sum of several or a
// percentage that is printed beside them.
func (f *found) allowed(q, p, total *grid.Figure, next []*grid.Row) bool {
	gross, ok := reading.Net(q.Value, p.Value, decimal.One, decimal.Zero)
	less, err := gross.Sub(total.Value.Abs())
	if !ok || err != nil || !less.IsPos() {
		return false
	}
	var beside []taken
	for _, x := range f.row.Figures {
		if x.First != q.First && x.First != p.First && x.First != total.First {
			beside = append(beside, taken{x, f.row})
		}
	}
	for _, r := range f.below(next, 3) {
		for _, x := range r.Figures {
			beside = append(beside, taken{x, r})
		}
	}
	beside = slices.DeleteFunc(beside, func(x taken) bool { return x.Open })
	var amounts []taken
	for i, x := range beside {
		if x.Percent {
			if net, ok := reading.Net(q.Value, p.Value, decimal.One, x.Value.Abs()); ok && reading.Near(net, total.Value) {
				f.DiscountPercent = optional.Some(x.Value.Abs())
				f.takeOff(x)
				return true
			}
			continue
		}
		if x.Value.Scale() == 0 {
			continue
		}
		amounts = append(amounts, x)
		if f.sumOff(less, x) {
			return true
		}
		for _, y := range beside[:i] {
			if !y.Percent && y.Value.Scale() > 0 && f.sumOff(less, x, y) {
				return true
			}
		}
	}
	return len(amounts) > 2 && f.sumOff(less, amounts...)
}

// levied takes the difference to the total off the line if amounts without a label explain it.
func (f *found) levied(q, p, total *grid.Figure) bool {
	less, ok := grid.Levied(f.row, f.cells, q, p, total)
	if ok {
		f.DiscountAmount = optional.Some(less)
	}
	return ok
}

// sumOff takes amounts off the line if they make the difference.
func (f *found) sumOff(less decimal.Decimal, amounts ...taken) bool {
	var sum decimal.Decimal
	for _, x := range amounts {
		next, err := sum.Add(x.Value.Abs())
		if err != nil {
			return false
		}
		sum = next
	}
	if !reading.Near(sum, less) {
		return false
	}
	f.DiscountAmount = optional.Some(sum)
	f.takeOff(amounts...)
	return true
}

// takeOff makes the rows of figures part of the line.
func (f *found) takeOff(amounts ...taken) {
	for _, x := range amounts {
		if x.row != f.row && !slices.Contains(f.less, x.row) {
			f.less = append(f.less, x.row)
		}
	}
}

// below lists the rows below the line, before a row that has its own quantity and price.
func (f *found) below(next []*grid.Row, most int) []*grid.Row {
	for i, r := range next[:min(most, len(next))] {
		c := f.table.Cells(r)
		_, counted := c.Get(grid.QuantityKinds...)
		if _, priced := c.Get(grid.PriceKinds...); counted && priced || r.Page != f.row.Page {
			return next[:i]
		}
	}
	return next[:min(most, len(next))]
}

// netBelow finds the total below the amounts that are taken off quantity x price.
func (f *found) netBelow(q, p *grid.Figure, next []*grid.Row) (*grid.Figure, bool) {
	if q == nil || p == nil {
		return nil, false
	}
	gross, ok := reading.Net(q.Value, p.Value, decimal.One, decimal.Zero)
	if !ok {
		return nil, false
	}
	var amounts []taken
	for _, r := range f.below(next, maxLess) {
		total, summed := f.table.Cells(r).Get(grid.TotalKinds...)
		if summed && total.Value.IsNeg() != (q.Value.IsNeg() != p.Value.IsNeg()) {
			total, summed = nil, false // an amount below the label of totals
		}
		for i := range r.Figures {
			if x := &r.Figures[i]; x != total && !x.Percent && !x.Open && x.Value.Scale() > 0 {
				amounts = append(amounts, taken{*x, r})
			}
		}
		if !summed {
			continue
		}
		less, err := gross.Sub(total.Value.Abs())
		if err == nil && less.IsPos() && len(amounts) > 0 && f.sumOff(less, amounts...) {
			f.takeOff(taken{*total, r})
			return total, true
		}
		break
	}
	return nil, false
}

// totalBelow finds the total of a row with quantity and price below its label in the next two rows.
// It may differ from quantity x price, so that the printed sum has to decide about the line.
func (rd *reader) totalBelow(f *found) (*grid.Figure, bool) {
	for _, r := range f.below(rd.rows[f.row.At+1:], totalRows) {
		if list := rd.printed().In(r); len(list) > 0 {
			break
		}
		c := f.table.Cells(r)
		if total, summed := c.Get(grid.TotalKinds...); summed && total.Value.Scale() >= 2 && !total.Open {
			f.also = r
			return total, true
		}
	}
	return nil, false
}

// totalRows bounds the rows between a line and its total.
const totalRows = 2

// takeReductions takes the amounts off lines that are printed below them.
func (rd *reader) takeReductions() {
	var off map[int]decimal.Decimal
	off, rd.sums = rd.printed().OffLines()
	for at, amount := range off {
		f := rd.lines[at]
		if total, err := f.LineTotal.Or(decimal.Zero).Sub(amount); err == nil {
			f.DiscountAmount, f.LineTotal = optional.Some(amount), optional.Some(total)
			f.Evidence = reading.Allowance
		}
	}
}

// maxLess bounds the rows of amounts that are taken off a line.
const maxLess = 5

// namesReduction reports a row that begins with the label of a discount.
func namesReduction(r *grid.Row) bool {
	field, n := label.Fields.At(r.Texts())
	return n > 0 && field == label.Reduction
}
