package amazon

import (
	"context"

	connectionapp "sellingassistant/app/connection"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
)

// Credentials gives the Amazon client refresh tokens and receives reports of refused grants.
type Credentials struct{ connections *connectionapp.Connections }

func NewCredentials(c *connectionapp.Connections) *Credentials { return &Credentials{c} }

func (c *Credentials) RefreshToken(ctx context.Context, team id.Team, cid id.Connection) (secret.Text, error) {
	return c.connections.RefreshToken(ctx, team, cid)
}

func (c *Credentials) NeedsAttention(ctx context.Context, team id.Team, cid id.Connection, code string) error {
	return c.connections.MarkNeedsAttention(ctx, caller.Caller{Team: team}, cid, code)
}
