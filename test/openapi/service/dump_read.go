package service

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/uptrace/bun"

	"sellingassistant/adapters/persistence/db"
)

// dumper has tables read as text that the database writes, and again only when they may
// have changed: most looks are at a database in which nothing has.
type dumper struct {
	// tables are the names of all, joined.
	tables string
	// selects are the statements for each table.
	selects map[string]string
	// versions are those of the tables when they were read.
	versions map[string]string
	rows     Dump
	// watch is the connection that sees the commits of all others, on SQLite.
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

// Dump reads the whole database past the program. Rows are sorted, so equal
// contents make equal dumps.
func (s *Service) Dump(t testing.TB) Dump {
	t.Helper()
	// What is in a partition is in the table that it is a part of. An index of texts is a
	// virtual table, with others behind it.
	query := tablesOfSQLite
	if s.onPostgres() {
		query = tablesOfPostgres
	}
	tables := s.names(t, query)
	if len(tables) < 15 {
		t.Fatalf("only %d tables", len(tables))
	}
	d := &s.dumper
	if of := strings.Join(tables, " "); d.tables != of {
		d.tables, d.selects, d.versions, d.rows = of, s.selects(t, tables), map[string]string{}, Dump{}
	}
	versions := s.versions(t, tables)
	var reads []string
	for _, table := range tables {
		if before, read := d.versions[table]; !read || before != versions[table] {
			d.rows[table] = []string{}
			reads = append(reads, d.selects[table])
		}
	}
	d.versions = versions
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

func (s *Service) onPostgres() bool { return s.Store.Dialect() == db.Postgres }

// versions are texts that change with a table. On Postgres each row knows the transaction
// that wrote it. SQLite counts the commits of other connections for all tables together.
func (s *Service) versions(t testing.TB, tables []string) map[string]string {
	t.Helper()
	out := map[string]string{}
	if s.onPostgres() {
		selects := make([]string, len(tables))
		for i, table := range tables {
			selects[i] = `SELECT '` + table + `', count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) FROM "` + table + `"`
		}
		for table, version := range s.pairs(t, strings.Join(selects, "\nUNION ALL\n")) {
			out[table] = version[0]
		}
		return out
	}
	var version string
	if err := s.dumper.watch.QueryRowContext(t.Context(), "PRAGMA data_version").Scan(&version); err != nil {
		t.Fatalf("look for changes: %v", err)
	}
	for _, table := range tables {
		out[table] = version
	}
	return out
}

// selects are the statements that read the tables as «table» and «column=value|…».
func (s *Service) selects(t testing.TB, tables []string) map[string]string {
	t.Helper()
	columns := columnsSQLite
	if s.onPostgres() {
		columns = columnsPostgres
	}
	out := map[string]string{}
	for _, table := range tables {
		out[table] = `SELECT '` + table + `', ` + strings.Join(s.names(t, strings.ReplaceAll(columns, "TABLE", table)), " || ") + ` FROM "` + table + `"`
	}
	return out
}

func (s *Service) names(t testing.TB, query string) []string {
	t.Helper()
	var out []string
	if err := s.Store.Read(t.Context()).NewRaw(query).Scan(t.Context(), &out); err != nil {
		t.Fatalf("list the tables: %v", err)
	}
	return out
}

// pairs are the second columns by the first. The statement stays prepared.
func (s *Service) pairs(t testing.TB, query string) map[string][]string {
	t.Helper()
	rows, err := s.Store.Hot(t.Context()).Query(t.Context(), query)
	if err != nil {
		t.Fatalf("read the tables: %v", err)
	}
	defer rows.Close()
	out := map[string][]string{}
	for rows.Next() {
		var one, two string
		if err := rows.Scan(&one, &two); err != nil {
			t.Fatal(err)
		}
		out[one] = append(out[one], two)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}
