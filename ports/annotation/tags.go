package annotation

import (
	"context"
	"time"

	"sellingassistant/domain/annotation"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/page"
)

// Tags stores the tags of all teams, and the records they are attached to. A name must be unique
// among the live tags of a team, ignoring letter case and the spaces between words. A duplicate is
// a Rule fault "duplicate" at /name with existing_id. Order fields: id, name (in any letter case),
// created_at.
type Tags interface {
	// Makes other writers of the team's tags and of their records wait until the transaction ends.
	// Call it after the records are locked.
	Hold(ctx context.Context, team id.Team) error
	Insert(ctx context.Context, t annotation.Tag) (annotation.TagID, error)
	Find(ctx context.Context, team id.Team, tag annotation.TagID) (annotation.Tag, error)
	List(ctx context.Context, team id.Team, f annotation.TagFilter, r page.Request) (page.Page[annotation.Tag], error)
	// Lock reads the named tags, ascending, and locks them until the transaction ends. Absent tags
	// are left out.
	Lock(ctx context.Context, team id.Team, ids []annotation.TagID) ([]annotation.Tag, error)
	// Live returns the ids that belong to live tags of the team, ascending.
	Live(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	// Save stores a locked tag. Remove hides locked tags, which stay attached until Detach.
	Save(ctx context.Context, t annotation.Tag) error
	Remove(ctx context.Context, team id.Team, ids []annotation.TagID, at time.Time) error
	// Count counts the live tags of the team.
	Count(ctx context.Context, team id.Team) (int64, error)

	// Linked reads the records that have any of the tags, by kind. Detach takes tags from all records.
	Linked(ctx context.Context, team id.Team, tags []annotation.TagID) (map[mark.Kind][]int64, error)
	Detach(ctx context.Context, team id.Team, tags []annotation.TagID) error
	// Links counts the records of each tag. Tags without records are left out.
	Links(ctx context.Context, team id.Team, tags []annotation.TagID) (map[annotation.TagID]annotation.Links, error)
	// Tagged reads the tags of records, ascending. Records without tags are left out.
	Tagged(ctx context.Context, team id.Team, kind mark.Kind, records []int64) (map[int64][]annotation.TagID, error)
	// Relink replaces the tags of records, after the team's tags were locked.
	Relink(ctx context.Context, team id.Team, kind mark.Kind, tags map[int64][]annotation.TagID) error
}

// Marks reads the tags and notes of records for other contexts.
type Marks interface {
	// Of reads the marks of records by a single statement. Records without marks are left out.
	// Without records it does nothing.
	Of(ctx context.Context, team id.Team, kind mark.Kind, records []int64) (map[int64]mark.Marks, error)
	// Forget removes records from their tags and hides the notes about them, after the team's tags
	// were locked.
	Forget(ctx context.Context, team id.Team, kind mark.Kind, records []int64, at time.Time) error
	// Move moves the notes about records to another record. Versions stay.
	Move(ctx context.Context, team id.Team, kind mark.Kind, from []int64, into int64, at time.Time) error
}

// Targets finds the records that notes and tags can be attached to.
type Targets interface {
	// Live returns the ids that belong to live records of the team.
	Live(ctx context.Context, team id.Team, kind mark.Kind, ids []int64) ([]int64, error)
	// Touch marks records as changed, because their tags have changed. Versions stay. A kind that
	// shows no tags is left alone.
	Touch(ctx context.Context, team id.Team, kind mark.Kind, ids []int64, at time.Time) error
}
