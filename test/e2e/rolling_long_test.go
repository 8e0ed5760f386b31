//go:build long

package e2e_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/pgtest"
)

// newerProgram compiles the program with one more migration of a kind.
func newerProgram(t *testing.T, kind string) string {
	t.Helper()
	dir := t.TempDir()
	migrations, err := filepath.Abs("../../migrations")
	require.NoError(t, err)
	planted := map[string]string{}
	for end, text := range map[string]string{
		"up":   "-- " + kind + "\nCREATE TABLE rolling (x BIGINT);\nALTER TABLE annotation_tags ADD COLUMN rolling TEXT;\n",
		"down": "ALTER TABLE annotation_tags DROP COLUMN rolling;\nDROP TABLE rolling;\n",
	} {
		name := "29990101000000_rolling.tx." + end + ".sql"
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
		planted[filepath.Join(migrations, name)] = filepath.Join(dir, name)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": planted})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600))
	to := filepath.Join(dir, "newer")
	build := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-trimpath", "-ldflags=-s -w", "-o", to,
		"sellingassistant/cmd/selling-assistant")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return to
}

// serveBy starts a service of another version, which migrates first.
func (p *place) serveBy(program string) *server {
	p.t.Helper()
	cmd := p.command("serve", "--json", "--migrate")
	cmd.Path, cmd.Args[0] = program, program
	s := p.started(cmd)
	s.url, _ = object(p.t, s.printed)["base_url"].(string)
	s.awaitReady(200)
	return s
}

// TestOldAndNewSideBySide upgrades under load: the new version migrates while the old one serves, both
// serve, then the old one stops. No call fails. It is a drill of make test-long, and of
// scripts/rolling.sh alone.
func TestOldAndNewSideBySide(t *testing.T) {
	t.Parallel()
	newer := newerProgram(t, "expand")
	p := newPlace(t, pgtest.URL(t))
	p.set("SA_RATE_LIMITS", "default=100000000", "SA_LOG_LEVEL", "warn")
	team := p.team("Acme")
	old := p.serve()
	document, _ := fileOf(t, old.client(team.key), "note.txt", "text")
	calls := []call{
		{path: "/api/v1/account"}, {path: "/api/v1/documents"}, {path: "/api/v1/tags"}, {path: "/readyz"},
		{method: "PATCH", path: document, body: `{"notes":"changed"}`},
		{method: "PATCH", path: "/api/v1/sa/repricer/settings", body: `{"enabled":true}`},
		form("/api/v1/documents", "many.txt", "always the same", "on_duplicate", "allow"),
	}
	onOld := startLoad(old.client(team.key), calls...)
	onOld.more(t, "answers of the old version", 20, good)
	s := p.serveBy(newer)
	onNew := startLoad(s.client(team.key), calls...)
	onOld.more(t, "answers of the old version beside the new one", 100, good)
	onNew.more(t, "answers of the new version", 100, good)
	require.NotContains(t, p.run("", "migrate", "status").stdout, "missing", "commands of the old version work too")
	onOld.stop()
	old.stop()
	onNew.more(t, "answers of the new version alone", 20, good)
	onNew.stop()
	s.stop()
	for _, l := range []*load{onOld, onNew} {
		for _, x := range l.probes {
			require.Nil(t, x.wrong.Load(), x.call.path)
			require.Zero(t, x.away.Load(), "%s %s was refused", x.call.method, x.call.path)
		}
	}
}

// An old version does not serve a database that a newer one contracted.
func TestAnOldVersionRefusesAContractedDatabase(t *testing.T) {
	t.Parallel()
	p := newPlace(t, pgtest.URL(t))
	cmd := p.command("migrate", "up")
	cmd.Path = newerProgram(t, "contract")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, args := range [][]string{{"serve"}, {"team", "list"}} {
		r := p.run("", args...)
		require.Equal(t, 1, r.code)
		require.Contains(t, r.stderr, "The database belongs to a newer version")
		require.Contains(t, r.stderr, "29990101000000")
	}
}
