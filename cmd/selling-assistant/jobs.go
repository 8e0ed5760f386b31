package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/jobs"
)

type jobCommands struct {
	List   jobList   `cmd:"" help:"List background jobs, the newest first."`
	Show   jobShow   `cmd:"" help:"Show a job with its arguments and failures."`
	Retry  jobRetry  `cmd:"" help:"Let a job run now that waits, failed or has ended."`
	Cancel jobCancel `cmd:"" help:"End a job that waits, and ask one that runs to end."`
}

// jobResult is what a program reads of a job.
type jobResult struct {
	ID         jobs.ID         `json:"id"`
	Kind       string          `json:"kind"`
	TeamID     *id.Team        `json:"team_id"`
	State      jobs.State      `json:"state"`
	Lane       jobs.Lane       `json:"lane"`
	Unique     *string         `json:"unique"`
	Args       json.RawMessage `json:"args"`
	Attempt    int             `json:"attempt"`
	Attempts   int             `json:"max_attempts"`
	TraceID    *string         `json:"trace_id"`
	EnqueuedAt time.Time       `json:"enqueued_at"`
	DueAt      time.Time       `json:"due_at"`
	StartedAt  *time.Time      `json:"started_at"`
	EndedAt    *time.Time      `json:"ended_at"`
	Failures   []jobFailure    `json:"failures"`
}

// jobFailure is what one attempt ended with.
type jobFailure struct {
	Attempt int       `json:"attempt"`
	At      time.Time `json:"at"`
	Error   string    `json:"error"`
}

func jobResultOf(r jobs.Record) jobResult {
	result := jobResult{
		ID: r.ID, Kind: r.Kind, State: r.State, Lane: r.Lane, Args: r.Args, Attempt: r.Attempt, Attempts: r.Attempts,
		EnqueuedAt: r.EnqueuedAt, DueAt: r.DueAt, StartedAt: r.StartedAt, EndedAt: r.EndedAt,
		Unique: orNull(r.Unique), TraceID: orNull(r.Trace), TeamID: orNull(r.Team), Failures: []jobFailure{},
	}
	for _, f := range r.Failures {
		result.Failures = append(result.Failures, jobFailure{f.Attempt, f.At, f.Text})
	}
	return result
}

// orNull is nil for the zero value.
func orNull[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

type jobList struct {
	output
	target
	Team  *int64     `help:"Only jobs of the team with this id."`
	Kind  string     `help:"Only jobs of this kind, such as inventory.sync."`
	State jobs.State `help:"Only jobs that are waiting, scheduled, retrying, running, done, failed or cancelled."`
	Limit int        `default:"50" help:"How many, 1 to 1000."`
}

// Run implements the command.
func (c jobList) Run(s *session) error {
	f := jobs.Filter{Kind: c.Kind, State: c.State, Limit: c.Limit}
	switch {
	case c.Limit < 1 || c.Limit > 1000:
		return usageError{"--limit must be between 1 and 1000"}
	case c.State != "" && !slices.Contains(jobs.States(), c.State):
		return usageError{fmt.Sprintf("--state: there is no state %q", c.State)}
	}
	if c.Team != nil {
		team := id.Team(*c.Team)
		f.Team = &team
	}
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		found, err := op.Jobs.List(ctx, f)
		if err != nil {
			return err
		}
		rows, lines := make([]jobResult, len(found)), make([]string, len(found))
		for i, r := range found {
			rows[i] = jobResultOf(r)
			lines[i] = fmt.Sprintf("%d\t%s\t%d\t%s\t%s\t%d/%d\t%s\t%s", r.ID, r.Kind, r.Team, r.State, r.Lane,
				r.Attempt, r.Attempts, r.DueAt.Format(time.RFC3339), lastFailure(r))
		}
		return c.table(s, rows, "ID\tKIND\tTEAM\tSTATE\tLANE\tATTEMPT\tDUE\tLAST FAILURE", lines)
	})
}

// lastFailure is the latest failure on one line of at most 80 characters.
func lastFailure(r jobs.Record) string {
	if len(r.Failures) == 0 {
		return "-"
	}
	text := []rune(strings.Join(strings.Fields(r.Failures[len(r.Failures)-1].Text), " "))
	return string(text[:min(len(text), 80)])
}

// oneJob is embedded by the commands about one job.
type oneJob struct {
	output
	target
	ID int64 `arg:"" help:"Id of the job."`
}

type (
	jobShow   struct{ oneJob }
	jobRetry  struct{ oneJob }
	jobCancel struct{ oneJob }
)

func (c oneJob) show(s *session, act func(context.Context, jobs.Operator, jobs.ID) (jobs.Record, error)) error {
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		r, err := act(ctx, op.Jobs, jobs.ID(c.ID))
		if err != nil {
			return err
		}
		return c.print(s, jobResultOf(r), "%s", describe(r))
	})
}

// describe is a job for people.
func describe(r jobs.Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "job %d: %s, %s\n", r.ID, r.Kind, r.State)
	fmt.Fprintf(&b, "team %d, lane %s, attempt %d of %d\n", r.Team, r.Lane, r.Attempt, r.Attempts)
	fmt.Fprintf(&b, "enqueued %s, due %s, ended %s\n", r.EnqueuedAt.Format(time.RFC3339), r.DueAt.Format(time.RFC3339), day(r.EndedAt))
	fmt.Fprintf(&b, "arguments %s", r.Args)
	for _, f := range r.Failures {
		fmt.Fprintf(&b, "\nattempt %d failed %s: %s", f.Attempt, f.At.Format(time.RFC3339), f.Text)
	}
	return b.String()
}

// Run implements the command.
func (c jobShow) Run(s *session) error {
	return c.show(s, func(ctx context.Context, op jobs.Operator, job jobs.ID) (jobs.Record, error) {
		return op.Show(ctx, job)
	})
}

// Run implements the command.
func (c jobRetry) Run(s *session) error {
	return c.show(s, func(ctx context.Context, op jobs.Operator, job jobs.ID) (jobs.Record, error) {
		return op.Retry(ctx, job)
	})
}

// Run implements the command.
func (c jobCancel) Run(s *session) error {
	return c.show(s, func(ctx context.Context, op jobs.Operator, job jobs.ID) (jobs.Record, error) {
		return op.Cancel(ctx, job)
	})
}
