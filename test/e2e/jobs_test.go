package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/jobs"
	"sellingassistant/adapters/persistence/db"
	port "sellingassistant/ports/jobs"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/pgtest/cluster"
	"sellingassistant/test/stores"
)

// effectKind names a job of the worker that writes a row.
const effectKind = "test.effect"

// yard has a database with jobs that write rows.
type yard struct {
	p     *place
	store *db.Store
	queue *jobs.Queue
}

func newYard(t *testing.T, p *place) *yard {
	t.Helper()
	y := &yard{p: p, store: stores.Open(t, p.env["SA_DATABASE_URL"])}
	var err error
	y.queue, err = jobs.NewQueue(y.store, jobs.Traces{Of: httpx.TraceID, With: httpx.WithTraceID, Spans: noop.NewTracerProvider()}, zap.NewNop())
	require.NoError(t, err)
	_, err = y.store.DB().ExecContext(t.Context(), "CREATE TABLE effects (job BIGINT NOT NULL, worker BIGINT NOT NULL)")
	require.NoError(t, err)
	return y
}

// worker makes a command of the worker.
func (y *yard) worker(args ...string) *exec.Cmd {
	cmd := y.p.command()
	cmd.Path, cmd.Args = worker, append([]string{worker}, args...)
	return cmd
}

// enqueue puts n jobs into the queue.
func (y *yard) enqueue(n int) {
	y.p.t.Helper()
	out, err := y.worker("enqueue", strconv.Itoa(n)).CombinedOutput()
	require.NoError(y.p.t, err, string(out))
}

// start starts a process that works.
func (y *yard) start() *server {
	y.p.t.Helper()
	return y.p.started(y.worker())
}

func (y *yard) count(text string) int64 {
	y.p.t.Helper()
	n, err := y.tryCount(text)
	require.NoError(y.p.t, err)
	return n
}

func (y *yard) tryCount(text string) (n int64, err error) {
	ctx := y.p.t.Context()
	err = y.store.Hot(ctx).QueryRow(ctx, text).Scan(&n)
	return n, err
}

func (y *yard) effects() int64 { return y.count("SELECT count(*) FROM effects") }

// TestKilledDuringJobs kills workers in the middle of 10,000 jobs: each job has
// its effect, and has it once.
func TestKilledDuringJobs(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		const all = 10_000
		p.set("SA_LOG_LEVEL", "warn", "SA_WORKERS", "8")
		y := newYard(t, p)
		y.enqueue(all)
		seed := uint64(time.Now().UnixNano())
		t.Logf("seed %d", seed)
		random := rand.New(rand.NewPCG(seed, 1))
		hit := int64(0)
		for n := 0; n < kills.jobs || hit == 0; n++ {
			before := y.effects()
			s := y.start()
			poll(t, "some effects", func() bool { return y.effects() > before })
			if n%2 == 1 { // otherwise at once, while the first jobs run
				timer := time.NewTimer(time.Duration(random.IntN(200)) * time.Millisecond)
				<-timer.C
			}
			s.kill()
			hit += y.count("SELECT count(*) FROM river_job WHERE state = 'running'")
			require.Less(t, y.effects(), int64(all), "the kills came too late: the test proves nothing")
		}

		begin, before := time.Now(), y.effects()
		s := y.start()
		poll(t, "the queue to be empty", func() bool { return y.effects() >= all })
		t.Logf("%d effects before the last start, the rest within %s", before, time.Since(begin).Round(time.Millisecond))
		poll(t, "all jobs to be done", func() bool {
			return y.count("SELECT count(*) FROM river_job WHERE state <> 'completed' AND kind = '"+effectKind+"'") == 0
		})
		s.stop()
		require.EqualValues(t, all, y.effects())
		require.EqualValues(t, all, y.count("SELECT count(DISTINCT job) FROM effects"))
		require.EqualValues(t, all, y.count("SELECT count(*) FROM river_job WHERE state = 'completed' AND kind = '"+effectKind+"'"))
	})
}

// TestTwoWorkersShareTheJobs lets two processes work on one Postgres.
func TestTwoWorkersShareTheJobs(t *testing.T) {
	t.Parallel()
	p := newPlace(t, pgtest.URL(t))
	const all = 2_000
	y := newYard(t, p)
	one, two := y.start(), y.start()
	y.enqueue(all)
	begin := time.Now()
	poll(t, "all effects", func() bool { return y.effects() >= all })
	t.Logf("%d jobs by two processes within %s", all, time.Since(begin).Round(time.Millisecond))
	one.stop()
	two.stop()
	require.EqualValues(t, all, y.count("SELECT count(DISTINCT job) FROM effects"))
	require.EqualValues(t, all, y.effects())
	require.EqualValues(t, 2, y.count("SELECT count(DISTINCT worker) FROM effects"))
}

// TestJobCommands looks at the queue through the command line.
func TestJobCommands(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		y := newYard(t, p)
		ctx := t.Context()
		first, err := y.queue.Enqueue(httpx.WithTraceID(ctx, "of-the-call"), port.Request{
			Kind: effectKind, Team: 7, Args: []byte(`{"sku":"A-1"}`), Unique: "a", Attempts: 3,
		})
		require.NoError(t, err)
		second, err := y.queue.Enqueue(ctx, port.Request{Kind: effectKind, Queue: port.Urgent})
		require.NoError(t, err)
		id, other := fmt.Sprint(int64(first)), fmt.Sprint(int64(second))

		list := p.ask("", "jobs", "list")["data"].([]any)
		require.Len(t, list, 2)
		require.Equal(t, other, text(list[0].(map[string]any)["id"]), "the newest first")
		require.Len(t, p.ask("", "jobs", "list", "--team", "7", "--kind", effectKind, "--state", "waiting", "--limit", "1")["data"], 1)
		require.Empty(t, p.ask("", "jobs", "list", "--state", "failed")["data"])

		shown := p.ask("", "jobs", "show", id)
		for name, want := range map[string]any{
			"kind": effectKind, "state": "waiting", "lane": "normal", "unique": "a", "trace_id": "of-the-call",
			"args": map[string]any{"sku": "A-1"}, "started_at": nil, "ended_at": nil, "failures": []any{},
		} {
			require.Equal(t, want, shown[name], name)
		}
		require.Equal(t, []string{"7", "0", "3"}, []string{text(shown["team_id"]), text(shown["attempt"]), text(shown["max_attempts"])})
		require.Nil(t, p.ask("", "jobs", "show", other)["team_id"])

		require.Equal(t, "cancelled", p.ask("", "jobs", "cancel", id)["state"])
		require.Equal(t, "waiting", p.ask("", "jobs", "retry", id)["state"])
		require.Contains(t, p.run("", "jobs", "list").stdout, "LAST FAILURE")
		require.Contains(t, p.run("", "jobs", "show", id).stdout, `"A-1"}`)

		for _, wrong := range [][]string{
			{"jobs", "list", "--state", "lost"}, {"jobs", "list", "--limit", "0"}, {"jobs", "list", "--limit", "1001"},
			{"jobs", "show"}, {"jobs", "show", "x"}, {"jobs", "none"},
		} {
			require.Equal(t, 2, p.run("", wrong...).code, wrong)
		}
		for _, verb := range []string{"show", "retry", "cancel"} {
			r := p.run("", "jobs", verb, "4711", "--json")
			require.Equal(t, 1, r.code, verb)
			require.Contains(t, r.stderr, "There is no job 4711.")
		}
		p.set("SA_WORKERS", "0")
		require.Equal(t, 2, p.run("", "work").code)
		p.set("SA_WORKERS", "101")
		require.Contains(t, p.run("", "work").stderr, "SA_WORKERS must be a whole number between 0 and 100")
		p.set("SA_WORKERS", "1")

		s := p.launchAs([]string{"work", "--json"})
		require.Equal(t, "1", text(object(t, s.printed)["jobs_per_lane"]))
		// The program has no handler for these jobs.
		poll(t, "the jobs to fail", func() bool { return len(p.ask("", "jobs", "list", "--state", "retrying")["data"].([]any)) == 2 })
		s.stop()
	})
}

// TestPostgresAwayDuringJobs stops the database of workers and starts it again. No effect is lost
// or repeated.
func TestPostgresAwayDuringJobs(t *testing.T) {
	t.Parallel()
	pg := pgtest.Private(t, cluster.Options{})
	p := newPlace(t, pg.URL("postgres"))
	p.ask("", "migrate", "up")
	p.set("SA_LOG_LEVEL", "error", "SA_WORKERS", "8")
	const all = 4_000
	y := newYard(t, p)
	y.enqueue(all)
	s := y.start()
	poll(t, "some effects", func() bool { return y.effects() > 200 })
	require.NoError(t, pg.Kill())
	require.NoError(t, pg.Resume())
	back := time.Now()
	poll(t, "the database to answer", func() bool { return y.store.Ping(t.Context()) == nil })
	require.Less(t, y.effects(), int64(all), "the database went too late: the test proves nothing")
	poll(t, "all effects", func() bool {
		n, err := y.tryCount("SELECT count(DISTINCT job) FROM effects")
		return err == nil && n >= all
	})
	t.Logf("all effects %s after the database was back", time.Since(back).Round(time.Millisecond))
	require.EqualValues(t, all, y.effects())
	s.stop()
}
