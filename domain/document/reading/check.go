package reading

import (
	"slices"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/optional"
)

// Result is the outcome of a check: pass, fail, or unknown where a figure is missing.
type Result string

// The results.
const (
	Pass    Result = "pass"
	Fail    Result = "fail"
	Unknown Result = "unknown"
)

// The checks of a document.
const (
	LineArithmetic = "line_arithmetic"
	SumOfLines     = "sum_of_lines"
	GrandTotal     = "grand_total"
)

// Check compares printed figures. Difference is the printed figure less the expected figure. It is
// absent for an unknown result.
type Check struct {
	Code       string
	Result     Result
	Difference Figure
}

var (
	// Cent bounds the difference of sums that agree.
	Cent     = decimal.MustParse("0.01")
	half     = decimal.MustParse("0.5")
	hundred  = decimal.MustParse("100")
	fiftieth = decimal.MustParse("0.02")
)

// Agree reports whether quantity x price / base is the total, within a cent. It allows for a
// rounded price: half a unit of its last decimal per unit, at most 2 % of the total. Signs do not
// count, so that credit notes agree.
func Agree(quantity, price, base, total decimal.Decimal) bool {
	product, ok := extended(quantity, price, base)
	if !ok {
		return false
	}
	q, total := quantity.Abs(), total.Abs()
	difference, err := product.SubAbs(total)
	if err != nil || difference.Cmp(Cent) <= 0 {
		return err == nil
	}
	slack, err := q.Mul(price.ULP())
	if err == nil {
		slack, err = slack.Mul(half)
	}
	if err == nil {
		slack, err = slack.Quo(base)
	}
	share, fault := total.Mul(fiftieth)
	return err == nil && fault == nil && difference.Cmp(slack) <= 0 && difference.Cmp(share) <= 0
}

// Net returns quantity x price / base less the discount in percent, without signs. It returns false
// where the figures are too large.
func Net(quantity, price, base, percent decimal.Decimal) (decimal.Decimal, bool) {
	product, ok := extended(quantity, price, base)
	rest, err := hundred.Sub(percent)
	if err == nil {
		product, err = product.Mul(rest)
	}
	if err == nil {
		product, err = product.Quo(hundred)
	}
	return product, ok && err == nil
}

func extended(quantity, price, base decimal.Decimal) (decimal.Decimal, bool) {
	product, err := quantity.Abs().Mul(price.Abs())
	if err == nil {
		product, err = product.Quo(base)
	}
	return product, err == nil && base.IsPos()
}

// Near reports whether two amounts are at most a cent apart, signs aside.
func Near(a, b decimal.Decimal) bool {
	difference, err := a.Abs().SubAbs(b.Abs())
	return err == nil && difference.Cmp(Cent) <= 0
}

// Arithmetic compares the line's total with its quantity, price and discounts.
func (l *Line) Arithmetic() Check {
	unknown := Check{Code: LineArithmetic, Result: Unknown}
	quantity, known := l.Quantity.Get()
	price, priced := l.UnitPrice.Get()
	if cost, ok := l.CasePrice.Get(); ok {
		price, priced = cost, true
	}
	total, summed := l.LineTotal.Get()
	if !known || !priced || !summed {
		return unknown
	}
	percent, less := l.DiscountPercent.Or(decimal.Zero), l.DiscountAmount.Or(decimal.Zero)
	base := l.base()
	gross, ok := Net(quantity, price, base, percent)
	net, err := gross.Sub(less)
	if !ok || err != nil {
		return unknown
	}
	back := quantity.IsNeg() != price.IsNeg() && !Near(net, total)
	if owed, err := gross.Neg().Sub(less); err == nil && back && near(owed, total) {
		net = owed.Abs() // an amount off a line that is given back raises it
	}
	difference, err := total.Abs().Sub(net)
	if err != nil {
		return unknown
	}
	c := Check{Code: LineArithmetic, Result: Pass, Difference: optional.Some(difference)}
	if !Near(net, total) && (!percent.IsZero() || !less.IsZero() || !Agree(quantity, price, base, total)) {
		c.Result = Fail
	}
	return c
}

// near reports whether two amounts are at most a cent apart, with their signs.
func near(a, b decimal.Decimal) bool {
	difference, err := a.SubAbs(b)
	return err == nil && difference.Cmp(Cent) <= 0
}

func (l *Line) base() decimal.Decimal {
	if l.PriceBase.IsZero() {
		return decimal.One
	}
	return l.PriceBase
}

// Conclude numbers the lines and sets their confidence, the checks and the problems. The type
// decides which figures a line needs. A reading can be concluded again for another type.
func (r *Reading) Conclude(kind document.Type) {
	r.sortUncoded()
	worst := Check{Code: LineArithmetic, Result: Unknown}
	sums := r.sumOfLines()
	if sums.Result == Pass {
		r.believeSums()
	}
	seen := map[said]bool{}
	for i := range r.Lines {
		l := &r.Lines[i]
		l.No, l.PriceBase = i+1, l.base()
		own := l.Arithmetic()
		if own.Result == Fail && !bigger(worst, own) || own.Result == Pass && worst.Result == Unknown {
			worst = own
		}
		l.Confidence = confidences[l.Evidence]
		if r.Method == OCR {
			l.Confidence = l.Confidence * 97 / 100
		}
		// The sum confirms totals alone: no quantity of a line that costs nothing, and OCR may have
		// lost the other figures of a line.
		agrees := own.Result == Pass || own.Result == Unknown && r.Method != OCR
		if sums.Result == Pass && agrees && !l.LineTotal.Or(decimal.One).IsZero() {
			l.Confidence = max(l.Confidence, summed)
		}
		if r.Method == OCR {
			l.Confidence = min(l.Confidence, r.provenOf(l, own.Result))
		}
		for _, c := range l.FieldConfidence {
			l.Confidence = min(l.Confidence, c)
		}
		l.complain(kind, own.Result)
		if s := l.said(); l.Kind == Product && seen[s] {
			l.Note(DuplicateLine)
		} else {
			seen[s] = true
		}
	}
	total := r.grandTotal()
	if sums.Result == Fail || total.Result == Fail {
		r.Note(TotalMismatch)
	}
	if r.taxed() {
		r.Note(PricesIncludeTax)
	}
	r.Checks = []Check{worst, sums, total}
	r.Problems = slices.DeleteFunc(r.Problems, func(p Problem) bool { return p.Code == TotalsNotFound })
	if r.unproven(kind) {
		r.Note(TotalsNotFound)
	}
}

// believeSums believes placed lines with totals that make the printed sum, beside an empty column
// of prices. Beside prices it believes lines that cost less than their price, such as by discounts
// in a row: a unit costs its share of the total, and the warning stays.
func (r *Reading) believeSums() {
	priced := slices.ContainsFunc(r.Lines, func(l Line) bool { return l.UnitPrice.Known() || l.CasePrice.Known() })
	for i := range r.Lines {
		l := &r.Lines[i]
		if l.Evidence == Placed && l.Quantity.Known() && l.LineTotal.Known() && (!priced || l.cheaper()) {
			l.Evidence = Joined
		}
	}
}

// cheaper reports a total below quantity times price that no other whole quantity makes.
func (l *Line) cheaper() bool {
	q, total := l.Quantity.Or(decimal.Zero), l.LineTotal.Or(decimal.Zero)
	price, ok := l.UnitPrice.Get()
	gross, fits := extended(q, price, l.base())
	if l.Kind != Product || !ok || !fits || !q.IsPos() || !q.IsInt() || !price.IsPos() || !total.IsPos() ||
		l.CasePrice.Known() || gross.Cmp(total) <= 0 {
		return false
	}
	units, err := total.Quo(price)
	return err == nil && !Agree(units.Round(0), price, decimal.One, total)
}

// Verified counts the lines with figures that agree.
func (r *Reading) Verified() int {
	n := 0
	for i := range r.Lines {
		if r.Lines[i].Arithmetic().Result == Pass {
			n++
		}
	}
	return n
}

// bigger reports whether a failed by more than b.
func bigger(a, b Check) bool {
	x, _ := a.Difference.Get()
	y, _ := b.Difference.Get()
	return a.Result == Fail && x.CmpAbs(y) >= 0
}

// complain notes figures that the type requires, then doubts. It can run again for another type.
func (l *Line) complain(kind document.Type, arithmetic Result) {
	l.Problems = slices.DeleteFunc(l.Problems, func(p Problem) bool {
		return p.Code == MissingPrice || p.Code == MissingQuantity || p.Code == ArithmeticMismatch || p.Code == LowConfidence
	})
	l.missing(kind)
	if arithmetic == Fail {
		l.Note(ArithmeticMismatch)
	}
	if l.Confidence < Sure {
		l.Note(LowConfidence)
	}
}

func (l *Line) missing(kind document.Type) {
	if l.Kind != Product {
		return
	}
	switch kind {
	case document.Invoice, document.CreditNote, document.PurchaseOrder, document.OrderConfirmation:
		if !l.UnitPrice.Known() && !l.CasePrice.Known() && !l.LineTotal.Known() {
			l.Note(MissingPrice)
		}
		fallthrough
	case document.PackingSlip:
		if !l.Quantity.Known() {
			l.Note(MissingQuantity)
		}
	case document.PriceList:
		if !l.UnitPrice.Known() && !l.CasePrice.Known() {
			l.Note(MissingPrice)
		}
	}
}

// said has the members that are equal in repeated lines.
type said struct {
	description, sku, mpn  string
	gtin                   gtin.Code
	asin                   asin.ASIN
	quantity, price, total string
}

func (l *Line) said() said {
	text := func(f Figure) string { return f.Or(decimal.Zero).Trim(0).String() }
	return said{l.Description, l.SupplierSKU, l.MPN, l.GTIN, l.ASIN, text(l.Quantity), text(l.UnitPrice), text(l.LineTotal)}
}

// sumOfLines compares the lines with the subtotal, else with the total less tax and shipping. The
// subtotal may leave out lines of freight.
func (r *Reading) sumOfLines() Check {
	c := Check{Code: SumOfLines, Result: Unknown}
	want, ok := r.LinesShouldBe()
	if !ok || len(r.Lines) == 0 {
		return c
	}
	sum, products, charged, ok := r.sums()
	if !ok {
		return c
	}
	difference, _ := want.Abs().Sub(sum.Abs()) // amounts without signs never overflow
	c.Result, c.Difference = Fail, optional.Some(difference)
	apart := r.Header.Subtotal.Known() && (Near(products, want) || Near(charged, want))
	if Near(sum, want) || apart || !r.Header.Subtotal.Known() && r.taxed() {
		c.Result = Pass
	}
	return c
}

// sums adds up all lines, the products, and all but discounts; false for a missing total.
func (r *Reading) sums() (all, products, charged decimal.Decimal, ok bool) {
	for _, l := range r.Lines {
		total, known := l.LineTotal.Get()
		if !known && l.Kind != Comment {
			return all, products, charged, false
		}
		var err error
		if all, err = all.Add(total); err != nil {
			return all, products, charged, false
		}
		if l.Kind == Product {
			products, _ = products.Add(total)
		}
		if l.Kind != Discount {
			charged, _ = charged.Add(total)
		}
	}
	return all, products, charged, true
}

// taxed reports lines that add up to the printed total beside a printed tax: prices include it.
func (r *Reading) taxed() bool {
	total, known := r.Header.Total.Get()
	tax, ok := r.Header.Tax.Get()
	sum, _, _, whole := r.sums()
	if !known || !ok || !whole || len(r.Lines) == 0 || tax.CmpAbs(Cent) <= 0 || sum.IsZero() {
		return false
	}
	with, fits := add(sum, r.Header.Shipping.Or(decimal.Zero), r.Header.Discount.Or(decimal.Zero).Abs().Neg())
	return fits && (near(with, total) || near(sum, total))
}

// LinesShouldBe returns the printed sum of the lines: the subtotal, else the total less tax and
// shipping and plus the discount.
func (r *Reading) LinesShouldBe() (decimal.Decimal, bool) {
	h := r.Header
	if subtotal, ok := h.Subtotal.Get(); ok {
		return subtotal, true
	}
	total, ok := h.Total.Get()
	if !ok {
		return total, false
	}
	return add(total, h.Tax.Or(decimal.Zero).Neg(), h.Shipping.Or(decimal.Zero).Neg(), h.Discount.Or(decimal.Zero).Abs())
}
