package inventory

import (
	"context"
	"time"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/ports/tx"
)

// SKUIntake takes over what others learn about SKUs: what a sync saw, and what
// became of matches. What the team keeps of a SKU is never touched.
type SKUIntake struct {
	skus  ports.SKUs
	tx    tx.Runner
	clock clock.Clock
}

// NewSKUIntake makes the intake.
func NewSKUIntake(skus ports.SKUs, runner tx.Runner, clk clock.Clock) *SKUIntake {
	return &SKUIntake{skus: skus, tx: runner, clock: clk}
}

var (
	_ ports.SyncSKUs   = (*SKUIntake)(nil)
	_ ports.SKUMatches = (*SKUIntake)(nil)
)

// Observe implements the port.
func (n *SKUIntake) Observe(ctx context.Context, team id.Team, run int64, at time.Time, rows []inventory.Observation) (int, error) {
	changed := 0
	err := n.tx.InTx(ctx, func(ctx context.Context) error {
		changed = 0
		seen := make(map[inventory.SKUKey]inventory.Observation, len(rows))
		keys := make([]inventory.SKUKey, len(rows))
		for i, o := range rows {
			keys[i] = inventory.SKUKey{Seller: o.Seller, Marketplace: o.Marketplace, SKU: o.SKU}
			seen[keys[i]] = o
		}
		known, err := n.observe(ctx, team, keys, &changed, func(k *inventory.SKU) bool {
			return k.Observe(seen[k.Key()], run, at)
		})
		if err != nil {
			return err
		}
		var fresh []*inventory.SKU
		for _, key := range keys {
			if !known[key] {
				fresh = append(fresh, inventory.NewSKU(team, seen[key], run, at))
			}
		}
		taken, err := n.skus.Insert(ctx, team, fresh)
		if err != nil {
			return err
		}
		changed += len(fresh) - len(taken)
		// Somebody else saw them first, a moment ago.
		_, err = n.observe(ctx, team, taken, &changed, func(k *inventory.SKU) bool {
			return k.Observe(seen[k.Key()], run, at)
		})
		return err
	})
	return changed, err
}

// observe takes something over for the SKUs of keys and adds those that look
// otherwise now to changed.
func (n *SKUIntake) observe(ctx context.Context, team id.Team, keys []inventory.SKUKey, changed *int,
	take func(*inventory.SKU) bool) (known map[inventory.SKUKey]bool, err error) {
	rows, err := n.skus.LoadKeysLocked(ctx, team, keys)
	if err != nil {
		return nil, err
	}
	known = make(map[inventory.SKUKey]bool, len(rows))
	var save, mark []*inventory.SKU
	for _, row := range rows {
		known[row.Key()] = true
		if take(row) {
			save = append(save, row)
		} else {
			mark = append(mark, row)
		}
	}
	*changed += len(save)
	if err := n.skus.Save(ctx, team, save); err != nil {
		return nil, err
	}
	return known, n.skus.Mark(ctx, team, mark)
}

// ObserveStock implements the port.
func (n *SKUIntake) ObserveStock(ctx context.Context, team id.Team, seller string, m marketplace.ID, at time.Time, rows []inventory.Stock) (int, error) {
	changed := 0
	err := n.tx.InTx(ctx, func(ctx context.Context) error {
		changed = 0
		held := make(map[string]inventory.Stock, len(rows))
		keys := make([]inventory.SKUKey, len(rows))
		for i, st := range rows {
			keys[i] = inventory.SKUKey{Seller: seller, Marketplace: m, SKU: st.SKU}
			held[st.SKU] = st
		}
		_, err := n.observe(ctx, team, keys, &changed, func(k *inventory.SKU) bool {
			return k.ObserveStock(held[k.Key().SKU], at)
		})
		return err
	})
	return changed, err
}

// StaleStock implements the port.
func (n *SKUIntake) StaleStock(ctx context.Context, team id.Team, seller string, m marketplace.ID, before time.Time, after string, limit int) ([]string, error) {
	return n.skus.StaleStock(ctx, team, seller, m, before, after, limit)
}

// Unseen implements the port.
func (n *SKUIntake) Unseen(ctx context.Context, u ports.Unseen, limit int) ([]string, error) {
	return n.skus.Unseen(ctx, u, limit)
}

// CloseUnseen implements the port.
func (n *SKUIntake) CloseUnseen(ctx context.Context, u ports.Unseen, skus []string) (int, error) {
	closed := 0
	err := n.tx.InTx(ctx, func(ctx context.Context) error {
		closed = 0
		keys := make([]inventory.SKUKey, len(skus))
		for i, sku := range skus {
			keys[i] = inventory.SKUKey{Seller: u.Seller, Marketplace: u.Marketplace, SKU: sku}
		}
		rows, err := n.skus.LoadKeysLocked(ctx, u.Team, keys)
		if err != nil {
			return err
		}
		var gone []*inventory.SKU
		for _, row := range rows {
			if row.Unseen(u.Run, u.Started) && row.Close(u.At) {
				gone = append(gone, row)
			}
		}
		closed = len(gone)
		return n.skus.Save(ctx, u.Team, gone)
	})
	return closed, err
}

// SetMatches implements the port.
func (n *SKUIntake) SetMatches(ctx context.Context, team id.Team, rows []ports.SKUMatch) error {
	if len(rows) == 0 {
		return nil
	}
	now := n.clock.Now()
	return n.tx.InTx(ctx, func(ctx context.Context) error {
		told := make(map[inventory.SKUID]ports.SKUMatch, len(rows))
		ids := make([]inventory.SKUID, len(rows))
		for i, m := range rows {
			ids[i] = inventory.SKUID(m.SKU)
			told[ids[i]] = m
		}
		skus, err := n.skus.LoadLocked(ctx, team, ids)
		if err != nil {
			return err
		}
		var changed []*inventory.SKU
		for _, sku := range skus {
			m := told[sku.ID()]
			matching := inventory.SKUMatching{Matches: int64(m.Count), UnitsPerSale: int64(m.Units)}
			if product, ok := m.Product.Get(); ok {
				matching.Product = optional.Some(int64(product))
			}
			if sku.Matched(matching, now) {
				changed = append(changed, sku)
			}
		}
		return n.skus.Save(ctx, team, changed)
	})
}
