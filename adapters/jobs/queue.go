package jobs

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	"go.uber.org/zap"

	"sellingassistant/adapters/persistence/db"
	port "sellingassistant/ports/jobs"
)

// Traces connects jobs with the trace ids in contexts.
type Traces struct {
	// Of returns the trace id of a context, or "".
	Of func(ctx context.Context) string
	// With returns a context with a trace id.
	With func(ctx context.Context, id string) context.Context
	// Spans makes the spans of jobs.
	Spans trace.TracerProvider
}

// Queue implements the port's Queue and Operator.
type Queue struct {
	store  *db.Store
	news   news
	ended  *ended
	traces Traces
	client client
	insert insert
}

// tellEvery has the shortest time between two notifications of a queue on Postgres; a job that
// comes sooner is found by the next poll.
const tellEvery = time.Millisecond

// NewQueue makes no call to the database.
func NewQueue(s *db.Store, t Traces, log *zap.Logger) (*Queue, error) {
	q := &Queue{store: s, news: newNews(), ended: newEnded(), traces: t}
	var err error
	q.client, q.insert, err = newClient(s, q.news, q.ended, &river.Config{
		Logger: quietLog(log), FetchCooldown: tellEvery,
	})
	if err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	return q, nil
}

// waitingStates lists the states in which a job joins requests to itself.
var waitingStates = []rivertype.JobState{
	rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable,
	rivertype.JobStateRunning, rivertype.JobStateScheduled,
}

func (q *Queue) Enqueue(ctx context.Context, r port.Request) (port.ID, error) {
	if err := r.Check(); err != nil {
		return 0, err
	}
	args := envelope{kind: r.Kind, Team: int64(r.Team), Unique: r.Unique, Args: r.Args}
	if len(args.Args) == 0 {
		args.Args = json.RawMessage("{}")
	}
	if !bytes.HasPrefix(bytes.TrimSpace(args.Args), []byte("{")) || !json.Valid(args.Args) {
		return 0, fmt.Errorf("jobs: %s: the arguments are not a JSON object", r.Kind)
	}
	o, err := q.options(ctx, r)
	if err != nil {
		return 0, err
	}
	if q.store.InTransaction(ctx) {
		return q.put(ctx, args, o)
	}
	var job port.ID
	err = q.store.InTx(ctx, func(ctx context.Context) (err error) {
		job, err = q.put(ctx, args, o)
		return err
	})
	return job, err
}

func (q *Queue) put(ctx context.Context, args envelope, o *river.InsertOpts) (port.ID, error) {
	result, err := q.insert(ctx, args, o)
	if err != nil {
		return 0, fmt.Errorf("enqueue %s: %w", args.kind, db.Fault(err))
	}
	if q.store.Dialect() == db.SQLite && !result.UniqueSkippedAsDuplicate {
		q.store.AfterCommit(ctx, func() { q.news.inserted(port.QueueName(o.Queue)) })
	}
	return port.ID(result.Job.ID), nil
}

func (q *Queue) options(ctx context.Context, r port.Request) (*river.InsertOpts, error) {
	from := origin{Trace: q.traces.Of(ctx)}
	carrier := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, carrier)
	from.Parent = carrier.Get("traceparent")
	metadata, err := json.Marshal(from)
	if err != nil {
		return nil, fmt.Errorf("enqueue %s: %w", r.Kind, err)
	}
	o := &river.InsertOpts{
		MaxAttempts: r.Attempts, Metadata: metadata, Queue: string(r.Queue), ScheduledAt: r.At,
	}
	if o.MaxAttempts == 0 {
		o.MaxAttempts = port.DefaultAttempts
	}
	if o.Queue == "" {
		o.Queue = string(port.Normal)
	}
	if r.Unique != "" {
		o.UniqueOpts = river.UniqueOpts{ByArgs: true, ByState: waitingStates}
	}
	return o, nil
}
