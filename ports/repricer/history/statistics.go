package history

import (
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/sales"
	"sellingassistant/domain/repricer/strategy"
)

// SalesSum has the sum of the sales of a group in a marketplace.
type SalesSum struct {
	Group         Group
	MarketplaceID marketplace.ID
	sales.Counts
}

// BoxHistory has the history of the buy box on a marketplace.
type BoxHistory struct {
	Before repricer.BoxChanges
	Days   map[date.Date]repricer.BoxChanges
}

// Group identifies a sum. Properties that are not grouped by are zero.
type Group struct {
	Day           date.Date
	Reason        decision.Reason
	Strategy      strategy.ID
	MarketplaceID marketplace.ID
}

// Sums has the counters by group.
type Sums struct {
	Counts     []DecisionSum
	Histograms map[Group]map[history.Scale]history.Histogram
}

// DecisionSum has the sum of a group's decisions with one reason and verdict.
type DecisionSum struct {
	Group   Group
	Reason  decision.Reason
	Verdict decision.Verdict
	history.Counts
}
