package words

import (
	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// amountAfter reports an amount to the right of a total of 0, which is then no total of the line.
func (f *found) amountAfter(total *grid.Figure) bool {
	for i := range f.row.Figures {
		x := &f.row.Figures[i]
		if x.First > total.Last && !x.Percent && !x.Value.IsZero() && f.cells.Below(x) != label.TaxRate {
			return true
		}
	}
	return false
}

// unitsOf returns the units of cases, where a column without a label counts them: 5 cases of 20
// beside 100. Else it returns the quantity.
func (f *found) unitsOf(q, p, total *grid.Figure) *grid.Figure {
	pack, packed := number.PackOf(f.pack)
	for i := range f.row.Figures {
		x := &f.row.Figures[i]
		if x == p || x == total || x.Open || f.inPack(x) || !f.uncounted(x) || x.Value.Cmp(q.Value) <= 0 ||
			!f.PriceBase.IsOne() {
			continue
		}
		units, err := q.Value.Mul(decimal.MustNew(max(1, pack.Units), 0))
		if !f.extends(q.Value, p, total) && f.extends(x.Value, p, total) || packed && err == nil && units.Equal(x.Value) {
			return x
		}
	}
	return q
}

// bases lists the pieces of units that the row names after the quantity, such as doz for the price
// of twelve.
func (f *found) bases(q *grid.Figure) (list []decimal.Decimal) {
	for _, w := range f.row.Words[q.Last+1:] {
		unit, _ := number.Unit(w.Text)
		if n, ok := number.Pieces(unit); ok && unit != q.Unit {
			list = append(list, decimal.MustNew(n, 0))
		}
	}
	return list
}

// inPack reports a number of the content of a case.
func (f *found) inPack(x *grid.Figure) bool { return x.First >= f.packed[0] && x.Last < f.packed[1] }

// extends reports units x price = total to the cent, less a rate of discount below its label.
func (f *found) extends(units decimal.Decimal, p, total *grid.Figure) bool {
	rate, reduced := f.cells.Get(label.Discount)
	if !reduced || !rate.Percent || rate.Open {
		return grid.Exact(units, p.Value, total.Value)
	}
	net, ok := reading.Net(units, p.Value, decimal.One, rate.Value.Abs())
	return ok && reading.Near(net, total.Value)
}

// uncounted reports a whole number without a unit, a currency or a label of known meaning.
func (f *found) uncounted(x *grid.Figure) bool {
	at := f.table.NearestTo(x.Left, x.Right, f.row.H)
	return x.Value.IsInt() && x.Value.IsPos() && x.Unit == "" && x.Currency == "" && !x.Percent &&
		(at < 0 || f.table.Columns[at].Kind == "")
}
