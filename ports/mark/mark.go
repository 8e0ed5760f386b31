// Package mark lets contexts show the tags and notes of their records, and change
// the tags of those that are tagged by a member of their own.
package mark

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
)

// Marks knows tags and notes.
type Marks interface {
	// Of reads the marks of records by one statement; records without any are left
	// out. Without records it does nothing.
	Of(ctx context.Context, team id.Team, kind mark.Kind, records []int64) (map[int64]mark.Marks, error)
	// Tag puts the tags in place of those that a record has, in the transaction of its
	// change. One that is not the team's is a Rule fault not_found at its place in
	// /tag_ids.
	Tag(ctx context.Context, team id.Team, kind mark.Kind, record int64, tags []int64) error
	// Forget takes deleted records from tags and hides the notes about them, in the
	// transaction of the deletion and behind its locks.
	Forget(ctx context.Context, team id.Team, kind mark.Kind, records []int64, at time.Time) error
	// Move makes the notes about records those about another one. Versions stay.
	Move(ctx context.Context, team id.Team, kind mark.Kind, from []int64, into int64) error
}
