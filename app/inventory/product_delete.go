package inventory

import (
	"context"

	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/ports/audit"
)

// Delete deletes one product. Its matches go with it: the SKUs stay and belong
// to no product. Nothing that can still need a product is kept yet, so none is
// ever in use. ifMatch is the version the caller saw, nil for whichever.
func (p *Products) Delete(ctx context.Context, who caller.Caller, product inventory.ProductID, ifMatch *int64) error {
	return edit.Alone(p.delete(ctx, who, edit.Many[inventory.ProductID]{IDs: []inventory.ProductID{product}}, ifMatch))
}

// DeleteMany deletes products and answers one result per id, in order.
func (p *Products) DeleteMany(ctx context.Context, who caller.Caller, in edit.Many[inventory.ProductID]) ([]edit.Result[inventory.ProductID], error) {
	return p.delete(ctx, who, in, nil)
}

func (p *Products) delete(ctx context.Context, who caller.Caller, in edit.Many[inventory.ProductID], ifMatch *int64) (results []edit.Result[inventory.ProductID], err error) {
	if err := edit.Counted(len(in.IDs), "/ids"); err != nil {
		return nil, err
	}
	now := p.clock.Now()
	err = p.tx.InTx(ctx, func(ctx context.Context) error {
		if err := p.products.Hold(ctx, who.Team); err != nil {
			return err
		}
		found, err := p.products.Load(ctx, who.Team, edit.Once(in.IDs))
		if err != nil {
			return err
		}
		var doomed []*inventory.Product
		results, doomed, err = edit.Each(in, found, ifMatch, func(*inventory.Product) (edit.Outcome, error) { return edit.Deleted, nil })
		if err != nil || len(doomed) == 0 {
			return err
		}
		if err := p.products.Delete(ctx, who.Team, edit.IDs[inventory.ProductID](doomed), now); err != nil {
			return err
		}
		lines := make([]audit.Entry, len(doomed))
		skus := map[int64]bool{}
		for i, one := range doomed {
			skusOf(skus, one.Matches())
			lines[i] = audit.For(who, productRecord, int64(one.ID()), "deleted", now)
			lines[i].Changes = map[string]audit.Change{"title": {Old: one.Snapshot().Values.Title}}
		}
		if err := p.tellSKUs(ctx, who.Team, skus); err != nil {
			return err
		}
		return p.trail.Write(ctx, lines...)
	})
	return results, err
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
