package queue

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/decision/canon"
	queueports "sellingassistant/ports/repricer/queue"
)

// EvaluationQueue stores the rows to be evaluated, on both databases.
type EvaluationQueue struct {
	store *db.Store
	texts dueTexts
}

func NewEvaluationQueue(s *db.Store) *EvaluationQueue { return &EvaluationQueue{s, newTexts(s)} }

var _ queueports.EvaluationQueue = (*EvaluationQueue)(nil)

// Priorities lists the priorities by number, the fastest first.
var Priorities = []repricer.Priority{repricer.PriorityFast, repricer.PriorityNormal, repricer.PriorityLow}

func priorityNumber(p repricer.Priority) int64 { return int64(slices.Index(Priorities, p)) }

func (d *EvaluationQueue) Wake(ctx context.Context, w queueports.Wake) (map[decision.ProductID]time.Time, error) {
	out := make(map[decision.ProductID]time.Time, len(w.Rows))
	if len(w.Rows) == 0 {
		return out, nil
	}
	rows := make([]wakeRow, len(w.Rows))
	for i, row := range w.Rows {
		rows[i] = wakeRow{
			Team: row.Team, Product: int64(row.ID), Lane: priorityNumber(row.Priority), Pace: row.MinInterval.Microseconds(), Waits: row.PriceInFlight,
		}
		if row.Offers != nil {
			rows[i].Offers, rows[i].OffersAt = canon.Pack(*row.Offers), new(db.Micros(row.Offers.At))
		}
	}
	args, err := wakeRows.Args(d.store.Dialect(), rows)
	if err != nil {
		return nil, err
	}
	args = append([]any{db.Micros(w.Now), string(w.Trigger), w.AtOnce}, args...)
	var product int64
	var due *int64
	n := 0
	err = db.Each(d.store.HotWrite(ctx).Query(ctx, d.texts.wake, args...))(func() {
		n++
		if due != nil {
			out[decision.ProductID(product)] = db.FromMicros(*due)
		}
	}, &product, &due)
	return out, db.Written(int64(n), len(w.Rows), err)
}

func (d *EvaluationQueue) WakeMany(ctx context.Context, team id.Team, m queueports.WakeMany) (int64, error) {
	args := []any{
		int64(team), db.Micros(m.Now), string(m.Trigger),
		seconds(m.MinIntervals.Fast), seconds(m.MinIntervals.Normal), seconds(m.MinIntervals.Low),
	}
	text := d.texts.wakeAll
	switch {
	case m.All:
	case m.SellerID != "":
		text, args = d.texts.wakeAccount, append(args, m.SellerID)
	default:
		text, args = d.texts.wakeUsers, append(args, d.store.IDsArg(db.Plain(m.Strategies)), m.Unnamed)
	}
	n, err := d.store.Hot(ctx).Exec(ctx, text, args...)
	return n, db.Fault(err)
}

func seconds(n int) int64 { return (time.Duration(n) * time.Second).Microseconds() }

func (d *EvaluationQueue) Promote(ctx context.Context, now time.Time) error {
	return d.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := d.store.Hot(ctx).Exec(ctx, d.texts.promote, db.Micros(now)); err != nil {
			return db.Fault(err)
		}
		_, err := d.store.Hot(ctx).Exec(ctx, d.texts.free, db.Micros(now))
		return db.Fault(err)
	})
}

func (d *EvaluationQueue) Claim(ctx context.Context, c queueports.Claim) ([]queueports.Claimed, error) {
	team, found, err := d.nextTeam(ctx, c)
	if err != nil || !found {
		return nil, err
	}
	var out []queueports.Claimed
	// Losing the lease in a crash is safe, because LockClaimed checks its owner.
	err = d.store.InLazyTx(ctx, func(ctx context.Context) error {
		out, err = d.take(ctx, team, c)
		return err
	})
	// An update returns rows in any order.
	slices.SortFunc(out, func(a, b queueports.Claimed) int { return cmp.Compare(a.ID, b.ID) })
	return out, err
}

// nextTeam returns the idle team with the oldest due entry. It looks through all teams of the
// priority only if a busy team comes first.
func (d *EvaluationQueue) nextTeam(ctx context.Context, c queueports.Claim) (id.Team, bool, error) {
	lane, now := priorityNumber(c.Priority), db.Micros(c.Now)
	var team int64
	err := d.store.Hot(ctx).QueryRow(ctx, firstDue, lane, now).Scan(&team)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return 0, false, nil
	case err != nil:
		return 0, false, db.Fault(err)
	case !slices.Contains(c.Busy, id.Team(team)):
		return id.Team(team), true, nil
	}
	var best, first int64
	var since *int64
	err = db.Each(d.store.Hot(ctx).Query(ctx, dueTeams, lane, now))(func() {
		if since != nil && !slices.Contains(c.Busy, id.Team(team)) && (best == 0 || *since < first) {
			best, first = team, *since
		}
	}, &team, &since)
	return id.Team(best), best > 0, err
}

func (d *EvaluationQueue) take(ctx context.Context, team id.Team, c queueports.Claim) ([]queueports.Claimed, error) {
	var out []queueports.Claimed
	one := queueports.Claimed{Team: team, Priority: c.Priority, Until: c.Now.Add(c.Lease)}
	var pace, since int64
	err := db.Each(d.store.HotWrite(ctx).Query(ctx, d.texts.claim,
		int64(team), priorityNumber(c.Priority), db.Micros(c.Now), int64(c.Limit), db.Micros(c.Now.Add(c.Lease)), c.Owner))(func() {
		one.MinInterval, one.EnqueuedAt = time.Duration(pace)*time.Microsecond, db.FromMicros(since)
		out = append(out, one)
	}, (*int64)(&one.ID), &pace, &since, (*string)(&one.Trigger), (*[]byte)(&one.Offers), &one.Edits)
	return out, err
}

func (d *EvaluationQueue) NextDueAt(ctx context.Context) (optional.Maybe[time.Time], error) {
	var next, at *int64
	err := db.Each(d.store.Hot(ctx).Query(ctx, nextDue))(func() {
		if at != nil && (next == nil || *at < *next) {
			next = new(*at)
		}
	}, &at)
	return record.Maybe(next, db.FromMicros), err
}

func (d *EvaluationQueue) LockClaimed(ctx context.Context, team id.Team, owner string, ids []decision.ProductID) (map[decision.ProductID]bool, error) {
	if len(ids) == 0 {
		return map[decision.ProductID]bool{}, nil
	}
	return d.rows(ctx, d.texts.hold, int64(team), owner, d.store.IDsArg(db.Plain(ids)))
}

func (d *EvaluationQueue) OutOfDate(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) (map[decision.ProductID]bool, error) {
	if len(ids) == 0 {
		return map[decision.ProductID]bool{}, nil
	}
	return d.rows(ctx, d.texts.outOfDate, int64(team), db.Micros(now), d.store.IDsArg(db.Plain(ids)))
}

func (d *EvaluationQueue) Edits(ctx context.Context, team id.Team, product decision.ProductID) (n int64, err error) {
	err = d.store.Hot(ctx).QueryRow(ctx, "SELECT edits FROM repricer_due WHERE team_id = $1 AND product_id = $2", int64(team), int64(product)).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return n, db.Fault(err)
}

func (d *EvaluationQueue) MarkEditsSeen(ctx context.Context, team id.Team, product decision.ProductID, edits int64) error {
	_, err := d.store.Hot(ctx).Exec(ctx, d.texts.answer, int64(team), int64(product), edits)
	return db.Fault(err)
}

// rows returns the ids that a statement returns.
func (d *EvaluationQueue) rows(ctx context.Context, text string, args ...any) (map[decision.ProductID]bool, error) {
	out := map[decision.ProductID]bool{}
	var product int64
	err := db.Each(d.store.Hot(ctx).Query(ctx, text, args...))(func() {
		out[decision.ProductID(product)] = true
	}, &product)
	return out, err
}

func (d *EvaluationQueue) Finish(ctx context.Context, team id.Team, owner string, done []queueports.Finished) error {
	if len(done) == 0 {
		return nil
	}
	done = slices.Clone(done)
	slices.SortFunc(done, func(a, b queueports.Finished) int { return cmp.Compare(a.ID, b.ID) })
	ids, rows := make([]int64, len(done)), make([]finishedRow, len(done))
	for i, f := range done {
		ids[i] = int64(f.ID)
		rows[i] = finishedRow{
			Product: ids[i], Next: moment(f.At), Waits: f.PriceInFlight, Keep: f.Keep || f.At.Known(), Seen: moment(f.OffersAt),
			Now: db.Micros(f.Now), Turns: moment(f.ScheduleAt), Lane: priorityNumber(f.Priority), Edits: f.Edits,
		}
	}
	args, err := finishedRows.Args(d.store.Dialect(), rows)
	if err != nil {
		return err
	}
	args = append([]any{int64(team), owner}, args...)
	// The first statement returns entries to the queue without an owner, so the second statement
	// deletes only the rest.
	back, err := d.store.Hot(ctx).Exec(ctx, d.texts.back, args...)
	if err != nil {
		return db.Fault(err)
	}
	gone, err := d.store.Hot(ctx).Exec(ctx, d.texts.done, int64(team), owner, d.store.IDsArg(ids))
	return db.Written(back+gone, len(done), err)
}

func moment(m optional.Maybe[time.Time]) *int64 { return record.Number(m, db.Micros) }

func (d *EvaluationQueue) PricesResolved(ctx context.Context, team id.Team, ids []decision.ProductID, now time.Time) (map[decision.ProductID]time.Time, error) {
	out := make(map[decision.ProductID]time.Time, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	var product, at int64
	err := db.Each(d.store.HotWrite(ctx).Query(ctx, d.texts.resume, int64(team), db.Micros(now), d.store.IDsArg(db.Plain(ids))))(func() {
		out[decision.ProductID(product)] = db.FromMicros(at)
	}, &product, &at)
	return out, err
}

func (d *EvaluationQueue) Remove(ctx context.Context, team id.Team, ids []decision.ProductID) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := d.store.Hot(ctx).Exec(ctx, d.texts.drop, int64(team), d.store.IDsArg(db.Plain(ids)))
	return db.Fault(err)
}
