//go:build long

package e2e_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/pgtest/cluster"
)

const (
	// clusterKills counts the processes that the drill kills: three that serve and one that works,
	// in turn.
	clusterKills = 20
	// redisEvery names the rounds in which Redis is killed and started again too.
	redisEvery   = 5
	jobsPerRound = 200
	// checksAtOnce counts the restriction checks around each kill, of which 60 a minute are allowed.
	checksAtOnce = 36
)

// fleet has three processes that serve and one that works, on one Postgres behind PgBouncer in
// transaction mode, with one Redis.
type fleet struct {
	killing
	pg      *cluster.Cluster
	redis   *cluster.Redis
	servers []*server
	clients []client
	limited team // its restriction checks are counted
	checks  []check
	unheard int // checks of killed processes, accepted or not
	yard    *yard
	worker  *server
	jobs    int64
}

// check has a restriction check that was accepted at a moment between begin and end.
type check struct{ begin, end time.Time }

// fenced returns the lines of the only block of docs/operations.md in a language.
func fenced(t *testing.T, language string) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/operations.md")
	require.NoError(t, err)
	blocks := regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	require.Len(t, blocks, 1, language)
	return blocks[0][1]
}

// newFleet makes the installation with the settings of docs/operations.md. mode has the parameter of
// SA_DATABASE_URL for the pooler, pooling has further settings of it.
func newFleet(t *testing.T, mode, pooling string) *fleet {
	t.Helper()
	pg := pgtest.Private(t, cluster.Options{})
	head, settings, found := strings.Cut(fenced(t, "ini"), "\n")
	require.True(t, found)
	require.Equal(t, "[pgbouncer]", head)
	pooler, err := pg.StartPooler(settings + pooling)
	require.NoError(t, err)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("log of the pooler, its last lines:\n%s", tail(pooler.Log(), 3000))
		}
		require.NoError(t, pooler.Stop())
	})
	redis, err := cluster.StartRedis()
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, redis.Stop()) })

	p := newPlace(t, pooler.URL("postgres", mode))
	p.set("SA_REDIS_URL", redis.URL(), "SA_LOG_LEVEL", "warn", "SA_WORKERS", "0")
	direct, err := pgx.Connect(t.Context(), pg.URL("postgres"))
	require.NoError(t, err)
	_, err = direct.Exec(t.Context(), strings.ReplaceAll(fenced(t, "sql"), "DATABASE sa ", "DATABASE postgres "))
	require.NoError(t, err)
	require.NoError(t, direct.Close(t.Context()))
	p.ask("", "migrate", "up")
	c := &fleet{killing: killing{t: t, p: p, seed: uint64(time.Now().UnixNano())}, pg: pg, redis: redis}
	c.team, c.limited = p.team("Acme"), p.team("Limited")
	t.Logf("seed %d", c.seed)
	c.random = rand.New(rand.NewPCG(c.seed, 1))
	return c
}

// serve starts a process that serves, in the place of number i.
func (c *fleet) serve(i int) {
	c.t.Helper()
	s := c.p.serve()
	c.starts = append(c.starts, s.took)
	c.servers[i], c.clients[i] = s, s.client(c.team.key)
	c.c = c.clients[i]
}

// serveAll starts three processes.
func (c *fleet) serveAll() {
	c.t.Helper()
	c.servers, c.clients = make([]*server, 3), make([]client, 3)
	for i := range c.servers {
		c.serve(i)
	}
}

// work starts the process that works.
func (c *fleet) work() {
	c.t.Helper()
	c.p.set("SA_WORKERS", "8")
	c.worker = c.yard.start()
	c.p.set("SA_WORKERS", "0")
}

// seen counts the processes that show themselves in Postgres.
func (c *fleet) seen() (n int) {
	c.t.Helper()
	conn, err := pgx.Connect(c.t.Context(), c.pg.URL("postgres"))
	require.NoError(c.t, err)
	require.NoError(c.t, conn.QueryRow(c.t.Context(), `SELECT count(DISTINCT l.pid) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
		WHERE l.locktype = 'advisory' AND l.mode = 'ShareLock' AND a.application_name LIKE 'selling-assistant % (process %'`).Scan(&n))
	require.NoError(c.t, conn.Close(c.t.Context()))
	return n
}

// poolings returns the settings of the pooler to try, by the parameters of the database's address.
func poolings(t *testing.T) map[string]string {
	t.Helper()
	major, minor, err := cluster.PoolerVersion()
	require.NoError(t, err)
	t.Logf("PgBouncer %d.%d", major, minor)
	tried := map[string]string{"default_query_exec_mode=simple_protocol": ""}
	if major > 1 || minor >= 21 {
		tried[""] = "max_prepared_statements = 200\n"
	}
	return tried
}

// TestClusterLosesNothing kills one of four processes after another under load, and Redis meanwhile.
// No acknowledged write is lost and no bulk call is half done. Each job runs to its end once. The
// processes that live answer everything, except for 503 while a required Redis is away. The limit of
// 60 checks a minute is never exceeded. It is a drill of make test-long, and of scripts/cluster.sh.
func TestClusterLosesNothing(t *testing.T) {
	t.Parallel()
	for mode, pooling := range poolings(t) {
		t.Run(cmp.Or(mode, "prepared statements"), func(t *testing.T) {
			t.Parallel()
			c := newFleet(t, mode, pooling)
			c.p.set("SA_REDIS_REQUIRED", "true", "SA_RATE_LIMITS", "default=100000000")
			c.yard = newYard(t, c.p)
			c.serveAll()
			c.work()
			c.rows = makeRows(t, c.c, "BULK", 100)
			c.singles = map[string]rowState{}
			for _, id := range makeRows(t, c.c, "SINGLE", singleWriters) {
				c.singles[id] = c.row(id)
			}
			for n := range clusterKills {
				c.round(n)
			}
			c.requireUsage()
			c.requireEachJobOnce()
			c.requireNeverOver()
			for _, s := range append(c.servers, c.worker) {
				s.stop()
				require.NotContains(t, s.log.String(), `"msg":"panic"`)
			}
			poll(t, "the processes not to be seen any more", func() bool { return c.seen() == 0 })
			c.report(clusterKills)
		})
	}
}

// round writes through all processes, kills the next one, and compares acknowledged writes with the
// stored state.
func (c *fleet) round(n int) {
	c.t.Helper()
	c.yard.enqueue(jobsPerRound)
	c.jobs += jobsPerRound
	before := c.bulkState()
	w := &writers{clients: c.clients, prefix: fmt.Sprintf("c%03d", n), next: &c.next, patient: true}
	w.start(c.rows, c.singles)
	c.acknowledge(w, 10+c.random.IntN(40))
	if n%redisEvery == redisEvery/2 {
		c.restartRedis(w)
	}
	victim := n % 4
	working := victim == 3
	if working {
		effects := c.yard.effects()
		poll(c.t, "jobs to be done", func() bool { return c.yard.effects() > effects || effects == c.jobs })
	}
	checked := c.checkLimit(victim)
	if working {
		c.worker.kill()
	} else {
		c.servers[victim].kill()
	}
	checked()
	c.acknowledge(w, 20) // by the others
	w.done.Store(true)
	w.all.Wait()
	c.count(w)
	if working {
		c.work()
	} else {
		c.serve(victim)
	}
	c.checkLimit(-1)()
	c.check(before, w)
}

// acknowledge waits for n more acknowledged writes.
func (c *fleet) acknowledge(w *writers, n int) {
	c.t.Helper()
	n += w.acknowledged()
	poll(c.t, "writes to be acknowledged", func() bool { return w.acknowledged() >= n })
}

// restartRedis kills Redis and starts it again. Meanwhile no call succeeds.
func (c *fleet) restartRedis(w *writers) {
	c.t.Helper()
	require.NoError(c.t, c.redis.Kill())
	refused := w.away.Load() + 30
	poll(c.t, "calls to be refused without Redis", func() bool { return w.away.Load() >= refused })
	for _, s := range c.servers {
		for _, path := range []string{"/readyz", "/api/v1/account", "/api/v1/tags"} {
			requireProblem(c.t, s.client(c.team.key).do(call{path: path}), 503, "service_unavailable")
		}
	}
	require.NoError(c.t, c.redis.Resume())
	for _, s := range c.servers {
		s.awaitReady(200)
	}
	c.acknowledge(w, 20)
}

// checkLimit sends restriction checks to all processes at once, and returns a function that waits
// for the answers. Only the process that is killed meanwhile may leave a check without an answer.
func (c *fleet) checkLimit(victim int) (wait func()) {
	c.t.Helper()
	type outcome struct {
		check
		answer
		err error
	}
	outcomes := make([]outcome, checksAtOnce)
	var all sync.WaitGroup
	for i := range outcomes {
		caller := c.servers[i%3].client(c.limited.key)
		all.Go(func() {
			path := "/api/v1/products/" + simulator.ASIN(i%4) + "/restriction-status?domain=amazon.com"
			o := &outcomes[i]
			o.begin = time.Now()
			o.answer, o.err = caller.try(call{path: path})
			o.end = time.Now()
		})
	}
	return func() {
		c.t.Helper()
		all.Wait()
		for i, o := range outcomes {
			switch {
			case o.err != nil:
				require.Equal(c.t, victim, i%3, "a process that lives gave no answer: %v", o.err)
				c.unheard++
			case o.status == 200:
				c.checks = append(c.checks, o.check)
			case o.status == 500: // it has no 503 of its own
				requireProblem(c.t, o.answer, 500, "upstream_unavailable")
				require.NotEmpty(c.t, o.header.Get("Retry-After"))
			default:
				requireProblem(c.t, o.answer, 429, "rate_limited")
			}
		}
	}
}

// requireNeverOver checks that no minute has more than 60 accepted checks for sure: checks that began
// after its begin and ended before its end.
func (c *fleet) requireNeverOver() {
	c.t.Helper()
	for _, first := range c.checks {
		within := 0
		for _, x := range c.checks {
			if !x.begin.Before(first.begin) && x.end.Sub(first.begin) < time.Minute {
				within++
			}
		}
		require.LessOrEqual(c.t, within, 60, "checks within a minute")
	}
	c.t.Logf("%d restriction checks accepted, %d without an answer", len(c.checks), c.unheard)
	require.GreaterOrEqual(c.t, len(c.checks)+c.unheard, 60)
}

// requireEachJobOnce checks that every job had its effect once, and that no job is left.
func (c *fleet) requireEachJobOnce() {
	c.t.Helper()
	poll(c.t, "all jobs to be done", func() bool {
		return c.yard.count("SELECT count(*) FROM river_job WHERE state <> 'completed' AND kind = '"+effectKind+"'") == 0
	})
	require.Equal(c.t, c.jobs, c.yard.effects())
	require.Equal(c.t, c.jobs, c.yard.count("SELECT count(DISTINCT job) FROM effects"))
	defer c.logWaiting()
	poll(c.t, "the program's own jobs to be done", func() bool {
		return c.yard.count("SELECT count(*) FROM river_job WHERE state IN ('running', 'retryable', 'available')") == 0
	})
	require.Zero(c.t, c.yard.count("SELECT count(*) FROM river_job WHERE state IN ('discarded', 'cancelled')"))
}

// logWaiting names the jobs that are left by a test that failed.
func (c *fleet) logWaiting() {
	if !c.t.Failed() {
		return
	}
	var list string
	ctx := context.Background()
	err := c.yard.store.Hot(ctx).QueryRow(ctx, `SELECT coalesce(string_agg(concat_ws(' ', id, kind, state, attempt, queue,
		scheduled_at - now(), attempted_by, errors), E'\n'), '') FROM river_job WHERE state IN ('running', 'retryable', 'available')`).Scan(&list)
	c.t.Logf("jobs that are left: %s %v", list, err)
}

// TestClusterWithoutRedis takes Redis away from three processes. Each gets its share of a limit, also
// one in place of a killed process. Behind the pooler they see each other.
func TestClusterWithoutRedis(t *testing.T) {
	t.Parallel()
	for mode, pooling := range poolings(t) {
		t.Run(cmp.Or(mode, "prepared statements"), func(t *testing.T) {
			t.Parallel()
			c := newFleet(t, mode, pooling)
			c.p.set("SA_RATE_LIMITS", "default=6")
			c.serveAll()
			require.Equal(t, 3, c.seen())
			for _, caller := range c.clients {
				require.Equal(t, "ready", c.status(caller))
			}
			require.NoError(t, c.redis.Kill())
			for _, caller := range c.clients {
				c.requireShare(caller)
			}
			c.servers[2].kill()
			poll(t, "the killed process to be forgotten", func() bool { return c.seen() == 2 })
			c.serve(2)
			require.Equal(t, 3, c.seen())
			c.requireShare(c.clients[2])

			refused := c.p.run("", "migrate", "down", "--steps", "1", "--yes")
			require.Equal(t, 1, refused.code)
			require.Contains(t, refused.stderr, "stop it first")
			for _, s := range c.servers {
				require.Contains(t, refused.stderr, fmt.Sprintf("(process %d on ", s.cmd.Process.Pid))
			}
			require.NoError(t, c.redis.Resume())
			for _, caller := range c.clients {
				poll(t, "Redis to be used again", func() bool { return c.status(caller) == "ready" })
			}
			keys := rowsOf(t, c.p.ask("", "key", "list", "--team", c.team.id))
			c.p.ask("", "key", "revoke", "--team", c.team.id, text(keys[0]["id"]))
			for _, caller := range c.clients {
				poll(t, "the key to be refused", func() bool { return caller.do(call{path: "/api/v1/account"}).status == 403 })
			}
			for _, s := range c.servers {
				s.stop()
			}
			poll(t, "the processes not to be seen any more", func() bool { return c.seen() == 0 })
			require.Equal(t, 0, c.p.run("", "migrate", "down", "--steps", "1", "--yes").code)
		})
	}
}

// status returns the state that a process reports of itself.
func (c *fleet) status(caller client) string {
	c.t.Helper()
	a := caller.do(call{path: "/readyz"})
	require.Equal(c.t, 200, a.status, a.body)
	return text(object(c.t, a.body)["status"])
}

// requireShare checks that a process accepts two of the six calls that three of them may.
func (c *fleet) requireShare(caller client) {
	c.t.Helper()
	var statuses []int
	for range 3 {
		statuses = append(statuses, caller.do(call{path: "/api/v1/account"}).status)
	}
	require.True(c.t, slices.Equal([]int{200, 200, 429}, statuses), "%v", statuses)
	require.Equal(c.t, "degraded", c.status(caller))
}
