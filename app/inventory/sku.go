package inventory

import (
	"context"
	"time"

	"sellingassistant/app/inventory/trail"
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

// SKUs provides the use cases of SKUs.
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

// SKU extends a SKU for its user.
type SKU struct {
	inventory.SKUSnapshot
	// Cost has the cost in force today, UTC.
	Cost optional.Maybe[inventory.CostLayer]
	// Counted has the cost that counts today: the cost of the SKU itself, else of its products.
	Counted optional.Maybe[inventory.Cost]
	// RepricerProduct names its row in the repricer.
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
	return page.With(found, items), nil
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
	repriced, err := s.repricing(ctx, team, keys)
	if err != nil {
		return nil, err
	}
	marks, err := s.marks.Of(ctx, team, mark.SKU, ids)
	if err != nil {
		return nil, err
	}
	today := s.today()
	made, err := s.Assembled(ctx, team, rows)
	if err != nil {
		return nil, err
	}
	out := make([]SKU, len(rows))
	for i, row := range rows {
		out[i].SKUSnapshot, out[i].Marks = row, marks[ids[i]]
		if l, ok := row.Costs.In(today); ok {
			out[i].Cost, out[i].Counted = optional.Some(l), optional.Some(l.Cost)
		} else if sum, ok := made[row.ID]; ok {
			out[i].Counted = optional.Some(sum)
		}
		if n, ok := repriced[row.Key]; ok {
			out[i].RepricerProduct = optional.Some(n)
		}
	}
	return out, nil
}

// Assembled returns the costs that count today for SKUs without an own cost, from their products.
func (s *SKUs) Assembled(
	ctx context.Context, team id.Team, rows []inventory.SKUSnapshot,
) (map[inventory.SKUID]inventory.Cost, error) {
	today := s.today()
	var matched []int64
	for _, row := range rows {
		if _, own := row.Costs.In(today); !own && row.Matches > 0 {
			matched = append(matched, int64(row.ID))
		}
	}
	parts, err := saleParts(ctx, s.skus, s.costs, team, matched, today, func(int64) bool { return true })
	out := make(map[inventory.SKUID]inventory.Cost, len(parts))
	for sku, of := range parts {
		if sum, ok := inventory.Assemble(of); ok {
			out[inventory.SKUID(sku)] = sum
		}
	}
	return out, err
}

func (s *SKUs) today() date.Date { return date.Of(s.clock.Now().UTC()) }

// UpdateSKU changes the members of a SKU that the team maintains.
type UpdateSKU struct {
	ID    inventory.SKUID
	Patch inventory.SKUPatch
	// IfMatch has the version the caller saw, nil for any version.
	IfMatch *int64
}

// Update changes one SKU. It returns the faults of SKU.Edit, and not_found (Rule) for a supplier.
func (s *SKUs) Update(ctx context.Context, who caller.Caller, in UpdateSKU) (SKU, error) {
	return tx.Value(ctx, s.tx, func(ctx context.Context) (SKU, error) {
		done, err := s.change(ctx, who, []SKUUpdate{{ID: in.ID, Patch: in.Patch}}, in.IfMatch)
		switch {
		case err != nil:
			return SKU{}, err
		case done[0].Err != nil:
			return SKU{}, done[0].Err
		}
		return s.show(ctx, who.Team, done[0].After)
	})
}

// SKUUpdate changes one SKU among others.
type SKUUpdate struct {
	ID    inventory.SKUID
	Patch inventory.SKUPatch
	// When sees the SKU before the change, which it may refuse; nil refuses nothing.
	When func(before inventory.SKUSnapshot) *fault.Error
}

// UpdatedSKU has the result of a SKU; Before and After are zero if it is missing.
type UpdatedSKU struct {
	edit.Result[inventory.SKUID]
	Before, After inventory.SKUSnapshot
}

// UpdateMany changes SKUs, each in its own way and named once, in the transaction of ctx or one of
// its own. It answers one result per change, in order. A SKU that is missing, or that Update would
// refuse to change, fails alone.
func (s *SKUs) UpdateMany(ctx context.Context, who caller.Caller, in []SKUUpdate) ([]UpdatedSKU, error) {
	return tx.Value(ctx, s.tx, func(ctx context.Context) ([]UpdatedSKU, error) { return s.change(ctx, who, in, nil) })
}

func (s *SKUs) change(ctx context.Context, who caller.Caller, in []SKUUpdate, ifMatch *int64) ([]UpdatedSKU, error) {
	now, source := s.clock.Now(), inventory.Source{Kind: inventory.SourceManual}
	if who.Key != 0 {
		source.Kind = inventory.SourceAPI
	}
	suppliers, err := s.held(ctx, who.Team, in)
	if err != nil {
		return nil, err
	}
	ids, by := make([]inventory.SKUID, len(in)), make(map[inventory.SKUID]*SKUUpdate, len(in))
	for i := range in {
		ids[i], by[in[i].ID] = in[i].ID, &in[i]
	}
	rows, err := s.skus.LoadLocked(ctx, who.Team, edit.Once(ids))
	if err != nil {
		return nil, err
	}
	seen := make(map[inventory.SKUID]UpdatedSKU, len(rows))
	results, changed, err := edit.Each(edit.Many[inventory.SKUID]{IDs: ids}, rows, ifMatch, func(one *inventory.SKU) (edit.Outcome, error) {
		u, before := by[one.ID()], one.Snapshot()
		defer func() { seen[one.ID()] = UpdatedSKU{Before: before, After: one.Snapshot()} }()
		if u.When != nil {
			if err := u.When(before); err != nil {
				return edit.Failed, err
			}
		}
		if supplier, named := u.Patch.Supplier.Given(); named && !suppliers[supplier] {
			return edit.Failed, fault.New(fault.Rule, fault.CodeNotFound, "There is no such supplier.").At("/supplier_id")
		}
		return edit.Change(one.Edit(u.Patch, source, s.today(), now))
	})
	if err != nil {
		return nil, err
	}
	out := make([]UpdatedSKU, len(results))
	for i, r := range results {
		out[i] = UpdatedSKU{r, seen[r.ID].Before, seen[r.ID].After}
	}
	return out, s.write(ctx, who, changed, seen, now)
}

// Locks the suppliers that patches name, and reports which of them exist.
func (s *SKUs) held(ctx context.Context, team id.Team, in []SKUUpdate) (map[int64]bool, error) {
	var named []int64
	for _, u := range in {
		if supplier, ok := u.Patch.Supplier.Given(); ok {
			named = append(named, supplier)
		}
	}
	out := map[int64]bool{}
	for _, supplier := range edit.Once(named) {
		live, err := s.purchasing.HoldSupplier(ctx, team, supplier)
		if err != nil {
			return nil, err
		}
		out[supplier] = live
	}
	return out, nil
}

// write stores changed SKUs with their costs, and notifies the repricer and the trail.
func (s *SKUs) write(ctx context.Context, who caller.Caller, changed []*inventory.SKU, seen map[inventory.SKUID]UpdatedSKU, now time.Time) error {
	if len(changed) == 0 {
		return nil
	}
	if err := s.skus.Save(ctx, who.Team, changed); err != nil {
		return err
	}
	var layers []ports.LayerChange
	var mapped []inventory.SKUKey
	lines := make([]audit.Entry, len(changed))
	for i, one := range changed {
		was, is := seen[one.ID()].Before, seen[one.ID()].After
		layers = append(layers, ports.LayerChange{Owner: int64(one.ID()), Before: was.Costs, After: is.Costs})
		if was.MapPrice != is.MapPrice {
			mapped = append(mapped, is.Key)
		}
		lines[i] = audit.For(who, trail.SKURecord, int64(one.ID()), "updated", now)
		lines[i].Changes, lines[i].Version = trail.SKUChanges(was, is), is.Version
	}
	if err := s.costs.Save(ctx, who.Team, inventory.CostOfSKU, layers...); err != nil {
		return err
	}
	if len(mapped) > 0 {
		if err := s.watch.MapPricesChanged(ctx, who.Team, mapped); err != nil {
			return err
		}
	}
	return s.trail.Write(ctx, lines...)
}

// Delete hides one SKU; the listing at the marketplace and the repricer's row stay. A hidden SKU
// stays as it is. ifMatch is the version the caller saw, nil for any version.
func (s *SKUs) Delete(ctx context.Context, who caller.Caller, sku inventory.SKUID, ifMatch *int64) error {
	return s.hiding(who).One(ctx, s.tx, sku, ifMatch)
}

// DeleteMany hides SKUs and returns a result per id, in order. A hidden SKU is edit.Unchanged.
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
				lines[i] = audit.For(who, trail.SKURecord, int64(one.ID()), "deleted", now)
				lines[i].Changes = map[string]audit.Change{"hidden": {Old: false, New: true}}
			}
			return s.trail.Write(ctx, lines...)
		},
	}
}
