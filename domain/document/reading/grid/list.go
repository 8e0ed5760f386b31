package grid

import (
	"regexp"
	"slices"
	"strings"

	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// ListHead reads a row as the labels of a price list, nil for other rows. Labels that repeat are
// above columns of the page: each has a table, and all but the first begin at a place. The rows
// below show where.
func ListHead(r *Row, below []*Row) (tables []*Table, places []float64) {
	if r.Decimals() || len(r.Words) > maxHead || len(r.Chunks()) < 2 {
		return nil, nil
	}
	n := repeats(r)
	each := len(r.Words) / n
	for k := range n {
		tables = append(tables, listTable(r.Part(k*each, (k+1)*each)))
	}
	if n > 1 && !tables[0].lists() {
		for _, t := range tables {
			t.nameFirst()
		}
	}
	if !tables[0].lists() && (n == 1 || !tables[0].named()) {
		t := listOfRows(r, below)
		if t == nil {
			return nil, nil
		}
		n, tables = 1, []*Table{t}
	}
	below = below[:min(gutterRows, len(below))]
	if at := slices.IndexFunc(below, func(next *Row) bool { return next.Page != r.Page }); at >= 0 {
		below = below[:at]
	}
	for k := 1; k < n; k++ {
		before, after := r.Words[k*each-1], r.Words[k*each]
		places = append(places, Gutter(below, (before.Left+before.Right)/2, (after.Left+after.Right)/2))
	}
	return tables, places
}

// listOfRows reads labels of two or three rows, nil for other rows.
func listOfRows(r *Row, below []*Row) *Table {
	rows := []*Row{r}
	for _, next := range below[:min(maxLabelRows-1, len(below))] {
		last := rows[len(rows)-1]
		if next.Page != r.Page || next.Decimals() || next.Y-last.Y > 2.2*r.H || next.data() || listTable(next).lists() {
			return nil
		}
		rows = append(rows, next)
		if t := listTable(rows...); t.lists() {
			return t
		}
	}
	return nil
}

// maxLabelRows bounds the rows of labels.
const maxLabelRows = 3

// gutterRows bounds the rows that show where columns of a page begin, maxHead the words of labels.
const gutterRows, maxHead = 200, 60

// lists reports labels of prices, and of codes or texts. A sentence has more words that are no
// labels.
func (t *Table) lists() bool {
	strangers := 0
	for _, c := range t.Columns {
		if c.Kind == "" && !from.MatchString(c.Text) {
			strangers++
		}
	}
	return 2*strangers < len(t.Columns) && t.named()
}

// from matches quantities above prices of larger orders: 10+, 1-11, ab 50.
var from = regexp.MustCompile(`^(?:[>≥] ?|(?:from|ab|dès|da|vanaf|od) )?\d{1,5}(?: ?[-–] ?\d{1,5}|\+)?$`)

// named reports labels of prices, and of codes or texts.
func (t *Table) named() bool {
	return slices.ContainsFunc(t.Columns, t.Prices) && (t.Has(label.SKU) || t.Has(label.Text) || t.Has(label.GTIN))
}

// nameFirst makes the first column the one of texts, if it has no meaning and prices are right of
// it: labels that repeat beside each other are no sentence.
func (t *Table) nameFirst() {
	if t.Has(label.SKU) || t.Has(label.Text) || t.Has(label.GTIN) {
		return
	}
	if first := t.Columns[0].Kind; first == "" || first == label.Day {
		t.Columns[0].Kind, t.Columns[0].Left = label.Text, 0
	}
}

// Prices reports a column of prices. A total is a price where no other label names prices.
func (t *Table) Prices(c Column) bool {
	switch c.Kind {
	case label.Price, label.Cost, label.CasePrice:
		return true
	case label.Total:
		return !t.Has(label.Price) && !t.Has(label.Cost) && !t.Has(label.CasePrice)
	}
	return false
}

// repeats counts how often the words of a row repeat, 1 for other rows.
func repeats(r *Row) int {
	const most = 4
	for n := most; n > 1; n-- {
		each := len(r.Words) / n
		if each == 0 || len(r.Words)%n != 0 {
			continue
		}
		same := true
		for i := each; i < len(r.Words); i++ {
			same = same && r.Words[i].Text == r.Words[i-each].Text
		}
		if same {
			return n
		}
	}
	return 1
}

// listTable reads labels of a list. A currency alone is above prices, a case alone above its
// content.
func listTable(rows ...*Row) *Table {
	t := &Table{Columns: ColumnsOf(rows), Rows: len(rows)}
	for i := range t.Columns {
		c := &t.Columns[i]
		_, currency := number.Currency(strings.Trim(c.Text, "()"))
		switch kind, _, _ := label.Printed(c.Text); {
		case c.Kind == label.Total && (kind == label.Price || kind == label.Cost):
			c.Kind = kind // the right one of two prices is no total in a list
		case c.Kind == "" && currency:
			c.Kind, c.Base = label.Price, 1
		case c.Kind == "" && label.Fold(c.Text) == "case":
			c.Kind = label.Pack
		}
	}
	return t
}
