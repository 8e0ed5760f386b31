package jobs

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	mathrand "math/rand/v2"
	"runtime/debug"
	"time"

	"github.com/riverqueue/river"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	"go.uber.org/zap"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	port "sellingassistant/ports/jobs"
)

// worker runs the jobs of one kind.
type worker struct {
	river.WorkerDefaults[envelope]
	workers *Workers
	handler port.Handler
}

// run has a job that runs in this process.
type run struct {
	attempt   int
	cancel    context.CancelFunc
	cancelled bool // by Cancel, not by a timeout or a stop
}

func (k *worker) Timeout(*river.Job[envelope]) time.Duration {
	if k.handler.Timeout == 0 {
		return port.DefaultTimeout
	}
	return k.handler.Timeout
}

func (k *worker) NextRetry(j *river.Job[envelope]) time.Time {
	pause := retryPause(len(failures(j)) + 1)
	return time.Now().UTC().Add(max(pause, j.Args.retryAfter))
}

const (
	firstPause   = 2 * time.Second
	longestPause = time.Hour
	// jitter bounds the part of a pause that chance adds or takes.
	jitter = 0.2
)

// retryPause returns the pause after a job's n-th failure: three times the previous pause,
// up to an hour, with jitter.
func retryPause(n int) time.Duration {
	pause := float64(firstPause) * math.Pow(3, float64(min(max(n, 1), 20)-1))
	pause = min(pause, float64(longestPause))
	return time.Duration(pause * (1 + jitter*(2*mathrand.Float64()-1))) //nolint:gosec // jitter, not a secret
}

func (k *worker) Work(ctx context.Context, j *river.Job[envelope]) error {
	w := k.workers
	var from origin
	if err := json.Unmarshal(j.Metadata, &from); err != nil {
		return fmt.Errorf("read where the job comes from: %w", err)
	}
	ctx, span := w.traced(ctx, from, j)
	defer span.End()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r := w.enter(j.ID, j.Attempt, cancel)
	start := time.Now()
	err := k.call(ctx, w.jobOf(j).CancelledBy(func() bool { return w.cancelled(ctx, r) }))
	w.leave(j.ID, r)
	end, verdict := w.judge(ctx, j, r, err)
	if verdict != nil && end != handedBack && end != later {
		span.SetStatus(codes.Error, err.Error())
	}
	span.SetAttributes(attribute.String("job.outcome", string(end)))
	w.tell(ctx, j, end, err, time.Since(start))
	return verdict
}

// call runs the handler; a panic becomes an error with its stack.
func (k *worker) call(ctx context.Context, j port.Job) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicked{v, debug.Stack()}
		}
	}()
	return k.handler.Run(ctx, j)
}

type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v", p.value) }

func (w *Workers) jobOf(j *river.Job[envelope]) port.Job {
	job := port.Job{
		ID: port.ID(j.ID), Kind: j.Kind, Team: id.Team(j.Args.Team), Args: j.Args.Args,
		Queue: port.QueueName(j.Queue), Attempt: j.Attempt, Attempts: j.MaxAttempts, EnqueuedAt: j.CreatedAt,
		Failed: failures(j),
	}
	return job.FinishedBy(func(ctx context.Context) error { return w.finish(ctx, j.ID, j.Attempt) })
}

// failures returns the errors of earlier runs, without the runs that died with their process.
func failures(j *river.Job[envelope]) []string {
	var list []string
	for _, e := range j.Errors {
		if e.Error != processGone {
			list = append(list, e.Error)
		}
	}
	return list
}

// traced continues the request's trace in the context, or begins a new trace.
func (w *Workers) traced(ctx context.Context, from origin, j *river.Job[envelope]) (context.Context, trace.Span) {
	ctx = propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{"traceparent": from.Parent})
	ctx, span := w.queue.traces.Spans.Tracer("sellingassistant/adapters/jobs").Start(ctx, "job "+j.Kind,
		trace.WithSpanKind(trace.SpanKindConsumer), trace.WithAttributes(
			attribute.Int64("job.id", j.ID), attribute.String("job.kind", j.Kind),
			attribute.Int64("team", j.Args.Team), attribute.Int("job.attempt", j.Attempt)))
	if from.Trace == "" {
		if sc := span.SpanContext(); sc.HasTraceID() {
			from.Trace = sc.TraceID().String()
		} else {
			from.Trace = newTrace()
		}
	}
	return w.queue.traces.With(ctx, from.Trace), span
}

func newTrace() string {
	b := make([]byte, 16)
	_, _ = rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

func (w *Workers) enter(job int64, attempt int, cancel context.CancelFunc) *run {
	r := &run{attempt: attempt, cancel: cancel}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running[job] = r
	return r
}

// leave forgets a run, but not a later run of the same job.
func (w *Workers) leave(job int64, r *run) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.running[job] == r {
		delete(w.running, job)
	}
}

// outcome names the result of a run in the metrics.
type outcome string

const (
	done       outcome = "done"
	failed     outcome = "failed"    // will be retried
	givenUp    outcome = "given_up"  // no attempt left, or more would not help
	later      outcome = "later"     // asked to come again
	cancelled  outcome = "cancelled" // by an operator
	handedBack outcome = "handed_back"
)

// judge converts a handler's result for River.
func (w *Workers) judge(ctx context.Context, j *river.Job[envelope], r *run, err error) (outcome, error) {
	if err == nil {
		return done, nil
	}
	after, again := port.IsLater(err)
	switch {
	case w.cancelled(ctx, r):
		return cancelled, river.JobCancel(err)
	case again:
		return later, river.JobSnooze(after)
	case port.IsDead(err):
		return givenUp, river.JobCancel(err)
	case w.stopping.Load() && ctx.Err() != nil:
		return handedBack, river.JobSnooze(0)
	case j.Attempt >= j.MaxAttempts:
		return givenUp, err
	case w.jobOf(j).Last(err):
		return givenUp, river.JobCancel(err)
	}
	if f, ok := fault.As(err); ok && f.RetryAfter > 0 {
		j.Args.retryAfter = f.RetryAfter
	}
	return failed, err
}

// cancelled reports whether an operator cancelled the run.
func (w *Workers) cancelled(ctx context.Context, r *run) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return r.cancelled || errors.Is(context.Cause(ctx), river.ErrJobCancelledRemotely)
}

// Logs and counts a run.
func (w *Workers) tell(ctx context.Context, j *river.Job[envelope], end outcome, err error, took time.Duration) {
	w.numbers.ran(j.Kind, end, took)
	fields := []zap.Field{
		zap.Int64("job_id", j.ID), zap.String("kind", j.Kind), zap.Int64("team", j.Args.Team),
		zap.String("trace_id", w.queue.traces.Of(ctx)), zap.Int("attempt", j.Attempt),
		zap.String("outcome", string(end)), zap.Duration("took", took),
	}
	var p *panicked
	if errors.As(err, &p) {
		fields = append(fields, zap.ByteString("stack", p.stack))
	}
	switch end {
	case done, later:
		w.log.Info("job", fields...)
	case cancelled, handedBack:
		w.log.Info("job", append(fields, zap.Error(err))...)
	case failed:
		w.log.Warn("job", append(fields, zap.Error(err))...)
	case givenUp:
		w.log.Error("job", append(fields, zap.Error(err))...)
	}
}
