package queue

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
	queueports "sellingassistant/ports/repricer/queue"
)

// Requeue queues rows when repricing becomes possible again. Events in between had no effect, and
// rows without new events would wait for the sweep.
type Requeue struct {
	facts    pricingports.Rows
	settings ports.Settings
	due      queueports.EvaluationQueue
	clock    clock.Clock
}

func NewRequeue(f pricingports.Rows, s ports.Settings, d queueports.EvaluationQueue, clk clock.Clock) *Requeue {
	return &Requeue{f, s, d, clk}
}

// All queues the rows of all teams. It can be repeated.
func (r *Requeue) All(ctx context.Context) error {
	teams, err := r.facts.Teams(ctx)
	if err != nil {
		return err
	}
	found, err := r.settings.LoadMany(ctx, teams)
	if err != nil {
		return err
	}
	for _, team := range teams {
		m := queueports.WakeMany{Trigger: history.TriggerSettings, Now: r.clock.Now(), All: true}
		if err := wakeMany(ctx, r.due, found[team].Snapshot(), m); err != nil {
			return err
		}
	}
	return nil
}

// Account queues the rows of a seller account, in the transaction of ctx if any.
func (r *Requeue) Account(ctx context.Context, team id.Team, sellerID string) error {
	found, err := r.settings.Load(ctx, team)
	if err != nil {
		return err
	}
	return wakeMany(ctx, r.due, found.Snapshot(), queueports.WakeMany{
		Trigger: history.TriggerSettings, Now: r.clock.Now(), SellerID: sellerID,
	})
}
