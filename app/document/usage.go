package document

import (
	"context"

	"sellingassistant/domain/kernel/caller"
)

// StoredBytes tells how many bytes the live documents of the caller's team have.
func (d *Documents) StoredBytes(ctx context.Context, who caller.Caller) (int64, error) {
	return d.usage.Stored(ctx, who.Team)
}
