package e2e_test

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/identity"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// steps returns the numbers of all migrations, in order.
func steps(t *testing.T) []any {
	t.Helper()
	files, err := filepath.Glob("../../migrations/*.up.sql")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	numbers := make([]any, len(files))
	for i, file := range files {
		numbers[i], _, _ = strings.Cut(filepath.Base(file), "_")
	}
	return numbers
}

func TestMigrationsUpDownUp(t *testing.T) {
	eachEmpty(t, func(t *testing.T, p *place) {
		applied := func() (n int) {
			for _, step := range rowsOf(t, p.ask("", "migrate", "status")) {
				if step["applied_at"] != nil {
					n++
				}
			}
			return n
		}
		require.Equal(t, 0, applied(), "asking for the state changes nothing")
		p.ask("", "migrate", "up")
		require.Equal(t, len(steps(t)), applied())
		first := p.team("Acme")
		p.ask("", "migrate", "down", "--yes", "--steps", strconv.Itoa(applied()))
		require.Equal(t, 0, applied())
		p.ask("", "migrate", "up")
		require.Equal(t, len(steps(t)), applied())

		// All tables exist again, and are empty.
		again := p.team("Acme")
		require.Equal(t, first.id, again.id)
		s := p.serve()
		me := s.client(again.key).want(200, "GET", "/api/v1/users/me", "")
		require.Equal(t, "ann@example.com", me["email"])
		requireProblem(t, s.client(first.key).do(call{path: "/api/v1/users/me"}), 403, "access_denied")
		s.stop()
	})
}

// TestMigrateDownIsRefused misuses it in every way, with and without a service beside.
func TestMigrateDownIsRefused(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		team := p.team("Acme")
		all := strconv.Itoa(len(steps(t)))
		refused := func(code int, says string, args ...string) result {
			t.Helper()
			r := p.run("yes\n", append([]string{"migrate", "down"}, args...)...)
			require.Equal(t, code, r.code, r.stderr)
			require.Contains(t, r.stderr, says)
			require.Empty(t, r.stdout)
			for _, step := range rowsOf(t, p.ask("", "migrate", "status")) {
				require.NotNil(t, step["applied_at"])
			}
			return r
		}
		refused(2, "missing flags: --steps")
		refused(2, "missing flags: --steps", "--yes")
		refused(2, "--steps must be at least 1", "--steps", "0", "--yes")
		refused(2, "--steps must be at least 1", "--steps=-1", "--yes")
		refused(2, "--steps", "--steps", "all", "--yes")
		refused(2, "unexpected argument 1", "--steps", "1", "1")
		refused(1, all+" are applied", "--steps", "1000", "--yes")
		asked := refused(1, "nothing is taken back", "--steps", all)
		for _, lost := range []string{"_identity\n", "_repricer\n", "  teams, rows: 1\n", "  connections, rows: 1\n", "  api_keys, rows: 1\n", "columns that are empty: "} {
			require.Contains(t, asked.stderr, lost)
		}

		s := p.serve()
		process := strconv.Itoa(s.cmd.Process.Pid)
		refused(1, process, "--steps", "1", "--yes")
		refused(1, process, "--steps", all)
		s.client(team.key).want(200, "GET", "/api/v1/users/me", "")
		s.awaitReady(200)
		s.kill()
		w := p.launchAs([]string{"work", "--json"})
		refused(1, strconv.Itoa(w.cmd.Process.Pid), "--steps", "1", "--yes")
		w.stop()

		down := p.ask("", "migrate", "down", "--steps", "1", "--yes")
		requireMembers(t, down, "migrations", "lost")
		require.Equal(t, steps(t)[len(steps(t))-1:], down["migrations"])
		rest := p.ask("", "migrate", "down", "--steps", strconv.Itoa(len(steps(t))-1), "--yes")
		require.Len(t, rest["migrations"], len(steps(t))-1)
		require.Contains(t, rest["lost"], map[string]any{"table": "teams", "column": nil, "rows": json.Number("1")})
	})
}

// TestASecondServiceOnOneFile is refused until the first has ended, in any way.
func TestASecondServiceOnOneFile(t *testing.T) {
	t.Parallel()
	p := newPlace(t, stores.SQLiteURL(t))
	first := p.serve()
	refused := func() {
		t.Helper()
		for _, args := range [][]string{{"serve"}, {"serve", "--migrate"}} {
			r := p.run("", args...)
			require.Equal(t, 1, r.code)
			require.Empty(t, r.stdout)
			require.Contains(t, r.stderr, fmt.Sprintf("process %d uses the database ", first.cmd.Process.Pid))
		}
	}
	refused()
	// Its path by another name leads to the same lock.
	file := strings.TrimPrefix(p.env["SA_DATABASE_URL"], "sqlite://")
	other := *p
	other.env = maps.Clone(p.env)
	link := filepath.Join(t.TempDir(), "other.db")
	require.NoError(t, os.Symlink(file, link))
	other.set("SA_DATABASE_URL", "sqlite://"+link)
	require.Contains(t, other.run("", "serve").stderr, fmt.Sprintf("process %d uses the database ", first.cmd.Process.Pid))

	// Commands go beside it, and a worker beside a service that runs no jobs.
	p.team("Acme")
	second := p.run("", "work")
	require.Equal(t, 1, second.code)
	require.Contains(t, second.stderr, fmt.Sprintf("process %d uses the database ", first.cmd.Process.Pid))
	require.Contains(t, second.stderr, "one process at a time runs jobs on a file")
	first.kill()
	p.set("SA_WORKERS", "0")
	first = p.serve()
	refused()
	p.set("SA_WORKERS", "1")
	w := p.launchAs([]string{"work", "--json"})
	require.Contains(t, p.run("", "work").stderr, fmt.Sprintf("process %d uses the database ", w.cmd.Process.Pid))
	w.stop()
	first.stop()
	p.serve().stop()
}

func TestTwoServersMigrateAtOnce(t *testing.T) {
	t.Parallel()
	p := newPlace(t, pgtest.Empty(t))
	servers := make([]*server, 2)
	var starts sync.WaitGroup
	for i := range servers {
		starts.Go(func() { servers[i] = p.serve("--migrate") })
	}
	starts.Wait()
	require.False(t, t.Failed())
	team := p.team("Acme")
	for _, s := range servers {
		require.Equal(t, "Ann Seller", s.client(team.key).want(200, "GET", "/api/v1/users/me", "")["name"])
		s.stop()
	}
	require.Len(t, rowsOf(t, p.ask("", "migrate", "status")), len(steps(t)))
}

func TestServingWithoutMigrations(t *testing.T) {
	eachEmpty(t, func(t *testing.T, p *place) {
		s := p.launch()
		c := s.client("")
		require.Equal(t, 200, c.do(call{path: "/healthz"}).status)
		ready := c.do(call{path: "/readyz"})
		requireProblem(t, ready, 503, "service_unavailable")
		require.Contains(t, text(object(t, ready.body)["detail"]), "20261101000100")

		// Without tables no caller is known. A key with a good check sum reaches the database;
		// other keys do not.
		key, err := identity.GenerateKey(rand.Reader)
		require.NoError(t, err)
		wellFormed := s.client(key.Reveal())
		for _, x := range []call{
			{path: "/api/v1/users/me"}, {path: "/api/v1/documents/1"}, {path: "/api/v1/account"},
			{path: productsPath}, {method: "PATCH", path: productsPath, body: `{"ids":[1],"mode":"off"}`},
			form("/api/v1/documents", "a.txt", "text"),
		} {
			requireProblem(t, wellFormed.do(x), 503, "service_unavailable")
		}
		// The restriction check has no 503 of its own.
		check := wellFormed.do(call{path: "/api/v1/products/B0CASE0001/restriction-status"})
		requireProblem(t, check, 500, "upstream_unavailable")

		// The service becomes ready without a restart.
		p.ask("", "migrate", "up")
		s.awaitReady(200)
		team := p.team("Acme")
		require.Equal(t, "Ann Seller", s.client(team.key).want(200, "GET", "/api/v1/users/me", "")["name"])
		s.stop()
	})
}
