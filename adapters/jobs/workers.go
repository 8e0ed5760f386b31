package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"
	"go.uber.org/zap"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/jobs"
)

const (
	// fetchPause has the pause between two fetches of a queue with jobs; in that time it starts at
	// most its number of workers.
	fetchPause = 2 * time.Millisecond
	// fetchEvery has the interval at which an idle queue polls the table for jobs without a
	// notification. These are jobs after a pause, and on SQLite jobs of another process.
	fetchEvery = 2 * time.Second
	// keepDone and keepFailed bound how long ended jobs stay.
	keepDone   = 24 * time.Hour
	keepFailed = 7 * 24 * time.Hour
	// riverRescue must lie above every timeout of a handler. watch.go acts long before.
	riverRescue = 48 * time.Hour
	// maxTimeout bounds the timeout of a handler.
	maxTimeout = 24 * time.Hour
)

// Config bounds the work of a process.
type Config struct {
	// PerLane bounds the jobs of a queue that run at once, 1 to 100.
	PerLane int
	// StopWithin bounds how long running jobs may continue after a stop before their contexts end.
	StopWithin time.Duration
}

// handBackWithin bounds the wait of a stop for jobs with ended contexts. A job still running then
// is treated like a job of a dead process.
const handBackWithin = 2 * time.Second

const (
	// callers sets the least number of workers of port.Calls. They wait for answers and hardly
	// compute. callsPause has the pause between two fetches, so that one fetch takes the calls that a
	// batch asked for.
	callers    = 32
	callsPause = 20 * time.Millisecond
	// batchers sets the least number of workers of port.Batch, which work for milliseconds.
	// batchPause has the pause between two fetches. A job after a pause begins at once.
	batchers   = 64
	batchPause = 200 * time.Millisecond
)

// Workers runs the jobs of a process.
type Workers struct {
	cfg       Config
	queue     *Queue
	store     *db.Store
	clock     clock.Clock
	log       *zap.Logger
	numbers   *Numbers
	handlers  []port.Handler
	resumes   map[string]bool // by kind
	schedules []port.Periodic

	// client stays nil until Run starts it.
	client   client
	stopping atomic.Bool
	mu       sync.Mutex
	running  map[int64]*run
}

// NewWorkers checks the handlers and schedules. Two handlers of a kind, a periodic job without a
// handler and the like are errors.
func NewWorkers(cfg Config, q *Queue, c clock.Clock, n *Numbers, log *zap.Logger, handlers []port.Handler, periodic []port.Periodic) (*Workers, error) {
	w := &Workers{
		cfg: cfg, queue: q, store: q.store, clock: c, numbers: n, log: log.Named("jobs"),
		handlers: handlers, resumes: map[string]bool{}, running: map[int64]*run{},
	}
	kinds := map[string]bool{}
	for _, h := range handlers {
		switch {
		case kinds[h.Kind]:
			return nil, fmt.Errorf("jobs: %s has two handlers", h.Kind)
		case h.Run == nil || h.Timeout < 0 || h.Timeout > maxTimeout:
			return nil, fmt.Errorf("jobs: the handler of %s cannot run or for too long", h.Kind)
		}
		if err := (port.Request{Kind: h.Kind}).Check(); err != nil {
			return nil, err
		}
		kinds[h.Kind], w.resumes[h.Kind] = true, h.Resumes
	}
	seen := map[string]bool{}
	for _, p := range periodic {
		p.Request.Kind = p.Kind
		if p.Request.Unique == "" {
			p.Request.Unique = "periodic"
		}
		switch {
		case !kinds[p.Kind] || seen[p.Kind]:
			return nil, fmt.Errorf("jobs: periodic %s has no handler or two schedules", p.Kind)
		case p.Every < time.Second:
			return nil, fmt.Errorf("jobs: periodic %s comes every %s", p.Kind, p.Every)
		}
		if err := p.Request.Check(); err != nil {
			return nil, err
		}
		seen[p.Kind] = true
		w.schedules = append(w.schedules, p)
	}
	return w, nil
}

// Run works until ctx ends. Then no new jobs start. Running jobs may continue for StopWithin, and
// unfinished jobs are handed back. An unreachable database is an error at the start; later Run
// waits for it.
func (w *Workers) Run(ctx context.Context) error {
	if len(w.handlers) == 0 {
		<-ctx.Done()
		return nil
	}
	if err := w.start(); err != nil {
		return err
	}
	w.log.Info("working", zap.Int("jobs_per_lane", w.cfg.PerLane), zap.String("worker", w.client.ID()))
	watching, end := context.WithCancel(context.WithoutCancel(ctx))
	var watch sync.WaitGroup
	watch.Go(func() { w.watch(watching) })
	if len(w.schedules) > 0 {
		watch.Go(func() { w.keepSchedules(ctx) })
	}
	<-ctx.Done()
	err := w.stop(context.WithoutCancel(ctx))
	// Until here the process must look alive to others.
	end()
	watch.Wait()
	w.forget(context.WithoutCancel(ctx))
	return err
}

func (w *Workers) start() error {
	queues := map[string]river.QueueConfig{}
	for _, queue := range port.QueueNames() {
		queues[string(queue)] = river.QueueConfig{MaxWorkers: w.cfg.PerLane}
	}
	queues[string(port.Calls)] = river.QueueConfig{MaxWorkers: max(w.cfg.PerLane, callers), FetchCooldown: callsPause}
	queues[string(port.Batch)] = river.QueueConfig{MaxWorkers: max(w.cfg.PerLane, batchers), FetchCooldown: batchPause}
	workers := river.NewWorkers()
	for _, h := range w.handlers {
		river.AddWorkerArgs(workers, envelope{kind: h.Kind}, &worker{workers: w, handler: h})
	}
	cfg := &river.Config{
		CancelledJobRetentionPeriod: keepFailed,
		CompletedJobRetentionPeriod: keepDone,
		DiscardedJobRetentionPeriod: keepFailed,
		FetchCooldown:               fetchPause,
		FetchPollInterval:           fetchEvery,
		JobTimeout:                  port.DefaultTimeout,
		Logger:                      quietLog(w.log),
		PollOnly:                    w.store.Pooled(),
		Queues:                      queues,
		RescueStuckJobsAfter:        riverRescue,
		Workers:                     workers,
	}
	if w.store.Dialect() == db.SQLite {
		cfg.ReindexerSchedule = never{}
	}
	var err error
	if w.client, _, err = newClient(w.store, w.queue.news, w.queue.ended, cfg); err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	// River ends the work with this context; stop ends it in its own time.
	if err := w.client.Start(context.Background()); err != nil {
		return fmt.Errorf("jobs: start the workers: %w", db.Fault(err))
	}
	return nil
}

// never schedules nothing. SQLite's indexes do not grow with changes as Postgres's do, and
// rebuilding them would block every other writer.
type never struct{}

func (never) Next(t time.Time) time.Time { return t.AddDate(100, 0, 0) }

func (w *Workers) stop(ctx context.Context) error {
	soft, done := context.WithTimeout(ctx, w.cfg.StopWithin)
	defer done()
	err := w.client.Stop(soft)
	if !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	w.stopping.Store(true)
	hard, done := context.WithTimeout(ctx, handBackWithin)
	defer done()
	if err = w.client.StopAndCancel(hard); err != nil {
		w.log.Warn("jobs did not end with the process", zap.Int64s("job_ids", w.ids()), zap.Error(err))
	}
	return nil
}

// ids returns the running jobs.
func (w *Workers) ids() []int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	var ids []int64
	for id := range w.running {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}
