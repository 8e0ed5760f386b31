package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

// sessionDefaults bound what one connection may hold. The URL may set others.
var sessionDefaults = map[string]string{
	"application_name":                    applicationName,
	"statement_timeout":                   "15s",
	"lock_timeout":                        "10s",
	"idle_in_transaction_session_timeout": "30s",
	"timezone":                            "UTC",
	// Compiling takes longer than any statement here.
	"jit": "off",
	// Prepared statements have one plan for all arguments: to plan one anew takes
	// longer than to run it, all the more beside a partition for each month.
	"plan_cache_mode": "force_generic_plan",
	// Plans are kept while their tables grow, so an index has to be worth it early.
	// The server's own 4 is for disks that turn.
	"random_page_cost": "1.1",
}

func (s *Store) openPostgres(ctx context.Context, url string, size int) error {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		// The parser's own message may quote the URL.
		return errors.New("the database URL is not a valid postgres:// URL")
	}
	for name, value := range sessionDefaults {
		if _, set := cfg.ConnConfig.RuntimeParams[name]; !set {
			cfg.ConnConfig.RuntimeParams[name] = value
		}
	}
	if size <= 0 {
		size = defaultPool
	}
	cfg.MaxConns = int32(min(size, 10_000))
	cfg.PingTimeout = s.wait
	if cfg.ConnConfig.ConnectTimeout <= 0 || cfg.ConnConfig.ConnectTimeout > s.wait {
		cfg.ConnConfig.ConnectTimeout = s.wait
	}
	// Hot statements are prepared, unless the URL names another mode because a
	// pooler in between cannot keep statements.
	s.hotMode = cfg.ConnConfig.DefaultQueryExecMode
	cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol

	s.pool, err = pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return fmt.Errorf("open the connection pool: %w", err)
	}
	handle := sql.OpenDB(&poolConnector{inner: stdlib.GetPoolConnector(s.pool), store: s})
	// The pool keeps idle connections; a second store of them would starve it.
	handle.SetMaxIdleConns(0)
	s.write = bun.NewDB(handle, pgdialect.New())
	s.read = s.write
	return nil
}

// poolConnector takes connections from the pool, waiting no longer than the
// store allows.
type poolConnector struct {
	inner driver.Connector
	store *Store
}

func (c *poolConnector) Connect(ctx context.Context) (driver.Conn, error) {
	wait, cancel := context.WithTimeout(ctx, c.store.wait)
	defer cancel()
	conn, err := c.inner.Connect(wait)
	if err != nil {
		return nil, notGot(ctx, err)
	}
	return conn, nil
}

func (c *poolConnector) Driver() driver.Driver { return c.inner.Driver() }

// acquire takes a connection from the pool as well; the function gives it back.
func (s *Store) acquire(ctx context.Context) (pgxRunner, func(), error) {
	wait, cancel := context.WithTimeout(ctx, s.wait)
	defer cancel()
	conn, err := s.pool.Acquire(wait)
	if err != nil {
		return nil, nil, notGot(ctx, err)
	}
	return conn, conn.Release, nil
}

// notGot tells a caller that gave up from a database that cannot be had: both
// look like a passed deadline, since connecting has a deadline of its own.
func notGot(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("wait for a connection: %w", ctx.Err())
	}
	return &away{fmt.Errorf("get a connection: %w", err)}
}

// broken is a connector that only fails.
type broken struct{ err error }

func (b broken) Connect(context.Context) (driver.Conn, error) { return nil, b.err }
func (b broken) Driver() driver.Driver                        { return stdlib.GetDefaultDriver() }

// retryPause is how long the n-th repetition waits at most, before jitter.
func retryPause(n int) time.Duration { return 5 * time.Millisecond << n }
