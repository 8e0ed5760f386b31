package stores

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
)

// watched remembers the statements that bun writes.
type watched struct{ texts []string }

func (*watched) BeforeQuery(ctx context.Context, _ *bun.QueryEvent) context.Context { return ctx }

func (w *watched) AfterQuery(_ context.Context, e *bun.QueryEvent) {
	w.texts = append(w.texts, e.Query)
}

// Analyze updates the statistics of Postgres. The program does not do so on SQLite.
func Analyze(t testing.TB, s *db.Store) {
	t.Helper()
	if s.Dialect() == db.Postgres {
		_, err := s.DB().ExecContext(t.Context(), "ANALYZE")
		require.NoError(t, err)
	}
}

// Plan has a statement and the database's plan for it.
type Plan struct{ Statement, Text string }

// Plans returns the plans of the statements with an order that read runs.
func Plans(t testing.TB, s *db.Store, read func() error) []Plan {
	t.Helper()
	seen, handle := &watched{}, s.Read(t.Context()).(*bun.DB)
	handle.AddQueryHook(seen) //nolint:staticcheck // the store keeps the handle that it has
	err := read()
	handle.ResetQueryHooks() //nolint:staticcheck // as above
	require.NoError(t, err)
	var out []Plan
	for _, text := range seen.texts {
		if strings.Contains(text, "ORDER BY") {
			out = append(out, Plan{text, explained(t, s, text)})
		}
	}
	return out
}

func explained(t testing.TB, s *db.Store, text string) string {
	t.Helper()
	explain := "EXPLAIN "
	if s.Dialect() == db.SQLite {
		explain = "EXPLAIN QUERY PLAN "
	}
	rows, err := s.DB().QueryContext(t.Context(), explain+text)
	require.NoError(t, err)
	defer func() { _ = rows.Close() }()
	plan := ""
	for rows.Next() {
		var line string
		if s.Dialect() == db.SQLite {
			require.NoError(t, rows.Scan(new(any), new(any), new(any), &line))
		} else {
			require.NoError(t, rows.Scan(&line))
		}
		plan += line + "\n"
	}
	require.NoError(t, rows.Err())
	return plan
}

// AlongTeam requires plans that walk an index beginning with the team, in its order. They must not
// read a whole table, and must not sort.
func AlongTeam(t testing.TB, plans []Plan, what any) {
	t.Helper()
	require.NotEmpty(t, plans, "%v", what)
	for _, p := range plans {
		require.Regexp(t, `\(team_id=\?|Index Cond: \(+team_id = `, p.Text, "%v: %s", what, p.Statement)
		for _, wrong := range []string{"Seq Scan", "USING INTEGER PRIMARY KEY", "TEMP B-TREE", "Sort  ("} {
			require.NotContains(t, p.Text, wrong, "%v: %s", what, p.Statement)
		}
	}
}
