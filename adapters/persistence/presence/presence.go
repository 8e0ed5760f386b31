package presence

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"go.uber.org/zap"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/ports/clock"
)

// Role names the work that a process does with a database while it runs.
type Role uint8

// The roles. Other processes do not see a process without a role, such as a command.
const (
	// Works runs background jobs. Only one process at a time does so on an SQLite file, because each
	// would count the pace of calls to Amazon alone.
	Works Role = iota + 1
	// Serves answers calls and runs jobs. Only one process at a time serves from an SQLite file.
	Serves
	// Answers serves without running jobs.
	Answers
)

func (r Role) String() string {
	if r == Works {
		return "work"
	}
	return "serve"
}

// locks lists the bytes that a process of the role locks: for each whether alone, and the rule for
// a process that comes second.
func (r Role) locks() []lock {
	list := []lock{{at: runningByte, rule: "its tables are being taken away"}}
	if r != Works {
		list = append(list, lock{servingByte, true, "one process at a time serves from a file"})
	}
	if r != Answers {
		list = append(list, lock{workingByte, true,
			"one process at a time runs jobs on a file: stop it, or start the service with SA_WORKERS=0"})
	}
	return list
}

type lock struct {
	at    int64
	alone bool
	rule  string
}

// These bytes of the lock file next to an SQLite file are locked, never written. The kernel
// releases the locks when a process ends in any way.
const (
	servingByte = iota // locked alone by the process that serves
	runningByte        // shared by all running processes, locked alone while tables are removed
	workingByte        // locked alone by the process that runs jobs
)

const (
	// lockKey names the advisory lock on Postgres: shared by all running processes, locked alone
	// while tables are removed.
	lockKey = 7_265_437_113
	// checkEvery sets the pause between two checks of the lock's connection.
	checkEvery = 3 * time.Second
	patience   = 5 * time.Second
)

// Attend makes this process visible to others until leave is called or the process ends. On SQLite
// it refuses a second process that serves, and a second one that runs jobs, with an error that
// names the first one's id.
func Attend(ctx context.Context, s *db.Store, log *zap.Logger, r Role) (leave func() error, err error) {
	switch {
	case s.Dialect() == db.Postgres:
		return attendPostgres(ctx, s, log, r)
	case s.File() == "":
		return func() error { return nil }, nil
	}
	locks, err := lockFile(s.File())
	if err != nil {
		return nil, err
	}
	for _, l := range r.locks() {
		if holder, err := lockByte(locks, l.at, l.alone); err != nil || holder != "" {
			return nil, errors.Join(err, held(s, holder, l.rule), locks.Close())
		}
	}
	return locks.Close, nil
}

// Alone runs work in a transaction while no process serves or works. Otherwise the error names such
// a process.
func Alone(ctx context.Context, s *db.Store, work func(ctx context.Context) error) error {
	if s.Dialect() == db.Postgres {
		return s.InTx(ctx, func(ctx context.Context) error {
			if err := aloneOnPostgres(ctx, s); err != nil {
				return err
			}
			return work(ctx)
		})
	}
	if s.File() == "" {
		return s.InTx(ctx, work)
	}
	locks, err := lockFile(s.File())
	if err != nil {
		return err
	}
	holder, err := lockByte(locks, runningByte, true)
	if err == nil {
		err = held(s, holder, "stop it first")
	}
	if err == nil {
		err = s.InTx(ctx, work)
	}
	return errors.Join(err, locks.Close())
}

// Discard removes the files of an SQLite database. It refuses while a process serves or works with
// it.
func Discard(database string) error {
	if _, err := os.Stat(database); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	locks, err := lockFile(database)
	if err != nil {
		return err
	}
	holder, err := lockByte(locks, runningByte, true)
	if err == nil && holder != "" {
		err = fmt.Errorf("%s uses the database %s: stop it first", holder, database)
	}
	// The lock file remains, because another process may be waiting for it.
	for _, ending := range []string{"-wal", "-shm", ""} {
		if err == nil {
			err = os.RemoveAll(database + ending)
		}
	}
	return errors.Join(err, locks.Close())
}

// Count counts the processes that serve or work with a Postgres database. For SQLite it returns 1:
// one process serves from a file, and others are not counted.
func Count(ctx context.Context, s *db.Store) (n int, err error) {
	if s.Dialect() != db.Postgres {
		return 1, nil
	}
	err = s.Hot(ctx).QueryRow(ctx, `SELECT count(DISTINCT l.pid) FROM pg_locks l
		JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
		WHERE l.locktype = 'advisory' AND l.granted AND l.mode = 'ShareLock'
		AND l.classid::bigint << 32 | l.objid::bigint = $1`,
		int64(lockKey)).Scan(&n)
	return n, db.Fault(err)
}

func held(s *db.Store, holder, what string) error {
	if holder == "" {
		return nil
	}
	return fmt.Errorf("%s uses the database %s: %s", holder, s.File(), what)
}

// lockFile opens the file that has the locked bytes. It is not the database file, because closing
// that would drop SQLite's locks of this process.
func lockFile(database string) (*os.File, error) {
	path, err := filepath.EvalSymlinks(database)
	if err != nil {
		return nil, fmt.Errorf("find the database's file: %w", err)
	}
	f, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o600) //nolint:gosec // the operator names the database
	if err != nil {
		return nil, fmt.Errorf("open the lock of the database: %w", err)
	}
	return f, nil
}

// aloneOnPostgres takes the exclusive lock for the rest of the transaction.
func aloneOnPostgres(ctx context.Context, s *db.Store) error {
	var free bool
	var holders string
	err := s.Hot(ctx).QueryRow(ctx, "SELECT pg_try_advisory_xact_lock($1)", int64(lockKey)).Scan(&free)
	if err != nil || free {
		return err
	}
	err = s.Hot(ctx).QueryRow(ctx, `SELECT coalesce(string_agg(a.application_name, ', ' ORDER BY a.application_name), '')
		FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
		WHERE l.locktype = 'advisory' AND l.granted AND l.classid::bigint << 32 | l.objid::bigint = $1`, int64(lockKey)).Scan(&holders)
	if err != nil {
		return err
	}
	return fmt.Errorf("the database is in use by %s: stop it first", holders)
}

// attendPostgres keeps the shared lock on a separate connection, and takes it again after the
// connection is lost.
func attendPostgres(ctx context.Context, s *db.Store, log *zap.Logger, r Role) (leave func() error, err error) {
	conn, err := present(ctx, s, r)
	if err != nil {
		return nil, db.Fault(err)
	}
	ctx, end := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for clock.Rest(ctx, checkEvery) {
			if conn != nil && answers(ctx, conn) {
				continue
			}
			hangUp(conn)
			if conn, err = present(ctx, s, r); err != nil && ctx.Err() == nil {
				log.Warn("other processes do not see this one", zap.Error(err))
			}
		}
		hangUp(conn)
	}()
	return func() error { end(); <-ended; return nil }, nil
}

// present takes the lock for the life of its connection. It uses a session lock, because a long
// open transaction would look like a forgotten transaction. A pooler in between gives the session
// to others after a transaction. Then the lock lives in a transaction that stays open. It reads no
// rows, so the server still removes old ones.
func present(ctx context.Context, s *db.Store, r Role) (*pgx.Conn, error) {
	wait, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	from, err := s.Native().Pool.Acquire(wait)
	if err != nil {
		return nil, err
	}
	conn := from.Hijack()
	host, _ := os.Hostname()
	name := "selling-assistant " + r.String() + " (process " + strconv.Itoa(os.Getpid()) + " on " + host + ")"
	take := "SET application_name = '%s'; SELECT pg_advisory_lock_shared(%d)"
	pooled, err := throughPooler(wait, conn)
	if pooled {
		take = "BEGIN; SET LOCAL application_name = '%s'; SELECT pg_advisory_xact_lock_shared(%d)"
	}
	if err == nil {
		_, err = conn.Exec(ctx, fmt.Sprintf(take, strings.ReplaceAll(name[:min(len(name), 63)], "'", ""), int64(lockKey)))
	}
	if err != nil {
		hangUp(conn)
		return nil, err
	}
	return conn, nil
}

// throughPooler reports whether a pooler answers in place of the server. A pooler makes up the
// process id that a connection gets at its start.
func throughPooler(ctx context.Context, conn *pgx.Conn) (bool, error) {
	var server uint32
	err := conn.QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&server)
	return server != conn.PgConn().PID(), err
}

func answers(ctx context.Context, conn *pgx.Conn) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err := conn.Exec(ctx, "SELECT 1")
	return err == nil
}

// hangUp releases the lock first, because the server notices the end of a connection a moment
// later.
func hangUp(conn *pgx.Conn) {
	if conn != nil {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		_, _ = conn.Exec(ctx, "ROLLBACK; SELECT pg_advisory_unlock_all()")
		_ = conn.Close(ctx)
	}
}
