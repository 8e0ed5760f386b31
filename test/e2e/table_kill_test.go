package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
)

// TestKilledWhileATableIsImported kills the server while a table is written and while it is undone.
// After each kill the records and the report agree, and a chunk is stored whole or not at all. In
// the end no row is lost or written twice.
func TestKilledWhileATableIsImported(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		const rows, atOnce = 3_000, 100
		p.set("SA_RATE_LIMITS", "default=100000000", "SA_LOG_LEVEL", "error", "SA_WORKERS", "1", "SA_DOCUMENT_WORKERS", "1")
		team := p.team("Acme")
		y := newYard(t, p)
		s := p.serve()
		var table strings.Builder
		table.WriteString("SKU,Marketplace,Min,Max\n")
		for from := 0; from < rows; from += atOnce {
			made := make([]string, atOnce)
			for i := range made {
				sku := fmt.Sprintf("K-%d", from+i)
				made[i] = row(sku, `,"asin":"`+simulator.ASIN(from+i)+`","mode":"off","limits":{"min_price":5}`)
				fmt.Fprintf(&table, "%s,US,7.25,40\n", sku)
			}
			s.client(team.key).want(200, "POST", productsPath, `{"products":[`+strings.Join(made, ",")+`]}`)
		}
		a := s.client(team.key).do(form("/api/v1/imports", "limits.csv", table.String(), "kind", "repricer_product"))
		require.Equal(t, 202, a.status, a.body)
		at := a.header.Get("Location")
		agree := func() (written int64) {
			written = y.count("SELECT count(*) FROM repricer_products WHERE min_price = 72500 AND max_price = 400000")
			require.EqualValues(t, written, y.count("SELECT CAST(coalesce(sum(updated), 0) AS BIGINT) FROM imports_chunks"))
			require.Zero(t, written%500, "a chunk is written whole or not at all")
			return written
		}
		kill := func(member, end string) {
			done := -1.0
			look := func() (status string, moved bool) {
				v := s.client(team.key).want(200, "GET", at, "")["data"].(map[string]any)
				now := number(t, v[member])
				moved, done = now > done && now > 0, now
				return fmt.Sprint(v["status"]), moved
			}
			for range kills.tables {
				poll(t, "the import to go on", func() bool { status, moved := look(); return moved || status == end })
				s.kill()
				agree()
				s = p.serve()
			}
			poll(t, "the import to end", func() bool { status, _ := look(); return status == end })
		}
		kill("rows_done", "completed")
		require.EqualValues(t, rows, agree())
		seen := map[string]int{}
		for next := at + "/rows?limit=200"; next != ""; {
			page := s.client(team.key).want(200, "GET", next, "")
			for _, one := range page["data"].([]any) {
				r := one.(map[string]any)
				require.Equal(t, "updated", r["status"])
				seen[fmt.Sprint(r["sku"])]++
			}
			next = ""
			if cursor, ok := page["meta"].(map[string]any)["next_cursor"].(string); ok {
				next = at + "/rows?limit=200&cursor=" + cursor
			}
		}
		require.Len(t, seen, rows)
		a = s.client(team.key).do(call{method: "POST", path: at + "/take-back"})
		require.Equal(t, 202, a.status, a.body)
		kill("rows_taken_back", "taken_back")
		require.Zero(t, agree())
		require.EqualValues(t, rows, y.count("SELECT count(*) FROM repricer_products WHERE min_price = 50000 AND max_price IS NULL"))
		s.stop()
	})
}
