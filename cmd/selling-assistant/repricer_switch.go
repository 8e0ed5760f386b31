package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"sellingassistant/cmd/selling-assistant/compose"
)

// switchResult is what a program reads of the switch.
type switchResult struct {
	Stopped   bool       `json:"stopped"`
	Reason    string     `json:"reason"`
	ChangedAt *time.Time `json:"changed_at"`
}

func (v *verb) switched(stopped bool, reason string, at time.Time) error {
	r := switchResult{Stopped: stopped, Reason: reason}
	if at.IsZero() {
		return v.print(r, "prices leave")
	}
	r.ChangedAt = &at
	word := "prices leave"
	if stopped {
		word = "no price leaves"
	}
	if reason != "" {
		return v.print(r, "%s since %s: %s", word, at.Format(time.RFC3339), reason)
	}
	return v.print(r, "%s since %s", word, at.Format(time.RFC3339))
}

func repricerStop(s *session) *cobra.Command {
	c := s.onData("stop", "Let no price of any team leave, on any machine, and withdraw those that have not left.")
	reason := c.String("reason", "", "Why, for those who look later.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		now, err := op.Switches.Stop(ctx, *reason)
		if err != nil {
			return err
		}
		return c.switched(now.Stopped, now.Reason, now.ChangedAt)
	})
}

func repricerStart(s *session) *cobra.Command {
	c := s.onData("start", "Let prices leave again, and decide those of all rows anew.")
	reason := c.String("reason", "", "Why, for those who look later.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		now, err := op.Switches.Start(ctx, *reason)
		if err != nil {
			return err
		}
		return c.switched(now.Stopped, now.Reason, now.ChangedAt)
	})
}

func repricerStatus(s *session) *cobra.Command {
	c := s.onData("status", "Show whether prices leave.")
	return c.operates(func(ctx context.Context, op *compose.Operator) error {
		now, err := op.Switches.Status(ctx)
		if err != nil {
			return err
		}
		return c.switched(now.Stopped, now.Reason, now.ChangedAt)
	})
}
