package history

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
)

// Overview summarises all rows of a team without reading them singly.
type Overview interface {
	// RowCounts counts the live rows on one marketplace, or on all with "". Offers count as fresh
	// from freshFrom on, to the minute. All counts are of the same moment.
	RowCounts(ctx context.Context, team id.Team, m marketplace.ID, freshFrom time.Time) (RowCounts, error)
	// Attention reads at most limit rows that need a person, the most urgent first, then the
	// oldest.
	Attention(ctx context.Context, team id.Team, m marketplace.ID, limit int) ([]history.NeedsAttention, error)
	// SendingCounts counts prices that wait or are in flight, and those sent since a moment.
	SendingCounts(ctx context.Context, team id.Team, m marketplace.ID, since time.Time) (SendingCounts, error)
}

// RowCounts has the counts of live rows.
type RowCounts struct {
	Total  int64
	Modes  map[decision.Mode]int64
	Holds  map[decision.HoldReason]int64
	Owners map[decision.BoxOwner]int64
	// Each share counts only rows with known values.
	AtFloor, AtCeiling, UnderBreakEven history.Share
	MissingCost                        int64
	// Fresh counts evaluated rows with fresh offers.
	Fresh int64
	// LastEventAt has the time of the latest event about a row.
	LastEventAt optional.Maybe[time.Time]
}

// SendingCounts counts prices by their progress.
type SendingCounts struct {
	// Waiting counts proposed prices. Unresolved counts sent prices without a known outcome.
	Waiting, Unresolved int64
	// Sent counts resolved prices by their first submission, and unresolved prices by their last.
	Sent int64
}
