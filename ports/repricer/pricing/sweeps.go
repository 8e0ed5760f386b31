package pricing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer/decision"
)

// Sweeps stores the progress of the sweep of each team. Take its locks after the locks of all other
// stores.
type Sweeps interface {
	// LastBegun returns the start of each team's last sweep. Teams that were never swept are left
	// out. It takes no team.
	LastBegun(ctx context.Context) (map[id.Team]time.Time, error)
	// Begin records that a sweep begins, and returns the row after which it continues, 0 to start
	// with the first.
	Begin(ctx context.Context, team id.Team, now time.Time) (decision.ProductID, error)
	// SavePosition stores the row after which the next sweep continues, 0 to start with the first.
	SavePosition(ctx context.Context, team id.Team, row decision.ProductID) error
}
