package purchasing

import (
	"context"
	"slices"
	"time"

	inventoryapp "sellingassistant/app/inventory"
	inventoryfacade "sellingassistant/app/inventory/facade"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	purchasingports "sellingassistant/ports/purchasing"
)

// Inventory reads and changes the products, SKUs, units and purchase costs of the inventory.
type Inventory struct {
	products  *inventoryapp.Products
	purchases *inventoryapp.Purchases
	facade    *inventoryfacade.Facade
}

// NewInventory makes the bridge from inventory to purchasing.
func NewInventory(
	products *inventoryapp.Products, purchases *inventoryapp.Purchases, f *inventoryfacade.Facade,
) *Inventory {
	return &Inventory{products, purchases, f}
}

var _ purchasingports.Inventory = (*Inventory)(nil)

// Locks the team's products for other writers.
func (i *Inventory) Hold(ctx context.Context, team id.Team) error {
	return i.facade.LockProducts(ctx, team)
}

// Live returns the products that are live.
func (i *Inventory) Live(ctx context.Context, team id.Team, products []purchasing.ProductID) ([]purchasing.ProductID, error) {
	found, err := i.facade.LiveProducts(ctx, team, id.Convert[int64](products))
	return id.Convert[purchasing.ProductID](found), err
}

// Forget removes deleted suppliers and warehouses from products and SKUs.
func (i *Inventory) Forget(ctx context.Context, team id.Team, suppliers []purchasing.SupplierID, warehouses []purchasing.WarehouseID, at time.Time) error {
	return i.products.Forget(ctx, team, id.Convert[int64](suppliers), id.Convert[int64](warehouses), at)
}

// Resupply replaces suppliers by another supplier on products and SKUs.
func (i *Inventory) Resupply(ctx context.Context, team id.Team, from []purchasing.SupplierID, into purchasing.SupplierID, at time.Time) error {
	return i.products.Resupply(ctx, team, id.Convert[int64](from), int64(into), at)
}

// Match matches offers with products, or removes their matches.
func (i *Inventory) Match(ctx context.Context, who caller.Caller, products map[purchasing.OfferID]optional.Maybe[purchasing.ProductID]) error {
	of := make(map[int64]optional.Maybe[inventory.ProductID], len(products))
	for offer, product := range products {
		of[int64(offer)] = optional.Convert(product, func(p purchasing.ProductID) inventory.ProductID { return inventory.ProductID(p) })
	}
	return i.products.MatchOffers(ctx, who, of)
}

// Create makes a product.
func (i *Inventory) Create(ctx context.Context, who caller.Caller, n purchasingports.NewProduct) (purchasing.ProductID, error) {
	patch := inventory.ProductPatch{Title: optional.Some(n.Title), SupplierID: optional.Put(int64(n.Supplier))}
	if n.GTIN != "" {
		patch.GTINs = optional.Some([]string{n.GTIN})
	}
	if n.MPN != "" {
		patch.MPN = optional.Put(n.MPN)
	}
	made, err := i.products.Create(ctx, who, inventoryapp.CreateProduct{Patch: patch})
	return purchasing.ProductID(made.ID), err
}

// Goods reads live products and SKUs.
func (i *Inventory) Goods(ctx context.Context, team id.Team, products, skus []int64) (order.Goods, error) {
	out := order.Goods{Products: map[int64]order.Product{}, SKUs: map[int64]order.SKU{}}
	parts, err := i.facade.Parts(ctx, team, skus)
	if err != nil {
		return out, err
	}
	products = slices.Clone(products)
	for _, p := range parts {
		products = append(products, p.Product)
	}
	slices.Sort(products)
	products = slices.Compact(products)
	found, err := i.facade.Products(ctx, team, id.Convert[inventory.ProductID](products))
	if err != nil {
		return out, err
	}
	for _, p := range found {
		out.Products[int64(p.ID)] = order.Product{
			Title:   p.Values.Title,
			WeightG: optional.Convert(p.Values.WeightG, func(n int) int64 { return int64(n) }),
		}
	}
	locked, err := i.facade.LockSKUs(ctx, team, id.Convert[inventory.SKUID](skus))
	if err != nil {
		return out, err
	}
	for _, s := range locked {
		if s.Hidden {
			continue
		}
		sku := order.SKU{Name: s.Key.SKU, Title: s.Title}
		for _, p := range parts {
			if p.SKU == int64(s.ID) {
				sku.Parts = append(sku.Parts, order.Part{Product: p.Product, Units: p.Units})
			}
		}
		out.SKUs[int64(s.ID)] = sku
	}
	return out, nil
}
