package e2e_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/stores"
)

// TestClientsOfAProxy calls as a trusted proxy does, for two clients.
func TestClientsOfAProxy(t *testing.T) {
	t.Parallel()
	p := newPlace(t, stores.SQLiteURL(t))
	team := p.team("Acme")
	p.set("SA_TRUSTED_PROXIES", "127.0.0.0/8")
	s := p.serve()
	from := func(key, address string) answer {
		return s.client(key).do(call{
			method: "POST", path: "/api/v1/tags", body: `{"name":"Toys"}`, header: map[string]string{"X-Forwarded-For": address},
		})
	}
	require.Equal(t, 201, from(team.key, "192.0.2.7, 203.0.113.9").status)
	trail := rowsOf(t, p.ask("", "audit", "list", "--team", team.id, "--record", "tag"))
	require.Equal(t, []any{"203.0.113.9"}, column(trail, "address"), "the address that the proxy saw, not the one that the client sent")

	for range 30 {
		requireProblem(t, from("sak_wrong", "198.51.100.1"), 403, "access_denied")
	}
	requireProblem(t, from("sak_wrong", "198.51.100.1"), 429, "rate_limited")
	requireProblem(t, from("sak_wrong", "198.51.100.2"), 403, "access_denied")
	s.stop()
	require.Contains(t, s.log.String(), `"address":"203.0.113.9"`)
}
