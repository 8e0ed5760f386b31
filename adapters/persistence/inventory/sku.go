// Package inventory stores SKUs, inventory products, listings, what they cost
// and how far their syncs are.
package inventory

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/inventory"
)

// SKUs implements the port of that name.
type SKUs struct {
	store  *db.Store
	costs  *CostLayers
	texts  skuStatements
	search textIndex
	reach  Reach
}

// NewSKUs makes the store of SKUs.
func NewSKUs(s *db.Store) *SKUs {
	return &SKUs{s, NewCostLayers(s), newSKUStatements(s), newTextIndex(s, "inventory_sku", "sku_id"), skuReach}
}

var _ ports.SKUs = (*SKUs)(nil)

// skuStatements are the statements that differ between the databases.
type skuStatements struct {
	get, byID, byKey, find, insert, save, mark string
}

func newSKUStatements(s *db.Store) skuStatements {
	d := s.Dialect()
	all := "SELECT " + skuColumns.Names("") + " FROM inventory_skus WHERE team_id = $1 AND "
	keyed := " FROM " + skuKeys.Batch().From(d, 2) +
		// SQLite keeps the order of a cross join: each key is looked up by itself.
		" CROSS JOIN inventory_skus AS s WHERE s.team_id = $1 AND s.seller_id = u.seller_id" +
		" AND s.marketplace_id = u.marketplace_id AND s.sku = u.sku"
	locked := ""
	if d == db.Postgres {
		locked = " FOR UPDATE OF s"
	}
	return skuStatements{
		get:   all + "id = $2",
		byID:  all + s.IDsIn("id", 2) + " ORDER BY id",
		byKey: "SELECT " + skuColumns.Names("s.") + keyed + " ORDER BY s.id" + locked,
		find:  "SELECT s.id, s.seller_id, s.marketplace_id, s.sku" + keyed,
		insert: "INSERT INTO inventory_skus (team_id, " + skuInserted.Names("") + ") SELECT $1, " + skuInserted.Names("u.") +
			// The condition that is always true tells SQLite where ON belongs.
			" FROM " + skuInserted.Batch().From(d, 2) + " WHERE true" +
			" ON CONFLICT (team_id, seller_id, marketplace_id, sku) DO NOTHING RETURNING id, seller_id, marketplace_id, sku",
		save: skuUpdate(d, skuSaved),
		mark: skuUpdate(d, skuMarks),
	}
}

// skuUpdate writes rows whose first column is the id.
func skuUpdate(d db.Dialect, columns db.Members[skuSnapshot]) string {
	var sets []string
	for _, c := range columns[1:] {
		sets = append(sets, c.Name+" = u."+c.Name)
	}
	// The plus keeps SQLite from walking all rows of the team to look for each in
	// the batch: what is left is to look up each row of the batch by its id.
	return "UPDATE inventory_skus SET " + strings.Join(sets, ", ") + " FROM " + columns.Batch().From(d, 2) +
		" WHERE +inventory_skus.team_id = $1 AND inventory_skus.id = u.id"
}

// Get implements the port.
func (k *SKUs) Get(ctx context.Context, team id.Team, sku inventory.SKUID) (inventory.SKUSnapshot, error) {
	s := skuSnapshot{Team: team}
	err := k.store.Hot(ctx).QueryRow(ctx, k.texts.get, int64(team), int64(sku)).Scan(skuColumns.Places(&s)...)
	if errors.Is(err, sql.ErrNoRows) {
		return skuSnapshot{}, fault.Missing()
	}
	if err != nil {
		return skuSnapshot{}, db.Fault(err)
	}
	list := []skuSnapshot{s}
	err = k.addCosts(ctx, team, list)
	return list[0], err
}

// LoadLocked implements the port.
func (k *SKUs) LoadLocked(ctx context.Context, team id.Team, ids []inventory.SKUID) ([]*inventory.SKU, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return k.load(ctx, team, k.texts.byID+k.store.ForUpdate(), int64(team), k.store.IDsArg(db.Plain(ids)))
}

// LoadKeysLocked implements the port.
func (k *SKUs) LoadKeysLocked(ctx context.Context, team id.Team, keys []inventory.SKUKey) ([]*inventory.SKU, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	args, err := skuKeys.Args(k.store.Dialect(), keys)
	if err != nil {
		return nil, err
	}
	return k.load(ctx, team, k.texts.byKey, append([]any{int64(team)}, args...)...)
}

func (k *SKUs) load(ctx context.Context, team id.Team, query string, args ...any) ([]*inventory.SKU, error) {
	rows, err := k.read(ctx, team, query, args...)
	if err != nil {
		return nil, err
	}
	if err := k.addCosts(ctx, team, rows); err != nil {
		return nil, err
	}
	out := make([]*inventory.SKU, len(rows))
	for i, s := range rows {
		if out[i], err = inventory.RestoreSKU(s); err != nil {
			return nil, fmt.Errorf("SKU %d: %w", s.ID, err)
		}
	}
	return out, nil
}

// read fetches rows without their cost layers.
func (k *SKUs) read(ctx context.Context, team id.Team, query string, args ...any) ([]skuSnapshot, error) {
	row := skuSnapshot{Team: team}
	var out []skuSnapshot
	err := db.Each(k.store.Hot(ctx).Query(ctx, query, args...))(func() { out = append(out, row) }, skuColumns.Places(&row)...)
	return out, err
}

func (k *SKUs) addCosts(ctx context.Context, team id.Team, rows []skuSnapshot) error {
	ids := make([]int64, len(rows))
	for i, s := range rows {
		ids[i] = int64(s.ID)
	}
	layers, err := k.costs.Load(ctx, team, inventory.CostOfSKU, ids)
	for i := range rows {
		rows[i].Costs = layers[ids[i]]
	}
	return err
}

// Find implements the port.
func (k *SKUs) Find(ctx context.Context, team id.Team, keys []inventory.SKUKey) (map[inventory.SKUKey]inventory.SKUID, error) {
	if len(keys) == 0 {
		return map[inventory.SKUKey]inventory.SKUID{}, nil
	}
	args, err := skuKeys.Args(k.store.Dialect(), keys)
	if err != nil {
		return nil, err
	}
	return k.keyed(ctx, k.texts.find, team, args)
}

// keyed runs a statement that answers ids and keys.
func (k *SKUs) keyed(ctx context.Context, query string, team id.Team, args []any) (map[inventory.SKUKey]inventory.SKUID, error) {
	out := map[inventory.SKUKey]inventory.SKUID{}
	var sku int64
	var key inventory.SKUKey
	places := append([]any{&sku}, skuKeys.Places(&key)...)
	err := db.Each(k.store.Hot(ctx).Query(ctx, query, append([]any{int64(team)}, args...)...))(func() {
		out[key] = inventory.SKUID(sku)
	}, places...)
	return out, err
}

// Insert implements the port.
func (k *SKUs) Insert(ctx context.Context, team id.Team, rows []*inventory.SKU) ([]inventory.SKUKey, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	all := snapshots(rows)
	// Writers of the same keys wait for each other; in one order they never wait
	// in a circle.
	slices.SortFunc(all, func(a, b skuSnapshot) int {
		return cmp.Or(cmp.Compare(a.Key.Seller, b.Key.Seller),
			cmp.Compare(a.Key.Marketplace, b.Key.Marketplace), cmp.Compare(a.Key.SKU, b.Key.SKU))
	})
	args, err := skuInserted.Args(k.store.Dialect(), all)
	if err != nil {
		return nil, err
	}
	made, err := k.keyed(ctx, k.texts.insert, team, args)
	if err != nil {
		return nil, err
	}
	var taken []inventory.SKUKey
	var texts []recordText
	for i := range all {
		if sku, ok := made[all[i].Key]; ok {
			texts = append(texts, recordText{int64(sku), skuText(&all[i])})
		} else {
			taken = append(taken, all[i].Key)
		}
	}
	return taken, k.search.put(ctx, team, texts)
}

// Save implements the port.
func (k *SKUs) Save(ctx context.Context, team id.Team, rows []*inventory.SKU) error {
	if err := k.update(ctx, team, k.texts.save, skuSaved, rows); err != nil {
		return err
	}
	texts := make([]recordText, len(rows))
	for i, s := range snapshots(rows) {
		texts[i] = recordText{int64(s.ID), skuText(&s)}
	}
	return k.search.save(ctx, team, texts)
}

// Mark implements the port.
func (k *SKUs) Mark(ctx context.Context, team id.Team, rows []*inventory.SKU) error {
	return k.update(ctx, team, k.texts.mark, skuMarks, rows)
}

func (k *SKUs) update(ctx context.Context, team id.Team, query string, columns db.Members[skuSnapshot], rows []*inventory.SKU) error {
	if len(rows) == 0 {
		return nil
	}
	args, err := columns.Args(k.store.Dialect(), snapshots(rows))
	if err != nil {
		return err
	}
	n, err := k.store.Hot(ctx).Exec(ctx, query, append([]any{int64(team)}, args...)...)
	return db.Written(n, len(rows), err)
}

// Turning implements the port.
func (k *SKUs) Turning(ctx context.Context, day date.Date, limit int) ([]ports.TeamSKU, error) {
	var team, sku int64
	var out []ports.TeamSKU
	err := db.Each(k.store.Hot(ctx).Query(ctx, "SELECT team_id, id FROM inventory_skus WHERE cost_turns_on <= $1"+
		" ORDER BY cost_turns_on, id LIMIT $2", day.Days(), int64(limit)))(func() {
		out = append(out, ports.TeamSKU{Team: id.Team(team), SKU: inventory.SKUID(sku)})
	}, &team, &sku)
	return out, err
}

func snapshots(rows []*inventory.SKU) []skuSnapshot {
	out := make([]skuSnapshot, len(rows))
	for i, r := range rows {
		out[i] = r.Snapshot()
	}
	return out
}
