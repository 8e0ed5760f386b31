package inventory

import (
	"context"

	"sellingassistant/domain/inventory/view"
	"sellingassistant/domain/kernel/id"
)

// Catalogue finds products and SKUs by many keys at once. It runs one statement for each kind of
// given key, and reads the found records, without matches.
type Catalogue func(ctx context.Context, team id.Team, keys view.Keys) ([]view.Product, []view.SKU, error)
