// Package jobs has a queue in memory for tests. It runs jobs only on demand.
package jobs

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	port "sellingassistant/ports/jobs"
)

// Queue keeps jobs in the order of their requests. It knows no transactions.
type Queue struct {
	now func() time.Time

	mu   sync.Mutex
	last port.ID
	jobs []entry
}

type entry struct {
	job    port.Job
	unique string
	due    time.Time
}

// New makes an empty queue.
func New(now func() time.Time) *Queue { return &Queue{now: now} }

// Enqueue adds a job, or returns the waiting job with the same Unique.
func (q *Queue) Enqueue(_ context.Context, r port.Request) (port.ID, error) {
	if err := r.Check(); err != nil {
		return 0, err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	twin := slices.IndexFunc(q.jobs, func(e entry) bool {
		return r.Unique != "" && e.unique == r.Unique && e.job.Kind == r.Kind && e.job.Team == r.Team
	})
	if twin >= 0 {
		return q.jobs[twin].job.ID, nil
	}
	q.last++
	j := port.Job{
		ID: q.last, Kind: r.Kind, Team: r.Team, Args: slices.Clone(r.Args), Queue: r.Queue,
		Attempts: r.Attempts, EnqueuedAt: q.now(),
	}
	if j.Args == nil {
		j.Args = []byte("{}")
	}
	if j.Queue == "" {
		j.Queue = port.Normal
	}
	if j.Attempts == 0 {
		j.Attempts = port.DefaultAttempts
	}
	q.jobs = append(q.jobs, entry{j, r.Unique, r.At})
	return q.last, nil
}

// Waiting returns the jobs that have not ended.
func (q *Queue) Waiting() []port.Job {
	q.mu.Lock()
	defer q.mu.Unlock()
	jobs := make([]port.Job, len(q.jobs))
	for i, e := range q.jobs {
		jobs[i] = e.job
	}
	return jobs
}

// Work runs each due job once, including jobs enqueued meanwhile, and returns the first failure. A
// job that failed or asked for Later remains for the next Work; a failed job is due at once.
func (q *Queue) Work(ctx context.Context, handlers ...port.Handler) error {
	seen := map[port.ID]bool{}
	var first error
	for {
		e, ok := q.next(seen)
		if !ok {
			return first
		}
		seen[e.job.ID] = true
		at := slices.IndexFunc(handlers, func(h port.Handler) bool { return h.Kind == e.job.Kind })
		if at < 0 {
			return fmt.Errorf("memory: no handler for %s", e.job.Kind)
		}
		err := handlers[at].Run(ctx, e.job)
		q.settle(e, err)
		if _, asked := port.IsLater(err); err != nil && !asked && first == nil {
			first = err
		}
	}
}

// next takes the first due job that was not seen.
func (q *Queue) next(seen map[port.ID]bool) (entry, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, e := range q.jobs {
		if !seen[e.job.ID] && !e.due.After(q.now()) {
			q.jobs[i].job.Attempt++
			return q.jobs[i], true
		}
	}
	return entry{}, false
}

func (q *Queue) settle(e entry, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	at := slices.IndexFunc(q.jobs, func(x entry) bool { return x.job.ID == e.job.ID })
	after, again := port.IsLater(err)
	switch {
	case again:
		q.jobs[at].due = q.now().Add(after)
		q.jobs[at].job.Attempt--
	case err == nil, port.IsDead(err), e.job.Attempt >= e.job.Attempts:
		q.jobs = slices.Delete(q.jobs, at, at+1)
	}
}
