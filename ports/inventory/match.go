package inventory

import (
	"context"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
)

// MatchTargets reads the records that products can be matched with.
type MatchTargets interface {
	// Records reads the displayed data of targets. Missing targets, and kinds that are not stored,
	// are left out. An ASIN needs no record.
	Records(ctx context.Context, team id.Team, targets []inventory.MatchTarget) (map[inventory.MatchTarget]inventory.MatchedRecord, error)
	// Unmatched reads at most limit SKUs with an id above after that belong to no
	// product, are not hidden and not closed, by id.
	Unmatched(ctx context.Context, team id.Team, after int64, limit int) ([]inventory.UnmatchedSKU, error)
	// Candidates finds, for each SKU, the active products with its ASIN on its marketplace, or with
	// one of its codes. Products that a user removed from the SKU are left out.
	Candidates(ctx context.Context, team id.Team, skus []inventory.UnmatchedSKU) ([]inventory.MatchCandidate, error)
}

// Purchasing finds suppliers and warehouses, and the supplier offers that products are matched
// with.
type Purchasing interface {
	// Suppliers and Warehouses return the ids that belong to live records of the team. Without ids
	// they run no statement.
	Suppliers(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	Warehouses(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	// HoldSupplier reports whether a supplier is live, and prevents its deletion until the
	// transaction ends.
	HoldSupplier(ctx context.Context, team id.Team, supplier int64) (bool, error)

	// Records reads the displayed data of offers. Absent offers are left out.
	Records(ctx context.Context, team id.Team, offers []int64) (map[int64]inventory.MatchedRecord, error)
	// Sends the matched product of each offer to purchasing, in the transaction that changed it.
	// Absent offers are left out.
	Tell(ctx context.Context, team id.Team, products map[int64]optional.Maybe[inventory.ProductID]) error
	// Blockers lists records that prevent the deletion of products, such as stock. The products
	// must be locked.
	Blockers(ctx context.Context, team id.Team, products []inventory.ProductID) (map[inventory.ProductID][]Blocker, error)
	// Count counts the live offers of each product. Products without offers are left out.
	Count(ctx context.Context, team id.Team, products []inventory.ProductID) (map[inventory.ProductID]int64, error)
}

// Blocker counts the records of a type that need another record; IDs has some of them.
type Blocker struct {
	Type  string
	Count int64
	IDs   []int64
}
