package inventory

import (
	"context"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
)

// Stocked has the stock and supply of an active product.
type Stocked struct {
	Product int64
	// Supplier names the default supplier.
	Supplier     optional.Maybe[int64]
	LeadTimeDays optional.Maybe[int64]
	// Position has the value of Quantities.Position. ReorderPoint is 0 if it is not set.
	Position, ReorderPoint int64
}

// SoldAs names a SKU that sells a product, with the units per sale.
type SoldAs struct {
	Product    int64
	SKU        inventory.SKUKey
	Connection id.Connection
	Units      int64
}

// Demand reads all data of a team for order suggestions.
type Demand interface {
	// Stocked reads the active products, by id.
	Stocked(ctx context.Context, team id.Team) ([]Stocked, error)
	// SoldAs reads the SKUs that active products are matched with, by product. Hidden SKUs are
	// left out.
	SoldAs(ctx context.Context, team id.Team) ([]SoldAs, error)
}
