package inventory

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"sellingassistant/app/inventory/trail"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/audit"
	ports "sellingassistant/ports/inventory"
)

// matchWrite stores changes of matches and, at its end, their consequences.
type matchWrite struct {
	told   told
	trail  audit.Log
	who    caller.Caller
	source audit.Source
	now    time.Time
	// changed and changes wait to be stored: products, and the changed matches of each.
	changed []*inventory.Product
	changes []ports.MatchesOf
	touched []inventory.ProductID
	targets owned
	lines   []audit.Entry
}

func (p *Products) matchWrite(who caller.Caller) *matchWrite {
	return &matchWrite{told: p.told(), trail: p.trail, who: who, now: p.clock.Now(), targets: owned{}}
}

// take removes matches from the products that have them.
func (w *matchWrite) take(ctx context.Context, taken []inventory.OwnedMatch) error {
	if len(taken) == 0 {
		return nil
	}
	var owners []inventory.ProductID
	gone := map[inventory.MatchID]bool{}
	for _, t := range taken {
		owners = append(owners, t.Product)
		gone[t.Match.ID] = true
	}
	found, err := w.told.products.Load(ctx, w.who.Team, edit.Once(owners))
	if err != nil {
		return err
	}
	for _, owner := range found {
		before := owner.Matches()
		w.change(owner, before, owner.Unmatch(func(m inventory.Match) bool { return gone[m.ID] }, w.now))
	}
	return w.save(ctx)
}

// change remembers the changed matches of one product. Until save, a product changes once.
func (w *matchWrite) change(one *inventory.Product, before []inventory.Match, done inventory.MatchChange) {
	if !done.Any() {
		return
	}
	w.changed, w.changes = append(w.changed, one), append(w.changes, ports.MatchesOf{Product: one.ID(), MatchChange: done})
	w.targets.of(done.Added, done.Changed, done.Removed)
	w.touched = append(w.touched, one.ID())
	verb := "matched"
	if len(done.Added)+len(done.Changed) == 0 {
		verb = "unmatched"
	}
	is := one.Snapshot()
	line := audit.For(w.who, trail.ProductRecord, int64(is.ID), verb, w.now)
	line.Source, line.Version = cmp.Or(w.source, line.Source), is.Version
	line.Changes = map[string]audit.Change{"matches": {Old: trail.Matches(before), New: trail.Matches(one.Matches())}}
	w.lines = append(w.lines, line)
}

// save stores the changes that are remembered.
func (w *matchWrite) save(ctx context.Context) error {
	if err := w.told.products.Save(ctx, w.changed...); err != nil {
		return err
	}
	if err := w.told.products.SaveMatches(ctx, w.who.Team, w.changes...); err != nil {
		return err
	}
	for _, c := range w.changes {
		removed := owned{}
		removed.of(c.Removed)
		if err := w.told.products.Refuse(ctx, w.who.Team, c.Product, slices.Sorted(maps.Keys(removed[inventory.MatchSKU]))); err != nil {
			return err
		}
	}
	w.changed, w.changes = nil, nil
	return nil
}

// end updates the SKUs and the products' unit counts.
func (w *matchWrite) end(ctx context.Context) error {
	if err := w.tell(ctx); err != nil {
		return err
	}
	return w.told.products.Tally(ctx, w.who.Team, w.touched)
}

// Stores the remaining changes, updates the SKUs and writes audit lines.
func (w *matchWrite) tell(ctx context.Context) error {
	if err := w.save(ctx); err != nil {
		return err
	}
	if err := w.told.tell(ctx, w.who.Team, w.targets); err != nil {
		return err
	}
	return w.trail.Write(ctx, w.lines...)
}

// owned has the targets that belong to one product, by their type.
type owned map[inventory.MatchType]map[int64]bool

func (o owned) add(t inventory.MatchTarget) {
	if !t.Owned() {
		return
	}
	if o[t.Type] == nil {
		o[t.Type] = map[int64]bool{}
	}
	o[t.Type][t.ID] = true
}

// of adds the targets of matches.
func (o owned) of(lists ...[]inventory.Match) {
	for _, list := range lists {
		for _, m := range list {
			o.add(m.Target)
		}
	}
}

// Updates the records that products are matched with.
type told struct {
	products ports.Products
	skus     *SKUIntake
	offers   ports.Purchasing
}

func (p *Products) told() told { return told{p.products, p.skus, p.purchasing} }

// Stores in SKUs and offers the products that they are matched with. A SKU with one match belongs
// to that product; a bundle of several belongs to no single product.
func (t told) tell(ctx context.Context, team id.Team, set owned) error {
	if err := t.tellSKUs(ctx, team, set[inventory.MatchSKU]); err != nil || len(set[inventory.MatchSupplierOffer]) == 0 {
		return err
	}
	all, err := t.products.Rivals(ctx, team, inventory.MatchSupplierOffer, slices.Sorted(maps.Keys(set[inventory.MatchSupplierOffer])))
	if err != nil {
		return err
	}
	products := map[int64]optional.Maybe[inventory.ProductID]{}
	for offer := range set[inventory.MatchSupplierOffer] {
		products[offer] = optional.None[inventory.ProductID]()
	}
	for _, m := range all {
		products[m.Match.Target.ID] = optional.Some(m.Product)
	}
	return t.offers.Tell(ctx, team, products)
}

func (t told) tellSKUs(ctx context.Context, team id.Team, set map[int64]bool) error {
	if len(set) == 0 {
		return nil
	}
	all, err := t.products.Rivals(ctx, team, inventory.MatchSKU, slices.Sorted(maps.Keys(set)))
	if err != nil {
		return err
	}
	matchings := make(map[inventory.SKUID]inventory.SKUMatching, len(set))
	for sku := range set {
		matchings[inventory.SKUID(sku)] = inventory.SKUMatching{}
	}
	for _, m := range all {
		now := matchings[inventory.SKUID(m.Match.Target.ID)]
		now.Matches++
		now.Product, now.UnitsPerSale = optional.Some(int64(m.Product)), int64(m.Match.UnitsPerSale)
		if now.Matches > 1 {
			now.Product = optional.None[int64]()
		}
		matchings[inventory.SKUID(m.Match.Target.ID)] = now
	}
	return t.skus.SetMatches(ctx, team, matchings)
}
