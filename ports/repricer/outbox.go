package repricer

import (
	"context"
	"errors"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/repricer"
)

// Outbox keeps what sending needs to know of prices that were decided: which
// are next, when something is to be done with one again, and who works on the
// lane of an account. The prices themselves are those of Changes.
//
// A lane has one holder at a time, whose lease everyone can take over when it
// has run out. Its locks come before those of settings and rows.
type Outbox interface {
	// Busy lists the lanes of all teams in which something is to be done at now.
	Busy(ctx context.Context, now time.Time) ([]LaneWork, error)
	// Claim takes the lane for a holder up to a moment, and reports false while
	// somebody else has it. The holder itself may claim it again.
	Claim(ctx context.Context, k LaneKey, holder string, now, until time.Time) (LaneState, bool, error)
	// Prolong keeps a lane, at least up to a second before a moment, and locks it
	// until the transaction of ctx ends, which it needs. ErrLaneLost means that the
	// transaction must not commit: somebody else has taken the lane.
	Prolong(ctx context.Context, k LaneKey, holder string, until time.Time) (LaneState, error)
	// Release gives a lane back, if it is still the holder's.
	Release(ctx context.Context, k LaneKey, holder string) error
	// SaveLane stores the state of a lane that the transaction has prolonged.
	SaveLane(ctx context.Context, k LaneKey, s LaneState) error

	// Waiting counts the prices of a lane that wait, up to most.
	Waiting(ctx context.Context, k LaneKey, most int) (int, error)
	// Next lists rows whose prices wait, the most urgent first and of those the
	// oldest.
	Next(ctx context.Context, k LaneKey, now time.Time, limit int) ([]repricer.ProductID, error)
	// Unsure lists rows whose prices were sent and are to be looked for, the most
	// overdue first. Those in a feed that is open are left out.
	Unsure(ctx context.Context, k LaneKey, now time.Time, limit int) ([]repricer.ProductID, error)
	// Plans reads what is planned for the open prices of rows; those without one
	// are left out.
	Plans(ctx context.Context, team id.Team, rows []repricer.ProductID) (map[repricer.ProductID]Plan, error)
	// Outlived lists those of the rows whose prices must not leave any more although
	// they are stored as sent: since then the row was deleted, switched off, held, or
	// edited, or what it was decided from has changed.
	Outlived(ctx context.Context, team id.Team, rows []repricer.ProductID, now time.Time) ([]repricer.ProductID, error)
	// Unsent lists at most limit rows of a team with ids above after whose prices
	// have not left.
	Unsent(ctx context.Context, team id.Team, after repricer.ProductID, limit int) ([]repricer.ProductID, error)
	// UnsentTeams lists the teams with prices that have not left.
	UnsentTeams(ctx context.Context) ([]id.Team, error)
}

// ErrLaneLost says that somebody else works on the lane.
var ErrLaneLost = errors.New("the lane belongs to somebody else by now")

// LaneKey names the lane of a seller account in a region.
type LaneKey struct {
	Team     id.Team
	SellerID string
	Region   marketplace.Region
}

// LaneWork is what is to be done in a lane: prices that wait to be sent, and those
// that were sent, or a feed, to be looked after.
type LaneWork struct {
	LaneKey
	Send, Watch bool
}

// LaneState is what is known of a lane.
type LaneState struct {
	Lane    repricer.Lane
	Answers repricer.Answers
	// StoppedUntil is when it goes on after its breaker tripped, zero for at once.
	StoppedUntil time.Time
}

// Plan is what is planned for an open price.
type Plan struct {
	// SentAt is from when on the price is looked for: the latest submission, or
	// the report of the feed that carried it. None for a price that has not left.
	SentAt repricer.Maybe[time.Time]
	// NextAt is when something is to be done with it, zero for at once.
	NextAt time.Time
	// Feed and Number name the message that carries it, None without one.
	Feed   repricer.Maybe[FeedRunID]
	Number repricer.Maybe[int64]
}

// FeedRunID identifies a feed that was begun.
type FeedRunID int64

// FeedRunState says how far a feed is.
type FeedRunState string

// The states of a feed: prices are being chosen for it, and the marketplace has
// not been asked to start it; it is being started; it is at the marketplace; it
// may be there, but nobody knows; it is over.
const (
	FeedFilling  FeedRunState = "filling"
	FeedStarting FeedRunState = "starting"
	FeedStarted  FeedRunState = "started"
	FeedUnknown  FeedRunState = "unknown"
	FeedOver     FeedRunState = "over"
)

// FeedRun is a feed of an account.
type FeedRun struct {
	ID    FeedRunID
	Lane  LaneKey
	State FeedRunState
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
	// Open reads the open feed of a lane, nil without one.
	Open(ctx context.Context, k LaneKey) (*FeedRun, error)
	// SaveFeed stores how far a feed is; FeedOver ends it at now.
	SaveFeed(ctx context.Context, r FeedRun, now time.Time) error
	// Hasten makes an open feed of a team's account due at now: it is told to be
	// over. Another one, or none, is passed over.
	Hasten(ctx context.Context, team id.Team, sellerID string, feed FeedID, now time.Time) error
	// Recent lists the feeds of the lane's account since a moment, over all teams.
	Recent(ctx context.Context, k LaneKey, since time.Time) ([]FeedRun, error)
	// Carried lists rows whose open prices a feed carries, with numbers above
	// after, in the order of the numbers.
	Carried(ctx context.Context, team id.Team, run FeedRunID, after int64, limit int) ([]repricer.ProductID, error)
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
	// Reason is a sentence of whoever changed it, "" for none.
	Reason string
	// ChangedAt is zero where it was never changed.
	ChangedAt time.Time
}

// SendWatch counts and logs what becomes of prices.
type SendWatch interface {
	// Moved counts prices that came to an outcome in a lane.
	Moved(l repricer.Lane, o repricer.Outcome, n int)
	// Tripped tells that too many prices of a lane were refused, and that it is
	// stopped until a moment.
	Tripped(k LaneKey, until time.Time)
	// Failed tells that work on a lane went wrong; it is tried again.
	Failed(k LaneKey, err error)
}
