package document

import (
	"context"

	"sellingassistant/domain/kernel/caller"
)

// StoredBytes returns how many bytes the team's live documents have.
func (d *Documents) StoredBytes(ctx context.Context, who caller.Caller) (int64, error) {
	return d.usage.Stored(ctx, who.Team)
}
