package webhook

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/webhook"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/jobs"
	"sellingassistant/ports/tx"
	ports "sellingassistant/ports/webhook"
)

// Gathering makes few events of many changes.
type Gathering struct {
	changes ports.Changes
	events  ports.Events
	queue   jobs.Queue
	on      tx.Runner
	clock   clock.Clock
}

// NewGathering returns the job.
func NewGathering(
	changes ports.Changes, events ports.Events, queue jobs.Queue, on tx.Runner, clk clock.Clock,
) *Gathering {
	return &Gathering{changes, events, queue, on, clk}
}

// Run runs GatherJob.
func (g *Gathering) Run(ctx context.Context, j jobs.Job) error {
	round := func(ctx context.Context) (bool, error) { return g.round(ctx, j.Team) }
	return untilDone(ctx, g.on, g.on.InTx, j, round, round)
}

// round makes events of the oldest changes of a team, and reports whether there were no changes.
// The events commit with the removal of the changes.
func (g *Gathering) round(ctx context.Context, team id.Team) (done bool, err error) {
	found, err := g.changes.Take(ctx, team, eventsAtOnce)
	if err != nil || len(found) == 0 {
		return true, err
	}
	now := g.clock.Now()
	var made []webhook.Event
	for _, g := range webhook.Gather(found) {
		e, err := newEvent(team, g.Type, g.Data, now)
		if err != nil {
			return false, err
		}
		made = append(made, e)
	}
	if _, err := g.events.Append(ctx, team, made); err != nil {
		return false, err
	}
	return false, fanOut(ctx, g.queue, team, time.Time{})
}
