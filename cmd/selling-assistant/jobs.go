package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/jobs"
)

// jobResult encodes a job as JSON.
type jobResult struct {
	ID         jobs.ID         `json:"id"`
	Kind       string          `json:"kind"`
	TeamID     *id.Team        `json:"team_id"`
	State      jobs.State      `json:"state"`
	Lane       jobs.QueueName  `json:"lane"`
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

// jobFailure encodes the failure of an attempt as JSON.
type jobFailure struct {
	Attempt int       `json:"attempt"`
	At      time.Time `json:"at"`
	Error   string    `json:"error"`
}

func jobResultOf(r jobs.Record) jobResult {
	result := jobResult{
		ID: r.ID, Kind: r.Kind, State: r.State, Lane: r.Queue, Args: r.Args, Attempt: r.Attempt, Attempts: r.Attempts,
		EnqueuedAt: r.EnqueuedAt, DueAt: r.DueAt, StartedAt: r.StartedAt, EndedAt: r.EndedAt,
		Unique: orNull(r.Unique), TraceID: orNull(r.Trace), TeamID: orNull(r.Team), Failures: []jobFailure{},
	}
	for _, f := range r.Failures {
		result.Failures = append(result.Failures, jobFailure{f.Attempt, f.At, f.Text})
	}
	return result
}

// orNull returns nil for the zero value.
func orNull[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

func jobList(s *session) *cobra.Command {
	c := s.onData("list", "List background jobs, the newest first.")
	team := c.Int64("team", 0, "Only jobs of the team with this id.")
	kind := c.String("kind", "", "Only jobs of this kind, such as inventory.sync.")
	state := c.String("state", "", "Only jobs that are waiting, scheduled, retrying, running, done, failed or cancelled.")
	limit := c.Int("limit", 50, "How many, 1 to 1000.")
	c.check = func() error {
		switch {
		case *limit < 1 || *limit > 1000:
			return usageError{"--limit must be between 1 and 1000"}
		case *state != "" && !slices.Contains(jobs.States(), jobs.State(*state)):
			return usageError{fmt.Sprintf("--state: there is no state %q", *state)}
		}
		return nil
	}
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		f := jobs.Filter{Kind: *kind, State: jobs.State(*state), Limit: *limit}
		if c.Changed("team") {
			team := id.Team(*team)
			f.Team = &team
		}
		found, err := op.Jobs.List(ctx, f)
		if err != nil {
			return err
		}
		return table(c, found, "ID\tKIND\tTEAM\tSTATE\tLANE\tATTEMPT\tDUE\tLAST FAILURE", func(r jobs.Record) (jobResult, string) {
			return jobResultOf(r), fmt.Sprintf("%d\t%s\t%d\t%s\t%s\t%d/%d\t%s\t%s", r.ID, r.Kind, r.Team, r.State, r.Queue,
				r.Attempt, r.Attempts, r.DueAt.Format(time.RFC3339), lastFailure(r))
		})
	})
}

// lastFailure returns the latest failure on one line of at most 80 characters.
func lastFailure(r jobs.Record) string {
	if len(r.Failures) == 0 {
		return "-"
	}
	text := []rune(strings.Join(strings.Fields(r.Failures[len(r.Failures)-1].Text), " "))
	return string(text[:min(len(text), 80)])
}

// oneJob returns a command about one job.
func (s *session) oneJob(name, help string, act func(jobs.Operator, context.Context, jobs.ID) (jobs.Record, error)) *cobra.Command {
	c := s.onData(name, help)
	job := c.id("id", "Id of the job.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		r, err := act(op.Jobs, ctx, jobs.ID(*job))
		if err != nil {
			return absent(err, "There is no job %d.", *job)
		}
		return c.print(jobResultOf(r), "%s", describe(r))
	})
}

// describe returns the text of a job for people.
func describe(r jobs.Record) string {
	var b strings.Builder
	fmt.Fprintf(&b, "job %d: %s, %s\n", r.ID, r.Kind, r.State)
	fmt.Fprintf(&b, "team %d, lane %s, attempt %d of %d\n", r.Team, r.Queue, r.Attempt, r.Attempts)
	fmt.Fprintf(&b, "enqueued %s, due %s, ended %s\n", r.EnqueuedAt.Format(time.RFC3339), r.DueAt.Format(time.RFC3339), day(r.EndedAt))
	fmt.Fprintf(&b, "arguments %s", r.Args)
	for _, f := range r.Failures {
		fmt.Fprintf(&b, "\nattempt %d failed %s: %s", f.Attempt, f.At.Format(time.RFC3339), f.Text)
	}
	return b.String()
}

func jobShow(s *session) *cobra.Command {
	return s.oneJob("show", "Show a job with its arguments and failures.", jobs.Operator.Show)
}

func jobRetry(s *session) *cobra.Command {
	return s.oneJob("retry", "Let a job run now that waits, failed or has ended.", jobs.Operator.Retry)
}

func jobCancel(s *session) *cobra.Command {
	return s.oneJob("cancel", "End a job that waits, and ask one that runs to end.", jobs.Operator.Cancel)
}
