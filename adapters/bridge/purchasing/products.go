package purchasing

import (
	"context"
	"time"

	inventoryapp "sellingassistant/app/inventory"
	inventoryfacade "sellingassistant/app/inventory/facade"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	purchasingports "sellingassistant/ports/purchasing"
)

// OfferProducts connects supplier offers with the inventory.
type OfferProducts struct {
	products  *inventoryapp.Products
	inventory *inventoryfacade.Facade
}

func NewOfferProducts(products *inventoryapp.Products, f *inventoryfacade.Facade) *OfferProducts {
	return &OfferProducts{products, f}
}

var _ purchasingports.Products = (*OfferProducts)(nil)

// Makes other writers of the team's products wait.
func (o *OfferProducts) Hold(ctx context.Context, team id.Team) error {
	return o.inventory.LockProducts(ctx, team)
}

// Live returns the products that are live.
func (o *OfferProducts) Live(ctx context.Context, team id.Team, products []purchasing.ProductID) ([]purchasing.ProductID, error) {
	found, err := o.inventory.LiveProducts(ctx, team, id.Convert[int64](products))
	return id.Convert[purchasing.ProductID](found), err
}

// Forget removes deleted suppliers and warehouses from products and SKUs.
func (o *OfferProducts) Forget(ctx context.Context, team id.Team, suppliers []purchasing.SupplierID, warehouses []purchasing.WarehouseID, at time.Time) error {
	return o.products.Forget(ctx, team, id.Convert[int64](suppliers), id.Convert[int64](warehouses), at)
}

// Resupply replaces suppliers by another supplier on products and SKUs.
func (o *OfferProducts) Resupply(ctx context.Context, team id.Team, from []purchasing.SupplierID, into purchasing.SupplierID, at time.Time) error {
	return o.products.Resupply(ctx, team, id.Convert[int64](from), int64(into), at)
}

// Match matches offers with products, or removes their matches.
func (o *OfferProducts) Match(ctx context.Context, who caller.Caller, products map[purchasing.OfferID]optional.Maybe[purchasing.ProductID]) error {
	of := make(map[int64]optional.Maybe[inventory.ProductID], len(products))
	for offer, product := range products {
		of[int64(offer)] = optional.Convert(product, func(p purchasing.ProductID) inventory.ProductID { return inventory.ProductID(p) })
	}
	return o.products.MatchOffers(ctx, who, of)
}
