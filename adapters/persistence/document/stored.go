package document

import (
	"github.com/govalues/decimal"

	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/importing"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/gtin"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
)

// The json tags name the stored members. Changing a name needs a migration.
func init() {
	record.DeclareDocument("document_readings",
		func(v *reading.Reading) *storedReading { return (*storedReading)(v) })
	record.DeclarePart(func(v *reading.Sheet) *storedSheet { return (*storedSheet)(v) })
	record.DeclarePart(func(v *reading.SheetColumn) *storedSheetColumn { return (*storedSheetColumn)(v) })
	record.DeclarePart(func(v *reading.Header) *storedHeader { return (*storedHeader)(v) })
	record.DeclarePart(func(v *reading.Issuer) *storedIssuer { return (*storedIssuer)(v) })
	record.DeclareDocument("document_lines",
		func(v *reading.Line) *storedLine { return (*storedLine)(v) })
	record.DeclarePart(func(v *reading.Box) *storedBox { return (*storedBox)(v) })
	record.DeclarePart(func(v *reading.Problem) *storedProblem { return (*storedProblem)(v) })
	record.DeclarePart(func(v *reading.Check) *storedCheck { return (*storedCheck)(v) })
	record.DeclareDocument("document_layouts",
		func(v *reading.Layout) *storedLayout { return (*storedLayout)(v) })
	record.DeclareDocument("document_effects",
		func(v *importing.Import) *storedImport { return (*storedImport)(v) })
	record.DeclarePart(func(v *importing.Effects) *storedEffects { return (*storedEffects)(v) })
	record.DeclarePart(func(v *importing.OrderEffect) *storedOrderEffect { return (*storedOrderEffect)(v) })
	record.DeclarePart(func(v *document.Target) *storedTarget { return (*storedTarget)(v) })
}

type storedReading struct {
	Method   reading.Method    `json:"method"`
	Pages    int               `json:"pages"`
	Header   reading.Header    `json:"header"`
	Lines    []reading.Line    `json:"lines"`
	Checks   []reading.Check   `json:"checks"`
	Problems []reading.Problem `json:"problems"`
	Layout   reading.Layout    `json:"layout"`
	Sheet    reading.Sheet     `json:"sheet,omitzero"`
}

type storedSheet struct {
	Name      string                `json:"name"`
	HeaderRow int                   `json:"header_row"`
	Columns   []reading.SheetColumn `json:"columns"`
}

type storedSheetColumn struct {
	Header string       `json:"header"`
	Kind   label.Column `json:"kind"`
}

type storedHeader struct {
	Issuer        reading.Issuer                  `json:"issuer"`
	InvoiceNumber string                          `json:"invoice_number"`
	PONumber      string                          `json:"po_number"`
	IssueDate     optional.Maybe[date.Date]       `json:"issue_date,omitzero"`
	DueDate       optional.Maybe[date.Date]       `json:"due_date,omitzero"`
	Currency      money.Currency                  `json:"currency"`
	Subtotal      optional.Maybe[decimal.Decimal] `json:"subtotal,omitzero"`
	Shipping      optional.Maybe[decimal.Decimal] `json:"shipping,omitzero"`
	Discount      optional.Maybe[decimal.Decimal] `json:"discount,omitzero"`
	Tax           optional.Maybe[decimal.Decimal] `json:"tax,omitzero"`
	Total         optional.Maybe[decimal.Decimal] `json:"total,omitzero"`
	PaymentTerms  string                          `json:"payment_terms"`
}

type storedIssuer struct {
	Name   string `json:"name"`
	TaxID  string `json:"tax_id"`
	Domain string `json:"domain"`
}

type storedLine struct {
	No              int                             `json:"no"`
	Page            int                             `json:"page"`
	Box             optional.Maybe[reading.Box]     `json:"box,omitzero"`
	RawText         string                          `json:"raw_text"`
	Description     string                          `json:"description"`
	SupplierSKU     string                          `json:"supplier_sku"`
	BuyerSKU        string                          `json:"buyer_sku,omitzero"`
	GTIN            gtin.Code                       `json:"gtin"`
	ASIN            asin.ASIN                       `json:"asin"`
	MPN             string                          `json:"mpn"`
	Quantity        optional.Maybe[decimal.Decimal] `json:"quantity,omitzero"`
	Unit            string                          `json:"unit"`
	UnitsPerCase    int64                           `json:"units_per_case"`
	CasePrice       optional.Maybe[decimal.Decimal] `json:"case_price,omitzero"`
	UnitPrice       optional.Maybe[decimal.Decimal] `json:"unit_price,omitzero"`
	PriceBase       decimal.Decimal                 `json:"price_base"`
	DiscountPercent optional.Maybe[decimal.Decimal] `json:"discount_percent,omitzero"`
	DiscountAmount  optional.Maybe[decimal.Decimal] `json:"discount_amount,omitzero"`
	TaxRate         optional.Maybe[decimal.Decimal] `json:"tax_rate,omitzero"`
	LineTotal       optional.Maybe[decimal.Decimal] `json:"line_total,omitzero"`
	Currency        money.Currency                  `json:"currency"`
	Kind            reading.Kind                    `json:"kind"`
	Evidence        reading.Evidence                `json:"evidence"`
	Confidence      document.Confidence             `json:"confidence"`
	FieldConfidence map[string]document.Confidence  `json:"field_confidence,omitzero"`
	Problems        []reading.Problem               `json:"problems"`
}

type storedBox struct {
	Left   float64 `json:"left"`
	Top    float64 `json:"top"`
	Right  float64 `json:"right"`
	Bottom float64 `json:"bottom"`
}

type storedProblem struct {
	Code     reading.Code     `json:"code"`
	Severity reading.Severity `json:"severity"`
	Message  string           `json:"message"`
}

type storedCheck struct {
	Code       string                          `json:"code"`
	Result     reading.Result                  `json:"result"`
	Difference optional.Maybe[decimal.Decimal] `json:"difference,omitzero"`
}

type storedLayout struct {
	Fingerprint string         `json:"fingerprint"`
	Columns     []label.Column `json:"columns"`
	Decimal     string         `json:"decimal,omitzero"`
}

type storedImport struct {
	Document  document.ID                  `json:"document"`
	Effects   importing.Effects            `json:"effects"`
	Reference string                       `json:"reference"`
	Total     optional.Maybe[money.Amount] `json:"total,omitzero"`
	Targets   []document.Target            `json:"targets"`
}

type storedEffects struct {
	Supplier        int64                                 `json:"supplier"`
	SupplierName    string                                `json:"supplier_name"`
	Order           optional.Maybe[importing.OrderEffect] `json:"order,omitzero"`
	ItemsCreated    int                                   `json:"items_created"`
	ItemsUpdated    int                                   `json:"items_updated"`
	Receipts        int                                   `json:"receipts"`
	OffersCreated   int                                   `json:"offers_created"`
	OffersUpdated   int                                   `json:"offers_updated"`
	ProductsCreated int                                   `json:"products_created"`
	CostsWritten    int                                   `json:"costs_written"`
	Undo            string                                `json:"undo"`
}

type storedOrderEffect struct {
	ID      int64  `json:"id"`
	Number  string `json:"number"`
	Status  string `json:"status"`
	Created bool   `json:"created"`
}

type storedTarget struct {
	Kind    document.TargetKind `json:"kind"`
	ID      int64               `json:"id"`
	Deleted bool                `json:"deleted"`
}
