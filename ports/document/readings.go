package document

import (
	"context"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/kernel/id"
)

// StoredReading has the reading of a document. Lines is empty, because lines are stored apart.
type StoredReading struct {
	Team     id.Team
	Document document.ID
	// Claim has the ticket of the worker that read it, and names its lines.
	Claim int64
	// Type has the document type for which the reading was concluded.
	Type document.Type
	reading.Reading
}

// Readings stores readings. Every method takes part in the transaction of ctx, if any.
type Readings interface {
	// AddLines stores lines of a reading that is not published yet. Several calls may add lines to
	// a claim.
	AddLines(ctx context.Context, team id.Team, doc document.ID, claim int64, lines []reading.Line) error
	// Publish stores a reading in place of the previous reading, and drops lines of other claims.
	// It ignores r.Lines, because AddLines has stored them. Words of more than 4 MiB, compressed,
	// are not kept.
	Publish(ctx context.Context, r StoredReading, pages []grid.Page, text string) error
	// Rejudge stores a published reading again with all of its lines.
	Rejudge(ctx context.Context, r StoredReading) error
	// Find returns the reading of a document without its lines; an absent reading is fault.Missing.
	Find(ctx context.Context, team id.Team, doc document.ID) (StoredReading, error)
	// Lines returns lines of a claim with a number above after, ascending. A limit of 0 means all.
	Lines(ctx context.Context, team id.Team, doc document.ID, claim int64, after, limit int) ([]reading.Line, error)
}

// Unread names a document that nothing has read for a while.
type Unread struct {
	Team     id.Team
	Document document.ID
}
