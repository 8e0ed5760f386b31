package annotation

import (
	"context"
	"time"

	"sellingassistant/domain/annotation"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/page"
)

// TagFilter narrows a list of tags. Members that are empty or nil do not narrow.
type TagFilter struct {
	// Query is text contained in the name, in any letter case.
	Query string
	// Used asks for tags that a record has, or for the others.
	Used *bool
}

// Tags keeps the tags of all teams, and which records have them. A name that
// another live tag of the team has, in any letter case and with any spaces between
// words, is a Rule fault "duplicate" at /name with existing_id. Order fields: id,
// name (in any letter case), created_at.
type Tags interface {
	// Hold keeps other writers of the team's tags and of their records waiting until
	// the transaction ends. It comes behind the locks of records.
	Hold(ctx context.Context, team id.Team) error
	Insert(ctx context.Context, t annotation.Tag) (annotation.TagID, error)
	Find(ctx context.Context, team id.Team, tag annotation.TagID) (annotation.Tag, error)
	List(ctx context.Context, team id.Team, f TagFilter, r page.Request) (page.Page[annotation.Tag], error)
	// Lock reads the named tags, ascending, and holds them until the transaction
	// ends; absent ones are left out.
	Lock(ctx context.Context, team id.Team, ids []annotation.TagID) ([]annotation.Tag, error)
	// Live returns those of the ids that are live tags of the team, ascending.
	Live(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	// Save stores a locked tag. Remove hides locked ones and takes them from all
	// records.
	Save(ctx context.Context, t annotation.Tag) error
	Remove(ctx context.Context, team id.Team, ids []annotation.TagID, at time.Time) error
	// Count counts the live tags of the team.
	Count(ctx context.Context, team id.Team) (int64, error)

	// Links counts the records that have each tag; tags without one are left out.
	Links(ctx context.Context, team id.Team, tags []annotation.TagID) (map[annotation.TagID]annotation.Links, error)
	// Tagged reads the tags of records, ascending; records without one are left out.
	Tagged(ctx context.Context, team id.Team, kind mark.Kind, records []int64) (map[int64][]annotation.TagID, error)
	// Relink puts tags in place of those that the records have, behind Hold.
	Relink(ctx context.Context, team id.Team, kind mark.Kind, tags map[int64][]annotation.TagID) error
}

// Marks reads what other contexts show of tags and notes.
type Marks interface {
	// Of reads the marks of records by one statement; records without any are left
	// out. Without records it does nothing.
	Of(ctx context.Context, team id.Team, kind mark.Kind, records []int64) (map[int64]mark.Marks, error)
	// Forget takes records from their tags and hides the notes about them, behind Hold.
	Forget(ctx context.Context, team id.Team, kind mark.Kind, records []int64, at time.Time) error
	// Move makes the notes about records those about another one. Versions stay.
	Move(ctx context.Context, team id.Team, kind mark.Kind, from []int64, into int64) error
}

// Targets knows the records that notes and tags can be attached to.
type Targets interface {
	// Live returns those of the ids that are live records of the team.
	Live(ctx context.Context, team id.Team, kind mark.Kind, ids []int64) ([]int64, error)
}
