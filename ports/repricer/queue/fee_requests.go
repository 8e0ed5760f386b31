package queue

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer/decision"
)

// FeeRequests stores the rows that need their fees requested when there is time. These rows decide
// without fees and only display their profit. Take its locks by product, after the locks of
// products.
type FeeRequests interface {
	// Add adds live rows of the team. A waiting row keeps its position. Without ids it runs no
	// statement.
	Add(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) error
	// Oldest lists at most limit rows of the team, the longest waiting first.
	Oldest(ctx context.Context, team id.Team, limit int) ([]decision.ProductID, error)
	// Remove removes rows. Without ids it runs no statement.
	Remove(ctx context.Context, team id.Team, ids []decision.ProductID) error
	// Teams lists the teams with waiting rows. It takes no team.
	Teams(ctx context.Context) ([]id.Team, error)
}
