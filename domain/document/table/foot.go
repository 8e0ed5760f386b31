package table

import (
	"cmp"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/document/reading/sums"
)

// sums reports whether a row has a word for a sum and no product: no quantity, and no GTIN or ASIN.
func (r *rowReader) sums() bool {
	if quantity, _ := r.figure(label.Quantity); quantity.Known() {
		return r.totals(quantity)
	}
	for i, c := range r.cells {
		if i < len(r.Columns) && (r.Columns[i].Kind == label.GTIN || r.Columns[i].Kind == label.ASIN) && number.HasDigit(c.Text) {
			return false
		}
	}
	whole := r.member()
	for _, c := range r.cells {
		if field, _, _, ok := fieldOf(c.Text); ok && sum[field] {
			return true
		}
		if whole && c.Text != "" {
			return false // a brand or a group may have the name of a sum
		}
	}
	return false
}

// totals reports a row that begins with the label of a total and has the number of all pieces. A
// product may have such a name too: it has a price, and another quantity.
func (r *rowReader) totals(quantity reading.Figure) bool {
	at := slices.IndexFunc(r.cells, func(c Cell) bool { return c.Text != "" })
	name, ok := label.Fields.Whole(r.cells[at].Text)
	if !ok || name != label.Sum && name != label.Subtotal || r.read == 0 {
		return false
	}
	price, _ := r.figure(label.Price)
	return !price.Known() || quantity.Or(decimal.Zero).Equal(r.pieces)
}

// sum lists the fields of sums.
var sum = map[label.Field]bool{
	label.Subtotal: true, label.Shipping: true, label.Reduction: true, label.Tax: true, label.Sum: true,
	label.Carried: true, label.Paid: true,
}

// mostFootWords bounds the words of a label below the lines.
const mostFootWords = 8

// foot keeps a row below the lines that has a label, an amount, and no product: no code and no
// quantity. Unknown words have to be in a column of figures, where no product has its name.
func (r *rowReader) foot() bool {
	at := r.lonely()
	bill := slices.ContainsFunc(ofBills, func(kind label.Column) bool { return r.Column(kind) >= 0 })
	if at < 0 || r.read == 0 || !bill {
		return false
	}
	f := sums.Foot{Text: r.cells[at].Text, Read: r.read, Goods: r.goods}
	plain := number.WithoutRates(f.Text)
	words := strings.Fields(plain)
	hint, n := label.SumAt(words)
	within := at < len(r.Columns) && slices.Contains(numeric, r.Columns[at].Kind)
	f.Hint, f.Plain = hint, n > 0 && !slices.ContainsFunc(words[n:], func(w string) bool {
		return !label.PlainWord(w) && !(hint == label.Tax && label.RateWord(w))
	})
	if len(words) == 0 || len(words) > mostFootWords || !within && !f.Plain || n > 0 && !sum[hint] {
		return false
	}
	if plain != f.Text {
		f.Rates = f.Text
	}
	for i, c := range r.cells {
		switch n, ok := c.Amount(r.sign()); {
		case i != at && c.Kind == Text && r.sign() == number.Undecided && number.Doubtful(c.Text):
			return false
		case i == at || !ok && !number.Rate(c.Text):
		case !ok:
			f.Rates += " " + c.Text
		case n.Percent:
			f.Rates += " " + n.Value.String() + " %"
		case !r.counted(i, c):
			f.Amounts = append(f.Amounts, n.Value)
			r.Header.Currency = cmp.Or(r.Header.Currency, r.paid(n))
		}
	}
	if len(f.Amounts) == 0 {
		return false
	}
	f.Value = f.Amounts[len(f.Amounts)-1]
	if total, ok := r.totalCell(r.cells, at); ok {
		n, _ := total.Amount(r.sign())
		f.Value = n.Value
	}
	f.Line = r.line()
	r.summed = r.summed || f.Hint == label.Sum && f.Plain
	r.feet = append(r.feet, f)
	return true
}

// lonely finds the only text of a row beside figures, of a row without a quantity.
func (r *rowReader) lonely() int {
	at := -1
	for i, c := range r.cells {
		n, figure := c.Amount(r.sign())
		figure = figure && !n.Foreign() // such as A-1
		_, currency := number.Currency(c.Text)
		switch {
		case c.Text == "" || figure || at >= 0 && (currency || number.Rate(c.Text)):
		case at >= 0 || c.Kind == Date:
			return -1
		default:
			at = i
		}
	}
	for _, kind := range []label.Column{label.Quantity, label.Cases, label.Ordered} {
		if count, _ := r.figure(kind); count.Known() {
			return -1
		}
	}
	if !r.below {
		return -1
	}
	return at
}

// Charges returns the lines that Finish makes of charges and discounts below the table.
func (l *Lines) Charges() []reading.Line { return l.charges }
