package queue

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
)

// EvaluationQueue stores the rows to be evaluated, one entry per row, with a priority. One worker
// at a time leases an entry. What happens to the row meanwhile is recorded in the entry, which
// then stays. Locks come after those of products and open prices, by product.
type EvaluationQueue interface {
	// Wake queues rows, or records in their entries that they were woken again: newer offers
	// replace older ones. Waking never moves a row's due time, or the time since when it waits,
	// later. It returns when each row is due; rows with a price in flight are left out. A row of
	// another team is an error. Without rows it runs no statement.
	Wake(ctx context.Context, w Wake) (map[decision.ProductID]time.Time, error)
	// WakeMany queues, due now and in one statement, every live row of the team that the filter
	// selects and that is not off. It returns how many.
	WakeMany(ctx context.Context, team id.Team, m WakeMany) (int64, error)
	// Promote raises the priority of entries that have waited twice their interval, and releases
	// entries that wait for a price although none of the row is in flight. It belongs to no team.
	Promote(ctx context.Context, now time.Time) error
	// Claim leases due entries of one team, the longest due first, in a transaction of its own;
	// none is no error. It belongs to no team.
	Claim(ctx context.Context, c Claim) ([]Claimed, error)
	// NextDueAt is when the next unclaimed entry is due, possibly in the past; None without any.
	// Expired leases are found by the next Claim only. It belongs to no team.
	NextDueAt(ctx context.Context) (optional.Maybe[time.Time], error)
	// LockClaimed returns which entries the owner still holds, and locks them until the
	// transaction ends.
	LockClaimed(ctx context.Context, team id.Team, owner string, ids []decision.ProductID) (map[decision.ProductID]bool, error)
	// OutOfDate returns the rows whose latest price is out of date: their entry has an edit that
	// no decision knew, or a schedule change is due.
	OutOfDate(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) (map[decision.ProductID]bool, error)
	// Edits is the number of edits recorded in the entry of a row; 0 without one.
	Edits(ctx context.Context, team id.Team, product decision.ProductID) (int64, error)
	// MarkEditsSeen records that a decision outside the queue knew the first edits of a row.
	MarkEditsSeen(ctx context.Context, team id.Team, product decision.ProductID, edits int64) error
	// Finish returns entries that were locked in the same transaction. Without entries it runs no
	// statement.
	Finish(ctx context.Context, team id.Team, owner string, done []Finished) error
	// PricesResolved releases entries of rows whose price is no longer in flight, and returns the
	// due times of rows that were woken meanwhile.
	PricesResolved(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) (map[decision.ProductID]time.Time, error)
	// Remove deletes the entries of rows. Without ids it runs no statement.
	Remove(ctx context.Context, team id.Team, ids []decision.ProductID) error
}

// Wake says why rows, of any teams, are queued.
type Wake struct {
	Rows    []WakeRow
	Trigger history.Trigger
	Now     time.Time
	// AtOnce ignores the minimum time between two evaluations.
	AtOnce bool
}

// WakeRow is a row to be queued.
type WakeRow struct {
	Team     id.Team
	ID       decision.ProductID
	Priority repricer.Priority
	// MinInterval is the minimum time between two evaluations of the row.
	MinInterval time.Duration
	// PriceInFlight is true while a price of the row is in flight.
	PriceInFlight bool
	// Offers are the row's new offers, nil for none.
	Offers *decision.OfferSnapshot
}

// WakeMany selects the rows to be queued.
type WakeMany struct {
	Trigger      history.Trigger
	Now          time.Time
	MinIntervals repricer.Intervals
	// All selects every row, SellerID those of an account. Otherwise Strategies selects the rows
	// that name one of them, and Unnamed those that name none.
	All        bool
	SellerID   string
	Strategies []strategy.ID
	Unnamed    bool
}

// Claim says which entries to lease.
type Claim struct {
	// Owner identifies the claim and is never reused.
	Owner    string
	Priority repricer.Priority
	Limit    int
	Now      time.Time
	Lease    time.Duration
	// Busy are teams whose entries are left to other workers.
	Busy []id.Team
}

// Claimed is a leased entry.
type Claimed struct {
	ID          decision.ProductID
	Team        id.Team
	Priority    repricer.Priority
	MinInterval time.Duration
	EnqueuedAt  time.Time
	Trigger     history.Trigger
	// Offers are the newest offers of the row, nil for none, still encoded.
	Offers decision.PackedOffers
	// Edits counts the edits that woke the row, which the coming decision takes into account.
	Edits int64
	// Until is when the lease ends; zero for a row that is not queued.
	Until time.Time
}

// Finished says what happens to an entry. Without At, PriceInFlight and ScheduleAt it is removed.
// An entry that was woken since it was claimed stays: due after its interval, or at once if what
// woke it asks for that.
type Finished struct {
	ID decision.ProductID
	// At postpones the entry until then.
	At optional.Maybe[time.Time]
	// PriceInFlight makes the entry, if it stays, wait for the outcome of the row's price. With
	// Keep it stays even if nothing woke the row again.
	PriceInFlight bool
	Keep          bool
	// ScheduleAt is when the row's schedule next changes: the entry stays until then with
	// TriggerSchedule and Priority. An earlier wake makes it due earlier.
	ScheduleAt optional.Maybe[time.Time]
	Priority   repricer.Priority
	// OffersAt is the time of the decided offers: offers in the entry that are not newer are
	// dropped. None keeps them.
	OffersAt optional.Maybe[time.Time]
	// Edits are those that the decision knew. An entry postponed by At or Keep keeps them for its
	// next decision.
	Edits int64
	Now   time.Time
}
