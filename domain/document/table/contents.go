package table

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/gtin"
)

// decision chooses the kinds that labels leave open, by the contents of sample rows.
type decision struct {
	*Mapping
	body [][]content
}

// content has a cell and its figure.
type content struct {
	Cell
	number.Number
	isFigure bool
}

func figures(columns []Column, rows []row) [][]content {
	all := make([][]content, len(rows))
	for i, r := range rows {
		all[i] = make([]content, len(columns))
		for at, c := range r.cells {
			n, ok := c.Figure(columns[at].Sign)
			if slices.Contains(amounts, columns[at].Kind) {
				n, ok = c.Amount(columns[at].Sign)
			}
			all[i][at] = content{c, n, ok}
		}
	}
	return all
}

// Percentages of rows. From most on, the contents give a column its kind. Above aboveRetail, prices
// over the retail price show that a column is no cost.
const (
	most        = 80
	half        = 50
	aboveRetail = 5
)

// share returns the percentage of the filled rows in a column with contents that pass the test.
func (d *decision) share(at int, is func(c content) bool) int {
	filled, good := 0, 0
	for _, r := range d.body {
		if r[at].Text != "" {
			filled++
			if is(r[at]) {
				good++
			}
		}
	}
	if filled == 0 {
		return 0
	}
	return 100 * good / filled
}

func isGTIN(c content) bool { _, _, err := gtin.Mend(c.Text); return err == nil }
func isASIN(c content) bool { _, ok := asin.Recognise(c.Text); return ok && !isGTIN(c) }
func isMoney(c content) bool {
	return c.isFigure && !c.Percent && (c.Value.Scale() > 0 || c.Currency != "")
}
func isPack(c content) bool { return isCount(c) && len(c.Text) <= 4 }
func isCount(c content) bool {
	return c.isFigure && !c.Percent && c.Value.Scale() == 0 && c.Currency == "" && c.Value.IsPos() && c.Value.Cmp(decimal.MustNew(100_000, 0)) < 0
}

// settle chooses one column of each kind, and asks about doubtful ones.
func (d *decision) settle() {
	d.names()
	d.identifiers()
	d.packs()
	d.priceUnits()
	d.figures()
	d.doubtQuantity()
}

// figures chooses the columns of quantities, prices and totals.
func (d *decision) figures() {
	quantities := d.quantities()
	prices := d.prices()
	totals := d.totals(quantities, prices)
	if len(quantities) == 1 && len(prices) == 1 && len(totals) <= 1 {
		prices = d.beside(quantities, prices, totals)
		d.take(label.Quantity, quantities)
		d.take(label.Price, prices)
		return
	}
	labelled := len(quantities)+len(prices)+len(totals) > 0
	if len(quantities) == 0 && (len(totals) > 0 || !labelled) {
		quantities = d.unknown(isCount)
	}
	guessed := len(prices) == 0 && len(d.of(label.CasePrice)) == 0
	if guessed {
		if prices = d.unknown(isMoney); d.HeaderRow > 0 {
			prices = d.some(isMoney)
		}
		totals = d.totals(quantities, prices)
	}
	if len(totals) == 0 {
		totals = append(d.unknown(isMoney), d.of(label.Price)...)
	}
	if q, p, t, ok := d.product(quantities, prices, totals); ok {
		d.take(label.Quantity, []int{q})
		d.take(label.Price, []int{p})
		d.take(label.Total, []int{t})
		return
	}
	// Without a product that fits, only columns with a label count, because any small number looks
	// like a quantity.
	if len(d.of(label.Quantity)) == 0 {
		quantities = d.quantities()
	}
	if d.HeaderRow > 0 && len(quantities)+len(prices)+len(d.of(label.Total))+len(d.amounts()) == 0 && !d.priced() {
		quantities = nil
		counts := slices.DeleteFunc(d.unknown(isCount), func(at int) bool { return label.Priced(d.Columns[at].Label) })
		if len(counts) > 0 && (d.Column(label.Text) >= 0 || d.Column(label.SKU) >= 0) {
			d.Candidates[label.Quantity] = counts // nobody knows their labels
		}
	}
	d.take(label.Quantity, quantities)
	if guessed && d.HeaderRow > 0 {
		// Nobody knows their labels: contents alone make no price.
		if prices = d.amounts(); len(prices) > 0 {
			d.Candidates[label.Price] = prices
		}
		prices = nil
	}
	d.take(label.Price, d.plain(prices))
	d.take(label.Total, d.of(label.Total))
}

// plain leaves out labels of prices that are no cost beside others: with tax, of a catalogue.
func (d *decision) plain(prices []int) []int {
	rest := slices.DeleteFunc(slices.Clone(prices), func(at int) bool {
		return d.Columns[at].Kind != label.Cost && label.NoCost(d.Columns[at].Label)
	})
	if len(rest) == 0 {
		return prices
	}
	return rest
}

// beside returns the column of prices. Under a merged label, the prices may be left of the column
// with the label: an empty label there and the totals show it.
func (d *decision) beside(quantities, prices, totals []int) []int {
	at := prices[0]
	if d.share(at, func(c content) bool { return c.isFigure }) > 0 {
		return prices
	}
	var left []int
	for at--; at >= 0 && d.Columns[at].Kind == "" && d.Columns[at].Label == ""; at-- {
		left, d.Columns[at].Base = append(left, at), 1
	}
	if _, p, _, ok := d.product(quantities, left, totals); ok {
		return []int{p}
	}
	return prices
}

// quantities lists the columns of delivered units, else of cases, else of ordered units.
func (d *decision) quantities() []int {
	for _, kind := range []label.Column{label.Quantity, label.Cases} {
		if found := d.of(kind); len(found) > 0 {
			return found
		}
	}
	return d.of(label.Ordered)
}

// amounts lists the columns without a kind that have figures alone, some with decimals or all below
// the label of a price. A spreadsheet writes whole amounts without decimals.
func (d *decision) amounts() []int {
	figures := d.unknown(func(c content) bool { return c.isFigure && !c.Percent })
	return slices.DeleteFunc(figures, func(at int) bool {
		return !label.Priced(d.Columns[at].Label) &&
			!slices.ContainsFunc(d.body, func(r []content) bool { return isMoney(r[at]) })
	})
}

// priceUnits finds the units of prices below labels that can be prices too: beside another price,
// counts and texts such as pack of 12 name the goods that it pays for.
func (d *decision) priceUnits() {
	for at, c := range d.Columns {
		if c.Kind != label.Price || !priceUnit[label.Fold(c.Label)] || len(d.of(label.Price))+len(d.of(label.Cost)) < 2 {
			continue
		}
		switch {
		case d.share(at, isCount) >= most:
			d.Columns[at].Kind = label.Base
		case d.share(at, isUnit) >= most:
			d.Columns[at].Kind = label.Unit
		}
	}
}

// priceUnit lists labels of prices and of their units.
var priceUnit = map[string]bool{"price unit": true, "preis einheit": true, "prijs eenheid": true}

func isUnit(c content) bool {
	unit, _ := number.Unit(strings.TrimPrefix(strings.ToLower(c.Text), "per "))
	_, pack := number.PackOf(c.Text)
	return (unit != "" || pack) && !isMoney(c)
}

// of lists the columns of a kind.
func (d *decision) of(kind label.Column) []int {
	var found []int
	for at, c := range d.Columns {
		if c.Kind == kind {
			found = append(found, at)
		}
	}
	return found
}

// unknown lists the columns without a kind in which most contents pass the test.
func (d *decision) unknown(is func(content) bool) []int {
	var found []int
	for at, c := range d.Columns {
		if c.Kind == "" && d.share(at, is) >= most {
			found = append(found, at)
		}
	}
	return found
}

// prices lists the columns that can be the cost of a unit: labels of costs first, then labels of
// prices. The retail price and higher prices are no costs. Beside a label that says no more than
// price, another price can be the cost.
func (d *decision) prices() []int {
	found := d.of(label.Cost)
	if priced := d.of(label.Price); d.sparse(found, priced) {
		found = append(found, priced...)
		slices.Sort(found)
	}
	if len(found) == 0 {
		found = d.of(label.Price)
		if len(found) == 1 && len(d.of(label.Total)) == 0 {
			for _, at := range d.amounts() {
				if label.Priced(d.Columns[at].Label) {
					found = append(found, at)
				}
			}
			slices.Sort(found)
		}
	}
	retail := d.Column(label.Retail)
	if retail < 0 {
		return found
	}
	return slices.DeleteFunc(found, func(at int) bool {
		compared, above, cased := 0, 0, 0
		for _, r := range d.body {
			if !r[at].isFigure || !r[retail].isFigure {
				continue
			}
			if compared++; r[at].Value.Cmp(r[retail].Value) > 0 {
				above++
				if pack := d.Column(label.Pack); pack >= 0 && ofCase(r[at], r[retail], r[pack]) {
					cased++
				}
			}
		}
		if 100*cased >= most*compared && compared > 0 {
			d.Columns[at].Kind = label.CasePrice
		}
		return 100*above > aboveRetail*compared
	})
}

// sparse reports costs that are missing in most rows with a price: a price for shops that few goods
// have is not the cost of the others.
func (d *decision) sparse(costs, prices []int) bool {
	figure := func(columns []int, r []content) bool {
		return slices.ContainsFunc(columns, func(at int) bool { return r[at].isFigure && !r[at].Value.IsZero() })
	}
	priced, missing := 0, 0
	for _, r := range d.body {
		if figure(prices, r) {
			priced++
			if !figure(costs, r) {
				missing++
			}
		}
	}
	return len(costs) > 0 && 100*missing > half*priced && priced > 0
}

// ofCase reports whether a price is at most the retail price of all units in a case.
func ofCase(price, retail, pack content) bool {
	p, ok := number.PackOf(pack.Text)
	units, err := decimal.New(p.Units, 0)
	if !ok || err != nil {
		return false
	}
	all, err := retail.Value.Mul(units)
	return err == nil && price.Value.Cmp(all) <= 0
}

// product finds columns in which the first times the second is the third in most rows. Two such
// combinations are no result.
func (d *decision) product(quantities, prices, totals []int) (q, p, t int, ok bool) {
	for _, x := range quantities {
		for _, y := range prices {
			for _, z := range totals {
				if x == y || y == z || x == z || !d.agree(x, y, z) {
					continue
				}
				if ok {
					return 0, 0, 0, false
				}
				q, p, t, ok = x, y, z, true
			}
		}
	}
	return q, p, t, ok
}

// agree reports whether q x p = t in most rows with all three figures. At least one quantity must
// differ from 1.
func (d *decision) agree(q, p, t int) bool {
	compared, good, telling := 0, 0, 0
	for _, r := range d.body {
		a, b, c := r[q], r[p], r[t]
		if !a.isFigure || !b.isFigure || !c.isFigure {
			continue
		}
		compared++
		if reading.Agree(a.Value, b.Value, decimal.MustNew(max(1, d.Columns[p].Base), 0), c.Value) {
			good++
			if a.Value.CmpAbs(decimal.One) != 0 {
				telling++
			}
		}
	}
	return telling > 0 && 100*good >= most*compared
}

// take gives the kind to the only candidate. Several candidates lose their kinds, and so do other
// columns with this label: the mapping lists them as candidates.
func (d *decision) take(kind label.Column, candidates []int) {
	chosen := -1
	if len(candidates) == 1 {
		chosen = candidates[0]
	}
	for at := range d.Columns {
		c := &d.Columns[at]
		switch {
		case at == chosen:
			c.Guessed = c.Guessed || c.Kind == ""
			if kind != label.Quantity || c.Kind != label.Cases {
				c.Kind = kind
			}
		case slices.Contains(candidates, at), c.Kind == kind:
			c.Kind = ""
		}
	}
	if len(candidates) > 1 {
		d.Candidates[kind] = candidates
	}
}
