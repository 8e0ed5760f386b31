package teamdata

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/blob"
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/repricer/history"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/document"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

const secretKey = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

var now = time.Date(2026, 11, 28, 10, 0, 0, 0, time.UTC)

// installation has settings, and the database and files that they lead to.
type installation struct {
	t     *testing.T
	cfg   config.Config
	store *db.Store
	blobs blob.Store
}

func install(t *testing.T, url string) *installation {
	t.Helper()
	data := t.TempDir()
	cfg, err := config.Load([]string{"SA_DATA_DIR=" + data, "SA_SECRET_KEY=" + secretKey, "SA_DATABASE_URL=" + url}, false)
	require.NoError(t, err)
	blobs, err := blob.OpenFolder(filepath.Join(data, "files"))
	require.NoError(t, err)
	return &installation{t, cfg, stores.Open(t, url), blobs}
}

// each runs a test on an installation of each database.
func each(t *testing.T, test func(t *testing.T, i *installation)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, install(t, stores.SQLiteURL(t))) })
	t.Run("postgres", func(t *testing.T) { test(t, install(t, pgtest.URL(t))) })
}

// existing lists the tables that fit a condition of the catalogue.
func (i *installation) existing() (ofTeams, virtual []string) {
	i.t.Helper()
	text := `SELECT l.name, l.type = 'virtual' FROM pragma_table_list l WHERE l.schema = 'main' AND l.type IN ('table', 'virtual')
		AND (l.type = 'virtual' OR EXISTS (SELECT 1 FROM pragma_table_info(l.name) c WHERE c.name = 'team_id'))`
	if i.store.Dialect() == db.Postgres {
		text = `SELECT c.relname, false FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'team_id'
			WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`
	}
	var name string
	var isVirtual bool
	require.NoError(i.t, db.Each(i.store.Hot(i.t.Context()).Query(i.t.Context(), text))(func() {
		if isVirtual {
			virtual = append(virtual, name)
		} else {
			ofTeams = append(ofTeams, name)
		}
	}, &name, &isVirtual))
	return ofTeams, virtual
}

// staying are tables with team_id whose rows a removal leaves, and why.
var staying = map[string]string{"team_removals": "it says that a team was removed"}

// A new table with rows of teams has to be in the list, so that no export or removal forgets it.
func TestEveryTableOfTeamsIsListed(t *testing.T) {
	each(t, func(t *testing.T, i *installation) {
		ofTeams, virtual := i.existing()
		var want []string
		for _, listed := range (place{store: i.store}).tables() {
			want = append(want, listed.name)
		}
		require.ElementsMatch(t, append(want, slices.Collect(maps.Keys(staying))...), ofTeams,
			"add the table to tables.go, after those that it refers to")
		if i.store.Dialect() == db.SQLite {
			require.ElementsMatch(t, slices.Collect(maps.Keys(searched)), virtual)
		}
	})
}

// fill makes a team with one row in each table. All ids of the row are the team's number.
func (i *installation) fill(team int64) {
	i.t.Helper()
	ctx := i.t.Context()
	require.NoError(i.t, history.NewChanges(i.store).Prepare(ctx, db.FromMicros(0), db.FromMicros(1)))
	list := append([]table{{name: "teams"}, {name: "users"}}, place{store: i.store}.tables()...)
	for _, t := range list {
		described, err := columns(ctx, i.store.Write(ctx), i.store.Dialect(), t.name)
		if t.name == "inventory_product_grams" {
			continue // the only table with a list of texts; an import makes it
		}
		require.NoError(i.t, err)
		if t.counted || t.name == "repricer_standings" || t.name == "repricer_offer_minutes" || t.name == "repricer_last_events" {
			// Triggers have written a row.
			_, err = i.store.Write(ctx).ExecContext(ctx, "DELETE FROM "+t.name+" WHERE team_id = ?", team)
			require.NoError(i.t, err)
		}
		names, values := make([]string, len(described)), make([]string, len(described))
		for n, c := range described {
			names[n] = c.name
			values[n] = i.sample(c, team)
		}
		_, err = i.store.Write(ctx).ExecContext(ctx, fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", t.name,
			strings.Join(names, ", "), strings.Join(values, ", ")))
		require.NoError(i.t, err, t.name)
	}
	staged, err := i.blobs.Stage(ctx, id.Team(team), strings.NewReader("invoice"))
	require.NoError(i.t, err)
	require.NoError(i.t, staged.Keep(ctx))
}

// sample returns a value of a column as SQL. Texts are also valid JSON.
func (i *installation) sample(c column, team int64) string {
	switch {
	case c.name == "email_folded" || c.name == "email":
		return fmt.Sprintf("'person%d@example.com'", team)
	case c.kind == flag:
		return "false"
	case c.kind == number:
		return fmt.Sprint(team)
	case c.kind == float:
		return "0.5"
	case c.kind == bytes && i.store.Dialect() == db.Postgres:
		return fmt.Sprintf(`'\x%02x'`, team)
	case c.kind == bytes:
		return fmt.Sprintf("x'%02x'", team)
	}
	return fmt.Sprintf(`'{"n":%d}'`, team)
}

// rows counts the rows of a team in each table.
func (i *installation) rows(team int64) map[string]int64 {
	i.t.Helper()
	out := map[string]int64{}
	for _, t := range (place{store: i.store}).tables() {
		var n int64
		require.NoError(i.t, i.store.Read(i.t.Context()).NewRaw("SELECT count(*) FROM "+t.name+" WHERE team_id = ?", team).Scan(i.t.Context(), &n))
		if n > 0 {
			out[t.name] = n
		}
	}
	return out
}

func (i *installation) count(text string, args ...any) (n int64) {
	i.t.Helper()
	require.NoError(i.t, i.store.Read(i.t.Context()).NewRaw(text, args...).Scan(i.t.Context(), &n))
	return n
}

func (i *installation) files(team id.Team) (n int) {
	i.t.Helper()
	require.NoError(i.t, i.blobs.All(i.t.Context(), func(ref ports.Ref) error {
		if ref.Team == team {
			n++
		}
		return nil
	}))
	return n
}

func TestRemoveLeavesNothingOfTheTeamAndEverythingOfOthers(t *testing.T) {
	each(t, func(t *testing.T, i *installation) {
		ctx := t.Context()
		i.fill(1)
		i.fill(2)
		other := i.rows(2)
		require.Contains(t, other, "audit_log")

		c, err := Count(ctx, i.cfg, 1, now)
		require.NoError(t, err)
		require.Equal(t, []any{1, int64(1), int64(0)}, []any{c.Files, c.People, c.Changed})
		require.Equal(t, i.rows(1), c.Rows)

		done, err := Remove(ctx, i.cfg, 1, now)
		require.NoError(t, err)
		require.Equal(t, c.Rows, done.Rows)
		require.Equal(t, []any{1, int64(1)}, []any{done.Files, done.People})
		require.Empty(t, i.rows(1))
		require.Equal(t, other, i.rows(2))
		require.Equal(t, []int{0, 1}, []int{i.files(1), i.files(2)})
		require.Equal(t, []int64{0, 0, 1, 1}, []int64{
			i.count("SELECT count(*) FROM teams WHERE id = 1"), i.count("SELECT count(*) FROM users WHERE id = 1"),
			i.count("SELECT count(*) FROM users"), i.count("SELECT count(*) FROM team_removals WHERE team_id = 1"),
		})
		_, err = i.store.DB().ExecContext(ctx, "DELETE FROM audit_log")
		require.ErrorContains(t, err, "append-only", "the trail is guarded again")

		_, err = Remove(ctx, i.cfg, 1, now)
		require.NoError(t, err, "a removal can be repeated")
		_, err = Count(ctx, i.cfg, 1, now)
		require.ErrorIs(t, err, ErrRemoved)
		removals, err := Removals(ctx, i.cfg)
		require.NoError(t, err)
		require.Equal(t, []Removal{{Team: 1, At: now, Rows: c.Total()}}, removals)
		_, err = Remove(ctx, i.cfg, 7, now)
		require.EqualError(t, err, "there is no team 7")
	})
}

func TestDoubts(t *testing.T) {
	t.Parallel()
	require.Empty(t, Content{}.Doubts())
	require.Equal(t, []string{
		"connected seller accounts: 2, which `connection remove` also ends at Amazon", "changes in the last seven days: 3",
	}, Content{Accounts: 2, Changed: 3}.Doubts())
}

// lines reads the exported rows of a table, in the order of their texts.
func lines(t *testing.T, folder, table string) []string {
	t.Helper()
	b, err := os.ReadFile(tableFile(folder, table))
	require.NoError(t, err)
	// Postgres writes JSON with a space after each colon.
	text := strings.ReplaceAll(strings.TrimSpace(string(b)), `\": `, `\":`)
	return slices.Sorted(strings.SplitSeq(text, "\n"))
}

// A team moves between all pairs of databases, and its export from the second one is that from the
// first one.
func TestATeamMoves(t *testing.T) {
	each(t, func(t *testing.T, from *installation) {
		each(t, func(t *testing.T, to *installation) {
			ctx := t.Context()
			from.t, to.t = t, t
			team := int64(3)
			if to.store.Dialect() == db.Postgres {
				team = 5 // the source is filled for each target; the export before wrote line 4 of the trail
			}
			from.fill(team)
			first, second := t.TempDir(), t.TempDir()
			m, err := Export(ctx, from.cfg, "1.2.3", now, id.Team(team), first)
			require.NoError(t, err)
			require.Equal(t, []any{id.Team(team), "1.2.3", now, 1}, []any{m.Team, m.Version, m.MadeAt, len(m.Files)})

			done, err := Import(ctx, to.cfg, first, now)
			require.NoError(t, err)
			require.Equal(t, []any{id.Team(team), 0, false}, []any{done.Team, done.Known, done.OtherKey})
			require.Equal(t, 1, to.files(id.Team(team)))
			_, err = Export(ctx, to.cfg, "1.2.3", now, id.Team(team), second)
			require.NoError(t, err)
			for _, of := range exported() {
				if of.name == "audit_log" {
					continue // it has a line more for the import
				}
				require.Equal(t, lines(t, first, of.name), lines(t, second, of.name), of.name)
			}
			_, err = Import(ctx, to.cfg, first, now)
			require.ErrorContains(t, err, "another team has the record", "records keep their ids")
		})
	})
}

// The team and its people get other ids where theirs are taken.
func TestIDsOfTeamAndPeopleAreMapped(t *testing.T) {
	each(t, func(t *testing.T, to *installation) {
		ctx := t.Context()
		from := install(t, stores.SQLiteURL(t))
		from.fill(5)
		_, err := from.store.DB().ExecContext(ctx, "INSERT INTO users VALUES (6, 'a@example.com', 'a@example.com', 'A', 0)")
		require.NoError(t, err)
		_, err = from.store.DB().ExecContext(ctx, "INSERT INTO memberships VALUES (5, 6, 'member', 0)")
		require.NoError(t, err)
		folder := t.TempDir()
		_, err = Export(ctx, from.cfg, "1.2.3", now, 5, folder)
		require.NoError(t, err)

		// Team 5 is another one here, user 5 another person, and person5 has the id 9.
		for _, text := range []string{
			`INSERT INTO teams (id, name, plan_code, plan_status, tokens_month, currency, timezone, default_marketplace_id, settings,
				features, version, created_at, updated_at) VALUES (5, 'T', 'standard', 'active', 1, 'USD', 'UTC', 'ATVPDKIKX0DER', '{}', '[]', 1, 0, 0)`,
			"INSERT INTO users VALUES (6, 'b@example.com', 'b@example.com', 'B', 0)",
			"INSERT INTO users VALUES (9, 'person5@example.com', 'person5@example.com', 'P', 0)",
		} {
			_, err = to.store.DB().ExecContext(ctx, text)
			require.NoError(t, err)
		}
		done, err := Import(ctx, to.cfg, folder, now)
		require.NoError(t, err)
		require.Equal(t, []any{id.Team(6), 1}, []any{done.Team, done.Known})
		require.Equal(t, []int64{1, 1, 1, 1, 0}, []int64{
			to.count("SELECT count(*) FROM memberships WHERE team_id = 6 AND user_id = 9"),
			to.count("SELECT count(*) FROM memberships WHERE team_id = 6 AND user_id = 10"),
			to.count("SELECT count(*) FROM users WHERE id = 10 AND email = 'a@example.com'"),
			to.count("SELECT count(*) FROM documents WHERE team_id = 6 AND id = 5"),
			to.count("SELECT count(*) FROM memberships WHERE team_id = 5"),
		})
		require.Equal(t, 1, to.files(6))
	})
}

func TestImportRefuses(t *testing.T) {
	from := install(t, stores.SQLiteURL(t))
	from.fill(1)
	folder := t.TempDir()
	_, err := Export(t.Context(), from.cfg, "1.2.3", now, 1, folder)
	require.NoError(t, err)
	_, err = Export(t.Context(), from.cfg, "1.2.3", now, 1, folder)
	require.EqualError(t, err, folder+" is not empty: each backup needs a folder of its own")

	change := func(t *testing.T, name, was, is string) {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(folder, name))
		require.NoError(t, err)
		require.Contains(t, string(b), was)
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(strings.Replace(string(b), was, is, 1)), 0o600))
	}
	for _, c := range []struct{ name, was, is, want string }{
		{"manifest.json", `"20261101000100"`, `"20250101000000"`, "export and import by the same version"},
		{"manifest.json", `"documents": 1`, `"documents": 2`, "import documents: 2 rows were exported, and the file has 1"},
		{"tables/documents.ndjson", `"claims":1`, `"claims":"x"`, "import documents: documents, row 1: the member claims has the value x"},
		{"manifest.json", `"format": 1`, `"format": 9`, "the export has the format 9, and this version reads 1"},
	} {
		change(t, c.name, c.was, c.is)
		to := install(t, stores.SQLiteURL(t))
		_, err := Import(t.Context(), to.cfg, folder, now)
		require.ErrorContains(t, err, c.want)
		require.Zero(t, to.count("SELECT count(*) FROM teams"), "nothing is stored")
		change(t, c.name, c.is, c.was)
	}
	_, err = Import(t.Context(), from.cfg, t.TempDir(), now)
	require.ErrorContains(t, err, "is no complete export of a team: it has no manifest.json")
}

// A person without a team has no name and no address anywhere.
func TestErase(t *testing.T) {
	each(t, func(t *testing.T, i *installation) {
		ctx := context.WithoutCancel(t.Context())
		i.fill(1)
		erased, err := Erase(ctx, i.cfg, 1)
		require.NoError(t, err)
		require.False(t, erased, "the person belongs to a team")

		for _, text := range []string{
			"DELETE FROM memberships",
			`UPDATE annotation_notes SET body = '{"author":{"id":1,"name":"Ann"}}'`,
			"UPDATE history_events SET actor_name = 'Ann'", "UPDATE inventory_matches SET created_by_name = 'Ann'",
		} {
			_, err := i.store.DB().ExecContext(ctx, text)
			require.NoError(t, err)
		}
		erased, err = Erase(ctx, i.cfg, 1)
		require.NoError(t, err)
		require.True(t, erased)
		require.Equal(t, []int64{1, 1, 1, 1, 1}, []int64{
			i.count("SELECT count(*) FROM users WHERE name = 'Removed user' AND email = 'removed-1' AND email_folded = 'removed-1'"),
			i.count("SELECT count(*) FROM history_events WHERE actor_name = 'Removed user'"),
			i.count("SELECT count(*) FROM inventory_matches WHERE created_by_name = 'Removed user'"),
			i.count("SELECT count(*) FROM annotation_notes WHERE body -> 'author' ->> 'name' = 'Removed user'"),
			i.count("SELECT count(*) FROM audit_log WHERE address = ''"),
		})
	})
}
