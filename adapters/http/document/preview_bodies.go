package document

import (
	"github.com/danielgtaylor/huma/v2"
	"github.com/govalues/decimal"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/document/importing"
)

// ImportPreview shows how a document would be imported.
type ImportPreview struct {
	DocumentID     int64           `json:"document_id" doc:"The document."`
	PreviewVersion int             `json:"preview_version" doc:"Rises each time other lines are stored. An import that names it is refused when the lines are others by then."`
	Parser         PreviewParser   `json:"parser" doc:"How the lines were read."`
	Header         PreviewHeader   `json:"header" doc:"Header of the document. Members that are not printed are null."`
	Supplier       PreviewSupplier `json:"supplier" doc:"Who issued the document."`
	PurchaseOrder  PreviewOrder    `json:"purchase_order" doc:"The purchase order that the document belongs to."`
	Checks         []PreviewCheck  `json:"checks" doc:"Printed figures compared with each other."`
	Lines          []PreviewLine   `json:"lines" doc:"The page of lines, in the order of the document."`
	Problems       []Problem       `json:"problems" doc:"Problems of the whole document. An error stops the import."`
	Summary        PreviewSummary  `json:"summary" doc:"Counts of all lines. Of a document of more than 5,000 lines, the page and the lines after it are counted, 5,000 at most."`
	Effects        *ImportEffects  `json:"effects" doc:"Changes that the import of an applied document wrote; null for others."`

	Table *PreviewTable `json:"table" doc:"How the columns of a CSV, TSV or XLSX file were read; null for other files."`
}

// PreviewAnswer has the answer body of a preview.
type PreviewAnswer struct {
	Data ImportPreview `json:"data"`
	Meta body.ListMeta `json:"meta"`
}

// PreviewParser explains how the lines were read.
type PreviewParser struct {
	Method     string  `json:"method" doc:"xml, edi, table, pdf (words on pages, of texts too) or ocr."`
	Version    string  `json:"version" doc:"Version of the rules by which lines are read."`
	Confidence float64 `json:"confidence" minimum:"0" maximum:"1" doc:"The mean of the lines."`
}

// PreviewHeader has the header of a document. Amounts are in currency.
type PreviewHeader struct {
	Issuer        PreviewIssuer `json:"issuer" doc:"Who made the document, as it is printed."`
	InvoiceNumber *string       `json:"invoice_number" doc:"The number of the document."`
	PONumber      *string       `json:"po_number" doc:"The number of the purchase order."`
	IssueDate     *string       `json:"issue_date" format:"date" doc:"The printed date."`
	DueDate       *string       `json:"due_date" format:"date" doc:"Payment due date."`
	Currency      *string       `json:"currency" doc:"ISO 4217 code."`
	Subtotal      *body.Money   `json:"subtotal" doc:"The printed sum of the lines."`
	Shipping      *body.Money   `json:"shipping" doc:"Price of the delivery."`
	Discount      *body.Money   `json:"discount" doc:"Discount on the whole document."`
	Tax           *body.Money   `json:"tax" doc:"The printed tax."`
	Total         *body.Money   `json:"total" doc:"Amount to be paid."`
	PaymentTerms  *string       `json:"payment_terms" doc:"Payment terms."`
}

// PreviewIssuer names the issuer as printed on the document.
type PreviewIssuer struct {
	Name   *string `json:"name" doc:"The company."`
	TaxNo  *string `json:"tax_number" doc:"Its tax number."`
	Domain *string `json:"domain" doc:"The domain of its mail or web address."`
}

// PreviewSupplier names the supplier that issued a document.
type PreviewSupplier struct {
	MatchStatus string              `json:"match_status" doc:"matched, ambiguous, suggested or unmatched. An import that names no supplier takes only a matched supplier."`
	ID          *int64              `json:"id" doc:"The supplier, null unless matched."`
	Name        *string             `json:"name" doc:"Its name."`
	Method      *string             `json:"method" doc:"Evidence: tax_id, domain, alias, name, po_number or items, or request if the call names the supplier."`
	Confidence  float64             `json:"confidence" minimum:"0" maximum:"1" doc:"How often a supplier that is recognised like this is right."`
	Candidates  []SupplierCandidate `json:"candidates" doc:"Possible matches, the most likely first."`
}

// SupplierCandidate names a supplier that may have issued a document.
type SupplierCandidate struct {
	ID         int64   `json:"id" doc:"The supplier."`
	Name       string  `json:"name" doc:"Its name."`
	Method     string  `json:"method" doc:"The sign: tax_id, domain, alias, name or near_name."`
	Confidence float64 `json:"confidence" minimum:"0" maximum:"1" doc:"How often the sign is right."`
}

// PreviewOrder names the purchase order of a document.
type PreviewOrder struct {
	MatchStatus string              `json:"match_status" doc:"matched, ambiguous, suggested or unmatched."`
	ID          *int64              `json:"id" doc:"The order, null unless matched."`
	Number      *string             `json:"number" doc:"Its number."`
	Method      *string             `json:"method" doc:"Evidence: po_number for a printed number, items for common items, or request if the call names the order."`
	Candidates  []PurchaseCandidate `json:"candidates" doc:"Possible matches, the most likely first."`
}

// PurchaseCandidate names an order that a document may belong to.
type PurchaseCandidate struct {
	ID     int64   `json:"id" doc:"The order."`
	Number string  `json:"number" doc:"Its number."`
	Score  float64 `json:"score" minimum:"0" maximum:"1" doc:"How much of the document fits; taken from 0.8 on with a lead of 0.1."`
}

// PreviewCheck compares printed figures.
type PreviewCheck struct {
	Code       string      `json:"code" doc:"line_arithmetic (the worst line), sum_of_lines, grand_total, or order_total (of an import)."`
	Result     string      `json:"result" doc:"pass, fail, or unknown where a figure is missing."`
	Difference *body.Money `json:"difference" doc:"The printed amount less the expected amount."`
}

// PreviewLine has a line with its match, cost and action. Amounts are in currency.
type PreviewLine struct {
	LineNo          int               `json:"line_no" doc:"Counts the lines of the document, from 1."`
	Page            *int              `json:"page" doc:"The page, from 1; null without pages."`
	Box             []float64         `json:"box" doc:"Left, top, right and bottom on the page in points, from its top left; empty without a place on a page."`
	RawText         string            `json:"raw_text" doc:"The line as it is printed."`
	Description     string            `json:"description" doc:"Description of the goods."`
	SupplierSKU     *string           `json:"supplier_sku" doc:"The supplier's article number."`
	BuyerSKU        *string           `json:"buyer_sku" doc:"Your article number, as the supplier knows it."`
	GTIN            *string           `json:"gtin" doc:"GTIN of the product."`
	ASIN            *string           `json:"asin" doc:"Amazon's identifier."`
	MPN             *string           `json:"mpn" doc:"The manufacturer's part number."`
	Quantity        *Figure           `json:"quantity" doc:"As it is printed."`
	Unit            *string           `json:"unit" doc:"Unit of the quantity, such as piece, case or kg."`
	UnitsPerCase    *int64            `json:"units_per_case" doc:"Units in a case."`
	CasePrice       *Figure           `json:"case_price" doc:"The price of a case."`
	UnitPrice       *Figure           `json:"unit_price" doc:"As it is printed, before discounts, for price_base_quantity units."`
	PriceBase       *Figure           `json:"price_base_quantity" doc:"How many units unit_price is for."`
	DiscountPercent *Figure           `json:"discount_percent" doc:"Discount in percent."`
	DiscountAmount  *Figure           `json:"discount_amount" doc:"Discount on the line, as an amount."`
	TaxRate         *Figure           `json:"tax_rate" doc:"In percent."`
	LineTotal       *Figure           `json:"line_total" doc:"The printed total, net."`
	Currency        *string           `json:"currency" doc:"ISO 4217 code."`
	Kind            string            `json:"kind" doc:"product, freight, deposit, fee, discount, return or comment. Only products are matched."`
	Evidence        string            `json:"evidence" doc:"Why the figures are believed to belong together: xml (elements of electronic messages, EDI too), columns, product, joined, allowance or placed."`
	Confidence      float64           `json:"confidence" minimum:"0" maximum:"1" doc:"The share of lines of this evidence that are right."`
	Units           *int64            `json:"units" doc:"Units that the quantity counts, cases opened."`
	Match           PreviewMatch      `json:"match" doc:"Which records of the team the line is."`
	Comparison      PreviewComparison `json:"comparison" doc:"The line compared with the team's records."`
	Cost            PreviewCost       `json:"cost" doc:"Cost of one unit."`
	Action          string            `json:"action" doc:"Action of an import without instructions for the line: create_item, update_item or skip."`
	Problems        []Problem         `json:"problems" doc:"Problems of the line. An error stops it."`
}

// PreviewMatch names the record that a line matches.
type PreviewMatch struct {
	Status              string           `json:"status" doc:"matched, ambiguous, suggested (never applied by itself), unmatched or ignored."`
	Method              *string          `json:"method" doc:"order_item, supplier_sku, gtin, asin, sku, mpn or request."`
	Confidence          float64          `json:"confidence" minimum:"0" maximum:"1" doc:"How often a match like this is right."`
	InventoryProductID  *int64           `json:"inventory_product_id" doc:"The product."`
	SKUIDs              []int64          `json:"sku_ids" doc:"SKUs that sell it."`
	SupplierOfferID     *int64           `json:"supplier_offer_id" doc:"The supplier's offer."`
	PurchaseOrderItemID *int64           `json:"purchase_order_item_id" doc:"The item of the purchase order."`
	Candidates          []MatchCandidate `json:"candidates" doc:"Possible matches, the most likely first."`
}

// MatchCandidate names a record that a line may match.
type MatchCandidate struct {
	InventoryProductID  *int64  `json:"inventory_product_id" doc:"The product."`
	SKUID               *int64  `json:"sku_id" doc:"The SKU."`
	SupplierOfferID     *int64  `json:"supplier_offer_id" doc:"The supplier's offer."`
	PurchaseOrderItemID *int64  `json:"purchase_order_item_id" doc:"The item of the purchase order."`
	Title               string  `json:"title" doc:"The name."`
	Method              string  `json:"method" doc:"Evidence for it; words is an equal title."`
	Confidence          float64 `json:"confidence" minimum:"0" maximum:"1" doc:"How often that is right."`
}

// PreviewComparison compares a line with the order and earlier costs.
type PreviewComparison struct {
	OrderedQuantity   *int64        `json:"ordered_quantity" doc:"Units of the item of the purchase order."`
	RemainingQuantity *int64        `json:"remaining_quantity" doc:"Units of it that are to come."`
	POUnitCost        *body.Money   `json:"po_unit_cost" doc:"Unit cost of the item in the purchase order, less its discount."`
	PreviousUnitCost  *body.Money   `json:"previous_unit_cost" doc:"The cost that the line is compared with: the order's, else the offer's, else the product's."`
	CostChangePercent *body.Percent `json:"cost_change_percent" doc:"By how much the line costs more, rounded to two decimals."`
}

// PreviewCost has the cost of one unit.
type PreviewCost struct {
	UnitCost       *body.Money `json:"unit_cost" doc:"Unit cost after discounts, rounded to four decimals."`
	LandedUnitCost *body.Money `json:"landed_unit_cost" doc:"With its share of shipping, discount and taxes that are not recovered, by value."`
}

// PreviewSummary counts lines and problems.
type PreviewSummary struct {
	Lines     int `json:"lines" doc:"Lines of the document."`
	Verified  int `json:"verified" doc:"Lines with a quantity, price and total that agree."`
	Matched   int `json:"matched" doc:"Lines by the status of their match."`
	Ambiguous int `json:"ambiguous" doc:"Several records fit."`
	Suggested int `json:"suggested" doc:"A record has the same title."`
	Unmatched int `json:"unmatched" doc:"No record fits."`
	Ignored   int `json:"ignored" doc:"Lines that are no products."`
	Errors    int `json:"errors" doc:"Problems that stop a line or the import."`
	Warnings  int `json:"warnings" doc:"Problems that do not."`
}

// ImportEffects lists the changes that an import wrote.
type ImportEffects struct {
	SupplierID           int64  `json:"supplier_id" doc:"The supplier."`
	PurchaseOrderID      *int64 `json:"purchase_order_id" doc:"The purchase order that was made or changed."`
	PurchaseOrderCreated bool   `json:"purchase_order_created" doc:"Whether it was made."`
	ItemsCreated         int    `json:"items_created" doc:"Items that were made."`
	ItemsUpdated         int    `json:"items_updated" doc:"Items that were changed."`
	Receipts             int    `json:"receipts" doc:"Receipt lines that were booked."`
	ProductsCreated      int    `json:"products_created" doc:"Inventory products that were made."`
	OffersCreated        int    `json:"offers_created" doc:"Supplier offers that were made."`
	OffersUpdated        int    `json:"offers_updated" doc:"Supplier offers with a changed cost."`
	CostsWritten         int    `json:"costs_written" doc:"Products and SKUs with a cost that the document itself set."`
}

// Figure has a number as printed, with any number of decimals.
type Figure struct{ decimal.Decimal }

func figureOf(d decimal.Decimal) Figure { return Figure{d} }

// MarshalJSON writes a number.
func (f Figure) MarshalJSON() ([]byte, error) { return []byte(f.String()), nil }

// Schema describes a number of any size.
func (Figure) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Format: "double"}
}

// ProblemCode takes the code of a problem of previews.
type ProblemCode string

// Schema lists the codes.
func (ProblemCode) Schema(huma.Registry) *huma.Schema { return body.Enum(importing.Codes()) }
