package history

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
)

// Overview looks at all rows of a team at once without reading them.
type Overview interface {
	// Standings counts the live rows, of one marketplace or, with "", of all.
	// Rows with offers not older than freshFrom, to the minute, are fresh. All
	// counts are of the same moment.
	Standings(ctx context.Context, team id.Team, m marketplace.ID, freshFrom time.Time) (Standings, error)
	// Attention reads at most limit rows that need a person, the most urgent
	// first and of those the oldest.
	Attention(ctx context.Context, team id.Team, m marketplace.ID, limit int) ([]NeedsAttention, error)
	// Flow counts prices on their way, and those sent since a moment.
	Flow(ctx context.Context, team id.Team, m marketplace.ID, since time.Time) (Flow, error)
}

// Standings are counts of live rows.
type Standings struct {
	Total  int64
	Modes  map[repricer.Mode]int64
	Holds  map[repricer.HoldReason]int64
	Owners map[repricer.BoxOwner]int64
	// Each of these is out of the rows of which it is known.
	AtFloor, AtCeiling, UnderBreakEven Share
	MissingCost                        int64
	// Fresh rows are evaluated ones whose offers are fresh.
	Fresh int64
	// LastEventAt is the time of the latest event about a row.
	LastEventAt repricer.Maybe[time.Time]
}

// Share is a number of rows out of those of which the answer is known.
type Share struct{ Count, Known int64 }

// NeedsAttention is a row that needs a person.
type NeedsAttention struct {
	ProductID     repricer.ProductID
	MarketplaceID marketplace.ID
	SKU           string
	ASIN          string
	Title         repricer.Maybe[string]
	Attention     repricer.Attention
	Hold          repricer.Maybe[repricer.HoldReason]
	// Reason is that of the last decision, "" for none.
	Reason repricer.Reason
}

// Flow is what is on its way.
type Flow struct {
	// Waiting are proposed prices, Unresolved those sent of which it is
	// not known yet what became of them.
	Waiting, Unresolved int64
	// Sent counts those that ended by when they were sent first, the others by when
	// they were sent last.
	Sent int64
}
