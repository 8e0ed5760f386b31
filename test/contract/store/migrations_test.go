package store_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/presence"
	"sellingassistant/migrations"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/stores"
)

// empty opens a database without tables on each store.
func empty(t *testing.T, test func(t *testing.T, url string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, "sqlite://"+t.TempDir()+"/app.db") })
	t.Run("postgres", func(t *testing.T) { test(t, pgtest.Empty(t)) })
}

// schema lists the schema without the table of migrations.
func schema(t testing.TB, s *db.Store) []string {
	t.Helper()
	text := "SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' AND tbl_name NOT LIKE 'bun_%' ORDER BY 1"
	if s.Dialect() == db.Postgres {
		text = `SELECT relkind::text || ' ' || relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
			WHERE nspname = 'public' AND relname NOT LIKE 'bun_%' ORDER BY 1`
	}
	rows, err := s.Hot(t.Context()).Query(t.Context(), text)
	require.NoError(t, err)
	defer rows.Close()
	list := []string{}
	for rows.Next() {
		var line string
		require.NoError(t, rows.Scan(&line))
		list = append(list, line)
	}
	require.NoError(t, rows.Err())
	return list
}

func TestProgramMigratesUpDownUp(t *testing.T) {
	empty(t, func(t *testing.T, url string) {
		ctx, s := t.Context(), stores.Open(t, url)
		all, err := migrations.Status(ctx, s)
		require.NoError(t, err)
		require.NotEmpty(t, all)
		missing, err := migrations.Missing(ctx, s)
		require.NoError(t, err)
		names, contracts := []string{}, []string{}
		for _, step := range all {
			if names = append(names, step.Name); step.Kind == migrations.Contract {
				contracts = append(contracts, step.Name)
			}
		}
		require.Equal(t, []string{"20261128150500"}, contracts)
		require.ElementsMatch(t, names, append(contracts, missing...), "the program serves before a contract step too")
		require.Empty(t, schema(t, s), "asking changes nothing")

		start := time.Now().Add(-time.Minute)
		done, err := migrations.Up(ctx, s)
		require.NoError(t, err)
		require.Equal(t, names, done, "no earlier version runs, so contract steps do not wait")
		first := schema(t, s)
		require.NotEmpty(t, first)
		steps, err := migrations.Status(ctx, s)
		require.NoError(t, err)
		for _, step := range steps {
			require.NotNil(t, step.AppliedAt)
			require.True(t, step.AppliedAt.After(start) && step.AppliedAt.Before(time.Now().Add(time.Minute)), step.AppliedAt)
		}
		done, err = migrations.Up(ctx, s)
		require.NoError(t, err)
		require.Empty(t, done)
		missing, err = migrations.Missing(ctx, s)
		require.NoError(t, err)
		require.Empty(t, missing)

		undone, err := migrations.Program().Down(ctx, s, len(all))
		require.NoError(t, err)
		require.Len(t, undone, len(all))
		require.Equal(t, all[0].Name, undone[len(undone)-1], "the oldest step goes last")
		require.Empty(t, schema(t, s))
		_, err = migrations.Program().Down(ctx, s, 1)
		require.ErrorContains(t, err, "1 steps cannot be taken back: 0 are applied")

		_, err = migrations.Up(ctx, s)
		require.NoError(t, err)
		require.Equal(t, first, schema(t, s))
	})
}

// TestTwoProgramsMigrateAtOnce starts several; each step runs once.
func TestTwoProgramsMigrateAtOnce(t *testing.T) {
	empty(t, func(t *testing.T, url string) {
		const programs = 4
		type result struct {
			names []string
			err   error
		}
		results := make(chan result, programs)
		start := make(chan struct{})
		for range programs {
			s := stores.Open(t, url)
			go func() {
				<-start
				names, err := migrations.Up(t.Context(), s)
				results <- result{names, err}
			}()
		}
		close(start)
		var all []string
		for range programs {
			r := <-results
			require.NoError(t, r.err)
			all = append(all, r.names...)
		}
		steps, err := migrations.Status(t.Context(), stores.Open(t, url))
		require.NoError(t, err)
		require.Len(t, all, len(steps), "%v", all)
	})
}

func files(pairs ...string) fstest.MapFS {
	fs := fstest.MapFS{}
	for i := 0; i < len(pairs); i += 2 {
		fs[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	return fs
}

func TestFailedStepLeavesTheOnesBefore(t *testing.T) {
	empty(t, func(t *testing.T, url string) {
		ctx, s := t.Context(), stores.Open(t, url)
		steps := files(
			"1_a.tx.up.sql", "CREATE TABLE a (id {{.ID}}, b {{.Bool}}, j {{.JSON}}, r {{.Bytes}}, t {{.Text}});",
			"1_a.tx.down.sql", "DROP TABLE a;",
			"2_b.tx.up.sql", "CREATE TABLE b (x BIGINT);\n--bun:split\nINSERT INTO b VALUES (1);\n--bun:split\nCREATE TABLE a (x BIGINT);",
			"2_b.tx.down.sql", "DROP TABLE b;",
		)
		_, err := migrations.From(steps).Up(ctx, s)
		require.ErrorContains(t, err, "already exists")
		list := strings.Join(schema(t, s), "\n")
		require.NotRegexp(t, regexp.MustCompile(`(?m) b$`), list)
		require.Regexp(t, regexp.MustCompile(`(?m) a$`), list)
		missing, err := migrations.From(steps).Missing(ctx, s)
		require.NoError(t, err)
		require.Equal(t, []string{"2"}, missing)

		// After a correction it continues where it stopped.
		steps["2_b.tx.up.sql"].Data = []byte("CREATE TABLE b (x BIGINT);{{if .Postgres}}SELECT now();{{else}}SELECT sqlite_version();{{end}}")
		done, err := migrations.From(steps).Up(ctx, s)
		require.NoError(t, err)
		require.Equal(t, []string{"2"}, done)

		// A way back that fails keeps the note, too.
		steps["2_b.tx.down.sql"].Data = []byte("DROP TABLE b;\n--bun:split\nDROP TABLE nothing;")
		_, err = migrations.From(steps).Down(ctx, s, 1)
		require.ErrorContains(t, err, "nothing")
		missing, err = migrations.From(steps).Missing(ctx, s)
		require.NoError(t, err)
		require.Empty(t, missing)
		steps["2_b.tx.down.sql"].Data = []byte("DROP TABLE b;")
		for _, want := range []string{"2", "1"} {
			undone, err := migrations.From(steps).Down(ctx, s, 1)
			require.NoError(t, err)
			require.Equal(t, []string{want}, undone)
		}
	})
}

// TestTakenBackAllOrNone fails at the last of the steps to undo.
func TestTakenBackAllOrNone(t *testing.T) {
	empty(t, func(t *testing.T, url string) {
		ctx, s := t.Context(), stores.Open(t, url)
		steps := files(
			"1_a.tx.up.sql", "CREATE TABLE a (x BIGINT); INSERT INTO a VALUES (1);",
			"1_a.tx.down.sql", "DROP TABLE a; DROP TABLE nothing;",
			"2_b.tx.up.sql", "CREATE TABLE b (x BIGINT); INSERT INTO b VALUES (1), (2); CREATE TABLE c (x BIGINT);",
			"2_b.tx.down.sql", "DROP TABLE c; DROP TABLE b;",
			"3_c.tx.up.sql", "ALTER TABLE a ADD COLUMN y BIGINT; INSERT INTO a (x, y) VALUES (5, 6);",
			"3_c.tx.down.sql", "ALTER TABLE a DROP COLUMN y;",
		)
		x := migrations.From(steps)
		_, err := x.Up(ctx, s)
		require.NoError(t, err)
		before := schema(t, s)
		_, err = x.Down(ctx, s, 3)
		require.ErrorContains(t, err, "nothing")
		require.Equal(t, before, schema(t, s))
		missing, err := x.Missing(ctx, s)
		require.NoError(t, err)
		require.Empty(t, missing)

		newest, lost, err := x.Losses(ctx, s, 2)
		require.NoError(t, err)
		require.Equal(t, []string{"3", "2"}, []string{newest[0].Name, newest[1].Name})
		require.Equal(t, []migrations.Loss{{Table: "a", Column: "y", Rows: 1}, {Table: "b", Rows: 2}, {Table: "c"}}, lost)
		require.Equal(t, before, schema(t, s), "looking changes nothing")
		for _, n := range []int{-1, 0, 4} {
			_, _, err := x.Losses(ctx, s, n)
			require.ErrorContains(t, err, "3 are applied")
			_, err = x.Down(ctx, s, n)
			require.ErrorContains(t, err, "3 are applied")
		}
		undone, err := x.Down(ctx, s, 2)
		require.NoError(t, err)
		require.Equal(t, []string{"3", "2"}, undone)
		missing, err = x.Missing(ctx, s)
		require.NoError(t, err)
		require.Equal(t, []string{"2", "3"}, missing)
	})
}

// TestTakenBackAloneOnPostgres has two services beside, one with a lost connection, and a session
// that locks a table.
func TestTakenBackAloneOnPostgres(t *testing.T) {
	t.Parallel()
	url := pgtest.Empty(t)
	ctx, s := t.Context(), stores.Open(t, url+"&lock_timeout=200ms")
	_, err := migrations.Up(ctx, s)
	require.NoError(t, err)
	all, before := migrations.Program(), schema(t, s)

	var leave []func() error
	for _, role := range []presence.Role{presence.Serves, presence.Serves, presence.Works} {
		end, err := presence.Attend(ctx, stores.Open(t, url), zap.NewNop(), role)
		require.NoError(t, err)
		leave = append(leave, end)
	}
	process := fmt.Sprintf("(process %d on ", os.Getpid())
	for range leave {
		live, err := presence.Count(ctx, s)
		require.NoError(t, err)
		require.Equal(t, len(leave), live)
		for _, refused := range []func() error{
			func() error { _, err := all.Down(ctx, s, 1); return err },
			func() error { _, _, err := all.Losses(ctx, s, 1); return err },
		} {
			err := refused()
			require.ErrorContains(t, err, process)
			require.ErrorContains(t, err, "stop it first")
		}
		require.NoError(t, leave[0]())
		leave = leave[1:]
	}
	require.Equal(t, before, schema(t, s))

	other, err := pgx.Connect(ctx, url)
	require.NoError(t, err)
	defer func() { _ = other.Close(ctx) }()
	// The table of a step in the middle is in use.
	_, err = other.Exec(ctx, "BEGIN; SELECT count(*) FROM connections")
	require.NoError(t, err)
	steps, err := all.Status(ctx, s)
	require.NoError(t, err)
	_, err = all.Down(ctx, s, len(steps))
	require.Error(t, err)
	require.Equal(t, before, schema(t, s), "nothing is taken back by halves")
	_, err = other.Exec(ctx, "ROLLBACK")
	require.NoError(t, err)
	_, err = all.Down(ctx, s, len(steps))
	require.NoError(t, err)
	require.Empty(t, schema(t, s))
}

// TestAServiceIsSeenAgain cuts the connection that shows it.
func TestAServiceIsSeenAgain(t *testing.T) {
	t.Parallel()
	url := pgtest.Empty(t)
	ctx, s := t.Context(), stores.Open(t, url)
	end, err := presence.Attend(ctx, stores.Open(t, url), zap.NewNop(), presence.Serves)
	require.NoError(t, err)
	cut, err := s.Hot(ctx).Exec(ctx, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
		WHERE datname = current_database() AND application_name LIKE 'selling-assistant serve %'`)
	require.NoError(t, err)
	require.EqualValues(t, 1, cut)
	alone := func() error { return presence.Alone(ctx, s, func(context.Context) error { return nil }) }
	require.Eventually(t, func() bool { return alone() == nil }, time.Minute, time.Millisecond, "the kernel and the server give the lock back")
	require.Eventually(t, func() bool { return alone() != nil }, time.Minute, 10*time.Millisecond)
	require.NoError(t, end())
	require.NoError(t, alone())
}

func TestStreamsThatCannotBeRead(t *testing.T) {
	s := stores.Open(t, "sqlite://"+t.TempDir()+"/app.db")
	for name, steps := range map[string]fstest.MapFS{
		"both":     files("1_a.tx.up.sql", "SELECT 1"),
		"template": files("1_a.tx.up.sql", "{{.Nothing}}", "1_a.tx.down.sql", ""),
		"1":        files("1_a.tx.up.sql", "", "1_a.tx.down.sql", "", "1_b.tx.up.sql", "", "1_b.tx.down.sql", ""),
	} {
		_, err := migrations.From(steps).Up(t.Context(), s)
		require.ErrorContains(t, err, name)
	}
	a, err := migrations.From(files("1_a.tx.up.sql", "x")).Digest()
	require.NoError(t, err)
	b, err := migrations.From(files("1_a.tx.up.sql", "y")).Digest()
	require.NoError(t, err)
	require.NotEqual(t, a, b)
}

// TestUniqueIndexNames requires names of unique indexes that db.Unique can report on both
// databases. The library of the queue names its own indexes.
func TestUniqueIndexNames(t *testing.T) {
	s := stores.Postgres(t)
	ctx := context.Background()
	rows, err := s.Hot(ctx).Query(ctx, `SELECT i.relname, t.relname, x.indisprimary, coalesce(string_agg(a.attname, '_' ORDER BY k.n), '')
		FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
		JOIN pg_namespace s ON s.oid = t.relnamespace AND s.nspname = 'public'
		JOIN unnest(x.indkey) WITH ORDINALITY k (attnum, n) ON TRUE
		LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum AND k.attnum > 0
		WHERE x.indisunique AND t.relname NOT LIKE 'bun_%' AND t.relname NOT LIKE 'river_%' AND x.indexprs IS NULL GROUP BY 1, 2, 3`)
	require.NoError(t, err)
	defer rows.Close()
	seen := 0
	for rows.Next() {
		var index, table, columns string
		var primary bool
		require.NoError(t, rows.Scan(&index, &table, &primary, &columns))
		want := table + "_" + columns + "_key"
		if primary {
			want = table + "_pkey"
		}
		require.Equal(t, want[:min(len(want), 63)], index, "Postgres cuts longer names")
		seen++
	}
	require.NoError(t, rows.Err())
	require.Greater(t, seen, 5)
}
