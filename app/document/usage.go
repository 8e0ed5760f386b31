package document

import (
	"context"

	"sellingassistant/domain/kernel/caller"
)

// StoredBytes sums the bytes of the team's live documents.
func (d *Documents) StoredBytes(ctx context.Context, who caller.Caller) (int64, error) {
	return d.usage.Stored(ctx, who.Team)
}
