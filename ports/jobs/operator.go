package jobs

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
)

// State is the state of a job.
type State string

// The states.
const (
	Waiting   State = "waiting"   // for a worker
	Scheduled State = "scheduled" // for its time, also after Later
	Retrying  State = "retrying"  // for its next attempt, after a failure
	Running   State = "running"
	Done      State = "done"
	Failed    State = "failed" // attempts used up, or Dead
	Cancelled State = "cancelled"
)

// States lists all states.
func States() []State {
	return []State{Waiting, Scheduled, Retrying, Running, Done, Failed, Cancelled}
}

// Failure is what one attempt ended with.
type Failure struct {
	Attempt int
	At      time.Time
	Text    string
}

// Record is a job as operators see it. Done jobs are kept for a day, failed and
// cancelled ones for a week.
type Record struct {
	Job
	State  State
	Unique string
	// Trace is the trace id of who enqueued it, "" for none.
	Trace string
	// DueAt is the earliest start of the next run.
	DueAt time.Time
	// StartedAt is when the latest run began, EndedAt when the job ended; nil
	// for not yet.
	StartedAt, EndedAt *time.Time
	Failures           []Failure
}

// Filter narrows a list of jobs; empty members narrow nothing.
type Filter struct {
	Team  *id.Team
	Kind  string
	State State
	// Limit is how many, 1 to 1000.
	Limit int
}

// Operator is what who runs the program can do to jobs. Unknown ids are Missing.
type Operator interface {
	// List returns jobs, the newest first.
	List(ctx context.Context, f Filter) ([]Record, error)
	// Show returns one job.
	Show(ctx context.Context, job ID) (Record, error)
	// Retry runs a job now that waits, failed, was cancelled or is done; if its attempts are used
	// up it gets one more. A running job is a Conflict, and so is one whose Unique another job
	// has.
	Retry(ctx context.Context, job ID) (Record, error)
	// Cancel ends a waiting job and asks a running one to end: its ctx ends within seconds, and an
	// error of its handler then ends it as cancelled. A finished job stays as it is.
	Cancel(ctx context.Context, job ID) (Record, error)
}
