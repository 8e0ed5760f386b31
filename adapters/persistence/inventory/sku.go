package inventory

import (
	"context"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/inventory"
)

// SKUs are the SKUs of all teams.
type SKUs struct {
	grouped
	skus  *record.Records[skuRow, skuSnapshot]
	marks []int
	costs *CostLayers
}

// NewSKUs opens the SKUs of a store.
func NewSKUs(s *db.Store) *SKUs {
	skus := record.New(record.On(s), skuTable)
	// A sync writes these of a SKU that looks as it did.
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

// keyed are SKUs of which only the key is known.
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

// Save writes whatever the version is: a SKU that only its owner's record changed
// keeps it.
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
