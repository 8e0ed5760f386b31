// Package stores runs a test on every database that the program supports.
package stores

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/migrations"
	"sellingassistant/test/pgtest"
	"sellingassistant/test/tier"
)

// Each runs test as subtests sqlite and postgres, each on a fresh migrated database that is removed
// after the test.
func Each(t *testing.T, test func(t *testing.T, s *db.Store)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, Postgres(t)) })
}

// ByTier runs test as the subtest sqlite, and in make test-long as postgres too. It serves tests of
// the layers above the stores. Tests with Each ensure that the stores behave alike.
func ByTier(t *testing.T, test func(t *testing.T, s *db.Store)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, SQLite(t)) })
	if tier.Long {
		t.Run("postgres", func(t *testing.T) { test(t, Postgres(t)) })
	}
}

// SQLite opens a fresh migrated file.
func SQLite(t testing.TB) *db.Store {
	t.Helper()
	return Open(t, SQLiteURL(t))
}

// SQLiteURL makes a fresh migrated file and returns its URL.
func SQLiteURL(t testing.TB) string {
	t.Helper()
	b, err := migratedFile()
	if err != nil {
		t.Fatalf("prepare SQLite: %v", err)
	}
	path := filepath.Join(t.TempDir(), "app.db")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return "sqlite://" + path
}

// Teams makes the teams 1 and 2.
func Teams(t testing.TB, s *db.Store) {
	t.Helper()
	for team := int64(1); team <= 2; team++ {
		_, err := s.Hot(t.Context()).Exec(t.Context(), `INSERT INTO teams (id, name, plan_code, plan_status, tokens_month, currency,
			timezone, default_marketplace_id, settings, features, version, created_at, updated_at)
			VALUES ($1, 'T', 'standard', 'active', 1, 'USD', 'UTC', 'ATVPDKIKX0DER', '{}', '[]', 1, 0, 0)`, team)
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Postgres opens a fresh migrated database.
func Postgres(t testing.TB) *db.Store {
	t.Helper()
	return Open(t, pgtest.URL(t))
}

// Memory opens a fresh migrated SQLite database in memory.
func Memory(t testing.TB) *db.Store {
	t.Helper()
	from, err := memoryTemplate()
	if err != nil {
		t.Fatalf("prepare SQLite: %v", err)
	}
	name := rand.Text()
	s := Open(t, "sqlite://:memory:?name="+name)
	if _, err := from.DB().ExecContext(t.Context(), "VACUUM INTO 'file:/"+name+"?vfs=memdb'"); err != nil {
		t.Fatalf("copy the database: %v", err)
	}
	return s
}

// Open opens a database and closes it after the test.
func Open(t testing.TB, url string) *db.Store {
	t.Helper()
	s, err := db.Open(t.Context(), db.Config{URL: secret.New(url)})
	if err != nil {
		t.Fatalf("open the database: %v", err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close the database: %v", err)
		}
	})
	return s
}

// migratedFile returns a migrated SQLite file, made once per test program.
var migratedFile = sync.OnceValues(func() (b []byte, err error) {
	dir, err := os.MkdirTemp("", "sa-sqlite-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "app.db")
	ctx := context.Background()
	s, err := db.Open(ctx, db.Config{URL: secret.New("sqlite://" + path)})
	if err != nil {
		return nil, err
	}
	_, err = migrations.Up(ctx, s)
	// Closing moves everything from the log into the file.
	if closed := s.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return nil, fmt.Errorf("migrate: %w", err)
	}
	return os.ReadFile(path)
})

// memoryTemplate returns a migrated database in memory, to be copied. It stays open as long as the
// test program runs.
var memoryTemplate = sync.OnceValues(func() (*db.Store, error) {
	ctx := context.Background()
	s, err := db.Open(ctx, db.Config{URL: secret.New("sqlite://:memory:?name=template" + rand.Text())})
	if err != nil {
		return nil, err
	}
	if _, err := migrations.Up(ctx, s); err != nil {
		return nil, fmt.Errorf("migrate: %w", err)
	}
	return s, nil
})

// Refuse makes the database refuse a statement, such as INSERT, on a table until the returned
// function is called.
func Refuse(t testing.TB, s *db.Store, verb, table string) (again func()) {
	t.Helper()
	up := []string{"CREATE TRIGGER refused BEFORE " + verb + " ON " + table + " BEGIN SELECT RAISE(ABORT, 'refused by the test'); END"}
	down := []string{"DROP TRIGGER refused"}
	if s.Dialect() == db.Postgres {
		up = []string{
			"CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused by the test'; END $$",
			"CREATE TRIGGER refused BEFORE " + verb + " ON " + table + " FOR EACH STATEMENT EXECUTE FUNCTION refused()",
		}
		down = []string{"DROP FUNCTION refused() CASCADE"}
	}
	run := func(texts []string) {
		t.Helper()
		for _, text := range texts {
			if _, err := s.DB().ExecContext(t.Context(), text); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
		}
	}
	run(up)
	return func() { run(down) }
}

// Rows reads whole tables, so that a test can check that nothing changed.
func Rows(t testing.TB, s *db.Store, tables ...string) map[string][]map[string]any {
	t.Helper()
	out := map[string][]map[string]any{}
	for _, table := range tables {
		var rows []map[string]any
		if err := s.Read(t.Context()).NewSelect().Table(table).OrderExpr("1, 2, 3, 4").Scan(t.Context(), &rows); err != nil {
			t.Fatalf("read %s: %v", table, err)
		}
		out[table] = rows
	}
	return out
}
