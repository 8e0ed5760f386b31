package history

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
)

// Changes stores the history of decisions with the outcomes of their prices, and the day counters
// of both. It also summarises the rows of a team. Lock open prices by product, after the locks of
// products.
type Changes interface {
	// Record stores decisions about different rows in the given order, in the transaction of ctx,
	// in which the caller has locked the rows. It counts every decision. A new price, or a reason
	// that differs from the row's previous reason, also becomes an entry of the history, with its
	// input.
	//
	// An evaluation supersedes the row's unsent price. If it only repeats the open suggestion, that
	// suggestion stays and its id is returned. A new price for a row with a price in flight is a
	// Conflict fault; the transaction must then roll back. The caller updates the rows
	// (Product.RecordDecision, Products.SaveDecided).
	Record(ctx context.Context, team id.Team, decided []Decided) ([]optional.Maybe[repricer.ChangeID], error)
	// LoadOpenLocked reads and locks the open prices of rows, in the order of rows, until the
	// transaction ends. Rows without an open price are left out. Without rows it runs no statement.
	LoadOpenLocked(ctx context.Context, team id.Team, rows []decision.ProductID) ([]*history.PriceChange, error)
	// Save stores outcomes and submissions of entries that were loaded locked in the same
	// transaction, and counts them. For entries that stay open it also stores their plan, if
	// given. It fails if the stored outcome has changed. Without entries it does nothing.
	Save(ctx context.Context, team id.Team, changes []*history.PriceChange, plans map[repricer.ChangeID]sendingports.Plan) error
	// List reads a page of the history. It sorts by created_at (microseconds) only; ties are
	// broken by id in the same direction.
	List(
		ctx context.Context, team id.Team, f history.ChangeFilter, r page.Request,
	) (page.Page[history.ChangeSnapshot], error)
	// Load reads an entry. An unknown entry, or another team's, is a NotFound fault.
	Load(ctx context.Context, team id.Team, change repricer.ChangeID) (history.ChangeSnapshot, error)
	// TeamOf returns the team of an entry, for an operator who knows only its id. An unknown entry is
	// a NotFound fault.
	TeamOf(ctx context.Context, change repricer.ChangeID) (id.Team, error)
	// Evidence reads the inputs and traces of entries of the team. Missing entries are left out.
	Evidence(ctx context.Context, team id.Team, changes []history.ChangeSnapshot) (map[repricer.ChangeID]Evidence, error)

	// Sum adds up the counters of the days from from to to, both included, grouped by the given
	// properties. Counts are always grouped by verdict and reason as well. With more than limit
	// groups, or too many parts for memory, the answer is nil without an error.
	Sum(ctx context.Context, team id.Team, from, to date.Date, by history.GroupBy, limit int) (*Sums, error)
	// BoxHistory returns the changes of the buy box by marketplace: on the days from from to to,
	// both included, and before them. Days and marketplaces without a change are left out.
	BoxHistory(ctx context.Context, team id.Team, from, to date.Date) (map[marketplace.ID]BoxHistory, error)
	// Sales adds up the sales of the days from from to to, both included. It groups by the given
	// properties and by marketplace, because amounts need a currency. Sales have no reason. With
	// more than limit sums the answer is nil without an error.
	Sales(ctx context.Context, team id.Team, from, to date.Date, by history.GroupBy, limit int) ([]SalesSum, error)

	// RowCounts counts the live rows on one marketplace, or on all with "". Offers count as fresh
	// from freshFrom on, to the minute. All counts are of the same moment.
	RowCounts(ctx context.Context, team id.Team, m marketplace.ID, freshFrom time.Time) (RowCounts, error)
	// Attention reads at most limit rows that need a person, the most urgent first, then the
	// oldest.
	Attention(ctx context.Context, team id.Team, m marketplace.ID, limit int) ([]history.NeedsAttention, error)
	// SendingCounts counts prices that wait or are in flight, and those sent since a moment.
	SendingCounts(ctx context.Context, team id.Team, m marketplace.ID, since time.Time) (SendingCounts, error)

	// Prepare, Forget and Fold maintain the tables for all teams. They can be repeated, and delay no
	// decision for long. Prepare creates the partitions for the months from from to to. A missing
	// partition is created when an entry needs it.
	Prepare(ctx context.Context, from, to time.Time) error
	// Forget deletes entries, inputs, sales and day counters of months that ended before a moment,
	// about limit entries per call, and reports whether more are left.
	Forget(ctx context.Context, before time.Time, limit int) (more bool, err error)
	// Fold merges the parts of counters, so that reading them stays cheap. Concurrent readers see
	// the same sums throughout.
	Fold(ctx context.Context) error
}

// Decided has a decision to record.
type Decided struct {
	Change *history.PriceChange
	// Input has the input of the decision. Trace has its trace, nil if it was not requested.
	Input decision.Input
	Trace *decision.Trace
	// Last has the reason of the row's previous decision, "" without a decision.
	Last decision.Reason
}

// Evidence has the stored input and trace of an entry.
type Evidence struct {
	// Input has no value if it was written for other rules, which this program no longer has.
	Input optional.Maybe[decision.Input]
	// Trace stays nil if it was not requested when the row was decided.
	Trace *decision.Trace
}
