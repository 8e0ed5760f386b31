package db

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Hot runs statements that are prepared once per connection. Their text is the same on both
// databases and names arguments $1, $2, …. It must come from a small fixed set, never be built from
// values.
//
// Arguments are int64, string, bool, []byte, nil, types of those kinds, pointers to them and
// driver.Valuer; IDsArg makes a list of ids. Errors are the driver's: wrap them with Fault.
type Hot struct {
	statements
	// one runs the statements that fetch a single row.
	one statements
}

// statements run on a pool or in a transaction.
type statements interface {
	// Query fetches rows; the caller closes them.
	Query(ctx context.Context, query string, args ...any) (Rows, error)
	// Exec returns how many rows it changed.
	Exec(ctx context.Context, query string, args ...any) (affected int64, err error)
}

// QueryRow fetches one row. Scan must be called; it returns sql.ErrNoRows without a row.
func (h Hot) QueryRow(ctx context.Context, query string, args ...any) Row {
	rows, err := h.one.Query(ctx, query, args...)
	return onlyRow{rows, err}
}

// Row gives the result of QueryRow.
type Row interface {
	Scan(dest ...any) error
}

// Rows gives the result of Query. Check Err after the last Next; Close may be called more than
// once.
type Rows interface {
	Next() bool
	Scan(dest ...any) error
	Err() error
	Close()
}

// Hot returns prepared statements in the transaction of ctx. Outside a transaction they run on the
// pool; on SQLite Query and QueryRow use the readers, and Exec the writer.
func (s *Store) Hot(ctx context.Context) Hot {
	readers := onSQLite{s.read.DB, s.write.DB}
	return s.hot(ctx, Hot{readers, unwatched{readers}})
}

// HotWrite returns a Hot for statements that write and return rows.
func (s *Store) HotWrite(ctx context.Context) Hot {
	writer := onSQLite{s.write.DB, s.write.DB}
	return s.hot(ctx, Hot{writer, writer})
}

// hot returns file for SQLite outside a transaction.
func (s *Store) hot(ctx context.Context, file Hot) Hot {
	t := s.transaction(ctx)
	switch {
	case t == nil && s.dialect == Postgres:
		return Hot{onPostgres{s.hotMode, s.acquire}, onPostgres{s.hotMode, s.acquireUnwatched}}
	case t == nil:
		return file
	}
	var inside statements
	switch _, err := t.begin(); {
	case err != nil:
		inside = failed{err}
	case s.dialect == Postgres:
		inside = onPostgres{s.hotMode, func(ctx context.Context) (taken, error) {
			return taken{ctx, t.native, func() {}}, t.flush(ctx)
		}}
	default:
		inside = onSQLite{t.tx.Tx, t.tx.Tx}
	}
	return Hot{inside, inside}
}

// unwatched runs single-row reads without watching the context. The drivers start a goroutine for
// that, which costs more than such a read: the target of get needs it (docs/measurements.md,
// tools/bench -only get). If the caller leaves during the read, the read still finishes.
type unwatched struct{ onSQLite }

func (u unwatched) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return u.onSQLite.Query(context.WithoutCancel(ctx), query, args...)
}

// onPostgres runs statements without database/sql, on the connection that take returns.
type onPostgres struct {
	mode pgx.QueryExecMode
	take func(ctx context.Context) (taken, error)
}

// taken has a connection, the context of its statement and a function that releases it.
type taken struct {
	ctx  context.Context //nolint:containedctx // it serves one statement
	conn pgxRunner
	give func()
}

type pgxRunner interface {
	Query(ctx context.Context, query string, args ...any) (pgx.Rows, error)
	Exec(ctx context.Context, query string, args ...any) (pgconn.CommandTag, error)
}

func (p onPostgres) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	t, err := p.take(ctx)
	if err != nil {
		return nil, err
	}
	rows, err := t.conn.Query(t.ctx, query, append([]any{p.mode}, args...)...)
	if err != nil {
		t.give()
		return nil, late(err)
	}
	return &pgxRows{rows, t.give}, nil
}

func (p onPostgres) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	t, err := p.take(ctx)
	if err != nil {
		return 0, err
	}
	defer t.give()
	tag, err := t.conn.Exec(t.ctx, query, append([]any{p.mode}, args...)...)
	return tag.RowsAffected(), err
}

// pgxRows give their connection back once, after the last row or when closed.
type pgxRows struct {
	pgx.Rows
	give func()
}

func (r *pgxRows) Next() bool {
	more := r.Rows.Next()
	if !more {
		r.Close()
	}
	return more
}

func (r *pgxRows) Err() error { return late(r.Rows.Err()) }

func (r *pgxRows) Close() {
	r.Rows.Close()
	r.give()
	r.give = func() {}
}

// onSQLite runs statements on connections that keep them prepared.
type onSQLite struct{ reads, writes sqlRunner }

type sqlRunner interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func (f onSQLite) Query(ctx context.Context, query string, args ...any) (Rows, error) {
	return wrapRows(f.reads.QueryContext(ctx, query, args...))
}

func (f onSQLite) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	result, err := f.writes.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
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

// RowsOf wraps the result of a statement that bun has run.
func RowsOf(rows *sql.Rows) Rows { return sqlRows{rows} }

// onlyRow scans the first row of a result.
type onlyRow struct {
	rows Rows
	err  error
}

func (r onlyRow) Scan(dest ...any) error {
	if r.err != nil {
		return r.err
	}
	defer r.rows.Close()
	if !r.rows.Next() {
		if err := r.rows.Err(); err != nil {
			return err
		}
		return sql.ErrNoRows
	}
	if err := r.rows.Scan(dest...); err != nil {
		return err
	}
	r.rows.Close()
	return r.rows.Err()
}

// failed answers for a transaction that could not begin.
type failed struct{ err error }

func (f failed) Query(context.Context, string, ...any) (Rows, error) { return nil, f.err }

func (f failed) Exec(context.Context, string, ...any) (int64, error) { return 0, f.err }
