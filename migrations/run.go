package migrations

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/fill"
)

// Steps lists the steps in order, without the times they were applied.
func (x Stream) Steps() ([]Step, error) {
	ups, err := fs.Glob(x.files, "*"+upEnd)
	if err != nil {
		return nil, fmt.Errorf("list the migrations: %w", err)
	}
	list := make([]Step, len(ups))
	for i, file := range ups {
		name, comment, _ := strings.Cut(strings.TrimSuffix(file, upEnd), "_")
		list[i] = Step{Name: name, Comment: comment}
		if list[i].Kind, err = x.kindOf(file); err != nil {
			return nil, err
		}
		if _, err := fs.Stat(x.files, list[i].file(downEnd)); err != nil {
			return nil, fmt.Errorf("migration %s needs both an up and a down file", name)
		}
		if i > 0 && list[i-1].Name == name {
			return nil, fmt.Errorf("two migrations are called %s", name)
		}
	}
	slices.SortFunc(list, func(a, b Step) int { return cmp.Compare(a.Name, b.Name) })
	return list, nil
}

// These are the endings of a step's two files.
const (
	upEnd   = ".tx.up.sql"
	downEnd = ".tx.down.sql"
)

func (s Step) file(end string) string { return s.Name + "_" + s.Comment + end }

// run executes the statements of a file in the transaction of ctx.
func (x Stream) run(ctx context.Context, s *db.Store, file string) error {
	text, err := fs.ReadFile(x.files, file)
	if err != nil {
		return fmt.Errorf("read a migration: %w", err)
	}
	template, err := fill.Text(file, string(text))
	if err != nil {
		return fmt.Errorf("read a migration: %w", err)
	}
	filled, err := template.Execute(variables(s.Dialect()))
	if err != nil {
		return fmt.Errorf("fill in a migration: %w", err)
	}
	for statement := range strings.SplitSeq(filled, "\n--bun:split\n") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		if _, err := s.Write(ctx).ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// note has the record of an applied step.
type note struct {
	at   time.Time
	kind Kind
}

// noted returns the recorded steps by name. Before the first step the table does not exist.
func noted(ctx context.Context, s *db.Store) (map[string]note, error) {
	known := "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '" + table + "'"
	if s.Dialect() == db.Postgres {
		known = "SELECT count(to_regclass('" + table + "'))"
	}
	var tables int
	if err := s.Read(ctx).QueryRowContext(ctx, known).Scan(&tables); err != nil || tables == 0 {
		return nil, err
	}
	// The column of the kind is absent until a step was applied by a version with kinds.
	var rows []struct {
		ID         int64
		Name       string
		GroupID    *int64
		MigratedAt time.Time
		Kind       *string
	}
	if err := s.Read(ctx).NewRaw("SELECT * FROM "+table).Scan(ctx, &rows); err != nil {
		return nil, err
	}
	all := map[string]note{}
	for _, row := range rows {
		n := note{at: row.MigratedAt.UTC()}
		if row.Kind != nil {
			n.kind = Kind(*row.Kind)
		}
		all[row.Name] = n
	}
	return all, nil
}

// makeNotes makes the table of recorded steps. Its name and columns come from the library that made
// it before.
func makeNotes(ctx context.Context, s *db.Store) error {
	key, moment := "INTEGER PRIMARY KEY AUTOINCREMENT", "TIMESTAMP"
	if s.Dialect() == db.Postgres {
		key, moment = "BIGSERIAL PRIMARY KEY", "TIMESTAMPTZ"
	}
	_, err := s.Write(ctx).ExecContext(ctx, "CREATE TABLE IF NOT EXISTS "+table+" (id "+key+
		", name VARCHAR UNIQUE, group_id BIGINT, kind VARCHAR, migrated_at "+moment+" NOT NULL DEFAULT CURRENT_TIMESTAMP)")
	if err != nil {
		return err
	}
	known := "SELECT count(*) FROM pragma_table_info('" + table + "') WHERE name = 'kind'"
	if s.Dialect() == db.Postgres {
		known = "SELECT count(*) FROM pg_attribute WHERE attrelid = to_regclass('" + table + "') AND attname = 'kind'"
	}
	var there int
	if err := s.Write(ctx).QueryRowContext(ctx, known).Scan(&there); err != nil || there > 0 {
		return err
	}
	_, err = s.Write(ctx).ExecContext(ctx, "ALTER TABLE "+table+" ADD COLUMN kind VARCHAR")
	return err
}

// locked runs work while no other program migrates the same Postgres. SQLite has no such lock and
// needs no lock: the transaction of a step is its only writer.
func locked(ctx context.Context, s *db.Store, work func() error) error {
	if s.Dialect() != db.Postgres {
		return work()
	}
	// The lock belongs to a separate transaction, so the server releases it if the program dies.
	// Waiting for it and keeping it may both take long.
	return s.InTx(ctx, func(ctx context.Context) error {
		for _, statement := range []string{
			"SET LOCAL statement_timeout = 0",
			"SET LOCAL lock_timeout = 0",
			"SET LOCAL idle_in_transaction_session_timeout = 0",
			fmt.Sprintf("SELECT pg_advisory_xact_lock(%d)", int64(lockKey)),
		} {
			if _, err := s.Write(ctx).ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return work()
	})
}

// patient removes the statement timeout, because steps on large tables take long.
func patient(ctx context.Context, s *db.Store) error {
	if s.Dialect() != db.Postgres {
		return nil
	}
	_, err := s.Write(ctx).ExecContext(ctx, "SET LOCAL statement_timeout = 0")
	return err
}

// columns lists the columns of the existing tables, by table. It leaves out partitions and the
// database's internal tables.
func columns(ctx context.Context, s *db.Store) (map[string][]string, error) {
	text := `SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`
	if s.Dialect() == db.Postgres {
		text = `SELECT t.relname, c.attname FROM pg_class t JOIN pg_attribute c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped
			WHERE t.relkind IN ('r', 'p') AND NOT t.relispartition AND t.relnamespace = current_schema()::regnamespace`
	}
	rows, err := s.Write(ctx).QueryContext(ctx, text)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := map[string][]string{}
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			return nil, err
		}
		found[table] = append(found[table], column)
	}
	return found, rows.Err()
}

// errLooked rolls back an undo that only served to find the losses.
var errLooked = errors.New("migrations: only looked at")

// gone lists the tables and columns that exist in before but not in after.
func gone(before, after map[string][]string) []Loss {
	var lost []Loss
	for table, had := range before {
		has, there := after[table]
		if !there {
			lost = append(lost, Loss{Table: table})
			continue
		}
		for _, column := range had {
			if !slices.Contains(has, column) {
				lost = append(lost, Loss{Table: table, Column: column})
			}
		}
	}
	slices.SortFunc(lost, func(a, b Loss) int {
		return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.Column, b.Column))
	})
	return lost
}

// count sets the number of rows that are dropped, or that lose a column's value.
func count(ctx context.Context, s *db.Store, lost []Loss) error {
	for i := range lost {
		text := `SELECT count(*) FROM "` + lost[i].Table + `"`
		if lost[i].Column != "" {
			text += ` WHERE "` + lost[i].Column + `" IS NOT NULL`
		}
		if err := s.Write(ctx).QueryRowContext(ctx, text).Scan(&lost[i].Rows); err != nil {
			return err
		}
	}
	return nil
}
