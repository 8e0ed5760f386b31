package pricing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
)

// OrderCoverage says since when orders are received.
type OrderCoverage interface {
	// CoveredSince returns, by connection of the team, since when all orders have been received;
	// connections without order notifications are left out.
	CoveredSince(ctx context.Context, team id.Team) (map[id.Connection]time.Time, error)
}
