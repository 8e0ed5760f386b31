package pricing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// SourceBreakers keeps which marketplaces are not believed, by team. Locks come after
// those of all other stores but alerts.
type SourceBreakers interface {
	// Trip notes that what was read of marketplaces is not believed, and returns
	// those that were until now, in their order. None: nothing, without a statement.
	Trip(ctx context.Context, team id.Team, broken []marketplace.ID, now time.Time) ([]marketplace.ID, error)
	// Reset forgets that marketplaces were not believed. None: nothing, without a
	// statement.
	Reset(ctx context.Context, team id.Team, believed []marketplace.ID) error
}
