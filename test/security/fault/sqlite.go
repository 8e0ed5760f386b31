package fault

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"modernc.org/sqlite"
)

// files maps paths of SQLite files to switches.
var files sync.Map

const function = "fault_before_row"

var errPlanted = errors.New("planted fault")

// The driver's registry must not change after connections are opened.
func init() {
	sqlite.MustRegisterScalarFunction(function, 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		path, _ := args[0].(string)
		if s, ok := files.Load(path); ok && s.(*Switch).hit() {
			return nil, errPlanted
		}
		return int64(0), nil
	})
	sqlite.RegisterConnectionHook(func(c sqlite.ExecQuerierContext, dsn string) error {
		path, query, _ := strings.Cut(strings.TrimPrefix(dsn, "file:"), "?")
		s, ok := files.Load(path)
		if !ok || strings.Contains(query, "query_only") {
			return nil
		}
		hooks, ok := c.(sqlite.HookRegisterer)
		if !ok {
			return errors.New("the driver has no commit hook any more")
		}
		hooks.RegisterCommitHook(func() int32 {
			if s.(*Switch).hit() {
				return 1
			}
			return 0
		})
		return plant(c, path)
	})
}

// SQLite prepares a migrated file, given as sqlite:// and its path, before any connection to it is
// opened.
func SQLite(t testing.TB, address string) *Switch {
	t.Helper()
	path, ok := strings.CutPrefix(address, "sqlite://")
	if !ok {
		t.Fatal("this is no SQLite file: " + address)
	}
	s := &Switch{}
	files.Store(path, s)
	t.Cleanup(func() { files.Delete(path) })
	return s
}

// plant adds the triggers to a connection.
func plant(c sqlite.ExecQuerierContext, path string) error {
	tables, err := tablesOf(c)
	if err != nil {
		return err
	}
	for _, table := range tables {
		for _, verb := range []string{"INSERT", "UPDATE", "DELETE"} {
			_, err := c.ExecContext(context.Background(), fmt.Sprintf(
				`CREATE TEMP TRIGGER "fault_%s_%s" BEFORE %s ON main."%s" BEGIN SELECT %s('%s'); END`,
				table, strings.ToLower(verb), verb, table, function, strings.ReplaceAll(path, "'", "''")), nil)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func tablesOf(c sqlite.ExecQuerierContext) ([]string, error) {
	rows, err := c.QueryContext(context.Background(),
		"SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'", nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var out []string
	for {
		row := make([]driver.Value, 1)
		switch err := rows.Next(row); {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, err
		}
		name, _ := row[0].(string)
		out = append(out, name)
	}
}
