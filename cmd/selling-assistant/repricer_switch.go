package main

import (
	"context"
	"time"

	"sellingassistant/cmd/selling-assistant/compose"
)

// switchCommand is embedded by the commands about the switch for all teams.
type switchCommand struct {
	output
	target
}

type (
	repricerStop struct {
		switchCommand
		Reason string `help:"Why, for those who look later."`
	}
	repricerStart struct {
		switchCommand
		Reason string `help:"Why, for those who look later."`
	}
	repricerStatus struct{ switchCommand }
)

// switchResult is what a program reads of the switch.
type switchResult struct {
	Stopped   bool       `json:"stopped"`
	Reason    string     `json:"reason"`
	ChangedAt *time.Time `json:"changed_at"`
}

func (c switchCommand) show(s *session, stopped bool, reason string, at time.Time) error {
	r := switchResult{Stopped: stopped, Reason: reason}
	if at.IsZero() {
		return c.print(s, r, "prices leave")
	}
	r.ChangedAt = &at
	word := "prices leave"
	if stopped {
		word = "no price leaves"
	}
	if reason != "" {
		return c.print(s, r, "%s since %s: %s", word, at.Format(time.RFC3339), reason)
	}
	return c.print(s, r, "%s since %s", word, at.Format(time.RFC3339))
}

// Run implements the command.
func (c repricerStop) Run(s *session) error {
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		now, err := op.Switches.Stop(ctx, c.Reason)
		if err != nil {
			return err
		}
		return c.show(s, now.Stopped, now.Reason, now.ChangedAt)
	})
}

// Run implements the command.
func (c repricerStart) Run(s *session) error {
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		now, err := op.Switches.Start(ctx, c.Reason)
		if err != nil {
			return err
		}
		return c.show(s, now.Stopped, now.Reason, now.ChangedAt)
	})
}

// Run implements the command.
func (c repricerStatus) Run(s *session) error {
	return c.operate(s, func(ctx context.Context, op *compose.Operator) error {
		now, err := op.Switches.Status(ctx)
		if err != nil {
			return err
		}
		return c.show(s, now.Stopped, now.Reason, now.ChangedAt)
	})
}
