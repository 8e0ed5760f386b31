package inventory

import (
	"context"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
)

// MatchTargets knows the records that products can be matched with.
type MatchTargets interface {
	// Records reads what is shown of the targets; absent ones are left out, and
	// so are kinds that are not stored. An ASIN needs no record and is its own.
	Records(ctx context.Context, team id.Team, targets []inventory.MatchTarget) (map[inventory.MatchTarget]inventory.MatchedRecord, error)
	// Unmatched reads at most limit SKUs with an id above after that belong to no
	// product, are not hidden and not closed, by id.
	Unmatched(ctx context.Context, team id.Team, after int64, limit int) ([]inventory.UnmatchedSKU, error)
	// Candidates finds, for each of the SKUs, the active products that have its
	// ASIN on its marketplace, and those that have one of its codes. Products the
	// SKU was taken away from by a user are left out.
	Candidates(ctx context.Context, team id.Team, skus []inventory.UnmatchedSKU) ([]inventory.MatchCandidate, error)
}
