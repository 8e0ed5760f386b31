package inventory

import (
	"context"

	"sellingassistant/domain/inventory/view"
	"sellingassistant/domain/kernel/id"
)

// Demand reads all data of a team for order suggestions.
type Demand interface {
	// Stocked reads the active products, by id.
	Stocked(ctx context.Context, team id.Team) ([]view.Stocked, error)
	// SoldAs reads the SKUs that active products are matched with, by product. Hidden SKUs are
	// left out.
	SoldAs(ctx context.Context, team id.Team) ([]view.SoldAs, error)
}
