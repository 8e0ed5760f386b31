package imports

import (
	"context"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
)

// Records are those that the kinds of imports change.
type Records interface {
	// Find finds records of a kind, in the order of their keys. A key without a record, or one of another team, is a fault not_found, and
	// one that names several is conflict.
	Find(ctx context.Context, team id.Team, k imports.Kind, keys []imports.Key) ([]imports.Found, error)
	// Change gives records of a kind, each named once, other values in the transaction of ctx, and answers in their order. A record that
	// is refused stays as it is.
	Change(ctx context.Context, who caller.Caller, k imports.Kind, changes []imports.Change) ([]imports.Changed, error)
}
