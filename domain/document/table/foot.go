package table

import (
	"cmp"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
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

// footRow has an amount below the lines, beside a label. A row without a field waits for the sums
// around it, because its words are unknown or may mean two things.
type footRow struct {
	field label.Field
	// hint has the field that the first words name, "" for unknown words. Plain says that no other
	// words follow.
	hint  label.Field
	plain bool
	text  string
	value decimal.Decimal
	// amounts has all amounts of the row, rates its percentages.
	amounts []decimal.Decimal
	rates   string
	line    reading.Line
	// read counts the products above it, and goods adds up the lines above it.
	read  int
	goods decimal.Decimal
}

// mostFootWords bounds the words of a label below the lines.
const mostFootWords = 8

// foot keeps a row below the lines that has a label, an amount, and no product: no code and no
// quantity. Unknown words have to be in a column of figures, where no product has its name.
func (r *rowReader) foot() bool {
	at := r.lonely()
	if at < 0 || r.read == 0 || !slices.ContainsFunc(ofBills, func(kind label.Column) bool { return r.Column(kind) >= 0 }) {
		return false
	}
	f := footRow{text: r.cells[at].Text, read: r.read, goods: r.goods}
	plain := number.WithoutRates(f.text)
	words := strings.Fields(plain)
	hint, n := label.SumAt(words)
	within := at < len(r.Columns) && slices.Contains(numeric, r.Columns[at].Kind)
	f.hint, f.plain = hint, n > 0 && !slices.ContainsFunc(words[n:], func(w string) bool {
		return !label.PlainWord(w) && !(hint == label.Tax && label.RateWord(w))
	})
	if len(words) == 0 || len(words) > mostFootWords || !within && !f.plain || n > 0 && !sum[hint] {
		return false
	}
	if plain != f.text {
		f.rates = f.text
	}
	for i, c := range r.cells {
		switch n, ok := c.Amount(r.sign()); {
		case i != at && c.Kind == Text && r.sign() == number.Undecided && number.Doubtful(c.Text):
			return false
		case i == at || !ok && !number.Rate(c.Text):
		case !ok:
			f.rates += " " + c.Text
		case n.Percent:
			f.rates += " " + n.Value.String() + " %"
		case !r.counted(i, c):
			f.amounts = append(f.amounts, n.Value)
			r.Header.Currency = cmp.Or(r.Header.Currency, r.paid(n))
		}
	}
	if len(f.amounts) == 0 {
		return false
	}
	f.value = f.amounts[len(f.amounts)-1]
	if total, ok := r.totalCell(r.cells, at); ok {
		n, _ := total.Amount(r.sign())
		f.value = n.Value
	}
	f.line = r.line()
	r.summed = r.summed || f.hint == label.Sum && f.plain
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

// walk adds up the rows below the lines.
type walk struct {
	*Lines
	running decimal.Decimal
	// totalled says that a row with plain words has the total. Closed marks the rows below it.
	totalled, closed bool
	// changed marks a charge, a discount or a tax so far, taxed a tax.
	changed, taxed bool
	// unknown marks an amount that may be a tax or a total, which no sum proves.
	unknown bool
	charges []reading.Line
	// proved counts the charges that a printed sum has in it.
	proved   int
	included []reading.Taxed
}

// sumUp names the rows below the lines whose words do not say enough, by the sums around them. The
// amounts that are no sum are charges and discounts of the order, which a printed sum may prove.
func (l *Lines) sumUp() (unknown bool) {
	w := walk{Lines: l, running: l.goods, totalled: l.Header.Total.Known()}
	before := decimal.Zero
	for _, f := range l.feet {
		group, _ := f.goods.Sub(before)
		if f.read == l.read || !f.between(group) {
			w.add(&f)
		}
		before = f.goods
	}
	for i := w.proved; i < len(w.charges); i++ {
		w.charges[i].Evidence = reading.Placed
	}
	if total, known := l.Header.Total.Get(); known && len(w.included) > 0 && !l.Header.Tax.Known() {
		l.Header.Tax = reading.Included(total, w.included)
		w.unknown = w.unknown || !l.Header.Tax.Known()
	}
	l.charges = w.charges
	return w.unknown
}

// Charges returns the lines that Finish makes of charges and discounts below the table.
func (l *Lines) Charges() []reading.Line { return l.charges }

// between reports the sum of lines above other lines.
func (f *footRow) between(group decimal.Decimal) bool {
	sums := []label.Field{label.Sum, label.Subtotal, label.Carried}
	return slices.Contains(sums, f.field) || f.field == "" && slices.Contains(sums, f.hint) ||
		f.field == "" && (reading.Near(f.value, f.goods) || reading.Near(f.value, group))
}

// add takes the next row.
func (w *walk) add(f *footRow) {
	known := f.field != ""
	if !known {
		f.field = w.name(f)
	}
	change := decimal.Zero
	switch f.field {
	case label.Tax:
		w.taxed = true
		change = f.value
	case label.Shipping:
		change = f.value
	case label.Reduction:
		change = f.value.Abs().Neg()
	case label.Sum, label.Subtotal, label.Carried:
		if reading.Near(w.running, f.value) {
			w.proved = len(w.charges)
		}
		w.closed = w.closed || known && f.field == label.Sum
	case "":
		f.charge()
		change = f.line.LineTotal.Or(decimal.Zero)
		w.charges = append(w.charges, f.line)
	}
	w.changed = w.changed || !change.IsZero()
	w.running, _ = w.running.Add(change)
}

// name finds the field of a row. A row with the same sum again is carried.
func (w *walk) name(f *footRow) label.Field {
	h := &w.Header
	near := reading.Near(w.running, f.value)
	names := f.hint == label.Tax || f.hint == "" && label.NamesTax(f.text)
	percent, rated := number.Percentage(f.rates)
	switch {
	case w.closed, names && label.Includes(strings.Fields(f.text)):
		if names || rated && f.hint == "" {
			w.included = append(w.included, reading.Taxed{Rate: percent, Tax: f.value})
		}
	case names && !near:
		w.tax(append([]decimal.Decimal{f.value}, f.amounts...), f.rates)
		return label.Tax
	case near:
		if !w.changed {
			h.Subtotal = optional.Some(f.value)
		}
		if (w.taxed || f.hint == label.Sum) && !w.totalled {
			h.Total = optional.Some(f.value)
		}
	case f.hint == label.Carried:
	case f.hint == label.Paid:
		w.closed = h.Total.Known()
	case f.hint == label.Shipping && !h.Shipping.Known():
		h.Shipping = optional.Some(f.value)
		return f.hint
	case f.hint == label.Reduction && !h.Discount.Known():
		h.Discount = optional.Some(f.value)
		return f.hint
	case f.hint == label.Sum && f.plain && !h.Total.Known():
		h.Total = optional.Some(f.value)
		return f.hint
	case f.hint == label.Subtotal, f.hint == label.Sum:
		w.unknown = true
	default:
		return ""
	}
	return label.Carried
}

// charge makes a line of an amount that changes the total.
func (f *footRow) charge() {
	l := &f.line
	value := f.value
	if f.hint == label.Reduction || label.Lessens(f.text) {
		value = value.Abs().Neg()
	}
	*l = reading.Line{
		RawText: l.RawText, Description: short(f.text, maxText), Currency: l.Currency, PriceBase: decimal.One,
		LineTotal: optional.Some(value), Kind: reading.Product, Evidence: reading.Columns,
	}
	if l.Sort(); l.Kind == reading.Product {
		l.Kind = reading.Fee
	}
}
