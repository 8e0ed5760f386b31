package history

import (
	"context"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/sales"
	"sellingassistant/domain/repricer/strategy"
)

// Statistics reads the day counters.
type Statistics interface {
	// Sum adds up the counters of the days from from to to, both included, grouped by the given
	// properties. Counts are always grouped by verdict and reason as well. With more than limit
	// groups, or too many parts for memory, the answer is nil without an error.
	Sum(ctx context.Context, team id.Team, from, to date.Date, by history.GroupBy, limit int) (*Sums, error)
	// BoxHistory returns the changes of the buy box by marketplace: on the days from from to to,
	// both included, and before them. Days and marketplaces without a change are left out.
	BoxHistory(ctx context.Context, team id.Team, from, to date.Date) (map[marketplace.ID]BoxHistory, error)
	// Sales adds up the sales of the days from from to to, both included. It groups by the given
	// properties and by marketplace, because amounts need a currency. Sales have no reason. With
	// more than limit sums the answer is nil without an error.
	Sales(ctx context.Context, team id.Team, from, to date.Date, by history.GroupBy, limit int) ([]SalesSum, error)
}

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
