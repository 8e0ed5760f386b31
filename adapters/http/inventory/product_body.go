package inventory

import (
	"github.com/danielgtaylor/huma/v2"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/domain/kernel/vat"
)

// Product shows a product that a team buys, stores and sells. Unknown values are null.
type Product struct {
	ID       int64         `json:"id" doc:"Identifier of the product."`
	Title    string        `json:"title" doc:"The name."`
	Brand    *string       `json:"brand" doc:"Who makes it."`
	Category *string       `json:"category" doc:"The team's own word for its kind."`
	MPN      *string       `json:"mpn" doc:"The maker's part number."`
	ImageURL *string       `json:"image_url" doc:"Address of a picture; it is not fetched."`
	GTINs    []string      `json:"gtins" doc:"UPC, EAN or GTIN codes, as they were written."`
	ASINs    []ProductASIN `json:"asins" doc:"Under which ASINs the marketplaces know it."`

	UnitCost         *body.Money    `json:"unit_cost" doc:"Cost of one unit today, in currency; null while unknown."`
	Currency         *string        `json:"currency" doc:"ISO 4217 code of unit_cost."`
	OutboundShipping *body.Money    `json:"outbound_shipping" doc:"Postage of one unit to its buyer, where the seller ships (fbm), in currency; null while unknown."`
	CostSource       *ProductSource `json:"cost_source" doc:"Where the cost comes from."`
	CostAsOf         *string        `json:"cost_as_of" format:"date" doc:"The first day of the cost."`

	PackSize int    `json:"pack_size" doc:"Units in the thing that is bought."`
	WeightG  *int   `json:"weight_g" doc:"Weight of one unit in grams."`
	LengthMM *int   `json:"length_mm" doc:"Length of one unit in millimetres."`
	WidthMM  *int   `json:"width_mm" doc:"Width of one unit in millimetres."`
	HeightMM *int   `json:"height_mm" doc:"Height of one unit in millimetres."`
	Hazmat   string `json:"hazmat" doc:"Whether the goods are dangerous: unknown, no or yes."`
	Meltable *bool  `json:"meltable" doc:"Whether heat spoils it; null if unknown."`
	Fragile  *bool  `json:"fragile" doc:"Whether it breaks easily; null if unknown."`
	// The rate of a class follows from the country and the day.
	VATClass *string `json:"vat_class" doc:"standard, reduced, super_reduced or zero; null when unknown."`

	Quantities         ProductQuantities `json:"quantities" doc:"Units of the product."`
	DefaultSupplierID  *int64            `json:"default_supplier_id" doc:"The usual supplier."`
	DefaultWarehouseID *int64            `json:"default_warehouse_id" doc:"The usual warehouse."`
	ReorderPoint       *int              `json:"reorder_point" doc:"The number of units, there and to come, at which it is low."`
	LeadTimeDays       *int              `json:"lead_time_days" doc:"Days from order to receipt."`
	LowStock           bool              `json:"low_stock" doc:"Whether on_hand, inbound, in_warehouse and on_order together are at or below reorder_point."`
	Status             string            `json:"status" doc:"active or archived."`

	Matches        []Match          `json:"matches" doc:"SKUs, listings, ASINs and supplier offers that are this product."`
	Tags           []body.RecordTag `json:"tags" doc:"The product's tags."`
	NotesCount     int64            `json:"notes_count" doc:"Notes about the product."`
	DocumentsCount int64            `json:"documents_count" doc:"Documents that belong to the product."`
	OffersCount    int64            `json:"offers_count" doc:"Supplier offers of the product."`
	Version        int64            `json:"version" doc:"Counts the changes, for If-Match."`
	CreatedAt      body.Time        `json:"created_at" doc:"When the product was made."`
	UpdatedAt      body.Time        `json:"updated_at" doc:"When the product last changed."`
}

// LiveMembers lists the members that change without updated_at.
func (Product) LiveMembers() []string {
	return []string{"quantities", "low_stock", "notes_count", "documents_count", "offers_count"}
}

// ProductDetail has a product with its costs of all days.
type ProductDetail struct {
	Product
	CostLayers []ProductCostLayer `json:"cost_layers" doc:"Past, present and future costs, in the order of the days. Lists leave them out."`
}

// ProductASIN has the ASIN of a product on a marketplace.
type ProductASIN struct {
	ASIN          string `json:"asin" doc:"The ASIN."`
	MarketplaceID string `json:"marketplace_id" doc:"The marketplace that knows the product by it."`
}

// ProductSource names the source of a figure.
type ProductSource struct {
	Kind string `json:"kind" doc:"manual, document, price_list, purchase_order, repricer, sync or api."`
	ID   *int64 `json:"id" doc:"The record of that kind; null without a record."`
}

// ProductQuantities counts units of a product.
type ProductQuantities struct {
	OnHand      int64 `json:"on_hand" doc:"Units that can be sold: stock of the matched SKUs, times the units of one sale."`
	OnOrder     int64 `json:"on_order" doc:"Units of open orders that are still to come."`
	Inbound     int64 `json:"inbound" doc:"Units announced to the marketplace or on the way there."`
	Reserved    int64 `json:"reserved" doc:"Units the marketplace keeps for orders, transfers and processing."`
	InWarehouse int64 `json:"in_warehouse" doc:"Units in warehouses. Units in warehouses that serve buyers directly are on hand instead, if a SKU that the seller ships sells the product."`
}

// ProductCostLayer has the cost of a product from one day to another.
type ProductCostLayer struct {
	From             string        `json:"from" format:"date" doc:"The first day."`
	To               *string       `json:"to" format:"date" doc:"The last day; null while no end is known."`
	UnitCost         body.Money    `json:"unit_cost" doc:"Cost of one unit."`
	Currency         string        `json:"currency" doc:"ISO 4217 code of all amounts of the layer."`
	PrepCost         body.Money    `json:"prep_cost" doc:"Preparation of one unit."`
	InboundShipping  body.Money    `json:"inbound_shipping" doc:"Shipping of one unit to where it is sold from."`
	OtherCost        body.Money    `json:"other_cost" doc:"Other costs of one unit."`
	OutboundShipping *body.Money   `json:"outbound_shipping" doc:"Postage of one unit to its buyer, where the seller ships (fbm); null if unknown."`
	VATRate          *body.Percent `json:"vat_rate" doc:"VAT contained in unit_cost, in percent."`
	Source           ProductSource `json:"source" doc:"Where the cost comes from."`
}

// NewProductASIN has an ASIN in a request.
type NewProductASIN struct {
	ASIN          body.ASIN          `json:"asin" doc:"The ASIN, in either letter case."`
	MarketplaceID body.MarketplaceID `json:"marketplace_id" doc:"The marketplace that knows the product by it."`
}

// ProductMembers has the members of a product that its users may write, except its title.
type ProductMembers struct {
	ProductTraits
	MPN      body.Field[string]         `json:"mpn,omitzero" minLength:"1" maxLength:"200" doc:"The maker's part number; not blank, on one line. Null clears it."`
	ImageURL body.Field[string]         `json:"image_url,omitzero" minLength:"1" maxLength:"2000" doc:"An https address without spaces, on one line and not blank; it is not fetched. Null clears it."`
	GTINs    body.Opt[[]productGTIN]    `json:"gtins,omitzero" maxItems:"20" doc:"UPC, EAN or GTIN codes with a right check digit, each once; they replace those there were."`
	ASINs    body.Opt[[]NewProductASIN] `json:"asins,omitzero" maxItems:"20" doc:"Each once; they replace those there were."`

	WeightG  body.Field[int] `json:"weight_g,omitzero" minimum:"1" maximum:"10000000" doc:"Null clears it."`
	LengthMM body.Field[int] `json:"length_mm,omitzero" minimum:"1" maximum:"10000000" doc:"Null clears it."`
	WidthMM  body.Field[int] `json:"width_mm,omitzero" minimum:"1" maximum:"10000000" doc:"Null clears it."`
	HeightMM body.Field[int] `json:"height_mm,omitzero" minimum:"1" maximum:"10000000" doc:"Null clears it."`

	AllowDuplicateGTIN body.Opt[bool] `json:"allow_duplicate_gtin,omitzero" doc:"Let GTINs pass that other products have."`
}

// ProductTraits has the members that many products may share.
type ProductTraits struct {
	Brand    body.Field[string] `json:"brand,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line. Null clears it."`
	Category body.Field[string] `json:"category,omitzero" minLength:"1" maxLength:"200" doc:"The team's own word for its kind; not blank, on one line. Null clears it."`

	UnitCost         body.Field[body.Money]    `json:"unit_cost,omitzero" minimum:"0" doc:"Cost of one unit from today on; null if unknown."`
	OutboundShipping body.Field[body.Money]    `json:"outbound_shipping,omitzero" minimum:"0" doc:"Postage of one unit to its buyer from today on, in the currency of unit_cost, which has to be known. The repricer counts it for rows that the seller ships (fbm). Null if unknown."`
	Currency         body.Field[body.Currency] `json:"currency,omitzero" doc:"ISO 4217 code of unit_cost. Without it the cost is in the currency it was in before, at first in the team's."`

	PackSize body.Opt[int]    `json:"pack_size,omitzero" minimum:"1" maximum:"100000" doc:"Units in the thing that is bought; 1 at first."`
	Hazmat   body.Opt[string] `json:"hazmat,omitzero" enum:"unknown,no,yes" doc:"unknown at first."`
	Meltable body.Field[bool] `json:"meltable,omitzero" doc:"Null if unknown."`
	Fragile  body.Field[bool] `json:"fragile,omitzero" doc:"Null if unknown."`

	VATClass body.Field[body.Word[vat.Class]] `json:"vat_class,omitzero" doc:"Null: unknown."`

	DefaultSupplierID  body.Field[body.RecordID] `json:"default_supplier_id,omitzero" doc:"A supplier of the team, else 422 not_found. Null clears it."`
	DefaultWarehouseID body.Field[body.RecordID] `json:"default_warehouse_id,omitzero" doc:"A warehouse of the team, else 422 not_found. Null clears it."`
	ReorderPoint       body.Field[int]           `json:"reorder_point,omitzero" minimum:"0" maximum:"1000000000" doc:"Null clears it."`
	LeadTimeDays       body.Field[int]           `json:"lead_time_days,omitzero" minimum:"0" maximum:"3650" doc:"Null clears it."`
	Status             body.Opt[string]          `json:"status,omitzero" enum:"active,archived" doc:"active at first."`
}

// ProductsPatch changes up to 100 products in the same way.
type ProductsPatch struct {
	body.IDs
	ProductTraits
}

// TransformSchema requires a member besides ids.
func (ProductsPatch) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.MinProperties = new(2)
	return s
}

// UpdatedProduct has the result for one changed product.
type UpdatedProduct struct {
	ID      int64          `json:"id" doc:"The id of the request."`
	Status  string         `json:"status" enum:"updated,unchanged,failed" doc:"The result for the product."`
	Product *Product       `json:"product,omitempty" doc:"The product after the call; absent when it failed."`
	Error   *body.RowError `json:"error,omitempty" doc:"Why the product failed; absent when it did not."`
}

// NewProduct makes a product.
type NewProduct struct {
	Title string `json:"title" minLength:"1" maxLength:"500" doc:"The title; not blank, on one line."`
	ProductMembers
}

// ProductPatch changes a product.
type ProductPatch struct {
	body.AtLeastOne
	Title body.Opt[string] `json:"title,omitzero" minLength:"1" maxLength:"500" doc:"The title; not blank, on one line."`
	ProductMembers
}

// productGTIN takes a product code in a request.
type productGTIN string

func (productGTIN) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString, Pattern: `^([0-9]{8}|[0-9]{12,14})$`, PatternDescription: "a code of 8, 12, 13 or 14 digits",
	}
}
