package table

import (
	"slices"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/gtin"
)

// heads reports whether a row repeats the header.
func (l *Lines) heads(cells []Cell) bool {
	same := 0
	for i, c := range cells {
		if c.Text == "" || i >= len(l.Columns) {
			continue
		}
		if c.Text != l.Columns[i].Label {
			return false
		}
		same++
	}
	return same > 1
}

// Least labels of a list, and the percentage of them that a row of the list fills.
const leastLabels, mostFilled = 3, 75

// member reports a row of goods in a list, which has neither quantities nor totals and so no sums:
// it fills most of the labelled columns.
func (r *rowReader) member() bool {
	if !r.below || slices.ContainsFunc(ofBills, func(kind label.Column) bool { return r.Column(kind) >= 0 }) {
		return false
	}
	labels, filled := 0, 0
	for at, c := range r.Columns {
		if c.Label == "" {
			continue
		}
		if labels++; at < len(r.cells) && r.cells[at].Text != "" {
			filled++
		}
	}
	return labels >= leastLabels && 100*filled >= mostFilled*labels
}

// bare reports a code or a name without a figure in a list with prices. If the rest of its row is
// empty, it may be the title of a group.
func (r *rowReader) bare(l *reading.Line) bool {
	priced := r.Column(label.Price) >= 0 || r.Column(label.Cost) >= 0
	figures := l.Quantity.Known() || l.UnitPrice.Known() || l.CasePrice.Known() || l.LineTotal.Known()
	return r.below && priced && !figures && !r.member() && l.GTIN == (gtin.Code{}) && !r.undecided() && !r.odd()
}

// ofBills lists the kinds of columns that bills have and lists of prices have not.
var ofBills = []label.Column{label.Quantity, label.Cases, label.Ordered, label.Total, label.Gross}

// Lists reports a table of goods with prices, or with columns that could be the price, and neither
// quantities nor totals.
func (m *Mapping) Lists() bool {
	has := func(kind label.Column) bool { return m.Column(kind) >= 0 || len(m.Candidates[kind]) > 0 }
	return m.HeaderRow > 0 && slices.ContainsFunc(ofGoods, has) && slices.ContainsFunc(ofPrices, has) &&
		!slices.ContainsFunc(ofBills, has)
}

// ofGoods and ofPrices list the kinds of columns that name goods, and their prices.
var (
	ofGoods  = []label.Column{label.Text, label.SKU, label.GTIN, label.ASIN, label.MPN}
	ofPrices = []label.Column{label.Price, label.Cost, label.CasePrice, label.Retail}
)

// pesos reports a table in Spanish or Portuguese.
func (m *Mapping) pesos() bool {
	labels := make([]string, len(m.Columns))
	for at, c := range m.Columns {
		labels[at] = c.Label
	}
	return label.Pesos(labels)
}

// foreign reports an amount with a sign that names no currency for sure.
func (l *Lines) foreign(n number.Number) bool { return n.Foreign() || l.pesos && n.Mark == "$" }
