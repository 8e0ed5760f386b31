package listingitem

import (
	"time"

	"sellingassistant/domain/kernel/check"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/money"
)

// SKU has the seller's own name of an offer, case-sensitive.
type SKU struct{ value string }

// ParseSKU reads 1 to 40 characters without control characters and without space at the ends;
// anything else is an Invalid fault that names the parameter sku.
func ParseSKU(s string) (SKU, error) {
	if !check.IsSKU(s) {
		const rule = "must have 1 to 40 characters, no control characters, and no space at its ends"
		e := fault.New(fault.Invalid, fault.CodeValidationFailed, "sku "+rule).In("sku")
		e.Errors = []fault.Item{{Code: fault.CodeInvalid, Message: rule, Parameter: "sku"}}
		return SKU{}, e
	}
	return SKU{s}, nil
}

// String returns the name.
func (s SKU) String() string { return s.value }

// Item has a listing as the marketplace stores it. Parts that were not requested or not returned
// are nil. All values are the marketplace's own.
type Item struct {
	SKU       string
	Summaries []Summary
	// Attributes has the JSON object that the marketplace stores of the seller's submissions,
	// unchanged.
	Attributes    []byte
	Issues        []Issue
	Offers        []Price
	Availability  []Availability
	Procurement   []Cost
	Relationships []Relations
	ProductTypes  []ProductType
}

// Summary has a listing at a glance.
type Summary struct {
	MarketplaceID string
	ASIN          string
	ProductType   string
	Condition     string
	Status        []string
	FNSKU         string
	Name          string
	CreatedAt     *time.Time
	UpdatedAt     *time.Time
	Image         *Image
}

// Image has a picture of a product; sides are in pixels, 0 if unknown.
type Image struct {
	Link          string
	Height, Width int64
}

// Price has the price for a kind of buyers. Offered is nil if the marketplace's figure is no
// amount.
type Price struct {
	MarketplaceID string
	OfferType     string
	Audience      string
	Offered       *money.Sum
	Points        *int64
}

// Availability has the stock of a fulfilment channel; nil if unknown.
type Availability struct {
	Channel  string
	Quantity *int64
}

// Cost has the payment to a vendor for a unit.
type Cost struct{ Paid *money.Sum }

// Relations has the listings that belong together on one marketplace.
type Relations struct {
	MarketplaceID string
	Relations     []Relation
}

// Relation has a variation or a package hierarchy.
type Relation struct {
	Type       string
	ParentSKUs []string
	ChildSKUs  []string
	// Theme and its attributes name the difference between variations.
	Theme      string
	Attributes []string
}

// ProductType names the product type of a listing.
type ProductType struct {
	MarketplaceID string
	Type          string
}

// Page has a part of the listings that were searched for.
type Page struct {
	// Total counts the listings over all pages.
	Total int64
	Items []Item
	// Next and Previous have the marketplace's marks of other pages, or "".
	Next, Previous string
}
