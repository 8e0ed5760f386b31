package importing

import (
	"slices"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Booking has a line that is booked.
type Booking struct {
	No     int
	Action Action
	// Product, SKU, Offer and Item name records, or are 0. Records that the program matched may
	// contradict each other: the weaker give way.
	Product, SKU, Offer, Item int64
	SupplierSKU, GTIN, MPN    string
	ASIN                      string
	Title                     string
	Quantity                  optional.Maybe[int64]
	// Price keeps UnitCost before rounding.
	UnitCost     optional.Maybe[money.Amount]
	Price        money.Price
	Net          optional.Maybe[money.Amount]
	Discount     money.Percent
	TaxRate      optional.Maybe[money.Percent]
	UnitsPerCase optional.Maybe[int64]
	// Priced reports that figures of the price were read or given.
	Priced bool
	// Counted says that a user gave the quantity.
	Counted bool
	// Worth keeps the printed total of the line, else quantity times cost.
	Worth money.Amount
	// Due and OrderTax come from the item: they fill a missing quantity or tax rate.
	Due      int64
	OrderTax optional.Maybe[money.Percent]
}

// Plan has the bookings of an import.
type Plan struct {
	Mode                Mode
	Document            document.ID
	Supplier, Warehouse int64
	// NewSupplier names a supplier to be made.
	NewSupplier string
	// Issuer has the document's names of the supplier. They are learned if a user named the
	// supplier.
	Issuer reading.Issuer
	Learn  bool
	// Order names the order to be changed.
	Order              int64
	Ordered, Receive   bool
	ReceivedOn         optional.Maybe[date.Date]
	Reference          string
	IssueDate, DueDate optional.Maybe[date.Date]
	// Currency stays empty for the supplier's.
	Currency                money.Currency
	ExchangeRate            optional.Maybe[money.Rate]
	Shipping, Discount, Tax optional.Maybe[money.Amount]
	PricesIncludeTax        optional.Maybe[bool]
	PaymentTerms            string
	Costs                   []Cost
	CreditAs                CreditAs
	// Credit has the amount of a credit note without tax.
	Credit                    optional.Maybe[money.Amount]
	UpdateCosts, CreateOffers bool
	Partial                   bool
	Lines                     []Booking
	// Missing adds up the lines left out by name or by allow_partial.
	Missing money.Amount
	// Places has the positions of lines in the request.
	Places map[int]int
}

// notFor reports the modes that a type of document does not take.
func notFor(kind document.Type, mode Mode) bool {
	if kind == document.CreditNote {
		return mode != CreditOrder
	}
	return mode == CreditOrder && kind != document.Other
}

// Plans decides the booking of a preview. The plans have the same lines and differ in their reading
// of the charges, the likely reading first. Errors of the document make a Rule fault. Lines that
// cannot be booked are returned; then nothing is booked unless the request accepts a part.
func (p Preview) Plans(kind document.Type, r Request) ([]Plan, []Refusal, error) {
	if p.Credit {
		kind = document.CreditNote
	}
	if err := p.whole(kind, r); err != nil {
		return nil, nil, err
	}
	out, refused := p.lines(r)
	return p.charged(out), refused, nil
}

// charged adds the charges of header and lines to a plan.
func (p Preview) charged(out Plan) []Plan {
	var c charges
	for i := range p.Lines {
		if l := &p.Lines[i]; l.Match.Status == Ignored && !l.Choice.skips() {
			c.add(l)
		}
	}
	return out.settle(p.figures, c)
}

// Trials returns the plans of an import that names no lines. A preview compares them with its
// total.
func (p Preview) Trials(kind document.Type) []Plan {
	r := Request{Mode: CreateOrder}
	switch {
	case p.Credit:
		r.Mode = CreditOrder
	case kind == document.PackingSlip:
		r.Mode = ReceiveOnly
	case kind == document.PriceList:
		r.Mode = CostsOnly
	case p.Order != nil:
		r.Mode = UpdateOrder
	}
	plan, _ := p.lines(r)
	plan.Missing = money.Amount{}
	return p.charged(plan)
}

// Landing plans all lines with known costs, skipped lines too, and returns their places.
func (p Preview) Landing() (out Plan, places []int) {
	out.Supplier, out.Currency, out.PricesIncludeTax = p.Supplier.ID, p.Header.Currency, p.included
	for i := range p.Lines {
		if l := &p.Lines[i]; l.Match.Status != Ignored && l.Units.Known() && l.Price.UnitCost.Known() {
			out.Lines, places = append(out.Lines, l.booking()), append(places, i)
		}
	}
	return p.charged(out)[0], places
}

// lines plans the lines that can be booked, and returns the refused lines.
func (p Preview) lines(r Request) (Plan, []Refusal) {
	h := p.figures
	out := Plan{
		Mode: r.Mode, Supplier: p.Supplier.ID, Warehouse: r.Warehouse.Or(0), NewSupplier: r.NewSupplier.Or(""), Issuer: h.Issuer,
		Learn: r.Supplier.Known() || r.NewSupplier.Known(), Ordered: r.Ordered, Receive: r.Receive, ReceivedOn: r.ReceivedOn,
		Reference: cut(h.InvoiceNumber, document.MaxReference), IssueDate: h.IssueDate, DueDate: h.DueDate, Currency: h.Currency,
		ExchangeRate: r.Header.ExchangeRate, PricesIncludeTax: r.Header.PricesIncludeTax,
		PaymentTerms: cut(h.PaymentTerms, maxTerms), CreditAs: r.CreditAs, Credit: p.credit(),
		UpdateCosts: r.UpdateCosts, CreateOffers: r.CreateOffers, Partial: r.Partial, Places: map[int]int{},
	}
	if p.Order != nil {
		out.Order = p.Order.ID
		if r.Mode == UpdateOrder && !out.PricesIncludeTax.Known() {
			out.PricesIncludeTax = optional.Some(p.Order.PricesIncludeTax)
		}
	}
	for i, c := range r.Choices {
		out.Places[c.No] = i
	}
	var refused []Refusal
	leave := func(l *Line, problem reading.Code, code fault.Code, message string) {
		refusal := out.Refuse(l.No, problem, code, message)
		refusal.Worth = l.worth()
		refused, out.Missing = append(refused, refusal), sum(out.Missing, refusal.Worth)
	}
	for i := range p.Lines {
		l := &p.Lines[i]
		if l.Match.Status == Ignored {
			switch {
			case l.Choice.skips():
				out.Missing = sum(out.Missing, l.worth())
			case l.Choice.Action.Known():
				const message = "The line orders no units: it is a cost of the order, or lowers the amount due."
				refused = append(refused, out.Refuse(l.No, "", fault.CodeValidationFailed, message))
			}
			continue
		}
		if l.Action == Skip {
			if l.Choice.skips() {
				out.Missing = sum(out.Missing, l.worth())
			} else if p.asks(r.Mode) {
				leave(l, l.doubt(), fault.CodeValidationFailed, ProblemOf(l.doubt()).Message)
			}
			continue
		}
		if problem, message := l.fault(r); message != "" {
			code := fault.CodeValidationFailed
			if problem == QuantityTooLarge {
				code = fault.CodeOutOfRange
			}
			leave(l, problem, code, message)
			continue
		}
		out.Lines = append(out.Lines, l.booking())
	}
	return out, refused
}

// asks reports whether a user has to name a line that is left out by default. No printed total
// would show that it is missing.
func (p Preview) asks(mode Mode) bool {
	return mode == ReceiveOnly || mode.Orders() && !p.figures.Total.Known()
}

// doubt names why a line is left out by default.
func (l *Line) doubt() reading.Code {
	switch {
	case l.Match.Status == Ambiguous:
		return AmbiguousMatch
	case l.Evidence == reading.Placed:
		return reading.LowConfidence
	}
	return Unmatched
}

// worth returns the printed total of a line, else quantity times cost.
func (l *Line) worth() money.Amount {
	if l.LineTotal.Known() && !l.Choice.Quantity.Known() && !l.Choice.UnitCost.Known() && !l.Choice.Discount.Known() {
		a, _ := chargedOf(&l.Line)
		return a
	}
	n, ok := l.Units.Get()
	if !ok || !l.Price.UnitCost.Known() {
		a, _ := chargedOf(&l.Line)
		return a
	}
	a, _ := l.Price.total(n, l.Currency)
	return a
}

// Worth returns the amount that a booked line adds to the order, without tax.
func (p *Plan) Worth(no int) money.Amount {
	for _, b := range p.Lines {
		if b.No == no {
			return b.Worth
		}
	}
	return money.Amount{}
}

// maxTerms bounds the terms of payment of an order.
const maxTerms = 200

// whole checks the parts of the request and the document that concern no single line.
func (p Preview) whole(kind document.Type, r Request) error {
	switch {
	case notFor(kind, r.Mode):
		return check.Rule(fault.CodeNotSupported, "/mode", "A document of the type "+string(kind)+" cannot be imported like this.")
	case r.Mode == CreditOrder && r.CreditAs == "":
		return check.Rule(fault.CodeValidationFailed, "/credit_as", "A credit note is imported as returns or as a discount.")
	case (r.Mode == UpdateOrder || r.Mode == ReceiveOnly || r.Mode == CreditOrder) && p.Order == nil:
		return check.Rule(fault.CodeValidationFailed, "/purchase_order_id", "No purchase order was recognised: name one.")
	case len(p.Lines) > MaxLines:
		return check.Rule(fault.CodeLimitReached, "", "An import books at most 5000 lines: longer price lists go to the price list analyzer.")
	case r.Receive && r.Mode == CreateOrder && !r.Ordered:
		return check.Rule(fault.CodeValidationFailed, "/receive", "Only an order that is placed receives: set order_status to ordered.")
	}
	for i, c := range r.Choices {
		at := check.Item("/lines", i)
		switch {
		case c.No < 1 || c.No > len(p.Lines):
			return check.Rule(fault.CodeNotFound, at+"/line_no", "The document has no such line.")
		case slices.ContainsFunc(r.Choices[:i], func(before Choice) bool { return before.No == c.No }):
			return check.Rule(fault.CodeValidationFailed, at+"/line_no", "The line is named twice.")
		case c.Item.Known() && !p.Order.has(c.Item.Or(0)):
			return check.Rule(fault.CodeNotFound, at+"/purchase_order_item_id", "The purchase order has no such item.")
		}
	}
	for _, one := range blocked(p.Problems, nil) {
		if r.answers(one.Code) {
			continue
		}
		code, at := fault.CodeValidationFailed, ""
		switch one.Code {
		case SupplierUnknown:
			at = "/supplier_id"
		case reading.CurrencyUnknown:
			at = "/header/currency"
		case PossibleDuplicate:
			code, at = fault.CodeDuplicate, "/allow_duplicate_reference"
		}
		return check.Rule(code, at, one.Message)
	}
	return nil
}

// fault returns the reason that keeps a line from being booked, in a sentence, or "".
func (l *Line) fault(r Request) (reading.Code, string) {
	priced := r.Mode == CreateOrder || r.Mode == UpdateOrder || r.Mode == CostsOnly
	for _, one := range blocked(l.Found, r.Accepted) {
		switch one.Code {
		case reading.MissingQuantity, QuantityNotWhole, QuantityTooLarge:
			if r.Mode == CostsOnly || r.Mode == UpdateOrder && l.Action == UpdateItem && !r.Receive {
				continue // quantities stay as they are ordered
			}
		case reading.MissingPrice, CostJump, CurrencyMismatch:
			if !priced {
				continue
			}
		}
		return one.Code, one.Message
	}
	because := func(c reading.Code) (reading.Code, string) { return c, ProblemOf(c).Message }
	counted := r.Mode == CreateOrder || r.Mode == ReceiveOnly || r.Mode == CreditOrder || r.Receive || l.Action != UpdateItem && r.Mode == UpdateOrder
	item := l.Action == UpdateItem || r.Mode == ReceiveOnly || r.Mode == CreditOrder && r.CreditAs == AsReturns
	switch {
	case r.Mode == CreateOrder && l.Action == UpdateItem:
		return "", "There is no item to update: the import makes a purchase order."
	case item && l.Match.Item == 0 && l.Match.Status == Ambiguous:
		return because(AmbiguousMatch)
	case item && l.Match.Item == 0 && l.Match.Status != Matched:
		return because(Unmatched)
	case item && l.Match.Item == 0:
		return because(NotOnPurchaseOrder)
	case counted && !l.Units.Known():
		return because(reading.MissingQuantity)
	case r.Mode == CostsOnly && !l.Price.UnitCost.Known(), r.Mode == CreateOrder && r.Ordered && !l.Price.UnitCost.Known():
		return because(reading.MissingPrice)
	}
	return "", ""
}

func (l *Line) booking() Booking {
	b := Booking{
		No: l.No, Action: l.Action, Product: l.Match.Product, SKU: l.Match.SKU, Offer: l.Match.Offer, Item: l.Match.Item,
		SupplierSKU: cut(l.SupplierSKU, maxCode), GTIN: l.GTIN.String(), MPN: l.MPN, ASIN: l.ASIN.String(),
		Title: l.Choice.Title.Or(cut(strings.Join(strings.Fields(l.Description), " "), maxTitle)), Quantity: l.Units, UnitCost: l.Price.UnitCost,
		Price: l.Price.Exact, Net: l.Price.Net, Discount: l.Price.Discount, Priced: l.Price.UnitCost.Known(),
		Counted: l.Choice.Quantity.Known(),
		Worth:   l.worth(), Due: l.Compared.Ordered.Or(0), OrderTax: l.Compared.OrderTax,
	}
	if l.Match.Status != Matched {
		b.Product, b.SKU, b.Offer, b.Item = 0, 0, 0, 0
	}
	if l.Match.Product != 0 && l.Match.By != ByRequest {
		b.SKU = 0 // the team buys the product, whatever it is sold as
	}
	if l.Action == CreateProduct {
		b.Product, b.SKU = 0, 0
	}
	if l.Action != UpdateItem {
		b.Item = 0
	}
	if rate, ok := l.Choice.TaxRate.Get(); ok {
		b.TaxRate = optional.Some(rate)
	} else if rate, ok := l.TaxRate.Get(); ok {
		if percent, err := money.ParsePercent(rate.Trim(0).String()); err == nil && percent.Units() >= 0 {
			b.TaxRate = optional.Some(percent)
		}
	}
	if n, ok := l.Units.Get(); ok && l.UnitsPerCase > 1 && n%l.UnitsPerCase == 0 {
		b.UnitsPerCase = optional.Some(l.UnitsPerCase)
	}
	return b
}

// The bounds of names of items and offers.
const (
	maxCode  = 100
	maxTitle = 500
)

// credit returns the sum of a credit note without tax.
func (p Preview) credit() optional.Maybe[money.Amount] {
	net := p.figures.Subtotal
	if total, ok := p.figures.Total.Get(); ok && !net.Known() {
		if left, err := total.Sub(p.figures.Tax.Or(decimal.Zero)); err == nil {
			net = optional.Some(left)
		}
	}
	return figureOf(net, p.Header.Currency)
}

// cut returns the beginning of a text, in characters.
func cut(s string, most int) string {
	runes := []rune(strings.TrimSpace(s))
	return strings.TrimSpace(string(runes[:min(len(runes), most)]))
}
