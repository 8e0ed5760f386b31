package purchasing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

// Demanded is an active inventory product with what it sold, in its units.
type Demanded struct {
	Product purchasing.ProductID
	// Supplier is the product's default supplier.
	Supplier     optional.Maybe[purchasing.SupplierID]
	LeadTimeDays optional.Maybe[int64]
	// Position is what there is and what is to come. ReorderPoint is 0 for none.
	Position, ReorderPoint int64
	// UnitsSold were sold on DaysKnown days before now: those of the window of which the
	// sales of all SKUs of the product are known.
	UnitsSold, DaysKnown int64
}

// Demand tells what products sold.
type Demand interface {
	// Products reads the active products of a team, by id, with their sales in a window of
	// days that ends now.
	Products(ctx context.Context, team id.Team, now time.Time, window int64) ([]Demanded, error)
}
