package jobs

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"sellingassistant/adapters/persistence/db"
)

// postgresDriver runs River over the store's pool, with prepared statements: the pool's default,
// the simple protocol, cannot write the lists that River sends. With a pooler in between it asks
// the server for the types of a statement, once per connection, and prepares nothing.
type postgresDriver struct {
	*riverpgxv5.Driver
	native db.Native
	ended  *ended
}

func newPostgresDriver(s *db.Store, e *ended) postgresDriver {
	native := s.Native()
	if s.Pooled() {
		native.Mode = pgx.QueryExecModeCacheDescribe
	}
	return postgresDriver{riverpgxv5.New(native.Pool), native, e}
}

func (d postgresDriver) GetExecutor() riverdriver.Executor {
	pool := d.native.Pool
	inner := d.Driver.UnwrapExecutor(withMode{run: pool, mode: d.native.Mode, begin: pool.Begin})
	return executor{inner, d.ended, func(ctx context.Context, queues []string) {
		p := &riverdriver.NotifyManyParams{Topic: topicInsert}
		for _, queue := range queues {
			p.Payload = append(p.Payload, fmt.Sprintf(`{"queue": %q}`, queue))
		}
		// A worker that misses the notification finds the job at its next poll.
		_ = inner.NotifyMany(ctx, p)
	}}
}

// transaction converts the store's transaction for River.
func (d postgresDriver) transaction(conn *pgx.Conn) pgx.Tx {
	return withMode{run: conn, mode: d.native.Mode, begin: func(context.Context) (pgx.Tx, error) {
		return nil, errors.New("jobs: a transaction within that of the store")
	}}
}

// runner abstracts a pool, a connection or a transaction.
type runner interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// withMode runs statements in a query mode. River calls only these methods; the others of pgx.Tx
// exist if run is a transaction.
type withMode struct {
	pgx.Tx
	run   runner
	mode  pgx.QueryExecMode
	begin func(context.Context) (pgx.Tx, error)
}

func (w withMode) Begin(ctx context.Context) (pgx.Tx, error) {
	tx, err := w.begin(ctx)
	if err != nil {
		return nil, err
	}
	return withMode{Tx: tx, run: tx, mode: w.mode, begin: tx.Begin}, nil
}

func (w withMode) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	return w.run.Exec(ctx, sql, w.args(args)...)
}

func (w withMode) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	return w.run.Query(ctx, sql, w.args(args)...)
}

func (w withMode) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	return w.run.QueryRow(ctx, sql, w.args(args)...)
}

func (w withMode) args(args []any) []any {
	return append([]any{w.mode}, args...)
}
