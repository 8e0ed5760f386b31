package inventory

import (
	"context"
	"maps"
	"slices"
	"time"

	"sellingassistant/app/inventory/trail"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
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

// moving returns the changes that are not 0.
func moving(changes []UnitChange) []UnitChange {
	return slices.DeleteFunc(slices.Clone(changes), func(c UnitChange) bool {
		return c.OnOrder == 0 && c.InWarehouse == 0 && c.Direct == 0
	})
}

// Add locks products in the order of their ids and adds to their units.
func (p *Purchases) Add(ctx context.Context, team id.Team, changes []UnitChange) error {
	changes = moving(changes)
	ids := make([]inventory.ProductID, len(changes))
	for i, c := range changes {
		ids[i] = c.Product
	}
	if _, err := p.products.Take(ctx, team, edit.Once(ids)); err != nil {
		return err
	}
	return p.products.AddUnits(ctx, team, changes)
}

// Taken has targets of receipts. They are locked until the transaction ends.
type Taken struct {
	p        *Purchases
	who      caller.Caller
	products map[int64]*inventory.Product
	skus     map[int64]*inventory.SKU
	// layers stays nil until load reads the layers of products.
	layers map[CostTarget]inventory.CostLayers
	write  costWrite
}

// Take locks targets: products, then SKUs, both in the order of their ids. So receipts of other
// targets do not wait. Absent targets are left out.
func (p *Purchases) Take(ctx context.Context, who caller.Caller, targets []CostTarget) (*Taken, error) {
	var products []inventory.ProductID
	var skus []inventory.SKUID
	for _, t := range targets {
		if t.Kind == inventory.CostOfSKU {
			skus = append(skus, inventory.SKUID(t.ID))
		} else {
			products = append(products, inventory.ProductID(t.ID))
		}
	}
	t := &Taken{p: p, who: who, products: map[int64]*inventory.Product{}, skus: map[int64]*inventory.SKU{}}
	things, err := p.products.Take(ctx, who.Team, edit.Once(products))
	if err != nil {
		return nil, err
	}
	for _, product := range things {
		t.products[int64(product.ID())] = product
	}
	sold, err := p.skus.LoadLocked(ctx, who.Team, edit.Once(skus))
	for _, sku := range sold {
		t.skus[int64(sku.ID())] = sku
	}
	return t, err
}

// Stock counts the units of the targets, except units on order.
func (t *Taken) Stock() map[CostTarget]int64 {
	out := make(map[CostTarget]int64, len(t.products)+len(t.skus))
	for product, found := range t.products {
		out[CostTarget{inventory.CostOfProduct, product}] = found.Snapshot().Quantities.Owned()
	}
	for sku, found := range t.skus {
		out[CostTarget{inventory.CostOfSKU, sku}] = found.Snapshot().Owned()
	}
	return out
}

// Subject returns the data of a target for the product feed; false for an absent target.
func (t *Taken) Subject(target CostTarget) (audit.Subject, bool) {
	if target.Kind == inventory.CostOfSKU {
		sku, ok := t.skus[target.ID]
		if !ok {
			return audit.Subject{}, false
		}
		return trail.SKUSubject(sku.Snapshot()), true
	}
	product, ok := t.products[target.ID]
	if !ok {
		return audit.Subject{}, false
	}
	return trail.ProductSubject(product.Snapshot()), true
}

// load reads the layers of the targets, once.
func (t *Taken) load(ctx context.Context) error {
	if t.layers != nil {
		return nil
	}
	found, err := t.p.layers.Load(ctx, t.who.Team, inventory.CostOfProduct, slices.Sorted(maps.Keys(t.products)))
	if err != nil {
		return err
	}
	t.layers = make(map[CostTarget]inventory.CostLayers, len(t.products)+len(t.skus))
	for product := range t.products {
		t.layers[CostTarget{inventory.CostOfProduct, product}] = found[product]
	}
	for sku, one := range t.skus {
		t.layers[CostTarget{inventory.CostOfSKU, sku}] = one.Snapshot().Costs
	}
	return nil
}

// change notes other layers of a target, to be written.
func (t *Taken) change(target CostTarget, after inventory.CostLayers, now time.Time) {
	change := ports.LayerChange{Owner: target.ID, Before: t.layers[target], After: after}
	if today := date.Of(now.UTC()); target.Kind == inventory.CostOfSKU {
		t.write.sku(t.who, t.skus[target.ID], change, today, now)
	} else {
		t.write.product(t.who, t.products[target.ID], change, today, now)
	}
	t.layers[target] = after
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

// Receive finds the cost layers of taken targets, each named once. Write writes them. Receive
// returns a note for every receipt of each target, and nil for absent targets. It returns the
// faults of CostLayers.Receive.
func (t *Taken) Receive(ctx context.Context, all []Received) ([][][]inventory.CostNote, error) {
	if err := t.load(ctx); err != nil {
		return nil, err
	}
	now := t.p.clock.Now()
	notes := make([][][]inventory.CostNote, len(all))
	for i, r := range all {
		before, known := t.layers[r.Target]
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
		t.change(r.Target, after, now)
		t.write.lines[len(t.write.lines)-1].Order = r.order()
	}
	return notes, nil
}

// InForce returns the unit costs in force on a day after Write. Targets without a cost have no
// value. Targets with unread layers are left out.
func (t *Taken) InForce(day date.Date) map[CostTarget]optional.Maybe[money.Sum] {
	out := make(map[CostTarget]optional.Maybe[money.Sum], len(t.layers))
	for target, layers := range t.layers {
		cost := optional.None[money.Sum]()
		if l, ok := layers.In(day); ok {
			cost = optional.Some(money.Sum{Amount: l.Cost.Unit, Currency: l.Cost.Currency})
		}
		out[target] = cost
	}
	return out
}

// Write adds to the units of taken products and writes the layers of Receive.
func (t *Taken) Write(ctx context.Context, changes []UnitChange) error {
	if err := t.p.products.AddUnits(ctx, t.who.Team, moving(changes)); err != nil {
		return err
	}
	return t.p.write(ctx, t.who.Team, t.write)
}

// Unprice drops the layers that a document began on a day. If targets no longer have such a layer,
// it returns them and writes nothing.
func (p *Purchases) Unprice(ctx context.Context, who caller.Caller, document int64, day date.Date, targets []CostTarget) (changed []CostTarget, err error) {
	t, err := p.Take(ctx, who, targets)
	if err != nil {
		return nil, err
	}
	if err := t.load(ctx); err != nil {
		return nil, err
	}
	now := p.clock.Now()
	for _, target := range targets {
		before, known := t.layers[target]
		if !known {
			continue
		}
		if !before.Wrote(day, document) {
			changed = append(changed, target)
			continue
		}
		after, _ := before.Undo(day, inventory.SourceDocument)
		t.change(target, after, now)
	}
	if len(changed) > 0 {
		return changed, nil
	}
	return nil, t.Write(ctx, nil)
}

// Next finds the first day after day on which a layer begins, for targets that have such a layer.
// It locks the targets.
func (p *Purchases) Next(ctx context.Context, team id.Team, targets []CostTarget, day date.Date) (map[CostTarget]date.Date, error) {
	t, err := p.Take(ctx, caller.Caller{Team: team}, targets)
	if err != nil {
		return nil, err
	}
	if err := t.load(ctx); err != nil {
		return nil, err
	}
	out := map[CostTarget]date.Date{}
	for target, layers := range t.layers {
		if next, ok := layers.Next(day).Get(); ok {
			out[target] = next
		}
	}
	return out, nil
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
	before := trail.ProductMembers(one.Snapshot())
	one.Recost(c.After, today, now)
	w.products, w.ofProducts = append(w.products, one), append(w.ofProducts, c)
	line := audit.For(who, trail.ProductRecord, c.Owner, "updated", now)
	is := one.Snapshot()
	line.Changes, line.Version = trail.Changes(before, trail.ProductMembers(is)), is.Version
	line.Changes["cost_layers"] = trail.LayerChanges(c.Before, c.After)
	line.Subject = optional.Some(trail.ProductSubject(one.Snapshot()))
	w.lines = append(w.lines, line)
}

func (w *costWrite) sku(who caller.Caller, one *inventory.SKU, c ports.LayerChange, today date.Date, now time.Time) {
	before := one.Snapshot()
	one.Recost(c.After, today, now)
	w.skus, w.ofSKUs = append(w.skus, one), append(w.ofSKUs, c)
	line := audit.For(who, trail.SKURecord, c.Owner, "updated", now)
	is := one.Snapshot()
	line.Changes, line.Version = trail.SKUChanges(before, is), is.Version
	line.Subject = optional.Some(trail.SKUSubject(one.Snapshot()))
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
