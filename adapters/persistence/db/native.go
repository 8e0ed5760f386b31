package db

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Native is what lies under a Store, for a library that brings statements of
// its own.
type Native struct {
	// Pool and Mode are Postgres': statements name the mode as their first
	// argument, see Hot. Pool is nil on SQLite.
	Pool *pgxpool.Pool
	Mode pgx.QueryExecMode
	// Writer is SQLite's only connection that can write, Reader its others; nil
	// on Postgres.
	Writer, Reader *sql.DB
}

// Native returns what lies under the store.
func (s *Store) Native() Native {
	if s.dialect == Postgres {
		return Native{Pool: s.pool, Mode: s.hotMode}
	}
	return Native{Writer: s.write.DB, Reader: s.read.DB}
}

// NativeTx is the transaction of a context as the drivers know it.
type NativeTx struct {
	// Conn is Postgres' connection, nil on SQLite. It must be left in the
	// transaction: no commit, no rollback.
	Conn *pgx.Conn
	// Tx is the same transaction for database/sql.
	Tx *sql.Tx
}

// NativeTx returns the transaction of ctx; it is an error to ask without one.
func (s *Store) NativeTx(ctx context.Context) (NativeTx, error) {
	t := s.transaction(ctx)
	if t == nil {
		return NativeTx{}, errors.New("db: this needs a transaction")
	}
	tx, err := t.begin()
	if err != nil {
		return NativeTx{}, err
	}
	return NativeTx{t.native, tx.Tx}, nil
}

// InTransaction reports whether ctx carries a transaction of this store.
func (s *Store) InTransaction(ctx context.Context) bool { return s.transaction(ctx) != nil }

// AfterCommit calls f once the transaction of ctx has committed, and never when
// it does not; f must be short and cannot fail. Without a transaction it is
// called at once. A savepoint that is undone takes its calls along.
func (s *Store) AfterCommit(ctx context.Context, f func()) {
	t := s.transaction(ctx)
	if t == nil {
		f()
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.after = append(t.after, f)
}
