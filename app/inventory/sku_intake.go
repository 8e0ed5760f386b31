package inventory

import (
	"context"
	"maps"
	"slices"
	"time"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/event"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/ports/tx"
)

// SKUIntake applies the results of a sync, and changed matches, to SKUs. It never touches the
// team's own members (limits, supplier, hidden, costs). The version rises only if a displayed field
// changed.
type SKUIntake struct {
	skus  ports.SKUs
	news  *WatchedCosts
	tx    tx.Runner
	clock clock.Clock
	// A nil events reports no changes.
	events event.Log
}

func NewSKUIntake(skus ports.SKUs, news *WatchedCosts, runner tx.Runner, clk clock.Clock) *SKUIntake {
	return &SKUIntake{skus: skus, news: news, tx: runner, clock: clk}
}

// Reporting returns the same intake, which reports changes as events; with nil it reports nothing.
func (n *SKUIntake) Reporting(events event.Log) *SKUIntake {
	reporting := *n
	reporting.events = events
	return &reporting
}

// Observe stores listings that were read, at most 100 with different keys, in a fixed number of
// statements. It returns how many rows are new or changed in a displayed field. at dates the begin
// of the read.
func (n *SKUIntake) Observe(ctx context.Context, team id.Team, run int64, at time.Time, rows []inventory.Observation) (int, error) {
	changed := 0
	err := n.tx.InTx(ctx, func(ctx context.Context) error {
		changed = 0
		seen := make(map[inventory.SKUKey]inventory.Observation, len(rows))
		keys := make([]inventory.SKUKey, len(rows))
		for i, o := range rows {
			keys[i] = o.Key()
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
		if err := n.created(ctx, team, fresh, taken); err != nil {
			return err
		}
		// Another writer has inserted these meanwhile: update them.
		_, err = n.observe(ctx, team, taken, &changed, func(k *inventory.SKU) bool {
			return k.Observe(seen[k.Key()], run, at)
		})
		return err
	})
	return changed, err
}

// observe applies a change to the SKUs of keys and adds the visible changes to changed.
func (n *SKUIntake) observe(ctx context.Context, team id.Team, keys []inventory.SKUKey, changed *int,
	take func(*inventory.SKU) bool) (known map[inventory.SKUKey]bool, err error) {
	rows, err := n.skus.LoadKeysLocked(ctx, team, keys)
	if err != nil {
		return nil, err
	}
	known = make(map[inventory.SKUKey]bool, len(rows))
	var save, mark []*inventory.SKU
	var events []event.Event
	for _, row := range rows {
		known[row.Key()] = true
		before := row.Snapshot()
		if take(row) {
			save = append(save, row)
			events = append(events, skuEvents(before, row.Snapshot())...)
		} else {
			mark = append(mark, row)
		}
	}
	*changed += len(save)
	if err := n.skus.Save(ctx, team, save); err != nil {
		return nil, err
	}
	if err := n.report(ctx, events); err != nil {
		return nil, err
	}
	return known, n.skus.Mark(ctx, team, mark)
}

// ObserveStock stores the marketplace's stock of FBA SKUs, at most 100 with different SKUs, and
// returns how many rows changed. SKUs without a row are skipped.
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

// StaleStock calls ports.SKUs.StaleStock.
func (n *SKUIntake) StaleStock(ctx context.Context, team id.Team, seller string, m marketplace.ID, before time.Time, after string, limit int) ([]string, error) {
	return n.skus.StaleStock(ctx, team, seller, m, before, after, limit)
}

// Unseen calls ports.SKUs.Unseen.
func (n *SKUIntake) Unseen(ctx context.Context, u ports.Unseen, limit int) ([]string, error) {
	return n.skus.Unseen(ctx, u, limit)
}

// CloseUnseen marks the named SKUs (at most 100) as closed that the run still has not seen, and
// returns how many.
func (n *SKUIntake) CloseUnseen(ctx context.Context, u ports.Unseen, skus []string) (int, error) {
	closed := 0
	err := n.tx.InTx(ctx, func(ctx context.Context) error {
		closed = 0
		rows, err := n.skus.LoadKeysLocked(ctx, u.Team, u.Keys(skus))
		if err != nil {
			return err
		}
		var gone []*inventory.SKU
		var events []event.Event
		for _, row := range rows {
			before := row.Snapshot()
			if row.Unseen(u.Run, u.Started) && row.Close(u.At) {
				gone = append(gone, row)
				events = append(events, skuEvents(before, row.Snapshot())...)
			}
		}
		closed = len(gone)
		if err := n.skus.Save(ctx, u.Team, gone); err != nil {
			return err
		}
		return n.report(ctx, events)
	})
	return closed, err
}

// SetMatches stores the matches of SKUs; missing SKUs are skipped. SKUs without their own cost get
// the cost of their matches.
func (n *SKUIntake) SetMatches(ctx context.Context, team id.Team, told map[inventory.SKUID]inventory.SKUMatching) error {
	if len(told) == 0 {
		return nil
	}
	now := n.clock.Now()
	return n.tx.InTx(ctx, func(ctx context.Context) error {
		ids := slices.Sorted(maps.Keys(told))
		skus, err := n.skus.LoadLocked(ctx, team, ids)
		if err != nil {
			return err
		}
		var changed []*inventory.SKU
		for _, sku := range skus {
			if sku.Matched(told[sku.ID()], now) {
				changed = append(changed, sku)
			}
		}
		if err := n.skus.Save(ctx, team, changed); err != nil {
			return err
		}
		return n.news.of(ctx, team, inventory.CostOfSKU, plainSKUs(ids))
	})
}
