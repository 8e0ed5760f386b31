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

// Outbox stores the sending state of decided prices: the next prices, the time of each price's next
// step, and the process that sends for an account. Changes stores the prices themselves.
//
// One process at a time leases an account; any process can take over an expired lease. Take the
// locks of accounts before the locks of settings and rows.
type Outbox interface {
	// AccountsWithWork lists the accounts of all teams with work due at now.
	AccountsWithWork(ctx context.Context, now time.Time) ([]AccountWork, error)
	// Claim leases the account until a moment, and reports false while another process has leased
	// it. The holder may claim it again.
	Claim(ctx context.Context, k Account, holder string, now, until time.Time) (AccountState, bool, error)
	// Renew extends the lease until at least a second before a moment, and locks the account until
	// the transaction of ctx ends, which is required. ErrAccountLost means that another process has
	// leased the account; the transaction must roll back.
	Renew(ctx context.Context, k Account, holder string, until time.Time) (AccountState, error)
	// Release ends the lease, if the holder still has it.
	Release(ctx context.Context, k Account, holder string) error
	// SaveAccount stores the state of an account that the transaction has renewed.
	SaveAccount(ctx context.Context, k Account, s AccountState) error

	// Waiting counts the waiting prices of an account, up to most.
	Waiting(ctx context.Context, k Account, most int) (int, error)
	// Next lists rows with waiting prices, the most urgent first, then the oldest.
	Next(ctx context.Context, k Account, now time.Time, limit int) ([]decision.ProductID, error)
	// Unconfirmed lists rows with sent prices to be looked for, the most overdue first. Rows in an
	// open feed are left out.
	Unconfirmed(ctx context.Context, k Account, now time.Time, limit int) ([]decision.ProductID, error)
	// Plans reads the plans of open prices. Rows without a plan are left out.
	Plans(ctx context.Context, team id.Team, rows []decision.ProductID) (map[decision.ProductID]Plan, error)
	// Invalidated lists the rows with prices that must no longer be sent although they are stored
	// as sent. Since then the row was deleted, switched off, frozen or edited, or its decision
	// became out of date.
	Invalidated(ctx context.Context, team id.Team, rows []decision.ProductID, now time.Time) ([]decision.ProductID, error)
	// Unsent lists at most limit rows of a team with unsent prices and ids above after.
	Unsent(ctx context.Context, team id.Team, after decision.ProductID, limit int) ([]decision.ProductID, error)
	// UnsentTeams lists the teams with unsent prices.
	UnsentTeams(ctx context.Context) ([]id.Team, error)

	// Begin stores a feed that prices are being chosen for, and returns its id. It returns false if
	// the account has an open feed, of any team.
	Begin(ctx context.Context, r FeedRun) (FeedRunID, bool, error)
	// Open reads the open feed of an account, nil without an open feed.
	Open(ctx context.Context, k Account) (*FeedRun, error)
	// SaveFeed stores the state of a feed; FeedOver ends it at now.
	SaveFeed(ctx context.Context, r FeedRun, now time.Time) error
	// MakeDue makes the open feed of a team's account due at now, because an event reports it as
	// processed. Other feeds are ignored.
	MakeDue(ctx context.Context, team id.Team, sellerID string, feed FeedID, now time.Time) error
	// Recent lists the feeds of the account since a moment, over all teams.
	Recent(ctx context.Context, k Account, since time.Time) ([]FeedRun, error)
	// RowsInFeed lists rows with open prices in a feed, with message numbers above after, in order.
	RowsInFeed(ctx context.Context, team id.Team, run FeedRunID, after int64, limit int) ([]decision.ProductID, error)
	// Renumber renumbers the prices of a feed from 1, in order.
	Renumber(ctx context.Context, team id.Team, run FeedRunID) error

	// LoadSwitch reads the switch; without a record sending is on.
	LoadSwitch(ctx context.Context) (SwitchState, error)
	// SaveSwitch stores the switch.
	SaveSwitch(ctx context.Context, s SwitchState) error
}

// ErrAccountLost says that another process has leased the account.
var ErrAccountLost = errors.New("another process sends for the account by now")

// Account names a seller account in a region; one process at a time sends for it.
type Account struct {
	Team     id.Team
	SellerID string
	Region   marketplace.Region
}

// AccountWork says which work an account has: waiting prices to be sent, or sent prices and a feed
// to be confirmed.
type AccountWork struct {
	Account
	Send, Confirm bool
}

// AccountState has the stored state of an account.
type AccountState struct {
	Route   history.Route
	Answers history.Answers
	// StoppedUntil has the time when the account resumes after its breaker tripped; zero means now.
	StoppedUntil time.Time
}

// Plan has the next step of an open price.
type Plan struct {
	// SentAt has the time from which the price is looked for: the latest submission, or the report
	// of its feed. It has no value for an unsent price.
	SentAt optional.Maybe[time.Time]
	// NextAt has the due time of the next step; zero means now.
	NextAt time.Time
	// Feed and Number identify the feed message of the price; no value without a message.
	Feed   optional.Maybe[FeedRunID]
	Number optional.Maybe[int64]
}

// FeedRunID identifies a stored feed.
type FeedRunID int64

// FeedRunState names the progress of a feed.
type FeedRunState string

// The states in order: prices are being chosen and the marketplace was not asked to start the feed;
// it is being started; it was started; it is unknown whether it was started; it has ended.
const (
	FeedPreparing FeedRunState = "filling"
	FeedStarting  FeedRunState = "starting"
	FeedStarted   FeedRunState = "started"
	FeedUnknown   FeedRunState = "unknown"
	FeedOver      FeedRunState = "over"
)

// FeedRun has a feed of an account.
type FeedRun struct {
	ID      FeedRunID
	Account Account
	State   FeedRunState
	// Feed has the marketplace's id, "" before it is known.
	Feed      FeedID
	Messages  int
	CreatedAt time.Time
	// NextAt has the due time of the next step.
	NextAt time.Time
}

// SwitchState says whether prices are sent.
type SwitchState struct {
	Stopped bool
	// Reason has the operator's reason for the last change, "" without a reason.
	Reason string
	// ChangedAt has the zero time if the switch was never changed.
	ChangedAt time.Time
}

// Metrics counts and logs outcomes of prices.
type Metrics interface {
	// Outcome counts prices by route and outcome.
	Outcome(l history.Route, o history.Outcome, n int)
	// Tripped records that too many prices of an account were rejected, and the end of its stop.
	Tripped(k Account, until time.Time)
	// Failed records an error of an account; the work is retried.
	Failed(k Account, err error)
}
