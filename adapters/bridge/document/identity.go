package document

import (
	"context"

	identityapp "sellingassistant/app/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
)

// Quota returns the bytes that a team's plan allows.
type Quota struct{ teams *identityapp.Teams }

func NewQuota(t *identityapp.Teams) *Quota { return &Quota{t} }

func (q *Quota) Bytes(ctx context.Context, team id.Team) (int64, error) {
	limits, err := q.teams.Limits(ctx, caller.Caller{Team: team})
	return limits.DocumentBytes, err
}
