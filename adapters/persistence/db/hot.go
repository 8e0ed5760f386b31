package db

import (
	"context"
	"database/sql"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/uptrace/bun"
)

// Hot runs statements that are prepared once per connection. Their text is the
// same on both databases and names arguments $1, $2, …; it must be one of a
// small set, never built from values.
//
// Arguments are int64, string, bool, []byte, nil, types of those kinds, pointers
// to them and driver.Valuer; a list of ids is made by IDsArg. Errors are the
// driver's: wrap them with Fault.
type Hot interface {
	// QueryRow fetches one row; Scan gives sql.ErrNoRows when there is none,
	// and must be called.
	QueryRow(ctx context.Context, query string, args ...any) Row
	// Query fetches rows; the caller closes them.
	Query(ctx context.Context, query string, args ...any) (Rows, error)
	// Exec returns how many rows it changed.
	Exec(ctx context.Context, query string, args ...any) (affected int64, err error)
}

// Row is the result of QueryRow.
type Row interface {
	Scan(dest ...any) error
}

// Rows are the result of Query. Look at Err after the last Next; Close may be
// called more than once.
type Rows interface {
	Next() bool
	Scan(dest ...any) error
	Err() error
	Close()
}

// Hot returns prepared statements in the transaction of ctx, or outside one
// straight on the pool (on SQLite: readers for reads, the writer for the rest).
func (s *Store) Hot(ctx context.Context) Hot {
	t := s.transaction(ctx)
	switch {
	case t == nil && s.dialect == Postgres:
		return poolHot{s}
	case t == nil:
		return fileHot{&s.texts}
	}
	tx, err := t.begin()
	switch {
	case err != nil:
		return failedHot{err}
	case s.dialect == Postgres:
		return txHot{tx, s.hotMode}
	}
	return fileTxHot{&s.texts, t}
}

// poolHot is Postgres outside a transaction, past database/sql.
type poolHot struct{ store *Store }

func (h poolHot) QueryRow(ctx context.Context, query string, args ...any) Row {
	conn, err := h.store.acquire(ctx)
	if err != nil {
		return failedRow{err}
	}
	ctx, quick := unwatched(ctx, conn)
	return &poolRow{conn, conn.QueryRow(ctx, query, prepend(h.store.hotMode, args)...), quick}
}

func (h poolHot) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	conn, err := h.store.acquire(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := conn.Query(ctx, query, prepend(h.store.hotMode, args)...)
	if err != nil {
		conn.Release()
		return nil, err
	}
	return &poolRows{Rows: rows, conn: conn}, nil
}

func (h poolHot) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	conn, err := h.store.acquire(ctx)
	if err != nil {
		return 0, err
	}
	defer conn.Release()
	tag, err := conn.Exec(ctx, query, prepend(h.store.hotMode, args)...)
	return tag.RowsAffected(), err
}

type poolRow struct {
	conn  *pgxpool.Conn
	row   pgx.Row
	quick bool // unwatched
}

func (r *poolRow) Scan(dest ...any) error {
	defer r.conn.Release()
	err := r.row.Scan(dest...)
	if r.quick {
		err = watched(r.conn, err)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return sql.ErrNoRows
	}
	return err
}

type poolRows struct {
	pgx.Rows
	conn   *pgxpool.Conn
	closed bool
}

// Next gives the connection back after the last row, as database/sql does.
func (r *poolRows) Next() bool {
	if r.Rows.Next() {
		return true
	}
	r.Close()
	return false
}

func (r *poolRows) Close() {
	if r.closed {
		return
	}
	r.closed = true
	r.Rows.Close()
	r.conn.Release()
}

// txHot is Postgres inside a transaction.
type txHot struct {
	tx   bun.Tx
	mode pgx.QueryExecMode
}

func (h txHot) QueryRow(ctx context.Context, query string, args ...any) Row {
	return h.tx.Tx.QueryRowContext(ctx, query, prepend(h.mode, args)...)
}

func (h txHot) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	return wrapRows(h.tx.Tx.QueryContext(ctx, query, prepend(h.mode, args)...))
}

func (h txHot) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	return affected(h.tx.Tx.ExecContext(ctx, query, prepend(h.mode, args)...))
}

func prepend(mode pgx.QueryExecMode, args []any) []any {
	all := make([]any, 0, len(args)+1)
	return append(append(all, mode), args...)
}

// sqlRows hides that database/sql's Close returns an error, which Err repeats.
type sqlRows struct{ *sql.Rows }

func (r sqlRows) Close() { _ = r.Rows.Close() }

func wrapRows(rows *sql.Rows, err error) (Rows, error) {
	if err != nil {
		return nil, err
	}
	return sqlRows{rows}, nil
}

func affected(result sql.Result, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

type failedHot struct{ err error }

func (h failedHot) QueryRow(context.Context, string, ...any) Row { return failedRow(h) }

func (h failedHot) Query(context.Context, string, ...any) (Rows, error) { return nil, h.err }

func (h failedHot) Exec(context.Context, string, ...any) (int64, error) { return 0, h.err }

type failedRow struct{ err error }

func (r failedRow) Scan(...any) error { return r.err }
