package importing

import (
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Mode names the records that an import makes of a document.
type Mode string

// The modes.
const (
	CreateOrder Mode = "create_purchase_order"
	UpdateOrder Mode = "update_purchase_order"
	ReceiveOnly Mode = "receive_only"
	CreditOrder Mode = "credit"
	CostsOnly   Mode = "costs_only"
)

func (Mode) Words() []Mode {
	return []Mode{CreateOrder, UpdateOrder, ReceiveOnly, CreditOrder, CostsOnly}
}

// CreditAs names the effect of a credit note on the order.
type CreditAs string

// The effects of a credit note.
const (
	AsReturns  CreditAs = "returns"
	AsDiscount CreditAs = "discount"
)

func (CreditAs) Words() []CreditAs { return []CreditAs{AsReturns, AsDiscount} }

// The bounds of an import: the lines that it books, and the lines with a user's choice.
const (
	MaxLines   = 5_000
	MaxChoices = 2_000
)

// HeaderChanges correct the read header. Missing members stay.
type HeaderChanges struct {
	InvoiceNumber           optional.Maybe[string]
	IssueDate, DueDate      optional.Maybe[date.Date]
	Currency                optional.Maybe[money.Currency]
	ExchangeRate            optional.Maybe[money.Rate]
	Shipping, Discount, Tax optional.Maybe[money.Amount]
	PricesIncludeTax        optional.Maybe[bool]
}

// Request has a user's wishes for the import of a document.
type Request struct {
	Mode                       Mode
	Supplier, Order, Warehouse optional.Maybe[int64]
	// NewSupplier names a supplier to be made.
	NewSupplier optional.Maybe[string]
	// Ordered places the order, Receive books the units too.
	Ordered, Receive          bool
	ReceivedOn                optional.Maybe[date.Date]
	Header                    HeaderChanges
	CreditAs                  CreditAs
	Choices                   []Choice
	UpdateCosts, CreateOffers bool
	Accepted                  []reading.Code
	Partial, AllowDuplicate   bool
	// PreviewVersion has the version of the preview that the user saw.
	PreviewVersion optional.Maybe[int]
}

// Over lays the changes over a header.
func (c HeaderChanges) Over(h reading.Header) reading.Header {
	h.InvoiceNumber, h.Currency = c.InvoiceNumber.Or(h.InvoiceNumber), c.Currency.Or(h.Currency)
	if c.IssueDate.Known() {
		h.IssueDate = c.IssueDate
	}
	if c.DueDate.Known() {
		h.DueDate = c.DueDate
	}
	for _, f := range []struct {
		to *reading.Figure
		by optional.Maybe[money.Amount]
	}{{&h.Shipping, c.Shipping}, {&h.Discount, c.Discount}, {&h.Tax, c.Tax}} {
		if a, ok := f.by.Get(); ok {
			*f.to = optional.Some(a.Decimal())
		}
	}
	return h
}

// answers reports a problem that the request settles.
func (r Request) answers(problem reading.Code) bool {
	switch problem {
	case SupplierUnknown:
		return r.NewSupplier.Known()
	case PossibleDuplicate:
		return r.AllowDuplicate
	case reading.CurrencyUnknown:
		return r.Header.Currency.Known()
	}
	return false
}
