package events

import (
	"context"
	"maps"
	"slices"
	"time"

	"sellingassistant/app/repricer/history"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	repricerhistory "sellingassistant/domain/repricer/history"
	"sellingassistant/domain/repricer/sales"
	"sellingassistant/domain/repricer/strategy"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
	pricingports "sellingassistant/ports/repricer/pricing"
	queueports "sellingassistant/ports/repricer/queue"
	"sellingassistant/ports/tx"
)

// OrderParts has the dependencies of Orders.
type OrderParts struct {
	Products ports.Products
	Settings ports.Settings
	Rows     pricingports.Rows
	Queue    queueports.EvaluationQueue
	Sales    historyports.Sales
	Tx       tx.Runner
	Clock    clock.Clock
}

// Orders records the sales of rows.
type Orders struct{ p OrderParts }

func NewOrders(p OrderParts) *Orders { return &Orders{p} }

// Changed records a changed order of one of the team's accounts. Changes may arrive in any order
// and repeatedly; the newest counts. Velocity rows with changed sales are queued. Slowing sales are
// no event: they are noticed at the next evaluation, at the latest by the sweep.
func (o *Orders) Changed(ctx context.Context, team id.Team, order sales.Order) error {
	now := o.p.Clock.Now()
	t := sales.SaleTime{Now: now, KeptSince: history.FirstKept(now)}
	return o.p.Tx.InTx(ctx, func(ctx context.Context) error {
		rows, err := o.rows(ctx, team, order.Keys())
		if err != nil {
			return err
		}
		kept, err := o.p.Sales.LoadLocked(ctx, team, order.OrderID)
		if err != nil || len(rows) == 0 && len(kept) == 0 {
			return err
		}
		standard, err := o.p.Settings.DefaultStrategy(ctx, team)
		if err != nil {
			return err
		}
		selling := make(map[repricer.Key]sales.Row, len(rows))
		for _, row := range rows {
			s := row.Snapshot()
			selling[s.Key] = sales.Row{ProductSnapshot: s, EffectiveStrategyID: s.EffectiveStrategy(standard).Or(0)}
		}
		moves := order.SaleChanges(kept, selling, t)
		if err := o.p.Sales.Save(ctx, team, moves); err != nil {
			return err
		}
		return o.wake(ctx, team, rows, selling, moves, order.ChangedAt, now)
	})
}

// rows locks the rows with the given keys.
func (o *Orders) rows(ctx context.Context, team id.Team, keys []repricer.Key) ([]*repricer.Product, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	found, err := o.p.Products.Existing(ctx, team, keys)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return o.p.Products.LoadLocked(ctx, team, slices.Sorted(maps.Values(found)))
}

// wake queues the rows that have a strategy by sales.
func (o *Orders) wake(ctx context.Context, team id.Team, rows []*repricer.Product, selling map[repricer.Key]sales.Row,
	moves []sales.SaleChange, at, now time.Time,
) error {
	sold := map[decision.ProductID]bool{}
	for _, m := range moves {
		sold[m.After.Product] = sold[m.After.Product] || m.UnitsDiffer()
	}
	rows = slices.DeleteFunc(queue.Running(rows), func(row *repricer.Product) bool { return !sold[row.ID()] })
	plans := make([]strategy.ID, 0, len(rows))
	for _, row := range rows {
		if plan := selling[row.Key()].EffectiveStrategyID; plan != 0 {
			plans = append(plans, plan)
		}
	}
	strategies, err := o.p.Rows.Strategies(ctx, team, id.Ascending(plans))
	if err != nil {
		return err
	}
	rows = slices.DeleteFunc(rows, func(row *repricer.Product) bool {
		_, sells := sales.WindowOf(strategies[selling[row.Key()].EffectiveStrategyID].Values.Strategy, now)
		return !sells
	})
	if len(rows) == 0 {
		return nil
	}
	for _, row := range rows {
		row.Wake(at, now)
	}
	w := queueports.Wake{Trigger: repricerhistory.TriggerNotification, Now: now}
	if err := queue.Enqueue(ctx, o.p.Settings, o.p.Queue, rows, w, nil); err != nil {
		return err
	}
	return o.p.Products.SaveObserved(ctx, rows)
}
