package history

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// Overview looks at all rows of a team at once without reading them.
type Overview interface {
	// RowCounts counts the live rows, of one marketplace or, with "", of all.
	// Rows with offers not older than freshFrom, to the minute, are fresh. All
	// counts are of the same moment.
	RowCounts(ctx context.Context, team id.Team, m marketplace.ID, freshFrom time.Time) (RowCounts, error)
	// Attention reads at most limit rows that need a person, the most urgent
	// first and of those the oldest.
	Attention(ctx context.Context, team id.Team, m marketplace.ID, limit int) ([]NeedsAttention, error)
	// SendingCounts counts prices on their way, and those sent since a moment.
	SendingCounts(ctx context.Context, team id.Team, m marketplace.ID, since time.Time) (SendingCounts, error)
}

// RowCounts are counts of live rows.
type RowCounts struct {
	Total  int64
	Modes  map[decision.Mode]int64
	Holds  map[decision.HoldReason]int64
	Owners map[decision.BoxOwner]int64
	// Each of these is out of the rows of which it is known.
	AtFloor, AtCeiling, UnderBreakEven Share
	MissingCost                        int64
	// Fresh rows are evaluated ones whose offers are fresh.
	Fresh int64
	// LastEventAt is the time of the latest event about a row.
	LastEventAt optional.Maybe[time.Time]
}

// Share is a number of rows out of those of which the answer is known.
type Share struct{ Count, Known int64 }

// NeedsAttention is a row that needs a person.
type NeedsAttention struct {
	ProductID     decision.ProductID
	MarketplaceID marketplace.ID
	SKU           string
	ASIN          string
	Title         optional.Maybe[string]
	Attention     repricer.Attention
	Hold          optional.Maybe[decision.HoldReason]
	// Reason is that of the last decision, "" for none.
	Reason decision.Reason
}

// SendingCounts is what is on its way.
type SendingCounts struct {
	// Waiting are proposed prices, Unresolved those sent of which it is
	// not known yet what became of them.
	Waiting, Unresolved int64
	// Sent counts those that ended by when they were sent first, the others by when
	// they were sent last.
	Sent int64
}
