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

// CostChanges queues rows if a cost changes their price bounds, and requests fees for the others.
type CostChanges struct {
	products    ports.Products
	settings    ports.Settings
	due         queueports.EvaluationQueue
	feeRequests queueports.FeeRequests
	tx          tx.Runner
	clock       clock.Clock
}

func NewCostChanges(p ports.Products, s ports.Settings, d queueports.EvaluationQueue, a queueports.FeeRequests, runner tx.Runner, clk clock.Clock) *CostChanges {
	return &CostChanges{products: p, settings: s, due: d, feeRequests: a, tx: runner, clock: clk}
}

// MapPricesChanged queues the rows of keys with a changed MAP price, in the transaction of ctx if
// any.
func (c *CostChanges) MapPricesChanged(ctx context.Context, team id.Team, keys []repricer.Key) error {
	return c.wake(ctx, team, keys, history.TriggerSettings, everyOne)
}

// CostsChanged queues the rows of keys if their decision depends on the cost, in the transaction of
// ctx if any. The others are only added to the fee requests, which update their profit.
func (c *CostChanges) CostsChanged(ctx context.Context, team id.Team, keys []repricer.Key) error {
	return c.wake(ctx, team, keys, history.TriggerCostChange, c.dependent(team))
}

// RatesMoved does the same as CostsChanged for rows after a move of the exchange rate of the cost.
// Their ids are ascending.
func (c *CostChanges) RatesMoved(ctx context.Context, team id.Team, rows []decision.ProductID) error {
	if len(rows) == 0 {
		return nil
	}
	return c.wakeRows(ctx, team, rows, history.TriggerCostChange, c.dependent(team))
}

// dependent selects rows with a decision that depends on the cost, and requests fees for the
// others.
func (c *CostChanges) dependent(team id.Team) func(context.Context, []*repricer.Product) ([]*repricer.Product, error) {
	return func(ctx context.Context, rows []*repricer.Product) ([]*repricer.Product, error) {
		var shown []decision.ProductID
		for _, row := range rows {
			if !row.Snapshot().NeedsFees() {
				shown = append(shown, row.ID())
			}
		}
		rows = slices.DeleteFunc(rows, func(row *repricer.Product) bool { return !row.DependsOnCost() })
		return rows, c.feeRequests.Add(ctx, team, shown, c.clock.Now())
	}
}

func everyOne(_ context.Context, rows []*repricer.Product) ([]*repricer.Product, error) {
	return rows, nil
}

// wake queues the rows that choose selects and that are not off.
func (c *CostChanges) wake(ctx context.Context, team id.Team, keys []repricer.Key, why history.Trigger,
	choose func(context.Context, []*repricer.Product) ([]*repricer.Product, error),
) error {
	found, err := c.products.Existing(ctx, team, keys)
	if err != nil || len(found) == 0 {
		return err
	}
	return c.wakeRows(ctx, team, slices.Sorted(maps.Values(found)), why, choose)
}

// wakeRows does the same as wake for rows by their ids, which are ascending.
func (c *CostChanges) wakeRows(ctx context.Context, team id.Team, ids []decision.ProductID, why history.Trigger,
	choose func(context.Context, []*repricer.Product) ([]*repricer.Product, error),
) error {
	return c.tx.InTx(ctx, func(ctx context.Context) error {
		rows, err := c.products.LoadLocked(ctx, team, ids)
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
