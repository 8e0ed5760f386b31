package db

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"go.uber.org/zap"

	"sellingassistant/domain/kernel/fault"
)

const (
	// attempts and retryBudget limit how often and for how long a transaction is repeated after a
	// conflict.
	attempts    = 6
	retryBudget = 4 * time.Second
)

// txKey carries a transaction in a context; two stores do not see each other's.
type txKey struct{ store *Store }

// transaction has the state of one attempt of an InTx. The database's transaction begins with the
// first statement. So TryLock on SQLite, which runs no statement, answers without waiting for the
// writer.
type transaction struct {
	store *Store
	// ctx has the context of InTx. A context derived later may end earlier, and must not end the
	// transaction.
	ctx context.Context //nolint:containedctx // see above

	mu     sync.Mutex
	begun  bool
	closed bool
	err    error
	conn   bun.Conn
	tx     bun.Tx
	// native has the Postgres connection under conn, for hot statements.
	native *pgx.Conn

	// lazy commits without waiting for the disk.
	lazy bool

	depth int
	// Maps each in-process lock to the depth at which it was taken.
	held map[string]int
	// after lists the calls registered by AfterCommit.
	after []func()
	// ending lists the values registered by AtEnd.
	ending []ending
	// later lists the statements registered by Later. missed has the failure of such a statement.
	later  []later
	missed error
}

func (s *Store) transaction(ctx context.Context) *transaction {
	t, _ := ctx.Value(txKey{s}).(*transaction)
	return t
}

// InTx implements the transaction port. fn runs in one transaction, which commits when fn returns
// nil, and rolls back on an error or a panic. An InTx inside another is a savepoint. After a
// serialization failure, a deadlock or a busy SQLite file, the outermost fn runs again in a new
// transaction, up to attempts times in total. The transaction begins with the first statement. InTx
// returns an error of fn unchanged, unless Fault translates it.
//
// On Postgres a failed statement invalidates everything up to the nearest InTx around it. So return
// its error, or run it in a nested InTx.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.inTx(ctx, false, fn)
}

// InLazyTx implements the transaction port. On SQLite the next commit that is not lazy syncs the
// write-ahead log. On Postgres that commit or the log's own writer does so.
func (s *Store) InLazyTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.inTx(ctx, true, fn)
}

func (s *Store) inTx(ctx context.Context, lazy bool, fn func(ctx context.Context) error) error {
	if t := s.transaction(ctx); t != nil {
		return t.savepoint(ctx, fn)
	}
	start := time.Now()
	for n := 0; ; n++ {
		err := s.attempt(ctx, lazy, fn)
		if err == nil || !retryable(err) || n+1 >= attempts || time.Since(start) > retryBudget {
			return s.outcome(ctx, err)
		}
		s.log.Info("transaction repeated", zap.Int("attempt", n+1), zap.Error(err))
		pause := retryPause(n)
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait to repeat a transaction: %w", ctx.Err())
		case <-time.After(pause/2 + rand.N(pause)): //nolint:gosec // jitter, not a secret
		}
	}
}

// outcome translates the error of a finished InTx.
func (s *Store) outcome(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if _, known := fault.As(err); known {
		return err
	}
	// When the context ends, the drivers roll back or give up the connection. The error of the next
	// statement then hides the reason.
	if ctx.Err() != nil && (errors.Is(err, sql.ErrTxDone) || errors.Is(err, driver.ErrBadConn)) {
		return fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	return Fault(err)
}

func (s *Store) attempt(ctx context.Context, lazy bool, fn func(ctx context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	t := &transaction{store: s, ctx: ctx, lazy: lazy}
	finished := false
	defer func() {
		// fn panicked, or its goroutine ended early.
		if !finished {
			_ = t.end(false)
		}
	}()
	inside := context.WithValue(ctx, txKey{s}, t)
	err := fn(inside)
	if err == nil {
		err = t.runEnding(inside)
	}
	if err == nil {
		err = t.flush(inside)
	}
	finished = true
	if err != nil {
		// Returns err, the reason. A failed rollback leaves no changes either, because its
		// connection is closed.
		_ = t.end(false)
		return err
	}
	if err := t.end(true); err != nil {
		return err
	}
	for _, f := range t.after {
		f()
	}
	return nil
}

// begin starts the transaction once, sends the statements that wait, and returns the transaction.
func (t *transaction) begin() (bun.Tx, error) {
	tx, err := t.start()
	if err == nil {
		err = t.flush(t.ctx)
	}
	return tx, err
}

// start starts the database's transaction once and returns it. It hides the end of the context
// from database/sql, which would roll back while a statement still runs. Statements observe their
// own contexts.
func (t *transaction) start() (bun.Tx, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.closed:
		return bun.Tx{}, sql.ErrTxDone
	case t.begun:
		return t.tx, t.err
	}
	t.begun = true
	if t.conn, t.err = t.store.writer(t.ctx); t.err != nil {
		return bun.Tx{}, t.err
	}
	start := t.beginSQLite
	if t.store.dialect == Postgres {
		start = t.beginPostgres
	}
	if err := start(); err != nil {
		t.err = errors.Join(fmt.Errorf("begin: %w", err), t.strict(), t.conn.Close())
	}
	return t.tx, t.err
}

func (t *transaction) beginPostgres() (err error) {
	if t.native, err = nativeOf(t.conn); err != nil {
		return err
	}
	at, _ := t.ctx.Deadline()
	return t.bounded(at, func() (err error) {
		t.tx, err = t.conn.BeginTx(context.WithoutCancel(t.ctx), nil)
		if err == nil && t.lazy {
			if _, err = t.native.Exec(context.WithoutCancel(t.ctx), "SET LOCAL synchronous_commit = off"); err != nil {
				// A connection with an open transaction cannot be closed.
				err = errors.Join(err, t.tx.Rollback())
				t.tx = bun.Tx{}
			}
		}
		return err
	})
}

// bounded runs a statement without a context under a deadline of the socket. It runs it even on a
// closed socket, which takes no deadline: the statement fails at once, whereas database/sql would
// wait for ever to close a connection with an open transaction.
func (t *transaction) bounded(at time.Time, run func() error) error {
	socket := t.native.PgConn().Conn()
	closed := socket.SetDeadline(at)
	err := late(run())
	return cmp.Or(err, closed, socket.SetDeadline(time.Time{}))
}

// beginSQLite repeats the driver's own wait for another process, which cannot be interrupted and is
// therefore short.
func (t *transaction) beginSQLite() (err error) {
	if t.lazy {
		// It must run before the transaction; strict resets it after.
		if _, err := t.conn.ExecContext(t.ctx, "PRAGMA synchronous = NORMAL"); err != nil {
			return err
		}
	}
	start := time.Now()
	for {
		t.tx, err = t.conn.BeginTx(context.WithoutCancel(t.ctx), nil)
		if err == nil || !Busy(err) || t.ctx.Err() != nil || time.Since(start) > t.store.wait {
			return err
		}
	}
}

// strict makes the SQLite writer wait for the disk again. If that fails, it closes the connection;
// the next connection is strict from the start.
func (t *transaction) strict() error {
	if !t.lazy || t.store.dialect == Postgres {
		return nil
	}
	_, err := t.conn.ExecContext(context.WithoutCancel(t.ctx), "PRAGMA synchronous = FULL")
	if err == nil {
		return nil
	}
	return errors.Join(err, t.conn.Raw(func(any) error { return driver.ErrBadConn }))
}

// nativeOf returns the pgx connection under a database/sql connection.
func nativeOf(c bun.Conn) (*pgx.Conn, error) {
	var native *pgx.Conn
	err := c.Raw(func(held any) error {
		under, ok := held.(*stdlib.Conn)
		if !ok {
			return fmt.Errorf("the driver's connection is a %T", held)
		}
		native = under.Conn()
		return nil
	})
	return native, err
}

// writer takes a connection that can write; it waits at most Config.Wait.
func (s *Store) writer(ctx context.Context) (bun.Conn, error) {
	wait, cancel := context.WithTimeout(ctx, s.wait)
	defer cancel()
	conn, err := s.write.Conn(wait)
	if err != nil {
		return bun.Conn{}, notGot(ctx, err)
	}
	return conn, nil
}

func (t *transaction) end(commit bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	defer t.store.locks.release(t)
	if !t.begun {
		return t.ctx.Err()
	}
	if t.tx.Tx == nil {
		return t.err // nothing was begun
	}
	spoilt := t.err != nil // a savepoint could not be undone
	var err error
	if commit && !spoilt {
		err = t.commit()
	} else {
		err = t.rollback()
	}
	// A failure here does not undo the commit.
	_ = t.strict()
	// Closing releases the connection; its error repeats the error above.
	_ = t.conn.Close()
	if spoilt {
		return t.err
	}
	if err != nil {
		err = fmt.Errorf("end of the transaction: %w", err)
	}
	return err
}

// commit ignores a caller that leaves, because then the stored state would be unknown. The deadline
// still applies.
func (t *transaction) commit() error {
	if err := t.ctx.Err(); err != nil {
		return errors.Join(err, t.rollback())
	}
	if t.native == nil {
		return t.tx.Commit()
	}
	at, _ := t.ctx.Deadline()
	return t.bounded(at, t.tx.Commit)
}

// rollbackWithin limits a rollback. Its caller may have left.
const rollbackWithin = 2 * time.Second

func (t *transaction) rollback() error {
	if t.native == nil {
		return t.tx.Rollback()
	}
	return t.bounded(time.Now().Add(rollbackWithin), t.tx.Rollback)
}

func (t *transaction) savepoint(ctx context.Context, fn func(ctx context.Context) error) error {
	tx, err := t.begin()
	if err != nil {
		return err
	}
	t.depth++
	name := "sp_" + strconv.Itoa(t.depth)
	if _, err := tx.ExecContext(ctx, "SAVEPOINT "+name); err != nil {
		t.depth--
		return err
	}
	finished, left, ending := false, len(t.after), len(t.ending)
	defer func() {
		if !finished {
			t.after, t.ending = t.after[:left], t.ending[:ending]
			t.undo(ctx, tx, name)
		}
		t.depth--
	}()
	if err := fn(ctx); err != nil {
		return err
	}
	if err := t.flush(ctx); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "RELEASE SAVEPOINT "+name); err != nil {
		return err
	}
	t.store.locks.keep(t)
	finished = true
	return nil
}

// undo rolls back to a savepoint. If that fails, the whole transaction must not commit, even if the
// caller ignores the error.
func (t *transaction) undo(ctx context.Context, tx bun.Tx, name string) {
	// The rollback must run even if the caller has left.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackWithin)
	defer cancel()
	t.later, t.missed = nil, nil
	_, err := tx.ExecContext(ctx, "ROLLBACK TO SAVEPOINT "+name)
	if err == nil {
		_, err = tx.ExecContext(ctx, "RELEASE SAVEPOINT "+name)
	}
	t.store.locks.drop(t)
	if err != nil {
		t.mu.Lock()
		t.err = errors.Join(t.err, fmt.Errorf("undo a part of the transaction: %w", err))
		t.mu.Unlock()
	}
}
