package repricer

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
)

// Memories stores the memories of rows.
type Memories interface {
	// Load reads the memories of rows. Rows without a memory are left out; their memory is the zero
	// value. To save, lock the rows first. Without ids it runs no statement.
	Load(ctx context.Context, team id.Team, ids []decision.ProductID) (map[decision.ProductID]repricer.Memory, error)
	// Save stores memories of rows that are locked in the same transaction, in one statement.
	// Without memories it runs no statement.
	Save(ctx context.Context, team id.Team, memories map[decision.ProductID]repricer.Memory) error
}
