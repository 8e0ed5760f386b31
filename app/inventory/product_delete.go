package inventory

import (
	"context"
	"slices"
	"strconv"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/audit"
)

// MaxProductRows is how many records one bulk call may name.
const MaxProductRows = 100

// DeleteProducts deletes up to MaxProductRows products.
type DeleteProducts struct {
	IDs []inventory.ProductID
	// DryRun decides everything and writes nothing.
	DryRun bool
}

// ProductRow is what became of one product of a bulk call.
type ProductRow struct {
	ID inventory.ProductID
	// Err is nil for a success.
	Err *fault.Error
}

// Delete deletes one product. Its matches go with it: the SKUs stay and belong
// to no product. Nothing that can still need a product is kept yet, so none is
// ever in use. ifMatch is the version the caller saw, nil for whichever.
func (p *Products) Delete(ctx context.Context, who caller.Caller, product inventory.ProductID, ifMatch *int64) error {
	rows, err := p.delete(ctx, who, DeleteProducts{IDs: []inventory.ProductID{product}}, ifMatch)
	if err != nil {
		return err
	}
	if rows[0].Err != nil {
		return rows[0].Err
	}
	return nil
}

// DeleteMany deletes products and answers one row per id, in order: an id
// named twice acts once and is answered at both places.
func (p *Products) DeleteMany(ctx context.Context, who caller.Caller, in DeleteProducts) ([]ProductRow, error) {
	return p.delete(ctx, who, in, nil)
}

func (p *Products) delete(ctx context.Context, who caller.Caller, in DeleteProducts, ifMatch *int64) ([]ProductRow, error) {
	if err := countedProducts(len(in.IDs)); err != nil {
		return nil, err
	}
	now := p.clock.Now()
	rows := make([]ProductRow, len(in.IDs))
	err := p.tx.InTx(ctx, func(ctx context.Context) error {
		if err := p.products.Hold(ctx, who.Team); err != nil {
			return err
		}
		found, err := p.products.Load(ctx, who.Team, onceProducts(in.IDs))
		if err != nil {
			return err
		}
		doomed := make([]inventory.ProductID, len(found))
		lines := make([]audit.Entry, len(found))
		skus := map[int64]bool{}
		for i, one := range found {
			if ifMatch != nil && *ifMatch != one.Version() {
				return fault.StaleVersion()
			}
			doomed[i] = one.ID()
			skusOf(skus, one.Matches())
			lines[i] = audit.For(who, productRecord, int64(one.ID()), "deleted", now)
			lines[i].Changes = map[string]audit.Change{"title": {Old: one.Snapshot().Values.Title}}
		}
		for i, named := range in.IDs {
			rows[i] = ProductRow{ID: named}
			if !slices.Contains(doomed, named) {
				rows[i].Err = fault.Missing()
			}
		}
		if in.DryRun || len(doomed) == 0 {
			return nil
		}
		if err := p.products.Delete(ctx, who.Team, doomed, now); err != nil {
			return err
		}
		if err := p.tellSKUs(ctx, who.Team, skus); err != nil {
			return err
		}
		return p.trail.Write(ctx, lines...)
	})
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// skusOf adds the SKUs of matches to a set.
func skusOf(set map[int64]bool, lists ...[]inventory.Match) {
	for _, list := range lists {
		for _, m := range list {
			if m.Target.Type == inventory.MatchSKU {
				set[m.Target.ID] = true
			}
		}
	}
}

// tellSKUs tells SKUs what they are matched with now.
func (p *Products) tellSKUs(ctx context.Context, team id.Team, set map[int64]bool) error {
	return tellSKUs(ctx, p.products, p.skus, team, set)
}

// countedProducts holds a bulk call to 1..MaxProductRows records.
func countedProducts(n int) error {
	code, message := fault.CodeTooFew, "must not be empty"
	switch {
	case n > MaxProductRows:
		code, message = fault.CodeTooMany, "must have at most "+strconv.Itoa(MaxProductRows)+" entries"
	case n > 0:
		return nil
	}
	e := fault.New(fault.Invalid, fault.CodeValidationFailed, "ids "+message).At("/ids")
	e.Errors = []fault.Item{{Code: code, Message: message, Pointer: "/ids"}}
	return e
}

func onceProducts(ids []inventory.ProductID) []inventory.ProductID {
	sorted := slices.Clone(ids)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}
