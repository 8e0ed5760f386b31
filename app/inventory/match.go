package inventory

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/ports/tx"
)

// SetMatches replaces the matches of a product.
type SetMatches struct {
	Product inventory.ProductID
	Matches []inventory.WantedMatch
	// Move takes SKUs from the products that have them.
	Move bool
	// IfMatch has the version the caller saw, nil for any version.
	IfMatch *int64
}

// SetMatches changes the whole set or nothing. Faults, all Rule and pointing at the match:
// validation_failed for matches that exclude each other, not_found for a missing target, conflict
// for a SKU of another product. The same set again changes nothing.
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
	set := owned{}
	for _, w := range wanted {
		set.add(w.Target)
	}
	var rivals []inventory.OwnedMatch
	for kind, ids := range set {
		found, err := p.products.Rivals(ctx, who.Team, kind, slices.Sorted(maps.Keys(ids)))
		if err != nil {
			return err
		}
		rivals = append(rivals, found...)
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
	w.change(one, before, one.Match(wanted, records, by, w.now))
	return w.end(ctx)
}

// records reads the visible members of the targets that are not matched with the product yet. The
// targets of existing matches may be deleted by now and stay.
func (p *Products) records(ctx context.Context, team id.Team, one *inventory.Product, wanted []inventory.WantedMatch) (map[inventory.MatchTarget]inventory.MatchedRecord, error) {
	had := map[inventory.MatchTarget]bool{}
	for _, m := range one.Matches() {
		had[m.Target] = true
	}
	var targets []inventory.MatchTarget
	var offers []int64
	for _, w := range wanted {
		if !had[w.Target] {
			targets = append(targets, w.Target)
		}
		if !had[w.Target] && w.Target.Type == inventory.MatchSupplierOffer {
			offers = append(offers, w.Target.ID)
		}
	}
	records, err := p.targets.Records(ctx, team, targets)
	if err != nil {
		return nil, err
	}
	found, err := p.purchasing.Records(ctx, team, offers)
	if err != nil {
		return nil, err
	}
	for offer, r := range found {
		records[inventory.MatchTarget{Type: inventory.MatchSupplierOffer, ID: offer}] = r
	}
	for i, w := range wanted {
		if _, ok := records[w.Target]; !ok && !had[w.Target] {
			return nil, fault.New(fault.Rule, fault.CodeNotFound, "The target of the match does not exist.").
				At("/matches/" + strconv.Itoa(i) + "/target_id")
		}
	}
	return records, nil
}

// maker returns the user who makes the new matches; it is absent at the command line.
func (p *Products) maker(ctx context.Context, who caller.Caller) (optional.Maybe[inventory.MatchMaker], error) {
	if who.User == 0 {
		return optional.None[inventory.MatchMaker](), nil
	}
	name, err := p.teams.PersonName(ctx, who.Team, who.User)
	return optional.Some(inventory.MatchMaker{User: who.User, Name: name}), err
}

// MatchOffers assigns supplier offers to products, or to no product, and takes them from other
// products. A product that does not exist is a Rule fault not_found, a product with the maximum
// number of matches validation_failed.
func (p *Products) MatchOffers(ctx context.Context, who caller.Caller, products map[int64]optional.Maybe[inventory.ProductID]) error {
	offers := slices.Sorted(maps.Keys(products))
	return p.tx.InTx(ctx, func(ctx context.Context) error {
		if err := p.products.Hold(ctx, who.Team); err != nil {
			return err
		}
		had, err := p.products.Rivals(ctx, who.Team, inventory.MatchSupplierOffer, offers)
		if err != nil {
			return err
		}
		of := map[inventory.ProductID][]int64{}
		for _, offer := range offers {
			to, wanted := products[offer].Get()
			was := len(had)
			had = slices.DeleteFunc(had, func(m inventory.OwnedMatch) bool { return wanted && m.Product == to && m.Match.Target.ID == offer })
			if wanted && len(had) == was {
				of[to] = append(of[to], offer)
			}
		}
		w := p.matchWrite(who)
		if err := w.take(ctx, had); err != nil {
			return err
		}
		return p.attachOffers(ctx, w, of)
	})
}

// attachOffers adds matches with offers to products.
func (p *Products) attachOffers(ctx context.Context, w *matchWrite, of map[inventory.ProductID][]int64) error {
	const at = "/inventory_product_id"
	found, err := p.products.Load(ctx, w.who.Team, slices.Sorted(maps.Keys(of)))
	if err != nil {
		return err
	}
	if len(found) < len(of) {
		return fault.New(fault.Rule, fault.CodeNotFound, "There is no such inventory product.").At(at)
	}
	records, err := p.purchasing.Records(ctx, w.who.Team, slices.Concat(slices.Collect(maps.Values(of))...))
	if err != nil {
		return err
	}
	by, err := p.maker(ctx, w.who)
	if err != nil {
		return err
	}
	for _, one := range found {
		before := one.Matches()
		var matches []inventory.Match
		for _, offer := range of[one.ID()] {
			matches = append(matches, inventory.Match{
				Target: inventory.MatchTarget{Type: inventory.MatchSupplierOffer, ID: offer}, Record: records[offer], UnitsPerSale: 1,
				Method: inventory.MatchedManually, Confidence: inventory.Certain, CreatedBy: by, CreatedAt: w.now,
			})
		}
		if len(before)+len(matches) > inventory.MaxMatches {
			return fault.Newf(fault.Rule, fault.CodeValidationFailed, "An inventory product has at most %d matches.", inventory.MaxMatches).At(at)
		}
		w.change(one, before, one.Attach(matches, w.now))
	}
	return w.end(ctx)
}

// RemoveMatches takes up to edit.MaxRows matches away from a product.
type RemoveMatches struct {
	Product inventory.ProductID
	IDs     []inventory.MatchID
	// IfMatch has the product's version the caller saw, nil for any version.
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
		w.change(one, before, one.Unmatch(func(m inventory.Match) bool { return slices.Contains(in.IDs, m.ID) }, w.now))
		return w.end(ctx)
	})
	return rows, err
}
