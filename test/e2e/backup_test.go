package e2e_test

import (
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/stores"
)

// TestBackupUnderLoad copies an installation while documents are sent, and serves the copy. Each
// document that was acknowledged before has its record and its content there.
func TestBackupUnderLoad(t *testing.T) {
	t.Parallel()
	p := newPlace(t, stores.SQLiteURL(t))
	team := p.team("Acme")
	p.set("SA_RATE_LIMITS", "default=1000000")
	s := p.serve()
	c := s.client(team.key)
	var sent atomic.Int64
	send := func() {
		n := sent.Add(1)
		a, err := c.try(form("/api/v1/documents", "invoice.csv", fmt.Sprintf("invoice,sku,quantity,price\nINV-%d,A-1,3,9.99\n", n), "type", "invoice"))
		if err == nil && a.status != 201 {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	for range 10 {
		send()
	}
	stop := make(chan struct{})
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					send()
				}
			}
		})
	}
	folder := filepath.Join(t.TempDir(), "backup")
	made := p.ask("", "backup", "--to", folder)
	close(stop)
	writers.Wait()
	requireMembers(t, made, "folder", "made_at", "version", "database_bytes", "files", "file_bytes")
	require.GreaterOrEqual(t, number(t, made["files"]), 10.0)
	require.Equal(t, made, p.ask("", "verify", "--from", folder))
	s.stop()

	copied := bare(t)
	copied.set("SA_SECRET_KEY", secretKey, "SA_WORKERS", "0")
	require.Equal(t, made, copied.ask("", "restore", "--from", folder))
	again := copied.run("", "restore", "--from", folder)
	require.Equal(t, 1, again.code)
	require.Contains(t, again.stderr, "nothing is overwritten")
	restored := copied.serve()
	rc := restored.client(team.key)
	documents := listed(t, rc, "/api/v1/documents?limit=200&sort=id")
	require.GreaterOrEqual(t, len(documents), 10)
	for i, d := range documents[:10] {
		link := rc.want(200, "GET", "/api/v1/documents/"+text(d["id"])+"/download", "")["data"].(map[string]any)
		require.Equal(t, fmt.Sprintf("invoice,sku,quantity,price\nINV-%d,A-1,3,9.99\n", i+1), rc.do(call{path: text(link["url"])}).body)
	}
	restored.stop()
}
