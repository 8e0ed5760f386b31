package words

import (
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/document/reading/sums"
	"sellingassistant/domain/kernel/optional"
)

// bases lists the usual quantities for which prices are printed without a label of the quantity.
var bases = []decimal.Decimal{decimal.MustParse("10"), decimal.MustParse("100"), decimal.MustParse("1000")}

// found collects the figures of a line and their rows.
type found struct {
	reading.Line
	row   *grid.Row
	also  *grid.Row
	block []*grid.Row
	table *grid.Table
	cells grid.Cells
	// less has the rows below with amounts that are taken off, and with the total after them.
	less []*grid.Row
	// quantity, price and total; nil if missing
	parts [3]*grid.Figure
	// rate has a rate of discount that no label names.
	rate *grid.Figure
	// pack keeps the content of a case, packed the places of its words.
	pack   string
	packed [2]int
	// uneven says that units of any line of the table are no multiple of its cases.
	uneven bool
	// texts has the words of the block by their columns.
	texts map[label.Column][]*grid.Word
}

// lineOf reads the row as a line; next are the rows below it. It is nil where
// the figures are no line.
func lineOf(t *grid.Table, r *grid.Row, next []*grid.Row, ended bool) *found {
	c := t.Cells(r)
	f := &found{row: r, table: t, cells: c}
	f.Kind, f.PriceBase = reading.Product, decimal.One
	if rate, ok := c.Get(label.TaxRate); ok {
		f.TaxRate = rate.Known()
	}
	f.readPack()
	if q, p, total, ok := f.fit(); ok {
		return f.with(q, p, total, reading.Columns)
	}
	if len(c.All(grid.QuantityKinds...)) == 0 && t.SplitQuantity(r, c) {
		return lineOf(t, r, next, ended)
	}
	q, counted := c.Get(grid.QuantityKinds...)
	p, priced := c.Get(grid.PriceKinds...)
	total, summed := c.Get(grid.TotalKinds...)
	if ended {
		return nil
	}
	if a, b, s, ok := grid.Product(r, c); ok {
		if counted && priced && summed && (a != q || b != p) && f.allowed(q, p, total, next) {
			return f.with(q, p, total, reading.Allowance) // 20 of 20 mm may be a factor by chance
		}
		if f = f.with(a, b, s, reading.ByProduct); f != nil && f.eitherWay() {
			f.unclear()
		}
		return f
	}
	if q, p, rate, total, ok := grid.Reduced(r, c); ok {
		f.DiscountPercent, f.rate = optional.Some(rate.Value), rate
		return f.with(q, p, total, reading.ByProduct)
	}
	known := 0
	for _, have := range []bool{counted, priced, summed} {
		if have {
			known++
		}
	}
	if known == 2 {
		if other, a, b, s, ok := f.join(next); ok {
			f.also = other
			return f.with(a, b, s, reading.Joined)
		}
		if net, ok := f.netBelow(q, p, next); ok {
			return f.with(q, p, net, reading.Allowance)
		}
	}
	switch {
	case known == 3 && (f.allowed(q, p, total, next) || f.levied(q, p, total)):
		return f.with(q, p, total, reading.Allowance)
	case counted && summed && total.Value.IsZero() && q.Value.IsPos() && worded(r):
		// Goods that are given away, or that do not come yet: a person has to look.
		return f.take(q, p, total, reading.Placed)
	case known == 3, counted && summed && !t.Has(label.Price) && !t.Has(label.Cost):
		return f.with(q, p, total, reading.Placed)
	case counted && !summed && !t.Has(label.Total) && !t.Has(label.Gross) && !t.Has(label.Price) &&
		!t.Has(label.Cost) && f.countsAlone(q):
		evidence := reading.Columns
		if slices.ContainsFunc(r.Figures, func(x grid.Figure) bool { return x.Value.Scale() == 2 && !x.Percent }) {
			evidence = reading.Placed // amounts with unknown labels
		}
		return f.with(q, p, total, evidence)
	}
	return nil
}

// names reports a line with the name of the tax of its rate: 6 pcs 7 % VAT 13.00.
func (f *found) names(list []sums.Sum) bool {
	if f == nil || slices.Contains(f.parts[:], nil) {
		return false
	}
	_, rated := f.cells.Get(label.TaxRate)
	return rated && !slices.ContainsFunc(list, func(s sums.Sum) bool { return s.Field != label.Tax })
}

// countsAlone reports a quantity without price and total: close to its label, with other words, and
// not a number before a street.
func (f *found) countsAlone(q *grid.Figure) bool {
	r, at := f.row, slices.Index(f.cells.ByColumn, q)
	if len(r.Words) < 2 || at < 0 || !r.Apart(q.First) || namesCount(r, q) {
		return false
	}
	if c := f.table.Columns[at]; max(c.Left-q.Right, q.Left-c.Right) > mostBeside*r.H {
		return false
	}
	next := q.Last + 1
	if r.Apart(next) {
		return true
	}
	w := r.Words[next]
	_, unit := number.Unit(w.Text)
	if unit || label.Fold(w.Text) == "x" {
		return true
	}
	at = f.table.NearestTo(w.Left, w.Right, r.H)
	if at < 0 || w.Left < f.table.Columns[at].Left-mostLeft*r.H {
		return false
	}
	kind := f.table.Columns[at].Kind
	return kind != "" && slices.Contains(grid.TextKinds, kind)
}

// namesCount reports the label of a sum or of a number of pieces as the only text beside a figure.
func namesCount(r *grid.Row, q *grid.Figure) bool {
	_, n := pieces.At(r.Texts())
	name, ok := label.Fields.Whole(grid.Joined(slices.Concat(r.Words[:q.First], r.Words[q.Last+1:])))
	return n > 0 || ok && sums.Named(name)
}

// mostBeside limits the distance of a lone quantity from its label, mostLeft how far left of its
// label a text begins, in heights.
const mostBeside, mostLeft = 2.0, 0.6

// fit finds quantity, price and total below their labels that agree. The taxable amount is a total
// too. Cells below Unit are prices without another label of prices. Numbers with decimals below the
// label of numbers are quantities without another label of quantities. Figures that agree for the
// price of one unit come first.
func (f *found) fit() (q, p, total *grid.Figure, ok bool) {
	quantities := f.cells.All(label.Quantity, label.Cases)
	if len(quantities) == 0 {
		quantities = f.cells.All(label.Ordered)
	}
	quantities = append(quantities, f.cells.All(label.Weight)...)
	if !f.table.Has(label.Weight) && !slices.ContainsFunc(grid.QuantityKinds, f.table.Has) { // # above 400,00
		quantities = slices.DeleteFunc(f.cells.All(label.Position), func(x *grid.Figure) bool { return x.Value.Scale() == 0 })
	}
	prices := f.cells.All(grid.PriceKinds...)
	if !slices.ContainsFunc(grid.PriceKinds, f.table.Has) {
		prices = f.cells.All(label.Unit)
	}
	var based [3]*grid.Figure
	before := f.Line
	for _, total := range f.cells.All(label.Total, label.Gross, label.TaxBase) {
		if total.Value.IsZero() && f.amountAfter(total) {
			continue
		}
		for _, q := range quantities {
			for _, p := range prices {
				if f.cells.Below(p) == label.Unit && (p.Value.Scale() == 0 || !q.Value.IsInt()) {
					continue // the number of units
				}
				if !f.agrees(q, p, total) {
					continue
				}
				if f.PriceBase.IsOne() {
					return f.unitsOf(q, p, total), p, total, true
				}
				if f.Line = before; based[0] == nil {
					based = [3]*grid.Figure{q, p, total}
				}
			}
		}
	}
	if q, p, total = based[0], based[1], based[2]; q != nil && f.agrees(q, p, total) {
		return f.unitsOf(q, p, total), p, total, true
	}
	return nil, nil, nil, false
}

// eitherWay reports a quantity and a price that could be swapped: the quantity is no whole number,
// and no label, unit or currency says which is which.
func (f *found) eitherWay() bool {
	q, p := f.parts[0], f.parts[1]
	return !q.Value.IsInt() && (p.Mark == "" || q.Mark != "") && q.Unit == "" &&
		!slices.Contains(grid.QuantityKinds, f.cells.Below(q)) && f.cells.Below(q) != label.Weight &&
		!slices.Contains(grid.PriceKinds, f.cells.Below(p))
}

// unclear makes quantity and price as unsure as their place alone makes them.
func (f *found) unclear() {
	f.FieldConfidence = map[string]document.Confidence{"quantity": placed, "unit_price": placed}
}

// placed sets the confidence of figures that only their place explains.
const placed document.Confidence = 6_100

// doubt makes lines with an unlabelled quantity unsure if at least as many rows of their table fail
// the same reading.
func (rd *reader) doubt() {
	rows := map[*grid.Table]int{}
	for _, f := range rd.candidates {
		rows[f.table]++
	}
	nameless := func(f *found) bool {
		return f.Evidence == reading.ByProduct && !slices.Contains(grid.QuantityKinds, f.cells.Below(f.parts[0]))
	}
	for _, f := range rd.lines {
		if nameless(f) {
			rows[f.table]--
		}
	}
	for _, f := range rd.lines {
		if nameless(f) && rows[f.table] >= 0 && len(rd.candidates) > 0 {
			f.unclear()
		}
	}
}

// worded reports a row with words beside its figures.
func worded(r *grid.Row) bool {
	words := len(r.Words)
	for _, x := range r.Figures {
		words -= x.Last - x.First + 1
	}
	return words > 0
}

// with takes the figures, nil if missing. A total of 0 is no evidence for other figures.
func (f *found) with(q, p, total *grid.Figure, evidence reading.Evidence) *found {
	if f = f.take(q, p, total, evidence); f.Evidence != reading.Columns && total != nil && total.Value.IsZero() {
		return nil
	}
	return f
}

// take takes the figures, nil if missing.
func (f *found) take(q, p, total *grid.Figure, evidence reading.Evidence) *found {
	take := func(to *reading.Figure, from *grid.Figure) {
		if from != nil && !from.Open {
			*to = from.Known()
		}
	}
	take(&f.Quantity, q)
	take(&f.UnitPrice, p)
	take(&f.LineTotal, total)
	f.parts, f.Evidence = [3]*grid.Figure{q, p, total}, evidence
	if slices.ContainsFunc(f.parts[:], (*grid.Figure).Unread) {
		f.Evidence = reading.Placed
	}
	if q != nil {
		f.Unit = q.Unit
	}
	for _, x := range []*grid.Figure{p, total} {
		if x != nil && x.Currency != "" {
			f.Currency = x.Currency
		}
	}
	return f
}

// agrees reports quantity x price = total. It tries the labelled discount and prices for 10, 100 or
// 1000 units, and stores the values that fit.
func (f *found) agrees(q, p, total *grid.Figure) bool {
	base := decimal.One
	for i, c := range f.table.Columns {
		if f.cells.ByColumn[i] != nil && c.Base > 1 && (c.Kind == label.Price || c.Kind == label.Cost) {
			base = decimal.MustNew(c.Base, 0)
		}
	}
	if b, ok := f.cells.Get(label.Base); ok && b.Value.IsPos() {
		base = b.Value
	}
	if d, ok := f.cells.Get(label.Discount); ok && !d.Open && !d.Value.IsZero() {
		net, fits := reading.Net(q.Value, p.Value, base, d.Value.Abs())
		if fits && reading.Near(net, total.Value) {
			f.PriceBase, f.DiscountPercent = base, optional.Some(d.Value.Abs())
			return true
		}
		if gross, fits := reading.Net(q.Value, p.Value, base, decimal.Zero); fits && !d.Percent {
			if net, err := gross.Sub(d.Value.Abs()); err == nil && reading.Near(net, total.Value) {
				f.PriceBase, f.DiscountAmount = base, optional.Some(d.Value.Abs())
				return true
			}
		}
	}
	if reading.Agree(q.Value, p.Value, base, total.Value) {
		f.PriceBase = base
		return true
	}
	for _, b := range append(f.bases(q), bases...) {
		if d, reduced := f.cells.Get(label.Discount); reduced && !d.Value.IsZero() {
			break // such a price would leave out the discount
		}
		if net, ok := reading.Net(q.Value, p.Value, b, decimal.Zero); ok && !total.Value.IsZero() && reading.Near(net, total.Value) {
			f.PriceBase = b
			return true
		}
	}
	return f.inCases(q, p, total)
}

// inCases reports that cases x units x price = total, also less a rate of discount. The units come
// from the pack of the line, from a whole number without a label, or from the text.
func (f *found) inCases(q, p, total *grid.Figure) bool {
	if q.Unit != "" && q.Unit != "case" || total.Value.IsZero() {
		return false
	}
	makes := func(size decimal.Decimal) bool {
		units, err := q.Value.Mul(size)
		if err != nil || size.Cmp(decimal.One) <= 0 || !f.extends(units, p, total) {
			return false
		}
		if rate, ok := f.cells.Get(label.Discount); ok && rate.Percent {
			f.DiscountPercent = optional.Some(rate.Value.Abs())
		}
		return true
	}
	if pack, ok := number.PackOf(f.pack); ok {
		return makes(decimal.MustNew(pack.Units, 0))
	}
	for i := range f.row.Figures {
		x := &f.row.Figures[i]
		if x != q && x != p && x != total && f.uncounted(x) && x.First == x.Last && makes(x.Value) {
			f.pack, f.packed = x.Value.Trim(0).String(), [2]int{x.First, x.Last + 1}
			return true
		}
	}
	for _, c := range contents(f.table.Texts(f.row, nil, f.packed)[label.Text], false) {
		if makes(decimal.MustNew(c.Units, 0)) {
			f.pack = c.text
			return true
		}
	}
	return false
}

// join looks for a missing quantity, price or total below its label in the next four rows. It stops
// at a row with its own quantity and price.
func (f *found) join(next []*grid.Row) (*grid.Row, *grid.Figure, *grid.Figure, *grid.Figure, bool) {
	q, counted := f.cells.Get(grid.QuantityKinds...)
	p, priced := f.cells.Get(grid.PriceKinds...)
	total, summed := f.cells.Get(grid.TotalKinds...)
	for _, r := range next[:min(4, len(next))] {
		if r.Page != f.row.Page {
			break
		}
		c := f.table.Cells(r)
		q2, counted2 := c.Get(grid.QuantityKinds...)
		p2, priced2 := c.Get(grid.PriceKinds...)
		total2, summed2 := c.Get(grid.TotalKinds...)
		if counted2 && priced2 {
			break
		}
		a, b, s := q, p, total
		switch {
		case !counted && counted2:
			a = q2
		case !priced && priced2:
			b = p2
		case !summed && summed2:
			s = total2
		default:
			continue
		}
		if a.Value.IsNeg() != b.Value.IsNeg() == s.Value.IsNeg() && f.agrees(a, b, s) {
			return r, a, b, s, true
		}
	}
	return nil, q, p, total, false
}
