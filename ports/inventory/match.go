package inventory

import (
	"context"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
)

// MatchTargets knows the records that products can be matched with.
type MatchTargets interface {
	// Records reads what is shown of the targets; missing ones, and kinds that are not stored, are
	// left out. An ASIN needs no record.
	Records(ctx context.Context, team id.Team, targets []inventory.MatchTarget) (map[inventory.MatchTarget]inventory.MatchedRecord, error)
	// Unmatched reads at most limit SKUs with an id above after that belong to no
	// product, are not hidden and not closed, by id.
	Unmatched(ctx context.Context, team id.Team, after int64, limit int) ([]inventory.UnmatchedSKU, error)
	// Candidates finds, for each of the SKUs, the active products with its ASIN on its
	// marketplace, and those with one of its codes. Products that a user removed from the SKU are
	// left out.
	Candidates(ctx context.Context, team id.Team, skus []inventory.UnmatchedSKU) ([]inventory.MatchCandidate, error)
}

// Purchasing knows suppliers and warehouses, and the supplier offers that products
// are matched with.
type Purchasing interface {
	// Suppliers and Warehouses return those of the ids that are live records of the
	// team. No ids: nothing, without a statement.
	Suppliers(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	Warehouses(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	// HoldSupplier reports whether a supplier is a live one, and keeps it so until
	// the transaction ends.
	HoldSupplier(ctx context.Context, team id.Team, supplier int64) (bool, error)

	// Records reads what is shown of offers; absent ones are left out.
	Records(ctx context.Context, team id.Team, offers []int64) (map[int64]inventory.MatchedRecord, error)
	// Tell tells offers which product each is matched with, in the transaction that
	// changed it; absent ones are left out.
	Tell(ctx context.Context, team id.Team, products map[int64]optional.Maybe[inventory.ProductID]) error
	// Blockers are what keeps products from being deleted, such as stock. The products
	// are held.
	Blockers(ctx context.Context, team id.Team, products []inventory.ProductID) (map[inventory.ProductID][]Blocker, error)
	// Count counts the live offers of each product; products without one are left out.
	Count(ctx context.Context, team id.Team, products []inventory.ProductID) (map[inventory.ProductID]int64, error)
}

// Blocker are records that need another one; IDs are some of those there are.
type Blocker struct {
	Type  string
	Count int64
	IDs   []int64
}
