package pricelist

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
)

// Analyses stores analyses of price lists.
type Analyses interface {
	// Makes other starts of analyses of the team wait until the transaction ends.
	Hold(ctx context.Context, team id.Team) error
	Insert(ctx context.Context, a pricelist.Analysis) (pricelist.ID, error)
	// Find reads an analysis; an absent analysis is fault.Missing.
	Find(ctx context.Context, team id.Team, one pricelist.ID) (pricelist.Analysis, error)
	// List reads a page. Order fields: id, created_at (microseconds).
	List(ctx context.Context, team id.Team, f pricelist.ListFilter, r page.Request) (page.Page[pricelist.Analysis], error)
	// Locked reads an analysis and locks it until the transaction ends.
	Locked(ctx context.Context, team id.Team, one pricelist.ID) (pricelist.Analysis, error)
	// Save stores a locked analysis. Its version must be the stored version plus 1.
	Save(ctx context.Context, a pricelist.Analysis) error
	// Running counts the analyses of a team that have not ended.
	Running(ctx context.Context, team id.Team) (int64, error)
	// Ahead counts the running analyses of the team that began before this analysis.
	Ahead(ctx context.Context, team id.Team, one pricelist.ID) (int64, error)
	// LastMapping returns the mapping of the newest list of a supplier with this fingerprint of the
	// header; false without such a list.
	LastMapping(ctx context.Context, team id.Team, supplier int64, fingerprint string) (pricelist.Mapping, bool, error)
	// Unended lists at most limit analyses of all teams that have not ended.
	Unended(ctx context.Context, limit int) ([]pricelist.Analysis, error)
	// Recounting lists at most limit ended analyses of all teams with results to be recalculated
	// with newer expenses.
	Recounting(ctx context.Context, limit int) ([]pricelist.Analysis, error)
	// Ended lists at most limit analyses of all teams with results that expire at a time or before.
	Ended(ctx context.Context, at time.Time, limit int) ([]pricelist.Analysis, error)
	// RowsSince counts the rows of the analyses that a team started since a time.
	RowsSince(ctx context.Context, team id.Team, since time.Time) (int64, error)
}

// Items stores the rows of analyses and their results.
type Items interface {
	// Insert stores rows in their order.
	Insert(ctx context.Context, items ...pricelist.Item) error
	// After lists at most limit rows of an analysis after a row, in order.
	After(ctx context.Context, team id.Team, of pricelist.ID, after pricelist.ItemID, limit int) ([]pricelist.Item, error)
	// Named lists rows by their ids, ascending. Absent rows are left out.
	Named(ctx context.Context, team id.Team, ids []pricelist.ItemID) ([]pricelist.Item, error)
	// Locked reads a row and locks it until the transaction ends. An absent row, or a row of
	// another analysis, is fault.Missing.
	Locked(ctx context.Context, team id.Team, of pricelist.ID, one pricelist.ItemID) (pricelist.Item, error)
	// Save stores rows. Their versions must be the stored versions plus 1.
	Save(ctx context.Context, items ...pricelist.Item) error
	// Known returns the keys that a row of the analysis has, up to the row upTo.
	Known(ctx context.Context, team id.Team, of pricelist.ID, upTo pricelist.ItemID, keys []string) (map[string]bool, error)
	// Put stores results of one version, and replaces earlier results of the same rows. The
	// analysis must be locked.
	Put(ctx context.Context, team id.Team, lines ...pricelist.Line) error
	// Lines reads a page of the rows with results of a version. If the request counts, it also sums
	// up all of them. Orders are row_number, profit, roi, margin, price_used, cost, bsr,
	// bsr_top_percent, sales, offers_fba, created_at and id.
	Lines(ctx context.Context, team id.Team, of pricelist.ID, version int64, f pricelist.Filter, r page.Request) (page.Page[pricelist.ItemID], pricelist.Totals, error)
	// Clear removes at most limit rows of an analysis, with all results, and reports whether more
	// remain.
	Clear(ctx context.Context, team id.Team, of pricelist.ID, limit int) (more bool, err error)
	// Forget removes the results of all versions except the named versions.
	Forget(ctx context.Context, team id.Team, of pricelist.ID, but ...int64) error
}
