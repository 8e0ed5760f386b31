package inventory

import (
	"context"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
)

// CostWatch receives changes of the bounds of prices of SKUs.
type CostWatch interface {
	// MapPricesChanged takes part in the transaction of the change. It receives SKUs with another
	// map_price.
	MapPricesChanged(ctx context.Context, team id.Team, keys []inventory.SKUKey) error
	// CostsChanged takes part in the transaction of the change. It receives SKUs that may have
	// another cost today.
	CostsChanged(ctx context.Context, team id.Team, keys []inventory.SKUKey) error
}

// CostLayers stores the cost layers of SKUs and of inventory products. Layers have no lock of their
// own: callers that change them lock the owner's row.
type CostLayers interface {
	// Load reads the layers of the named owners, which are ids of the kind. Owners without layers
	// are left out. Without ids it does nothing.
	Load(ctx context.Context, team id.Team, kind inventory.CostOwner, owners []int64) (map[int64]inventory.CostLayers, error)
	// Save stores the changed layers of owners of one kind, each named once. Without changes it
	// does nothing.
	Save(ctx context.Context, team id.Team, kind inventory.CostOwner, changes ...LayerChange) error
}

// LayerChange changes the layers of an owner with a locked row. Before has the layers that Load
// returned in the same transaction.
type LayerChange struct {
	Owner         int64
	Before, After inventory.CostLayers
}
