package queue

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer/decision"
)

// FeeRequests keeps which rows are to be asked for their fees when there is time:
// those that decide without them, and only show what they earn. Locks come after
// those of products, by product.
type FeeRequests interface {
	// Add notes live rows of the team. One that is noted keeps its place. No ids:
	// nothing, without a statement.
	Add(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) error
	// Oldest lists rows of the team, those that wait longest first, at most limit.
	Oldest(ctx context.Context, team id.Team, limit int) ([]decision.ProductID, error)
	// Remove forgets rows. No ids: nothing, without a statement.
	Remove(ctx context.Context, team id.Team, ids []decision.ProductID) error
	// Teams lists the teams that have rows noted. It belongs to no team.
	Teams(ctx context.Context) ([]id.Team, error)
}
