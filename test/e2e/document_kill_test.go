package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestKilledWhileReading kills the server while it reads documents: each is read in the end, with
// all of its lines, once.
func TestKilledWhileReading(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		const (
			documents = 40
			lines     = 1_000
		)
		p.set("SA_RATE_LIMITS", "default=100000000", "SA_LOG_LEVEL", "warn", "SA_DOCUMENT_WORKERS", "4", "SA_WORKERS", "0")
		team := p.team("Acme")
		y := newYard(t, p)
		s := p.serve()
		c := s.client(team.key)
		for i := range documents {
			var list strings.Builder
			list.WriteString("SKU,Description,Unit price\n")
			for l := range lines {
				fmt.Fprintf(&list, "D%d-%d,Mug,%d.50\n", i, l, l+1)
			}
			c.do(form("/api/v1/documents", fmt.Sprintf("list %d.csv", i), list.String()))
		}
		s.stop()
		p.set("SA_WORKERS", "4")
		s = p.serve()
		unread, hit := "SELECT count(*) FROM documents WHERE status <> 'ready'", int64(0)
		for n := 0; n < kills.readings || hit == 0; n++ {
			left := y.count(unread)
			require.Positive(t, left, "no kill hit a reading: the test proves nothing")
			poll(t, "another document to be read", func() bool { return y.count(unread) < left })
			s.kill()
			hit += y.count("SELECT count(*) FROM documents WHERE status = 'processing'")
			s = p.serve()
		}
		poll(t, "all documents to be read", func() bool { return y.count(unread) == 0 })
		s.stop()
		require.EqualValues(t, documents, y.count("SELECT count(*) FROM documents WHERE has_parsed_data"))
		require.EqualValues(t, documents, y.count("SELECT count(*) FROM document_readings"))
		require.EqualValues(t, documents*lines, y.count("SELECT count(*) FROM document_lines"))
		require.Zero(t, y.count("SELECT count(*) FROM documents AS d JOIN document_lines AS l ON l.team_id = d.team_id"+
			" AND l.document_id = d.id WHERE l.claim <> d.claims"))
	})
}
