package catalogue

import (
	"context"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/inventory"
)

// LiveRecords returns the ids of live SKUs, products and listings, on both databases.
type LiveRecords struct{ store *db.Store }

func NewLiveRecords(s *db.Store) *LiveRecords { return &LiveRecords{s} }

var _ ports.LiveRecords = (*LiveRecords)(nil)

func (l *LiveRecords) SKUs(ctx context.Context, team id.Team, ids []int64) ([]int64, error) {
	return l.of(ctx, "inventory_skus WHERE NOT hidden", team, ids)
}

func (l *LiveRecords) Products(ctx context.Context, team id.Team, ids []int64) ([]int64, error) {
	return l.of(ctx, "inventory_products WHERE deleted_at IS NULL", team, ids)
}

func (l *LiveRecords) Listings(ctx context.Context, team id.Team, ids []int64) ([]int64, error) {
	return l.of(ctx, "inventory_listings WHERE deleted_at IS NULL", team, ids)
}

func (l *LiveRecords) TouchSKUs(ctx context.Context, team id.Team, ids []int64, at time.Time) error {
	return record.Touch(ctx, l.store, "inventory_skus", team, ids, at)
}

func (l *LiveRecords) TouchProducts(ctx context.Context, team id.Team, ids []int64, at time.Time) error {
	return record.Touch(ctx, l.store, "inventory_products", team, ids, at)
}

func (l *LiveRecords) TouchListings(ctx context.Context, team id.Team, ids []int64, at time.Time) error {
	return record.Touch(ctx, l.store, "inventory_listings", team, ids, at)
}

func (l *LiveRecords) of(ctx context.Context, live string, team id.Team, ids []int64) ([]int64, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var out []int64
	var n int64
	err := db.Each(l.store.Hot(ctx).Query(ctx, "SELECT id FROM "+live+" AND team_id = $1 AND "+l.store.IDsIn("id", 2),
		int64(team), l.store.IDsArg(ids)))(func() { out = append(out, n) }, &n)
	return out, err
}
