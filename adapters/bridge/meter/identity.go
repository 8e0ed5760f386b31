package meter

import (
	"context"

	identityapp "sellingassistant/app/identity"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/meter"
)

// Meter spends the tokens of a team's plan.
type Meter struct{ tokens *identityapp.Tokens }

func NewMeter(t *identityapp.Tokens) *Meter { return &Meter{t} }

func (m *Meter) Reserve(ctx context.Context, team id.Team, tokens int64) (meter.Hold, error) {
	r, err := m.tokens.Reserve(ctx, team, tokens)
	if err != nil {
		return nil, err
	}
	return hold{m.tokens, r}, nil
}

type hold struct {
	tokens *identityapp.Tokens
	held   identity.Reservation
}

func (h hold) Commit(ctx context.Context) error { return h.tokens.Commit(ctx, h.held) }

func (h hold) Release(ctx context.Context) error { return h.tokens.Release(ctx, h.held) }
