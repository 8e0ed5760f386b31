package inventory

import (
	"context"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/inventory"
)

// CostNews tells who follows costs of the SKUs whose cost may be another one now,
// in the transaction of the change.
type CostNews struct {
	skus  ports.SKUs
	watch ports.CostWatch
}

// NewCostNews makes the news.
func NewCostNews(skus ports.SKUs, watch ports.CostWatch) *CostNews {
	return &CostNews{skus, watch}
}

func (n *CostNews) of(ctx context.Context, team id.Team, kind inventory.CostOwner, owners []int64) error {
	keys, err := n.skus.Costing(ctx, team, kind, owners)
	if err != nil || len(keys) == 0 {
		return err
	}
	return n.watch.CostsChanged(ctx, team, keys)
}

// ToldCosts is the store of cost layers that tells when what is paid today
// becomes another: whichever use case changes it. A layer that begins later is
// told of by the rolls, on the day it does.
type ToldCosts struct {
	ports.CostLayers
	news  *CostNews
	clock clock.Clock
}

// NewToldCosts makes it around the store.
func NewToldCosts(c ports.CostLayers, n *CostNews, clk clock.Clock) *ToldCosts {
	return &ToldCosts{c, n, clk}
}

// Save implements the port.
func (t *ToldCosts) Save(ctx context.Context, team id.Team, kind inventory.CostOwner, owner int64, before, after inventory.CostLayers) error {
	if err := t.CostLayers.Save(ctx, team, kind, owner, before, after); err != nil {
		return err
	}
	if after.SameOn(date.Of(t.clock.Now().UTC()), before) {
		return nil
	}
	return t.news.of(ctx, team, kind, []int64{owner})
}
