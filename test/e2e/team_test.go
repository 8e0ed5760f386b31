package e2e_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/stores"
)

// TestATeamMovesAndIsRemoved is the path of an operator: export while the service runs, import in
// another installation, remove here.
func TestATeamMovesAndIsRemoved(t *testing.T) {
	t.Parallel()
	p := newPlace(t, stores.SQLiteURL(t))
	team := p.lonelyTeam("Acme")
	s := p.serve()
	c := s.client(team.key)
	document, link := fileOf(t, c, "note.txt", "text")
	var was map[string]any
	poll(t, "the document to be read", func() bool {
		was = c.want(200, "GET", document, "")
		read, _ := was["data"].(map[string]any)
		return read["status"] == "ready"
	})
	folder := filepath.Join(t.TempDir(), "export")
	done := p.ask("", "team", "export", "--team", "1", "--to", folder)
	requireMembers(t, done, "folder", "team_id", "team_name", "rows", "files", "file_bytes", "waiting_jobs")
	require.Equal(t, "Acme", done["team_name"])
	require.Equal(t, json.Number("1"), done["files"])

	other := newPlace(t, stores.SQLiteURL(t))
	made := other.ask("", "team", "import", "--from", folder)
	require.Equal(t, json.Number("1"), made["team_id"])
	require.Equal(t, false, made["other_secret_key"])
	there := other.serve()
	require.Equal(t, was, there.client(team.key).want(200, "GET", document, ""), "the key works there too")

	rotated := other.ask("", "key", "rotate", "--team", "1", "--overlap", "1h", "1")
	there.client(text(rotated["key"])).want(200, "GET", document, "")
	there.client(team.key).want(200, "GET", document, "")
	there.stop()

	gone := p.ask("", "team", "remove", "--team", "1", "--anyway", "--yes")
	require.Equal(t, json.Number("1"), gone["files"])
	require.Equal(t, json.Number("1"), gone["people"])
	poll(t, "the key to be refused", func() bool { return c.do(call{path: document}).status == 403 })
	require.NotEqual(t, 200, s.client("").do(call{path: link}).status)
	s.stop()
	require.Empty(t, p.ask("", "team", "list")["data"])
}
