package inventory

import (
	"context"
	"time"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
)

// LiveRecords finds the records that links may name. Each method returns the ids of live records of
// the team, in any order. Hidden SKUs and deleted records are left out. Without ids it runs no
// statement.
type LiveRecords interface {
	SKUs(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	Products(ctx context.Context, team id.Team, ids []int64) ([]int64, error)
	Listings(ctx context.Context, team id.Team, ids []int64) ([]int64, error)

	// TouchSKUs, TouchProducts and TouchListings mark records as changed at a time, because a member
	// that another context owns has changed. Versions stay, and so does a later time.
	TouchSKUs(ctx context.Context, team id.Team, ids []int64, at time.Time) error
	TouchProducts(ctx context.Context, team id.Team, ids []int64, at time.Time) error
	TouchListings(ctx context.Context, team id.Team, ids []int64, at time.Time) error
}

// ProductDocuments counts the documents of products. It counts the live documents of each product.
// Products without documents are left out. Without products it does nothing.
type ProductDocuments func(
	ctx context.Context, team id.Team, products []inventory.ProductID,
) (map[inventory.ProductID]int64, error)
