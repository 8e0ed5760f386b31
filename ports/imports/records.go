package imports

import (
	"context"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
)

// Records finds and changes the records of all kinds of imports.
type Records interface {
	// Find finds records of a kind, in the order of their keys. A key without a record of the team
	// is a fault not_found. A key that fits several records is a conflict.
	Find(ctx context.Context, team id.Team, k imports.Kind, keys []imports.Key) ([]imports.Found, error)
	// Change writes new values to records of a kind, each named once, in the transaction of ctx. It
	// answers in their order. A refused record stays unchanged.
	Change(ctx context.Context, who caller.Caller, k imports.Kind, changes []imports.Change) ([]imports.Changed, error)
	// Create makes records of a kind that Creates, in the transaction of ctx. It answers in their
	// order, with a fault for each record that cannot be made.
	Create(ctx context.Context, who caller.Caller, k imports.Kind, wanted []imports.New) ([]imports.Made, error)
	// Remove deletes records of a kind that Creates, each named once, if no user has changed them
	// since they were made. It answers in their order: nil, or the fault conflict or not_found.
	Remove(ctx context.Context, who caller.Caller, k imports.Kind, records []int64) ([]*fault.Error, error)
}
