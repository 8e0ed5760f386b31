package queue

import (
	"context"
	"maps"
	"slices"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/history"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	queueports "sellingassistant/ports/repricer/queue"
	"sellingassistant/ports/tx"
)

// CostChanges puts rows on the queue when what bounds their prices changes, or has them
// appraised.
type CostChanges struct {
	products   ports.Products
	settings   ports.Settings
	due        queueports.EvaluationQueue
	appraisals queueports.FeeRequests
	tx         tx.Runner
	clock      clock.Clock
}

// NewCostChanges makes the use case.
func NewCostChanges(p ports.Products, s ports.Settings, d queueports.EvaluationQueue, a queueports.FeeRequests, runner tx.Runner, clk clock.Clock) *CostChanges {
	return &CostChanges{products: p, settings: s, due: d, appraisals: a, tx: runner, clock: clk}
}

// MapPricesChanged makes the rows of keys due at once because their makers' lowest prices have
// changed, in the transaction of ctx if there is one.
func (c *CostChanges) MapPricesChanged(ctx context.Context, team id.Team, keys []repricer.Key) error {
	return c.wake(ctx, team, keys, history.TriggerSettings, everyOne)
}

// CostsChanged makes the rows of keys due at once, as far as their cost matters to
// them, in the transaction of ctx if there is one. What the others earn is found
// out when there is time.
func (c *CostChanges) CostsChanged(ctx context.Context, team id.Team, keys []repricer.Key) error {
	return c.wake(ctx, team, keys, history.TriggerCostChange, func(ctx context.Context, rows []*repricer.Product) ([]*repricer.Product, error) {
		var shown []decision.ProductID
		for _, row := range rows {
			if !row.Snapshot().NeedsFees() {
				shown = append(shown, row.ID())
			}
		}
		rows = slices.DeleteFunc(rows, func(row *repricer.Product) bool { return !row.DependsOnCost() })
		return rows, c.appraisals.Add(ctx, team, shown, c.clock.Now())
	})
}

func everyOne(_ context.Context, rows []*repricer.Product) ([]*repricer.Product, error) {
	return rows, nil
}

// wake makes those rows of keys due at once that are left by choose and are not off.
func (c *CostChanges) wake(ctx context.Context, team id.Team, keys []repricer.Key, why history.Trigger,
	choose func(context.Context, []*repricer.Product) ([]*repricer.Product, error),
) error {
	found, err := c.products.Existing(ctx, team, keys)
	if err != nil || len(found) == 0 {
		return err
	}
	return c.tx.InTx(ctx, func(ctx context.Context) error {
		rows, err := c.products.LoadLocked(ctx, team, slices.Sorted(maps.Values(found)))
		if err != nil {
			return err
		}
		if rows, err = choose(ctx, rows); err != nil {
			return err
		}
		rows = Running(rows)
		if err := Enqueue(ctx, c.settings, c.due, rows, queueports.Wake{Trigger: why, Now: c.clock.Now(), AtOnce: true}, nil); err != nil {
			return err
		}
		return c.products.SaveObserved(ctx, rows)
	})
}
