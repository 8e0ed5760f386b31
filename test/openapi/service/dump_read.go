package service

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
)

// dumper reads tables as text made by the database. It reads a table again only if it may have
// changed, because most dumps find an unchanged database.
type dumper struct {
	tables []string
	// selects has a statement for each table; marks has the statement for their versions on
	// Postgres.
	selects []string
	marks   string
	// read has the versions of the tables in rows. at has the transaction snapshot of Postgres at
	// that time: while it is the same, no table has changed.
	read []string
	at   string
	rows Dump
	// watch sees the commits of all other connections, on SQLite.
	watch *bun.Conn
}

const (
	tablesOfPostgres = `SELECT relname FROM pg_class
		WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`
	tablesOfSQLite  = `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1`
	columnsPostgres = `SELECT CASE format_type(atttypid, NULL) WHEN 'bytea'
			THEN format($$ %L || coalesce(encode(%I, 'escape'), '<nil>') || '|' $$, attname || '=', attname)
			ELSE format($$ %L || coalesce(%I::text, '<nil>') || '|' $$, attname || '=', attname) END
		FROM pg_attribute WHERE attrelid = '"TABLE"'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`
	columnsSQLite = `SELECT format(' %Q || coalesce(CAST("%w" AS TEXT), ''<nil>'') || ''|'' ', name || '=', name) FROM pragma_table_info('TABLE') ORDER BY cid`
)

// Dump reads the whole database without the program. Rows are sorted, so equal contents make equal
// dumps.
func (s *Service) Dump(t testing.TB) Dump {
	t.Helper()
	d := &s.dumper
	if d.tables == nil {
		s.prepareDump(t)
	}
	versions := s.versions(t)
	var reads []string
	for i, table := range d.tables {
		if d.read == nil || d.read[i] != versions[i] {
			d.rows[table] = []string{}
			reads = append(reads, d.selects[i])
		}
	}
	d.read = versions
	if !s.onPostgres() && len(reads) > 0 {
		reads = []string{strings.Join(reads, "\nUNION ALL\n")}
	}
	for _, read := range reads {
		for table, rows := range s.pairs(t, read) {
			slices.Sort(rows)
			d.rows[table] = rows
		}
	}
	return maps.Clone(d.rows)
}

// prepareDump writes the statements for the tables. A running service makes no further tables.
func (s *Service) prepareDump(t testing.TB) {
	t.Helper()
	// Partitions are read with their table. An index of texts is a virtual table with tables of its
	// own.
	tables, columns := tablesOfSQLite, columnsSQLite
	if s.onPostgres() {
		tables, columns = tablesOfPostgres, columnsPostgres
	}
	d := &s.dumper
	d.tables, d.rows = s.names(t, tables), Dump{}
	if len(d.tables) < 15 {
		t.Fatalf("only %d tables", len(d.tables))
	}
	marks := make([]string, len(d.tables))
	for i, table := range d.tables {
		// The output has the form «table» and «column=value|…».
		d.selects = append(d.selects, `SELECT '`+table+`', `+strings.Join(s.names(t, strings.ReplaceAll(columns, "TABLE", table)), " || ")+` FROM "`+table+`"`)
		marks[i] = `(SELECT count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) FROM "` + table + `")`
	}
	d.marks = "SELECT '', " + strings.Join(marks, " || ',' || ")
}

func (s *Service) onPostgres() bool { return s.Store.Dialect() == db.Postgres }

// versions returns texts that change with the tables. On Postgres each row knows the transaction
// that wrote it. SQLite counts the commits of other connections for all tables together.
func (s *Service) versions(t testing.TB) []string {
	t.Helper()
	if s.onPostgres() {
		now := s.pairs(t, "SELECT '', pg_current_snapshot()::text")[""][0]
		if s.dumper.at == now {
			return s.dumper.read
		}
		s.dumper.at = now
		return strings.Split(s.pairs(t, s.dumper.marks)[""][0], ",")
	}
	var version string
	if err := s.dumper.watch.QueryRowContext(t.Context(), "PRAGMA data_version").Scan(&version); err != nil {
		t.Fatalf("look for changes: %v", err)
	}
	return slices.Repeat([]string{version}, len(s.dumper.tables))
}

func (s *Service) names(t testing.TB, query string) []string {
	t.Helper()
	var out []string
	if err := s.Store.Read(t.Context()).NewRaw(query).Scan(t.Context(), &out); err != nil {
		t.Fatalf("list the tables: %v", err)
	}
	return out
}

// pairs returns the second columns by the first. The statement stays prepared.
func (s *Service) pairs(t testing.TB, query string) map[string][]string {
	t.Helper()
	rows, err := s.Store.Hot(t.Context()).Query(t.Context(), query)
	if err != nil {
		t.Fatalf("read the tables: %v", err)
	}
	defer rows.Close()
	out := map[string][]string{}
	for rows.Next() {
		var text, two string
		if err := rows.Scan(&text, &two); err != nil {
			t.Fatal(err)
		}
		out[text] = append(out[text], two)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}
