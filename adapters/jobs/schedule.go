package jobs

import (
	"context"
	"errors"
	"time"

	"database/sql"

	"go.uber.org/zap"

	"sellingassistant/adapters/persistence/db"
	port "sellingassistant/ports/jobs"
)

// beginWithin bounds the time until a new schedule is due first.
const beginWithin = time.Minute

// keepSchedules enqueues periodic jobs when they are due, until ctx ends. Every process does so;
// the locked row of a schedule lets a single process enqueue.
func (w *Workers) keepSchedules(ctx context.Context) {
	due := make([]time.Time, len(w.schedules)) // zero: still unknown
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		for i, p := range w.schedules {
			if w.clock.Now().Before(due[i]) {
				continue
			}
			next, err := w.enqueueDue(ctx, p)
			if err != nil {
				if ctx.Err() == nil {
					w.log.Warn("a periodic job was not enqueued", zap.String("kind", p.Kind), zap.Error(err))
				}
				continue
			}
			due[i] = next
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// enqueueDue enqueues a periodic job if it is due and no other process has enqueued it. It returns
// the next due time.
func (w *Workers) enqueueDue(ctx context.Context, p port.Periodic) (next time.Time, err error) {
	err = w.store.InTx(ctx, func(ctx context.Context) error {
		now := w.clock.Now()
		due, every, err := w.schedule(ctx, p, now)
		switch {
		case err != nil:
			return err
		case every != p.Every:
			// The interval has changed: keep the due time only where it is earlier.
			if due.After(now.Add(p.Every)) {
				due = now.Add(p.Every)
			}
		case due.After(now):
			next = due
			return nil
		}
		if next = due; !due.After(now) {
			if _, err := w.queue.Enqueue(ctx, p.Request); err != nil {
				return err
			}
			next = following(due, p.Every, now)
		}
		_, err = w.store.Hot(ctx).Exec(ctx, "UPDATE job_schedules SET due_at = $1, every = $2 WHERE kind = $3",
			next.UnixMicro(), p.Every.Microseconds(), p.Kind)
		return db.Fault(err)
	})
	return next, err
}

// schedule reads and locks the row of a schedule. It inserts the row of a new schedule.
func (w *Workers) schedule(ctx context.Context, p port.Periodic, now time.Time) (due time.Time, every time.Duration, err error) {
	var dueAt, step int64
	hot := w.store.Hot(ctx)
	read := func() error {
		return hot.QueryRow(ctx, "SELECT due_at, every FROM job_schedules WHERE kind = $1"+w.store.ForUpdate(), p.Kind).Scan(&dueAt, &step)
	}
	err = read()
	if errors.Is(err, sql.ErrNoRows) {
		_, err = hot.Exec(ctx, "INSERT INTO job_schedules (kind, every, due_at) VALUES ($1, $2, $3) ON CONFLICT (kind) DO NOTHING",
			p.Kind, p.Every.Microseconds(), now.Add(min(p.Every, beginWithin)).UnixMicro())
		if err == nil {
			err = read()
		}
	}
	return db.FromMicros(dueAt), time.Duration(step) * time.Microsecond, db.Fault(err)
}

// following returns the first time after now in the schedule of due.
func following(due time.Time, every time.Duration, now time.Time) time.Time {
	return due.Add((now.Sub(due)/every + 1) * every)
}
