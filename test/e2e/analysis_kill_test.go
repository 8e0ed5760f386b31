package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/test/tier"
)

// analyze uploads a list of n products, and returns the address of its analysis.
func analyze(t *testing.T, c client, n int, parts ...string) string {
	t.Helper()
	var list strings.Builder
	list.WriteString("ASIN,Title,Cost\n")
	for i := range n {
		fmt.Fprintf(&list, "%s,Thing %d,%d.50\n", simulator.ASIN(i), i, 1+i%40)
	}
	a := c.do(form("/api/v1/price-list-analyzer/analyses/file", "list.csv", list.String(), append(parts, "fulfillment", "fba")...))
	require.Equal(t, 202, a.status, a.body)
	return a.header.Get("Location")
}

// killsEach counts the kills during the work on a list: a killed job waits longer each time.
const killsEach = 3

// TestKilledWhileAnalyzing kills the server at points of the work on lists: no row is lost or
// doubled, progress never falls, and every row ends with a status.
func TestKilledWhileAnalyzing(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		rows := tier.Of(200, 600)
		market := simulator.New(simulator.Config{Limits: simulator.Limits{Scale: 400}})
		server, err := market.Listen("127.0.0.1:0", "")
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, server.Close()) })
		p.connect(market, server.Addresses)
		p.set("SA_RATE_LIMITS", "default=100000000", "SA_LOG_LEVEL", "error", "SA_WORKERS", "2", "SA_DOCUMENT_WORKERS", "1")
		team := p.team("Acme")
		// Another process asks and pays again for the questions of a killed process.
		p.ask("", "team", "set", "--team", team.id, "--tokens", "1000000")
		y := newYard(t, p)
		s := p.serve()
		lists := (kills.analyses + killsEach - 1) / killsEach
		for n := range lists {
			s = killedAnalysis(t, p, s, team.key, rows, min(killsEach, kills.analyses-n*killsEach), n%2 == 1)
		}
		s.stop()
		require.EqualValues(t, lists*rows, y.count("SELECT count(*) FROM pricelist_items"))
		require.EqualValues(t, lists*rows, y.count("SELECT CAST(coalesce(sum(rows_total), 0) AS BIGINT) FROM pricelist_blocks"))
	})
}

// killedAnalysis kills the server some times while a list is analyzed, or not before its rows are
// priced, and returns the last server.
func killedAnalysis(t *testing.T, p *place, s *server, key string, rows, kills int, late bool) *server {
	t.Helper()
	// A minimum that no row reaches skips the slow sources, because each process learns their pace
	// anew.
	at := analyze(t, s.client(key), rows, "expenses", `{"min_profit":100000}`)
	progress := 0.0
	look := func() (status string, moved bool) {
		a := s.client(key).want(200, "GET", at, "")["data"].(map[string]any)
		now := number(t, a["progress"])
		require.GreaterOrEqual(t, now, progress, "progress falls")
		moved, progress = now > progress, now
		return fmt.Sprint(a["status"]), moved
	}
	ended := func(status string) bool { return strings.HasPrefix(status, "completed") }
	if late {
		poll(t, "rows to be priced", func() bool { status, _ := look(); return status == "pricing" || ended(status) })
	}
	for range kills {
		poll(t, "the analysis to go on", func() bool { status, moved := look(); return moved || ended(status) })
		s.kill()
		s = p.serve()
	}
	poll(t, "the analysis to complete", func() bool { status, _ := look(); return ended(status) })
	seen := map[string]int{}
	for next := at + "/results?limit=200"; next != ""; {
		a := s.client(key).want(200, "GET", next, "")
		for _, one := range a["data"].([]any) {
			row := one.(map[string]any)
			seen[fmt.Sprint(row["row_number"])]++
			require.Contains(t, []string{"matched", "multiple", "not_found", "error"}, row["status"])
		}
		next = ""
		if cursor, ok := a["meta"].(map[string]any)["next_cursor"].(string); ok {
			next = at + "/results?limit=200&cursor=" + cursor
		}
	}
	require.Len(t, seen, rows)
	for n, times := range seen {
		require.Equal(t, 1, times, "row %s", n)
	}
	return s
}

// TestACancelledAnalysisEnds cancels work at a marketplace with limits that make it last minutes.
// The analysis ends within five seconds.
func TestACancelledAnalysisEnds(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		p.set("SA_LOG_LEVEL", "warn")
		team := p.team("Acme")
		s := p.serve()
		c := s.client(team.key)
		at := analyze(t, c, 600)
		status := func() string { return fmt.Sprint(c.want(200, "GET", at, "")["data"].(map[string]any)["status"]) }
		poll(t, "the work to begin", func() bool { return status() == "matching" })
		jobs := p.ask("", "jobs", "list", "--kind", "pricelist.analyze", "--state", "running")["data"].([]any)
		require.Len(t, jobs, 1)
		p.ask("", "jobs", "cancel", fmt.Sprint(jobs[0].(map[string]any)["id"]))
		poll(t, "the analysis to end", func() bool { return status() == "cancelled" })
		s.stop()
	})
}
