package document

import (
	"context"
	"time"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/kernel/id"
)

// StoredReading is what a document says. Its lines are stored apart: Lines is empty.
type StoredReading struct {
	Team     id.Team
	Document document.ID
	// Claim is the ticket of the worker that read it, and names its lines.
	Claim int64
	// Type is that for which it was concluded.
	Type document.Type
	reading.Reading
}

// Readings stores what documents say. Every method takes part in the transaction of ctx, if there is one.
type Readings interface {
	// AddLines stores lines of a reading that is not published yet, those of one claim in any number of calls.
	AddLines(ctx context.Context, team id.Team, doc document.ID, claim int64, lines []reading.Line) error
	// Publish stores a reading in place of the one before, and drops lines of other claims. Its own Lines are those of
	// AddLines. Words of more than 4 MiB, compressed, are not kept.
	Publish(ctx context.Context, r StoredReading, pages []grid.Page, text string) error
	// Rejudge stores a published reading and all of its lines again, in the same number.
	Rejudge(ctx context.Context, r StoredReading) error
	// Find returns the reading of a document without its lines; an absent one is fault.Missing.
	Find(ctx context.Context, team id.Team, doc document.ID) (StoredReading, error)
	// Lines returns lines of a claim with a number above after, ascending; a limit of 0 is all.
	Lines(ctx context.Context, team id.Team, doc document.ID, claim int64, after, limit int) ([]reading.Line, error)
}

// Unread names a document that nothing has read for a while.
type Unread struct {
	Team     id.Team
	Document document.ID
}

// UnreadDocuments finds documents that wait to be read or are being read. It belongs to no team.
type UnreadDocuments interface {
	// Unread returns documents that have not changed since a time, at most so many.
	Unread(ctx context.Context, since time.Time, most int) ([]Unread, error)
}
