package inventory

import (
	"context"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
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
