package inventory

import (
	"context"
	"maps"
	"slices"
	"time"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/audit"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/inventory"
)

// UnitChange changes the units of a product.
type UnitChange = ports.UnitChange

// CostTarget names the record that a cost belongs to.
type CostTarget struct {
	Kind inventory.CostOwner
	ID   int64
}

// Purchases keeps the units and costs of purchased goods. Its methods are called in the transaction
// of the purchase.
type Purchases struct {
	products ports.Products
	skus     ports.SKUs
	layers   *WatchedCosts
	trail    audit.Log
	clock    clock.Clock
}

// NewPurchases returns the use cases.
func NewPurchases(products ports.Products, skus ports.SKUs, layers *WatchedCosts, trail audit.Log, clk clock.Clock) *Purchases {
	return &Purchases{products, skus, layers, trail, clk}
}

// Add locks the team's products and adds to their units.
func (p *Purchases) Add(ctx context.Context, team id.Team, changes []UnitChange) error {
	changes = slices.DeleteFunc(slices.Clone(changes), func(c UnitChange) bool { return c.OnOrder == 0 && c.InWarehouse == 0 })
	if len(changes) == 0 {
		return nil
	}
	if err := p.products.Hold(ctx, team); err != nil {
		return err
	}
	return p.products.AddUnits(ctx, team, changes)
}

// costed has the targets that were found, locked.
type costed struct {
	products map[int64]*inventory.Product
	skus     map[int64]*inventory.SKU
	layers   map[CostTarget]inventory.CostLayers
}

// Locks targets, products before SKUs; missing ones are left out.
func (p *Purchases) hold(ctx context.Context, team id.Team, targets []CostTarget) (found costed, err error) {
	var products []inventory.ProductID
	var skus []inventory.SKUID
	for _, t := range targets {
		if t.Kind == inventory.CostOfSKU {
			skus = append(skus, inventory.SKUID(t.ID))
		} else {
			products = append(products, inventory.ProductID(t.ID))
		}
	}
	if err := p.products.Hold(ctx, team); err != nil {
		return found, err
	}
	found = costed{products: map[int64]*inventory.Product{}, skus: map[int64]*inventory.SKU{}}
	things, err := p.products.LoadCosts(ctx, team, products)
	if err != nil {
		return found, err
	}
	for _, one := range things {
		found.products[int64(one.ID())] = one
	}
	sold, err := p.skus.LoadLocked(ctx, team, skus)
	for _, one := range sold {
		found.skus[int64(one.ID())] = one
	}
	return found, err
}

// Stock counts the units of targets, except units on order, and locks the targets until the
// transaction ends. Absent ones are left out.
func (p *Purchases) Stock(ctx context.Context, team id.Team, targets []CostTarget) (map[CostTarget]int64, error) {
	found, err := p.hold(ctx, team, targets)
	out := map[CostTarget]int64{}
	for _, t := range targets {
		if one, ok := found.products[t.ID]; ok && t.Kind == inventory.CostOfProduct {
			out[t] = one.Snapshot().Quantities.Owned()
		}
		if one, ok := found.skus[t.ID]; ok && t.Kind == inventory.CostOfSKU {
			out[t] = one.Snapshot().Owned()
		}
	}
	return out, err
}

// Received has the receipts of a target, by days.
type Received struct {
	Target CostTarget
	Days   []inventory.CostDay
}

// order returns the last order of the first day. The layer of that day has the same id. It is 0 if
// no receipt of that day is left.
func (r Received) order() (last int64) {
	if len(r.Days) > 0 && len(r.Days[0].Receipts) > 0 && !r.Days[0].Priced {
		last = r.Days[0].Receipts[len(r.Days[0].Receipts)-1].Order
	}
	return last
}

// Receive writes the cost layers of targets, each named once. It returns a note for every receipt
// of each target, and nil for absent targets. It returns the faults of CostLayers.Receive, and
// writes nothing then.
func (p *Purchases) Receive(ctx context.Context, who caller.Caller, all []Received) ([][][]inventory.CostNote, error) {
	now := p.clock.Now()
	today := date.Of(now.UTC())
	found, err := p.costed(ctx, who.Team, all)
	if err != nil {
		return nil, err
	}
	var w costWrite
	notes := make([][][]inventory.CostNote, len(all))
	for i, r := range all {
		before, known := found.layers[r.Target]
		if !known {
			continue
		}
		after, noted, err := before.Receive(r.Days...)
		if err != nil {
			return nil, err
		}
		notes[i] = noted
		if slices.Equal(before.All(), after.All()) {
			continue
		}
		change := ports.LayerChange{Owner: r.Target.ID, Before: before, After: after}
		if r.Target.Kind == inventory.CostOfSKU {
			w.sku(who, found.skus[r.Target.ID], change, today, now)
		} else {
			w.product(who, found.products[r.Target.ID], change, today, now)
		}
		w.lines[len(w.lines)-1].Order = r.order()
	}
	return notes, p.write(ctx, who.Team, w)
}

// Unprice drops the layers that a document began on a day. If targets no longer have such a layer,
// it returns them and writes nothing.
func (p *Purchases) Unprice(ctx context.Context, who caller.Caller, document int64, day date.Date, targets []CostTarget) (changed []CostTarget, err error) {
	now := p.clock.Now()
	all := make([]Received, len(targets))
	for i, t := range targets {
		all[i].Target = t
	}
	found, err := p.costed(ctx, who.Team, all)
	if err != nil {
		return nil, err
	}
	var w costWrite
	for _, t := range targets {
		before, known := found.layers[t]
		if !known {
			continue
		}
		if !before.Wrote(day, document) {
			changed = append(changed, t)
			continue
		}
		after, _ := before.Undo(day, inventory.SourceDocument)
		change := ports.LayerChange{Owner: t.ID, Before: before, After: after}
		if t.Kind == inventory.CostOfSKU {
			w.sku(who, found.skus[t.ID], change, date.Of(now.UTC()), now)
		} else {
			w.product(who, found.products[t.ID], change, date.Of(now.UTC()), now)
		}
	}
	if len(changed) > 0 {
		return changed, nil
	}
	return nil, p.write(ctx, who.Team, w)
}

// Next finds the first day after day on which a layer begins, for targets that have such a layer.
// It locks the targets.
func (p *Purchases) Next(ctx context.Context, team id.Team, targets []CostTarget, day date.Date) (map[CostTarget]date.Date, error) {
	all := make([]Received, len(targets))
	for i, t := range targets {
		all[i].Target = t
	}
	found, err := p.costed(ctx, team, all)
	out := map[CostTarget]date.Date{}
	for t, layers := range found.layers {
		if next, ok := layers.Next(day).Get(); ok {
			out[t] = next
		}
	}
	return out, err
}

// costed locks targets and reads their layers.
func (p *Purchases) costed(ctx context.Context, team id.Team, all []Received) (costed, error) {
	targets := make([]CostTarget, len(all))
	for i, r := range all {
		targets[i] = r.Target
	}
	found, err := p.hold(ctx, team, targets)
	if err != nil {
		return found, err
	}
	layers, err := p.layers.Load(ctx, team, inventory.CostOfProduct, slices.Collect(maps.Keys(found.products)))
	found.layers = map[CostTarget]inventory.CostLayers{}
	for product := range found.products {
		found.layers[CostTarget{inventory.CostOfProduct, product}] = layers[product]
	}
	for sku, one := range found.skus {
		found.layers[CostTarget{inventory.CostOfSKU, sku}] = one.Snapshot().Costs
	}
	return found, err
}

// costWrite collects the changes by receipts.
type costWrite struct {
	products   []*inventory.Product
	skus       []*inventory.SKU
	ofProducts []ports.LayerChange
	ofSKUs     []ports.LayerChange
	lines      []audit.Entry
}

func (w *costWrite) product(who caller.Caller, one *inventory.Product, c ports.LayerChange, today date.Date, now time.Time) {
	before := productMembers(one.Snapshot())
	one.Recost(c.After, today, now)
	w.products, w.ofProducts = append(w.products, one), append(w.ofProducts, c)
	line := audit.For(who, productRecord, c.Owner, "updated", now)
	line.Changes = changes(before, productMembers(one.Snapshot()))
	line.Changes["cost_layers"] = layerChanges(c.Before, c.After)
	w.lines = append(w.lines, line)
}

func (w *costWrite) sku(who caller.Caller, one *inventory.SKU, c ports.LayerChange, today date.Date, now time.Time) {
	before := one.Snapshot()
	one.Recost(c.After, today, now)
	w.skus, w.ofSKUs = append(w.skus, one), append(w.ofSKUs, c)
	line := audit.For(who, skuRecord, c.Owner, "updated", now)
	line.Changes = skuChanges(before, one.Snapshot())
	w.lines = append(w.lines, line)
}

func (p *Purchases) write(ctx context.Context, team id.Team, w costWrite) error {
	if err := p.products.SaveCosts(ctx, w.products...); err != nil {
		return err
	}
	if err := p.layers.Save(ctx, team, inventory.CostOfProduct, w.ofProducts...); err != nil {
		return err
	}
	if err := p.skus.Save(ctx, team, w.skus); err != nil {
		return err
	}
	if err := p.layers.Save(ctx, team, inventory.CostOfSKU, w.ofSKUs...); err != nil {
		return err
	}
	return p.trail.Write(ctx, w.lines...)
}
