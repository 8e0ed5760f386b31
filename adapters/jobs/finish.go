package jobs

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"sellingassistant/adapters/persistence/db"
	port "sellingassistant/ports/jobs"
)

// sqlNow returns the present in the form of River's columns.
func sqlNow(d db.Dialect) string {
	if d == db.Postgres {
		return "now()"
	}
	return "datetime('now', 'subsec')"
}

// finish completes a job in the transaction of ctx, if this run still owns it: the attempt rises
// with every run. River's own JobCompleteTx does not check it. So a run that seemed dead could
// complete the job while the next run works on it.
func (w *Workers) finish(ctx context.Context, job int64, attempt int) error {
	if !w.store.InTransaction(ctx) {
		return fmt.Errorf("jobs: finish job %d outside a transaction", job)
	}
	n, err := w.store.Hot(ctx).Exec(ctx, "UPDATE river_job SET state = 'completed', finalized_at = "+sqlNow(w.store.Dialect())+
		" WHERE id = $1 AND attempt = $2 AND state = 'running'", job, int64(attempt))
	switch {
	case err != nil:
		return fmt.Errorf("finish job %d: %w", job, db.Fault(err))
	case n == 0:
		return fmt.Errorf("job %d: %w", job, port.ErrNotMine)
	}
	w.store.AfterCommit(ctx, func() { w.queue.ended.add(job) })
	return nil
}

// ended lists jobs that ended in a transaction of their own, until River reports their end too.
type ended struct {
	mu  sync.Mutex
	ids map[int64]struct{}
}

func newEnded() *ended { return &ended{ids: map[int64]struct{}{}} }

func (e *ended) add(job int64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ids[job] = struct{}{}
}

// take reports whether the job is in the list, and removes it.
func (e *ended) take(job int64) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, there := e.ids[job]
	delete(e.ids, job)
	return there
}

// executor saves redundant database calls. It also announces jobs that run again at once, which
// River would find only at its next poll.
type executor struct {
	riverdriver.Executor
	ended *ended
	// Announces that these queues have jobs.
	tell func(ctx context.Context, queues []string)
}

// atOnce bounds the time until a job is due for its queue to be announced.
const atOnce = 20 * time.Millisecond

func (x executor) JobSetStateIfRunningMany(ctx context.Context, p *riverdriver.JobSetStateIfRunningManyParams) ([]*rivertype.JobRow, error) {
	left := &riverdriver.JobSetStateIfRunningManyParams{Now: p.Now, Schema: p.Schema}
	for i, job := range p.ID {
		if x.ended.take(job) {
			continue
		}
		left.ID = append(left.ID, job)
		left.Attempt = append(left.Attempt, p.Attempt[i])
		left.ErrData = append(left.ErrData, p.ErrData[i])
		left.FinalizedAt = append(left.FinalizedAt, p.FinalizedAt[i])
		left.MetadataDoMerge = append(left.MetadataDoMerge, p.MetadataDoMerge[i])
		left.MetadataUpdates = append(left.MetadataUpdates, p.MetadataUpdates[i])
		left.ScheduledAt = append(left.ScheduledAt, p.ScheduledAt[i])
		left.State = append(left.State, p.State[i])
	}
	if len(left.ID) == 0 {
		return nil, nil
	}
	rows, err := x.Executor.JobSetStateIfRunningMany(ctx, left)
	var queues []string
	for _, row := range rows {
		if row.State == rivertype.JobStateAvailable && time.Until(row.ScheduledAt) < atOnce && !slices.Contains(queues, row.Queue) {
			queues = append(queues, row.Queue)
		}
	}
	if len(queues) > 0 {
		x.tell(ctx, queues)
	}
	return rows, err
}
