package pgtest

import (
	"context"
	"errors"
	"os"
	"sync"

	"github.com/jackc/pgx/v5"

	"sellingassistant/test/pgtest/cluster"
)

// Making a database takes many times longer than emptying one, so on a cluster
// that ends with the tests a database is emptied after its test and given to
// the next. One whose tables changed is dropped.

// recycling reports whether databases may outlive their test.
func recycling() bool { return own != nil || os.Getenv(cluster.RecycleVariable) != "" }

var spare struct {
	mu    sync.Mutex
	names []string
	// shape is how the template looks.
	shape string
}

func takeSpare() string {
	spare.mu.Lock()
	defer spare.mu.Unlock()
	n := len(spare.names)
	if n == 0 {
		return ""
	}
	name := spare.names[n-1]
	spare.names = spare.names[:n-1]
	return name
}

// noteShape remembers the shape of a database fresh from the template.
func noteShape(base, name string) error {
	spare.mu.Lock()
	defer spare.mu.Unlock()
	if spare.shape != "" {
		return nil
	}
	return inside(base, name, func(ctx context.Context, conn *pgx.Conn) (err error) {
		spare.shape, err = shape(ctx, conn)
		return err
	})
}

// giveBack empties a database for the next test; an error means it cannot be
// used again.
func giveBack(base, name string) error {
	err := inside(base, name, func(ctx context.Context, conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, cutOff); err != nil {
			return err
		}
		is, err := shape(ctx, conn)
		if err != nil {
			return err
		}
		spare.mu.Lock()
		same := is == spare.shape
		spare.mu.Unlock()
		if !same {
			return errChanged
		}
		_, err = conn.Exec(ctx, clear)
		return err
	})
	if err != nil {
		return err
	}
	spare.mu.Lock()
	defer spare.mu.Unlock()
	spare.names = append(spare.names, name)
	return nil
}

var errChanged = errors.New("the test changed the schema")

// cutOff ends what a test left connected.
const cutOff = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
	WHERE datname = current_database() AND pid <> pg_backend_pid()`

// clear empties the tables that have rows and starts every sequence again.
const clear = `SET lock_timeout = '2s';
DO $$
DECLARE
	t regclass;
	filled boolean;
	list text;
BEGIN
	FOR t IN SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname NOT LIKE 'bun\_%' LOOP
		EXECUTE 'SELECT EXISTS (SELECT FROM ' || t || ')' INTO filled;
		IF filled THEN
			list := concat_ws(', ', list, t::text);
		END IF;
	END LOOP;
	IF list IS NOT NULL THEN
		EXECUTE 'TRUNCATE ' || list || ' CASCADE';
	END IF;
	PERFORM setval(s.seqrelid, s.seqstart, false) FROM pg_sequence s
		WHERE s.seqrelid::regclass::text NOT LIKE 'bun\_%' AND pg_sequence_last_value(s.seqrelid) IS NOT NULL;
END $$`

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
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	return work(ctx, conn)
}
