package pricing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer/decision"
)

// Sweeps keeps how far the reading of silent rows has come, by team. Locks come
// after those of all other stores.
type Sweeps interface {
	// LastBegun tells when the last sweeps of teams began; those never swept are left
	// out. It belongs to no team.
	LastBegun(ctx context.Context) (map[id.Team]time.Time, error)
	// Begin notes that a sweep of the team begins, and returns the row behind which
	// it goes on, 0 for the first one.
	Begin(ctx context.Context, team id.Team, now time.Time) (decision.ProductID, error)
	// SavePosition notes behind which row the next sweep goes on, 0 for the first one.
	SavePosition(ctx context.Context, team id.Team, row decision.ProductID) error
}
