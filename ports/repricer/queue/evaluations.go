package queue

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/strategy"
)

// EvaluationQueue stores the rows to be evaluated, one entry per row, with a priority. One worker
// at a time leases an entry. Events about the row meanwhile are recorded in the entry, which then
// stays. Take its locks by product, after the locks of products and open prices.
type EvaluationQueue interface {
	// Wake queues rows, or records in their entries that they were woken again: newer offers
	// replace older offers. Waking never delays a row's due time or the start of its wait. It
	// returns the due time of each row; rows with a price in flight are left out. A row of another
	// team is an error. Without rows it runs no statement.
	Wake(ctx context.Context, w Wake) (map[decision.ProductID]time.Time, error)
	// WakeMany queues, due now and in one statement, every live row of the team that the filter
	// selects and that is not off. It returns their number.
	WakeMany(ctx context.Context, team id.Team, m WakeMany) (int64, error)
	// Promote raises the priority of entries that have waited twice their interval. It releases
	// entries that wait for a price if the row has no price in flight. It takes no team.
	Promote(ctx context.Context, now time.Time) error
	// Claim leases due entries of one team, the longest due first, in a transaction of its own.
	// Without due entries it returns no error. It takes no team.
	Claim(ctx context.Context, c Claim) ([]Claimed, error)
	// NextDueAt returns the due time of the next unclaimed entry, possibly in the past; no value
	// without entries. Only the next Claim finds expired leases. It takes no team.
	NextDueAt(ctx context.Context) (optional.Maybe[time.Time], error)
	// LockClaimed returns the entries that the owner still has leased, and locks them until the
	// transaction ends.
	LockClaimed(ctx context.Context, team id.Team, owner string, ids []decision.ProductID) (map[decision.ProductID]bool, error)
	// OutOfDate returns the rows with a latest price that is out of date: their entry has an edit
	// unknown to every decision, or a schedule change is due.
	OutOfDate(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) (map[decision.ProductID]bool, error)
	// Edits returns the number of edits recorded in the entry of a row; 0 without an entry.
	Edits(ctx context.Context, team id.Team, product decision.ProductID) (int64, error)
	// MarkEditsSeen records that a decision outside the queue knew the first edits of a row.
	MarkEditsSeen(ctx context.Context, team id.Team, product decision.ProductID, edits int64) error
	// Finish returns entries that were locked in the same transaction. Without entries it runs no
	// statement.
	Finish(ctx context.Context, team id.Team, owner string, done []Finished) error
	// PricesResolved releases entries of rows with prices that are no longer in flight. It returns
	// the due times of rows that were woken meanwhile.
	PricesResolved(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) (map[decision.ProductID]time.Time, error)
	// Remove deletes the entries of rows. Without ids it runs no statement.
	Remove(ctx context.Context, team id.Team, ids []decision.ProductID) error
}

// Wake lists rows of any teams to queue, with the reason.
type Wake struct {
	Rows    []WakeRow
	Trigger history.Trigger
	Now     time.Time
	// AtOnce ignores the minimum time between two evaluations.
	AtOnce bool
}

// WakeRow has a row to be queued.
type WakeRow struct {
	Team     id.Team
	ID       decision.ProductID
	Priority repricer.Priority
	// MinInterval bounds the time between two evaluations of the row.
	MinInterval time.Duration
	// PriceInFlight reports that a price of the row is in flight.
	PriceInFlight bool
	// Offers has the row's new offers, nil without new offers.
	Offers *decision.OfferSnapshot
}

// WakeMany selects the rows to be queued.
type WakeMany struct {
	Trigger      history.Trigger
	Now          time.Time
	MinIntervals repricer.Intervals
	// All selects every row, SellerID the rows of an account. Otherwise Strategies selects the rows
	// that name one of them, and Unnamed selects rows without a strategy of their own.
	All        bool
	SellerID   string
	Strategies []strategy.ID
	Unnamed    bool
}

// Claim selects the entries to lease.
type Claim struct {
	// Owner identifies the claim and is never reused.
	Owner    string
	Priority repricer.Priority
	Limit    int
	Now      time.Time
	Lease    time.Duration
	// Busy lists teams with entries that are left to other workers.
	Busy []id.Team
}

// Claimed has a leased entry.
type Claimed struct {
	ID          decision.ProductID
	Team        id.Team
	Priority    repricer.Priority
	MinInterval time.Duration
	EnqueuedAt  time.Time
	Trigger     history.Trigger
	// Offers has the newest offers of the row, nil without offers, still encoded.
	Offers canon.Offers
	// Edits counts the edits that woke the row, which the coming decision takes into account.
	Edits int64
	// Until has the end of the lease; zero for a row that is not queued.
	Until time.Time
}

// Finished sets the further course of an entry. Without At, PriceInFlight and ScheduleAt the entry
// is removed. An entry that was woken since it was claimed stays. It is then due after its
// interval, or at once if the new wake requires that.
type Finished struct {
	ID decision.ProductID
	// At postpones the entry until then.
	At optional.Maybe[time.Time]
	// PriceInFlight makes the entry, if it stays, wait for the outcome of the row's price. With
	// Keep it stays even if nothing woke the row again.
	PriceInFlight bool
	Keep          bool
	// ScheduleAt has the next change of the row's schedule. The entry stays until then with
	// TriggerSchedule and Priority. An earlier wake makes it due earlier.
	ScheduleAt optional.Maybe[time.Time]
	Priority   repricer.Priority
	// OffersAt has the time of the decided offers; offers in the entry that are not newer are
	// dropped. Without a value they stay.
	OffersAt optional.Maybe[time.Time]
	// Edits counts the edits known to the decision. An entry postponed by At or Keep keeps them for
	// its next decision.
	Edits int64
	Now   time.Time
}
