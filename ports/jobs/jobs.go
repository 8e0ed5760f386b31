// Package jobs is the port of work that no call waits for: it is put into a
// queue of the database, in the transaction of the change it belongs to, and a
// worker of any process takes it out later.
//
// A job runs at least once. A process that is killed, a database that goes away
// or a stop that does not wait long enough make it run again, from its start,
// and for moments twice at a time. Its handler makes its effect once by writing
// the effect and the job's end in one transaction:
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
// A long job does so chunk by chunk: each transaction writes a chunk and how far
// the work is in the job's own record, and a run begins where that says. What
// cannot be in the transaction, such as a call that changes something at the
// marketplace, must be repeatable itself.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"time"

	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
)

// ID names a job, over all teams and kinds.
type ID int64

// QueueName is where a job queues. Each queue has workers of its own, so work that
// takes long holds up nothing but its own kind of work.
type QueueName string

// The queues.
const (
	// Normal is where a request without a queue goes.
	Normal QueueName = "normal"
	// Urgent is short work with a user waiting for its result.
	Urgent QueueName = "urgent"
	// Bulk is work that comes by the thousand or takes minutes.
	Bulk QueueName = "bulk"
)

// QueueNames lists all queues.
func QueueNames() []QueueName { return []QueueName{Urgent, Normal, Bulk} }

// The bounds of a request.
const (
	// MaxArgs is how long the arguments may be, in bytes. Larger work belongs
	// into a record that the arguments name.
	MaxArgs = 64 << 10
	// MaxUnique is how long the Unique of a request may be, in bytes.
	MaxUnique = 200
	// DefaultAttempts is how often a job is tried when its request does not say.
	DefaultAttempts = 10
	// MaxAttempts bounds the attempts that a request can ask for.
	MaxAttempts = 100
)

// Request is work to be done.
type Request struct {
	// Kind says which handler does it: "context.verb", such as "inventory.sync".
	Kind string
	// Team is the team of the job; 0 for the program's own. It appears in logs and operator lists,
	// and the handler receives it.
	Team id.Team
	// Args is one JSON object, at most MaxArgs long; nil is {}. It is stored and
	// shown to operators: no secrets.
	Args []byte
	// Unique merges requests: while a job of the same Kind, Team and Unique waits or runs, another
	// request creates no second job. A running job counts, so it may have read its data before the
	// request. "" merges nothing.
	Unique string
	// At is the earliest start. The job may start up to about five seconds
	// later, more when the workers of its queue are busy. Zero is at once.
	At time.Time
	// Attempts bounds how often the job is tried; 0 is DefaultAttempts.
	Attempts int
	// Queue is where it queues; "" is Normal.
	Queue QueueName
}

// kindForm keeps kinds usable as names of metrics and as words of a command line.
var kindForm = regexp.MustCompile(`^[a-z][a-z0-9_]{0,39}\.[a-z][a-z0-9_]{0,39}$`)

// Check refuses a request that no queue takes. That is a mistake in the
// program, never a user's.
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
	case r.Queue != "" && r.Queue != Normal && r.Queue != Urgent && r.Queue != Bulk:
		return fmt.Errorf("jobs: %s: there is no lane %q", r.Kind, r.Queue)
	}
	return nil
}

// Queue takes requests.
type Queue interface {
	// Enqueue stores a request in the transaction of ctx: no worker sees the job
	// before that commits, and with its end by an error the job is gone. Without
	// a transaction the job is there when Enqueue returns. Where Unique joins the
	// request to a job, the answer is the id of that job. A database that is away
	// is a fault of kind Unavailable.
	Enqueue(ctx context.Context, r Request) (ID, error)
}

// Job is a job as its handler gets it.
type Job struct {
	ID   ID
	Kind string
	Team id.Team
	// Args is the JSON object of the request; Postgres may have put its members
	// into another order.
	Args  []byte
	Queue QueueName
	// Attempt counts the runs, this one included; Attempts is how many there
	// are at most. A run that ended by Later or by a stop does not count.
	Attempt, Attempts int
	// EnqueuedAt is when the request was made.
	EnqueuedAt time.Time
	// Failed has the errors of earlier runs, the latest last. It leaves out runs that died with their
	// process.
	Failed []string

	finish    func(ctx context.Context) error
	cancelled func() bool
}

// ErrNotMine says that a job does not belong to the run that asks: it was given
// to another, because this one was thought dead.
var ErrNotMine = errors.New("jobs: the job does not belong to this run any more")

// Finish ends the job as done in the transaction of ctx, together with the
// effect that the transaction writes; what Run returns afterwards changes
// nothing. ErrNotMine means that the transaction must not commit: return it
// from InTx. Without Finish, a nil from Run ends the job in a step of its own.
func (j Job) Finish(ctx context.Context) error {
	if j.finish == nil {
		return nil
	}
	return j.finish(ctx)
}

// FinishedBy sets what the job's Finish does. Queues call it.
func (j Job) FinishedBy(f func(ctx context.Context) error) Job {
	j.finish = f
	return j
}

// Cancelled reports whether the context of the run ended because an operator cancelled the job.
func (j Job) Cancelled() bool { return j.cancelled != nil && j.cancelled() }

// CancelledBy sets what the job's Cancelled asks. Queues call it.
func (j Job) CancelledBy(f func() bool) Job {
	j.cancelled = f
	return j
}

// A request asks for more than DefaultAttempts because runs count that died with their process.
// Such a job ends earlier where its runs fail for one reason in a row: after sameFailures, or after
// sameOutages where something else is away or busy.
const (
	sameFailures = 5
	sameOutages  = 20
)

// Last reports whether a run that fails with err is the job's last one: its attempts are used up,
// err is Dead, or the runs before failed for the same reason.
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

// reasonOf leaves out figures, such as times and ids, which differ from run to run.
func reasonOf(text string) string { return figures.ReplaceAllString(text, "#") }

// DefaultTimeout bounds a run whose handler names no time.
const DefaultTimeout = time.Minute

// Handler does the jobs of one kind.
type Handler struct {
	Kind string
	// Timeout bounds one run: past it ctx ends. 0 is DefaultTimeout.
	Timeout time.Duration
	// Run does a job. nil is done. An error, a panic or a passed timeout is a
	// failed attempt: the job is tried again after a pause that grows from
	// seconds to an hour, at least the RetryAfter of a fault, until Job.Last; then it is kept as
	// failed for the operator to see. Later and Dead say otherwise.
	//
	// ctx carries the trace of who enqueued the job and ends with the timeout,
	// when the job is cancelled (within a few seconds), and at the end of the
	// time that a stopping process gives its jobs. An error after a cancel ends
	// the job as cancelled; one after a stop is no failure, and the job starts
	// again elsewhere.
	Run func(ctx context.Context, j Job) error
}

// Periodic is a scheduled job.
type Periodic struct {
	// Kind names the schedule, and the kind of its job.
	Kind string
	// Every is the time between two jobs, at least a second. Whatever the number of
	// processes, one of them enqueues. The schedule is kept in the database, so
	// a restart does not move it; jobs missed while no process ran become one.
	// A new schedule begins within a minute.
	Every time.Duration
	// Request is the job without its Kind. While one waits or runs the next one
	// is left out.
	Request Request
}

// later is no failure: the job is to be tried again.
type later struct{ after time.Duration }

func (l later) Error() string { return "try again in " + l.after.String() }

// Later ends a run as neither done nor failed: the job comes again after the
// time, and the run does not count as an attempt. It may come up to about five
// seconds late.
func Later(after time.Duration) error { return later{max(after, 0)} }

// IsLater returns when a job is to run again.
func IsLater(err error) (after time.Duration, ok bool) {
	var l later
	ok = errors.As(err, &l)
	return l.after, ok
}

// dead is a failure that retrying would not fix.
type dead struct{ reason error }

func (d dead) Error() string { return "given up: " + d.reason.Error() }

func (d dead) Unwrap() error { return d.reason }

// Dead ends a job as failed whatever attempts are left.
func Dead(reason error) error { return dead{reason} }

// IsDead reports whether a job must not be retried.
func IsDead(err error) bool {
	var d dead
	return errors.As(err, &d)
}
