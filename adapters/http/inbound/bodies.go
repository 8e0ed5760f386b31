package inbound

import (
	"github.com/danielgtaylor/huma/v2"
	"github.com/govalues/decimal"

	"sellingassistant/adapters/http/httpx/body"
)

// Members have the marketplace's names. Unknown values are null, unknown lists are empty. Codes are
// open: new codes may come at any time.

// Plans has a page of plans.
type Plans struct {
	InboundPlans []PlanSummary `json:"inboundPlans"`
	Pagination   Pagination    `json:"pagination"`
}

// Pagination has the token of the next page.
type Pagination struct {
	NextToken *string `json:"nextToken" doc:"The paginationToken of the next page; null on the last page."`
}

// PlanSummary has a plan as lists show it.
type PlanSummary struct {
	InboundPlanID  string     `json:"inboundPlanId" doc:"The plan's id."`
	Name           *string    `json:"name" doc:"The seller's name for it."`
	Status         *string    `json:"status" doc:"ACTIVE, VOIDED, SHIPPED or ERRORED."`
	CreatedAt      *body.Time `json:"createdAt"`
	LastUpdatedAt  *body.Time `json:"lastUpdatedAt"`
	MarketplaceIDs []string   `json:"marketplaceIds" doc:"Where the products are to be sold."`
	SourceAddress  *Address   `json:"sourceAddress" doc:"Where the products come from."`
}

// Plan has a plan with its shipments and options.
type Plan struct {
	PlanSummary
	PlanParts
}

// PlanParts lists the shipments and options of a plan.
type PlanParts struct {
	Shipments        []ShipmentSummary `json:"shipments" doc:"The plan's shipments."`
	PlacementOptions []PlacementRef    `json:"placementOptions" doc:"Ways to spread the plan over warehouses."`
	PackingOptions   []PackingRef      `json:"packingOptions" doc:"Ways to pack it."`
}

// ShipmentSummary has a shipment as its plan shows it.
type ShipmentSummary struct {
	ShipmentID string  `json:"shipmentId"`
	Status     *string `json:"status" doc:"The plan's word for it, without the old interface's."`
}

// PlacementRef has a placement option as its plan shows it.
type PlacementRef struct {
	PlacementOptionID *string `json:"placementOptionId"`
	Status            *string `json:"status" doc:"OFFERED, ACCEPTED or EXPIRED."`
}

// PackingRef has a packing option as its plan shows it.
type PackingRef struct {
	PackingOptionID *string `json:"packingOptionId"`
	Status          *string `json:"status" doc:"OFFERED, ACCEPTED or EXPIRED."`
}

// Address has a postal address with its contact.
type Address struct {
	Name                *string `json:"name"`
	CompanyName         *string `json:"companyName"`
	AddressLine1        *string `json:"addressLine1"`
	AddressLine2        *string `json:"addressLine2"`
	DistrictOrCounty    *string `json:"districtOrCounty"`
	City                *string `json:"city"`
	StateOrProvinceCode *string `json:"stateOrProvinceCode"`
	PostalCode          *string `json:"postalCode"`
	CountryCode         *string `json:"countryCode" doc:"ISO 3166, two letters."`
	PhoneNumber         *string `json:"phoneNumber"`
	Email               *string `json:"email"`
}

// Boxes has a page of boxes.
type Boxes struct {
	Boxes      []Box      `json:"boxes"`
	Pagination Pagination `json:"pagination"`
}

// Box describes a package, or several packages with the same content.
type Box struct {
	PackageID                *string     `json:"packageId"`
	BoxID                    *string     `json:"boxId" doc:"Id on the box's label."`
	Quantity                 *int64      `json:"quantity" doc:"How many boxes are packed like this."`
	Items                    []Item      `json:"items" doc:"Content of one box."`
	Weight                   *Weight     `json:"weight"`
	Dimensions               *Dimensions `json:"dimensions"`
	ContentInformationSource *string     `json:"contentInformationSource" doc:"How the content is declared: BOX_CONTENT_PROVIDED, MANUAL_PROCESS or BARCODE_2D."`
}

// Weight has a weight with its unit.
type Weight struct {
	Value *Number `json:"value"`
	Unit  *string `json:"unit" doc:"LB or KG."`
}

// Dimensions has the sides of a box.
type Dimensions struct {
	Length            *Number `json:"length"`
	Width             *Number `json:"width"`
	Height            *Number `json:"height"`
	UnitOfMeasurement *string `json:"unitOfMeasurement" doc:"IN or CM."`
}

// Item counts units of one SKU with the same preparation.
type Item struct {
	MSKU                 *string           `json:"msku" doc:"The seller's SKU."`
	ASIN                 *string           `json:"asin"`
	FNSKU                *string           `json:"fnsku" doc:"FNSKU on the unit's label."`
	Quantity             *int64            `json:"quantity" doc:"Units."`
	LabelOwner           *string           `json:"labelOwner" doc:"Who labels: AMAZON, SELLER or NONE."`
	PrepInstructions     []PrepInstruction `json:"prepInstructions"`
	Expiration           *string           `json:"expiration" doc:"The date of expiry, YYYY-MM-DD."`
	ManufacturingLotCode *string           `json:"manufacturingLotCode"`
}

// PrepInstruction describes a step of preparing an item.
type PrepInstruction struct {
	PrepType  *string `json:"prepType" doc:"Preparation to be done, such as ITEM_LABELING."`
	PrepOwner *string `json:"prepOwner" doc:"Who does it: AMAZON, SELLER or NONE."`
	Fee       *Sum    `json:"fee" doc:"The marketplace's charge for it."`
}

// Sum has an amount of money with its currency.
type Sum struct {
	Amount body.Money `json:"amount"`
	Code   *string    `json:"code" doc:"The currency, ISO 4217."`
}

// ShipmentItems has a page of the items of a shipment.
type ShipmentItems struct {
	Items      []ShipmentItem `json:"items"`
	Pagination Pagination     `json:"pagination"`
}

// ShipmentItem has an item of a shipment and the progress of its SKU.
type ShipmentItem struct {
	Item
	Arrival
}

// Arrival counts the shipped and received units of a SKU.
type Arrival struct {
	QuantityShipped  *int64 `json:"quantityShipped" doc:"Units of the SKU sent with the shipment, over all of its items."`
	QuantityReceived *int64 `json:"quantityReceived" doc:"Units of the SKU the warehouse has received, over all of its items."`
	QuantityInCase   *int64 `json:"quantityInCase" doc:"Units of the SKU in one case; 0 for items that are not packed in cases."`
}

// Number has a measured number, exactly as the marketplace gives it.
type Number struct{ d decimal.Decimal }

func (n Number) MarshalJSON() ([]byte, error) { return []byte(n.d.String()), nil }

func (Number) Schema(huma.Registry) *huma.Schema { return &huma.Schema{Type: huma.TypeNumber} }
