package webhook

import (
	"context"
	"errors"
	"slices"
	"time"

	kernel "sellingassistant/domain/kernel/event"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/webhook"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/event"
	"sellingassistant/ports/tx"
	ports "sellingassistant/ports/webhook"
)

const (
	// WatchJob reports the states that began since its last run.
	WatchJob = "webhook.watch"

	watchEvery   = 10 * time.Minute
	watchTimeout = 9 * time.Minute
)

// Watch reports states that no change of a record begins, such as an order that becomes overdue.
type Watch struct {
	facts  ports.Facts
	states ports.ReplaceStates
	log    event.Log
	on     tx.Runner
	clock  clock.Clock
}

// NewWatch returns the job.
func NewWatch(facts ports.Facts, states ports.ReplaceStates, log event.Log, on tx.Runner, clk clock.Clock) *Watch {
	return &Watch{facts, states, log, on, clk}
}

// Run looks at all teams. A team that fails does not stop the others.
func (w *Watch) Run(ctx context.Context) error {
	teams, err := w.facts.Teams(ctx)
	if err != nil {
		return err
	}
	var failed error
	for _, team := range teams {
		if err := w.Team(ctx, team); err != nil {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// Team reports the states of a team that began, also those that had ended.
func (w *Watch) Team(ctx context.Context, team id.Team) error {
	found, err := w.facts.States(ctx, team, w.clock.Now())
	if err != nil {
		return err
	}
	byType := map[kernel.Type][]webhook.State{}
	for _, s := range found {
		byType[s.Type] = append(byType[s.Type], s)
	}
	for _, t := range webhook.StateTypes {
		if err := w.report(ctx, team, t, byType[t]); err != nil {
			return err
		}
	}
	return nil
}

// report stores the present states of a type, and writes the events of the new ones.
func (w *Watch) report(ctx context.Context, team id.Team, t kernel.Type, states []webhook.State) error {
	keys := make([]string, len(states))
	for i, s := range states {
		keys[i] = s.Key
	}
	return w.on.InTx(ctx, func(ctx context.Context) error {
		fresh, err := w.states(ctx, team, t, keys)
		if err != nil {
			return err
		}
		var events []event.Event
		for _, s := range states {
			if slices.Contains(fresh, s.Key) {
				events = append(events, event.Event{
					Team: team, Type: t, Record: s.Data.Record, Version: s.Data.Version, Changed: s.Data.Changed,
					Details: s.Data.Details,
				})
			}
		}
		return w.log.Write(ctx, events...)
	})
}
