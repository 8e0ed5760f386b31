package inventory

import (
	"context"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/inventory"
	marks "sellingassistant/ports/mark"
	"sellingassistant/ports/tx"
)

// SKUs are the use cases of SKUs.
type SKUs struct {
	skus       ports.SKUs
	costs      *WatchedCosts
	watch      ports.CostWatch
	repricing  ports.SKURepricing
	purchasing ports.Purchasing
	marks      marks.Marks
	trail      audit.Log
	tx         tx.Runner
	clock      clock.Clock
}

func NewSKUs(skus ports.SKUs, costs *WatchedCosts, watch ports.CostWatch, repricing ports.SKURepricing, purchasing ports.Purchasing, marks marks.Marks,
	trail audit.Log, runner tx.Runner, clk clock.Clock) *SKUs {
	return &SKUs{skus: skus, costs: costs, watch: watch, repricing: repricing, purchasing: purchasing, marks: marks, trail: trail, tx: runner, clock: clk}
}

// SKUFilter narrows a list of SKUs.
type SKUFilter = ports.SKUFilter

// SKU is a SKU as its user sees it.
type SKU struct {
	inventory.SKUSnapshot
	// Cost is the cost in force today, UTC.
	Cost optional.Maybe[inventory.CostLayer]
	// RepricerProduct is its row in the repricer.
	RepricerProduct optional.Maybe[int64]
	mark.Marks
}

// Get reads one SKU, hidden or not.
func (s *SKUs) Get(ctx context.Context, who caller.Caller, sku inventory.SKUID) (SKU, error) {
	found, err := s.skus.Get(ctx, who.Team, sku)
	if err != nil {
		return SKU{}, err
	}
	return s.show(ctx, who.Team, found)
}

// List reads a page of SKUs.
func (s *SKUs) List(ctx context.Context, who caller.Caller, f SKUFilter, r page.Request) (page.Page[SKU], error) {
	found, err := s.skus.List(ctx, who.Team, f, r)
	if err != nil {
		return page.Page[SKU]{}, err
	}
	items, err := s.showAll(ctx, who.Team, found.Items)
	if err != nil {
		return page.Page[SKU]{}, err
	}
	return page.Page[SKU]{Items: items, Next: found.Next, Total: found.Total}, nil
}

func (s *SKUs) show(ctx context.Context, team id.Team, row inventory.SKUSnapshot) (SKU, error) {
	all, err := s.showAll(ctx, team, []inventory.SKUSnapshot{row})
	if err != nil {
		return SKU{}, err
	}
	return all[0], nil
}

func (s *SKUs) showAll(ctx context.Context, team id.Team, rows []inventory.SKUSnapshot) ([]SKU, error) {
	keys, ids := make([]inventory.SKUKey, len(rows)), make([]int64, len(rows))
	for i, row := range rows {
		keys[i], ids[i] = row.Key, int64(row.ID)
	}
	repriced, err := s.repricing.Rows(ctx, team, keys)
	if err != nil {
		return nil, err
	}
	marks, err := s.marks.Of(ctx, team, mark.SKU, ids)
	if err != nil {
		return nil, err
	}
	today := s.today()
	out := make([]SKU, len(rows))
	for i, row := range rows {
		out[i].SKUSnapshot, out[i].Marks = row, marks[ids[i]]
		if l, ok := row.Costs.In(today); ok {
			out[i].Cost = optional.Some(l)
		}
		if n, ok := repriced[row.Key]; ok {
			out[i].RepricerProduct = optional.Some(n)
		}
	}
	return out, nil
}

func (s *SKUs) today() date.Date { return date.Of(s.clock.Now().UTC()) }

// UpdateSKU changes what the team keeps of a SKU.
type UpdateSKU struct {
	ID    inventory.SKUID
	Patch inventory.SKUPatch
	// IfMatch is the version the caller saw, nil for any version.
	IfMatch *int64
}

// Update changes one SKU. Its faults are those of SKU.Edit, and not_found
// (Rule) for a supplier.
func (s *SKUs) Update(ctx context.Context, who caller.Caller, in UpdateSKU) (SKU, error) {
	now := s.clock.Now()
	source := inventory.Source{Kind: inventory.SourceManual}
	if who.Key != 0 {
		source.Kind = inventory.SourceAPI
	}
	return tx.Value(ctx, s.tx, func(ctx context.Context) (shown SKU, err error) {
		supplier, named := in.Patch.Supplier.Given()
		known := !named
		if named {
			if known, err = s.purchasing.HoldSupplier(ctx, who.Team, supplier); err != nil {
				return shown, err
			}
		}
		rows, err := s.skus.LoadLocked(ctx, who.Team, []inventory.SKUID{in.ID})
		if err != nil {
			return shown, err
		}
		one, err := edit.One(rows, in.IfMatch)
		if err != nil {
			return shown, err
		}
		if !known {
			return shown, fault.New(fault.Rule, fault.CodeNotFound, "There is no such supplier.").At("/supplier_id")
		}
		before := one.Snapshot()
		changed, err := one.Edit(in.Patch, source, s.today(), now)
		if err != nil {
			return shown, err
		}
		after := one.Snapshot()
		// Whatever may fail comes before the commit.
		if shown, err = s.show(ctx, who.Team, after); err != nil || !changed {
			return shown, err
		}
		if err := s.skus.Save(ctx, who.Team, rows); err != nil {
			return shown, err
		}
		if err := s.costs.Save(ctx, who.Team, inventory.CostOfSKU,
			ports.LayerChange{Owner: int64(in.ID), Before: before.Costs, After: after.Costs}); err != nil {
			return shown, err
		}
		if before.MapPrice != after.MapPrice {
			if err := s.watch.MapPricesChanged(ctx, who.Team, []inventory.SKUKey{after.Key}); err != nil {
				return shown, err
			}
		}
		e := audit.For(who, skuRecord, int64(in.ID), "updated", now)
		e.Changes = skuChanges(before, after)
		return shown, s.trail.Write(ctx, e)
	})
}

// Delete hides one SKU; the listing at the marketplace and the repricer's row stay. A hidden SKU
// stays as it is. ifMatch is the version the caller saw, nil for any version.
func (s *SKUs) Delete(ctx context.Context, who caller.Caller, sku inventory.SKUID, ifMatch *int64) error {
	return s.hiding(who).One(ctx, s.tx, sku, ifMatch)
}

// DeleteMany hides SKUs and answers one result per id, in order. One that is
// hidden already is edit.Unchanged.
func (s *SKUs) DeleteMany(ctx context.Context, who caller.Caller, in edit.Many[inventory.SKUID]) ([]edit.Result[inventory.SKUID], error) {
	return s.hiding(who).Run(ctx, s.tx, in, nil)
}

func (s *SKUs) hiding(who caller.Caller) edit.Bulk[inventory.SKUID, *inventory.SKU] {
	now := s.clock.Now()
	return edit.Bulk[inventory.SKUID, *inventory.SKU]{
		Lock: func(ctx context.Context, ids []inventory.SKUID) ([]*inventory.SKU, error) {
			return s.skus.LoadLocked(ctx, who.Team, ids)
		},
		Verb: func(one *inventory.SKU) (edit.Outcome, error) {
			if !one.Hide(now) {
				return edit.Unchanged, nil
			}
			return edit.Deleted, nil
		},
		Write: func(ctx context.Context, hidden []*inventory.SKU) error {
			if err := s.skus.Save(ctx, who.Team, hidden); err != nil {
				return err
			}
			lines := make([]audit.Entry, len(hidden))
			for i, one := range hidden {
				lines[i] = audit.For(who, skuRecord, int64(one.ID()), "deleted", now)
				lines[i].Changes = map[string]audit.Change{"hidden": {Old: false, New: true}}
			}
			return s.trail.Write(ctx, lines...)
		},
	}
}
