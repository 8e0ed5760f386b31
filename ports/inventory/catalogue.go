package inventory

import (
	"context"

	"sellingassistant/domain/inventory/view"
	"sellingassistant/domain/kernel/id"
)

// Catalogue finds products and SKUs by many keys at once.
type Catalogue interface {
	// Find runs one statement for each kind of given key, and reads the found records, without
	// matches.
	Find(ctx context.Context, team id.Team, keys view.Keys) ([]view.Product, []view.SKU, error)
}
