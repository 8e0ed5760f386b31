package sums

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/kernel/optional"
)

// Foot has an amount below the lines of a table, beside a label. A row without a field waits for
// the sums around it, because its words are unknown or may mean two things.
type Foot struct {
	Field label.Field
	// Hint has the field that the first words name, "" for unknown words. Plain says that no other
	// words follow.
	Hint  label.Field
	Plain bool
	Text  string
	Value decimal.Decimal
	// Amounts has all amounts of the row, Rates its percentages. Line has the row as a line.
	Amounts []decimal.Decimal
	Rates   string
	Line    reading.Line
	// Read counts the products above it, and Goods adds up the lines above it.
	Read  int
	Goods decimal.Decimal
}

// walk adds up the rows below the lines.
type walk struct {
	header  *reading.Header
	tax     func(amounts []decimal.Decimal, rates string)
	running decimal.Decimal
	// totalled says that a row with plain words has the total. Closed marks the rows below it.
	totalled, closed bool
	// changed marks a charge, a discount or a tax so far, taxed a tax.
	changed, taxed bool
	// unknown marks an amount that may be a tax or a total, which no sum proves.
	unknown bool
	charges []reading.Line
	// several adds up the rows with plain words by their field, and counts them.
	several map[label.Field]several
	// proved counts the charges that a printed sum has in it.
	proved   int
	included []reading.Taxed
}

// several has the sum of rows with the same field.
type several struct {
	sum  decimal.Decimal
	rows int
}

// Below names the rows below lines by the sums around them, if their words do not say enough, and
// completes the header. Read counts the products, goods adds up the lines, and tax takes a tax. The
// charges are amounts that are no sum; those that no printed sum proves are placed. Unknown reports
// an amount that may be a tax or a total, which nothing proves.
func Below(feet []Foot, read int, goods decimal.Decimal, h *reading.Header,
	tax func(amounts []decimal.Decimal, rates string)) (charges []reading.Line, unknown bool) {
	w := walk{header: h, tax: tax, running: goods, totalled: h.Total.Known(), several: map[label.Field]several{}}
	before := decimal.Zero
	for _, f := range feet {
		group, _ := f.Goods.Sub(before)
		if f.Read == read || !f.between(group) {
			w.add(&f)
		}
		before = f.Goods
	}
	for i := w.proved; i < len(w.charges); i++ {
		w.charges[i].Evidence = reading.Placed
	}
	if total, known := h.Total.Get(); known && len(w.included) > 0 && !h.Tax.Known() {
		h.Tax = reading.Included(total, w.included)
		w.unknown = w.unknown || !h.Tax.Known()
	}
	return w.charges, w.unknown
}

// between reports the sum of lines above other lines.
func (f *Foot) between(group decimal.Decimal) bool {
	fields := []label.Field{label.Sum, label.Subtotal, label.Carried}
	return slices.Contains(fields, f.Field) || f.Field == "" && slices.Contains(fields, f.Hint) ||
		f.Field == "" && (reading.Near(f.Value, f.Goods) || reading.Near(f.Value, group))
}

// add takes the next row.
func (w *walk) add(f *Foot) {
	known := f.Field != ""
	if !known {
		f.Field = w.name(f)
	}
	change := decimal.Zero
	switch f.Field {
	case label.Tax:
		w.taxed = true
		change = f.Value
	case label.Shipping:
		change = f.Value
	case label.Reduction:
		change = f.Value.Abs().Neg()
	case label.Sum, label.Subtotal, label.Carried:
		if reading.Near(w.running, f.Value) {
			w.proved = len(w.charges)
			w.addUp()
		}
		w.closed = w.closed || known && f.Field == label.Sum
	case "":
		f.charge()
		change = f.Line.LineTotal.Or(decimal.Zero)
		w.charges = append(w.charges, f.Line)
	}
	if known && !change.IsZero() {
		s := w.several[f.Field]
		s.sum, _ = s.sum.Add(f.Value)
		s.rows++
		w.several[f.Field] = s
	}
	w.changed = w.changed || !change.IsZero()
	w.running, _ = w.running.Add(change)
}

// addUp adds up several rows of shipping or of discounts if a printed sum has all of them in it.
func (w *walk) addUp() {
	for field, to := range map[label.Field]*reading.Figure{
		label.Shipping: &w.header.Shipping, label.Reduction: &w.header.Discount,
	} {
		if s := w.several[field]; s.rows > 1 {
			*to = optional.Some(s.sum)
		}
	}
}

// name finds the field of a row. A row with the same sum again is carried.
func (w *walk) name(f *Foot) label.Field {
	h := w.header
	near := reading.Near(w.running, f.Value)
	names := f.Hint == label.Tax || f.Hint == "" && label.NamesTax(f.Text)
	percent, rated := number.Percentage(f.Rates)
	switch {
	case w.closed, names && label.Includes(strings.Fields(f.Text)):
		if names || rated && f.Hint == "" {
			w.included = append(w.included, reading.Taxed{Rate: percent, Tax: f.Value})
		}
	case names && !near:
		w.tax(append([]decimal.Decimal{f.Value}, f.Amounts...), f.Rates)
		return label.Tax
	case near:
		if !w.changed {
			h.Subtotal = optional.Some(f.Value)
		}
		if (w.taxed || f.Hint == label.Sum) && !w.totalled {
			h.Total = optional.Some(f.Value)
		}
	case f.Hint == label.Carried:
	case f.Hint == label.Paid:
		w.closed = h.Total.Known()
	case f.Hint == label.Shipping && !h.Shipping.Known():
		h.Shipping = optional.Some(f.Value)
		return f.Hint
	case f.Hint == label.Reduction && !h.Discount.Known():
		h.Discount = optional.Some(f.Value)
		return f.Hint
	case f.Hint == label.Sum && f.Plain && !h.Total.Known():
		h.Total = optional.Some(f.Value)
		return f.Hint
	case f.Hint == label.Subtotal, f.Hint == label.Sum:
		w.unknown = true
	default:
		return ""
	}
	return label.Carried
}

// charge makes a line of an amount that changes the total.
func (f *Foot) charge() {
	l := &f.Line
	value := f.Value
	if f.Hint == label.Reduction || label.Lessens(f.Text) {
		value = value.Abs().Neg()
	}
	*l = reading.Line{
		RawText: l.RawText, Description: strings.Join(strings.Fields(f.Text), " "), Currency: l.Currency,
		PriceBase: decimal.One, LineTotal: optional.Some(value), Kind: reading.Product, Evidence: reading.Columns,
	}
	if l.Sort(); l.Kind == reading.Product {
		if l.Kind = reading.Fee; f.Rates != "" && value.IsPos() {
			l.Evidence = reading.Placed // may be a tax in an unknown language
		}
	}
}
