package repricer

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// Memories keeps what is remembered of rows.
type Memories interface {
	// Load reads the memories of rows; one without is left out, and its memory is
	// the zero value. A caller that is going to save has the rows loaded locked. No
	// ids: an empty map, without a statement.
	Load(ctx context.Context, team id.Team, ids []decision.ProductID) (map[decision.ProductID]repricer.Memory, error)
	// Save stores memories of rows loaded locked in the same transaction, in one
	// statement. None: nothing, without a statement.
	Save(ctx context.Context, team id.Team, memories map[decision.ProductID]repricer.Memory) error
}
