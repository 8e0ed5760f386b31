package repricer

import (
	"context"
	"maps"
	"slices"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	"sellingassistant/ports/tx"
)

// CostNews puts rows on the queue when what bounds their prices changes, or has them
// appraised.
type CostNews struct {
	products   ports.Products
	settings   ports.Settings
	due        ports.Due
	appraisals ports.Appraisals
	tx         tx.Runner
	clock      clock.Clock
}

// NewCostNews makes the use case.
func NewCostNews(p ports.Products, s ports.Settings, d ports.Due, a ports.Appraisals, runner tx.Runner, clk clock.Clock) *CostNews {
	return &CostNews{products: p, settings: s, due: d, appraisals: a, tx: runner, clock: clk}
}

// Bounded makes the rows of keys due at once because their makers' lowest prices have
// changed, in the transaction of ctx if there is one.
func (c *CostNews) Bounded(ctx context.Context, team id.Team, keys []repricer.Key) error {
	found, err := c.products.Existing(ctx, team, keys)
	if err != nil || len(found) == 0 {
		return err
	}
	return c.tx.InTx(ctx, func(ctx context.Context) error {
		rows, err := c.products.LoadLocked(ctx, team, slices.Sorted(maps.Values(found)))
		if err != nil {
			return err
		}
		rows = running(rows)
		w := ports.Wake{Trigger: repricer.TriggerSettings, Now: c.clock.Now(), AtOnce: true}
		if err := enqueue(ctx, c.settings, c.due, rows, w, nil); err != nil {
			return err
		}
		return c.products.Observe(ctx, rows)
	})
}

// Changed makes the rows of keys due at once, as far as their cost matters to
// them, in the transaction of ctx if there is one. What the others earn is found
// out when there is time.
func (c *CostNews) Changed(ctx context.Context, team id.Team, keys []repricer.Key) error {
	found, err := c.products.Existing(ctx, team, keys)
	if err != nil || len(found) == 0 {
		return err
	}
	return c.tx.InTx(ctx, func(ctx context.Context) error {
		rows, err := c.products.LoadLocked(ctx, team, slices.Sorted(maps.Values(found)))
		if err != nil {
			return err
		}
		var shown []repricer.ProductID
		for _, row := range rows {
			if !row.Snapshot().NeedsFees() {
				shown = append(shown, row.ID())
			}
		}
		if err := c.appraisals.Want(ctx, team, shown, c.clock.Now()); err != nil {
			return err
		}
		rows = slices.DeleteFunc(running(rows), func(row *repricer.Product) bool { return !row.FollowsCost() })
		w := ports.Wake{Trigger: repricer.TriggerCostChange, Now: c.clock.Now(), AtOnce: true}
		if err := enqueue(ctx, c.settings, c.due, rows, w, nil); err != nil {
			return err
		}
		return c.products.Observe(ctx, rows)
	})
}
