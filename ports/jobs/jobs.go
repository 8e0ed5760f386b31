// Package jobs has the port of background work. A request puts a job into a queue
// of the database, in the transaction of the change it belongs to. A worker of any
// process runs it later.
//
// A job runs at least once. If its process is killed, its database is unreachable or a stop does
// not wait long enough, it runs again from its start. For moments it may even run twice at the same
// time. Its handler makes the effect once by writing the effect and the job's end in the same
// transaction:
//
//	func (s *Sweeps) Run(ctx context.Context, j jobs.Job) error {
//		found, err := s.market.Ask(ctx, j.Args) // repeatable: outside of the transaction
//		if err != nil {
//			return err
//		}
//		return s.tx.InTx(ctx, func(ctx context.Context) error {
//			if err := s.store.Keep(ctx, j.Team, found); err != nil {
//				return err
//			}
//			return j.Finish(ctx) // refuses when the job is no longer this run's
//		})
//	}
//
// A long job works in chunks: each transaction writes a chunk and its progress into
// the job's own record, and a later run continues there. An effect outside the
// transaction, such as a change at the marketplace, must itself be repeatable.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
)

// ID names a job, over all teams and kinds.
type ID int64

// QueueName names a queue. Each queue has its own workers, so slow work delays only its own kind.
type QueueName string

// The queues.
const (
	// Normal takes requests without a queue.
	Normal QueueName = "normal"
	// Urgent takes short work with a user waiting for its result.
	Urgent QueueName = "urgent"
	// Bulk takes work that comes by the thousand or takes minutes.
	Bulk QueueName = "bulk"
	// Calls takes work that mostly waits for the answers of users' programs, which may be slow.
	Calls QueueName = "calls"
	// Batch takes short work that is worth more for many changes than for each: while a process is
	// busy with it, jobs wait for a fifth of a second, and begin together.
	Batch QueueName = "batch"
)

// QueueNames lists all queues.
func QueueNames() []QueueName { return []QueueName{Urgent, Normal, Bulk, Calls, Batch} }

// The bounds of a request.
const (
	// MaxArgs bounds the arguments in bytes. Larger work belongs into a record that the arguments
	// name.
	MaxArgs = 64 << 10
	// MaxUnique bounds the Unique of a request in bytes.
	MaxUnique = 200
	// DefaultAttempts bounds the attempts of a job if its request does not.
	DefaultAttempts = 10
	// MaxAttempts bounds the attempts that a request can ask for.
	MaxAttempts = 100
)

// Request describes work to be done.
type Request struct {
	// Kind names the handler: "context.verb", such as "inventory.sync".
	Kind string
	// Team owns the job; 0 means the program itself. It appears in logs and operator lists, and the
	// handler receives it.
	Team id.Team
	// Args has one JSON object, at most MaxArgs long; nil means {}. It is stored and shown to
	// operators, so it must not contain secrets.
	Args []byte
	// Unique merges requests: while a job of the same Kind, Team and Unique waits or runs, another
	// request creates no second job. A running job counts, so it may have read its data before the
	// request. "" merges nothing.
	Unique string
	// At sets the earliest start; zero means at once. The job may start up to about five seconds
	// later, or more if the workers of its queue are busy.
	At time.Time
	// Attempts bounds the attempts of the job; 0 means DefaultAttempts.
	Attempts int
	// Queue names the queue; "" means Normal.
	Queue QueueName
}

// kindForm keeps kinds usable as names of metrics and as words of a command line.
var kindForm = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}\.[a-z][a-z0-9_]{0,39}$`)

// Check refuses a request that no queue accepts. Such a request is a mistake in the program, never
// a user's.
func (r Request) Check() error {
	switch {
	case !kindForm.MatchString(r.Kind):
		return fmt.Errorf("jobs: kind %q is not of the form context.verb", r.Kind)
	case len(r.Args) > MaxArgs:
		return fmt.Errorf("jobs: %s: arguments of %d bytes", r.Kind, len(r.Args))
	case len(r.Unique) > MaxUnique:
		return fmt.Errorf("jobs: %s: a unique of %d bytes", r.Kind, len(r.Unique))
	case r.Attempts < 0 || r.Attempts > MaxAttempts:
		return fmt.Errorf("jobs: %s: %d attempts", r.Kind, r.Attempts)
	case r.Queue != "" && !slices.Contains(QueueNames(), r.Queue):
		return fmt.Errorf("jobs: %s: there is no lane %q", r.Kind, r.Queue)
	}
	return nil
}

// Queue takes requests.
type Queue interface {
	// Enqueue stores a request in the transaction of ctx. Workers see the job after the commit; a
	// rollback removes it. Without a transaction the job exists when Enqueue returns. If Unique
	// merges the request into a job, the answer is the id of that job. An unreachable database is a
	// fault of kind Unavailable.
	Enqueue(ctx context.Context, r Request) (ID, error)
}

// Job has a job as its handler gets it.
type Job struct {
	ID   ID
	Kind string
	Team id.Team
	// Args has the JSON object of the request. Postgres may have changed the order of its members.
	Args  []byte
	Queue QueueName
	// Attempt counts the runs, this run included; Attempts bounds them. A run that ended by Later
	// or by a stop does not count, nor does the death of a process for a Handler that Resumes.
	Attempt, Attempts int
	// EnqueuedAt has the time of the request.
	EnqueuedAt time.Time
	// Failed has the errors of earlier runs, the latest last, except runs that died with their
	// process.
	Failed []string

	finish    func(ctx context.Context) error
	cancelled func() bool
}

// ErrNotMine says that the job no longer belongs to this run: the run was taken for dead, and the
// job was given to another run.
var ErrNotMine = errors.New("jobs: the job does not belong to this run any more")

// Finish ends the job as done in the transaction of ctx, together with the effect that the
// transaction writes. The later result of Run then changes nothing. ErrNotMine means that the
// transaction must not commit: return it from InTx. Without Finish, a nil from Run ends the job in
// a separate step.
func (j Job) Finish(ctx context.Context) error {
	if j.finish == nil {
		return nil
	}
	return j.finish(ctx)
}

// FinishedBy sets the function that Finish calls. Queues call it.
func (j Job) FinishedBy(f func(ctx context.Context) error) Job {
	j.finish = f
	return j
}

// Cancelled reports whether the context of the run ended because an operator cancelled the job.
func (j Job) Cancelled() bool { return j.cancelled != nil && j.cancelled() }

// CancelledBy sets the function that Cancelled calls. Queues call it.
func (j Job) CancelledBy(f func() bool) Job {
	j.cancelled = f
	return j
}

// Requests ask for more than DefaultAttempts because runs that died with their process count too.
// Such a job ends earlier if its runs fail for the same reason in a row: after sameFailures, or
// after sameOutages if another service is unavailable or busy.
const (
	sameFailures = 5
	sameOutages  = 20
)

// Last reports whether a run that fails with err is the last run of the job: its attempts are used
// up, err is Dead, or the earlier runs failed for the same reason.
func (j Job) Last(err error) bool {
	switch {
	case IsDead(err), j.Attempt >= j.Attempts:
		return true
	case j.Attempts <= DefaultAttempts:
		return false
	}
	most := sameFailures
	f, ok := fault.As(err)
	away := ok && (f.Kind == fault.Unavailable || f.Kind == fault.Limited)
	if away || errors.Is(err, context.DeadlineExceeded) {
		most = sameOutages
	}
	same, reason := 1, reasonOf(err.Error())
	for i := len(j.Failed); i > 0 && reasonOf(j.Failed[i-1]) == reason; i-- {
		same++
	}
	return same >= most
}

var figures = regexp.MustCompile(`[0-9][0-9.,:]*`)

// reasonOf removes figures, such as times and ids, which differ from run to run.
func reasonOf(text string) string { return figures.ReplaceAllString(text, "#") }

// DefaultTimeout bounds a run if its handler sets no timeout.
const DefaultTimeout = time.Minute

// Handler runs the jobs of one kind.
type Handler struct {
	Kind string
	// Timeout bounds one run: ctx ends after it. 0 means DefaultTimeout.
	Timeout time.Duration
	// Resumes says that a run goes on with work that the database has. The death of its process is
	// then no failed attempt, and another run begins within seconds.
	Resumes bool
	// Run runs a job; nil ends it as done. An error, a panic or a timeout is a failed attempt. The
	// job is tried again after a pause that grows from seconds to an hour, at least the RetryAfter
	// of a fault, until Job.Last. Then it is stored as failed for the operator to see. Later and
	// Dead override this.
	//
	// ctx carries the trace of the caller that enqueued the job. It ends with the timeout, within a
	// few seconds after a cancel, and when the time runs out that a stopping process gives its
	// jobs. An error after a cancel ends the job as cancelled. An error after a stop is not a
	// failure, and the job starts again elsewhere.
	Run func(ctx context.Context, j Job) error
}

// Periodic describes a scheduled job.
type Periodic struct {
	// Kind names the schedule, and the kind of its job.
	Kind string
	// Every sets the time between two jobs, at least a second. Only one process enqueues, for any
	// number of processes. The schedule is stored in the database, so a restart does not move it.
	// Jobs missed while no process ran become a single job. A new schedule begins within a minute.
	Every time.Duration
	// Request has the job without its Kind. While a job waits or runs, the next job is left out.
	Request Request
}

// later ends a run without a failure: the job is tried again.
type later struct{ after time.Duration }

func (l later) Error() string { return "try again in " + l.after.String() }

// Later ends a run as neither done nor failed. The job runs again after the time, or up to about
// five seconds later, and the run does not count as an attempt.
func Later(after time.Duration) error { return later{max(after, 0)} }

// IsLater returns the time after which a job runs again.
func IsLater(err error) (after time.Duration, ok bool) {
	var l later
	ok = errors.As(err, &l)
	return l.after, ok
}

// dead wraps a failure that a retry would not fix.
type dead struct{ reason error }

func (d dead) Error() string { return "given up: " + d.reason.Error() }

func (d dead) Unwrap() error { return d.reason }

// Dead ends a job as failed even if attempts remain.
func Dead(reason error) error { return dead{reason} }

// IsDead reports whether a job must not be retried.
func IsDead(err error) bool {
	var d dead
	return errors.As(err, &d)
}
