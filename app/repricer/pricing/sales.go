package pricing

import (
	"context"

	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/sales"
)

// askSales adds up the sales of rows with a velocity strategy, in one call. Rows with unknown sales
// get no sum: a low count may be wrong.
func (e *Engine) askSales(ctx context.Context, b *batch) error {
	windows := map[decision.ProductID]sales.Window{}
	now := e.p.Clock.Now()
	for _, c := range b.cases {
		if c.waits || c.plan == nil {
			continue
		}
		if w, sells := sales.WindowOf(c.plan.Values.Strategy, now); sells {
			windows[c.row.ID] = w
		}
	}
	if len(windows) == 0 {
		return nil
	}
	covered, err := e.p.OrderCoverage(ctx, b.team)
	if err != nil {
		return err
	}
	for _, c := range b.cases {
		w, sells := windows[c.row.ID]
		if !sells {
			continue
		}
		if s := b.seller(c.row); s != nil {
			if since, known := covered[s.Connection]; known && w.Covered(since, c.row.CreatedAt) {
				continue
			}
		}
		delete(windows, c.row.ID)
	}
	if len(windows) == 0 {
		return nil
	}
	units, err := e.p.Sales.Units(ctx, b.team, windows)
	if err != nil {
		return err
	}
	for _, c := range b.cases {
		if _, known := windows[c.row.ID]; known {
			c.sold = optional.Some(int(units[c.row.ID]))
		}
	}
	return nil
}
