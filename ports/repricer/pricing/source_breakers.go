package pricing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// SourceBreakers stores the distrusted marketplaces, by team. Take its locks after the locks of all
// other stores except alerts.
type SourceBreakers interface {
	// Trip marks marketplaces as distrusted, and returns the marketplaces that were trusted until
	// now, in order. Without marketplaces it runs no statement.
	Trip(ctx context.Context, team id.Team, broken []marketplace.ID, now time.Time) ([]marketplace.ID, error)
	// Reset marks marketplaces as trusted again. Without marketplaces it runs no statement.
	Reset(ctx context.Context, team id.Team, believed []marketplace.ID) error
}
