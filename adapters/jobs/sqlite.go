package jobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivertype"

	"sellingassistant/adapters/persistence/db"
	port "sellingassistant/ports/jobs"
)

// sqliteDriver runs River over the store's writer. SQLite has no notifications, so the driver
// reports the new jobs of this process itself.
type sqliteDriver struct {
	*riversqlite.Driver
	store *db.Store
	news  news
	ended *ended
}

func newSQLiteDriver(s *db.Store, n news, e *ended) sqliteDriver {
	return sqliteDriver{riversqlite.New(s.Native().Writer), s, n, e}
}

func (d sqliteDriver) GetExecutor() riverdriver.Executor {
	reader := riversqlite.New(d.store.Native().Reader).GetExecutor()
	return executor{fileExecutor{d.Driver.GetExecutor(), reader, d.UnwrapExecutor, d.store}, d.ended, func(_ context.Context, queues []string) {
		for _, queue := range queues {
			d.news.inserted(port.QueueName(queue))
		}
	}}
}

// UnwrapExecutor returns the executor of requests in a transaction.
func (d sqliteDriver) UnwrapExecutor(t *sql.Tx) riverdriver.ExecutorTx {
	return joining{d.Driver.UnwrapExecutor(t), t}
}

func (d sqliteDriver) SupportsListener() bool { return true }

func (d sqliteDriver) GetListener(*riverdriver.GetListenenerParams) riverdriver.Listener {
	return listener{d.news}
}

// joining looks for the job that a request joins before it inserts. Most requests of a busy record
// join one: they cost a read, while River's insert takes a savepoint and writes the row again.
type joining struct {
	riverdriver.ExecutorTx
	on *sql.Tx
}

// joined has the condition of River's unique index, which the search needs to use that index.
const joined = `SELECT id FROM river_job WHERE unique_key = $1 AND unique_key IS NOT NULL AND unique_states IS NOT NULL
	AND CASE state
		WHEN 'available' THEN unique_states & (1 << 0)
		WHEN 'cancelled' THEN unique_states & (1 << 1)
		WHEN 'completed' THEN unique_states & (1 << 2)
		WHEN 'discarded' THEN unique_states & (1 << 3)
		WHEN 'pending' THEN unique_states & (1 << 4)
		WHEN 'retryable' THEN unique_states & (1 << 5)
		WHEN 'running' THEN unique_states & (1 << 6)
		WHEN 'scheduled' THEN unique_states & (1 << 7)
		ELSE 0
	END >= 1`

func (j joining) JobInsertFastMany(
	ctx context.Context, p *riverdriver.JobInsertFastManyParams,
) ([]*riverdriver.JobInsertFastResult, error) {
	if len(p.Jobs) != 1 || len(p.Jobs[0].UniqueKey) == 0 {
		return j.ExecutorTx.JobInsertFastMany(ctx, p)
	}
	var twin int64
	switch err := j.on.QueryRowContext(ctx, joined, p.Jobs[0].UniqueKey).Scan(&twin); {
	case errors.Is(err, sql.ErrNoRows):
		return j.ExecutorTx.JobInsertFastMany(ctx, p)
	case err != nil:
		return nil, err
	}
	return []*riverdriver.JobInsertFastResult{{
		Job: &rivertype.JobRow{ID: twin}, UniqueSkippedAsDuplicate: true,
	}}, nil
}

// fileExecutor reads with the store's reader and looks for jobs with it first, so that idle
// services and listings do not take the writer.
type fileExecutor struct {
	riverdriver.Executor
	reader riverdriver.Executor
	// within returns an executor in a transaction.
	within func(*sql.Tx) riverdriver.ExecutorTx
	store  *db.Store
}

func (e fileExecutor) JobGetByID(ctx context.Context, p *riverdriver.JobGetByIDParams) (*rivertype.JobRow, error) {
	return e.reader.JobGetByID(ctx, p)
}

func (e fileExecutor) JobList(ctx context.Context, p *riverdriver.JobListParams) ([]*rivertype.JobRow, error) {
	return e.reader.JobList(ctx, p)
}

// JobSetStateIfRunningMany repeats while another process locks the file: River gives up after the
// third error, and a lock may last longer.
func (e fileExecutor) JobSetStateIfRunningMany(ctx context.Context, p *riverdriver.JobSetStateIfRunningManyParams) ([]*rivertype.JobRow, error) {
	for {
		rows, err := e.Executor.JobSetStateIfRunningMany(ctx, p)
		if err == nil || !db.Busy(err) || ctx.Err() != nil {
			return rows, err
		}
	}
}

const anyAvailable = `SELECT count(*) FROM (SELECT 1 FROM river_job
	WHERE state = 'available' AND queue = $1 AND scheduled_at <= datetime('now', 'subsec') LIMIT 1)`

// JobGetAvailable returns no jobs if another process locks the file for long. Its commit does not
// wait for the disk: a job that was taken by a commit that is lost is taken again.
func (e fileExecutor) JobGetAvailable(ctx context.Context, p *riverdriver.JobGetAvailableParams) ([]*rivertype.JobRow, error) {
	var n int64
	if err := e.store.Hot(ctx).QueryRow(ctx, anyAvailable, p.Queue).Scan(&n); err != nil || n == 0 {
		return nil, err
	}
	var jobs []*rivertype.JobRow
	err := e.store.InLazyTx(ctx, func(ctx context.Context) error {
		t, err := e.store.NativeTx(ctx)
		if err == nil {
			jobs, err = e.within(t.Tx).JobGetAvailable(ctx, p)
		}
		return err
	})
	switch {
	case err == nil:
		return jobs, nil
	case db.Busy(err):
		return nil, nil
	}
	return nil, err
}

// news carries notifications within this process. Sending never blocks: the poll of the table makes
// up for a lost notification.
type news chan *riverdriver.Notification

// topicInsert has River's name for news of jobs.
const topicInsert = "river_insert"

func newNews() news { return make(news, 64) }

// inserted announces a new job of a queue.
func (n news) inserted(queue port.QueueName) {
	select {
	case n <- &riverdriver.Notification{Topic: topicInsert, Payload: fmt.Sprintf(`{"queue": %q}`, queue)}:
	default:
	}
}

// listener receives all topics.
type listener struct{ news }

func (listener) Close(context.Context) error { return nil }

func (listener) Connect(context.Context) error { return nil }

func (listener) Listen(context.Context, string) error { return nil }

func (listener) Ping(context.Context) error { return nil }

func (listener) Schema() string { return "" }

func (listener) SetAfterConnectExec(string) {}

func (listener) Unlisten(context.Context, string) error { return nil }

func (l listener) WaitForNotification(ctx context.Context) (*riverdriver.Notification, error) {
	select {
	case n := <-l.news:
		return n, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

var _ riverdriver.Driver[*sql.Tx] = sqliteDriver{}
