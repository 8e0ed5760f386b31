package words

import (
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
)

// bases are what prices are for when their label does not say so.
var bases = []decimal.Decimal{decimal.MustParse("10"), decimal.MustParse("100"), decimal.MustParse("1000")}

// found is a line in the making: its figures, and the rows they stand in.
type found struct {
	reading.Line
	row   *grid.Row
	also  *grid.Row
	block []*grid.Row
	table *grid.Table
	cells grid.Cells
	// parts are quantity, price and total, nil for what is missing.
	parts [3]*grid.Figure
	// pack keeps the content of a case, packed the places of its words.
	pack   string
	packed [2]int
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
	if len(c.All(grid.QuantityKinds...)) == 0 && f.splitQuantity() {
		return lineOf(t, r, next, ended)
	}
	q, counted := c.Get(grid.QuantityKinds...)
	p, priced := c.Get(grid.PriceKinds...)
	total, summed := c.Get(grid.TotalKinds...)
	if ended {
		return nil
	}
	if a, b, total, ok := product(r, c); ok {
		return f.with(a, b, total, reading.ByProduct)
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
	}
	switch {
	case known == 3 && f.allowed(q, p, total, next):
		return f.with(q, p, total, reading.Allowance)
	case counted && summed && total.Value.IsZero() && q.Value.IsPos() && worded(r):
		// Goods that are given away, or that do not come yet: a person has to look.
		return f.take(q, p, total, reading.Placed)
	case known == 3, counted && summed && !t.Has(label.Price) && !t.Has(label.Cost):
		return f.with(q, p, total, reading.Placed)
	case counted && !summed && !t.Has(label.Total) && !t.Has(label.Gross) && !t.Has(label.Price) && !t.Has(label.Cost) && len(r.Words) > 1 && r.Apart(q.First):
		return f.with(q, p, total, reading.Columns)
	}
	return nil
}

// fit finds quantity, price and total below their labels that agree. The taxable amount is a total
// too.
func (f *found) fit() (q, p, total *grid.Figure, ok bool) {
	quantities := f.cells.All(label.Quantity, label.Cases)
	if len(quantities) == 0 {
		quantities = f.cells.All(label.Ordered)
	}
	for _, total := range f.cells.All(label.Total, label.Gross, label.TaxBase) {
		for _, q := range quantities {
			for _, p := range f.cells.All(grid.PriceKinds...) {
				if f.agrees(q, p, total) {
					return q, p, total, true
				}
			}
		}
	}
	return nil, nil, nil, false
}

// worded reports a row with words beside its figures.
func worded(r *grid.Row) bool {
	words := len(r.Words)
	for _, x := range r.Figures {
		words -= x.Last - x.First + 1
	}
	return words > 0
}

// with takes the figures, nil for what is missing. A total of 0 is no evidence for other figures.
func (f *found) with(q, p, total *grid.Figure, evidence reading.Evidence) *found {
	if f = f.take(q, p, total, evidence); f.Evidence != reading.Columns && total != nil && total.Value.IsZero() {
		return nil
	}
	return f
}

// take takes the figures, nil for what is missing.
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

// agrees reports quantity x price = total, also with the discount below its label
// or a price for 10, 100 or 1000, and keeps what it took for that.
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
	for _, b := range bases {
		if net, ok := reading.Net(q.Value, p.Value, b, decimal.Zero); ok && !total.Value.IsZero() && reading.Near(net, total.Value) {
			f.PriceBase = b
			return true
		}
	}
	pack, _ := number.PackOf(f.pack)
	units, err := q.Value.Mul(decimal.MustNew(max(1, pack.Units), 0))
	return err == nil && pack.Units > 1 && (q.Unit == "" || q.Unit == "case") && !total.Value.IsZero() &&
		grid.Exact(units, p.Value, total.Value)
}

// product finds two numbers of a row whose product is a third one: the rightmost
// with two decimals. Those below the labels of quantity and price come first.
func product(r *grid.Row, c grid.Cells) (a, b, total *grid.Figure, ok bool) {
	best := -1
	for k := len(r.Figures) - 1; k >= 2; k-- {
		s := &r.Figures[k]
		if s.Value.Scale() != 2 || s.Percent || s.Value.IsZero() {
			continue
		}
		for i := range k {
			for j := range k {
				x, y := &r.Figures[i], &r.Figures[j]
				if i == j || x.Percent || y.Percent || x.Decimals() > y.Decimals() || x.Value.IsZero() ||
					!grid.Exact(x.Value, y.Value, s.Value) {
					continue
				}
				if slices.Contains(noFactors, c.Below(x)) || slices.Contains(noFactors, c.Below(y)) {
					continue
				}
				if score := agreement(c, x, y, s, i < j); score > best {
					best, a, b, total = score, x, y, s
				}
			}
		}
		break
	}
	return a, b, total, best >= 0
}

// noFactors lists columns without quantities and prices.
var noFactors = []label.Column{label.TaxRate, label.TaxAmount, label.TaxBase, label.Discount, label.Position}

// agreement counts how many of quantity, price and total stand below their labels.
func agreement(c grid.Cells, q, p, total *grid.Figure, inOrder bool) int {
	score := 0
	for _, x := range []struct {
		figure *grid.Figure
		kinds  []label.Column
	}{{q, grid.QuantityKinds}, {p, grid.PriceKinds}, {total, grid.TotalKinds}} {
		if f, ok := c.Get(x.kinds...); ok && f == x.figure {
			score += 2
		}
	}
	if inOrder {
		score++
	}
	if q.Unit != "" {
		score++
	}
	return score
}

// join looks for the missing one of quantity, price and total below its label in
// the next four rows, before a row that has its own quantity and price.
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
		if f.agrees(a, b, s) {
			return r, a, b, s, true
		}
	}
	return nil, q, p, total, false
}

// allowed reports that the total misses quantity x price by an amount, the sum
// of two or a percentage that is printed beside them.
func (f *found) allowed(q, p, total *grid.Figure, next []*grid.Row) bool {
	gross, ok := reading.Net(q.Value, p.Value, decimal.One, decimal.Zero)
	less, err := gross.Sub(total.Value.Abs())
	if !ok || err != nil || !less.IsPos() {
		return false
	}
	var beside []grid.Figure
	for _, x := range f.row.Figures {
		if x.First != q.First && x.First != p.First && x.First != total.First {
			beside = append(beside, x)
		}
	}
	for _, r := range next[:min(3, len(next))] {
		c := f.table.Cells(r)
		_, counted := c.Get(grid.QuantityKinds...)
		if _, priced := c.Get(grid.PriceKinds...); counted && priced || r.Page != f.row.Page {
			break
		}
		beside = append(beside, r.Figures...)
	}
	beside = slices.DeleteFunc(beside, func(x grid.Figure) bool { return x.Open })
	for i, x := range beside {
		if x.Percent {
			if net, ok := reading.Net(q.Value, p.Value, decimal.One, x.Value.Abs()); ok && reading.Near(net, total.Value) {
				f.DiscountPercent = optional.Some(x.Value.Abs())
				return true
			}
			continue
		}
		if x.Value.Scale() > 0 && reading.Near(x.Value, less) {
			f.DiscountAmount = optional.Some(x.Value.Abs())
			return true
		}
		for _, y := range beside[:i] {
			sum, err := x.Value.Abs().Add(y.Value.Abs())
			if err == nil && !y.Percent && x.Value.Scale() > 0 && y.Value.Scale() > 0 && reading.Near(sum, less) {
				f.DiscountAmount = optional.Some(sum)
				return true
			}
		}
	}
	return false
}
