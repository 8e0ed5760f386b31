package history

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
	sendingports "sellingassistant/ports/repricer/sending"
)

// Changes keeps the history of decisions, what becomes of their prices, and the
// day counters of both. Locks come after those of products: open prices, by
// product.
type Changes interface {
	// Record stores decisions about different rows in the order given, in the
	// transaction of ctx, in which the caller has loaded the rows locked. Each is
	// counted; one whose reason is not the row's last one, and every new price,
	// also becomes an entry of the history, with its input. A decision that looked
	// at the row supersedes a price of the row that was not sent, but for one that
	// repeats the row's open suggestion: that one stays, and its id is returned. A new price for a
	// row whose last one is on its way is a Conflict fault: the transaction must
	// not commit then. What the rows remember of it is for the caller to store
	// (Product.RecordDecision, Products.SaveDecided).
	Record(ctx context.Context, team id.Team, decided []Decided) ([]optional.Maybe[repricer.ChangeID], error)
	// LoadOpenLocked reads the open prices of rows and keeps other writers of
	// them waiting until the transaction ends; in the order of rows. Rows without
	// one are left out. No rows: nothing, without a statement.
	LoadOpenLocked(ctx context.Context, team id.Team, rows []decision.ProductID) ([]*history.PriceChange, error)
	// Save stores outcomes and submissions of entries loaded locked in the same
	// transaction, and counts them. Where plans names one that stays open, what is
	// planned for it is stored as well. An entry whose stored outcome is another by
	// now is an error. No entries: nothing.
	Save(ctx context.Context, team id.Team, changes []*history.PriceChange, plans map[repricer.ChangeID]sendingports.Plan) error
	// List reads a page of the history. The one order field is created_at
	// (microseconds); ties are broken by id in its direction.
	List(ctx context.Context, team id.Team, f ChangeFilter, r page.Request) (page.Page[history.ChangeSnapshot], error)
	// Load reads an entry. One that is not there, or another team's, is a
	// NotFound fault.
	Load(ctx context.Context, team id.Team, change repricer.ChangeID) (history.ChangeSnapshot, error)
	// TeamOf says whose an entry is, for an operator who knows its id only; the
	// one question here that names no team. An entry that is not there is a NotFound
	// fault.
	TeamOf(ctx context.Context, change repricer.ChangeID) (id.Team, error)
	// Evidence reads what entries of the team were decided from; absent ones are
	// left out.
	Evidence(ctx context.Context, team id.Team, changes []history.ChangeSnapshot) (map[repricer.ChangeID]Evidence, error)
}

// Decided is a decision to be recorded.
type Decided struct {
	Change *history.PriceChange
	// Input is what the change was decided from, Trace the way to it; nil where
	// it was not asked for.
	Input decision.Input
	Trace *decision.Trace
	// Last is the reason of the row's last decision, "" for none.
	Last decision.Reason
}

// Evidence is what an entry was decided from.
type Evidence struct {
	// Input is None where it was written for other rules, which cannot be
	// followed any more.
	Input optional.Maybe[decision.Input]
	// Trace is nil where it was not asked for when it was decided.
	Trace *decision.Trace
}

// ChangeFilter narrows the history; an empty member does not. A list means any
// of its entries, and all members together have to hold.
type ChangeFilter struct {
	Products     []decision.ProductID
	SKUs         []string // whole and case-sensitive
	ASINs        []string
	Marketplaces []marketplace.ID
	Strategies   []strategy.ID
	Triggers     []history.Trigger
	Verdicts     []decision.Verdict
	Reasons      []decision.Reason
	Outcomes     []history.Outcome
	// From and To bound the time of the decision, both inclusive.
	From *time.Time
	To   *time.Time
}

// Upkeep keeps the history in shape. It belongs to no team. Its steps can
// be repeated, and none of them holds up a decision for longer than a moment.
type Upkeep interface {
	// Prepare makes room for entries from the month of one moment to that of
	// another. Where it was never called, room is made when it is needed.
	Prepare(ctx context.Context, from, to time.Time) error
	// Forget removes entries, inputs, sales and day counters of months that ended
	// before a moment, at most about limit entries in one call, and reports
	// whether more are left.
	Forget(ctx context.Context, before time.Time, limit int) (more bool, err error)
	// Fold sums up the parts of counters, so that reading them stays cheap. What
	// they add up to stays the same for every reader at every moment.
	Fold(ctx context.Context) error
}
