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
	// AccountsWithWork lists the accounts of all teams with something to do at now.
	AccountsWithWork(ctx context.Context, now time.Time) ([]AccountWork, error)
	// Claim leases the account until a moment, and reports false while another process has it. The
	// holder may claim it again.
	Claim(ctx context.Context, k Account, holder string, now, until time.Time) (AccountState, bool, error)
	// Renew extends the lease until at least a second before a moment, and locks the account until
	// the transaction of ctx ends, which is required. ErrAccountLost means that another process
	// has the account, and that the transaction must roll back.
	Renew(ctx context.Context, k Account, holder string, until time.Time) (AccountState, error)
	// Release ends the lease, if the holder still has it.
	Release(ctx context.Context, k Account, holder string) error
	// SaveAccount stores the state of an account that the transaction has renewed.
	SaveAccount(ctx context.Context, k Account, s AccountState) error

	// Waiting counts the waiting prices of an account, up to most.
	Waiting(ctx context.Context, k Account, most int) (int, error)
	// Next lists rows with waiting prices, the most urgent first, then the oldest.
	Next(ctx context.Context, k Account, now time.Time, limit int) ([]decision.ProductID, error)
	// Unconfirmed lists rows with sent prices to be looked for, the most overdue first. Those in
	// an open feed are left out.
	Unconfirmed(ctx context.Context, k Account, now time.Time, limit int) ([]decision.ProductID, error)
	// Plans reads the plans of open prices; rows without one are left out.
	Plans(ctx context.Context, team id.Team, rows []decision.ProductID) (map[decision.ProductID]Plan, error)
	// Invalidated lists the rows whose prices must no longer be sent although they are stored as
	// sent: since then the row was deleted, switched off, held or edited, or its decision became
	// out of date.
	Invalidated(ctx context.Context, team id.Team, rows []decision.ProductID, now time.Time) ([]decision.ProductID, error)
	// Unsent lists at most limit rows of a team with unsent prices and ids above after.
	Unsent(ctx context.Context, team id.Team, after decision.ProductID, limit int) ([]decision.ProductID, error)
	// UnsentTeams lists the teams with unsent prices.
	UnsentTeams(ctx context.Context) ([]id.Team, error)
}

// ErrAccountLost says that another process has leased the account.
var ErrAccountLost = errors.New("another process sends for the account by now")

// Account is a seller account in a region; one process at a time sends for it.
type Account struct {
	Team     id.Team
	SellerID string
	Region   marketplace.Region
}

// AccountWork says what an account needs: waiting prices to be sent, or sent prices and a feed to
// be confirmed.
type AccountWork struct {
	Account
	Send, Confirm bool
}

// AccountState is the stored state of an account.
type AccountState struct {
	Route   history.Route
	Answers history.Answers
	// StoppedUntil is when the account resumes after its breaker tripped, zero for now.
	StoppedUntil time.Time
}

// Plan is the next step of an open price.
type Plan struct {
	// SentAt is when looking for the price starts: the latest submission, or the report of its
	// feed. None for an unsent price.
	SentAt optional.Maybe[time.Time]
	// NextAt is when the next step is due, zero for now.
	NextAt time.Time
	// Feed and Number identify the feed message of the price, None without one.
	Feed   optional.Maybe[FeedRunID]
	Number optional.Maybe[int64]
}

// FeedRunID identifies a stored feed.
type FeedRunID int64

// FeedRunState is how far a feed is.
type FeedRunState string

// Prices are being chosen and the marketplace was not asked to start it; it is being started; it
// was started; it is unknown whether it was started; it is over.
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
	// Feed is the marketplace's id, "" for none.
	Feed      FeedID
	Messages  int
	CreatedAt time.Time
	// NextAt is when the next step is due.
	NextAt time.Time
}

// FeedRuns stores the feeds of accounts, at most one open feed per account.
type FeedRuns interface {
	// Begin stores a feed whose prices are being chosen and returns its id; false if the account
	// has an open feed, of any team.
	Begin(ctx context.Context, r FeedRun) (FeedRunID, bool, error)
	// Open reads the open feed of an account, nil without one.
	Open(ctx context.Context, k Account) (*FeedRun, error)
	// SaveFeed stores the state of a feed; FeedOver ends it at now.
	SaveFeed(ctx context.Context, r FeedRun, now time.Time) error
	// MakeDue makes the open feed of a team's account due at now, because an event reports it as
	// processed. Other feeds are ignored.
	MakeDue(ctx context.Context, team id.Team, sellerID string, feed FeedID, now time.Time) error
	// Recent lists the feeds of the account since a moment, over all teams.
	Recent(ctx context.Context, k Account, since time.Time) ([]FeedRun, error)
	// RowsInFeed lists rows with open prices in a feed, with message numbers above after, in
	// order.
	RowsInFeed(ctx context.Context, team id.Team, run FeedRunID, after int64, limit int) ([]decision.ProductID, error)
	// Renumber renumbers the prices of a feed from 1, in order.
	Renumber(ctx context.Context, team id.Team, run FeedRunID) error
}

// Switch stores the kill switch for all teams.
type Switch interface {
	// LoadSwitch reads it; without a record sending is on.
	LoadSwitch(ctx context.Context) (SwitchState, error)
	// SaveSwitch stores it.
	SaveSwitch(ctx context.Context, s SwitchState) error
}

// SwitchState says whether prices are sent.
type SwitchState struct {
	Stopped bool
	// Reason is the operator's reason for the last change, "" for none.
	Reason string
	// ChangedAt is zero if it was never changed.
	ChangedAt time.Time
}

// Metrics counts and logs outcomes of prices.
type Metrics interface {
	// Outcome counts prices by route and outcome.
	Outcome(l history.Route, o history.Outcome, n int)
	// Tripped records that too many prices of an account were rejected, and until when it is
	// stopped.
	Tripped(k Account, until time.Time)
	// Failed records an error of an account; the work is retried.
	Failed(k Account, err error)
}
