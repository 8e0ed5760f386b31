package inventory

import (
	"context"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/ports/tx"
)

// Costs returns the costs of SKUs, and keeps the costs that lists show up to date.
type Costs struct {
	skus     ports.SKUs
	products ports.Products
	layers   *WatchedCosts
	tx       tx.Runner
	clock    clock.Clock
}

func NewCosts(skus ports.SKUs, products ports.Products, layers *WatchedCosts, runner tx.Runner, clk clock.Clock) *Costs {
	return &Costs{skus: skus, products: products, layers: layers, tx: runner, clock: clk}
}

// Current returns today's (UTC) cost of one sale of each SKU: the SKU's own cost if one is in
// force, else the costs of its matched products, each times its units per sale. A SKU with an
// unknown part, or with parts in different currencies, has no cost. Only the products give the VAT
// class. A SKU without both is left out.
func (c *Costs) Current(ctx context.Context, team id.Team, keys []inventory.SKUKey) (map[inventory.SKUKey]inventory.SaleCost, error) {
	today := date.Of(c.clock.Now().UTC())
	out := make(map[inventory.SKUKey]inventory.SaleCost, len(keys))
	found, err := c.skus.Find(ctx, team, keys)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, 0, len(found))
	for _, sku := range found {
		ids = append(ids, int64(sku))
	}
	own, err := c.layers.Load(ctx, team, inventory.CostOfSKU, ids)
	if err != nil {
		return nil, err
	}
	bySKU, err := saleParts(ctx, c.skus, c.layers, team, ids, today, func(sku int64) bool {
		_, ok := own[sku].In(today)
		return !ok
	})
	if err != nil {
		return nil, err
	}
	for key, sku := range found {
		made := bySKU[int64(sku)]
		cost := inventory.SaleCost{VATClass: inventory.CommonClass(made)}
		if l, ok := own[int64(sku)].In(today); ok {
			cost.Cost = optional.Some(l.Cost)
		} else if sum, ok := inventory.Assemble(made); ok {
			cost.Cost = optional.Some(sum)
		}
		if cost.Cost.Known() || cost.VATClass.Known() {
			out[key] = cost
		}
	}
	return out, nil
}

// saleParts reads the products of SKUs as parts of a sale, with their costs for the SKUs that need
// them. SKUs without a match are left out.
func saleParts(
	ctx context.Context, skus ports.SKUs, layers *WatchedCosts, team id.Team, ids []int64, today date.Date,
	needs func(sku int64) bool,
) (map[int64][]inventory.CostPart, error) {
	parts, err := skus.Parts(ctx, team, ids)
	if err != nil || len(parts) == 0 {
		return nil, err
	}
	var products []int64
	for _, p := range parts {
		if needs(p.SKU) {
			products = append(products, p.Product)
		}
	}
	costs, err := layers.Load(ctx, team, inventory.CostOfProduct, products)
	if err != nil {
		return nil, err
	}
	out := map[int64][]inventory.CostPart{}
	for _, p := range parts {
		part := inventory.CostPart{Units: p.Units, VATClass: p.VATClass}
		if l, ok := costs[p.Product].In(today); ok {
			part.Cost, part.Known = l.Cost, true
		}
		out[p.SKU] = append(out[p.SKU], part)
	}
	return out, nil
}

// rolledAtOnce bounds the SKUs of one transaction.
const rolledAtOnce = 100

// Roll updates the listed costs to today, UTC, where a layer began or ended, and returns how many
// SKUs it checked.
func (c *Costs) Roll(ctx context.Context) (int, error) {
	today := date.Of(c.clock.Now().UTC())
	for rolled := 0; ; {
		turning, err := c.skus.Turning(ctx, today, rolledAtOnce)
		if err != nil || len(turning) == 0 {
			return rolled, err
		}
		teams := map[id.Team][]inventory.SKUID{}
		for _, t := range turning {
			teams[t.Team] = append(teams[t.Team], t.SKU)
		}
		for team, skus := range teams {
			if err := c.roll(ctx, team, skus, today); err != nil {
				return rolled, err
			}
		}
		rolled += len(turning)
	}
}

func (c *Costs) roll(ctx context.Context, team id.Team, skus []inventory.SKUID, today date.Date) error {
	return c.tx.InTx(ctx, func(ctx context.Context) error {
		rows, err := c.skus.LoadLocked(ctx, team, skus)
		if err != nil {
			return err
		}
		for _, row := range rows {
			row.Roll(today)
		}
		if err := c.skus.Save(ctx, team, rows); err != nil {
			return err
		}
		return c.layers.of(ctx, team, inventory.CostOfSKU, plainSKUs(skus))
	})
}

func plainSKUs(ids []inventory.SKUID) []int64 {
	out := make([]int64, len(ids))
	for i, v := range ids {
		out[i] = int64(v)
	}
	return out
}

// RollProducts updates the cost that lists show, filter and sort by, for products of every team
// after a scheduled cost took effect. Versions stay. It returns how many products it checked.
func (c *Costs) RollProducts(ctx context.Context) (int, error) {
	today := date.Of(c.clock.Now().UTC())
	for rolled := 0; ; {
		turning, err := c.products.Turning(ctx, today, matchBatch)
		if err != nil || len(turning) == 0 {
			return rolled, err
		}
		for _, t := range turning {
			if err := c.rollProduct(ctx, t, today); err != nil {
				return rolled, err
			}
			rolled++
		}
	}
}

func (c *Costs) rollProduct(ctx context.Context, t ports.TurningProduct, today date.Date) error {
	return c.tx.InTx(ctx, func(ctx context.Context) error {
		found, err := c.products.Take(ctx, t.Team, []inventory.ProductID{t.Product})
		if err != nil || len(found) == 0 {
			return err
		}
		layers, err := c.layers.Load(ctx, t.Team, inventory.CostOfProduct, []int64{int64(t.Product)})
		if err != nil {
			return err
		}
		found[0].Cost(layers[int64(t.Product)], today)
		if err := c.products.SaveCosts(ctx, found[0]); err != nil {
			return err
		}
		return c.layers.of(ctx, t.Team, inventory.CostOfProduct, []int64{int64(t.Product)})
	})
}
