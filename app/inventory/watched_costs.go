package inventory

import (
	"context"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/inventory"
)

// WatchedCosts stores cost layers and notifies the followers of changed SKUs, in the transaction
// that saves the layers. For a layer that begins later the rolls notify them on its first day.
type WatchedCosts struct {
	ports.CostLayers
	skus  ports.SKUs
	watch ports.CostWatch
	clock clock.Clock
}

// NewWatchedCosts wraps the store of layers and reports its changes.
func NewWatchedCosts(layers ports.CostLayers, skus ports.SKUs, watch ports.CostWatch, clk clock.Clock) *WatchedCosts {
	return &WatchedCosts{layers, skus, watch, clk}
}

// of notifies the followers of SKUs if the owners may have changed their cost.
func (n *WatchedCosts) of(ctx context.Context, team id.Team, kind inventory.CostOwner, owners []int64) error {
	keys, err := n.skus.Costing(ctx, team, kind, owners)
	if err != nil || len(keys) == 0 {
		return err
	}
	return n.watch.CostsChanged(ctx, team, keys)
}

// Save notifies the followers of owners with a changed cost today.
func (n *WatchedCosts) Save(ctx context.Context, team id.Team, kind inventory.CostOwner, changes ...ports.LayerChange) error {
	if err := n.CostLayers.Save(ctx, team, kind, changes...); err != nil {
		return err
	}
	today := date.Of(n.clock.Now().UTC())
	var changed []int64
	for _, c := range changes {
		if !c.After.SameOn(today, c.Before) {
			changed = append(changed, c.Owner)
		}
	}
	return n.of(ctx, team, kind, changed)
}
