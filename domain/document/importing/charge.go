package importing

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Returned marks lines of returned units. They lower the amount due and order nothing.
const Returned reading.Kind = "return"

// Cost charges the whole order; below 0 the supplier gives something back.
type Cost struct {
	Label  string
	Amount money.Amount
	// Owed marks a charge that is paid but no part of the unit costs, such as a deposit.
	Owed bool
}

// Credits reports whether a document credits: its type says so, or its total is below 0.
func Credits(kind document.Type, h reading.Header) bool {
	total, ok := h.Total.Get()
	return kind == document.CreditNote || ok && total.IsNeg() && (kind == document.Invoice || kind == document.Other)
}

// Oriented makes the figures of a credit note positive, with any printed sign.
func Oriented(kind document.Type, h reading.Header, lines []reading.Line) (reading.Header, []reading.Line) {
	total, known := h.Total.Get()
	if !known {
		for i := range lines {
			if worth, ok := lines[i].LineTotal.Get(); ok {
				total, _ = total.Add(worth)
			}
		}
	}
	if !Credits(kind, h) || !total.IsNeg() {
		return h, lines
	}
	for _, f := range []*reading.Figure{&h.Subtotal, &h.Shipping, &h.Tax, &h.Total} {
		unsigned(f)
	}
	lines = slices.Clone(lines)
	for i := range lines {
		l := &lines[i]
		l.LineTotal = negated(l.LineTotal)
		if !unsigned(&l.Quantity) {
			unsigned(&l.UnitPrice)
			unsigned(&l.CasePrice)
		}
	}
	return h, lines
}

// unsigned makes a figure below 0 one above it.
func unsigned(f *reading.Figure) bool {
	d, ok := f.Get()
	if ok = ok && d.IsNeg(); ok {
		*f = negated(*f)
	}
	return ok
}

func negated(f reading.Figure) reading.Figure { return optional.Convert(f, decimal.Decimal.Neg) }

// positive removes the minus signs of quantity and price if they cancel each other out.
func positive(l reading.Line) reading.Line {
	if q, ok := l.Quantity.Get(); ok && q.IsNeg() && sign(&l) > 0 {
		if unsigned(&l.CasePrice) || unsigned(&l.UnitPrice) {
			l.Quantity = negated(l.Quantity)
		}
	}
	return l
}

// sign returns the sign of the amount of a line: -1, 0 or 1.
func sign(l *reading.Line) int {
	if total, ok := l.LineTotal.Get(); ok && !total.IsZero() {
		return total.Sign()
	}
	price, ok := l.CasePrice.Get()
	if !ok {
		price, ok = l.UnitPrice.Get()
	}
	q, counted := l.Quantity.Get()
	switch {
	case ok && counted:
		return price.Sign() * q.Sign()
	case ok:
		return price.Sign()
	}
	return q.Sign()
}

// kindOf decides the kind of a line by its words, sign and figures. A positive line of a credit
// note is a returned product.
func kindOf(l *reading.Line, kind document.Type) reading.Kind {
	if l.Kind != reading.Product {
		return l.Kind
	}
	if sign(l) < 0 {
		if reading.Reduces(l.Description) {
			return reading.Discount
		}
		return Returned
	}
	q, counted := l.Quantity.Get()
	if counted && !q.IsZero() || kind == document.PriceList {
		return l.Kind
	}
	worth := func(f reading.Figure) bool { d, ok := f.Get(); return ok && !d.IsZero() }
	switch priced := worth(l.LineTotal) || worth(l.UnitPrice) || worth(l.CasePrice); {
	case !priced && kind != document.PackingSlip:
		return reading.Comment
	case priced && l.Evidence == reading.Marked:
		return reading.Fee
	}
	return l.Kind
}

// articles has the prices of the products of a document by their codes.
type articles map[string]decimal.Decimal

func articlesOf(lines []reading.Line) articles {
	all := articles{}
	for i := range lines {
		l := &lines[i]
		if price, ok := l.UnitPrice.Get(); ok && l.Kind == reading.Product && sign(l) > 0 && l.SupplierSKU != "" {
			all[l.SupplierSKU] = price
		}
	}
	return all
}

// returned reports returned units of an article of the document at its price. Its name may contain
// the word of a discount: bonus pack.
func (a articles) returned(l *reading.Line) bool {
	price, ok := a[l.SupplierSKU]
	q, counted := l.Quantity.Get()
	return ok && counted && q.IsNeg() && l.UnitPrice.Known() && l.UnitPrice.Or(decimal.Zero).Equal(price)
}

// chargedOf returns the signed amount of a line, rounded to the unit of its currency: its total,
// else quantity times price.
func chargedOf(l *reading.Line) (money.Amount, bool) {
	if total, ok := l.LineTotal.Get(); ok {
		return rounded(rat(total), l.Currency)
	}
	price, ok := l.CasePrice.Get()
	each := big.NewRat(1, 1)
	if !ok {
		if price, ok = l.UnitPrice.Get(); ok && l.PriceBase.IsPos() {
			each = rat(l.PriceBase)
		}
	}
	x := new(big.Rat).Quo(rat(price), each)
	if q, counted := l.Quantity.Get(); counted && !q.IsZero() {
		x.Mul(x, rat(q))
	}
	a, fits := rounded(x, l.Currency)
	return a, fits && ok
}

// rounded rounds half away from zero; false if the result is out of range.
func rounded(exact *big.Rat, c money.Currency) (money.Amount, bool) {
	a, ok := money.HalfUp(new(big.Rat).Abs(exact), c.Unit())
	if exact.Sign() < 0 {
		a = money.FromUnits(-a.Units())
	}
	return a, ok
}

func sum(a, b money.Amount) money.Amount { return money.FromUnits(a.Units() + b.Units()) }

func less(a money.Amount) money.Amount { return money.FromUnits(-a.Units()) }

// charges sum the lines without items.
type charges struct {
	shipping, discount money.Amount
	costs              []Cost
}

// add adds a line that is no product.
func (c *charges) add(l *Line) {
	amount, ok := chargedOf(&l.Line)
	if !ok || amount.Units() == 0 || l.Kind == reading.Comment {
		return
	}
	switch negative := amount.Units() < 0; {
	case l.Choice.Kind == optional.Some(reading.Discount): // some documents print discounts without a sign
		c.discount = sum(c.discount, size(amount))
	case l.Kind == reading.Freight && !negative:
		c.shipping = sum(c.shipping, amount)
	case l.Kind == reading.Discount && negative:
		c.discount = sum(c.discount, less(amount))
	default:
		label := cut(strings.Join(strings.Fields(l.Description), " "), maxLabel)
		owed := negative || l.Kind == reading.Deposit || l.Kind == reading.Discount
		c.costs = append(c.costs, Cost{Label: cmp.Or(label, string(l.Kind)), Amount: amount, Owed: owed})
	}
}

const maxLabel = 60

// figureOf rounds a figure to the unit of the currency. A figure with too many digits is unknown.
func figureOf(f reading.Figure, c money.Currency) (none optional.Maybe[money.Amount]) {
	if d, ok := f.Get(); ok {
		if a, fits := rounded(rat(d), c); fits {
			return optional.Some(a)
		}
	}
	return none
}

// settle adds the charges of header and lines. Freight or a discount in both can be one amount or
// two. It returns a plan for each case, the likely case first.
func (p Plan) settle(h reading.Header, c charges) []Plan {
	shipping, tax := figureOf(h.Shipping, p.Currency), figureOf(h.Tax, p.Currency)
	discount := figureOf(h.Discount, p.Currency)
	p.Costs = slices.Clone(c.costs)
	p.Shipping, p.Discount, p.Tax = plus(shipping, c.shipping), plus(optional.Convert(discount, size), c.discount), tax
	if shipping.Or(money.Amount{}).Units() < 0 {
		p.Costs = append(p.Costs, Cost{"Shipping", shipping.Or(money.Amount{}), true})
		p.Shipping = optional.Some(c.shipping)
	}
	if owed := tax.Or(money.Amount{}); owed.Units() < 0 {
		p.Costs = append(p.Costs, Cost{"Tax", owed, true})
		p.Tax = optional.Some(money.Amount{})
	}
	if p.Mode == CreateOrder && h.Total.Known() {
		// A document with a total names every charge, so the supplier's usual charges are not
		// added.
		p.Shipping = optional.Some(p.Shipping.Or(money.Amount{}))
	}
	out := []Plan{p}
	alternative := func(meant bool, change func(p *Plan)) {
		if !meant || !h.Total.Known() {
			return
		}
		for _, plan := range slices.Clone(out) {
			change(&plan)
			out = append(out, plan)
		}
	}
	alternative(c.shipping.Positive() && shipping == optional.Some(c.shipping), func(p *Plan) { p.Shipping = shipping })
	twice := c.discount.Positive() && optional.Convert(discount, size) == optional.Some(c.discount)
	alternative(twice, func(p *Plan) { p.Discount = optional.Some(c.discount) })
	alternative(!tax.Known() && !p.taxed(), func(p *Plan) { p.Tax = optional.Some(money.Amount{}) })
	return out
}

// taxed reports lines that name a rate of tax.
func (p Plan) taxed() bool {
	return slices.ContainsFunc(p.Lines, func(b Booking) bool { return b.TaxRate.Known() })
}

// size returns a discount without its sign, because some documents do not print it.
func size(a money.Amount) money.Amount {
	if a.Units() < 0 {
		return less(a)
	}
	return a
}

func plus(header optional.Maybe[money.Amount], lines money.Amount) optional.Maybe[money.Amount] {
	if !header.Known() && lines.Units() == 0 {
		return header
	}
	return optional.Some(sum(header.Or(money.Amount{}), lines))
}
