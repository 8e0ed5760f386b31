package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"sellingassistant/domain/inventory/syncing"

	"github.com/spf13/cobra"

	"sellingassistant/cmd/selling-assistant/compose"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/ports/jobs"
)

// syncCommand does the same as syncNow without a verb.
func syncCommand(s *session) *cobra.Command {
	c := syncNow(s, "sync", "Make SKUs and listings equal to the marketplace's.")
	c.AddCommand(syncNow(s, "now", "Ask for a sync of accounts."), syncStatus(s))
	return c
}

// syncResult encodes a run as JSON.
type syncResult struct {
	ID           int64          `json:"id"`
	Connection   id.Connection  `json:"connection_id"`
	SellerID     string         `json:"seller_id"`
	Marketplace  marketplace.ID `json:"marketplace_id"`
	Kind         syncing.Kind   `json:"kind"`
	State        syncing.State  `json:"state"`
	Phase        *syncing.Phase `json:"phase"`
	Seen         int64          `json:"seen"`
	Changed      int64          `json:"changed"`
	Closed       int64          `json:"closed"`
	NotReachable int64          `json:"not_reachable"`
	ErrorCode    *string        `json:"error_code"`
	RequestedAt  time.Time      `json:"requested_at"`
	StartedAt    *time.Time     `json:"started_at"`
	EndedAt      *time.Time     `json:"ended_at"`
}

func syncResultOf(r syncing.Run) syncResult {
	s := r.Snapshot()
	out := syncResult{
		s.ID, s.Connection, s.Seller, s.Marketplace, s.Kind, s.State, nil, s.Seen, s.Changed, s.Closed, s.Beyond,
		s.ErrorCode, s.RequestedAt, s.StartedAt, s.EndedAt,
	}
	if s.State == syncing.Running {
		out.Phase = &s.Phase
	}
	return out
}

func (v *verb) syncs(runs []syncing.Run) error {
	const head = "ID\tCONNECTION\tMARKETPLACE\tKIND\tSTATE\tSEEN\tCHANGED\tCLOSED\tERROR\tSINCE"
	return table(v, runs, head, func(run syncing.Run) (syncResult, string) {
		r := syncResultOf(run)
		word, at := "-", r.RequestedAt
		if r.ErrorCode != nil {
			word = *r.ErrorCode
		}
		if r.EndedAt != nil {
			at = *r.EndedAt
		}
		return r, fmt.Sprintf("%d\t%d\t%s\t%s\t%s\t%d\t%d\t%d\t%s\t%s", r.ID, r.Connection, r.Marketplace, r.Kind, r.State,
			r.Seen, r.Changed, r.Closed, word, at.Format(time.RFC3339))
	})
}

func syncNow(s *session, name, help string) *cobra.Command {
	c, team := s.ofTeam(name, help)
	of := c.Int64("connection", 0, "Id of the connection; all usable ones when not given.")
	full := c.Bool("full", false, "Read everything, not only what changed, and close what is gone.")
	wait := c.Bool("wait", false, "Run it in this command unless another process already does, and wait for the end.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		kind := syncing.Incremental
		if *full {
			kind = syncing.Full
		}
		runs, err := op.Syncs.Request(ctx, id.Team(*team), id.Connection(*of), kind)
		if err != nil {
			return err
		}
		var failed []error
		if *wait {
			failed = c.finishAll(ctx, op, runs)
		}
		return errors.Join(append(failed, c.syncs(runs))...)
	})
}

const (
	// syncTries bounds the attempts of a run, and syncRest has the pause after a failed one.
	syncTries = 5
	syncRest  = 5 * time.Second
	// syncLook has the interval between checks of a run that another process works on.
	syncLook = 5 * time.Second
)

// finishAll works on runs, one after the other, until each has ended.
func (v *verb) finishAll(ctx context.Context, op *compose.Operator, runs []syncing.Run) []error {
	var failed []error
	for i := range runs {
		v.status.Says(func() string { return syncLine(ctx, op, runs[i].Snapshot(), i+1, len(runs)) })
		run, err := finishSync(ctx, op, runs[i].Snapshot())
		if err == nil && run.Snapshot().State == syncing.Failed {
			s := run.Snapshot()
			err = fmt.Errorf("sync %d of %s failed: %s", s.ID, s.Marketplace, *s.ErrorCode)
		}
		if err != nil {
			failed = append(failed, err)
			continue
		}
		runs[i] = run
	}
	return failed
}

// syncLine describes the progress of a run, the n-th of all.
func syncLine(ctx context.Context, op *compose.Operator, s syncing.RunSnapshot, n, all int) string {
	runs, _ := op.Syncs.Runs(ctx, s.Team)
	for _, one := range runs {
		if now := one.Snapshot(); now.ID == s.ID {
			s = now
		}
	}
	return fmt.Sprintf("sync %d of %d, %s: %d seen, %d changed", n, all, s.Marketplace, s.Seen, s.Changed)
}

func finishSync(ctx context.Context, op *compose.Operator, s syncing.RunSnapshot) (syncing.Run, error) {
	holder := "cli " + rand.Text()
	for tries := 1; ; {
		run, err := op.Syncs.Attempt(ctx, s.Team, s.ID, holder, tries >= syncTries)
		rest, later := jobs.IsLater(err)
		switch {
		case err == nil:
			return run, nil
		case later:
			rest = min(rest, syncLook)
		case tries >= syncTries || ctx.Err() != nil:
			return run, err
		default:
			tries++
			rest = syncRest
		}
		select {
		case <-ctx.Done():
			return run, ctx.Err()
		case <-time.After(rest):
		}
	}
}

func syncStatus(s *session) *cobra.Command {
	c, team := s.ofTeam("status", "Show the newest syncs of each account and marketplace.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		runs, err := op.Syncs.Runs(ctx, id.Team(*team))
		if err != nil {
			return err
		}
		return c.syncs(runs)
	})
}
