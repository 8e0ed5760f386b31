package store_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"sellingassistant/adapters/jobs"
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/jobs"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// patience bounds every wait; nothing is expected to take so long.
const patience = 30 * time.Second

// world has a database and the processes that work on it.
type world struct {
	t     *testing.T
	store *db.Store
	queue *jobs.Queue
	logs  *observer.ObservedLogs
	log   *zap.Logger
	spans trace.TracerProvider
	reg   *prometheus.Registry
}

// eachQueue runs test on both databases, side by side, and on Postgres also as behind a pooler
// that keeps no prepared statements.
func eachQueue(t *testing.T, test func(t *testing.T, w *world)) {
	t.Helper()
	t.Parallel()
	for name, open := range map[string]func(testing.TB) *db.Store{
		"sqlite": stores.SQLite, "postgres": stores.Postgres, "unprepared": func(t testing.TB) *db.Store {
			return stores.Open(t, pgtest.URL(t)+"&default_query_exec_mode=simple_protocol")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newWorld(t, open(t)))
		})
	}
}

func newWorld(t *testing.T, s *db.Store) *world {
	core, logs := observer.New(zapcore.InfoLevel)
	w := &world{t: t, store: s, logs: logs, log: zap.New(core), spans: noop.NewTracerProvider(), reg: prometheus.NewRegistry()}
	w.queue = w.newQueue()
	_, err := s.DB().ExecContext(t.Context(), "CREATE TABLE effects (job BIGINT NOT NULL)")
	require.NoError(t, err)
	return w
}

type traceKey struct{}

func withTrace(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, traceKey{}, id)
}

func traceOf(ctx context.Context) string {
	id, _ := ctx.Value(traceKey{}).(string)
	return id
}

func (w *world) newQueue() *jobs.Queue {
	w.t.Helper()
	q, err := jobs.NewQueue(w.store, jobs.Traces{Of: traceOf, With: withTrace, Spans: w.spans}, w.log)
	require.NoError(w.t, err)
	return q
}

// process has a set of workers.
type process struct {
	t    *testing.T
	end  context.CancelFunc
	over chan error
	once sync.Once
}

// stop ends the workers as an orderly stop of the process does.
func (p *process) stop() {
	p.once.Do(func() {
		p.end()
		select {
		case err := <-p.over:
			require.NoError(p.t, err)
		case <-time.After(patience):
			require.Fail(p.t, "the workers do not stop")
		}
	})
}

// work starts workers with these handlers.
func (w *world) work(handlers ...port.Handler) *process {
	return w.workAs(w.queue, jobs.Config{PerLane: 4, StopWithin: 5 * time.Second}, handlers, nil)
}

func (w *world) workAs(q *jobs.Queue, cfg jobs.Config, handlers []port.Handler, periodic []port.Periodic) *process {
	w.t.Helper()
	numbers, err := jobs.NewNumbers(w.store, w.reg, w.log)
	if err != nil { // the second process of the test
		numbers, err = jobs.NewNumbers(w.store, prometheus.NewRegistry(), w.log)
	}
	require.NoError(w.t, err)
	workers, err := jobs.NewWorkers(cfg, q, clock.System{}, numbers, w.log, handlers, periodic)
	require.NoError(w.t, err)
	ctx, end := context.WithCancel(context.Background())
	p := &process{t: w.t, end: end, over: make(chan error, 1)}
	go func() { p.over <- workers.Run(ctx) }()
	w.t.Cleanup(p.stop)
	return p
}

func (w *world) enqueue(r port.Request) port.ID {
	w.t.Helper()
	id, err := w.queue.Enqueue(w.t.Context(), r)
	require.NoError(w.t, err)
	require.Positive(w.t, id)
	return id
}

func (w *world) show(job port.ID) port.Record {
	w.t.Helper()
	r, err := w.queue.Show(w.t.Context(), job)
	require.NoError(w.t, err)
	return r
}

// await waits until a job is in a state.
func (w *world) await(job port.ID, s port.State) port.Record {
	w.t.Helper()
	poll(w.t, "job to be "+string(s), func() bool { return w.show(job).State == s })
	return w.show(job)
}

func poll(t *testing.T, what string, yes func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(patience); time.Now().Before(end); <-tick.C {
		if yes() {
			return
		}
	}
	require.FailNow(t, "waited in vain for "+what)
}

// effects counts the rows that jobs have written, and how many jobs wrote them.
func (w *world) effects() (rows, different int64) {
	w.t.Helper()
	err := w.store.Hot(w.t.Context()).QueryRow(w.t.Context(), "SELECT count(*), count(DISTINCT job) FROM effects").Scan(&rows, &different)
	require.NoError(w.t, err)
	return rows, different
}

// writing makes a handler that writes a row for its job and ends it in the same transaction.
func (w *world) writing(kind string) port.Handler {
	return port.Handler{Kind: kind, Run: func(ctx context.Context, j port.Job) error {
		return w.store.InTx(ctx, func(ctx context.Context) error {
			if _, err := w.store.Hot(ctx).Exec(ctx, "INSERT INTO effects (job) VALUES ($1)", int64(j.ID)); err != nil {
				return err
			}
			return j.Finish(ctx)
		})
	}}
}

// doing makes a handler from a function.
func doing(kind string, run func(ctx context.Context, j port.Job) error) port.Handler {
	return port.Handler{Kind: kind, Run: run}
}

// once is a channel that is closed by the first call of the function.
func once() (<-chan struct{}, func()) {
	c := make(chan struct{})
	return c, sync.OnceFunc(func() { close(c) })
}

// jobWaits waits for a channel to be closed.
func jobWaits(t *testing.T, c <-chan struct{}, what string) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(patience):
		require.FailNow(t, "waited in vain for "+what)
	}
}
