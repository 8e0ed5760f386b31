package inventory

import (
	"context"

	"sellingassistant/app/inventory/trail"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/ports/audit"
)

// Delete deletes one product with its matches; the SKUs and offers stay without a product. A
// product with stock, or in an open order, is in_use with blockers. ifMatch is the version the
// caller saw, nil for any version.
func (p *Products) Delete(ctx context.Context, who caller.Caller, product inventory.ProductID, ifMatch *int64) error {
	return p.deletion(who).One(ctx, p.tx, product, ifMatch)
}

// DeleteMany deletes products and answers one result per id, in order.
func (p *Products) DeleteMany(ctx context.Context, who caller.Caller, in edit.Many[inventory.ProductID]) ([]edit.Result[inventory.ProductID], error) {
	return p.deletion(who).Run(ctx, p.tx, in, nil)
}

func (p *Products) deletion(who caller.Caller) edit.Bulk[inventory.ProductID, *inventory.Product] {
	now := p.clock.Now()
	var blocked map[inventory.ProductID][]edit.Blocker
	return edit.Bulk[inventory.ProductID, *inventory.Product]{
		Lock: func(ctx context.Context, ids []inventory.ProductID) ([]*inventory.Product, error) {
			if err := p.products.Hold(ctx, who.Team); err != nil {
				return nil, err
			}
			found, err := p.products.Load(ctx, who.Team, ids)
			if err == nil {
				blocked, err = p.blockers(ctx, who.Team, ids)
			}
			return found, err
		},
		Verb: func(one *inventory.Product) (edit.Outcome, error) { return edit.Deletion(blocked[one.ID()]) },
		Write: func(ctx context.Context, doomed []*inventory.Product) error {
			ids := edit.IDs[inventory.ProductID](doomed)
			if err := p.products.Delete(ctx, who.Team, ids, now); err != nil {
				return err
			}
			if err := p.marks.Forget(ctx, who.Team, mark.Product, id.Convert[int64](ids), now); err != nil {
				return err
			}
			lines := make([]audit.Entry, len(doomed))
			targets := owned{}
			for i, one := range doomed {
				targets.of(one.Matches())
				lines[i] = audit.For(who, trail.ProductRecord, int64(one.ID()), "deleted", now)
				lines[i].Changes = map[string]audit.Change{"title": {Old: one.Snapshot().Values.Title}}
			}
			if err := p.told().tell(ctx, who.Team, targets); err != nil {
				return err
			}
			return p.trail.Write(ctx, lines...)
		},
	}
}

func (p *Products) blockers(ctx context.Context, team id.Team, ids []inventory.ProductID) (map[inventory.ProductID][]edit.Blocker, error) {
	found, err := p.purchasing.Blockers(ctx, team, ids)
	out := map[inventory.ProductID][]edit.Blocker{}
	for product, by := range found {
		for _, b := range by {
			out[product] = append(out[product], edit.Blocker(b))
		}
	}
	return out, err
}
