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

// EvaluationQueue keeps the rows that are to be evaluated, one entry for each row, by their
// priorities. An entry is taken by one worker at a time, whose lease ends by
// itself; what happens to the row meanwhile is noted in the entry and makes it
// stay. Locks come after those of products and open prices, by product.
type EvaluationQueue interface {
	// Wake puts rows on the queue, or notes in their entries that they were woken
	// again: newer offers replace older ones. Waking never moves a row's due time, or
	// the time since when it waits, later. It returns when each row is due; rows that
	// wait for what becomes of a price are left out. A row that is not its team's is
	// an error. No rows: nothing, without a statement.
	Wake(ctx context.Context, w Wake) (map[decision.ProductID]time.Time, error)
	// WakeMany is Wake, at once, of every live row of the team that is not off and
	// that the filter takes, in one statement. It returns how many.
	WakeMany(ctx context.Context, team id.Team, m WakeMany) (int64, error)
	// Promote moves entries that have waited twice their pace up one priority, and lets
	// go of entries that wait for a price although none of the row's is on its
	// way. It belongs to no team.
	Promote(ctx context.Context, now time.Time) error
	// Claim takes entries of one team that are due, the longest due first, in a
	// transaction of its own. None is fine. It belongs to no team.
	Claim(ctx context.Context, c Claim) ([]Claimed, error)
	// NextDueAt is when the next entry is due that no worker has, which may have passed;
	// None without any. When a lease ends shows at the next Claim. It belongs to
	// no team.
	NextDueAt(ctx context.Context) (optional.Maybe[time.Time], error)
	// LockClaimed tells which entries the owner still has, and keeps others from taking
	// them until the transaction ends.
	LockClaimed(ctx context.Context, team id.Team, owner string, ids []decision.ProductID) (map[decision.ProductID]bool, error)
	// OutOfDate tells of which rows what their latest price was decided from is not so
	// any more: their entry has an edit that no decision knew, or a turn of the
	// schedule has come.
	OutOfDate(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) (map[decision.ProductID]bool, error)
	// Edits is the number of edits that the entry of a row has seen; 0 without one.
	Edits(ctx context.Context, team id.Team, product decision.ProductID) (int64, error)
	// MarkEditsSeen notes that a decision knew the first edits of a row; it is for decisions
	// that do not come from the queue.
	MarkEditsSeen(ctx context.Context, team id.Team, product decision.ProductID, edits int64) error
	// Finish gives back entries held in the same transaction. No entries:
	// nothing, without a statement.
	Finish(ctx context.Context, team id.Team, owner string, done []Finished) error
	// PricesResolved lets go of entries of rows whose price is no longer on its way, and
	// returns the turns of the rows that have one: they were woken meanwhile.
	PricesResolved(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) (map[decision.ProductID]time.Time, error)
	// Remove removes the entries of rows. No ids: nothing, without a statement.
	Remove(ctx context.Context, team id.Team, ids []decision.ProductID) error
}

// Wake is something that happened to rows, of any teams.
type Wake struct {
	Rows    []WakeRow
	Trigger history.Trigger
	Now     time.Time
	// AtOnce is for what does not wait for the least time between two evaluations.
	AtOnce bool
}

// WakeRow is a row that was woken.
type WakeRow struct {
	Team     id.Team
	ID       decision.ProductID
	Priority repricer.Priority
	// MinInterval is the least time between two evaluations of the row.
	MinInterval time.Duration
	// PriceInFlight is true while a price of the row is on its way.
	PriceInFlight bool
	// Offers is what was told of the row's offers, nil for nothing.
	Offers *decision.OfferSnapshot
}

// WakeMany wakes rows in one go.
type WakeMany struct {
	Trigger      history.Trigger
	Now          time.Time
	MinIntervals repricer.Intervals
	// All takes every row, and SellerID those of an account. Otherwise Strategies
	// takes the rows that name one of them, and Unnamed those that name none.
	All        bool
	SellerID   string
	Strategies []strategy.ID
	Unnamed    bool
}

// Claim asks for entries.
type Claim struct {
	// Owner names the claim, never used before.
	Owner    string
	Priority repricer.Priority
	Limit    int
	Now      time.Time
	Lease    time.Duration
	// Busy are teams whose entries are left to others.
	Busy []id.Team
}

// Claimed is an entry that was taken.
type Claimed struct {
	ID          decision.ProductID
	Team        id.Team
	Priority    repricer.Priority
	MinInterval time.Duration
	EnqueuedAt  time.Time
	Trigger     history.Trigger
	// Offers is the newest one of the row, nil for none. The evaluation of the row
	// unpacks it.
	Offers decision.PackedOffers
	// Edits counts what woke the row and was more than an event or a sweep: the
	// decision that follows knows them.
	Edits int64
	// Until is when the lease ends; zero for a row that is not on the queue.
	Until time.Time
}

// Finished is what becomes of an entry. Without At, Waits and Turns it is removed. An
// entry that was woken since it was taken stays, due after its pace or at once
// where what woke it asks for that.
type Finished struct {
	ID decision.ProductID
	// At puts the entry back until then.
	At optional.Maybe[time.Time]
	// PriceInFlight leaves the entry, if it stays, to what becomes of the row's price;
	// with Keep it stays also if nothing woke the row again.
	PriceInFlight bool
	Keep          bool
	// ScheduleAt is when the row is to be evaluated again whatever happens: its entry
	// stays until then, with Priority, as one that waits from then on by TriggerSchedule.
	// What wakes the row earlier makes it due earlier.
	ScheduleAt optional.Maybe[time.Time]
	Priority   repricer.Priority
	// OffersAt is the time of the offers that were looked at: those the entry
	// still has are forgotten unless they are newer. None keeps them.
	OffersAt optional.Maybe[time.Time]
	// Edits are those that the decision knew. An entry that stays undecided, by At or
	// Keep, has them still to come.
	Edits int64
	Now   time.Time
}
