package words

import (
	"regexp"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/card"
	"sellingassistant/domain/document/reading/code"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
)

// How many rows are a price list, also below a title that says so.
const listRows, titledRows, titleRows = 20, 3, 12

// listTitle matches titles of price lists.
var listTitle = regexp.MustCompile(`price ?list|preisliste|liste (?:de|des) prix|tarif|lista (?:de )?prec|` +
	`lista prezzi|listino|prijslijst|cennik|prislist|cenik`)

// entry keeps a row of a price list: a code, a text and the amounts after them.
type entry struct {
	row, whole *grid.Row
	table      *grid.Table
	// code and text have the words of an entry without labels.
	code, text []*grid.Word
	amounts    []*grid.Figure
	// more has rows that continue the text.
	more []*grid.Row
}

// priceList collects entries below labels, and those that no labels are needed for.
type priceList struct {
	rd              *reader
	sign            number.Sign
	labelled, plain []entry
	// tables has the columns of each part of the page, which begin at places.
	tables []*grid.Table
	places []float64
	heads  []*grid.Row
	titled bool
}

// walkList reads rows of code, text and price without a quantity, also several beside each other.
// Documents with a printed total are no lists.
func (rd *reader) walkList(sign number.Sign) {
	l := priceList{rd: rd, sign: sign}
	for i, r := range rd.rows {
		if rd.ended() != nil {
			return
		}
		l.titled = l.titled || i < titleRows && listTitle.MatchString(label.Fold(r.Text()))
		if rd.roles[r] == recurring || l.head(i) {
			continue
		}
		coded := l.below(r)
		if s, ok := rd.printed().First(r); ok && s.Field == label.Sum && !coded {
			return
		}
		l.plain = append(l.plain, l.unlabelled(r)...)
	}
	list, least := l.labelled, len(rd.lines)
	if !l.titled {
		list = slices.DeleteFunc(list, func(e entry) bool { return !sure(e.table) })
	}
	if len(list) < len(l.plain) {
		if list = l.plain; slices.ContainsFunc(rd.lines, func(f *found) bool { return f.LineTotal.Known() }) {
			least *= 3 // lines with totals have amounts too
		}
	}
	counted := 0
	for _, f := range rd.lines {
		if f.Quantity.Known() {
			counted++
		}
	}
	if len(list) < titledRows || len(list) < listRows && !l.titled || len(list) < least || len(list) <= counted {
		return
	}
	rd.lines, rd.candidates = nil, nil
	for _, r := range l.heads {
		rd.roles[r] = heading
	}
	for i := range list {
		rd.list(&list[i])
	}
}

// sure reports labels of codes and prices without labels of quantities. Other labels need the title
// of a price list above them: statements of accounts have texts and amounts too.
func sure(t *grid.Table) bool {
	return !slices.ContainsFunc(grid.QuantityKinds, t.Has) && (t.Has(label.SKU) || t.Has(label.GTIN)) &&
		(t.Has(label.Price) || t.Has(label.Cost) || t.Has(label.CasePrice))
}

// head takes the labels of a row.
func (l *priceList) head(i int) bool {
	rows := l.rd.rows
	tables, places := grid.ListHead(rows[i], rows[i+1:])
	if tables == nil {
		return false
	}
	l.tables, l.places, l.heads = tables, places, append(l.heads, rows[i])
	return true
}

// below reads a row below labels, in each column of the page. It reports an entry with a code.
func (l *priceList) below(r *grid.Row) (coded bool) {
	if l.tables == nil {
		return false
	}
	parts, ok := r.PartAt(l.places)
	if !ok {
		return false
	}
	for k, p := range parts {
		if p == nil {
			continue
		}
		t := l.tables[k]
		e, cells := entry{row: p, whole: r, table: t}, t.Cells(p)
		for i := range p.Figures {
			f := &p.Figures[i]
			_, money := card.Money(grid.Joined(p.Words[f.First:f.Last+1]), l.sign)
			if below := cells.Below(f); below == label.Price || below == label.Cost {
				money = money || f.Value.Scale() > 0 && !f.Percent
			}
			texted := slices.Contains(grid.TextKinds, cells.Below(f)) && cells.Below(f) != "" && !f.Signed
			if money && !f.Open && !texted {
				e.amounts = append(e.amounts, f)
			}
		}
		texts := textOf(t, p, e.amounts, [2]int{})
		own := slices.ContainsFunc(texts[label.SKU], isCode)
		switch {
		case len(e.amounts) == 0:
			l.wrap(e)
		case own, !t.Has(label.SKU) && len(texts[label.Text])+len(texts[label.GTIN]) > 0:
			l.labelled = append(l.labelled, e)
			coded = coded || own
		}
	}
	return coded
}

// isCode reports a word that can be a code below its label: with digits, or in capitals.
func isCode(w *grid.Word) bool {
	return number.HasDigit(w.Text) || len(w.Text) > 1 && w.Text == strings.ToUpper(w.Text) &&
		w.Text != strings.ToLower(w.Text)
}

// wrap gives a row without amounts to the entry above, where all of it is below the label of texts
// and codes are left of it.
func (l *priceList) wrap(e entry) {
	at := slices.IndexFunc(e.table.Columns, func(c grid.Column) bool { return c.Kind == label.Text })
	for i := len(l.labelled) - 1; i >= 0 && l.labelled[i].row.Page == e.row.Page; i-- {
		above := &l.labelled[i]
		if above.table != e.table {
			continue
		}
		last := append([]*grid.Row{above.row}, above.more...)[len(above.more)]
		if at > 0 && slices.ContainsFunc(e.table.Columns[:at], func(c grid.Column) bool { return c.Kind == label.SKU }) &&
			e.row.Words[0].Left >= e.table.Columns[at].Left-0.6*e.row.H && (e.row.Y-last.Y)/e.row.H <= 1.9 &&
			len(above.more) < maxWrapped {
			above.more = append(above.more, e.row)
		}
		return
	}
}

// maxWrapped bounds the rows that continue the text of an entry.
const maxWrapped = 3

// unlabelled parts a row after its amounts.
func (l *priceList) unlabelled(r *grid.Row) (list []entry) {
	begin := 0
	for i := range r.Figures {
		f := &r.Figures[i]
		if _, ok := card.Money(grid.Joined(r.Words[f.First:f.Last+1]), l.sign); !ok || !f.Signed && !r.Apart(f.First) {
			continue
		}
		words := r.Words[begin:f.First]
		switch code, text := l.coded(r, begin, f.First); {
		case len(words) == 0 && len(list) == 0:
			continue // a code that looks like an amount
		case len(words) == 0:
			list[len(list)-1].amounts = append(list[len(list)-1].amounts, f)
		case code != nil:
			list = append(list, entry{row: r, whole: r, table: &grid.Table{}, code: code, text: text,
				amounts: []*grid.Figure{f}})
		default:
			return nil
		}
		begin = f.Last + 1
	}
	return list
}

// coded parts words before an amount into a code and a text, in either order.
func (l *priceList) coded(r *grid.Row, first, end int) (code, text []*grid.Word) {
	if end-first < 2 {
		return nil, nil
	}
	if listed(r, first) {
		return r.Words[first : first+1], r.Words[first+1 : end]
	}
	if r.Apart(end-1) && cellCode(r.Words[end-1].Text) {
		return r.Words[end-1 : end], r.Words[first : end-1]
	}
	return nil, nil
}

// listed reports a code before a text: it looks like a code, or has a gap after it and capitals
// only or enough digits.
func listed(r *grid.Row, at int) bool {
	w := r.Words[at].Text
	capitals := len(w) >= 3 && w == strings.ToUpper(w) && strings.ToLower(w) != w
	return code.Like(w) || r.Gap(at) >= 0.8 && (capitals || cellCode(w))
}

// cellCode reports a word that is a code where it fills a cell: also 57.190.
func cellCode(w string) bool {
	digits := 0
	for _, c := range w {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case !strings.ContainsRune("-_./", c):
			return code.Like(w)
		}
	}
	return digits >= 4
}

// list makes a line of an entry. Of several amounts the labels say which is the price; a price
// without a label is less sure.
func (rd *reader) list(e *entry) {
	f := &found{row: e.row, table: e.table, cells: e.table.Cells(e.row), block: append([]*grid.Row{e.row}, e.more...)}
	f.Kind, f.PriceBase = reading.Product, decimal.One
	var prices, cases []*grid.Figure
	for _, x := range e.amounts {
		for i, c := range e.table.Columns {
			switch {
			case f.cells.ByColumn[i] != x || !e.table.Prices(c):
			case c.Kind == label.CasePrice:
				cases = append(cases, x)
			default:
				prices = append(prices, x)
			}
		}
	}
	evidence := reading.Columns
	if len(prices)+len(cases) == 0 && len(e.amounts) == 1 {
		prices, evidence = e.amounts, reading.Placed
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
	if e.code != nil {
		f.texts = map[label.Column][]*grid.Word{label.SKU: e.code, label.Text: e.text}
	}
	rd.roles[e.whole] = lining
	rd.lines = append(rd.lines, f)
}
