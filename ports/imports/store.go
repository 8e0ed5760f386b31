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
	// Makes other starts of imports of the team wait until the transaction ends.
	Hold(ctx context.Context, team id.Team) error
	Insert(ctx context.Context, i imports.Import) (imports.ID, error)
	// Find reads an import; an absent import is fault.Missing.
	Find(ctx context.Context, team id.Team, one imports.ID) (imports.Import, error)
	// List reads a page. Order fields: id, created_at (microseconds).
	List(ctx context.Context, team id.Team, f imports.Filter, r page.Request) (page.Page[imports.Import], error)
	// Locked reads an import and locks it until the transaction ends.
	Locked(ctx context.Context, team id.Team, one imports.ID) (imports.Import, error)
	// Save stores a locked import. Its version must be the stored version plus 1.
	Save(ctx context.Context, i imports.Import) error
	// Busy counts the imports of a team that have not ended.
	Busy(ctx context.Context, team id.Team) (int64, error)
	// LastMapping returns the mapping of the newest import of a kind with this fingerprint of the
	// header; false without such an import.
	LastMapping(ctx context.Context, team id.Team, k imports.Kind, fingerprint string) (imports.Mapping, bool, error)
	// Unended lists at most limit imports of all teams that have not ended.
	Unended(ctx context.Context, limit int) ([]imports.Import, error)
	// Ended lists at most limit imports of all teams with reports that expire at a time or before.
	Ended(ctx context.Context, at time.Time, limit int) ([]imports.Import, error)
}

// Reports stores the results of rows of imports, in chunks that are written together.
type Reports interface {
	// Add stores the rows of a chunk. Their numbers are above the numbers of all earlier chunks.
	Add(ctx context.Context, team id.Team, of imports.ID, rows []imports.Row) error
	// After reads the first chunk after a row number that has a row with any of the statuses.
	// Without such a chunk it returns no rows.
	After(ctx context.Context, team id.Team, of imports.ID, after int64, s ...imports.Status) ([]imports.Row, error)
	// Replace replaces the rows of a chunk by rows with the same numbers.
	Replace(ctx context.Context, team id.Team, of imports.ID, rows []imports.Row) error
	// Page reads a page of rows with any of the statuses; without statuses it reads all rows. The
	// order field is row_number.
	Page(ctx context.Context, team id.Team, of imports.ID, s []imports.Status, r page.Request) (page.Page[imports.Row], error)
	// Records calls seen for each record that a row of the report names, with the row's number.
	Records(ctx context.Context, team id.Team, of imports.ID, seen func(record, row int64)) error
	// Clear removes at most limit chunks of an import, and reports whether more remain.
	Clear(ctx context.Context, team id.Team, of imports.ID, limit int) (more bool, err error)
}
