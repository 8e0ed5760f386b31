package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

// sessionDefaults limits the resources of a connection. The URL may set other values.
var sessionDefaults = map[string]string{
	"application_name":                    applicationName,
	"statement_timeout":                   "15s",
	"lock_timeout":                        "10s",
	"idle_in_transaction_session_timeout": "30s",
	"timezone":                            "UTC",
	// Compiling takes longer than any statement here.
	"jit": "off",
	// Prepared statements use one plan for all arguments, because planning takes longer than
	// running, especially with a partition for each month.
	"plan_cache_mode": "force_generic_plan",
	// Cached plans outlive the growth of their tables, so they should use indexes early.
	// The server's default of 4 is meant for spinning disks.
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
	// Prepares hot statements, unless the URL names another mode because a pooler in between cannot
	// keep prepared statements.
	s.hotMode = cfg.ConnConfig.DefaultQueryExecMode
	cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol

	s.pool, err = pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return fmt.Errorf("open the connection pool: %w", err)
	}
	handle := sql.OpenDB(&poolConnector{inner: stdlib.GetPoolConnector(s.pool), store: s})
	// The pgx pool keeps idle connections. A second pool in database/sql would take them away from
	// it.
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

// acquire takes a connection from the pool.
func (s *Store) acquire(ctx context.Context) (taken, error) {
	conn, err := s.fromPool(ctx)
	if err != nil {
		return taken{}, err
	}
	return taken{ctx, conn, conn.Release}, nil
}

// acquireUnwatched takes a connection with the deadline set on its socket, see unwatched.
func (s *Store) acquireUnwatched(ctx context.Context) (taken, error) {
	conn, err := s.fromPool(ctx)
	if err != nil {
		return taken{}, err
	}
	at, ok := ctx.Deadline()
	socket := conn.Conn().PgConn().Conn()
	if !ok || socket.SetDeadline(at) != nil {
		return taken{ctx, conn, conn.Release}, nil //nolint:nilerr // a statement on a closed socket fails by itself
	}
	return taken{context.WithoutCancel(ctx), conn, func() {
		// The driver closes a socket that takes no deadline, and the pool notices.
		_ = socket.SetDeadline(time.Time{})
		conn.Release()
	}}, nil
}

func (s *Store) fromPool(ctx context.Context) (*pgxpool.Conn, error) {
	wait := ctx
	if at, ok := ctx.Deadline(); !ok || time.Until(at) > s.wait {
		var cancel context.CancelFunc
		wait, cancel = context.WithTimeout(ctx, s.wait)
		defer cancel()
	}
	conn, err := s.pool.Acquire(wait)
	if err != nil {
		return nil, notGot(ctx, err)
	}
	return conn, nil
}

// late turns a socket's deadline error into a context's.
func late(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("%w: %w", context.DeadlineExceeded, err)
	}
	return err
}

// notGot distinguishes a caller that gave up from an unreachable database: both look like a passed
// deadline, because connecting has a deadline of its own.
func notGot(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("wait for a connection: %w", ctx.Err())
	}
	return &away{fmt.Errorf("get a connection: %w", err)}
}

// broken fails to connect, always with the same error.
type broken struct{ err error }

func (b broken) Connect(context.Context) (driver.Conn, error) { return nil, b.err }
func (b broken) Driver() driver.Driver                        { return stdlib.GetDefaultDriver() }

// retryPause returns the longest wait before the n-th repetition, before jitter.
func retryPause(n int) time.Duration { return 5 * time.Millisecond << n }
