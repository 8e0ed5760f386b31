package jobs

import (
	"context"
	"encoding/json"
	"time"

	"github.com/riverqueue/river/rivertype"
	"go.uber.org/zap"

	"sellingassistant/adapters/persistence/db"
)

const (
	// watchEvery has the interval at which a process reports that it is alive, while it runs jobs,
	// and checks all running jobs.
	watchEvery = time.Second
	// deadAfter bounds a process's silence before its jobs go to others. Including polling and the
	// way back into a queue, a job continues within ten seconds.
	deadAfter = 5 * time.Second
	// lostAfter does the same for a job that this process should run but does not know. Either the
	// answer to the claim got lost, or River gave up reporting its end.
	lostAfter = 30 * time.Second
	// forgetAfter bounds how long the row of a dead process is kept.
	forgetAfter = time.Hour
	// maxWatched bounds the running jobs that are checked at a time.
	maxWatched = 1000
)

// watched has a running job of the database.
type watched struct {
	id      int64
	kind    string
	attempt int64
	worker  string
	beat    *int64
	cancel  bool
}

// life has the values that change while a job makes progress.
type life struct {
	attempt int64
	beat    int64
}

// sight has the time of first seeing a life unchanged, by this process's own clock.
type sight struct {
	life
	since time.Time
}

// watch checks the running jobs, here and elsewhere, until ctx ends. Only this process's own
// observation decides that another process is dead. So neither differing clocks nor an outage of
// the database make a live process look dead.
func (w *Workers) watch(ctx context.Context) {
	seen := map[int64]sight{}
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		if err := w.look(ctx, seen); err != nil && ctx.Err() == nil {
			w.log.Warn("running jobs were not looked after", zap.Error(err))
			clear(seen)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (w *Workers) look(ctx context.Context, seen map[int64]sight) error {
	ctx, cancel := context.WithTimeout(ctx, deadAfter)
	defer cancel()
	if len(w.ids()) > 0 {
		if err := w.beat(ctx); err != nil {
			return err
		}
	}
	jobs, err := w.runningJobs(ctx)
	if err != nil {
		return err
	}
	now := time.Now()
	there := map[int64]bool{}
	for _, j := range jobs {
		there[j.id] = true
		if w.mine(j) {
			delete(seen, j.id)
			continue
		}
		current := life{attempt: j.attempt}
		if j.beat != nil {
			current.beat = *j.beat
		}
		s, known := seen[j.id]
		if !known || s.life != current {
			seen[j.id] = sight{current, now}
			continue
		}
		wait := deadAfter
		if j.worker == w.client.ID() {
			wait = lostAfter
		}
		if now.Sub(s.since) < wait {
			continue
		}
		if err := w.rescue(ctx, j); err != nil {
			return err
		}
		delete(seen, j.id)
	}
	for id := range seen {
		if !there[id] {
			delete(seen, id)
		}
	}
	return nil
}

// mine reports whether the job runs in this process, and passes on a cancellation.
func (w *Workers) mine(j watched) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	r := w.running[j.id]
	if r == nil || int64(r.attempt) != j.attempt {
		return false
	}
	if j.cancel && !r.cancelled {
		r.cancelled = true
		r.cancel()
	}
	return true
}

func (w *Workers) beat(ctx context.Context) error {
	_, err := w.store.Hot(ctx).Exec(ctx, `INSERT INTO job_workers (id, beat) VALUES ($1, $2)
		ON CONFLICT (id) DO UPDATE SET beat = excluded.beat`, w.client.ID(), w.clock.Now().UnixMicro())
	return db.Fault(err)
}

// forget removes the rows of this process and of long dead processes.
func (w *Workers) forget(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, handBackWithin)
	defer cancel()
	_, err := w.store.Hot(ctx).Exec(ctx, "DELETE FROM job_workers WHERE id = $1 OR beat < $2",
		w.client.ID(), w.clock.Now().Add(-forgetAfter).UnixMicro())
	if err != nil {
		w.log.Warn("the row of this worker was not removed", zap.Error(err))
	}
}

// lastWorker returns the SQL of the worker that claimed a job last.
func lastWorker(d db.Dialect) string {
	if d == db.Postgres {
		return "attempted_by[cardinality(attempted_by)]"
	}
	return "json_extract(attempted_by, '$[#-1]')"
}

func (w *Workers) runningJobs(ctx context.Context) ([]watched, error) {
	by := lastWorker(w.store.Dialect())
	rows, err := w.store.Hot(ctx).Query(ctx, `SELECT j.id, j.kind, attempt, `+by+`, beat, (metadata ->> 'cancel_attempted_at') IS NOT NULL
		FROM river_job j LEFT JOIN job_workers w ON w.id = `+by+`
		WHERE state = 'running' ORDER BY j.id LIMIT $1`, int64(maxWatched))
	if err != nil {
		return nil, db.Fault(err)
	}
	defer rows.Close()
	var list []watched
	for rows.Next() {
		var j watched
		if err := rows.Scan(&j.id, &j.kind, &j.attempt, &j.worker, &j.beat, &j.cancel); err != nil {
			return nil, db.Fault(err)
		}
		list = append(list, j)
	}
	return list, db.Fault(rows.Err())
}

// processGone marks the failure of a job after the death of its process.
const processGone = "the process that ran the job is gone"

// longestAfterDeath bounds the pause of a job after the death of its process.
const longestAfterDeath = time.Minute

// rescue returns the job of a dead process to the queue. That counts as a failed attempt, since the
// job may have killed the process. From its second death on the job waits, at most
// longestAfterDeath, because most deaths have another cause. It fails when its attempts are used
// up. A job that resumes waits for a moment only, and may go on for ever.
func (w *Workers) rescue(ctx context.Context, j watched) error {
	now := time.Now().UTC()
	told, err := json.Marshal(rivertype.AttemptError{At: now, Attempt: int(j.attempt), Error: processGone})
	if err != nil {
		return err
	}
	failed, pause := j.attempt, time.Duration(0)
	switch {
	case w.resumes[j.kind]:
		failed, pause = j.attempt-1, firstPause
	case j.attempt > 1:
		pause = min(retryPause(int(j.attempt)-1), longestAfterDeath)
	}
	n, err := w.store.Hot(ctx).Exec(
		ctx, rescueText(w.store.Dialect()), j.id, j.attempt, string(told), int64(pause/time.Millisecond), failed,
	)
	if err != nil {
		return db.Fault(err)
	}
	if n > 0 {
		w.numbers.rescued()
		w.log.Warn("a job of a dead process was taken over", zap.Int64("job_id", j.id),
			zap.Int64("attempt", j.attempt), zap.String("worker", j.worker))
	}
	return nil
}

// rescueText changes the job $1 of the attempt $2: $3 is the failure, $4 the pause in milliseconds,
// $5 the number of failed attempts. It leaves the failure out if the attempt did not fail.
func rescueText(d db.Dialect) string {
	const state = `CASE WHEN (metadata ->> 'cancel_attempted_at') IS NOT NULL THEN 'cancelled'
		WHEN $5 >= max_attempts THEN 'discarded' ELSE 'available' END`
	const ends = `(metadata ->> 'cancel_attempted_at') IS NOT NULL OR $5 >= max_attempts`
	const which = ` WHERE id = $1 AND attempt = $2 AND state = 'running'`
	if d == db.Postgres {
		return `UPDATE river_job SET state = (` + state + `)::river_job_state, attempt = $5::bigint,
			finalized_at = CASE WHEN ` + ends + ` THEN now() END,
			scheduled_at = now() + make_interval(secs => $4::bigint / 1000.0),
			errors = CASE WHEN $5 = attempt THEN array_append(errors, $3::jsonb) ELSE errors END` + which
	}
	return `UPDATE river_job SET state = ` + state + `, attempt = $5,
		finalized_at = CASE WHEN ` + ends + ` THEN datetime('now', 'subsec') END,
		scheduled_at = datetime('now', 'subsec', ($4 / 1000.0) || ' seconds'),
		errors = CASE WHEN $5 = attempt THEN json_insert(coalesce(errors, json('[]')), '$[#]', json($3)) ELSE errors END` + which
}
