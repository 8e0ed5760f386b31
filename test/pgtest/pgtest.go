// Package pgtest gives tests real Postgres databases.
//
// With TEST_DATABASE_URL set, databases are made on that server and dropped after the test; only
// the migrated template remains for the next run. Without it, each test program starts a private
// cluster, which ends with the program. A machine without Postgres fails the test: nothing is
// skipped.
package pgtest

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/migrations"
	"sellingassistant/test/pgtest/cluster"
)

const timeout = 60 * time.Second

// own has the cluster that this test program started, or nil. The variable keeps the cluster
// reachable: a cluster ends when its pipe is garbage-collected.
var own *cluster.Cluster

// server returns the address of the maintenance database that all tests of this program share.
var server = sync.OnceValues(func() (string, error) {
	if given := os.Getenv("TEST_DATABASE_URL"); given != "" {
		return given, nil
	}
	var err error
	if own, err = cluster.Start(cluster.Options{}); err != nil {
		return "", err
	}
	return own.URL("postgres"), nil
})

var template = sync.OnceValues(func() (string, error) {
	base, err := server()
	if err != nil {
		return "", err
	}
	return makeTemplate(base)
})

// URL makes a fresh migrated database for one test and drops it afterwards.
func URL(t testing.TB) string {
	t.Helper()
	from, err := template()
	if err != nil {
		t.Fatalf("prepare Postgres: %v", err)
	}
	base, err := server()
	if err != nil {
		t.Fatalf("prepare Postgres: %v", err)
	}
	if !recycling() {
		return create(t, base, " TEMPLATE "+from)
	}
	name, err := takeSpare(base, from)
	if err != nil {
		t.Fatalf("look for a database: %v", err)
	}
	if name == "" {
		name = newName()
		if err := command(base, "CREATE DATABASE "+name+" TEMPLATE "+from); err != nil {
			t.Fatalf("make a database: %v", err)
		}
	}
	if err := noteShape(base, name); err != nil {
		t.Fatalf("look at a database: %v", err)
	}
	t.Cleanup(func() {
		if err := giveBack(base, from, name); err != nil {
			drop(t, base, name)
		}
	})
	return at(t, base, name)
}

// Empty makes a database without tables.
func Empty(t testing.TB) string {
	t.Helper()
	base, err := server()
	if err != nil {
		t.Fatalf("prepare Postgres: %v", err)
	}
	return create(t, base, "")
}

// Private starts a separate cluster for a test that kills and restarts it. Its databases are empty.
func Private(t testing.TB, options cluster.Options) *cluster.Cluster {
	t.Helper()
	c, err := cluster.Start(options)
	if err != nil {
		t.Fatalf("start Postgres: %v", err)
	}
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Errorf("stop Postgres: %v", err)
		}
	})
	return c
}

func newName() string { return "sa_test_" + strings.ToLower(rand.Text()) }

func create(t testing.TB, base, suffix string) string {
	t.Helper()
	name := newName()
	if err := command(base, "CREATE DATABASE "+name+suffix); err != nil {
		t.Fatalf("make a database: %v", err)
	}
	t.Cleanup(func() { drop(t, base, name) })
	return at(t, base, name)
}

func drop(t testing.TB, base, name string) {
	t.Helper()
	if err := command(base, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)"); err != nil {
		t.Errorf("drop the database: %v", err)
	}
}

func at(t testing.TB, base, database string) string {
	t.Helper()
	address, err := databaseURL(base, database)
	if err != nil {
		t.Fatal(err)
	}
	return address
}

func databaseURL(base, database string) (string, error) {
	u, err := url.Parse(base)
	if err != nil {
		// The parser's message would repeat the password.
		return "", fmt.Errorf("TEST_DATABASE_URL is not a URL")
	}
	u.Path = "/" + database
	return u.String(), nil
}

func command(base, statement string) error {
	return on(base, func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, statement)
		return err
	})
}

// makeTemplate migrates a database to be cloned, unless a template for the same migrations exists.
// Its name contains their digest, and it gets the name only when it is complete.
func makeTemplate(base string) (name string, err error) {
	digest, err := migrations.Program().Digest()
	if err != nil {
		return "", err
	}
	name = "sa_template_" + digest[:20]
	ctx, cancel := context.WithTimeout(context.Background(), 2*timeout)
	defer cancel()
	conn, err := pgx.Connect(ctx, base)
	if err != nil {
		return "", err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	// Test programs run in parallel; the lock ends with the connection.
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(hashtextextended($1, 0))", name); err != nil {
		return "", err
	}
	if _, err := conn.Exec(ctx, spares); err != nil {
		return "", err
	}
	var there bool
	err = conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&there)
	if err != nil || there {
		return name, err
	}
	if _, err := conn.Exec(ctx, "DROP DATABASE IF EXISTS "+name+"_new"); err != nil {
		return "", err
	}
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+name+"_new"); err != nil {
		return "", err
	}
	if err := migrateTemplate(ctx, base, name+"_new"); err != nil {
		return "", err
	}
	_, err = conn.Exec(ctx, "ALTER DATABASE "+name+"_new RENAME TO "+name)
	return name, err
}

func migrateTemplate(ctx context.Context, base, database string) error {
	address, err := databaseURL(base, database)
	if err != nil {
		return err
	}
	s, err := db.Open(ctx, db.Config{URL: secret.New(address), Pool: 2})
	if err != nil {
		return err
	}
	_, err = migrations.Up(ctx, s)
	if closed := s.Close(); err == nil {
		err = closed
	}
	return err
}
