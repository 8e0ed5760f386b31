package e2e_test

import (
	"bufio"
	"context"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"sellingassistant/test/pgtest"
	"sellingassistant/test/pgtest/cluster"
)

var metricsAddress = regexp.MustCompile(`"msg":"listening".*"metrics":"([^"]+)"`)

// metric reads a number from the operator's listener.
func (s *server) metric(name string) float64 {
	s.t.Helper()
	lines := bufio.NewScanner(strings.NewReader(s.metrics()))
	for lines.Scan() {
		if value, ok := strings.CutPrefix(lines.Text(), name+" "); ok {
			f, err := strconv.ParseFloat(value, 64)
			require.NoError(s.t, err)
			return f
		}
	}
	require.FailNow(s.t, "no metric "+name)
	return 0
}

// metrics returns all metrics of the program.
func (s *server) metrics() string {
	s.t.Helper()
	m := metricsAddress.FindStringSubmatch(s.log.String())
	require.NotNil(s.t, m, "the log does not name the metrics address")
	// One connection for all of them: each is a goroutine of the program.
	s.scraping.Do(func() { s.scraper = s.client("") })
	return s.scraper.do(call{path: "http://" + m[1] + "/metrics"}).body
}

// goroutines counts the goroutines at rest: the highest count that did not rise for a second. A
// program that has just started is still opening connections to the marketplace's queue.
func (s *server) goroutines() float64 {
	s.t.Helper()
	most, since := 0.0, time.Now()
	poll(s.t, "the program to have started", func() bool {
		if n := s.metric("go_goroutines"); n > most {
			most, since = n, time.Now()
		}
		return time.Since(since) > time.Second
	})
	return most
}

// probe has a kind of call that a load repeats.
type probe struct {
	call  call
	wrong atomic.Pointer[string] // the first answer that must not be
	good  atomic.Int64           // answers with success
	away  atomic.Int64           // proper 503
}

// properlyAway reports whether the answer is a 503 that names the time of the next try.
func (a answer) properlyAway() bool {
	return a.status == 503 && a.header.Get("Retry-After") != "" && a.header.Get("Content-Type") == "application/problem+json" &&
		strings.Contains(a.body, `"code":"service_unavailable"`)
}

// load repeats every call until stopped.
type load struct {
	probes []*probe
	done   atomic.Bool
	all    sync.WaitGroup
}

func startLoad(c client, calls ...call) *load {
	l := &load{}
	for _, x := range calls {
		p := &probe{call: x}
		l.probes = append(l.probes, p)
		l.all.Go(func() {
			for !l.done.Load() {
				p.send(c)
			}
		})
	}
	return l
}

func (p *probe) send(c client) {
	a, err := c.try(p.call)
	complain := func(what string) { p.wrong.CompareAndSwap(nil, &what) }
	switch {
	case err != nil:
		complain(err.Error())
	case a.status == 200 || a.status == 201 || a.status == 204:
		p.good.Add(1)
	case a.properlyAway():
		p.away.Add(1)
		<-time.After(10 * time.Millisecond) // the refusals alone would keep the machine busy
	default:
		complain(strconv.Itoa(a.status) + " " + a.header.Get("Retry-After") + " " + a.body)
	}
}

func (l *load) stop() {
	l.done.Store(true)
	l.all.Wait()
}

// more waits until every call has had n further answers of a kind.
func (l *load) more(t *testing.T, what string, n int64, count func(*probe) *atomic.Int64) {
	t.Helper()
	from := make([]int64, len(l.probes))
	for i, p := range l.probes {
		from[i] = count(p).Load()
	}
	poll(t, what, func() bool {
		for i, p := range l.probes {
			if wrong := p.wrong.Load(); wrong != nil {
				require.FailNow(t, "a wrong answer", "%s %s: %s", p.call.method, p.call.path, *wrong)
			}
			if count(p).Load() < from[i]+n {
				return false
			}
		}
		return true
	})
}

func good(p *probe) *atomic.Int64 { return &p.good }
func away(p *probe) *atomic.Int64 { return &p.away }

// keyRemembered bounds the time that a process may use a key without asking the database.
const keyRemembered = 5 * time.Second

func TestPostgresAway(t *testing.T) {
	t.Parallel()
	pg := pgtest.Private(t, cluster.Options{})
	p := newPlace(t, pg.URL("postgres"))
	p.set("SA_RATE_LIMITS", "default=100000000")
	p.ask("", "migrate", "up")
	team := p.team("Acme")
	s := p.serve()
	c := s.client(team.key)
	document, _ := fileOf(t, c, "note.txt", "text")
	rows := makeRows(t, c, "ROW", 10)
	calls := []call{
		{path: "/api/v1/users/me"}, {path: "/api/v1/account"}, {path: "/api/v1/account/user"},
		{path: document}, {path: "/api/v1/documents"}, {path: document + "/download"},
		{method: "PATCH", path: document, body: `{"notes":"changed"}`},
		form("/api/v1/documents", "many.txt", "always the same", "on_duplicate", "allow"),
		{path: "/api/v1/sa/repricer/products"}, {path: "/api/v1/sa/repricer/strategies"},
		{method: "PATCH", path: "/api/v1/sa/repricer/products", body: `{"ids":[` + strings.Join(rows, ",") + `],"limits":{"max_price":9}}`},
		{method: "PATCH", path: "/api/v1/sa/repricer/settings", body: `{"enabled":true}`},
		{method: "DELETE", path: "/api/v1/documents", body: `{"ids":[999999]}`},
		{path: "/readyz"},
	}
	first := startLoad(c, calls...)
	first.more(t, "good answers", 5, good)
	first.stop()
	idle := s.goroutines()

	l := startLoad(c, calls...)
	alive := startLoad(s.client(""), call{path: "/healthz"})
	l.more(t, "good answers", 5, good)
	require.NoError(t, pg.Kill())
	gone := time.Now()
	l.more(t, "answers without the database", 5, away)
	poll(t, "the key to be forgotten", func() bool { return time.Since(gone) > keyRemembered+500*time.Millisecond })
	goods := make([]int64, len(l.probes))
	for i, x := range l.probes {
		goods[i] = x.good.Load()
	}
	l.more(t, "answers without the database", 5, away)
	for i, x := range l.probes {
		require.Equal(t, goods[i], x.good.Load(), "%s %s cannot succeed without the database", x.call.method, x.call.path)
	}
	// The restriction check has no 503 of its own.
	check := c.do(call{path: "/api/v1/products/B0CASE0001/restriction-status"})
	requireProblem(t, check, 500, "upstream_unavailable")

	require.NoError(t, pg.Resume())
	back := time.Now()
	l.more(t, "good answers again", 1, good)
	t.Logf("serving again %s after the database was back", time.Since(back).Round(time.Millisecond))
	for i, x := range l.probes {
		goods[i] = x.away.Load()
	}
	l.more(t, "only good answers", 20, good)
	for i, x := range l.probes {
		require.Equal(t, goods[i], x.away.Load(), "%s %s was refused after the recovery", x.call.method, x.call.path)
	}
	l.stop()
	alive.stop()
	require.Nil(t, alive.probes[0].wrong.Load())
	require.Zero(t, alive.probes[0].away.Load(), "being alive does not depend on the database")

	requireNoLeak(t, s, pg, idle)
	s.stop()
	require.NotContains(t, s.log.String(), `"msg":"panic"`)
}

// requireNoLeak checks that the resources of an outage are released.
func requireNoLeak(t *testing.T, s *server, pg *cluster.Cluster, idle float64) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), pg.URL("postgres"))
	require.NoError(t, err)
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	poll(t, "open transactions to end", func() bool {
		var stuck int
		err := conn.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity
			WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND state <> 'idle'`).Scan(&stuck)
		require.NoError(t, err)
		return stuck == 0
	})
	var connections int
	require.NoError(t, conn.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity
		WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`).Scan(&connections))
	require.LessOrEqual(t, connections, 20)
	poll(t, "goroutines to end", func() bool { return s.metric("go_goroutines") <= idle+16 })
}
