package pricing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
)

// OrderNews knows since when the program is told of orders.
type OrderNews interface {
	// ToldSince tells from when on the program was told of all orders of the team's
	// connections; those of whose orders it is not told are left out.
	ToldSince(ctx context.Context, team id.Team) (map[id.Connection]time.Time, error)
}
