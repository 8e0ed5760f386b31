package repricer

import (
	"time"

	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// ProductFilter filters a list of rows; an empty member does not filter. A list matches any of its
// values, and all members must match.
type ProductFilter struct {
	Modes []decision.Mode
	// Selects frozen rows (true) or other rows (false); Holds selects by reason.
	Hold         *bool
	Holds        []decision.HoldReason
	RunStates    []RunState
	Strategies   []strategy.ID // as the row's own strategy
	Marketplaces []marketplace.ID
	ASINs        []string
	SKUs         []string // whole and case-sensitive
	Conditions   []decision.Condition
	Fulfillments []decision.Fulfillment
	BoxOwners    []decision.BoxOwner
	// AtMin selects rows with a current price at or below their min_price. AtMax selects rows with
	// a current price at or above their max_price. A row with an unknown value does not match.
	AtMin *bool
	AtMax *bool
	// AtFloor selects rows with a current price at or below their floor. UnderBreakEven selects
	// rows with a current price that makes a loss. A row with an unknown value does not match.
	AtFloor        *bool
	UnderBreakEven *bool
	// MissingCost selects rows with a calculated floor and no known cost.
	MissingCost *bool
	// Attention selects rows that need a person, by the most urgent reason.
	Attention []Attention
	// Stale selects rows in mode manual or auto with offers that were never seen, or seen before
	// the minute of FreshFrom.
	Stale     *bool
	FreshFrom time.Time
	// Query matches text within SKU, ASIN or title, ignoring letter case.
	Query string
}

// Offers selects SKUs that can become rows; empty members do not narrow. Members together must
// match, a list means any of its entries.
type Offers struct {
	Marketplaces []marketplace.ID
	Sellers      []string
	// Brands belong to the products of a SKU, and ignore letter case. Suppliers belong to the SKU,
	// else to its products.
	Brands    []string
	Suppliers []int64
	Tags      mark.Filter
	// HasCost selects SKUs with a cost that counts: their own, else the cost of their product.
	HasCost *bool
	// Query matches text within SKU, ASIN or title, ignoring letter case.
	Query string
}
