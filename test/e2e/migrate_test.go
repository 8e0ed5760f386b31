package e2e_test

import (
	"crypto/rand"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/identity"
)

// steps are the numbers of all migrations, in order.
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
		p.ask("", "migrate", "down")
		require.Equal(t, 0, applied())
		p.ask("", "migrate", "up")
		require.Equal(t, len(steps(t)), applied())

		// The tables are whole again, and empty.
		again := p.team("Acme")
		require.Equal(t, first.id, again.id)
		s := p.serve()
		me := s.client(again.key).want(200, "GET", "/api/v1/users/me", "")
		require.Equal(t, "ann@example.com", me["email"])
		requireProblem(t, s.client(first.key).do(call{path: "/api/v1/users/me"}), 403, "access_denied")
		s.stop()
	})
}

func TestTwoServersMigrateAtOnce(t *testing.T) {
	eachEmpty(t, func(t *testing.T, p *place) {
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
	})
}

func TestServingWithoutMigrations(t *testing.T) {
	eachEmpty(t, func(t *testing.T, p *place) {
		s := p.launch()
		c := s.client("")
		require.Equal(t, 200, c.do(call{path: "/healthz"}).status)
		ready := c.do(call{path: "/readyz"})
		requireProblem(t, ready, 503, "service_unavailable")
		require.Contains(t, text(object(t, ready.body)["detail"]), "20261101000100")

		// Without tables no caller is known. A key with a good check sum
		// reaches the database; one without does not.
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
