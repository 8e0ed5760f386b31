package inventory

import (
	"sellingassistant/adapters/http/httpx/body"
)

// SKU shows a SKU to clients. Unknown values are null.
type SKU struct {
	ID              int64   `json:"id" doc:"Identifier of the SKU."`
	SKU             string  `json:"sku" doc:"The seller's own name of the offer, case-sensitive."`
	ASIN            *string `json:"asin" doc:"The product; null while the marketplace has assigned no ASIN."`
	FNSKU           *string `json:"fnsku" doc:"The marketplace's label of units it stores."`
	MarketplaceID   string  `json:"marketplace_id" doc:"The marketplace of the offer."`
	SellerAccountID int64   `json:"seller_account_id" doc:"The connection to the seller account: connections[].id of GET /account."`
	Title           *string `json:"title" doc:"Title of the listing."`
	ImageURL        *string `json:"image_url" doc:"Address of its main image."`

	Condition          string        `json:"condition" doc:"new, used_like_new, used_very_good, used_good, used_acceptable, refurbished or collectible."`
	FulfillmentChannel string        `json:"fulfillment_channel" doc:"Who ships: fba for the marketplace, fbm for the seller."`
	ListingStatus      string        `json:"listing_status" doc:"active, inactive, suppressed (by an issue), stranded (inactive with sellable units at the marketplace) or closed (gone from the marketplace)."`
	Price              *body.Money   `json:"price" doc:"The live price."`
	Currency           string        `json:"currency" doc:"ISO 4217 code of the prices of this SKU: the marketplace's currency."`
	Quantities         SKUQuantities `json:"quantities" doc:"Stock in units."`

	InventoryProductID *int64 `json:"inventory_product_id" doc:"The inventory product that is sold; null without a match and for a bundle of several. Changed through its matches."`
	UnitsPerSale       int64  `json:"units_per_sale" doc:"Units of the inventory product that one sale takes; 1 without a product."`

	Costs    SKUCosts    `json:"costs" doc:"Costs of one unit today, UTC, as kept with this SKU."`
	MinPrice *body.Money `json:"min_price" doc:"The lowest price, a suggestion for the repricer."`
	MaxPrice *body.Money `json:"max_price" doc:"The highest price, a suggestion for the repricer."`
	MapPrice *body.Money `json:"map_price" doc:"The lowest price the maker allows to be shown."`

	SupplierID        *int64           `json:"supplier_id" doc:"The usual supplier."`
	Hidden            bool             `json:"hidden" doc:"Whether it was deleted here. Its listing at the marketplace is another matter."`
	RepricerProductID *int64           `json:"repricer_product_id" doc:"Its row in the repricer."`
	Tags              []body.RecordTag `json:"tags" doc:"Its tags."`
	NotesCount        int64            `json:"notes_count" doc:"Notes about it."`
	LastSyncedAt      *body.Time       `json:"last_synced_at" doc:"When the listing was last read from the marketplace."`
	Version           int64            `json:"version" doc:"Counts the changes, for If-Match."`
	CreatedAt         body.Time        `json:"created_at" doc:"When it was first seen."`
	UpdatedAt         body.Time        `json:"updated_at" doc:"When something of it last changed."`

	CountedCost *CountedCost `json:"counted_cost" doc:"The cost that counts today, UTC; null without a cost."`
}

// CountedCost has the cost of one sale that floors, margins and profits count.
type CountedCost struct {
	UnitCost body.Money `json:"unit_cost" doc:"Price paid for the units of one sale."`
	Currency string     `json:"currency" doc:"ISO 4217 code of the cost."`
	Source   string     `json:"source" enum:"own,product" doc:"own (the SKU's) or product (its inventory products')."`
}

// LiveMembers lists the members that change without updated_at.
func (SKU) LiveMembers() []string {
	return []string{"price", "quantities", "repricer_product_id", "notes_count", "last_synced_at", "counted_cost"}
}

// SKUDetail has a SKU with its past, present and future costs.
type SKUDetail struct {
	SKU
	CostLayers []SKUCostLayer `json:"cost_layers" doc:"Costs by date, the oldest first. No day is in two layers; days outside all layers are gaps."`
}

// SKUQuantities counts the stock of a SKU.
type SKUQuantities struct {
	Fulfillable   *int64 `json:"fulfillable" doc:"Can be sold now."`
	Inbound       *int64 `json:"inbound" doc:"On the way to the marketplace."`
	Reserved      *int64 `json:"reserved" doc:"Kept for orders, transfers and processing."`
	Unfulfillable *int64 `json:"unfulfillable" doc:"Damaged, expired or otherwise not sellable."`
}

// SKUCosts has the cost in force.
type SKUCosts struct {
	UnitCost         *body.Money   `json:"unit_cost" doc:"Price paid for one unit; null without a cost of the SKU itself."`
	PrepCost         body.Money    `json:"prep_cost" doc:"Preparation of one unit."`
	InboundShipping  body.Money    `json:"inbound_shipping" doc:"Shipping of one unit to where it is sold from."`
	OtherCost        body.Money    `json:"other_cost" doc:"Whatever else one unit costs."`
	OutboundShipping *body.Money   `json:"outbound_shipping" doc:"Postage of one unit to its buyer, where the seller ships (fbm), in currency; null while unknown."`
	VATRate          *body.Percent `json:"vat_rate" doc:"VAT contained in unit_cost, in percent."`
	Currency         string        `json:"currency" doc:"ISO 4217 code of the costs; it may differ from the marketplace's."`
	Source           *SKUSource    `json:"source" doc:"Where the cost came from; null without a cost."`
	AsOf             *string       `json:"as_of" format:"date" doc:"First day of the cost."`
}

// SKUCostLayer has a cost and its first and last day.
type SKUCostLayer struct {
	From             string        `json:"from" format:"date" doc:"The first day."`
	To               *string       `json:"to" format:"date" doc:"The last day; null while no end is known."`
	UnitCost         body.Money    `json:"unit_cost" doc:"Price paid to the supplier for one unit."`
	Currency         string        `json:"currency" doc:"ISO 4217 code of the costs."`
	PrepCost         body.Money    `json:"prep_cost" doc:"Preparation of one unit."`
	InboundShipping  body.Money    `json:"inbound_shipping" doc:"Shipping of one unit to where it is sold from."`
	OtherCost        body.Money    `json:"other_cost" doc:"Whatever else one unit costs."`
	OutboundShipping *body.Money   `json:"outbound_shipping" doc:"Postage of one unit to its buyer, where the seller ships (fbm); null if unknown."`
	VATRate          *body.Percent `json:"vat_rate" doc:"VAT contained in unit_cost, in percent."`
	Source           SKUSource     `json:"source" doc:"Where the cost came from."`
}

// SKUSource names the source of a figure.
type SKUSource ListingSource

// SKUPatch changes the team's own data of a SKU.
type SKUPatch struct {
	body.AtLeastOne
	Costs      body.Opt[SKUCostsPatch]        `json:"costs,omitzero" doc:"Costs of one unit from a day on."`
	MinPrice   body.Field[body.PositiveMoney] `json:"min_price,omitzero" doc:"Not above max_price. Null clears it."`
	MaxPrice   body.Field[body.PositiveMoney] `json:"max_price,omitzero" doc:"Not below min_price. Null clears it."`
	MapPrice   body.Field[body.PositiveMoney] `json:"map_price,omitzero" doc:"Null clears it."`
	SupplierID body.Field[body.RecordID]      `json:"supplier_id,omitzero" doc:"A supplier of the team. Null clears it."`
	Hidden     body.Opt[bool]                 `json:"hidden,omitzero" doc:"false brings a deleted SKU back."`
}

// SKUCostsPatch sets the cost of one unit from a day on. Absent members keep the values of the cost
// that applies on that day.
type SKUCostsPatch struct {
	body.AtLeastOne
	UnitCost         body.Field[body.Money]   `json:"unit_cost,omitzero" minimum:"0" doc:"Price paid to the supplier for one unit. Null says that the cost is unknown; the other costs are then ignored."`
	PrepCost         body.Opt[body.Money]     `json:"prep_cost,omitzero" minimum:"0" doc:"Preparation of one unit."`
	InboundShipping  body.Opt[body.Money]     `json:"inbound_shipping,omitzero" minimum:"0" doc:"Shipping of one unit to where it is sold from."`
	OtherCost        body.Opt[body.Money]     `json:"other_cost,omitzero" minimum:"0" doc:"Whatever else one unit costs."`
	OutboundShipping body.Field[body.Money]   `json:"outbound_shipping,omitzero" minimum:"0" doc:"Postage of one unit to its buyer, in currency. The repricer counts it for rows that the seller ships (fbm). Null if unknown: the repricer then takes default_outbound_shipping of its settings, else the shipping that the buyer pays."`
	VATRate          body.Field[body.Percent] `json:"vat_rate,omitzero" minimum:"0" maximum:"100" doc:"VAT contained in unit_cost, in percent. Null clears it. The repricer takes prices to contain the same rate; without a rate, the standard rate of the marketplace's country. 0 says that no VAT is owed."`
	Currency         body.Opt[body.Currency]  `json:"currency,omitzero" doc:"ISO 4217 code; the marketplace's while no cost is known. Another code than before needs unit_cost, and the other costs begin at 0."`
	EffectiveFrom    body.Opt[body.Day]       `json:"effective_from,omitzero" doc:"The first day, from 2000-01-01 to 2099-12-31; today, UTC, when not given. A past day re-values later sales."`
	EffectiveTo      body.Opt[body.Day]       `json:"effective_to,omitzero" doc:"The last day; for good when not given."`
}
