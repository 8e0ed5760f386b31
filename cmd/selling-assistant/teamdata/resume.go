package teamdata

import (
	"context"

	"go.uber.org/zap"

	"sellingassistant/adapters/jobs"
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/purchasing/order"
)

// resume asks for the jobs that write the costs of receipts. The service finds other work by
// itself when its job is missing.
func (i *importer) resume(ctx context.Context) error {
	var left []order.ID
	var costing order.ID
	named := "SELECT id FROM purchasing_orders WHERE team_id = $1 AND costing ORDER BY id"
	err := db.Each(i.store.Hot(ctx).Query(ctx, named, int64(i.team)))(
		func() { left = append(left, costing) }, (*int64)(&costing))
	if err != nil || len(left) == 0 {
		return err
	}
	untraced := jobs.Traces{Of: func(context.Context) string { return "" }}
	queue, err := jobs.NewQueue(i.store, untraced, zap.NewNop())
	if err != nil {
		return err
	}
	for _, costing := range left {
		r, err := orders.CostRequest(caller.Caller{Team: i.team}, costing)
		if err != nil {
			return err
		}
		if _, err := queue.Enqueue(ctx, r); err != nil {
			return err
		}
	}
	return nil
}
