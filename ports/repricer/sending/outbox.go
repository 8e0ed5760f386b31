package sending

import (
	"context"
	"errors"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
)

// Outbox keeps what sending needs to know of prices that were decided: which
// are next, when something is to be done with one again, and who sends for
// an account. The prices themselves are those of Changes.
//
// An account has one holder at a time, whose lease everyone can take over when it
// has run out. Its locks come before those of settings and rows.
type Outbox interface {
	// AccountsWithWork lists the accounts of all teams for which something is to be done at now.
	AccountsWithWork(ctx context.Context, now time.Time) ([]AccountWork, error)
	// Claim takes the account for a holder up to a moment, and reports false while
	// another process has it. The holder itself may claim it again.
	Claim(ctx context.Context, k Account, holder string, now, until time.Time) (AccountState, bool, error)
	// Renew keeps an account, at least up to a second before a moment, and locks it
	// until the transaction of ctx ends, which it needs. ErrAccountLost means that the
	// transaction must not commit: another process has taken the account.
	Renew(ctx context.Context, k Account, holder string, until time.Time) (AccountState, error)
	// Release gives an account back, if it is still the holder's.
	Release(ctx context.Context, k Account, holder string) error
	// SaveAccount stores the state of an account that the transaction has prolonged.
	SaveAccount(ctx context.Context, k Account, s AccountState) error

	// Waiting counts the prices of an account that wait, up to most.
	Waiting(ctx context.Context, k Account, most int) (int, error)
	// Next lists rows whose prices wait, the most urgent first and of those the
	// oldest.
	Next(ctx context.Context, k Account, now time.Time, limit int) ([]decision.ProductID, error)
	// Unconfirmed lists rows whose prices were sent and are to be looked for, the most
	// overdue first. Those in a feed that is open are left out.
	Unconfirmed(ctx context.Context, k Account, now time.Time, limit int) ([]decision.ProductID, error)
	// Plans reads what is planned for the open prices of rows; those without one
	// are left out.
	Plans(ctx context.Context, team id.Team, rows []decision.ProductID) (map[decision.ProductID]Plan, error)
	// Invalidated lists those of the rows whose prices must not leave any more although
	// they are stored as sent: since then the row was deleted, switched off, held, or
	// edited, or what it was decided from has changed.
	Invalidated(ctx context.Context, team id.Team, rows []decision.ProductID, now time.Time) ([]decision.ProductID, error)
	// Unsent lists at most limit rows of a team with ids above after whose prices
	// have not left.
	Unsent(ctx context.Context, team id.Team, after decision.ProductID, limit int) ([]decision.ProductID, error)
	// UnsentTeams lists the teams with prices that have not left.
	UnsentTeams(ctx context.Context) ([]id.Team, error)
}

// ErrAccountLost says that another process sends for the account.
var ErrAccountLost = errors.New("another process sends for the account by now")

// Account names a seller account in a region, for which one process sends at a time.
type Account struct {
	Team     id.Team
	SellerID string
	Region   marketplace.Region
}

// AccountWork is what is to be done for an account: prices that wait to be sent, and those
// that were sent, or a feed, to be looked after.
type AccountWork struct {
	Account
	Send, Confirm bool
}

// AccountState is what is known of an account.
type AccountState struct {
	Route   history.Route
	Answers history.Answers
	// StoppedUntil is when it goes on after its breaker tripped, zero for at once.
	StoppedUntil time.Time
}

// Plan is what is planned for an open price.
type Plan struct {
	// SentAt is from when on the price is looked for: the latest submission, or
	// the report of the feed that carried it. None for a price that has not left.
	SentAt optional.Maybe[time.Time]
	// NextAt is when something is to be done with it, zero for at once.
	NextAt time.Time
	// Feed and Number name the message that carries it, None without one.
	Feed   optional.Maybe[FeedRunID]
	Number optional.Maybe[int64]
}

// FeedRunID identifies a feed that was begun.
type FeedRunID int64

// FeedRunState says how far a feed is.
type FeedRunState string

// The states of a feed: prices are being chosen for it, and the marketplace has
// not been asked to start it; it is being started; it is at the marketplace; it
// may be there, which is not known; it is over.
const (
	FeedPreparing FeedRunState = "filling"
	FeedStarting  FeedRunState = "starting"
	FeedStarted   FeedRunState = "started"
	FeedUnknown   FeedRunState = "unknown"
	FeedOver      FeedRunState = "over"
)

// FeedRun is a feed of an account.
type FeedRun struct {
	ID      FeedRunID
	Account Account
	State   FeedRunState
	// Feed is the marketplace's name, "" for none.
	Feed      FeedID
	Messages  int
	CreatedAt time.Time
	// NextAt is when something is to be done with it.
	NextAt time.Time
}

// FeedRuns keeps the feeds of accounts, one open feed of an account at a time.
type FeedRuns interface {
	// Begin stores a feed that is being filled and returns its id; false while
	// the account has another one, whichever team's it is.
	Begin(ctx context.Context, r FeedRun) (FeedRunID, bool, error)
	// Open reads the open feed of an account, nil without one.
	Open(ctx context.Context, k Account) (*FeedRun, error)
	// SaveFeed stores how far a feed is; FeedOver ends it at now.
	SaveFeed(ctx context.Context, r FeedRun, now time.Time) error
	// MakeDue makes an open feed of a team's account due at now: it is told to be
	// over. Another one, or none, is passed over.
	MakeDue(ctx context.Context, team id.Team, sellerID string, feed FeedID, now time.Time) error
	// Recent lists the feeds of the account since a moment, over all teams.
	Recent(ctx context.Context, k Account, since time.Time) ([]FeedRun, error)
	// RowsInFeed lists rows whose open prices a feed carries, with numbers above
	// after, in the order of the numbers.
	RowsInFeed(ctx context.Context, team id.Team, run FeedRunID, after int64, limit int) ([]decision.ProductID, error)
	// Renumber numbers the prices that a feed carries anew, from 1 on and in their
	// order.
	Renumber(ctx context.Context, team id.Team, run FeedRunID) error
}

// Switch keeps whether prices are sent at all.
type Switch interface {
	// LoadSwitch reads it; never set is on.
	LoadSwitch(ctx context.Context) (SwitchState, error)
	// SaveSwitch stores it.
	SaveSwitch(ctx context.Context, s SwitchState) error
}

// SwitchState is whether prices of any team are sent.
type SwitchState struct {
	Stopped bool
	// Reason is a sentence of the operator who changed it, "" for none.
	Reason string
	// ChangedAt is zero where it was never changed.
	ChangedAt time.Time
}

// Metrics counts and logs what becomes of prices.
type Metrics interface {
	// Outcome counts prices that came to an outcome by a route.
	Outcome(l history.Route, o history.Outcome, n int)
	// Tripped tells that too many prices of an account were refused, and that it is
	// stopped until a moment.
	Tripped(k Account, until time.Time)
	// Failed tells that work on an account went wrong; it is tried again.
	Failed(k Account, err error)
}
