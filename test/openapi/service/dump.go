package service

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sellingassistant/adapters/persistence/db"
)

// Dump is every row of every table as text, by table.
type Dump map[string][]string

// Dump reads the whole database past the program. Rows are sorted, so equal
// contents make equal dumps.
func (s *Service) Dump(t testing.TB) Dump {
	t.Helper()
	var out Dump
	if s.Store.Dialect() == db.Postgres {
		out = s.dumpAtOnce(t)
	} else {
		// An index of texts is a virtual table, with others behind it.
		out = Dump{}
		for _, table := range s.names(t, "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'") {
			out[table] = s.rows(t, table)
		}
	}
	if len(out) < 15 {
		t.Fatalf("only %d tables", len(out))
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

func (s *Service) rows(t testing.TB, table string) []string {
	t.Helper()
	rows, err := s.Store.Read(t.Context()).QueryContext(t.Context(), `SELECT * FROM "`+table+`"`)
	if err != nil {
		t.Fatalf("read %s: %v", table, err)
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for rows.Next() {
		values, places := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			places[i] = &values[i]
		}
		if err := rows.Scan(places...); err != nil {
			t.Fatal(err)
		}
		var line strings.Builder
		for i, v := range values {
			if b, ok := v.([]byte); ok {
				v = string(b)
			}
			fmt.Fprintf(&line, "%s=%v|", columns[i], v)
		}
		out = append(out, line.String())
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

// Diff lists the rows that only one of two dumps has. When a key was last used
// does not count: it is noted in the background.
func (d Dump) Diff(after Dump) []string {
	var out []string
	for table := range d {
		out = append(out, missing("gone", table, d[table], after[table])...)
	}
	for table := range after {
		out = append(out, missing("new", table, after[table], d[table])...)
	}
	slices.Sort(out)
	return out
}

var lastUse = regexp.MustCompile(`last_used_at=[^|]*`)

func missing(word, table string, rows, from []string) []string {
	if slices.Equal(rows, from) {
		return nil
	}
	there := map[string]int{}
	for _, row := range from {
		there[lastUse.ReplaceAllString(row, "")]++
	}
	var out []string
	for _, row := range rows {
		if row = lastUse.ReplaceAllString(row, ""); there[row] == 0 {
			out = append(out, word+" "+table+" "+row)
		} else {
			there[row]--
		}
	}
	return out
}

// Without leaves tables out.
func (d Dump) Without(tables ...string) Dump {
	out := Dump{}
	for table, rows := range d {
		if !slices.Contains(tables, table) {
			out[table] = rows
		}
	}
	return out
}

// Of keeps the rows of one team, and tables that know no team.
func (d Dump) Of(team int64) Dump {
	out := Dump{}
	mark := fmt.Sprintf("team_id=%d|", team)
	for table, rows := range d {
		for _, row := range rows {
			if strings.HasPrefix(row, mark) || strings.Contains(row, "|"+mark) || !strings.Contains(row, "team_id=") {
				out[table] = append(out[table], row)
			}
		}
	}
	return out
}

// String is the whole dump as one text.
func (d Dump) String() string {
	var b strings.Builder
	for table, rows := range d {
		for _, row := range rows {
			b.WriteString(table + " " + row + "\n")
		}
	}
	return b.String()
}
