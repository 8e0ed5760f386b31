package table

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/document/reading/sums"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// maxText bounds texts of a line in bytes, maxCode its codes.
const maxText, maxCode = 2_000, 100

// Lines reads the rows of a mapped table in sequence.
type Lines struct {
	*Mapping
	// Header has the numbers and dates above the table, and the sums below it.
	Header reading.Header
	// around gathers dates, parties and labels of the rows beside the table.
	around around
	// summed marks that the grand total was printed; after it only complete lines and roundings
	// count.
	summed bool
	// read counts the products, subtotalled counts them up to the last subtotal. A product after a
	// subtotal sets grouped, because then subtotals belong to groups of lines.
	read, subtotalled int
	grouped           bool
	// rated adds up the taxes that name their rate.
	rated decimal.Decimal
	// taxes has the rate and the amount of each tax in rated.
	taxes [][3]string
	// The first ambiguous sign beside an amount; marks has the signs of lines, by the place of the
	// line.
	mark  string
	marks map[int]string
	lines int
	// pesos marks a table in which a dollar sign may mean pesos.
	pesos bool
	// below marks that the header was passed. pieces adds up the quantities of products.
	below  bool
	pieces decimal.Decimal
	// goods adds up the totals of lines. feet has the rows below them, charges the rows that change
	// the total without the label of a sum.
	goods   decimal.Decimal
	feet    []sums.Foot
	charges []reading.Line
	// rounded keeps the last rounding. The total below it differs from the total above it by this
	// amount.
	rounded decimal.Decimal
}

// Lines reads rows by the mapping.
func (m *Mapping) Lines() *Lines {
	l := &Lines{Mapping: m, around: newAround(), marks: map[int]string{}}
	l.pesos = m.pesos()
	l.Header.Currency, l.mark = m.currency(&l.around.dollars)
	return l
}

// paid returns the currency beside an amount, "" without a certain currency.
func (l *Lines) paid(n number.Number) money.Currency {
	l.around.dollars.Count(n.Mark)
	if l.foreign(n) {
		l.mark = cmp.Or(l.mark, n.Mark)
		return ""
	}
	return n.Currency
}

// Row reads a row; it returns false if the row is no line. Conclude adds confidence and number.
func (l *Lines) Row(sheet string, n int, cells []Cell) (reading.Line, bool) {
	if sheet != l.Sheet || n == l.HeaderRow || l.heads(cells) {
		return reading.Line{}, false
	}
	l.below = l.HeaderRow > 0 && n > l.HeaderRow
	r := rowReader{Lines: l, cells: cells}
	if n < l.HeaderRow || r.sums() {
		l.field(cells)
		return reading.Line{}, false
	}
	if r.foot() {
		return reading.Line{}, false
	}
	goods := r.member()
	line := r.line()
	figures := line.Quantity.Known() || line.UnitPrice.Known() || line.CasePrice.Known() || line.LineTotal.Known() || r.undecided()
	identified := line.GTIN != gtin.Code{} || line.ASIN != asin.ASIN{} || line.SupplierSKU != "" || line.MPN != ""
	complete := line.Quantity.Known() && line.UnitPrice.Known()
	switch {
	case !figures && !(identified && (line.Description != "" || r.odd())), l.summed && !complete && !rounding(&line):
		if !goods {
			l.field(cells)
		}
		return reading.Line{}, false
	case l.Header.Currency == "":
		l.Header.Currency = line.Currency
	}
	if r.unsure != "" && line.Currency == "" {
		l.marks[l.lines] = r.unsure
	}
	l.lines++
	l.goods, _ = l.goods.Add(line.LineTotal.Or(decimal.Zero))
	if rounding(&line) {
		l.rounded = line.LineTotal.Or(decimal.Zero)
	}
	if line.Kind != reading.Product { // freight, fees and discounts may follow the subtotal
		return line, true
	}
	l.pieces, _ = l.pieces.Add(line.Quantity.Or(decimal.Zero))
	if l.read++; l.subtotalled > 0 && !l.grouped {
		l.Header.Subtotal, l.grouped = reading.Figure{}, true
	}
	return line, true
}

// rowReader reads the cells of one row by their kinds.
type rowReader struct {
	*Lines
	cells []Cell
	// Printed beside a price; unsure is a printed sign that several currencies share.
	currency money.Currency
	unsure   string
}

// paid works like Lines.paid, and keeps the sign of an uncertain currency.
func (r *rowReader) paid(n number.Number) money.Currency {
	if r.foreign(n) {
		r.unsure = cmp.Or(r.unsure, n.Mark)
	}
	return r.Lines.paid(n)
}

// odd reports whether a row has an amount in a form that is not read, such as 2/$5.00.
func (r *rowReader) odd() bool {
	for at, c := range r.Columns {
		if at < len(r.cells) && slices.Contains(amounts, c.Kind) && odd(r.cells[at].Text) {
			return true
		}
	}
	return false
}

// undecided reports whether a row has a figure with two readings, or in a column with several
// possible kinds.
func (r *rowReader) undecided() bool {
	for at, c := range r.Columns {
		if c.Open == "" || at >= len(r.cells) || !slices.Contains(numeric, c.Kind) {
			continue
		}
		if number.HasDigit(r.cells[at].Text) {
			return true
		}
	}
	for _, columns := range r.Candidates {
		for _, at := range columns {
			if at < len(r.cells) {
				if _, ok := r.cells[at].Figure(r.Columns[at].Sign); ok {
					return true
				}
			}
		}
	}
	return false
}

// text returns the text of the first filled cell of a kind.
func (r *rowReader) text(kind label.Column, most int) string {
	for i, c := range r.Columns {
		if c.Kind == kind && i < len(r.cells) && r.cells[i].Text != "" {
			return short(r.cells[i].Text, most)
		}
	}
	return ""
}

// figure reads the cell in the first column of a kind.
func (r *rowReader) figure(kind label.Column) (reading.Figure, number.Number) {
	at := r.Column(kind)
	if at < 0 || at >= len(r.cells) {
		return reading.Figure{}, number.Number{}
	}
	n, ok := r.Columns[at].figure(r.cells[at])
	if !ok || n.Percent && kind != label.Discount && kind != label.TaxRate {
		return reading.Figure{}, n
	}
	if slices.Contains(amounts, kind) {
		r.currency = cmp.Or(r.paid(n), r.currency)
	}
	return optional.Some(n.Value), n
}

func (r *rowReader) line() reading.Line {
	l := reading.Line{
		RawText: r.raw(), Description: r.text(label.Text, maxText), SupplierSKU: r.text(label.SKU, maxCode), MPN: r.text(label.MPN, maxCode),
		BuyerSKU:  r.text(label.Own, maxCode),
		PriceBase: decimal.One, Kind: reading.Product, Evidence: reading.Columns,
	}
	r.codes(&l)
	r.counts(&l)
	l.UnitPrice, _ = r.figure(label.Price)
	r.priceBase(&l)
	l.CasePrice, _ = r.figure(label.CasePrice)
	if less, n := r.figure(label.Discount); less.Known() && (n.Percent || strings.Contains(r.Columns[r.Column(label.Discount)].Label, "%")) {
		l.DiscountPercent = less
	} else if less.Known() {
		l.DiscountAmount = r.discount(&l, less)
	}
	l.TaxRate, _ = r.figure(label.TaxRate)
	l.LineTotal, _ = r.figure(label.Total)
	r.cases(&l)
	l.Currency = r.currency
	if mark := r.text(label.Currency, maxCode); label.Fold(mark) != "" || number.Symbol(mark) {
		code, _ := number.Code(mark)
		r.unsure = "" // the column says more than a sign beside an amount
		l.Currency = r.paid(number.Number{Mark: mark, Currency: code})
	}
	if l.Description == "" && l.SupplierSKU == "" && !l.Quantity.Known() {
		l.Description = r.label()
	}
	free(&l)
	r.name(&l)
	l.Sort()
	r.believe(&l)
	return l
}

// counts reads the quantity, its unit and the content of a case. A column of barcodes that is
// called UPC may have units per case.
func (r *rowReader) counts(l *reading.Line) {
	var quantity number.Number
	if l.Quantity, quantity = r.figure(label.Quantity); l.Quantity.Known() {
		l.Unit = quantity.Unit
	}
	if unit := r.text(label.Unit, maxCode); unit != "" {
		l.Measure(unit)
	} else if at := r.Column(label.Quantity); at >= 0 && r.Columns[at].Units != "" && l.Unit == "" {
		l.Measure(r.Columns[at].Units)
	}
	for at, c := range r.Columns {
		if at >= len(r.cells) || c.Kind != label.Pack || l.UnitsPerCase > 0 {
			continue
		}
		if pack, ok := c.figure(r.cells[at]); ok && !pack.Percent {
			l.UnitsPerCase = whole(optional.Some(pack.Value))
		} else {
			l.Pack(r.cells[at].Text)
		}
	}
}

// cases takes the number of cases as the quantity if no other quantity makes the total, and
// completes the prices.
func (r *rowReader) cases(l *reading.Line) {
	cases, _ := r.figure(label.Cases)
	units, counted := l.Quantity.Get()
	if n, ok := cases.Get(); ok && !n.IsZero() {
		if counted {
			l.Contain(units, n)
		}
		trial := *l
		trial.Quantity = cases
		if !counted || l.Arithmetic().Result != reading.Pass && trial.Arithmetic().Result == reading.Pass {
			l.Quantity = cases
			l.InCases()
		}
	}
	retail, _ := r.figure(label.Retail)
	l.AboveRetail(l.UnitPrice, retail)
	l.Each()
}

// name completes the description: after a label such as Commodity: comes the text beside it, and a
// product without a text and a code may have its name below an unknown label.
func (r *rowReader) name(l *reading.Line) {
	at := r.Column(label.Text)
	if at >= 0 && strings.HasSuffix(l.Description, ":") && at+1 < len(r.cells) && r.Columns[at+1].Label == "" {
		l.Description = short(strings.TrimSpace(l.Description+" "+r.cells[at+1].Text), maxText)
	}
	if r.HeaderRow == 0 || l.Description != "" || l.SupplierSKU != "" || l.GTIN != (gtin.Code{}) ||
		!l.UnitPrice.Known() && !(l.Quantity.Known() && l.LineTotal.Known()) {
		return
	}
	counted := l.Quantity.Known() && l.LineTotal.Known()
	for i, c := range r.Columns[:min(len(r.Columns), len(r.cells))] {
		text := r.cells[i].Text
		if _, figure := r.cells[i].Figure(c.Sign); c.Kind == "" && !figure && label.Fold(text) != "" {
			// A price alone may be beside a code, which is no name.
			if counted || strings.ContainsFunc(text, unicode.IsLower) {
				l.Description = short(text, maxText)
			}
			return
		}
	}
}

// label returns the first text in a column of figures: rows below the products, such as rounding,
// may have their names there.
func (r *rowReader) label() string {
	for i, c := range r.cells {
		if i < len(r.Columns) && slices.Contains(numeric, r.Columns[i].Kind) && label.Fold(c.Text) != "" {
			if _, figure := r.Columns[i].figure(c); !figure {
				return short(c.Text, maxText)
			}
		}
	}
	return ""
}

// discount decides by the total whether a discount without a sign is an amount or a percentage.
func (r *rowReader) discount(l *reading.Line, less reading.Figure) reading.Figure {
	total, _ := r.figure(label.Total)
	percent := *l
	percent.LineTotal, percent.DiscountPercent = total, less
	if percent.Arithmetic().Result == reading.Pass {
		l.DiscountPercent = less
		return reading.Figure{}
	}
	return less
}

// priceBase reads the number of units in a price, from the header of prices or from its own column.
func (r *rowReader) priceBase(l *reading.Line) {
	if at := r.Column(label.Price); at >= 0 && r.Columns[at].Base > 1 {
		l.PriceBase = decimal.MustNew(r.Columns[at].Base, 0)
	}
	base, _ := r.figure(label.Base)
	unit, _ := number.Unit(r.text(label.Base, maxCode))
	pieces, _ := number.Pieces(unit)
	if n := max(whole(base), pieces); n > 0 && (unit == "" || unit != l.Unit) {
		l.PriceBase = decimal.MustNew(n, 0)
	}
}

func (r *rowReader) raw() string {
	var texts []string
	length := 0
	for _, c := range r.cells {
		if c.Text != "" && length < maxText {
			texts = append(texts, c.Text)
			length += len(c.Text)
		}
	}
	return short(strings.Join(texts, " "), maxText)
}

// short cuts a text between characters, and makes one line of it.
func short(s string, most int) string {
	s = reading.Cut(s, most)
	if strings.ContainsAny(s, "\n\r\t") {
		s = strings.Join(strings.Fields(s), " ")
	}
	return s
}

// whole returns a figure as a whole number, 0 for any other figure.
func whole(f reading.Figure) int64 {
	d := f.Or(decimal.Zero)
	n, _, ok := d.Int64(0)
	if !ok || !d.IsInt() || n < 0 {
		return 0
	}
	return n
}
