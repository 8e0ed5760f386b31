package db

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Native gives the driver handles under a Store to a library with statements of its own.
type Native struct {
	// Pool and Mode serve Postgres: statements pass the mode as their first argument, see Hot. Pool
	// is nil on SQLite.
	Pool *pgxpool.Pool
	Mode pgx.QueryExecMode
	// Writer has the only SQLite connection that can write, Reader the others; nil on Postgres.
	Writer, Reader *sql.DB
}

// Native returns the driver handles under the store.
func (s *Store) Native() Native {
	if s.dialect == Postgres {
		return Native{Pool: s.pool, Mode: s.hotMode}
	}
	return Native{Writer: s.write.DB, Reader: s.read.DB}
}

// NativeTx has the drivers' handles of a context's transaction.
type NativeTx struct {
	// Conn has the Postgres connection, nil on SQLite. The caller must not commit or roll back.
	Conn *pgx.Conn
	// Tx has the same transaction for database/sql.
	Tx *sql.Tx
}

// NativeTx returns the transaction of ctx, and an error outside a transaction.
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

// AfterCommit calls f after the transaction of ctx has committed, and never if it does not commit.
// f must be short and cannot fail. Without a transaction it is called at once. Undoing a savepoint
// drops the calls registered inside it.
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
