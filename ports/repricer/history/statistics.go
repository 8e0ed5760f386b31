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
	// Sum adds up the counters of the days from one to another, both included,
	// by the parts asked for; verdict and reason always stay apart in Counts.
	// More than limit groups, and more parts than can be held in memory, are a
	// nil answer without an error.
	Sum(ctx context.Context, team id.Team, from, to date.Date, by GroupBy, limit int) (*Sums, error)
	// BoxHistory tells how the box changed hands in each marketplace: on the days from
	// one to another, both included, and before them. Days and marketplaces
	// without a change are left out.
	BoxHistory(ctx context.Context, team id.Team, from, to date.Date) (map[marketplace.ID]BoxHistory, error)
	// Sales adds up the sales of the days from one to another, both included, by the
	// parts asked for and by marketplace, without which amounts have no currency.
	// Sales have no reason. More than limit sums are a nil answer without an error.
	Sales(ctx context.Context, team id.Team, from, to date.Date, by GroupBy, limit int) ([]SalesSum, error)
}

// SalesSum is the sum of the sales of a group in a marketplace.
type SalesSum struct {
	Group         Group
	MarketplaceID marketplace.ID
	sales.Counts
}

// BoxHistory is how the box changed hands in a marketplace.
type BoxHistory struct {
	Before repricer.BoxChanges
	Days   map[date.Date]repricer.BoxChanges
}

// GroupBy says which parts of the counters stay apart.
type GroupBy struct {
	Day, Reason, Strategy, Marketplace bool
}

// Group is what a sum belongs to; what is not asked for is zero.
type Group struct {
	Day           date.Date
	Reason        decision.Reason
	Strategy      strategy.ID
	MarketplaceID marketplace.ID
}

// Sums are the counters of groups.
type Sums struct {
	Counts     []DecisionSum
	Histograms map[Group]map[history.Scale]history.Histogram
}

// DecisionSum is the sum of a group's decisions of one reason and verdict.
type DecisionSum struct {
	Group   Group
	Reason  decision.Reason
	Verdict decision.Verdict
	history.Counts
}
