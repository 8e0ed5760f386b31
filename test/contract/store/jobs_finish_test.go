package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/jobs"
	port "sellingassistant/ports/jobs"
)

// The effect and the end of the job commit together: a later result of the handler changes nothing.
func TestFinishEndsTheJobWithItsEffect(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		write := w.writing("test.work")
		w.work(doing("test.work", func(ctx context.Context, j port.Job) error {
			if err := write.Run(ctx, j); err != nil {
				return err
			}
			r := w.show(j.ID)
			if r.State != port.Done {
				return errors.New("it is " + string(r.State))
			}
			return errors.New("after the end")
		}))
		id := w.enqueue(port.Request{Kind: "test.work"})
		poll(t, "the run", func() bool { return len(w.logs.FilterMessage("job").All()) == 1 })
		r := w.await(id, port.Done)
		require.Empty(t, r.Failures)
		rows, _ := w.effects()
		require.EqualValues(t, 1, rows)
		// A later job does not count as ended. It is scheduled for later, so that no worker begins
		// it.
		next := w.enqueue(port.Request{Kind: "test.work", At: time.Now().Add(time.Hour)})
		require.Equal(t, port.Scheduled, w.show(next).State)
	})
}

func TestFinishNeedsATransaction(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		w.work(doing("test.work", func(ctx context.Context, j port.Job) error { return j.Finish(ctx) }))
		r := w.await(w.enqueue(port.Request{Kind: "test.work", Attempts: 1}), port.Failed)
		require.Contains(t, r.Failures[0].Text, "outside a transaction")
	})
}

// A run that was thought dead cannot make its effect once another has the job.
func TestARunThatLostItsJobHasNoEffect(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		begun, begin := once()
		slow, goOn := once()
		result := make(chan error, 2)
		write := w.writing("test.work")
		w.work(doing("test.work", func(ctx context.Context, j port.Job) error {
			if j.Attempt == 1 {
				begin()
				<-slow
			}
			err := write.Run(ctx, j)
			result <- err
			return err
		}))
		id := w.enqueue(port.Request{Kind: "test.work"})
		jobWaits(t, begun, "the first run")
		// Acts like another process that takes this process for dead.
		n, err := w.store.Hot(t.Context()).Exec(t.Context(),
			"UPDATE river_job SET state = 'available' WHERE id = $1 AND state = 'running'", int64(id))
		require.NoError(t, err)
		require.EqualValues(t, 1, n)
		require.NoError(t, <-result, "the second run")
		goOn()
		require.ErrorIs(t, <-result, port.ErrNotMine)
		w.await(id, port.Done)
		rows, _ := w.effects()
		require.EqualValues(t, 1, rows)
	})
}

// A job that a stopping process cannot end runs again, and does not count as failed.
func TestAStopHandsJobsBack(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		begun, begin := once()
		hang := doing("test.work", func(ctx context.Context, _ port.Job) error {
			begin()
			<-ctx.Done()
			return ctx.Err()
		})
		p := w.workAs(w.queue, jobs.Config{PerLane: 1, StopWithin: 100 * time.Millisecond}, []port.Handler{hang}, nil)
		first, second := w.enqueue(port.Request{Kind: "test.work", Attempts: 1}), w.enqueue(port.Request{Kind: "test.work", Attempts: 1})
		jobWaits(t, begun, "the first run")
		p.stop()
		for _, id := range []port.ID{first, second} {
			r := w.show(id)
			require.Equal(t, []any{port.Waiting, 0, 0}, []any{r.State, r.Attempt, len(r.Failures)})
		}
		w.work(w.writing("test.work"))
		w.await(first, port.Done)
		w.await(second, port.Done)
	})
}

// A stop waits for jobs that are about to end.
func TestAStopLetsJobsEnd(t *testing.T) {
	eachQueue(t, func(t *testing.T, w *world) {
		begun, begin := once()
		p := w.work(doing("test.work", func(ctx context.Context, _ port.Job) error {
			begin()
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(300 * time.Millisecond):
				return nil
			}
		}))
		id := w.enqueue(port.Request{Kind: "test.work"})
		jobWaits(t, begun, "the run")
		p.stop()
		require.Equal(t, port.Done, w.show(id).State)
		var workers int64
		require.NoError(t, w.store.Hot(t.Context()).QueryRow(t.Context(), "SELECT count(*) FROM job_workers").Scan(&workers))
		require.Zero(t, workers, "nothing is left of the process")
	})
}
