package e2e_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// fileOf uploads a file and returns its document's path and its download link.
func fileOf(t *testing.T, c client, name, content string) (path, link string) {
	t.Helper()
	a := c.do(form("/api/v1/documents", name, content))
	require.Equal(t, 201, a.status, a.body)
	path = a.header.Get("Location")
	made, _ := c.want(200, "GET", path+"/download", "")["data"].(map[string]any)
	return path, text(made["url"])
}

func TestStorageAway(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		team := p.team("Acme")
		p.set("SA_WORKERS", "0") // downloads alone look for the bytes
		s := p.serve()
		c, anyone := s.client(team.key), s.client("")
		path, link := fileOf(t, c, "note.txt", "what was kept")
		require.Equal(t, "what was kept", anyone.do(call{path: link}).body)
		files := filepath.Join(p.data, "files")
		aside := filepath.Join(p.data, "aside")

		// The folder cannot be used: a file lies in its place. Nothing is known
		// about the bytes, so nothing is noted.
		require.NoError(t, os.Rename(files, aside))
		require.NoError(t, os.WriteFile(files, nil, 0o600))
		requireProblem(t, anyone.do(call{path: link}), 503, "storage_unavailable")
		requireProblem(t, anyone.do(call{path: link}.with("Range", "bytes=0-3")), 503, "storage_unavailable")
		require.Equal(t, 503, anyone.do(call{method: "HEAD", path: link}).status)
		requireProblem(t, c.do(form("/api/v1/documents", "other.txt", "never kept")), 503, "storage_unavailable")
		require.Nil(t, documentOf(t, c, path)["failure"])

		// The same call works again without a restart.
		require.NoError(t, os.Remove(files))
		require.NoError(t, os.Rename(aside, files))
		require.Equal(t, "what was kept", anyone.do(call{path: link}).body)
		require.Equal(t, 201, c.do(form("/api/v1/documents", "other.txt", "kept later")).status)

		// Deletes the folder, and with it the bytes.
		require.NoError(t, os.RemoveAll(files))
		version := documentOf(t, c, path)["version"]
		a := anyone.do(call{path: link})
		requireProblem(t, a, 503, "storage_unavailable")
		require.NotContains(t, a.body, p.data)
		lost := documentOf(t, c, path)
		require.Equal(t, "failed", lost["status"])
		failure, _ := lost["failure"].(map[string]any)
		require.Equal(t, "storage_missing", failure["code"])
		require.NotEmpty(t, failure["message"])
		require.NotEqual(t, version, lost["version"])
		requireProblem(t, anyone.do(call{path: link}), 503, "storage_unavailable")
		require.Equal(t, lost, documentOf(t, c, path), "it is noted once")

		// The rest works, and so do uploads once the folder exists again.
		requireProblem(t, c.do(form("/api/v1/documents", "third.txt", "kept after that")), 503, "storage_unavailable")
		require.NoError(t, os.MkdirAll(filepath.Join(files, "staging"), 0o700))
		third, link := fileOf(t, c, "third.txt", "kept after that")
		require.Equal(t, "kept after that", anyone.do(call{path: link}).body)
		require.Equal(t, "uploaded", documentOf(t, c, third)["status"])
		s.stop()
	})
}

func documentOf(t *testing.T, c client, path string) map[string]any {
	t.Helper()
	d, ok := c.want(200, "GET", path, "")["data"].(map[string]any)
	require.True(t, ok)
	return d
}
