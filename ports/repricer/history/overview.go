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

// Overview summarises all rows of a team without reading them one by one.
type Overview interface {
	// RowCounts counts the live rows on one marketplace or, with "", on all. Rows with offers not
	// older than freshFrom, to the minute, are fresh. All counts are of the same moment.
	RowCounts(ctx context.Context, team id.Team, m marketplace.ID, freshFrom time.Time) (RowCounts, error)
	// Attention reads at most limit rows that need a person, the most urgent first, then the
	// oldest.
	Attention(ctx context.Context, team id.Team, m marketplace.ID, limit int) ([]NeedsAttention, error)
	// SendingCounts counts prices that wait or are in flight, and those sent since a moment.
	SendingCounts(ctx context.Context, team id.Team, m marketplace.ID, since time.Time) (SendingCounts, error)
}

// RowCounts are counts of live rows.
type RowCounts struct {
	Total  int64
	Modes  map[decision.Mode]int64
	Holds  map[decision.HoldReason]int64
	Owners map[decision.BoxOwner]int64
	// Each of these counts among the rows for which it is known.
	AtFloor, AtCeiling, UnderBreakEven Share
	MissingCost                        int64
	// Fresh counts evaluated rows with fresh offers.
	Fresh int64
	// LastEventAt is the time of the latest event about a row.
	LastEventAt optional.Maybe[time.Time]
}

// Share is a count of rows out of those where the answer is known.
type Share struct{ Count, Known int64 }

// NeedsAttention is a row that needs a person to act.
type NeedsAttention struct {
	ProductID     decision.ProductID
	MarketplaceID marketplace.ID
	SKU           string
	ASIN          string
	Title         optional.Maybe[string]
	Attention     repricer.Attention
	Hold          optional.Maybe[decision.HoldReason]
	// Reason is the reason of the last decision, "" for none.
	Reason decision.Reason
}

// SendingCounts counts prices by how far they are.
type SendingCounts struct {
	// Waiting counts proposed prices, Unresolved sent ones without a known outcome.
	Waiting, Unresolved int64
	// Sent counts resolved prices by their first submission and unresolved ones by their last.
	Sent int64
}
