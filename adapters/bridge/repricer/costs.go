package repricer

import (
	"context"

	inventoryapp "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// Costs gives the repricer the costs of SKUs.
type Costs struct{ costs *inventoryapp.Costs }

func NewCosts(c *inventoryapp.Costs) *Costs { return &Costs{c} }

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
