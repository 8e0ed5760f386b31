package jobs

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
)

// State names the state of a job.
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

// Failure has the error of one attempt.
type Failure struct {
	Attempt int
	At      time.Time
	Text    string
}

// Record has a job as operators see it. Done jobs are stored for a day, failed and cancelled jobs
// for a week.
type Record struct {
	Job
	State  State
	Unique string
	// Trace has the trace id of the call that enqueued the job, "" without a trace.
	Trace string
	// DueAt has the earliest start of the next run.
	DueAt time.Time
	// StartedAt has the start of the latest run, EndedAt the end of the job; nil before.
	StartedAt, EndedAt *time.Time
	Failures           []Failure
}

// Filter narrows a list of jobs; empty members narrow nothing.
type Filter struct {
	Team  *id.Team
	Kind  string
	State State
	// Limit bounds the number of jobs, 1 to 1000.
	Limit int
}

// Operator lets operators of the program view and change jobs. Unknown ids are Missing.
type Operator interface {
	// List returns jobs, the newest first.
	List(ctx context.Context, f Filter) ([]Record, error)
	// Show returns one job.
	Show(ctx context.Context, job ID) (Record, error)
	// Retry runs a job now that waits, failed, was cancelled or is done. If its attempts are used
	// up, it gets one more. A running job is a Conflict, and so is a job with a Unique that another
	// job has.
	Retry(ctx context.Context, job ID) (Record, error)
	// Cancel ends a waiting job. It asks a running job to end: its ctx ends within seconds, and an
	// error of its handler then ends it as cancelled. A finished job stays unchanged.
	Cancel(ctx context.Context, job ID) (Record, error)
}
