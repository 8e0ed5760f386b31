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

// PDF has words on a page, from a PDF or a text.
const (
	XML   Method = "xml"
	EDI   Method = "edi"
	Table Method = "table"
	PDF   Method = "pdf"
	OCR   Method = "ocr"
	None  Method = "none"
)

// Reading has the contents of a document. Conclude completes it.
type Reading struct {
	Method Method
	// Counts the pages that were read, 0 for files without pages.
	Pages    int
	Header   Header
	Lines    []Line
	Checks   []Check
	Problems []Problem
	// Kept for later documents if the columns were right.
	Layout Layout
	// Sheet has the columns of a table file.
	Sheet Sheet
}

// Sheet has the place of a table in its file, and its columns. HeaderRow is 0 without a header.
type Sheet struct {
	Name      string
	HeaderRow int
	Columns   []SheetColumn
}

// SheetColumn has the header of a column and its kind, "" without a meaning.
type SheetColumn struct {
	Header string
	Kind   label.Column
}

// Layout has the header of a table and the meanings of its columns.
type Layout struct {
	// Equal for equal headers, empty without a header.
	Fingerprint string
	Columns     []label.Column
	// Decimal has the decimal sign that a user chose: "." or ",", else "".
	Decimal string
}

// maxFingerprint bounds the length of remembered headers, in bytes.
const maxFingerprint = 2_000

// Lasting reports whether the layout can be known again.
func (l Layout) Lasting() bool { return l.Fingerprint != "" && len(l.Fingerprint) <= maxFingerprint }

// Header has values that a document has once. Amounts are in Currency.
type Header struct {
	Issuer        Issuer
	InvoiceNumber string
	PONumber      string
	IssueDate     optional.Maybe[date.Date]
	DueDate       optional.Maybe[date.Date]
	// Empty without a printed currency.
	Currency money.Currency
	// The printed sum of the lines, before shipping, discount and tax.
	Subtotal     Figure
	Shipping     Figure
	Discount     Figure
	Tax          Figure
	Total        Figure
	PaymentTerms string
}

// Issuer made the document.
type Issuer struct{ Name, TaxID, Domain string }

// Kind is the subject of a line.
type Kind string

// Only products are matched and imported.
const (
	Product Kind = "product"
	Freight Kind = "freight"
	Deposit Kind = "deposit"
	Fee     Kind = "fee"
	// Discount lowers the whole order by a negative line.
	Discount Kind = "discount"
	Comment  Kind = "comment"
)

func (Kind) Words() []Kind { return []Kind{Product, Freight, Deposit, Fee, Discount, Comment} }

// Evidence says why the figures of a line belong together.
type Evidence string

// The evidence classes.
const (
	// Columns has quantity, price and total below their labels that agree, and cells below known
	// labels of a table that has no totals.
	Columns Evidence = "columns"
	// ByProduct marks three numbers of a row if two of them multiply to the third.
	ByProduct Evidence = "product"
	// Joined has figures in their columns over neighbouring rows that agree. It also marks
	// quantities and totals that make the printed sum, beside no price or a higher price.
	Joined Evidence = "joined"
	// Allowance has figures that agree with a discount printed beside them.
	Allowance Evidence = "allowance"
	// Placed has figures in their columns that do not agree or cannot be compared.
	Placed Evidence = "placed"
	// Marked has elements of an electronic invoice.
	Marked Evidence = "xml"
)

// Box marks a place on a page in points, the origin at its top left.
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

// Line is a line of a document. UnitPrice is for PriceBase units and before discounts; LineTotal is
// net. Both are in Currency.
type Line struct {
	// No counts the lines of a document from 1.
	No int
	// Page counts from 1, 0 for files without pages.
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
	// A normalised unit such as piece or kg, or the printed unit.
	Unit string
	// The number of units in a case, 0 if unknown.
	UnitsPerCase int64
	// The price of a case of UnitsPerCase.
	CasePrice Figure
	UnitPrice Figure
	// The number of units that UnitPrice is for, 1 where nothing else is printed.
	PriceBase       decimal.Decimal
	DiscountPercent Figure
	DiscountAmount  Figure
	// In percent.
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
