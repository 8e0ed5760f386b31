package words

import (
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
)

// cells are the figures of a row below the labels of a table, nil below those that have none.
type cells struct {
	byColumn []*figure
	table    *table
}

// get is the figure below the first label of the kinds that has one.
func (c cells) get(kinds ...label.Column) (*figure, bool) {
	for _, kind := range kinds {
		for i, column := range c.table.columns {
			if f := c.byColumn[i]; f != nil && column.kind == kind && !(f.Percent && kind != label.Discount && kind != label.TaxRate) {
				return f, true
			}
		}
	}
	return nil, false
}

// all lists the figures below labels of the kinds.
func (c cells) all(kinds ...label.Column) (list []*figure) {
	for _, kind := range kinds {
		for i, column := range c.table.columns {
			if f := c.byColumn[i]; f != nil && column.kind == kind && !f.Percent {
				list = append(list, f)
			}
		}
	}
	return list
}

// below returns the kind of the label above a figure.
func (c cells) below(f *figure) label.Column {
	if at := slices.Index(c.byColumn, f); f != nil && at >= 0 {
		return c.table.columns[at].kind
	}
	return ""
}

var (
	quantityKinds = []label.Column{label.Quantity, label.Cases, label.Ordered}
	priceKinds    = []label.Column{label.Price, label.Cost, label.CasePrice}
	totalKinds    = []label.Column{label.Total, label.Gross}
	// bases are what prices are for when their label does not say so.
	bases = []decimal.Decimal{decimal.MustParse("10"), decimal.MustParse("100"), decimal.MustParse("1000")}
)

// found is a line in the making: its figures, and the rows they stand in.
type found struct {
	reading.Line
	row   *row
	also  *row
	block []*row
	table *table
	cells cells
	// parts are quantity, price and total, nil for what is missing.
	parts [3]*figure
	// pack keeps the content of a case, packed the places of its words.
	pack   string
	packed [2]int
	// texts has the words of the block by their columns.
	texts map[label.Column][]*Word
}

// unread reports a figure with two readings.
func (f *figure) unread() bool { return f != nil && f.open }

func (f *figure) known() reading.Figure { return optional.Some(f.Value) }

// lineOf reads the row as a line; next are the rows below it. It is nil where
// the figures are no line.
func (t *table) lineOf(r *row, next []*row, ended bool) *found {
	c := t.cells(r)
	f := &found{row: r, table: t, cells: c}
	f.Kind, f.PriceBase = reading.Product, decimal.One
	if rate, ok := c.get(label.TaxRate); ok {
		f.TaxRate = rate.known()
	}
	f.readPack()
	if q, p, total, ok := f.fit(); ok {
		return f.with(q, p, total, reading.Columns)
	}
	if len(c.all(quantityKinds...)) == 0 && f.splitQuantity() {
		return t.lineOf(r, next, ended)
	}
	q, counted := c.get(quantityKinds...)
	p, priced := c.get(priceKinds...)
	total, summed := c.get(totalKinds...)
	if ended {
		return nil
	}
	if a, b, product, ok := t.product(r, c); ok {
		return f.with(a, b, product, reading.ByProduct)
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
	case known == 3, counted && summed && !t.has(label.Price) && !t.has(label.Cost):
		return f.with(q, p, total, reading.Placed)
	case counted && !summed && !t.has(label.Total) && !t.has(label.Gross) && !t.has(label.Price) && !t.has(label.Cost) && len(r.words) > 1 && r.apart(q.first):
		return f.with(q, p, total, reading.Columns)
	}
	return nil
}

// fit finds quantity, price and total below their labels that agree. The taxable amount is a total
// too.
func (f *found) fit() (q, p, total *figure, ok bool) {
	quantities := f.cells.all(label.Quantity, label.Cases)
	if len(quantities) == 0 {
		quantities = f.cells.all(label.Ordered)
	}
	for _, total := range f.cells.all(label.Total, label.Gross, label.TaxBase) {
		for _, q := range quantities {
			for _, p := range f.cells.all(priceKinds...) {
				if f.agrees(q, p, total) {
					return q, p, total, true
				}
			}
		}
	}
	return nil, nil, nil, false
}

// apart reports a gap before a word, or the end of a row: a cell begins or ends there.
func (r *row) apart(at int) bool { return at == 0 || at == len(r.words) || r.gap(at-1) >= 0.8 }

// with takes the figures, nil for what is missing.
func (f *found) with(q, p, total *figure, evidence reading.Evidence) *found {
	take := func(to *reading.Figure, from *figure) {
		if from != nil && !from.open {
			*to = from.known()
		}
	}
	take(&f.Quantity, q)
	take(&f.UnitPrice, p)
	take(&f.LineTotal, total)
	f.parts, f.Evidence = [3]*figure{q, p, total}, evidence
	if slices.ContainsFunc(f.parts[:], (*figure).unread) {
		f.Evidence, evidence = reading.Placed, reading.Placed
	}
	if q != nil {
		f.Unit = q.Unit
	}
	for _, x := range []*figure{p, total} {
		if x != nil && x.Currency != "" {
			f.Currency = x.Currency
		}
	}
	if evidence != reading.Columns && total != nil && total.Value.IsZero() {
		return nil
	}
	return f
}

// agrees reports quantity x price = total, also with the discount below its label
// or a price for 10, 100 or 1000, and keeps what it took for that.
func (f *found) agrees(q, p, total *figure) bool {
	base := decimal.One
	for i, c := range f.table.columns {
		if f.cells.byColumn[i] != nil && c.base > 1 && (c.kind == label.Price || c.kind == label.Cost) {
			base = decimal.MustNew(c.base, 0)
		}
	}
	if b, ok := f.cells.get(label.Base); ok && b.Value.IsPos() {
		base = b.Value
	}
	if d, ok := f.cells.get(label.Discount); ok && !d.open && !d.Value.IsZero() {
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
		exact(units, p.Value, total.Value)
}

// product finds two numbers of a row whose product is a third one: the rightmost
// with two decimals. Those below the labels of quantity and price come first.
func (t *table) product(r *row, c cells) (a, b, total *figure, ok bool) {
	best := -1
	for k := len(r.figures) - 1; k >= 2; k-- {
		s := &r.figures[k]
		if s.Value.Scale() != 2 || s.Percent || s.Value.IsZero() {
			continue
		}
		for i := range k {
			for j := range k {
				x, y := &r.figures[i], &r.figures[j]
				if i == j || x.Percent || y.Percent || x.decimals() > y.decimals() || x.Value.IsZero() ||
					!exact(x.Value, y.Value, s.Value) {
					continue
				}
				if slices.Contains(noFactors, c.below(x)) || slices.Contains(noFactors, c.below(y)) {
					continue
				}
				if score := t.agreement(c, x, y, s, i < j); score > best {
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

// decimals counts the decimals of a price. A quantity of one can be printed as 1.000.
func (f *figure) decimals() int {
	if f.Value.Scale() > 2 && f.Value.IsInt() {
		return 0
	}
	return f.Value.Scale()
}

// exact reports a x b = total to the cent: unlabelled figures are too many for rounded prices.
func exact(a, b, total decimal.Decimal) bool {
	product, ok := reading.Net(a, b, decimal.One, decimal.Zero)
	return ok && reading.Near(product, total)
}

// agreement counts how many of quantity, price and total stand below their labels.
func (t *table) agreement(c cells, q, p, total *figure, inOrder bool) int {
	score := 0
	for _, x := range []struct {
		figure *figure
		kinds  []label.Column
	}{{q, quantityKinds}, {p, priceKinds}, {total, totalKinds}} {
		if f, ok := c.get(x.kinds...); ok && f == x.figure {
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
func (f *found) join(next []*row) (*row, *figure, *figure, *figure, bool) {
	q, counted := f.cells.get(quantityKinds...)
	p, priced := f.cells.get(priceKinds...)
	total, summed := f.cells.get(totalKinds...)
	for _, r := range next[:min(4, len(next))] {
		if r.page != f.row.page {
			break
		}
		c := f.table.cells(r)
		q2, counted2 := c.get(quantityKinds...)
		p2, priced2 := c.get(priceKinds...)
		total2, summed2 := c.get(totalKinds...)
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
func (f *found) allowed(q, p, total *figure, next []*row) bool {
	gross, ok := reading.Net(q.Value, p.Value, decimal.One, decimal.Zero)
	less, err := gross.Sub(total.Value.Abs())
	if !ok || err != nil || !less.IsPos() {
		return false
	}
	var beside []figure
	for _, x := range f.row.figures {
		if x.first != q.first && x.first != p.first && x.first != total.first {
			beside = append(beside, x)
		}
	}
	for _, r := range next[:min(3, len(next))] {
		c := f.table.cells(r)
		_, counted := c.get(quantityKinds...)
		if _, priced := c.get(priceKinds...); counted && priced || r.page != f.row.page {
			break
		}
		beside = append(beside, r.figures...)
	}
	beside = slices.DeleteFunc(beside, func(x figure) bool { return x.open })
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
