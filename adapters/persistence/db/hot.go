package db

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
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
	_, err := t.begin()
	switch {
	case err != nil:
		return failedHot{err}
	case s.dialect == Postgres:
		return txHot{t.native, s.hotMode}
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
	rows, err := conn.Query(ctx, query, prepend(h.store.hotMode, args)...)
	if err != nil {
		err = watchedIf(quick, conn, err)
		conn.Release()
		return failedRow{err}
	}
	return &poolRow{conn, rows, quick}
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
	rows  pgx.Rows
	quick bool // unwatched
}

func (r *poolRow) Scan(dest ...any) error {
	defer r.conn.Release()
	return watchedIf(r.quick, r.conn, scanOne(r.rows, dest))
}

// scanOne reads the only row of a result.
func scanOne(rows pgx.Rows, dest []any) error {
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return err
		}
		return sql.ErrNoRows
	}
	if err := scanPgx(rows, dest); err != nil {
		return err
	}
	rows.Close()
	return rows.Err()
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

func (r *poolRows) Scan(dest ...any) error { return scanPgx(r.Rows, dest) }

func (r *poolRows) Close() {
	if r.closed {
		return
	}
	r.closed = true
	r.Rows.Close()
	r.conn.Release()
}

// txHot is Postgres inside a transaction, on its connection and past
// database/sql, which began it and will end it.
type txHot struct {
	conn *pgx.Conn
	mode pgx.QueryExecMode
}

func (h txHot) QueryRow(ctx context.Context, query string, args ...any) Row {
	rows, err := h.conn.Query(ctx, query, prepend(h.mode, args)...)
	if err != nil {
		return failedRow{err}
	}
	return txRow{rows}
}

func (h txHot) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	rows, err := h.conn.Query(ctx, query, prepend(h.mode, args)...)
	if err != nil {
		return nil, err
	}
	return txRows{rows}, nil
}

func (h txHot) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	tag, err := h.conn.Exec(ctx, query, prepend(h.mode, args)...)
	return tag.RowsAffected(), err
}

type txRow struct{ rows pgx.Rows }

func (r txRow) Scan(dest ...any) error { return scanOne(r.rows, dest) }

type txRows struct{ pgx.Rows }

func (r txRows) Scan(dest ...any) error { return scanPgx(r.Rows, dest) }

func prepend(mode pgx.QueryExecMode, args []any) []any {
	all := make([]any, 0, len(args)+1)
	return append(append(all, mode), args...)
}

// sqlRows hides that database/sql's Close returns an error, which Err repeats.
type sqlRows struct {
	*sql.Rows
	cells cells
}

func (r *sqlRows) Close() { _ = r.Rows.Close() }

func (r *sqlRows) Scan(dest ...any) error { return r.Rows.Scan(r.cells.over(dest)...) }

// sqlRow is a single row of database/sql.
type sqlRow struct{ *sql.Row }

func (r sqlRow) Scan(dest ...any) error { return scanRow(r.Row, dest) }

func wrapRows(rows *sql.Rows, err error) (Rows, error) {
	if err != nil {
		return nil, err
	}
	return RowsOf(rows), nil
}

// RowsOf is the result of a statement that bun has run.
func RowsOf(rows *sql.Rows) Rows { return &sqlRows{Rows: rows} }

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
