package imports

import (
	"context"
	"time"

	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
)

// Imports stores imports.
type Imports interface {
	// Hold keeps others who start an import of the team waiting until the transaction ends.
	Hold(ctx context.Context, team id.Team) error
	Insert(ctx context.Context, i imports.Import) (imports.ID, error)
	// Find reads an import; an absent one is fault.Missing.
	Find(ctx context.Context, team id.Team, one imports.ID) (imports.Import, error)
	// List reads a page. Order fields: id, created_at (microseconds).
	List(ctx context.Context, team id.Team, f Filter, r page.Request) (page.Page[imports.Import], error)
	// Locked is Find that holds the import until the transaction ends.
	Locked(ctx context.Context, team id.Team, one imports.ID) (imports.Import, error)
	// Save stores a locked import, whose version is one higher than the stored one.
	Save(ctx context.Context, i imports.Import) error
	// Busy counts the imports of a team that are not at their end.
	Busy(ctx context.Context, team id.Team) (int64, error)
	// LastMapping is that of the newest import of a kind whose header has the fingerprint; false for none.
	LastMapping(ctx context.Context, team id.Team, k imports.Kind, fingerprint string) (imports.Mapping, bool, error)
	// Unended lists at most limit imports of all teams that are not at their end.
	Unended(ctx context.Context, limit int) ([]imports.Import, error)
	// Ended lists at most limit imports of all teams whose reports are kept no longer than a time.
	Ended(ctx context.Context, at time.Time, limit int) ([]imports.Import, error)
}

// Filter narrows a list of imports; an empty member does not.
type Filter struct {
	Kinds  []imports.Kind
	Stages []imports.Stage
	DryRun *bool
}

// Reports stores what became of the rows of imports, in chunks that are written together.
type Reports interface {
	// Add stores the rows of a chunk, whose numbers are above those of the chunks before.
	Add(ctx context.Context, team id.Team, of imports.ID, rows []imports.Row) error
	// After reads the first chunk behind a row that has a row with the status; none is empty.
	After(ctx context.Context, team id.Team, of imports.ID, after int64, s imports.Status) ([]imports.Row, error)
	// Replace stores the rows of a chunk in place of those of the same numbers.
	Replace(ctx context.Context, team id.Team, of imports.ID, rows []imports.Row) error
	// Page reads a page of rows with any of the statuses, of all where there is none. The order field is row_number.
	Page(ctx context.Context, team id.Team, of imports.ID, s []imports.Status, r page.Request) (page.Page[imports.Row], error)
	// Records calls seen for each record that a row of the report names, with the row's number.
	Records(ctx context.Context, team id.Team, of imports.ID, seen func(record, row int64)) error
	// Clear removes at most limit chunks of an import, and says whether there are more.
	Clear(ctx context.Context, team id.Team, of imports.ID, limit int) (more bool, err error)
}
