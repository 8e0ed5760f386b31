package e2e_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestKilledWhileImporting kills the server while a document is imported and while the import is
// undone, and sends the call again. There is one order with all of its items, or no order.
func TestKilledWhileImporting(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		const lines = 300
		p.set("SA_RATE_LIMITS", "default=1000000", "SA_LOG_LEVEL", "warn")
		team := p.team("Acme")
		y := newYard(t, p)
		s := p.serve()
		c := s.client(team.key)
		made := func(path, body string) string {
			return text(c.want(201, "POST", path, body)["data"].(map[string]any)["id"])
		}
		supplier := made("/api/v1/suppliers", `{"name":"Hafen"}`)
		made("/api/v1/warehouses", `{"name":"Cellar"}`)
		var paper strings.Builder
		paper.WriteString("Invoice number,K-1,,\nSKU,Quantity,Price,Amount\n")
		for l := range lines {
			fmt.Fprintf(&paper, "K-%d,2,$%d.50,$%d.00\n", l, l+1, 2*l+3)
		}
		c.do(form("/api/v1/documents", "invoice.csv", paper.String()))
		awaitReadings(t, c)
		document := "/api/v1/documents/1"
		body := `{"mode":"create_purchase_order","order_status":"ordered","supplier_id":` + supplier + `}`
		orders, items := "SELECT count(*) FROM purchasing_orders WHERE deleted_at IS NULL", "SELECT count(*) FROM purchasing_items AS i"+
			" JOIN purchasing_orders AS o ON o.team_id = i.team_id AND o.id = i.order_id WHERE o.deleted_at IS NULL"
		for n := range kills.imports {
			for _, x := range []struct {
				call  call
				wants int64
			}{
				{call{method: "POST", path: document + "/import", body: body}, 1}, {call{method: "PATCH", path: document, body: `{"status":"ready"}`}, 0},
			} {
				again := x.call.with("Idempotency-Key", fmt.Sprintf("%d-%d", n, x.wants))
				done := make(chan bool, 1)
				go func() {
					_, err := c.try(again)
					done <- err == nil
				}()
				<-time.After(time.Duration(20+60*n) * time.Millisecond)
				s.kill()
				<-done
				left := y.count(orders)
				require.Contains(t, []int64{0, 1}, left)
				require.Equal(t, left*lines, y.count(items), "half an order")
				require.Equal(t, left, y.count("SELECT count(*) FROM documents WHERE status = 'applied'"))
				require.Equal(t, left, y.count("SELECT count(*) FROM document_effects"))
				s = p.serve()
				c = s.client(team.key)
				var a answer
				// The database may take a moment to notice that the killed process has ended.
				poll(t, "an answer", func() bool { a = c.do(again); return a.status != 409 })
				require.Equal(t, 200, a.status, a.body)
				require.Equal(t, x.wants, y.count(orders))
				require.Equal(t, x.wants*lines, y.count(items))
			}
		}
		s.stop()
	})
}
