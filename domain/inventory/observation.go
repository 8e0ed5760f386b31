package inventory

import (
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// Condition has the state of the goods.
type Condition string

// The conditions.
const (
	ConditionNew            Condition = "new"
	ConditionUsedLikeNew    Condition = "used_like_new"
	ConditionUsedVeryGood   Condition = "used_very_good"
	ConditionUsedGood       Condition = "used_good"
	ConditionUsedAcceptable Condition = "used_acceptable"
	ConditionRefurbished    Condition = "refurbished"
	ConditionCollectible    Condition = "collectible"
)

// Amazon returns Amazon's word for the condition, "" for collectible: Amazon has four words for it,
// by the grade of the units.
func (c Condition) Amazon() string {
	switch c {
	case ConditionNew, ConditionRefurbished:
		return string(c + "_" + c)
	case ConditionCollectible:
		return ""
	}
	return string(c)
}

// Conditions lists them all, the default first.
func Conditions() []Condition {
	return []Condition{
		ConditionNew, ConditionUsedLikeNew, ConditionUsedVeryGood, ConditionUsedGood, ConditionUsedAcceptable,
		ConditionRefurbished, ConditionCollectible,
	}
}

// Channel names the party that stores and ships the units.
type Channel string

// The channels: the marketplace, and the seller.
const (
	FBA Channel = "fba"
	FBM Channel = "fbm"
)

// Channels lists them both.
func Channels() []Channel { return []Channel{FBA, FBM} }

// SKUStatus has the state of a SKU at the marketplace.
type SKUStatus string

// The states of a SKU.
const (
	// SKUActive can be bought.
	SKUActive SKUStatus = "active"
	// SKUInactive cannot be bought: no stock, no price, paused.
	SKUInactive SKUStatus = "inactive"
	// SKUSuppressed: kept from buyers by the marketplace because of an issue.
	SKUSuppressed SKUStatus = "suppressed"
	// SKUStranded: inactive although the marketplace has sellable units of it.
	SKUStranded SKUStatus = "stranded"
	// SKUClosed: not at the marketplace any more.
	SKUClosed SKUStatus = "closed"
)

// SKUStatuses lists them all.
func SKUStatuses() []SKUStatus {
	return []SKUStatus{SKUActive, SKUInactive, SKUSuppressed, SKUStranded, SKUClosed}
}

// WithStock returns the status once the stock is known. A SKU is stranded when it is inactive, FBA,
// and has sellable units at the marketplace; listings and stock are read separately, and each knows
// only its part. Whichever is read later decides, so their order does not matter. fulfillable is
// nil if unknown.
func (s SKUStatus) WithStock(c Channel, fulfillable *int64) SKUStatus {
	sellable := c == FBA && fulfillable != nil && *fulfillable > 0
	switch {
	case s == SKUInactive && sellable:
		return SKUStranded
	case s == SKUStranded && !sellable:
		return SKUInactive
	}
	return s
}

// Observation has one SKU as the marketplace showed it when it was read. It has no members that the
// team maintains itself.
type Observation struct {
	// Seller has Amazon's id of the seller; with Marketplace and SKU (case-sensitive) it identifies
	// a team's row.
	Seller      string
	Connection  id.Connection
	Marketplace marketplace.ID
	SKU         string
	// "" until the marketplace assigns it.
	ASIN     string
	FNSKU    *string
	Title    *string
	ImageURL *string
	// Condition falls back to ConditionNew if the marketplace names no condition.
	Condition Condition
	Channel   Channel
	// Status may be active, inactive or suppressed: see SKUStatus.WithStock.
	Status SKUStatus
	// Price may be nil; Currency is then the marketplace's.
	Price    *money.Amount
	Currency money.Currency
	// ProductType has the marketplace's product type, "" if unknown.
	ProductType string
	// Quantity has the seller's own stock (FBM); nil if unknown, and for FBA.
	Quantity *int64
	// Buyable listings can be bought, even while suppressed; PriceIssue says that an issue
	// concerns the price.
	Buyable, PriceIssue bool
	Issues              []ObservedIssue
	// UpdatedAt dates the last change of the listing according to the marketplace; zero if unknown.
	UpdatedAt time.Time
}

// Key names the SKU or the listing of the observation.
func (o Observation) Key() SKUKey {
	return SKUKey{Seller: o.Seller, Marketplace: o.Marketplace, SKU: o.SKU}
}

// ObservedIssue describes a problem that the marketplace reports about a listing.
type ObservedIssue struct {
	Code    string
	Message string
	// Severity may be error or warning; mere information of the marketplace is a warning.
	Severity string
	// Attributes lists the marketplace's names of the affected attributes.
	Attributes []string
}

// Stock counts the units of a SKU at the marketplace (FBA).
type Stock struct {
	SKU   string
	FNSKU string
	// Fulfillable can be sold now; Inbound is announced, on its way or being received; Reserved is
	// kept for orders, transfers and processing; Unfulfillable is damaged, expired or otherwise not
	// sellable.
	Fulfillable, Inbound, Reserved, Unfulfillable int64
}
