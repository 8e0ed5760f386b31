package pricing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
)

// OrderCoverage returns the time from which orders are received. It returns, by connection of the
// team, the time from which all orders have been received. Connections without order notifications
// are left out.
type OrderCoverage func(ctx context.Context, team id.Team) (map[id.Connection]time.Time, error)
