package inventory

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/audit"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/ports/tx"
)

// SetMatches puts a set of matches in place of those a product has.
type SetMatches struct {
	Product inventory.ProductID
	Matches []inventory.WantedMatch
	// Move takes SKUs from the products that have them.
	Move bool
	// IfMatch is the version the caller saw, nil for any version.
	IfMatch *int64
}

// SetMatches changes the whole set or nothing: matches that do not go together
// are validation_failed, a target that does not exist not_found, a SKU of
// another product conflict (all Rule faults that point at the match). The same
// set again changes nothing.
func (p *Products) SetMatches(ctx context.Context, who caller.Caller, in SetMatches) (Product, error) {
	wanted := slices.Clone(in.Matches)
	for i := range wanted {
		wanted[i].Target = wanted[i].Target.Uppered()
	}
	if err := inventory.CheckMatches(wanted); err != nil {
		return Product{}, err
	}
	return tx.Value(ctx, p.tx, func(ctx context.Context) (out Product, err error) {
		one, err := p.loadOne(ctx, who.Team, in.Product, in.IfMatch)
		if err != nil {
			return out, err
		}
		if err := p.setMatches(ctx, who, one, wanted, in.Move); err != nil {
			return out, err
		}
		return p.Get(ctx, who, in.Product)
	})
}

func (p *Products) setMatches(ctx context.Context, who caller.Caller, one *inventory.Product, wanted []inventory.WantedMatch, move bool) error {
	records, err := p.records(ctx, who.Team, one, wanted)
	if err != nil {
		return err
	}
	set := map[int64]bool{}
	for _, w := range wanted {
		if w.Target.Type == inventory.MatchSKU {
			set[w.Target.ID] = true
		}
	}
	rivals, err := p.products.Rivals(ctx, who.Team, slices.Sorted(maps.Keys(set)))
	if err != nil {
		return err
	}
	taken, err := inventory.Contend(one.ID(), wanted, rivals, move)
	if err != nil {
		return err
	}
	by, err := p.maker(ctx, who)
	if err != nil {
		return err
	}
	w := p.matchWrite(who)
	if err := w.take(ctx, taken); err != nil {
		return err
	}
	before := one.Matches()
	if err := w.save(ctx, one, before, one.Match(wanted, records, by, w.now)); err != nil {
		return err
	}
	return w.end(ctx)
}

// records reads what is shown of the targets that the product is not matched
// with yet; those it is matched with may be gone by now and stay.
func (p *Products) records(ctx context.Context, team id.Team, one *inventory.Product, wanted []inventory.WantedMatch) (map[inventory.MatchTarget]inventory.MatchedRecord, error) {
	had := map[inventory.MatchTarget]bool{}
	for _, m := range one.Matches() {
		had[m.Target] = true
	}
	var targets []inventory.MatchTarget
	for _, w := range wanted {
		if !had[w.Target] {
			targets = append(targets, w.Target)
		}
	}
	records, err := p.targets.Records(ctx, team, targets)
	if err != nil {
		return nil, err
	}
	for i, w := range wanted {
		if _, ok := records[w.Target]; !ok && !had[w.Target] {
			return nil, fault.New(fault.Rule, fault.CodeNotFound, "The target of the match does not exist.").
				At("/matches/" + strconv.Itoa(i) + "/target_id")
		}
	}
	return records, nil
}

// maker is the user who makes the new matches; none at the command line.
func (p *Products) maker(ctx context.Context, who caller.Caller) (optional.Maybe[inventory.MatchMaker], error) {
	if who.User == 0 {
		return optional.None[inventory.MatchMaker](), nil
	}
	name, err := p.teams.PersonName(ctx, who.Team, who.User)
	return optional.Some(inventory.MatchMaker{User: who.User, Name: name}), err
}

// RemoveMatches takes up to edit.MaxRows matches away from a product.
type RemoveMatches struct {
	Product inventory.ProductID
	IDs     []inventory.MatchID
	// IfMatch is the product's version the caller saw, nil for any version.
	IfMatch *int64
}

// RemoveMatches removes matches and answers one row per id, in order. An id named twice acts once
// and is answered at both places; a match of another product fails its row.
func (p *Products) RemoveMatches(ctx context.Context, who caller.Caller, in RemoveMatches) ([]edit.Result[inventory.MatchID], error) {
	if err := edit.Counted(len(in.IDs), "/ids"); err != nil {
		return nil, err
	}
	rows := make([]edit.Result[inventory.MatchID], len(in.IDs))
	err := p.tx.InTx(ctx, func(ctx context.Context) error {
		one, err := p.loadOne(ctx, who.Team, in.Product, in.IfMatch)
		if err != nil {
			return err
		}
		before := one.Matches()
		for i, named := range in.IDs {
			rows[i] = edit.Result[inventory.MatchID]{ID: named, Outcome: edit.Deleted}
			if !slices.ContainsFunc(before, func(m inventory.Match) bool { return m.ID == named }) {
				rows[i].Outcome, rows[i].Err = edit.Failed, fault.Missing()
			}
		}
		w := p.matchWrite(who)
		done := one.Unmatch(func(m inventory.Match) bool { return slices.Contains(in.IDs, m.ID) }, w.now)
		if err := w.save(ctx, one, before, done); err != nil {
			return err
		}
		return w.end(ctx)
	})
	return rows, err
}

// matchWrite stores changes of matches and, at its end, what follows from them.
type matchWrite struct {
	products ports.Products
	skus     *SKUIntake
	trail    audit.Log
	who      caller.Caller
	source   audit.Source
	now      time.Time
	touched  []inventory.ProductID
	told     map[int64]bool
	lines    []audit.Entry
}

func (p *Products) matchWrite(who caller.Caller) *matchWrite {
	return &matchWrite{products: p.products, skus: p.skus, trail: p.trail, who: who, now: p.clock.Now(), told: map[int64]bool{}}
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
	found, err := w.products.Load(ctx, w.who.Team, edit.Once(owners))
	if err != nil {
		return err
	}
	for _, owner := range found {
		before := owner.Matches()
		done := owner.Unmatch(func(m inventory.Match) bool { return gone[m.ID] }, w.now)
		if err := w.save(ctx, owner, before, done); err != nil {
			return err
		}
	}
	return nil
}

// save stores a change of one product's matches and remembers what it touched.
func (w *matchWrite) save(ctx context.Context, one *inventory.Product, before []inventory.Match, done inventory.MatchChange) error {
	if !done.Any() {
		return nil
	}
	if err := w.products.Save(ctx, one); err != nil {
		return err
	}
	if err := w.products.SaveMatches(ctx, w.who.Team, one.ID(), done); err != nil {
		return err
	}
	skusOf(w.told, done.Added, done.Changed, done.Removed)
	removed := map[int64]bool{}
	skusOf(removed, done.Removed)
	if err := w.products.Refuse(ctx, w.who.Team, one.ID(), slices.Sorted(maps.Keys(removed))); err != nil {
		return err
	}
	w.touched = append(w.touched, one.ID())
	verb := "matched"
	if len(done.Added)+len(done.Changed) == 0 {
		verb = "unmatched"
	}
	line := audit.For(w.who, productRecord, int64(one.ID()), verb, w.now)
	line.Source = cmp.Or(w.source, line.Source)
	line.Changes = map[string]audit.Change{"matches": {Old: matchesShown(before), New: matchesShown(one.Matches())}}
	w.lines = append(w.lines, line)
	return nil
}

// end updates the SKUs and the products' unit counts.
func (w *matchWrite) end(ctx context.Context) error {
	if err := w.tell(ctx); err != nil {
		return err
	}
	return w.products.Tally(ctx, w.who.Team, w.touched)
}

// tell updates the SKUs and writes audit lines.
func (w *matchWrite) tell(ctx context.Context) error {
	if err := tellSKUs(ctx, w.products, w.skus, w.who.Team, w.told); err != nil {
		return err
	}
	return w.trail.Write(ctx, w.lines...)
}

// tellSKUs stores in SKUs what they are matched with. A SKU with one match belongs to that
// product; a bundle of several belongs to no single product.
func tellSKUs(ctx context.Context, products ports.Products, skus *SKUIntake, team id.Team, set map[int64]bool) error {
	if len(set) == 0 {
		return nil
	}
	all, err := products.Rivals(ctx, team, slices.Sorted(maps.Keys(set)))
	if err != nil {
		return err
	}
	told := make(map[inventory.SKUID]inventory.SKUMatching, len(set))
	for sku := range set {
		told[inventory.SKUID(sku)] = inventory.SKUMatching{}
	}
	for _, m := range all {
		now := told[inventory.SKUID(m.Match.Target.ID)]
		now.Matches++
		now.Product, now.UnitsPerSale = optional.Some(int64(m.Product)), int64(m.Match.UnitsPerSale)
		if now.Matches > 1 {
			now.Product = optional.None[int64]()
		}
		told[inventory.SKUID(m.Match.Target.ID)] = now
	}
	return skus.SetMatches(ctx, team, told)
}
