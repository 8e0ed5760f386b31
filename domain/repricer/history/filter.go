package history

import (
	"time"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
)

// ChangeFilter filters the history; an empty member does not filter. A list matches any of its
// values, and all members must match.
type ChangeFilter struct {
	IDs          []int64
	Products     []decision.ProductID
	SKUs         []string // whole and case-sensitive
	ASINs        []string
	Marketplaces []marketplace.ID
	Strategies   []strategy.ID
	Triggers     []Trigger
	Verdicts     []decision.Verdict
	Reasons      []decision.Reason
	Outcomes     []Outcome
	// From and To bound the time of the decision, both inclusive.
	From *time.Time
	To   *time.Time
}

// GroupBy selects the properties by which counters are grouped.
type GroupBy struct {
	Day, Reason, Strategy, Marketplace bool
}
