package inventory

import (
	"context"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/ports/tx"
)

// ProductCosts rolls the costs of products forward.
type ProductCosts struct {
	products ports.Products
	costs    ports.CostLayers
	news     *CostNews
	tx       tx.Runner
	clock    clock.Clock
}

// NewProductCosts makes the use case.
func NewProductCosts(products ports.Products, costs ports.CostLayers, news *CostNews, runner tx.Runner, clk clock.Clock) *ProductCosts {
	return &ProductCosts{products: products, costs: costs, news: news, tx: runner, clock: clk}
}

// Roll makes the cost of today the one that lists show, filter and sort by, for
// the products of every team whose cost has changed by itself. Versions stay.
// It returns how many products it looked at.
func (c *ProductCosts) Roll(ctx context.Context) (int, error) {
	today := date.Of(c.clock.Now().UTC())
	for rolled := 0; ; {
		turning, err := c.products.Turning(ctx, today, matchBatch)
		if err != nil || len(turning) == 0 {
			return rolled, err
		}
		for _, t := range turning {
			if err := c.roll(ctx, t, today); err != nil {
				return rolled, err
			}
			rolled++
		}
	}
}

func (c *ProductCosts) roll(ctx context.Context, t ports.TurningProduct, today date.Date) error {
	return c.tx.InTx(ctx, func(ctx context.Context) error {
		if err := c.products.Hold(ctx, t.Team); err != nil {
			return err
		}
		found, err := c.products.Load(ctx, t.Team, []inventory.ProductID{t.Product})
		if err != nil || len(found) == 0 {
			return err
		}
		layers, err := c.costs.Load(ctx, t.Team, inventory.CostOfProduct, []int64{int64(t.Product)})
		if err != nil {
			return err
		}
		found[0].Cost(layers[int64(t.Product)], today)
		if err := c.products.Save(ctx, found[0]); err != nil {
			return err
		}
		return c.news.of(ctx, t.Team, inventory.CostOfProduct, []int64{int64(t.Product)})
	})
}
