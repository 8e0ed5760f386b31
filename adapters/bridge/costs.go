package bridge

import (
	"context"

	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	inventoryports "sellingassistant/ports/inventory"
	repricerports "sellingassistant/ports/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// Costs gives the repricer the costs of SKUs.
type Costs struct{ costs *inventoryapp.Costs }

// NewCosts makes the bridge from repricer to inventory.
func NewCosts(c *inventoryapp.Costs) *Costs { return &Costs{c} }

var _ pricingports.Costs = (*Costs)(nil)

func (c *Costs) Current(ctx context.Context, team id.Team, keys []repricer.Key) (map[repricer.Key]pricingports.Cost, error) {
	named := make([]inventory.SKUKey, len(keys))
	for i, k := range keys {
		named[i] = inventory.SKUKey{Seller: k.SellerID, Marketplace: k.MarketplaceID, SKU: k.SKU}
	}
	found, err := c.costs.Current(ctx, team, named)
	if err != nil {
		return nil, err
	}
	out := make(map[repricer.Key]pricingports.Cost, len(found))
	for i, k := range keys {
		sale, ok := found[named[i]]
		if !ok {
			continue
		}
		of := pricingports.Cost{VATClass: sale.VATClass}
		if cost, ok := sale.Cost.Get(); ok {
			of.Unit, of.Prep, of.Inbound, of.Other = optional.Some(cost.Unit), cost.Prep, cost.InboundShipping, cost.Other
			of.Currency, of.Postage, of.VATRate = cost.Currency, cost.OutboundShipping, cost.VATRate
		}
		out[k] = of
	}
	return out, nil
}

// CostEvents notifies the repricer of changed costs.
type CostEvents struct{ news *queue.CostChanges }

// NewCostEvents makes the bridge from inventory to repricer.
func NewCostEvents(n *queue.CostChanges) *CostEvents { return &CostEvents{n} }

var _ inventoryports.CostWatch = (*CostEvents)(nil)

func (c *CostEvents) CostsChanged(ctx context.Context, team id.Team, keys []inventory.SKUKey) error {
	return c.news.CostsChanged(ctx, team, repricerKeys(keys))
}

func (c *CostEvents) MapPricesChanged(ctx context.Context, team id.Team, keys []inventory.SKUKey) error {
	return c.news.MapPricesChanged(ctx, team, repricerKeys(keys))
}

func repricerKeys(keys []inventory.SKUKey) []repricer.Key {
	out := make([]repricer.Key, len(keys))
	for i, k := range keys {
		out[i] = repricer.Key{SellerID: k.Seller, MarketplaceID: k.Marketplace, SKU: k.SKU}
	}
	return out
}

// SKURepricing finds the repricer rows of SKUs.
type SKURepricing struct{ products repricerports.Products }

// NewSKURepricing makes the bridge from inventory to repricer.
func NewSKURepricing(p repricerports.Products) *SKURepricing { return &SKURepricing{p} }

var _ inventoryports.SKURepricing = (*SKURepricing)(nil)

func (s *SKURepricing) Rows(ctx context.Context, team id.Team, keys []inventory.SKUKey) (map[inventory.SKUKey]int64, error) {
	named := repricerKeys(keys)
	found, err := s.products.Existing(ctx, team, named)
	if err != nil {
		return nil, err
	}
	out := make(map[inventory.SKUKey]int64, len(found))
	for i, k := range keys {
		if row, ok := found[named[i]]; ok {
			out[k] = int64(row)
		}
	}
	return out, nil
}
