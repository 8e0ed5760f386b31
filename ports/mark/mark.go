// Package mark lets contexts show the tags and notes of their records. Contexts with a member for
// tags in their records can also change the tags.
package mark

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
)

// Marks reads and changes tags and notes.
type Marks interface {
	// Of reads the marks of records by a single statement. Records without marks are left out.
	// Without records it does nothing.
	Of(ctx context.Context, team id.Team, kind mark.Kind, records []int64) (map[int64]mark.Marks, error)
	// Tag replaces the tags of a record, in the transaction of its change. A tag that is not the
	// team's is a Rule fault not_found at its place in /tag_ids.
	Tag(ctx context.Context, team id.Team, kind mark.Kind, record int64, tags []int64) error
	// Forget removes deleted records from tags and hides the notes about them. Call it in the
	// transaction of the deletion, after its locks.
	Forget(ctx context.Context, team id.Team, kind mark.Kind, records []int64, at time.Time) error
	// Move moves the notes about records to another record. Versions stay.
	Move(ctx context.Context, team id.Team, kind mark.Kind, from []int64, into int64, at time.Time) error
}
