package words

import (
	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/list"
	"sellingassistant/domain/document/reading/number"
)

// walkList reads rows of code, text and price without a quantity, also several beside each other.
// Documents with a printed total are no lists.
func (rd *reader) walkList(sign number.Sign) {
	l := list.New(sign, func(t *grid.Table, r *grid.Row, parts []*grid.Figure) map[label.Column][]*grid.Word {
		return t.Texts(r, parts, [2]int{})
	})
	for i, r := range rd.rows {
		if rd.ended() != nil {
			return
		}
		if l.Title(r, i); rd.roles[r] == recurring {
			continue
		}
		coded, heads := l.Add(rd.rows[i:])
		if heads {
			continue
		}
		if s, ok := rd.printed().First(r); ok && s.Field == label.Sum && !coded {
			return
		}
		l.AddPlain(r)
	}
	counted, summed := 0, 1
	for _, f := range rd.lines {
		if f.Quantity.Known() {
			counted++
		}
		if f.LineTotal.Known() {
			summed = 3 // lines with totals have amounts too
		}
	}
	entries := l.Chosen(len(rd.lines), summed*len(rd.lines))
	if len(entries) <= counted {
		return
	}
	rd.lines, rd.candidates = nil, nil
	rd.unsure = rd.unsure || l.Skips(entries)
	for _, r := range l.Heads {
		rd.roles[r] = heading
	}
	for i := range entries {
		rd.list(&entries[i])
	}
}

// costs returns the only price below the label of a cost, such as the price after a discount, else
// all prices.
func costs(cells grid.Cells, prices []*grid.Figure) (found []*grid.Figure) {
	for _, x := range prices {
		if cells.Below(x) == label.Cost {
			found = append(found, x)
		}
	}
	if len(found) == 1 {
		return found
	}
	return prices
}

// list makes a line of an entry. Of several amounts the labels say which is the price; a price
// without a label is less sure.
func (rd *reader) list(e *list.Entry) {
	f := &found{row: e.Row, table: e.Table, cells: e.Table.Cells(e.Row), block: append([]*grid.Row{e.Row}, e.More...)}
	f.Kind, f.PriceBase = reading.Product, decimal.One
	var prices, cases []*grid.Figure
	for _, x := range e.Amounts {
		for i, c := range e.Table.Columns {
			switch {
			case f.cells.ByColumn[i] != x || !e.Table.Prices(c):
			case c.Kind == label.CasePrice:
				cases = append(cases, x)
			default:
				prices = append(prices, x)
			}
		}
	}
	evidence := reading.Columns
	prices = costs(f.cells, prices)
	if len(prices)+len(cases) == 0 && len(e.Amounts) == 1 {
		prices, evidence = e.Amounts, reading.Placed
	}
	var price *grid.Figure
	switch {
	case len(prices) == 1:
		price = prices[0]
		if len(cases) == 1 {
			f.CasePrice = cases[0].Known()
		}
	case len(prices) == 0 && len(cases) == 1:
		price = cases[0]
	default:
		evidence = reading.Placed
	}
	f.with(nil, price, nil, evidence)
	f.readPack()
	if e.Code != nil {
		f.texts = map[label.Column][]*grid.Word{label.SKU: e.Code, label.Text: e.Text}
	}
	for _, w := range e.Text {
		rd.named[w] = true
	}
	rd.roles[e.Whole] = lining
	rd.lines = append(rd.lines, f)
}
