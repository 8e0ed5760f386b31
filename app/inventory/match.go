package inventory

import (
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
)

// SetMatches puts a set of matches in place of those a product has.
type SetMatches struct {
	Product inventory.ProductID
	Matches []inventory.WantedMatch
	// Move takes SKUs from the products that have them.
	Move bool
	// IfMatch is the version the caller saw, nil for whichever.
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
	var out Product
	err := p.tx.InTx(ctx, func(ctx context.Context) error {
		one, err := p.loadOne(ctx, who.Team, in.Product, in.IfMatch)
		if err != nil {
			return err
		}
		if err := p.setMatches(ctx, who, one, wanted, in.Move); err != nil {
			return err
		}
		out, err = p.Get(ctx, who, in.Product)
		return err
	})
	if err != nil {
		return Product{}, err
	}
	return out, nil
}

func (p *Products) setMatches(ctx context.Context, who caller.Caller, one *inventory.Product, wanted []inventory.WantedMatch, move bool) error {
	now := p.clock.Now()
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
	w := matchWrite{products: p, who: who, now: now}
	if err := w.take(ctx, taken); err != nil {
		return err
	}
	before := one.Matches()
	if err := w.save(ctx, one, before, one.Match(wanted, records, by, now)); err != nil {
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

// maker is who makes the new matches: nobody at the command line.
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
	// IfMatch is the product's version the caller saw, nil for whichever.
	IfMatch *int64
}

// MatchRow is what became of one match of a bulk call.
type MatchRow struct {
	ID inventory.MatchID
	// Err is nil for a success.
	Err *fault.Error
}

// RemoveMatches takes matches away and answers one row per id, in order: an id
// named twice acts once and is answered at both places; one that is not the
// product's fails its row.
func (p *Products) RemoveMatches(ctx context.Context, who caller.Caller, in RemoveMatches) ([]MatchRow, error) {
	if err := edit.Counted(len(in.IDs), "/ids"); err != nil {
		return nil, err
	}
	rows := make([]MatchRow, len(in.IDs))
	err := p.tx.InTx(ctx, func(ctx context.Context) error {
		one, err := p.loadOne(ctx, who.Team, in.Product, in.IfMatch)
		if err != nil {
			return err
		}
		before := one.Matches()
		for i, named := range in.IDs {
			rows[i] = MatchRow{ID: named}
			if !slices.ContainsFunc(before, func(m inventory.Match) bool { return m.ID == named }) {
				rows[i].Err = fault.Missing()
			}
		}
		w := matchWrite{products: p, who: who, now: p.clock.Now()}
		done := one.Unmatch(func(m inventory.Match) bool { return slices.Contains(in.IDs, m.ID) }, w.now)
		if err := w.save(ctx, one, before, done); err != nil {
			return err
		}
		return w.end(ctx)
	})
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// matchWrite stores changes of matches and, at its end, what follows from them.
type matchWrite struct {
	products *Products
	who      caller.Caller
	now      time.Time
	touched  []inventory.ProductID
	skus     map[int64]bool
	lines    []audit.Entry
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
	found, err := w.products.products.Load(ctx, w.who.Team, edit.Once(owners))
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
	p := w.products
	if err := p.products.Save(ctx, one); err != nil {
		return err
	}
	if err := p.products.SaveMatches(ctx, w.who.Team, one.ID(), done); err != nil {
		return err
	}
	if w.skus == nil {
		w.skus = map[int64]bool{}
	}
	skusOf(w.skus, done.Added, done.Changed, done.Removed)
	removed := map[int64]bool{}
	skusOf(removed, done.Removed)
	if err := p.products.Refuse(ctx, w.who.Team, one.ID(), slices.Sorted(maps.Keys(removed))); err != nil {
		return err
	}
	w.touched = append(w.touched, one.ID())
	verb := "matched"
	if len(done.Added)+len(done.Changed) == 0 {
		verb = "unmatched"
	}
	line := audit.For(w.who, productRecord, int64(one.ID()), verb, w.now)
	line.Changes = map[string]audit.Change{"matches": {Old: matchesShown(before), New: matchesShown(one.Matches())}}
	w.lines = append(w.lines, line)
	return nil
}

// end tells the SKUs and counts the products' units anew.
func (w *matchWrite) end(ctx context.Context) error {
	if len(w.touched) == 0 {
		return nil
	}
	p := w.products
	if err := p.tellSKUs(ctx, w.who.Team, w.skus); err != nil {
		return err
	}
	if err := p.products.Tally(ctx, w.who.Team, w.touched); err != nil {
		return err
	}
	return p.trail.Write(ctx, w.lines...)
}

// tellSKUs tells SKUs what they are matched with now. A SKU with one match
// belongs to its product; one that is a bundle of several belongs to none alone.
func tellSKUs(ctx context.Context, products ports.Products, skus ports.SKUMatches, team id.Team, set map[int64]bool) error {
	if len(set) == 0 {
		return nil
	}
	ids := slices.Sorted(maps.Keys(set))
	all, err := products.Rivals(ctx, team, ids)
	if err != nil {
		return err
	}
	told := make([]ports.SKUMatch, len(ids))
	for i, sku := range ids {
		told[i] = ports.SKUMatch{SKU: sku, Units: 1}
		for _, m := range all {
			if m.Match.Target.ID != sku {
				continue
			}
			told[i].Count++
			told[i].Product, told[i].Units = optional.Some(m.Product), m.Match.UnitsPerSale
		}
		if told[i].Count != 1 {
			told[i].Product, told[i].Units = optional.None[inventory.ProductID](), 1
		}
	}
	return skus.SetMatches(ctx, team, told)
}
