package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.uber.org/zap"

	"sellingassistant/adapters/jobs"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/jobs"
)

func (w *world) list(f port.Filter) []port.ID {
	w.t.Helper()
	if f.Limit == 0 {
		f.Limit = 100
	}
	found, err := w.queue.List(w.t.Context(), f)
	require.NoError(w.t, err)
	ids := []port.ID{}
	for _, r := range found {
		ids = append(ids, r.ID)
	}
	return ids
}

func TestAListIsNarrowed(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		a := w.enqueue(port.Request{Kind: "test.a", Team: 1})
		b := w.enqueue(port.Request{Kind: "test.b", Team: 1, At: time.Now().Add(time.Hour)})
		c := w.enqueue(port.Request{Kind: "test.a", Team: 2})
		d := w.enqueue(port.Request{Kind: "test.a"})
		_, err := w.queue.Cancel(t.Context(), c)
		require.NoError(t, err)
		team := func(n id.Team) *id.Team { return &n }
		require.Equal(t, []port.ID{d, c, b, a}, w.list(port.Filter{}))
		require.Equal(t, []port.ID{d, c}, w.list(port.Filter{Limit: 2}))
		require.Equal(t, []port.ID{b, a}, w.list(port.Filter{Team: team(1)}))
		require.Equal(t, []port.ID{d}, w.list(port.Filter{Team: team(0)}))
		require.Equal(t, []port.ID{d, c, a}, w.list(port.Filter{Kind: "test.a"}))
		require.Equal(t, []port.ID{d, a}, w.list(port.Filter{State: port.Waiting}))
		require.Equal(t, []port.ID{b}, w.list(port.Filter{State: port.Scheduled}))
		require.Equal(t, []port.ID{c}, w.list(port.Filter{State: port.Cancelled}))
		require.Equal(t, []port.ID{a}, w.list(port.Filter{Team: team(1), Kind: "test.a", State: port.Waiting}))
		for _, s := range []port.State{port.Failed, port.Done, port.Running, port.Retrying} {
			require.Empty(t, w.list(port.Filter{State: s}), s)
		}
	})
}

func TestUnknownJobsAreMissing(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		for name, act := range map[string]func(context.Context, port.ID) (port.Record, error){
			"show": w.queue.Show, "retry": w.queue.Retry, "cancel": w.queue.Cancel,
		} {
			_, err := act(t.Context(), 4711)
			require.True(t, fault.Is(err, fault.CodeNotFound), "%s: %v", name, err)
		}
	})
}

func TestRetryLetsAnEndedJobRun(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		var fail, hold = true, make(chan struct{})
		p := w.work(doing("test.work", func(context.Context, port.Job) error {
			if fail {
				return errors.New("not yet")
			}
			return nil
		}))
		failed := w.enqueue(port.Request{Kind: "test.work", Attempts: 1, Unique: "u"})
		w.await(failed, port.Failed)
		p.stop()
		fail = false
		cancelled := w.enqueue(port.Request{Kind: "test.work"})
		_, err := w.queue.Cancel(ctx, cancelled)
		require.NoError(t, err)

		// Another job has its Unique now.
		twin := w.enqueue(port.Request{Kind: "test.work", Unique: "u", At: time.Now().Add(time.Hour)})
		require.NotEqual(t, failed, twin)
		_, err = w.queue.Retry(ctx, failed)
		require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
		_, err = w.queue.Cancel(ctx, twin)
		require.NoError(t, err)

		r, err := w.queue.Retry(ctx, failed)
		require.NoError(t, err)
		require.Equal(t, []any{port.Waiting, 1, 2}, []any{r.State, r.Attempt, r.Attempts})
		require.Nil(t, r.EndedAt)
		r, err = w.queue.Retry(ctx, cancelled)
		require.NoError(t, err)
		require.Equal(t, port.Waiting, r.State)

		running, run := once()
		w.work(doing("test.work", func(context.Context, port.Job) error { return nil }),
			doing("test.hold", func(context.Context, port.Job) error { run(); <-hold; return nil }))
		require.Len(t, w.await(failed, port.Done).Failures, 1)
		w.await(cancelled, port.Done)
		again, err := w.queue.Retry(ctx, cancelled)
		require.NoError(t, err, "a job that is done can run again")
		w.await(again.ID, port.Done)

		held := w.enqueue(port.Request{Kind: "test.hold"})
		jobWaits(t, running, "the run")
		_, err = w.queue.Retry(ctx, held)
		require.True(t, fault.Is(err, fault.CodeConflict), "%v", err)
		close(hold)
		w.await(held, port.Done)
		r, err = w.queue.Cancel(ctx, held)
		require.NoError(t, err)
		require.Equal(t, port.Done, r.State, "ended jobs stay")
	})
}

// number adds up a metric over the given labels.
func (w *world) number(name string, labels ...string) float64 {
	w.t.Helper()
	families, err := w.reg.Gather()
	require.NoError(w.t, err)
	sum := 0.0
	for _, f := range families {
		if f.GetName() != name {
			continue
		}
		for _, m := range f.GetMetric() {
			if has(m, labels) {
				sum += m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
			}
		}
	}
	return sum
}

func has(m *dto.Metric, labels []string) bool {
	found := 0
	for i := 0; i < len(labels); i += 2 {
		for _, l := range m.GetLabel() {
			if l.GetName() == labels[i] && l.GetValue() == labels[i+1] {
				found++
			}
		}
	}
	return found == len(labels)/2
}

func TestNumbersTellWhatRanAndWhatWaits(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		_, err := jobs.NewNumbers(w.store, w.reg, w.log)
		require.NoError(t, err)
		for range 3 {
			w.enqueue(port.Request{Kind: "test.work", Queue: port.Bulk})
		}
		w.enqueue(port.Request{Kind: "test.work", At: time.Now().Add(time.Hour)})
		past := w.enqueue(port.Request{Kind: "test.work", Queue: port.Urgent})
		now := "now() - interval '90 seconds'"
		if w.store.Dialect().String() == "sqlite" {
			now = "datetime('now', 'subsec', '-90 seconds')"
		}
		_, err = w.store.DB().ExecContext(t.Context(), "UPDATE river_job SET scheduled_at = "+now+" WHERE id = ?", int64(past))
		require.NoError(t, err)
		require.InDelta(t, 3, w.number("jobs_waiting", "lane", "bulk"), 0)
		require.InDelta(t, 0, w.number("jobs_waiting", "lane", "normal"), 0)
		require.InDelta(t, 1, w.number("jobs_waiting", "lane", "urgent"), 0)
		require.InDelta(t, 90, w.number("jobs_oldest_waiting_seconds", "lane", "urgent"), 10)
		require.InDelta(t, 0, w.number("jobs_oldest_waiting_seconds", "lane", "normal"), 0)
	})
}

func TestRunsAreCountedLoggedAndTraced(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		recorder := tracetest.NewSpanRecorder()
		provider := trace.NewTracerProvider(trace.WithSpanProcessor(recorder))
		w.spans = provider
		w.queue = w.newQueue()
		ctx, span := provider.Tracer("test").Start(t.Context(), "call")
		id, err := w.queue.Enqueue(withTrace(ctx, "of-the-call"), port.Request{Kind: "test.good", Team: 7})
		require.NoError(t, err)
		span.End()
		w.enqueue(port.Request{Kind: "test.bad", Attempts: 1})
		w.work(doing("test.good", func(context.Context, port.Job) error { return nil }),
			doing("test.bad", func(context.Context, port.Job) error { return errors.New("no") }))
		poll(t, "both runs", func() bool { return len(w.logs.FilterMessage("job").All()) == 2 })
		require.InDelta(t, 1, w.number("jobs_runs_total", "kind", "test.good", "outcome", "done"), 0)
		require.InDelta(t, 1, w.number("jobs_runs_total", "kind", "test.bad", "outcome", "given_up"), 0)
		require.InDelta(t, 1, w.number("jobs_run_seconds", "kind", "test.good"), 0)

		line := w.logs.FilterField(zap.String("kind", "test.good")).All()[0].ContextMap()
		require.Equal(t, []any{int64(id), int64(7), "of-the-call", "done", int64(1)},
			[]any{line["job_id"], line["team"], line["trace_id"], line["outcome"], line["attempt"]})
		poll(t, "the spans", func() bool { return len(recorder.Ended()) == 3 })
		for _, s := range recorder.Ended() {
			if s.Name() == "job test.good" {
				require.Equal(t, span.SpanContext().TraceID(), s.SpanContext().TraceID())
				require.Equal(t, span.SpanContext().SpanID(), s.Parent().SpanID())
			}
		}
	})
}

func TestWhatCannotWorkIsRefused(t *testing.T) {
	t.Parallel()
	fine := doing("test.work", func(context.Context, port.Job) error { return nil })
	for name, x := range map[string]struct {
		handlers []port.Handler
		periodic []port.Periodic
	}{
		"two handlers":          {handlers: []port.Handler{fine, fine}},
		"a handler of nothing":  {handlers: []port.Handler{{Kind: "test.work"}}},
		"a handler for a year":  {handlers: []port.Handler{{Kind: "test.work", Run: fine.Run, Timeout: 365 * 24 * time.Hour}}},
		"a bad kind":            {handlers: []port.Handler{{Kind: "work", Run: fine.Run}}},
		"a schedule of nothing": {handlers: []port.Handler{fine}, periodic: []port.Periodic{{Kind: "test.other", Every: time.Hour}}},
		"a schedule too dense":  {handlers: []port.Handler{fine}, periodic: []port.Periodic{{Kind: "test.work", Every: time.Millisecond}}},
		"two schedules":         {handlers: []port.Handler{fine}, periodic: []port.Periodic{{Kind: "test.work", Every: time.Hour}, {Kind: "test.work", Every: time.Hour}}},
	} {
		_, err := jobs.NewWorkers(jobs.Config{PerLane: 1}, &jobs.Queue{}, clock.System{}, nil, zap.NewNop(), x.handlers, x.periodic)
		require.Error(t, err, name)
	}
}
