package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	port "sellingassistant/ports/jobs"
)

// byOperator selects jobs that Cancel was called for; River uses the same state for jobs that gave
// up.
const byOperator = "(metadata ->> 'cancel_attempted_at') IS NOT NULL"

func (q *Queue) List(ctx context.Context, f port.Filter) ([]port.Record, error) {
	p := river.NewJobListParams().First(max(1, min(f.Limit, 1000))).OrderBy(river.JobListOrderByID, river.SortOrderDesc)
	if f.Kind != "" {
		p = p.Kinds(f.Kind)
	}
	if f.Team != nil {
		text := "CAST(args ->> 'team' AS BIGINT) = @team"
		if q.store.Dialect() == db.SQLite {
			// The column has the text as bytes, which SQLite would take for its own form of JSON.
			text = "CAST(args AS TEXT) ->> 'team' = @team"
		}
		p = p.Where(text, river.NamedArgs{"team": int64(*f.Team)})
	}
	switch f.State {
	case "":
	case port.Waiting:
		p = p.States(rivertype.JobStateAvailable, rivertype.JobStatePending)
	case port.Scheduled:
		p = p.States(rivertype.JobStateScheduled)
	case port.Retrying:
		p = p.States(rivertype.JobStateRetryable)
	case port.Running:
		p = p.States(rivertype.JobStateRunning)
	case port.Done:
		p = p.States(rivertype.JobStateCompleted)
	case port.Failed:
		p = p.States(rivertype.JobStateDiscarded, rivertype.JobStateCancelled).Where("(state = 'discarded' OR NOT (" + byOperator + "))")
	case port.Cancelled:
		p = p.States(rivertype.JobStateCancelled).Where(byOperator)
	}
	found, err := q.client.JobList(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("list jobs: %w", db.Fault(err))
	}
	list := make([]port.Record, len(found.Jobs))
	for i, row := range found.Jobs {
		if list[i], err = recordOf(row); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (q *Queue) Show(ctx context.Context, job port.ID) (port.Record, error) {
	row, err := q.client.JobGet(ctx, int64(job))
	return shown(row, err)
}

func shown(row *rivertype.JobRow, err error) (port.Record, error) {
	switch {
	case errors.Is(err, rivertype.ErrNotFound):
		return port.Record{}, fault.Missing()
	case err != nil:
		return port.Record{}, fmt.Errorf("read a job: %w", db.Fault(err))
	}
	return recordOf(row)
}

// Retry does not use River's own retry, which keeps the request to cancel, so that the job would
// end by it.
func (q *Queue) Retry(ctx context.Context, job port.ID) (port.Record, error) {
	now, without := sqlNow(q.store.Dialect()), "metadata - 'cancel_attempted_at'"
	if q.store.Dialect() == db.SQLite {
		without = "json_remove(metadata, '$.cancel_attempted_at')"
	}
	n, err := q.store.Hot(ctx).Exec(ctx, `UPDATE river_job SET state = 'available', scheduled_at = `+now+`, finalized_at = NULL,
		max_attempts = CASE WHEN attempt >= max_attempts THEN attempt + 1 ELSE max_attempts END, metadata = `+without+`
		WHERE id = $1 AND state <> 'running'`, int64(job))
	var twin *db.Unique
	if err = db.Fault(err); errors.As(err, &twin) {
		return port.Record{}, fault.New(fault.Conflict, fault.CodeConflict, "Another job does the same already.").Because(err)
	}
	if err != nil {
		return port.Record{}, fmt.Errorf("retry job %d: %w", job, err)
	}
	r, err := q.Show(ctx, job)
	if err != nil {
		return r, err
	}
	if n == 0 {
		return port.Record{}, fault.New(fault.Conflict, fault.CodeConflict, "The job is running.")
	}
	if q.store.Dialect() == db.SQLite {
		q.news.inserted(r.Queue)
	}
	return r, nil
}

// Cancel takes effect at once in a process on Postgres. On SQLite it takes effect with the
// process's next look at its jobs.
func (q *Queue) Cancel(ctx context.Context, job port.ID) (port.Record, error) {
	row, err := q.client.JobCancel(ctx, int64(job))
	return shown(row, err)
}

// states maps River's states to the port's.
var states = map[rivertype.JobState]port.State{
	rivertype.JobStateAvailable: port.Waiting, rivertype.JobStatePending: port.Waiting,
	rivertype.JobStateScheduled: port.Scheduled, rivertype.JobStateRetryable: port.Retrying,
	rivertype.JobStateRunning: port.Running, rivertype.JobStateCompleted: port.Done,
	rivertype.JobStateDiscarded: port.Failed, rivertype.JobStateCancelled: port.Cancelled,
}

// jobMetadata has the members that the queue reads. River adds others when a job is cancelled.
type jobMetadata struct {
	origin
	CancelAttemptedAt *string `json:"cancel_attempted_at"`
}

func recordOf(row *rivertype.JobRow) (port.Record, error) {
	var args envelope
	var from jobMetadata
	if err := errors.Join(json.Unmarshal(row.EncodedArgs, &args), json.Unmarshal(row.Metadata, &from)); err != nil {
		return port.Record{}, fmt.Errorf("read job %d: %w", row.ID, err)
	}
	r := port.Record{
		Job: port.Job{
			ID: port.ID(row.ID), Kind: row.Kind, Team: id.Team(args.Team), Args: args.Args, Queue: port.QueueName(row.Queue),
			Attempt: row.Attempt, Attempts: row.MaxAttempts, EnqueuedAt: row.CreatedAt,
		},
		State: states[row.State], Unique: args.Unique, Trace: from.Trace,
		DueAt: row.ScheduledAt, StartedAt: row.AttemptedAt, EndedAt: row.FinalizedAt,
	}
	if r.State == port.Cancelled && from.CancelAttemptedAt == nil {
		r.State = port.Failed
	}
	for _, e := range row.Errors {
		r.Failures = append(r.Failures, port.Failure{Attempt: e.Attempt, At: e.At, Text: e.Error})
	}
	return r, nil
}
