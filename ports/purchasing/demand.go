package purchasing

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
)

// Demanded has an active inventory product with its sales, in units of the product.
type Demanded struct {
	Product purchasing.ProductID
	// Supplier names the product's default supplier.
	Supplier     optional.Maybe[purchasing.SupplierID]
	LeadTimeDays optional.Maybe[int64]
	// Position counts the existing and the expected units. ReorderPoint is 0 if it is not set.
	Position, ReorderPoint int64
	// UnitsSold counts the units sold on DaysKnown days before now. These are the days of the
	// window with known sales of all SKUs of the product.
	UnitsSold, DaysKnown int64
}

// Demand reads the active products of a team, by id, with their sales in a window of days that ends
// now.
type Demand func(ctx context.Context, team id.Team, now time.Time, window int64) ([]Demanded, error)
