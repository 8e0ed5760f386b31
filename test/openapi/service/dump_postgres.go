package service

import (
	"slices"
	"strings"
	"testing"
)

// dumpAtOnce reads all tables by one statement, which Postgres writes as text: a
// statement for each would take longer than what is tested in between.
func (s *Service) dumpAtOnce(t testing.TB) Dump {
	t.Helper()
	out := Dump{}
	// What is in a partition is in the table that it is a part of.
	tables := s.names(t, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1")
	for _, table := range tables {
		out[table] = []string{}
	}
	if of := strings.Join(tables, " "); s.dump.of != of {
		s.dump.of, s.dump.query = of, s.dumpQuery(t, tables)
	}
	// Hot, where statements stay prepared.
	rows, err := s.Store.Hot(t.Context()).Query(t.Context(), s.dump.query)
	if err != nil {
		t.Fatalf("read the tables: %v", err)
	}
	defer rows.Close()
	for rows.Next() {
		var table, line string
		if err := rows.Scan(&table, &line); err != nil {
			t.Fatal(err)
		}
		out[table] = append(out[table], line)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for _, lines := range out {
		slices.Sort(lines)
	}
	return out
}

// dumpQuery selects the rows of all tables as «table» and «column=value|…».
func (s *Service) dumpQuery(t testing.TB, tables []string) string {
	t.Helper()
	selects := make([]string, len(tables))
	for i, table := range tables {
		columns := s.names(t, `SELECT CASE format_type(atttypid, NULL) WHEN 'bytea'
				THEN format($$ %L || coalesce(encode(%I, 'escape'), '<nil>') || '|' $$, attname || '=', attname)
				ELSE format($$ %L || coalesce(%I::text, '<nil>') || '|' $$, attname || '=', attname) END
			FROM pg_attribute WHERE attrelid = '"`+table+`"'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`)
		selects[i] = "SELECT '" + table + "', " + strings.Join(columns, " || ") + ` FROM "` + table + `"`
	}
	return strings.Join(selects, "\nUNION ALL\n")
}

// dumpText is the statement that dumps the tables that it was made of.
type dumpText struct{ of, query string }
