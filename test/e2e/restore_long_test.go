//go:build long

package e2e_test

import (
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/pgtest"
	"sellingassistant/test/pgtest/cluster"
	"sellingassistant/test/stores"
)

// momentary lists the parts of answers that belong to one call, not to stored data.
var momentary = []*regexp.Regexp{
	regexp.MustCompile(`"trace_id":"[^"]+"`),
	regexp.MustCompile(`http://127\.0\.0\.1:\d+`),
	regexp.MustCompile(`/files/[^"\s]+`),
	regexp.MustCompile(`"(oldest_wait_seconds|last_event_age_seconds|ms)":\d+`),
	regexp.MustCompile(`"(last_used_at|tokens_left)":[^,}]+`),
}

// inPath matches the parameter at the end of a path.
var inPath = regexp.MustCompile(`^(/.*)/\{[a-zA-Z_]+\}$`)

// everyAnswer returns the answers of all published GET operations, and of the records that their
// lists name, by path.
func everyAnswer(t *testing.T, c client) map[string]string {
	t.Helper()
	paths := c.want(200, "GET", "/openapi.json", "")["paths"].(map[string]any)
	answers := map[string]string{}
	ask := func(path string) answer {
		a := c.do(call{path: path})
		body := a.body
		for _, x := range momentary {
			body = x.ReplaceAllString(body, "<momentary>")
		}
		answers[path] = fmt.Sprintf("%d %s", a.status, body)
		return a
	}
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		_, reads := paths[path].(map[string]any)["get"]
		if !reads || amazons.MatchString(path) || strings.Contains(path, "{") {
			continue
		}
		a := ask(path)
		if a.status != 200 || !strings.HasPrefix(a.header.Get("Content-Type"), "application/json") {
			continue
		}
		rows, _ := object(t, a.body)["data"].([]any)
		for single, operations := range paths {
			list := inPath.FindStringSubmatch(single)
			_, reads := operations.(map[string]any)["get"]
			if list == nil || list[1] != path || !reads || amazons.MatchString(single) {
				continue
			}
			for _, row := range rows {
				if id := text(row.(map[string]any)["id"]); id != "" {
					ask(path + "/" + id)
				}
			}
		}
	}
	return answers
}

// requireSameAnswers asks a copy everything that the original answered.
func requireSameAnswers(t *testing.T, was map[string]string, c client) {
	t.Helper()
	is := everyAnswer(t, c)
	require.Equal(t, slices.Sorted(maps.Keys(was)), slices.Sorted(maps.Keys(is)))
	for path, answer := range was {
		require.Equal(t, answer, is[path], path)
	}
}

// asked returns the answers of an installation about its first team. An answer that changes by
// itself would not show a lost record: there is none.
func asked(t *testing.T, c client) map[string]string {
	t.Helper()
	was := everyAnswer(t, c)
	succeeded, records := 0, 0
	for path, answer := range was {
		if strings.HasPrefix(answer, "200 ") {
			succeeded++
		}
		if regexp.MustCompile(`/\d+$`).MatchString(path) {
			records++
		}
	}
	require.Greater(t, succeeded, 80)
	require.Greater(t, records, 30)
	requireSameAnswers(t, was, c)
	return was
}

// worked fills an installation by every operation and returns a key of its first team, and one of
// a team without records.
func worked(t *testing.T, p *place) (key string, other team) {
	t.Helper()
	transcript(t, p)
	p.set("SA_WORKERS", "0", "SA_RATE_LIMITS", "default=100000000")
	// The person of the scenario works for several teams, and an export names one.
	user := p.ask("", "user", "create", "--team", "1", "--email", "drill@example.com", "--name", "Dora Drill", "--role", "owner")
	made := p.ask("", "key", "create", "--team", "1", "--user", text(user["id"]), "--name", "drill", "--scopes", "read,write")
	return text(made["key"]), p.lonelyTeam("Writer")
}

// postgres runs a program that Postgres brings.
func postgres(t *testing.T, name string, args ...string) {
	t.Helper()
	tool, err := cluster.Program(name)
	require.NoError(t, err)
	out, err := exec.Command(tool, args...).CombinedOutput()
	require.NoError(t, err, "%s %s: %s", name, strings.Join(args, " "), out)
}

// TestRestoreDrill copies an installation while another team writes, restores the copy, and asks
// both for everything. It is a drill of make test-long, and of scripts/restore.sh alone.
func TestRestoreDrill(t *testing.T) {
	each(t, func(t *testing.T, p *place) {
		key, writer := worked(t, p)
		s := p.serve()
		was := asked(t, s.client(key))
		writes := startLoad(s.client(writer.key),
			form("/api/v1/documents", "list.csv", "sku,quantity\nA-1,3\n", "on_duplicate", "allow"),
			form("/api/v1/documents", "many.txt", "always the same", "on_duplicate", "allow"))
		writes.more(t, "documents before the backup", 20, good)
		acknowledged := writes.probes[0].good.Load() + writes.probes[1].good.Load()
		dump, folder := filepath.Join(t.TempDir(), "database.dump"), filepath.Join(t.TempDir(), "backup")
		if p.onPostgres() {
			postgres(t, "pg_dump", "--format=custom", "--file="+dump, p.env["SA_DATABASE_URL"])
		}
		made := p.ask("", "backup", "--to", folder)
		writes.more(t, "documents after the backup", 20, good)
		writes.stop()
		s.stop()
		require.Equal(t, made, p.ask("", "verify", "--from", folder))

		copied := bare(t)
		maps.Copy(copied.env, p.env)
		copied.set("SA_DATA_DIR", copied.data, "SA_DATABASE_URL", "sqlite://"+filepath.Join(copied.data, "app.db"))
		if p.onPostgres() {
			copied.set("SA_DATABASE_URL", pgtest.Empty(t))
			postgres(t, "pg_restore", "--dbname="+copied.env["SA_DATABASE_URL"], dump)
		}
		require.Equal(t, made, copied.ask("", "restore", "--from", folder))
		restored := copied.serve()
		requireSameAnswers(t, was, restored.client(key))
		requireDocuments(t, restored.client(writer.key), acknowledged)
		restored.stop()
	})
}

// requireDocuments reads every document of a team with its content, at least least of them.
func requireDocuments(t *testing.T, c client, least int64) {
	t.Helper()
	found, next := int64(0), "/api/v1/documents?limit=200&sort=id"
	for next != "" {
		page := c.want(200, "GET", next, "")
		rows, _ := page["data"].([]any)
		for _, row := range rows {
			found++
			id := text(row.(map[string]any)["id"])
			link := c.want(200, "GET", "/api/v1/documents/"+id+"/download", "")["data"].(map[string]any)
			content := c.do(call{path: text(link["url"])})
			require.Equal(t, 200, content.status, id)
			require.Contains(t, []string{"always the same", "sku,quantity\nA-1,3\n"}, content.body)
		}
		meta, _ := page["meta"].(map[string]any)
		next = ""
		if cursor := text(meta["next_cursor"]); cursor != "" {
			next = "/api/v1/documents?limit=200&sort=id&cursor=" + cursor
		}
	}
	require.GreaterOrEqual(t, found, least)
}

// TestEveryAnswerOfATeamMoves exports a team from SQLite and imports it into Postgres.
func TestEveryAnswerOfATeamMoves(t *testing.T) {
	t.Parallel()
	p := newPlace(t, stores.SQLiteURL(t))
	key, _ := worked(t, p)
	s := p.serve()
	was := asked(t, s.client(key))
	folder := filepath.Join(t.TempDir(), "export")
	p.ask("", "team", "export", "--team", "1", "--to", folder)
	s.stop()
	other := bare(t)
	maps.Copy(other.env, p.env)
	other.set("SA_DATA_DIR", other.data, "SA_DATABASE_URL", pgtest.URL(t))
	other.ask("", "team", "import", "--from", folder)
	there := other.serve()
	requireSameAnswers(t, was, there.client(key))
	there.stop()
}
