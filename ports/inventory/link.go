package inventory

import (
	"context"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
)

// LiveRecords says which records may be linked to. Each method returns the ids, in any order, of
// live records of the team; hidden SKUs and deleted records are left out. Without ids it runs no
// statement.
type LiveRecords interface {
	SKUs(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	Products(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	Listings(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
}

// ProductDocuments knows the documents that belong to products.
type ProductDocuments interface {
	// Count counts the live documents of each product; products without one are left out. Without
	// products it does nothing.
	Count(ctx context.Context, team id.Team, products []inventory.ProductID) (map[inventory.ProductID]int64, error)
}
