package pricelist

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/pricelist"
)

// Analyses stores analyses of price lists.
type Analyses interface {
	// Hold keeps others who start an analysis of the team waiting until the transaction ends.
	Hold(ctx context.Context, team id.Team) error
	Insert(ctx context.Context, a pricelist.Analysis) (pricelist.ID, error)
	// Find reads an analysis; an absent one is fault.Missing.
	Find(ctx context.Context, team id.Team, one pricelist.ID) (pricelist.Analysis, error)
	// Locked is Find that holds the analysis until the transaction ends.
	Locked(ctx context.Context, team id.Team, one pricelist.ID) (pricelist.Analysis, error)
	// Save stores a locked analysis, whose version is one higher than the stored one.
	Save(ctx context.Context, a pricelist.Analysis) error
	// Running counts the analyses of a team that are not at their end.
	Running(ctx context.Context, team id.Team) (int64, error)
	// Ahead counts those of them that began before one.
	Ahead(ctx context.Context, team id.Team, one pricelist.ID) (int64, error)
	// LastMapping is that of the newest list of a supplier whose header has the fingerprint; false for none.
	LastMapping(ctx context.Context, team id.Team, supplier int64, fingerprint string) (pricelist.Mapping, bool, error)
	// Unended lists at most limit analyses of all teams that are not at their end.
	Unended(ctx context.Context, limit int) ([]pricelist.Analysis, error)
	// Recounting lists at most limit analyses of all teams at their end whose results wait to be counted by newer expenses.
	Recounting(ctx context.Context, limit int) ([]pricelist.Analysis, error)
	// Ended lists at most limit analyses of all teams whose results are kept no longer than a time.
	Ended(ctx context.Context, at time.Time, limit int) ([]pricelist.Analysis, error)
	// RowsSince counts the rows of the analyses that a team started since then.
	RowsSince(ctx context.Context, team id.Team, since time.Time) (int64, error)
}

// Items stores the rows of analyses and their results.
type Items interface {
	// Insert stores rows in their order.
	Insert(ctx context.Context, items ...pricelist.Item) error
	// After lists at most limit rows of an analysis behind one, in their order.
	After(ctx context.Context, team id.Team, of pricelist.ID, after pricelist.ItemID, limit int) ([]pricelist.Item, error)
	// Named lists rows by their ids, ascending; those that are absent are left out.
	Named(ctx context.Context, team id.Team, ids []pricelist.ItemID) ([]pricelist.Item, error)
	// Locked holds a row until the transaction ends; an absent one, or one of another analysis, is fault.Missing.
	Locked(ctx context.Context, team id.Team, of pricelist.ID, one pricelist.ItemID) (pricelist.Item, error)
	// Save stores rows whose versions are one higher than the stored ones.
	Save(ctx context.Context, items ...pricelist.Item) error
	// Known are those of the keys that a row up to one of the analysis has.
	Known(ctx context.Context, team id.Team, of pricelist.ID, upTo pricelist.ItemID, keys []string) (map[string]bool, error)
	// Put stores results of one version in place of those of the same rows, while the analysis is locked.
	Put(ctx context.Context, team id.Team, lines ...pricelist.Line) error
	// Lines reads a page of the rows with results of a version, and sums all of them up where the request counts. Orders are
	// row_number, profit, roi, margin, price_used, cost, bsr, bsr_top_percent, sales, offers_fba, created_at and id.
	Lines(ctx context.Context, team id.Team, of pricelist.ID, version int64, f Filter, r page.Request) (page.Page[pricelist.ItemID], Totals, error)
	// Clear removes at most limit rows of an analysis, with all results, and says whether there are more.
	Clear(ctx context.Context, team id.Team, of pricelist.ID, limit int) (more bool, err error)
	// Forget removes the results of all versions but those named.
	Forget(ctx context.Context, team id.Team, of pricelist.ID, but ...int64) error
}

// Filter chooses results; nil and empty members choose all.
type Filter struct {
	Statuses               []pricelist.Status
	Verdicts               []pricelist.Verdict
	Restrictions           []pricelist.Restriction
	Alerts, AlertsNot      []pricelist.AlertCode
	Brands, Categories     []string
	InStock, Edited, Liked *bool
	Query                  string
	// Ranges have both ends in them, in the units that columns have: ten-thousandths of amounts and percentages.
	Ranges []Range
}

// Range is of an order of Lines.
type Range struct {
	Field    string
	From, To *int64
}

// Totals are sums of results: of those that have the figure.
type Totals struct {
	Count        int64
	Cost, Profit money.Amount
}
