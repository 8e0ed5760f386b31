package pricing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
)

// OrderCoverage knows since when the program is told of orders.
type OrderCoverage interface {
	// CoveredSince tells from when on the program was told of all orders of the team's
	// connections; those of whose orders it is not told are left out.
	CoveredSince(ctx context.Context, team id.Team) (map[id.Connection]time.Time, error)
}
