package annotation

import (
	"context"
	"time"

	"sellingassistant/domain/annotation"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/page"
)

// Notes stores the notes of all teams, except notes about deleted records. Order fields: id,
// pinned, created_at, updated_at.
type Notes interface {
	Insert(ctx context.Context, n annotation.Note) (annotation.NoteID, error)
	Find(ctx context.Context, team id.Team, note annotation.NoteID) (annotation.Note, error)
	List(ctx context.Context, team id.Team, f annotation.NoteFilter, r page.Request) (page.Page[annotation.Note], error)
	// About counts the notes about each ASIN on a marketplace, and reads the newest note. ASINs are
	// in capitals. ASINs without a note are left out.
	About(ctx context.Context, team id.Team, m marketplace.ID, asins []string) (map[string]annotation.About, error)
	// Lock reads the named notes, ascending, and locks them until the transaction ends. Absent
	// notes are left out.
	Lock(ctx context.Context, team id.Team, ids []annotation.NoteID) ([]annotation.Note, error)
	// Save stores a locked note. Remove hides locked notes.
	Save(ctx context.Context, n annotation.Note) error
	Remove(ctx context.Context, team id.Team, ids []annotation.NoteID, at time.Time) error
}

// People finds the authors of notes. It returns the name of a member of the team.
type People func(ctx context.Context, team id.Team, user id.User) (string, error)
