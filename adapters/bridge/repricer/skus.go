package repricer

import (
	"context"
	"slices"
	"strings"

	inventoryapp "sellingassistant/app/inventory"
	inventoryfacade "sellingassistant/app/inventory/facade"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
)

// SKUs finds the inventory's SKUs that can become rows.
type SKUs struct {
	inventory *inventoryfacade.Facade
	costs     *inventoryapp.Costs
}

func NewSKUs(f *inventoryfacade.Facade, c *inventoryapp.Costs) *SKUs { return &SKUs{f, c} }

// skusAtOnce bounds the SKUs with products and costs that are read with one statement.
const skusAtOnce = 1_000

func (s *SKUs) Offers(ctx context.Context, team id.Team, f repricer.Offers) ([]repricer.Key, error) {
	var out []repricer.Key
	var some []inventory.SKUSnapshot
	take := func() error {
		keys, err := s.matching(ctx, team, f, some)
		out, some = append(out, keys...), some[:0]
		return err
	}
	q := inventoryfacade.SKUQuery{Marketplaces: f.Marketplaces, Tags: f.Tags, Text: f.Query, Hidden: new(false)}
	for sku, err := range s.inventory.SKUs(ctx, team, q) {
		if err != nil {
			return nil, err
		}
		if len(f.Sellers) > 0 && !slices.Contains(f.Sellers, sku.Key.Seller) {
			continue
		}
		if some = append(some, sku); len(some) < skusAtOnce {
			continue
		}
		if err := take(); err != nil {
			return nil, err
		}
	}
	err := take()
	return out, err
}

// matching keeps the SKUs with a wanted brand, supplier and cost.
func (s *SKUs) matching(
	ctx context.Context, team id.Team, f repricer.Offers, skus []inventory.SKUSnapshot,
) ([]repricer.Key, error) {
	keys := make([]inventory.SKUKey, len(skus))
	ids := make([]int64, len(skus))
	for i, sku := range skus {
		keys[i], ids[i] = sku.Key, int64(sku.ID)
	}
	made, err := s.products(ctx, team, f, ids)
	if err != nil {
		return nil, err
	}
	costs := map[inventory.SKUKey]inventory.SaleCost{}
	if f.HasCost != nil && len(keys) > 0 {
		if costs, err = s.costs.Current(ctx, team, keys); err != nil {
			return nil, err
		}
	}
	var out []repricer.Key
	for i, sku := range skus {
		switch {
		case f.HasCost != nil && costs[keys[i]].Cost.Known() != *f.HasCost:
		case len(f.Suppliers) > 0 && !supplied(sku, made[ids[i]], f.Suppliers):
		case len(f.Brands) > 0 && !branded(made[ids[i]], f.Brands):
		default:
			out = append(out, repricer.Key{SellerID: sku.Key.Seller, MarketplaceID: sku.Key.Marketplace, SKU: sku.Key.SKU})
		}
	}
	return out, nil
}

// products reads the inventory products of SKUs, if the filter asks for their members.
func (s *SKUs) products(
	ctx context.Context, team id.Team, f repricer.Offers, skus []int64,
) (map[int64][]inventory.ProductSnapshot, error) {
	out := map[int64][]inventory.ProductSnapshot{}
	if len(f.Brands)+len(f.Suppliers) == 0 || len(skus) == 0 {
		return out, nil
	}
	parts, err := s.inventory.Parts(ctx, team, skus)
	if err != nil {
		return nil, err
	}
	var ids []inventory.ProductID
	for _, part := range parts {
		ids = append(ids, inventory.ProductID(part.Product))
	}
	slices.Sort(ids)
	found, err := s.inventory.Products(ctx, team, slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	byID := make(map[inventory.ProductID]inventory.ProductSnapshot, len(found))
	for _, p := range found {
		byID[p.ID] = p
	}
	for _, part := range parts {
		if p, ok := byID[inventory.ProductID(part.Product)]; ok {
			out[part.SKU] = append(out[part.SKU], p)
		}
	}
	return out, nil
}

// supplied reports a wanted supplier of the SKU, else of one of its products.
func supplied(sku inventory.SKUSnapshot, products []inventory.ProductSnapshot, wanted []int64) bool {
	is := func(supplier optional.Maybe[int64]) bool {
		id, known := supplier.Get()
		return known && slices.Contains(wanted, id)
	}
	if sku.Supplier.Known() {
		return is(sku.Supplier)
	}
	return slices.ContainsFunc(products, func(p inventory.ProductSnapshot) bool { return is(p.Values.Supplier) })
}

// branded reports a product of a wanted brand, in any letter case.
func branded(products []inventory.ProductSnapshot, wanted []string) bool {
	same := func(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
	return slices.ContainsFunc(products, func(p inventory.ProductSnapshot) bool {
		return slices.ContainsFunc(wanted, func(b string) bool { return same(b) == same(p.Values.Brand.Or("")) })
	})
}
