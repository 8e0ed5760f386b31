package reading

import (
	"math"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// Figure is a number as it is printed, with its decimals, or nothing.
type Figure = optional.Maybe[decimal.Decimal]

// Method is the way a document was read.
type Method string

// The methods. PDF is words on a page, from a PDF or a text.
const (
	XML   Method = "xml"
	EDI   Method = "edi"
	Table Method = "table"
	PDF   Method = "pdf"
	OCR   Method = "ocr"
	None  Method = "none"
)

// Reading is a document as it was read. Conclude completes it.
type Reading struct {
	Method Method
	// Pages counts the pages that were read, 0 for what has none.
	Pages    int
	Header   Header
	Lines    []Line
	Checks   []Check
	Problems []Problem
	// Layout is the header of the lines, to be remembered when they were right.
	Layout Layout
}

// Layout is the header of a table and what stands in its columns.
type Layout struct {
	// Fingerprint is equal for equal headers, empty where there is none.
	Fingerprint string
	Columns     []label.Column
}

// maxFingerprint is how long heads are that are remembered, in bytes.
const maxFingerprint = 2_000

// Lasting reports whether the layout can be known again.
func (l Layout) Lasting() bool { return l.Fingerprint != "" && len(l.Fingerprint) <= maxFingerprint }

// Header is what stands once on a document. Amounts are in Currency.
type Header struct {
	Issuer        Issuer
	InvoiceNumber string
	PONumber      string
	IssueDate     optional.Maybe[date.Date]
	DueDate       optional.Maybe[date.Date]
	// Currency is empty where none is printed.
	Currency money.Currency
	// Subtotal is the printed sum of the lines, before shipping, discount and tax.
	Subtotal     Figure
	Shipping     Figure
	Discount     Figure
	Tax          Figure
	Total        Figure
	PaymentTerms string
}

// Issuer made the document.
type Issuer struct{ Name, TaxID, Domain string }

// Kind is what a line is about.
type Kind string

// The kinds. Only products are matched and imported.
const (
	Product Kind = "product"
	Freight Kind = "freight"
	Deposit Kind = "deposit"
	Fee     Kind = "fee"
	// Discount lowers the whole order by a negative line.
	Discount Kind = "discount"
	Comment  Kind = "comment"
)

// Evidence is why the figures of a line are believed to belong together.
type Evidence string

// The evidence classes.
const (
	// Columns are quantity, price and total below their labels that agree, and
	// cells below known labels of a table that has no totals.
	Columns Evidence = "columns"
	// ByProduct marks three numbers of a row if two of them multiply to the third.
	ByProduct Evidence = "product"
	// Joined are figures in their columns over neighbouring rows that agree. It also marks
	// quantities and totals that make the printed sum, beside an empty column of prices.
	Joined Evidence = "joined"
	// Allowance are figures that agree with a discount printed beside them.
	Allowance Evidence = "allowance"
	// Placed are figures in their columns that do not agree or cannot be compared.
	Placed Evidence = "placed"
	// Marked are the elements of an electronic invoice.
	Marked Evidence = "xml"
)

// Box is a place on a page in points, the origin at its top left.
type Box struct{ Left, Top, Right, Bottom float64 }

// Middle returns the middle of the box.
func (b Box) Middle() (x, y float64) { return (b.Left + b.Right) / 2, (b.Top + b.Bottom) / 2 }

// Turned moves the box around the corner of the page by an angle in radians, clockwise. Its sides
// stay level.
func (b Box) Turned(angle float64) Box {
	x, y := b.Middle()
	sin, cos := math.Sincos(angle)
	right, down := x*cos-y*sin-x, x*sin+y*cos-y
	return Box{b.Left + right, b.Top + down, b.Right + right, b.Bottom + down}
}

// Line is one line of a document. UnitPrice is for PriceBase units and before
// the discounts; LineTotal is net, in Currency.
type Line struct {
	// No counts the lines of a document from 1.
	No int
	// Page counts from 1, 0 for what has no pages.
	Page        int
	Box         optional.Maybe[Box]
	RawText     string
	Description string
	SupplierSKU string
	// BuyerSKU has the article number of the buyer.
	BuyerSKU string
	GTIN     gtin.Code
	ASIN     asin.ASIN
	MPN      string
	Quantity Figure
	// Unit is a normalised unit such as piece or kg, or the printed one.
	Unit string
	// UnitsPerCase is how many units a case holds, 0 for unknown.
	UnitsPerCase int64
	// CasePrice is the price of a case of UnitsPerCase.
	CasePrice Figure
	UnitPrice Figure
	// PriceBase is how many units UnitPrice is for, 1 where nothing else is printed.
	PriceBase       decimal.Decimal
	DiscountPercent Figure
	DiscountAmount  Figure
	// TaxRate is in percent.
	TaxRate    Figure
	LineTotal  Figure
	Currency   money.Currency
	Kind       Kind
	Evidence   Evidence
	Confidence document.Confidence
	// FieldConfidence has the members that are less sure than the line.
	FieldConfidence map[string]document.Confidence
	Problems        []Problem
}
