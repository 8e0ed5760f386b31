package inventory

import (
	"context"
	"time"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/inventory/view"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	ports "sellingassistant/ports/inventory"
)

// SKUs stores the SKUs of all teams.
type SKUs struct {
	grouped
	skus  *record.Records[skuRow, skuSnapshot]
	marks []int
	costs *CostLayers
}

func NewSKUs(s *db.Store) *SKUs {
	skus := record.New(record.On(s), skuTable)
	// A sync writes only these columns of an unchanged SKU.
	marks := skus.Info().Named("listed_at", "stock_at", "seen_run", "last_synced_at")
	return &SKUs{grouped{s, skuGroups, newTextIndex(s, "inventory_sku", "sku_id"), skuReach}, skus, marks, NewCostLayers(s)}
}

var _ ports.SKUs = (*SKUs)(nil)

func (k *SKUs) Get(ctx context.Context, team id.Team, sku inventory.SKUID) (inventory.SKUSnapshot, error) {
	s, err := k.skus.Find(ctx, team, int64(sku))
	if err != nil {
		return skuSnapshot{}, err
	}
	list := []skuSnapshot{s}
	err = k.addCosts(ctx, team, list)
	return list[0], err
}

func (k *SKUs) LoadLocked(ctx context.Context, team id.Team, ids []inventory.SKUID) ([]*inventory.SKU, error) {
	return k.restored(ctx, team)(k.skus.Lock(ctx, team, db.Plain(ids)))
}

func (k *SKUs) LoadKeysLocked(ctx context.Context, team id.Team, keys []inventory.SKUKey) ([]*inventory.SKU, error) {
	return k.restored(ctx, team)(k.skus.Keyed(ctx, team, keyed(keys), true))
}

// keyed returns SKUs that have only their key.
func keyed(keys []inventory.SKUKey) []skuSnapshot {
	return each(keys, func(key inventory.SKUKey) skuSnapshot { return skuSnapshot{Key: key} })
}

func (k *SKUs) restored(ctx context.Context, team id.Team) func([]skuSnapshot, error) ([]*inventory.SKU, error) {
	return func(rows []skuSnapshot, err error) ([]*inventory.SKU, error) {
		if err == nil {
			err = k.addCosts(ctx, team, rows)
		}
		return record.RestoredAll(inventory.RestoreSKU)(rows, err)
	}
}

func (k *SKUs) addCosts(ctx context.Context, team id.Team, rows []skuSnapshot) error {
	ids := each(rows, func(s skuSnapshot) int64 { return int64(s.ID) })
	layers, err := k.costs.Load(ctx, team, inventory.CostOfSKU, ids)
	for i := range rows {
		rows[i].Costs = layers[ids[i]]
	}
	return err
}

func (k *SKUs) Find(ctx context.Context, team id.Team, keys []inventory.SKUKey) (map[inventory.SKUKey]inventory.SKUID, error) {
	found, err := k.skus.Keyed(ctx, team, keyed(keys), false)
	out := make(map[inventory.SKUKey]inventory.SKUID, len(found))
	for _, s := range found {
		out[s.Key] = s.ID
	}
	return out, err
}

func (k *SKUs) Insert(ctx context.Context, team id.Team, rows []*inventory.SKU) ([]inventory.SKUKey, error) {
	all := snapshots(team, rows)
	ids, err := k.skus.Insert(ctx, all...)
	if err != nil {
		return nil, err
	}
	var taken []inventory.SKUKey
	var texts []recordText
	for i, s := range all {
		if s.ID = inventory.SKUID(ids[i]); s.ID > 0 {
			texts = append(texts, skuText(s))
		} else {
			taken = append(taken, s.Key)
		}
	}
	return taken, k.search.put(ctx, team, texts)
}

// Save ignores the version, because some changes do not raise it. For example, the current cost
// changes on the day on which a cost layer begins.
func (k *SKUs) Save(ctx context.Context, team id.Team, rows []*inventory.SKU) error {
	all := snapshots(team, rows)
	if err := k.skus.Update(ctx, k.skus.Info().Saved, all...); err != nil {
		return err
	}
	return k.search.save(ctx, team, each(all, skuText))
}

func (k *SKUs) Mark(ctx context.Context, team id.Team, rows []*inventory.SKU) error {
	return k.skus.Update(ctx, k.marks, snapshots(team, rows)...)
}

func (k *SKUs) Turning(ctx context.Context, day date.Date, limit int) ([]ports.TeamSKU, error) {
	var team, sku int64
	var out []ports.TeamSKU
	err := db.Each(k.store.Hot(ctx).Query(ctx, "SELECT team_id, id FROM inventory_skus WHERE cost_turns_on <= $1"+
		" ORDER BY cost_turns_on, id LIMIT $2", day.Days(), int64(limit)))(func() {
		out = append(out, ports.TeamSKU{Team: id.Team(team), SKU: inventory.SKUID(sku)})
	}, &team, &sku)
	return out, err
}

func snapshots(team id.Team, rows []*inventory.SKU) []skuSnapshot {
	return each(rows, func(k *inventory.SKU) skuSnapshot {
		s := k.Snapshot()
		s.Team = team
		return s
	})
}

// each converts a list.
func each[A, B any](list []A, of func(A) B) []B {
	out := make([]B, len(list))
	for i, v := range list {
		out[i] = of(v)
	}
	return out
}

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

func (k *SKUs) Parts(ctx context.Context, team id.Team, skus []int64) ([]view.SKUPart, error) {
	if len(skus) == 0 {
		return nil, nil
	}
	var p view.SKUPart
	var class *string
	var out []view.SKUPart
	err := db.Each(k.store.Hot(ctx).Query(ctx, "SELECT m.target_id, m.product_id, m.units_per_sale, p.vat_class"+
		" FROM inventory_matches AS m"+
		" LEFT JOIN inventory_products AS p ON p.team_id = m.team_id AND p.id = m.product_id"+
		" WHERE m.team_id = $1 AND m.target_type = $2 AND "+k.store.IDsIn("m.target_id", 3)+" ORDER BY m.target_id, m.id",
		int64(team), string(inventory.MatchSKU), k.store.IDsArg(skus)))(func() {
		p.VATClass = classOf(class)
		out = append(out, p)
	}, &p.SKU, &p.Product, &p.Units, &class)
	return out, err
}
