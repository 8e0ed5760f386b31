package store_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/jobs"
	"sellingassistant/adapters/persistence/db"
	port "sellingassistant/ports/jobs"
)

// claim makes a waiting job look as if a dead process had begun it.
func (w *world) claim(job port.ID, attempt int) {
	w.t.Helper()
	text := `'["gone"]'`
	if w.store.Dialect() == db.Postgres {
		text = "'{gone}'"
	}
	n, err := w.store.Hot(w.t.Context()).Exec(w.t.Context(),
		"UPDATE river_job SET state = 'running', attempt = $1, attempted_by = "+text+" WHERE id = $2", int64(attempt), int64(job))
	require.NoError(w.t, err)
	require.EqualValues(w.t, 1, n)
}

// The goal is to continue within ten seconds after a process died; the log has the actual seconds.
func TestAJobOfADeadProcessGoesOn(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		first := w.enqueue(port.Request{Kind: "test.work", Attempts: 2})
		last := w.enqueue(port.Request{Kind: "test.work", Attempts: 1})
		ended := w.enqueue(port.Request{Kind: "test.work"})
		w.claim(first, 1)
		w.claim(last, 1)
		w.claim(ended, 1)
		_, err := w.queue.Cancel(t.Context(), ended)
		require.NoError(t, err)
		_, err = w.store.Hot(t.Context()).Exec(t.Context(), "INSERT INTO job_workers (id, beat) VALUES ('gone', 1)")
		require.NoError(t, err)
		begin := time.Now()
		w.work(w.writing("test.work"))
		r := w.await(first, port.Done)
		took := time.Since(begin)
		t.Logf("taken over and done after %s", took.Round(time.Millisecond))
		require.Greater(t, took, 4*time.Second, "a process that is slow to say so is not dead")
		require.Equal(t, 2, r.Attempt)
		require.Len(t, r.Failures, 1)
		require.Equal(t, []any{1, "the process that ran the job is gone"}, []any{r.Failures[0].Attempt, r.Failures[0].Text})

		r = w.await(last, port.Failed)
		require.Len(t, r.Failures, 1, "a job that kills processes ends some time")
		require.NotNil(t, r.EndedAt)
		require.NotNil(t, w.await(ended, port.Cancelled).EndedAt)
		require.InDelta(t, 3, w.number("jobs_taken_over_total"), 0)
	})
}

// A job that resumes has died with many processes. That is no failure, so it goes on soon.
func TestAJobThatResumesGoesOn(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		died := w.enqueue(port.Request{Kind: "test.work", Attempts: 12})
		ended := w.enqueue(port.Request{Kind: "test.work", Attempts: 12})
		w.claim(died, 12)
		w.claim(ended, 12)
		_, err := w.queue.Cancel(t.Context(), ended)
		require.NoError(t, err)
		resumes := w.writing("test.work")
		resumes.Resumes = true
		w.work(resumes)
		r := w.await(died, port.Done)
		require.Equal(t, []any{12, 0}, []any{r.Attempt, len(r.Failures)})
		require.NotNil(t, w.await(ended, port.Cancelled).EndedAt)
	})
}

// A job whose process died often waits for a minute, however many deaths it had.
func TestAJobWaitsAMinuteAfterManyDeaths(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		died := w.enqueue(port.Request{Kind: "test.work", Attempts: 12})
		w.claim(died, 9)
		w.work(w.writing("test.work"))
		r := w.await(died, port.Waiting)
		require.Len(t, r.Failures, 1)
		require.InDelta(t, 60, r.DueAt.Sub(r.Failures[0].At).Seconds(), 1)
	})
}

// Deaths of processes do not lengthen the pause after a failure.
func TestADeathIsNoFailureOfTheJob(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		died := w.enqueue(port.Request{Kind: "test.work"})
		w.claim(died, 1)
		w.work(doing("test.work", func(_ context.Context, j port.Job) error {
			if j.Attempt == 2 {
				return errors.New("first")
			}
			return nil
		}))
		r := w.await(died, port.Done)
		require.Len(t, r.Failures, 2)
		require.InDelta(t, 2, r.DueAt.Sub(r.Failures[1].At).Seconds(), 1)
	})
}

// A process that reports that it is alive keeps its jobs for any time.
func TestAJobOfALivingProcessIsLeftAlone(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		var runs atomic.Int64
		long := doing("test.long", func(ctx context.Context, _ port.Job) error {
			runs.Add(1)
			select {
			case <-ctx.Done():
			case <-time.After(8 * time.Second):
			}
			return ctx.Err()
		})
		w.work(long)
		w.workAs(w.newQueue(), jobs.Config{PerLane: 4, StopWithin: time.Second}, []port.Handler{long}, nil)
		id := w.enqueue(port.Request{Kind: "test.long"})
		r := w.await(id, port.Done)
		require.Equal(t, []any{1, 0}, []any{r.Attempt, len(r.Failures)})
		require.EqualValues(t, 1, runs.Load())
	})
}

func TestARunningJobIsCancelled(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		begun, begin := once()
		var runs atomic.Int64
		w.work(doing("test.long", func(ctx context.Context, _ port.Job) error {
			runs.Add(1)
			begin()
			<-ctx.Done()
			return ctx.Err()
		}))
		id := w.enqueue(port.Request{Kind: "test.long"})
		jobWaits(t, begun, "the run")
		// From the side, as the command line does.
		r, err := w.newQueue().Cancel(t.Context(), id)
		require.NoError(t, err)
		require.Equal(t, port.Running, r.State)
		r = w.await(id, port.Cancelled)
		require.NotNil(t, r.EndedAt)
		require.EqualValues(t, 1, runs.Load())
	})
}

func TestTwoProcessesShareTheWork(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		const n = 200
		var mu sync.Mutex
		numbers := map[string]int{}
		handler := func(name string) port.Handler {
			write := w.writing("test.work")
			return doing("test.work", func(ctx context.Context, j port.Job) error {
				mu.Lock()
				numbers[name]++
				mu.Unlock()
				return write.Run(ctx, j)
			})
		}
		for i := range n {
			w.enqueue(port.Request{Kind: "test.work", Args: fmt.Appendf(nil, `{"n":%d}`, i)})
		}
		cfg := jobs.Config{PerLane: 2, StopWithin: time.Second}
		w.workAs(w.queue, cfg, []port.Handler{handler("a")}, nil)
		w.workAs(w.newQueue(), cfg, []port.Handler{handler("b")}, nil)
		poll(t, "all effects", func() bool { rows, _ := w.effects(); return rows >= n })
		rows, different := w.effects()
		require.EqualValues(t, n, rows)
		require.EqualValues(t, n, different)
		mu.Lock()
		defer mu.Unlock()
		require.Positive(t, numbers["a"], "%v", numbers)
		require.Positive(t, numbers["b"], "%v", numbers)
	})
}

func TestAPeriodicJobComesOncePerCluster(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		type came struct {
			id port.ID
			at time.Time
		}
		all := make(chan came, 100)
		tick := doing("test.tick", func(_ context.Context, j port.Job) error {
			all <- came{j.ID, j.EnqueuedAt}
			return nil
		})
		every := []port.Periodic{{Kind: "test.tick", Every: 2 * time.Second, Request: port.Request{Queue: port.Urgent}}}
		cfg := jobs.Config{PerLane: 1, StopWithin: time.Second}
		processes := []*process{
			w.workAs(w.queue, cfg, []port.Handler{tick}, every),
			w.workAs(w.newQueue(), cfg, []port.Handler{tick}, every),
			w.workAs(w.newQueue(), cfg, []port.Handler{tick}, every),
		}
		first, second := <-all, <-all
		require.NotEqual(t, first.id, second.id)
		// The queue is polled every second, so a job can be late by a second.
		require.GreaterOrEqual(t, second.at.Sub(first.at), 900*time.Millisecond)
		for _, p := range processes {
			p.stop()
		}
		for len(all) > 0 {
			second = <-all
		}
		// Three jobs become due while no process runs; they become a single job.
		_, err := w.store.Hot(t.Context()).Exec(t.Context(), "UPDATE job_schedules SET due_at = due_at - 6000000")
		require.NoError(t, err)
		w.workAs(w.newQueue(), cfg, []port.Handler{tick}, every)
		third, fourth := <-all, <-all
		require.GreaterOrEqual(t, fourth.at.Sub(third.at), 500*time.Millisecond, "missed runs came once")
		require.Greater(t, third.id, second.id)
	})
}
