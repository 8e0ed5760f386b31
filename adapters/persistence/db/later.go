package db

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// later has a statement of a transaction that waits to be sent.
type later struct {
	text  string
	args  []any
	check func(affected int64, err error) error
}

// Later changes rows by a prepared statement. No statement of the transaction needs its result. On
// Postgres it waits for the next statement, savepoint or commit. Statements that wait are sent in
// one round trip. check gets the number of changed rows, or the error. An error of check fails the
// statement or commit that came next, and undoes the savepoint or the transaction.
//
// Elsewhere, and outside a transaction, the statement runs at once.
func (s *Store) Later(
	ctx context.Context, check func(affected int64, err error) error, query string, args ...any,
) error {
	t := s.transaction(ctx)
	if t == nil || s.dialect == SQLite || s.Pooled() {
		return check(s.Hot(ctx).Exec(ctx, query, args...))
	}
	if _, err := t.start(); err != nil {
		return check(0, err)
	}
	t.later = append(t.later, later{query, args, check})
	return nil
}

// flush sends the statements that wait. A failure stays until the savepoint around it is undone.
func (t *transaction) flush(ctx context.Context) error {
	if len(t.later) == 0 {
		return t.missed
	}
	waiting := t.later
	t.later = nil
	if t.missed == nil {
		t.missed = t.send(ctx, waiting)
	}
	return t.missed
}

func (t *transaction) send(ctx context.Context, waiting []later) error {
	described := make([]*pgconn.StatementDescription, len(waiting))
	for i, w := range waiting {
		var err error
		if described[i], err = t.native.Prepare(ctx, w.text, w.text); err != nil {
			return w.check(0, err)
		}
	}
	line := t.native.PgConn().StartPipeline(ctx)
	err := sent(line, t.native, waiting, described)
	closed := line.Close()
	if err != nil {
		return err
	}
	return closed
}

// sent sends the statements and checks their results, up to the first failure.
func sent(line *pgconn.Pipeline, conn *pgx.Conn, waiting []later, described []*pgconn.StatementDescription) error {
	var bound pgx.ExtendedQueryBuilder
	var refused error
	n := 0
	for ; n < len(waiting) && refused == nil; n++ {
		if refused = bound.Build(conn.TypeMap(), described[n], waiting[n].args); refused == nil {
			line.SendQueryPrepared(described[n].Name, bound.ParamValues, bound.ParamFormats, nil)
		}
	}
	if err := line.Sync(); err != nil || refused != nil {
		return errors.Join(refused, err)
	}
	for _, w := range waiting {
		results, err := line.GetResults()
		var affected int64
		if rows, ok := results.(*pgconn.ResultReader); ok {
			var tag pgconn.CommandTag
			tag, err = rows.Close()
			affected = tag.RowsAffected()
		} else if err == nil {
			err = fmt.Errorf("unexpected result %T of a statement", results)
		}
		if err := w.check(affected, err); err != nil {
			return err
		}
	}
	return nil
}
