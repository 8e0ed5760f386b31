package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/extra/bunotel"
	"go.uber.org/zap"

	"sellingassistant/domain/kernel/secret"
)

// Dialect names the kind of database under a Store.
type Dialect uint8

// The dialects.
const (
	SQLite Dialect = iota
	Postgres
)

// String names the dialect in lower case.
func (d Dialect) String() string {
	if d == Postgres {
		return "postgres"
	}
	return "sqlite"
}

// Checked names a column of a condition that SQLite only checks, without using an index. For a
// batch of ids SQLite would otherwise walk all rows of a team for each id. Postgres finds each row
// by team and id.
func (d Dialect) Checked(column string) string {
	if d == Postgres {
		return column
	}
	return "+" + column
}

// TeamKey names the columns of the key of a team's rows: with the team on Postgres,
// alone on SQLite.
func (d Dialect) TeamKey(column string) string {
	if d == Postgres {
		return "team_id, " + column
	}
	return column
}

// Config says which database to open and how.
type Config struct {
	// URL has one of these forms:
	//
	//	postgres://user:password@host:5432/name
	//	sqlite:///var/lib/app/app.db (absolute) or sqlite://data/app.db (relative)
	//	sqlite://:memory:?name=x (gone with the last Store of that name)
	URL secret.Text
	// Log receives retries and lost connections; nil logs nothing.
	Log *zap.Logger
	// Pool limits the connections; 0 means 16 on Postgres and 8 readers on SQLite.
	Pool int
	// Tracing adds a span to every statement that goes through bun.
	Tracing bool
	// Wait limits the wait for a free connection or for SQLite's writer; 0 means 5 s. After it
	// callers get a fault of kind Unavailable.
	Wait time.Duration
}

const (
	defaultWait     = 5 * time.Second
	defaultPool     = 16
	defaultReaders  = 8
	applicationName = "selling-assistant"
)

// Store gives access to an open database. It is safe for concurrent use.
type Store struct {
	dialect Dialect
	log     *zap.Logger
	wait    time.Duration

	// On Postgres read and write are the same handle over pool.
	read, write *bun.DB

	pool    *pgxpool.Pool
	hotMode pgx.QueryExecMode
	// file has the path of the SQLite file, empty for a database in memory.
	file string

	locks locks
}

// Open connects and checks the connection with one statement. An unreachable Postgres is a fault of
// kind Unavailable. A malformed URL is a plain error that does not repeat the password.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	if cfg.Log == nil {
		cfg.Log = zap.NewNop()
	}
	if cfg.Wait <= 0 {
		cfg.Wait = defaultWait
	}
	s := &Store{log: cfg.Log, wait: cfg.Wait}
	url := cfg.URL.Reveal()
	scheme, _, _ := strings.Cut(url, "://")
	var err error
	switch scheme {
	case "postgres", "postgresql":
		s.dialect = Postgres
		err = s.openPostgres(ctx, url, cfg.Pool)
	case "sqlite":
		err = s.openSQLite(strings.TrimPrefix(url, "sqlite://"), cfg.Pool)
	default:
		return nil, errors.New("the database URL must begin with postgres:// or sqlite://")
	}
	if err != nil {
		return nil, err
	}
	if cfg.Tracing {
		same := s.read == s.write
		s.write = s.write.WithQueryHook(bunotel.NewQueryHook(bunotel.WithDBName(s.dialect.String())))
		if same {
			s.read = s.write
		} else {
			s.read = s.read.WithQueryHook(bunotel.NewQueryHook(bunotel.WithDBName(s.dialect.String())))
		}
	}
	if err := s.Ping(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open the database: %w", err), s.Close())
	}
	return s, nil
}

// Close closes every connection. Transactions that still run fail.
func (s *Store) Close() error {
	var errs []error
	if s.read != nil && s.read != s.write {
		errs = append(errs, s.read.Close())
	}
	if s.write != nil {
		errs = append(errs, s.write.Close())
	}
	if s.pool != nil {
		s.pool.Close()
	}
	return errors.Join(errs...)
}

// Ping runs one query over a handle that can write. It returns a fault of kind Unavailable if the
// database does not answer.
func (s *Store) Ping(ctx context.Context) error {
	var one int
	return Fault(s.write.QueryRowContext(ctx, "SELECT 1").Scan(&one))
}

// Dialect returns the database's dialect.
func (s *Store) Dialect() Dialect { return s.dialect }

// File returns the path of the SQLite file; "" for Postgres and for a database in memory.
func (s *Store) File() string { return s.file }

// DB returns the handle that can write, outside any transaction. It is for the migrations;
// repositories use Read, Write and Hot.
func (s *Store) DB() *bun.DB { return s.write }

// Read returns the transaction of ctx, or a read-only handle on SQLite.
func (s *Store) Read(ctx context.Context) bun.IDB { return s.handle(ctx, s.read) }

// Write returns the transaction of ctx, or a handle for single statements that write.
func (s *Store) Write(ctx context.Context) bun.IDB { return s.handle(ctx, s.write) }

func (s *Store) handle(ctx context.Context, outside *bun.DB) bun.IDB {
	t := s.transaction(ctx)
	if t == nil {
		return outside
	}
	tx, err := t.begin()
	if err != nil {
		return failing(err, outside)
	}
	return tx
}

// failing returns a handle that fails every statement with err. Returning the error beside bun's
// handle would need a check at each use.
func failing(err error, like *bun.DB) *bun.DB {
	return bun.NewDB(sql.OpenDB(broken{err}), like.Dialect())
}
