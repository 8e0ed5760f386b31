package inventory

import (
	"context"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	ports "sellingassistant/ports/inventory"
)

// VATs answers which VAT the sales of a team's goods have.
type VATs struct {
	goods ports.VATs
	costs *Costs
}

func NewVATs(goods ports.VATs, costs *Costs) *VATs { return &VATs{goods, costs} }

// OfASINs returns the VAT of products on a marketplace. The highest rate counts if the costs of
// several SKUs have rates. Products of several classes have no class. ASINs without both are left
// out.
func (v *VATs) OfASINs(
	ctx context.Context, team id.Team, m marketplace.ID, asins []string,
) (map[string]inventory.KnownVAT, error) {
	classes, err := v.goods.Classes(ctx, team, m, asins)
	if err != nil {
		return nil, err
	}
	out, mixed := map[string]inventory.KnownVAT{}, map[string]bool{}
	for _, c := range classes {
		known, seen := out[c.ASIN]
		mixed[c.ASIN] = mixed[c.ASIN] || seen && known.Class != optional.Some(c.Class)
		out[c.ASIN] = inventory.KnownVAT{Class: optional.Some(c.Class)}
	}
	for asin, several := range mixed {
		if several {
			delete(out, asin)
		}
	}
	return out, v.rates(ctx, team, m, asins, out)
}

// rates adds the rates of costs.
func (v *VATs) rates(
	ctx context.Context, team id.Team, m marketplace.ID, asins []string, out map[string]inventory.KnownVAT,
) error {
	skus, err := v.goods.SKUs(ctx, team, m, asins)
	if err != nil || len(skus) == 0 {
		return err
	}
	keys := make([]inventory.SKUKey, len(skus))
	for i, sku := range skus {
		keys[i] = sku.Key
	}
	costs, err := v.costs.Current(ctx, team, keys)
	if err != nil {
		return err
	}
	for _, sku := range skus {
		cost, ok := costs[sku.Key].Cost.Get()
		rate, rated := cost.VATRate.Get()
		if known := out[sku.ASIN]; ok && rated && rate.Cmp(known.Rate.Or(rate)) >= 0 {
			known.Rate = optional.Some(rate)
			out[sku.ASIN] = known
		}
	}
	return nil
}
