package inventory

import (
	"context"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
)

// CostWatch follows from outside what bounds the prices of SKUs.
type CostWatch interface {
	// MapPricesChanged is called, in the transaction of the change, with SKUs whose map_price has
	// changed.
	MapPricesChanged(ctx context.Context, team id.Team, keys []inventory.SKUKey) error
	// CostsChanged is called, in the transaction of the change, with SKUs whose cost today may
	// have changed.
	CostsChanged(ctx context.Context, team id.Team, keys []inventory.SKUKey) error
}

// CostLayers keeps the cost layers of SKUs and of inventory products. Layers
// have no lock of their own: callers that change them lock the owner's row.
type CostLayers interface {
	// Load reads the layers of the named owners, which are ids of the kind; owners without layers
	// are left out. Without ids it does nothing.
	Load(ctx context.Context, team id.Team, kind inventory.CostOwner, owners []int64) (map[int64]inventory.CostLayers, error)
	// Save stores the changed layers of owners of one kind, each named once. Without changes it
	// does nothing.
	Save(ctx context.Context, team id.Team, kind inventory.CostOwner, changes ...LayerChange) error
}

// LayerChange is a change of the layers of an owner whose row is locked. Before is what Load
// returned in the same transaction.
type LayerChange struct {
	Owner         int64
	Before, After inventory.CostLayers
}
