package pricing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// SourceBreakers stores which marketplaces are distrusted, by team. Locks come after those of all
// other stores but alerts.
type SourceBreakers interface {
	// Trip marks marketplaces as distrusted, and returns those that were trusted until now, in
	// order. Without any it runs no statement.
	Trip(ctx context.Context, team id.Team, broken []marketplace.ID, now time.Time) ([]marketplace.ID, error)
	// Reset marks marketplaces as trusted again. Without any it runs no statement.
	Reset(ctx context.Context, team id.Team, believed []marketplace.ID) error
}
