package inventory

import (
	"context"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	ports "sellingassistant/ports/inventory"
)

// Both statements walk the index of the keys, in the order of the SKUs.
const (
	openSKUs = "SELECT sku FROM inventory_skus WHERE team_id = $1 AND seller_id = $2 AND marketplace_id = $3" +
		" AND listing_status <> '" + string(inventory.SKUClosed) + "'"
	staleStock = openSKUs + " AND fulfillment_channel = '" + string(inventory.FBA) + "'" +
		" AND (stock_at IS NULL OR stock_at < $4) AND sku > $5 ORDER BY sku LIMIT $6"
	unseenSKUs = openSKUs + " AND seen_run < $4 AND (last_synced_at IS NULL OR last_synced_at < $5) ORDER BY sku LIMIT $6"
)

func (k *SKUs) StaleStock(ctx context.Context, team id.Team, seller string, m marketplace.ID, before time.Time, after string, limit int) ([]string, error) {
	return k.names(ctx, staleStock, int64(team), seller, string(m), db.Micros(before), after, int64(limit))
}

func (k *SKUs) Unseen(ctx context.Context, u ports.Unseen, limit int) ([]string, error) {
	return k.names(ctx, unseenSKUs, int64(u.Team), u.Seller, string(u.Marketplace), u.Run, db.Micros(u.Started), int64(limit))
}

func (k *SKUs) names(ctx context.Context, query string, args ...any) ([]string, error) {
	var sku string
	var out []string
	err := db.Each(k.store.Hot(ctx).Query(ctx, query, args...))(func() { out = append(out, sku) }, &sku)
	return out, err
}

func (k *SKUs) Costing(ctx context.Context, team id.Team, kind inventory.CostOwner, owners []int64) ([]inventory.SKUKey, error) {
	if len(owners) == 0 {
		return nil, nil
	}
	which, args := k.store.IDsIn("id", 2), []any{int64(team), k.store.IDsArg(owners)}
	if kind == inventory.CostOfProduct {
		which = "id IN (SELECT target_id FROM inventory_matches WHERE team_id = $1 AND target_type = $3 AND " + k.store.IDsIn("product_id", 2) + ")"
		args = append(args, string(inventory.MatchSKU))
	}
	var key inventory.SKUKey
	var market string
	var out []inventory.SKUKey
	err := db.Each(k.store.Hot(ctx).Query(ctx, "SELECT seller_id, marketplace_id, sku FROM inventory_skus WHERE team_id = $1 AND "+which+
		" ORDER BY id", args...))(func() {
		key.Marketplace = marketplace.ID(market)
		out = append(out, key)
	}, &key.Seller, &market, &key.SKU)
	return out, err
}

func (k *SKUs) Parts(ctx context.Context, team id.Team, skus []int64) ([]ports.SKUPart, error) {
	if len(skus) == 0 {
		return nil, nil
	}
	var p ports.SKUPart
	var out []ports.SKUPart
	err := db.Each(k.store.Hot(ctx).Query(ctx, "SELECT target_id, product_id, units_per_sale FROM inventory_matches"+
		" WHERE team_id = $1 AND target_type = $2 AND "+k.store.IDsIn("target_id", 3)+" ORDER BY target_id, id",
		int64(team), string(inventory.MatchSKU), k.store.IDsArg(skus)))(func() { out = append(out, p) }, &p.SKU, &p.Product, &p.Units)
	return out, err
}
