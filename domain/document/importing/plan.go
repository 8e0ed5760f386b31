package importing

import (
	"cmp"
	"strconv"
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

// Booking is a line that is booked.
type Booking struct {
	No     int
	Action Action
	// Product, SKU, Offer and Item name records, 0 for none. Those that the program matched do not have to go together: the
	// weaker give way.
	Product, SKU, Offer, Item int64
	SupplierSKU, GTIN, MPN    string
	ASIN                      string
	Title                     string
	Quantity                  optional.Maybe[int64]
	UnitCost                  optional.Maybe[money.Amount]
	Net                       optional.Maybe[money.Amount]
	Discount                  money.Percent
	TaxRate                   optional.Maybe[money.Percent]
	UnitsPerCase              optional.Maybe[int64]
	// Priced says that figures of the price were read or given.
	Priced bool
	// Counted says that a user gave the quantity.
	Counted bool
}

// Cost is one of the whole order that a line charges.
type Cost struct {
	Label  string
	Amount money.Amount
	// Owed is paid and no part of what units cost, such as a deposit.
	Owed bool
}

// Plan is what an import books.
type Plan struct {
	Mode                Mode
	Document            document.ID
	Supplier, Warehouse int64
	// NewSupplier is the name of one to be made.
	NewSupplier string
	// Issuer is what the document calls the supplier; it is learned where a user named the supplier.
	Issuer reading.Issuer
	Learn  bool
	// Order is the one to be changed.
	Order              int64
	Ordered, Receive   bool
	ReceivedOn         optional.Maybe[date.Date]
	Reference          string
	IssueDate, DueDate optional.Maybe[date.Date]
	// Currency is empty for the supplier's.
	Currency                money.Currency
	ExchangeRate            optional.Maybe[money.Rate]
	Shipping, Discount, Tax optional.Maybe[money.Amount]
	PricesIncludeTax        optional.Maybe[bool]
	PaymentTerms            string
	Costs                   []Cost
	CreditAs                CreditAs
	// Credit is the amount of a credit note without tax.
	Credit                    optional.Maybe[money.Amount]
	UpdateCosts, CreateOffers bool
	Partial                   bool
	Lines                     []Booking
	// Places are where in the request lines are named.
	Places map[int]int
}

// Refusal is a line that is not booked, and why.
type Refusal struct {
	No int
	// Index is where the request names the line, -1 where it does not.
	Index int
	// Problem is the one that stops it, empty where it is Code alone.
	Problem reading.Code
	Code    fault.Code
	Message string
}

// Item is the refusal as one of several faults.
func (r Refusal) Item() fault.Item {
	pointer, details := "/lines", map[string]any{"line_no": r.No}
	if r.Index >= 0 {
		pointer += "/" + strconv.Itoa(r.Index)
	}
	if r.Problem != "" {
		details["problem"] = string(r.Problem)
	}
	return fault.Item{Code: r.Code, Message: r.Message, Pointer: pointer, Details: details}
}

// Word is what stopped the line, in one word.
func (r Refusal) Word() string { return cmp.Or(string(r.Problem), string(r.Code)) }

// Refused is the fault of lines that cannot be booked.
func Refused(list []Refusal) *fault.Error {
	e := check.Rule(fault.CodeValidationFailed, "/lines", "Some lines cannot be imported.")
	for _, r := range list {
		e.Errors = append(e.Errors, r.Item())
	}
	return e
}

// notFor are modes that types of documents do not take.
func notFor(kind document.Type, mode Mode) bool {
	if kind == document.CreditNote {
		return mode != CreditOrder
	}
	return mode == CreditOrder && kind != document.Other
}

// Plan decides what is booked of a preview. Errors of the document are a Rule fault; lines that cannot be booked are
// returned, and leave nothing to book unless the request takes a part.
func (p Preview) Plan(kind document.Type, r Request) (Plan, []Refusal, error) {
	if err := p.whole(kind, r); err != nil {
		return Plan{}, nil, err
	}
	h := p.Header
	out := Plan{
		Mode: r.Mode, Supplier: p.Supplier.ID, Warehouse: r.Warehouse.Or(0), NewSupplier: r.NewSupplier.Or(""), Issuer: h.Issuer,
		Learn: r.Supplier.Known() || r.NewSupplier.Known(), Ordered: r.Ordered, Receive: r.Receive, ReceivedOn: r.ReceivedOn,
		Reference: cut(h.InvoiceNumber, document.MaxReference), IssueDate: h.IssueDate, DueDate: h.DueDate, Currency: h.Currency,
		ExchangeRate: r.Header.ExchangeRate, Shipping: amount(h.Shipping), Discount: amount(h.Discount), Tax: amount(h.Tax),
		PricesIncludeTax: r.Header.PricesIncludeTax, PaymentTerms: cut(h.PaymentTerms, maxTerms), CreditAs: r.CreditAs, Credit: p.credit(),
		UpdateCosts: r.UpdateCosts, CreateOffers: r.CreateOffers, Partial: r.Partial, Places: map[int]int{},
	}
	if p.Order != nil {
		out.Order = p.Order.ID
	}
	for i, c := range r.Choices {
		out.Places[c.No] = i
	}
	var refused []Refusal
	for i := range p.Lines {
		l := &p.Lines[i]
		if l.Match.Status == Ignored {
			out.charge(l, !h.Shipping.Known())
			continue
		}
		if l.Action == Skip {
			continue
		}
		if problem, message := l.fault(r); message != "" {
			refused = append(refused, out.Refuse(l.No, problem, fault.CodeValidationFailed, message))
			continue
		}
		out.Lines = append(out.Lines, l.booking())
	}
	return out, refused, nil
}

// Refuse is a refusal of a line.
func (p *Plan) Refuse(no int, problem reading.Code, code fault.Code, message string) Refusal {
	index, named := p.Places[no]
	if !named {
		index = -1
	}
	return Refusal{No: no, Index: index, Problem: problem, Code: code, Message: message}
}

// maxTerms is how long the terms of payment of an order are.
const maxTerms = 200

// whole holds the request and the document to what concerns no single line.
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
		case slicesIndex(r.Choices, c.No) != i:
			return check.Rule(fault.CodeValidationFailed, at+"/line_no", "The line is named twice.")
		case c.Item.Known() && !p.Order.has(c.Item.Or(0)):
			return check.Rule(fault.CodeNotFound, at+"/purchase_order_item_id", "The purchase order has no such item.")
		}
	}
	for _, one := range blocked(p.Problems, nil) {
		if one.Code == SupplierUnknown && r.NewSupplier.Known() || one.Code == PossibleDuplicate && r.AllowDuplicate {
			continue
		}
		code, at := fault.CodeValidationFailed, ""
		switch one.Code {
		case SupplierUnknown:
			at = "/supplier_id"
		case PossibleDuplicate:
			code, at = fault.CodeDuplicate, "/allow_duplicate_reference"
		}
		return check.Rule(code, at, one.Message)
	}
	return nil
}

func slicesIndex(list []Choice, no int) int {
	for i, c := range list {
		if c.No == no {
			return i
		}
	}
	return -1
}

// fault says what keeps a line from being booked, in a sentence, "" where nothing does.
func (l *Line) fault(r Request) (reading.Code, string) {
	priced := r.Mode == CreateOrder || r.Mode == UpdateOrder || r.Mode == CostsOnly
	for _, one := range blocked(l.Found, r.Accepted) {
		switch one.Code {
		case reading.MissingQuantity, QuantityNotWhole:
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

// booking is the line as it is booked.
func (l *Line) booking() Booking {
	b := Booking{
		No: l.No, Action: l.Action, Product: l.Match.Product, SKU: l.Match.SKU, Offer: l.Match.Offer, Item: l.Match.Item,
		SupplierSKU: cut(l.SupplierSKU, maxCode), GTIN: l.GTIN.String(), MPN: l.MPN, ASIN: l.ASIN.String(),
		Title: l.Choice.Title.Or(cut(strings.Join(strings.Fields(l.Description), " "), maxTitle)), Quantity: l.Units, UnitCost: l.Price.UnitCost,
		Net: l.Price.Net, Discount: l.Price.Discount, Priced: l.Price.UnitCost.Known(), Counted: l.Choice.Quantity.Known(),
	}
	if l.Match.Status != Matched {
		b.Product, b.SKU, b.Offer, b.Item = 0, 0, 0, 0
	}
	if l.Match.Product != 0 && l.Match.By != ByRequest {
		b.SKU = 0 // the product is what is bought, whatever it is sold as
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
		if percent, err := money.ParsePercent(rate.Abs().Trim(0).String()); err == nil {
			b.TaxRate = optional.Some(percent)
		}
	}
	if n, ok := l.Units.Get(); ok && l.UnitsPerCase > 1 && n%l.UnitsPerCase == 0 {
		b.UnitsPerCase = optional.Some(l.UnitsPerCase)
	}
	return b
}

// The bounds of what items and offers are called.
const (
	maxCode  = 100
	maxTitle = 500
)

// charge takes a line that is no product as a cost of the order. Freight is the shipping where the header has none.
func (p *Plan) charge(l *Line, freight bool) {
	total := amount(l.LineTotal)
	sum, ok := total.Get()
	if !ok || !sum.Positive() || l.Kind == reading.Comment {
		return
	}
	if l.Kind == reading.Freight {
		if freight {
			p.Shipping = optional.Some(money.FromUnits(p.Shipping.Or(money.Amount{}).Units() + sum.Units()))
		}
		return
	}
	p.Costs = append(p.Costs, Cost{Label: cmp.Or(cut(l.Description, maxLabel), string(l.Kind)), Amount: sum, Owed: l.Kind == reading.Deposit})
}

const maxLabel = 60

// credit is the sum of a credit note without tax.
func (p Preview) credit() optional.Maybe[money.Amount] {
	sum := p.Header.Subtotal
	if total, ok := p.Header.Total.Get(); ok && !sum.Known() {
		if net, err := total.Abs().Sub(p.Header.Tax.Or(decimal.Zero).Abs()); err == nil {
			sum = optional.Some(net)
		}
	}
	return amount(sum)
}

// amount is a figure without its sign; one of too many digits is not known.
func amount(f reading.Figure) optional.Maybe[money.Amount] {
	d, ok := f.Get()
	if !ok {
		return optional.None[money.Amount]()
	}
	a, err := money.Parse(d.Abs().Trim(0).String())
	if err != nil {
		return optional.None[money.Amount]()
	}
	return optional.Some(a)
}

// cut is the beginning of a text, in characters.
func cut(s string, most int) string {
	runes := []rune(strings.TrimSpace(s))
	return strings.TrimSpace(string(runes[:min(len(runes), most)]))
}
