package history

import (
	"time"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
)

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
