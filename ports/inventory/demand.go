package inventory

import (
	"context"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
)

// Stocked is what an active product has and gets.
type Stocked struct {
	Product int64
	// Supplier is the default supplier.
	Supplier     optional.Maybe[int64]
	LeadTimeDays optional.Maybe[int64]
	// Position is Quantities.Position. ReorderPoint is 0 for none.
	Position, ReorderPoint int64
}

// SoldAs is a SKU that sells a product, so many units of it at a time.
type SoldAs struct {
	Product    int64
	SKU        inventory.SKUKey
	Connection id.Connection
	Units      int64
}

// Demand reads all of a team at once for what has to be ordered.
type Demand interface {
	// Stocked reads the active products, by id.
	Stocked(ctx context.Context, team id.Team) ([]Stocked, error)
	// SoldAs reads the SKUs that active products are matched with, by product. Hidden SKUs are
	// left out.
	SoldAs(ctx context.Context, team id.Team) ([]SoldAs, error)
}
