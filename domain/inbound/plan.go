package inbound

import (
	"time"

	"github.com/govalues/decimal"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// Missing texts become "" and missing pointers nil. Statuses, owners and units keep the
// marketplace's words, because their lists grow without notice.

// Page has a part of a list. Next names the following part in the marketplace's own words, "" on
// the last part.
type Page[T any] struct {
	Items []T
	Next  string
}

// PageRequest asks for a part of a list; Token is "" for the first part.
type PageRequest struct {
	Size  int
	Token string
}

// PlanQuery narrows and orders a list of plans; "" leaves a part to the marketplace.
type PlanQuery struct {
	PageRequest
	Status, SortBy, SortOrder string
}

// PlanSummary has a plan as a list shows it.
type PlanSummary struct {
	ID            PlanID
	Name          string
	Status        string
	CreatedAt     *time.Time
	LastUpdatedAt *time.Time
	Marketplaces  []marketplace.ID
	SourceAddress *Address
}

// Plan has a plan with its shipments and options.
type Plan struct {
	PlanSummary
	Shipments        []ShipmentSummary
	PlacementOptions []OptionSummary
	PackingOptions   []OptionSummary
}

// ShipmentSummary has a shipment as its plan shows it.
type ShipmentSummary struct {
	ID     ShipmentID
	Status string
}

// OptionSummary has a placement or packing option as its plan shows it.
type OptionSummary struct{ ID, Status string }

// Address locates a place.
type Address struct {
	Name, CompanyName, AddressLine1, AddressLine2, DistrictOrCounty, City, StateOrProvinceCode string
	PostalCode, CountryCode, PhoneNumber, Email                                                string
}

// Box has a package, or several that are packed alike.
type Box struct {
	PackageID, BoxID         string
	Quantity                 *int64
	Items                    []Item
	Weight                   *Measure
	Dimensions               *Dimensions
	ContentInformationSource string
}

// Measure has a number of a unit, both as the marketplace gives them.
type Measure struct {
	Value *decimal.Decimal
	Unit  string
}

// Dimensions has the sides of a box, in Unit.
type Dimensions struct {
	Length, Width, Height *decimal.Decimal
	Unit                  string
}

// Item has a number of units of one SKU that are prepared alike.
type Item struct {
	MSKU, ASIN, FNSKU    string
	Quantity             *int64
	LabelOwner           string
	PrepInstructions     []PrepInstruction
	Expiration           string // a date
	ManufacturingLotCode string
}

// PrepInstruction has a step of preparing an item, its owner and its fee.
type PrepInstruction struct {
	Type, Owner string
	Fee         *Sum
}

// Sum has an amount in a currency.
type Sum struct {
	Amount   money.Amount
	Currency string
}
