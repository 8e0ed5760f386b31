package db

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Reads of one row are the most frequent and the shortest statements. Watching
// for the end of the caller's context costs the drivers a goroutine and more
// time than such a read takes, so here the context bounds the wait for a
// connection, and then on Postgres its deadline is that of the socket. A caller
// that gives up in the middle of a read leaves it to its end.

// singleReaders are the connections to a SQLite file that read single rows.
const singleReaders = 4

// single reads one row from a SQLite file.
func (h fileHot) single(ctx context.Context, x *text, args []any) Row {
	values, err := named(args)
	if err != nil {
		return failedRow{err}
	}
	conn, err := h.texts.singles.take(ctx)
	if err != nil {
		return failedRow{err}
	}
	rows, done, err := conn.query(x.sql, x.kept, values)
	if err != nil {
		h.texts.singles.give(conn, true)
		return failedRow{err}
	}
	return &singleRow{h.texts.singles, conn, rows, done}
}

// unwatched sets the deadline of ctx on a connection's socket and returns a
// context without one. Where there is no deadline ctx stays as it is.
func unwatched(ctx context.Context, conn *pgxpool.Conn) (context.Context, bool) {
	at, ok := ctx.Deadline()
	if !ok || ctx.Err() != nil || conn.Conn().PgConn().Conn().SetDeadline(at) != nil {
		return ctx, false
	}
	return context.WithoutCancel(ctx), true
}

// watchedIf is watched for a connection that unwatched has changed.
func watchedIf(quick bool, conn *pgxpool.Conn, err error) error {
	if !quick {
		return err
	}
	return watched(conn, err)
}

// watched takes the deadline off again. What the socket says about a deadline
// becomes what a context says about it.
func watched(conn *pgxpool.Conn, err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = fmt.Errorf("%w: %w", context.DeadlineExceeded, err)
	}
	if reset := conn.Conn().PgConn().Conn().SetDeadline(time.Time{}); err == nil {
		return reset
	}
	return err
}
