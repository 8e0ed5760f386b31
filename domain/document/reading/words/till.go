package words

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/card"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
)

// leastTill counts the rows of a till receipt. A single amount above its total proves nothing.
const leastTill = 2

// walkTill reads rows of a text and an amount, as till receipts and bills for services have them. A
// count and a price belong to the amount that they make. Without them the quantity is 1, and stays
// unsure. The rows count only if they add up to a printed sum.
func (rd *reader) walkTill(sign number.Sign) {
	roles, before := rd.roles, rd.sums
	rd.roles, rd.sums = maps.Clone(roles), nil
	t := till{reader: rd, sign: sign}
	for _, r := range rd.rows {
		if rd.ended() != nil {
			break
		}
		if s, ok := rd.printed().First(r); ok && printsMoney(r, s.Value, sign) {
			if rd.roles[r] = summing; s.Field == label.Sum {
				t.total = true
			}
			rd.sums = append(rd.sums, s)
		} else if !t.total && rd.roles[r] != recurring {
			t.read(r)
		}
	}
	goods := false
	for _, f := range rd.lines {
		if !f.Quantity.Known() {
			f.Quantity = optional.Some(decimal.One)
		}
		goods = goods || !f.LineTotal.Or(decimal.Zero).IsZero()
		for _, r := range f.block {
			rd.roles[r] = lining
		}
	}
	if !goods || len(rd.lines) < leastTill || !rd.addUp(sign) {
		rd.lines, rd.sums, rd.roles = nil, before, roles
		return
	}
	for _, f := range rd.lines {
		if !f.UnitPrice.Known() {
			f.UnitPrice = f.LineTotal
			f.unclear()
		}
	}
}

// till adds the lines of a till receipt to the reader.
type till struct {
	*reader
	sign number.Sign
	// text has the row before, if it has no amount. Count has the count before, if its amount follows.
	text  *grid.Row
	count *counting
	// total says that the total is printed: payments follow it.
	total bool
}

// counting has the row of a count and its figures.
type counting struct {
	card.Card
	row *grid.Row
}

// makes reports quantity x price = amount.
func (k *counting) makes(amount reading.Figure) bool {
	q, counted := k.Quantity.Get()
	p, priced := k.Price.Get()
	total, known := amount.Get()
	return counted && priced && known && grid.Exact(q, p, total)
}

// read takes a row.
func (t *till) read(r *grid.Row) {
	text, count := t.text, t.count
	t.text, t.count = nil, nil
	k := &counting{row: r}
	var counts bool
	if k.Card, counts = card.Of(r, t.sign); counts {
		counts = k.Price.Known()
	}
	total := tillAmount(r, t.sign)
	named := slices.ContainsFunc(r.Words, func(w *grid.Word) bool { return !k.Used[w] && lettered(w) })
	switch {
	case counts && !named && text != nil && k.makes(k.Total):
		t.add(text, nil, k)
	case counts && !named && len(t.lines) > 0 && k.makes(t.lines[len(t.lines)-1].LineTotal):
		t.lines[len(t.lines)-1].byCount(k)
	case counts && !named:
		t.count = k
	case counts && k.makes(k.Total):
		t.add(r, nil, k)
	case total != nil && named && !labels(r, total):
		f := t.add(r, total, nil)
		if count != nil && count.makes(f.LineTotal) {
			f.byCount(count)
		}
	case named:
		t.text = r
	}
}

// labels reports the label of an amount in place of a name: Price: 190.70.
func labels(r *grid.Row, total *grid.Figure) bool {
	words := grid.TextsOf(r.Words[:total.First])
	_, n := label.Columns.At(words)
	return n == len(words) || strings.HasSuffix(words[len(words)-1], ":")
}

// add makes a line of a row of words and its amount, or of a count in the row or below it.
func (t *till) add(r *grid.Row, total *grid.Figure, k *counting) *found {
	table := &grid.Table{}
	f := &found{row: r, table: table, cells: table.Cells(r), block: []*grid.Row{r}}
	f.Kind, f.PriceBase = reading.Product, decimal.One
	words := r.Words
	if total != nil {
		words = words[:total.First]
	}
	f.take(nil, nil, total, reading.Placed)
	if k != nil {
		f.LineTotal = k.Total
		f.byCount(k)
		words = slices.DeleteFunc(slices.Clone(words), func(w *grid.Word) bool { return k.Used[w] })
	}
	f.texts = map[label.Column][]*grid.Word{label.Text: withoutOrdinal(words)}
	t.lines = append(t.lines, f)
	return f
}

// byCount takes the quantity and the price that make the total.
func (f *found) byCount(k *counting) {
	f.Quantity, f.UnitPrice, f.Unit, f.Evidence = k.Quantity, k.Price, k.Unit, reading.ByProduct
	if !slices.Contains(f.block, k.row) {
		f.block = append(f.block, k.row)
	}
}

// tillAmount finds the amount at the end of a row of words, before the letter of its tax; nil for
// rows without an amount.
func tillAmount(r *grid.Row, sign number.Sign) *grid.Figure {
	last, end := len(r.Figures)-1, len(r.Words)-1
	if last < 0 {
		return nil
	}
	f := &r.Figures[last]
	if end > f.Last && utf8.RuneCountInString(r.Words[end].Text) == 1 {
		end--
	}
	if f.First == 0 || f.Last != end || f.Percent || f.Open {
		return nil
	}
	if _, money := card.Money(grid.Joined(r.Words[f.First:f.Last+1]), sign); !money {
		return nil
	}
	return f
}

// lettered reports a word with two letters: a name, no sign of a tax.
func lettered(w *grid.Word) bool {
	letters := 0
	for _, c := range w.Text {
		if unicode.IsLetter(c) {
			letters++
		}
	}
	return letters > 1
}
