package jobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"sellingassistant/adapters/persistence/db"
)

// client has the methods of River's clients, independent of their transactions.
type client interface {
	ID() string
	Start(ctx context.Context) error
	Stop(ctx context.Context) error
	StopAndCancel(ctx context.Context) error
	JobGet(ctx context.Context, id int64) (*rivertype.JobRow, error)
	JobList(ctx context.Context, p *river.JobListParams) (*river.JobListResult, error)
	JobCancel(ctx context.Context, id int64) (*rivertype.JobRow, error)
}

var (
	_ client = (*river.Client[pgx.Tx])(nil)
	_ client = (*river.Client[*sql.Tx])(nil)
)

// insert adds a job in the transaction of ctx, which must exist.
type insert func(ctx context.Context, args envelope, o *river.InsertOpts) (*rivertype.JobInsertResult, error)

// newClient returns a client for the store's database.
func newClient(s *db.Store, n news, e *ended, cfg *river.Config) (client, insert, error) {
	if s.Dialect() == db.Postgres {
		driver := newPostgresDriver(s, e)
		c, err := river.NewClient(driver, cfg)
		return c, func(ctx context.Context, args envelope, o *river.InsertOpts) (*rivertype.JobInsertResult, error) {
			t, err := s.NativeTx(ctx)
			if err != nil {
				return nil, err
			}
			return c.InsertTx(ctx, driver.transaction(t.Conn), args, o)
		}, err
	}
	c, err := river.NewClient(newSQLiteDriver(s, n, e), cfg)
	return c, func(ctx context.Context, args envelope, o *river.InsertOpts) (*rivertype.JobInsertResult, error) {
		t, err := s.NativeTx(ctx)
		if err != nil {
			return nil, err
		}
		return c.InsertTx(ctx, t.Tx, args, o)
	}, err
}

// envelope has a request in the form of River's arguments. Requests with equal kind, Team and
// Unique are joined.
type envelope struct {
	kind   string
	Team   int64           `json:"team" river:"unique"`
	Unique string          `json:"unique" river:"unique"`
	Args   json.RawMessage `json:"args"`

	// retryAfter delays the next run after a failed run.
	retryAfter time.Duration
}

func (e envelope) Kind() string { return e.kind }

// origin has the trace of a request, stored beside it.
type origin struct {
	// Trace has the trace id of the log, Parent the W3C traceparent.
	Trace  string `json:"trace,omitempty"`
	Parent string `json:"parent,omitempty"`
}
