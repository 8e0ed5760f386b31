package store_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
	port "sellingassistant/ports/jobs"
)

func TestAJobGetsWhatItsRequestSaid(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		got := make(chan port.Job, 1)
		traces := make(chan string, 1)
		w.work(doing("test.work", func(ctx context.Context, j port.Job) error {
			traces <- traceOf(ctx)
			got <- j
			return nil
		}))
		before := time.Now()
		id, err := w.queue.Enqueue(withTrace(t.Context(), "4bf92f3577b34da6a3ce929d0e0e4736"), port.Request{
			Kind: "test.work", Team: 7, Args: []byte(`{"sku":"ü-'1","n":9007199254740993}`), Unique: "u", Attempts: 3, Queue: port.Urgent,
		})
		require.NoError(t, err)
		j := <-got
		require.Equal(t, "4bf92f3577b34da6a3ce929d0e0e4736", <-traces)
		require.JSONEq(t, `{"sku":"ü-'1","n":9007199254740993}`, string(j.Args))
		require.Contains(t, string(j.Args), "9007199254740993", "digits beyond a float")
		require.WithinRange(t, j.EnqueuedAt, before.Add(-time.Minute), before.Add(time.Minute))
		require.Equal(t, []any{id, "test.work", 7, port.Urgent, 1, 3},
			[]any{j.ID, j.Kind, int(j.Team), j.Queue, j.Attempt, j.Attempts})
		r := w.await(id, port.Done)
		require.NotNil(t, r.StartedAt)
		require.NotNil(t, r.EndedAt)
		require.Equal(t, []any{"u", "4bf92f3577b34da6a3ce929d0e0e4736"}, []any{r.Unique, r.Trace})

		w.enqueue(port.Request{Kind: "test.work"})
		j = <-got
		require.Equal(t, []any{"{}", 0, port.Normal, 10}, []any{string(j.Args), int(j.Team), j.Queue, j.Attempts})
		require.Regexp(t, "^[0-9a-f]{32}$", <-traces, "a trace of its own")
	})
}

func TestARequestJoinsTheTransaction(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		var lost, undone, kept port.ID
		add := func(ctx context.Context, to *port.ID) (err error) {
			*to, err = w.queue.Enqueue(ctx, port.Request{Kind: "test.work"})
			return err
		}
		wrong := errors.New("wrong")
		require.ErrorIs(t, w.store.InTx(ctx, func(ctx context.Context) error {
			require.NoError(t, add(ctx, &lost))
			return wrong
		}), wrong)
		require.NoError(t, w.store.InTx(ctx, func(ctx context.Context) error {
			require.NoError(t, add(ctx, &kept))
			require.ErrorIs(t, w.store.InTx(ctx, func(ctx context.Context) error {
				require.NoError(t, add(ctx, &undone))
				return wrong
			}), wrong)
			// It is not visible before the commit.
			found, err := w.queue.List(t.Context(), port.Filter{Limit: 10})
			require.NoError(t, err)
			require.Empty(t, found)
			return nil
		}))
		found, err := w.queue.List(ctx, port.Filter{Limit: 10})
		require.NoError(t, err)
		require.Len(t, found, 1)
		require.Equal(t, kept, found[0].ID)
		require.Panics(t, func() {
			_ = w.store.InTx(ctx, func(ctx context.Context) error {
				require.NoError(t, add(ctx, &lost))
				panic("in the middle")
			})
		})
		w.work(w.writing("test.work"))
		w.await(kept, port.Done)
		rows, _ := w.effects()
		require.EqualValues(t, 1, rows)
	})
}

func TestUniqueJoinsWhatWaitsOrRuns(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		r := port.Request{Kind: "test.work", Team: 1, Unique: "a", Args: []byte(`{"n":1}`)}
		first := w.enqueue(r)
		r.Args = []byte(`{"n":2}`)
		require.Equal(t, first, w.enqueue(r), "waiting")
		for name, other := range map[string]port.Request{
			"another team":  {Kind: "test.work", Team: 2, Unique: "a"},
			"another kind":  {Kind: "test.other", Team: 1, Unique: "a"},
			"another thing": {Kind: "test.work", Team: 1, Unique: "b"},
			"nothing":       {Kind: "test.work", Team: 1},
		} {
			require.NotEqual(t, first, w.enqueue(other), name)
		}
		require.NotEqual(t, w.enqueue(port.Request{Kind: "test.work"}), w.enqueue(port.Request{Kind: "test.work"}))

		runs, running := once()
		go1, release := once()
		w.work(doing("test.work", func(_ context.Context, j port.Job) error {
			if j.ID == first {
				running()
				<-go1
			}
			return nil
		}), doing("test.other", func(context.Context, port.Job) error { return nil }))
		jobWaits(t, runs, "the first to run")
		require.Equal(t, first, w.enqueue(r), "running")
		release()
		w.await(first, port.Done)
		second := w.enqueue(r)
		require.NotEqual(t, first, second, "the first has ended")
		require.JSONEq(t, `{"n":2}`, string(w.await(second, port.Done).Args))
	})
}

// Of many that ask at once one makes the job.
func TestUniqueHoldsInARace(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		ids := make(chan port.ID, 20)
		for range cap(ids) {
			go func() {
				id, err := w.queue.Enqueue(context.Background(), port.Request{Kind: "test.work", Unique: "one"})
				if err != nil {
					t.Error(err)
				}
				ids <- id
			}()
		}
		first := <-ids
		for range cap(ids) - 1 {
			require.Equal(t, first, <-ids)
		}
	})
}

func TestADelayedJobWaits(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		started := make(chan time.Time, 2)
		w.work(doing("test.work", func(context.Context, port.Job) error { started <- time.Now(); return nil }))
		at := time.Now().Add(1500 * time.Millisecond)
		soon := w.enqueue(port.Request{Kind: "test.work", At: at})
		late := w.enqueue(port.Request{Kind: "test.work", At: at.Add(time.Hour)})
		require.Equal(t, port.Scheduled, w.show(late).State)
		require.WithinDuration(t, at.Add(time.Hour), w.show(late).DueAt, 2*time.Millisecond)
		// SQLite keeps milliseconds.
		require.False(t, (<-started).Before(at.Add(-time.Millisecond)))
		w.await(soon, port.Done)
		require.Equal(t, port.Scheduled, w.show(late).State)
	})
}

func TestAFailureIsTriedAgainAndGivenUp(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		var runs atomic.Int64
		w.work(doing("test.fail", func(_ context.Context, j port.Job) error {
			if runs.Add(1) == 2 {
				panic("second")
			}
			return errors.New("first")
		}))
		id := w.enqueue(port.Request{Kind: "test.fail", Attempts: 2})
		// The pause after the first attempt is about two seconds.
		r := w.await(id, port.Failed)
		require.EqualValues(t, 2, runs.Load())
		require.Len(t, r.Failures, 2)
		require.Equal(t, []any{1, "first", 2, "panic: second"},
			[]any{r.Failures[0].Attempt, r.Failures[0].Text, r.Failures[1].Attempt, r.Failures[1].Text})
		require.GreaterOrEqual(t, r.Failures[1].At.Sub(r.Failures[0].At), 1500*time.Millisecond)
		require.NotNil(t, r.EndedAt)
		stacks := w.logs.FilterFieldKey("stack").All()
		require.Len(t, stacks, 1, "a panic tells where")
		require.Contains(t, stacks[0].ContextMap()["stack"], "queue_test.go")
		require.Empty(t, w.logs.FilterLoggerName("jobs.river").All(), "each run is logged once")
	})
}

func TestAJobThatFailsForOneReasonIsGivenUp(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		w.work(doing("test.fail", func(_ context.Context, j port.Job) error {
			if len(j.Failed) != j.Attempt-1 {
				return errors.New("the failures before are not known")
			}
			return fmt.Errorf("cannot reserve 0 tokens, run %d", j.Attempt)
		}))
		id := w.enqueue(port.Request{Kind: "test.fail", Attempts: port.MaxAttempts})
		for n := 1; n < 5; n++ {
			poll(t, "the failure of a run", func() bool {
				r := w.show(id)
				return len(r.Failures) >= n && r.State != port.Running
			})
			// The pause before the second run is short: it may have begun.
			if _, err := w.queue.Retry(t.Context(), id); n > 1 {
				require.NoError(t, err)
			}
		}
		r := w.await(id, port.Failed)
		require.Equal(t, 5, r.Attempt)
		require.Contains(t, r.Failures[4].Text, "cannot reserve 0 tokens, run 5")
	})
}

func TestAFaultSaysWhenToComeBack(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		w.work(doing("test.fail", func(context.Context, port.Job) error {
			return fault.New(fault.Limited, fault.CodeRateLimited, "Slow down.").After(10 * time.Minute)
		}))
		id := w.enqueue(port.Request{Kind: "test.fail"})
		r := w.await(id, port.Retrying)
		require.WithinDuration(t, time.Now().Add(10*time.Minute), r.DueAt, time.Minute)
		require.Equal(t, 1, r.Attempt)
	})
}

func TestLaterIsNoFailure(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		var runs atomic.Int64
		w.work(doing("test.later", func(_ context.Context, j port.Job) error {
			if j.Attempt != 1 {
				return errors.New("the run counted")
			}
			if runs.Add(1) == 1 {
				return port.Later(50 * time.Millisecond)
			}
			return port.Later(time.Hour)
		}))
		id := w.enqueue(port.Request{Kind: "test.later", Attempts: 1})
		poll(t, "the second run", func() bool { return runs.Load() == 2 })
		r := w.await(id, port.Scheduled)
		require.Empty(t, r.Failures)
		require.Zero(t, r.Attempt)
		require.WithinDuration(t, time.Now().Add(time.Hour), r.DueAt, time.Minute)
	})
}

func TestDeadIsNotTriedAgain(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		w.work(doing("test.dead", func(context.Context, port.Job) error {
			return port.Dead(errors.New("the account is gone"))
		}))
		id := w.enqueue(port.Request{Kind: "test.dead"})
		r := w.await(id, port.Failed)
		require.Equal(t, 1, r.Attempt)
		require.Len(t, r.Failures, 1)
		require.Contains(t, r.Failures[0].Text, "the account is gone")
		failed, err := w.queue.List(t.Context(), port.Filter{State: port.Failed, Limit: 10})
		require.NoError(t, err)
		require.Len(t, failed, 1)
		cancelled, err := w.queue.List(t.Context(), port.Filter{State: port.Cancelled, Limit: 10})
		require.NoError(t, err)
		require.Empty(t, cancelled)
	})
}

func TestATimeoutIsAFailure(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		w.work(port.Handler{Kind: "test.slow", Timeout: 50 * time.Millisecond, Run: func(ctx context.Context, _ port.Job) error {
			<-ctx.Done()
			return ctx.Err()
		}})
		id := w.enqueue(port.Request{Kind: "test.slow", Attempts: 1})
		r := w.await(id, port.Failed)
		require.Equal(t, "context deadline exceeded", r.Failures[0].Text)
	})
}

// A full lane does not delay other lanes.
func TestLanesHaveTheirOwnWorkers(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		release, free := once()
		t.Cleanup(free)
		var running atomic.Int64
		w.work(doing("test.slow", func(context.Context, port.Job) error {
			running.Add(1)
			<-release
			return nil
		}), doing("test.quick", func(context.Context, port.Job) error { return nil }))
		for range 10 {
			w.enqueue(port.Request{Kind: "test.slow", Queue: port.Bulk})
		}
		poll(t, "the lane to be full", func() bool { return running.Load() == 4 })
		w.await(w.enqueue(port.Request{Kind: "test.quick", Queue: port.Urgent}), port.Done)
		w.await(w.enqueue(port.Request{Kind: "test.quick"}), port.Done)
		require.EqualValues(t, 4, running.Load())
		free()
	})
}

// Calls of users' programs wait side by side, beside a worker for each other lane.
func TestManyCallsWaitAtOnce(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		release, free := once()
		t.Cleanup(free)
		var running atomic.Int64
		w.work(doing("test.slow", func(context.Context, port.Job) error {
			running.Add(1)
			<-release
			return nil
		}), doing("test.quick", func(context.Context, port.Job) error { return nil }))
		for range 40 {
			w.enqueue(port.Request{Kind: "test.slow", Queue: port.Calls})
		}
		poll(t, "many calls to wait", func() bool { return running.Load() == 32 })
		for range 70 {
			w.enqueue(port.Request{Kind: "test.slow", Queue: port.Batch})
		}
		poll(t, "a batch beside them", func() bool { return running.Load() == 32+64 })
		w.await(w.enqueue(port.Request{Kind: "test.quick"}), port.Done)
		require.EqualValues(t, 32+64, running.Load())
		free()
	})
}

func TestWrongRequestsAreRefused(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		for name, r := range map[string]port.Request{
			"a list":      {Kind: "test.work", Args: []byte(`[1]`)},
			"broken JSON": {Kind: "test.work", Args: []byte(`{"a"`)},
			"a bad kind":  {Kind: "work"},
		} {
			_, err := w.queue.Enqueue(t.Context(), r)
			require.Error(t, err, name)
		}
	})
}
