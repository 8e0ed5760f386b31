package pgtest

import (
	"context"
	"errors"
	"os"
	"sync"

	"github.com/jackc/pgx/v5"

	"sellingassistant/test/pgtest/cluster"
)

// Making a database takes many times longer than emptying it. So on a cluster that ends with the
// tests, a database is emptied after its test. The next test takes it, in this test program or
// another. A database with changed tables is dropped.

// recycling reports whether databases may outlive their test.
func recycling() bool { return own != nil || os.Getenv(cluster.RecycleVariable) != "" }

// spares makes the list of emptied databases, in the maintenance database.
const spares = "CREATE TABLE IF NOT EXISTS sa_spares (name TEXT PRIMARY KEY, template TEXT NOT NULL)"

// takeSpare returns an empty name if there is no spare database.
func takeSpare(base, template string) (name string, err error) {
	err = on(base, func(ctx context.Context, conn *pgx.Conn) error {
		err := conn.QueryRow(ctx, `DELETE FROM sa_spares WHERE name =
			(SELECT name FROM sa_spares WHERE template = $1 LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING name`, template).Scan(&name)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		return err
	})
	return name, err
}

// fresh has the shape of the template, and its partitions.
var fresh struct {
	mu         sync.Mutex
	shape      string
	partitions []string
}

// noteShape records the shape of a database that no test has used since it was made or emptied.
func noteShape(base, name string) error {
	fresh.mu.Lock()
	defer fresh.mu.Unlock()
	if fresh.shape != "" {
		return nil
	}
	return inside(base, name, func(ctx context.Context, conn *pgx.Conn) (err error) {
		if err := conn.QueryRow(ctx, "SELECT coalesce(array_agg(relname::text), '{}') FROM pg_class WHERE relispartition").Scan(&fresh.partitions); err != nil {
			return err
		}
		fresh.shape, err = shape(ctx, conn)
		return err
	})
}

// giveBack empties a database for the next test. An error means that it cannot be used again.
func giveBack(base, template, name string) error {
	err := inside(base, name, func(ctx context.Context, conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, cutOff); err != nil {
			return err
		}
		fresh.mu.Lock()
		want, partitions := fresh.shape, fresh.partitions
		fresh.mu.Unlock()
		if _, err := conn.Exec(ctx, "SET lock_timeout = '2s'"); err != nil {
			return err
		}
		// The program makes partitions as time passes.
		if err := run(ctx, conn, `SELECT 'DROP TABLE ' || string_agg(oid::regclass::text, ', ') FROM pg_class
			WHERE relispartition AND relkind = 'r' AND relname <> ALL($1)`, partitions); err != nil {
			return err
		}
		is, err := shape(ctx, conn)
		if err != nil {
			return err
		}
		if is != want {
			return errChanged
		}
		if _, err := conn.Exec(ctx, clear); err != nil {
			return err
		}
		return run(ctx, conn, large)
	})
	if err != nil {
		return err
	}
	return on(base, func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, "INSERT INTO sa_spares VALUES ($1, $2)", name, template)
		return err
	})
}

// run executes the statement that a query writes, if any.
func run(ctx context.Context, conn *pgx.Conn, query string, args ...any) error {
	var statement *string
	if err := conn.QueryRow(ctx, query, args...).Scan(&statement); err != nil || statement == nil {
		return err
	}
	_, err := conn.Exec(ctx, *statement)
	return err
}

var errChanged = errors.New("the test changed the schema")

// cutOff ends connections that a test left open.
const cutOff = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
	WHERE datname = current_database() AND pid <> pg_backend_pid()`

// clear deletes all rows and restarts every sequence. Truncating is many times slower: it makes new
// files for a table and its indexes, and for almost all other tables because of references. Without
// foreign keys, the order of the tables does not matter.
const clear = `SET session_replication_role = replica;
DO $$
DECLARE
	t regclass;
BEGIN
	FOR t IN SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname NOT LIKE 'bun\_%' AND pg_relation_size(c.oid) > 0 LOOP
		EXECUTE 'DELETE FROM ' || t;
	END LOOP;
	PERFORM setval(s.seqrelid, s.seqstart, false) FROM pg_sequence s
		WHERE s.seqrelid::regclass::text NOT LIKE 'bun\_%' AND pg_sequence_last_value(s.seqrelid) IS NOT NULL;
END $$`

// large vacuums the tables with more than 64 pages.
const large = `SELECT 'VACUUM (ANALYZE) ' || string_agg(c.oid::regclass::text, ', ') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
	WHERE n.nspname = 'public' AND c.relkind = 'r' AND pg_relation_size(c.oid) > 512 * 1024`

// shape describes tables, indexes, views, columns, constraints and functions.
func shape(ctx context.Context, conn *pgx.Conn) (text string, err error) {
	err = conn.QueryRow(ctx, `SELECT string_agg(line, E'\n' ORDER BY line) FROM (
		SELECT concat_ws(' ', c.relkind, c.relname, a.attname, a.atttypid::regtype, a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) AS line
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
		LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
		WHERE n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'
		UNION ALL SELECT conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
		UNION ALL SELECT 'function ' || oid::regprocedure FROM pg_proc WHERE oid >= 16384
		UNION ALL SELECT 'trigger ' || tgname FROM pg_trigger WHERE NOT tgisinternal) x`).Scan(&text)
	return text, err
}

func inside(base, name string, work func(ctx context.Context, conn *pgx.Conn) error) error {
	address, err := databaseURL(base, name)
	if err != nil {
		return err
	}
	return on(address, work)
}

// on works with a separate connection.
func on(address string, work func(ctx context.Context, conn *pgx.Conn) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	return work(ctx, conn)
}
