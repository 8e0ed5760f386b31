package words

import (
	"regexp"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// How many rows are a price list, also below a title that says so.
const listRows, titledRows, titleRows = 20, 3, 12

// listTitle matches titles of price lists.
var listTitle = regexp.MustCompile(`price ?list|preisliste|liste (?:de|des) prix|tarif|lista (?:de )?prec|` +
	`lista prezzi|listino|prijslijst|cennik|prislist|cenik`)

// entry keeps a code, a text and the amounts after them.
type entry struct {
	row     *grid.Row
	words   []*grid.Word
	amounts []*grid.Figure
}

// walkList reads rows of code, text and price without a quantity, also several beside each other.
// Documents with a printed total are no lists.
func (rd *reader) walkList(sign number.Sign) {
	var list []entry
	var head *grid.Table
	titled := false
	money := cards{rd: rd, sign: sign}
	for i, r := range rd.rows {
		if rd.ended() != nil {
			return
		}
		if s, ok := rd.sumOf(r); ok && s.field == label.Sum {
			return
		}
		titled = titled || i < titleRows && listTitle.MatchString(label.Fold(r.Text()))
		if rd.roles[r] == recurring {
			continue
		}
		entries := money.entries(r)
		if list = append(list, entries...); len(entries) > 0 || r.Decimals() {
			continue
		}
		t := &grid.Table{Columns: grid.ColumnsOf([]*grid.Row{r}), Rows: 1}
		if t.Has(label.Price) || t.Has(label.Cost) || t.Has(label.CasePrice) || head == nil && t.Has(label.Total) {
			head, rd.roles[r] = t, heading
		}
	}
	if len(list) < titledRows || len(list) < listRows && !titled {
		return
	}
	for _, e := range list {
		rd.list(e, head)
	}
}

// entries parts a row after its amounts.
func (c *cards) entries(r *grid.Row) (list []entry) {
	begin := 0
	for i := range r.Figures {
		f := &r.Figures[i]
		if _, ok := c.money(grid.Joined(r.Words[f.First : f.Last+1])); !ok {
			continue
		}
		switch words := r.Words[begin:f.First]; {
		case len(words) > 1 && listed(r, begin):
			list = append(list, entry{r, words, []*grid.Figure{f}})
		case len(words) == 0 && len(list) > 0:
			list[len(list)-1].amounts = append(list[len(list)-1].amounts, f)
		default:
			return nil
		}
		begin = f.Last + 1
	}
	return list
}

// listed reports a code before a text: it looks like a code, or has capitals only and a gap after
// it.
func listed(r *grid.Row, at int) bool {
	w := r.Words[at].Text
	return isCodeLike(w) || len(w) >= 3 && w == strings.ToUpper(w) && strings.ToLower(w) != w && r.Gap(at) >= 0.8
}

// list makes a line of an entry. Of several amounts the labels say which is the price; a price
// without a label is less sure.
func (rd *reader) list(e entry, head *grid.Table) {
	t := head
	if t == nil {
		t = &grid.Table{}
	}
	f := &found{row: e.row, table: t, cells: t.Cells(e.row), block: []*grid.Row{e.row}}
	f.Kind, f.PriceBase, f.Evidence = reading.Product, decimal.One, reading.Placed
	prices := f.cells.All(label.Price, label.Cost)
	var price *grid.Figure
	for _, x := range e.amounts {
		switch kind := f.cells.Below(x); {
		case kind == label.CasePrice:
			f.CasePrice = x.Known()
			f.Evidence = reading.Columns
		case (kind == label.Price || kind == label.Cost) && len(prices) == 1, len(e.amounts) == 1:
			price = x
			if kind != "" {
				f.Evidence = reading.Columns
			}
		}
	}
	f.with(nil, price, nil, f.Evidence)
	f.readPack()
	f.texts = map[label.Column][]*grid.Word{label.SKU: e.words[:1]}
	for i := range e.words[1:] {
		f.texts[label.Text] = append(f.texts[label.Text], e.words[1+i])
	}
	rd.roles[e.row] = lining
	rd.lines = append(rd.lines, f)
}
