package imports

import (
	"context"

	"sellingassistant/app/kernel/edit"
	repricerfacade "sellingassistant/app/repricer/facade"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	"sellingassistant/domain/repricer/strategy"
	accounts "sellingassistant/ports/account"
)

// RepricerProducts imports rows of the repricer.
type RepricerProducts struct {
	search
	products   *manage.Products
	strategies *manage.Strategies
}

func NewRepricerProducts(
	f *repricerfacade.Facade, products *manage.Products, strategies *manage.Strategies, sellers accounts.Sellers,
) *RepricerProducts {
	return &RepricerProducts{search{
		sellers: sellers, noun: "repricer product",
		ids: func(ctx context.Context, team id.Team, ids []int64) (map[int64]imports.Found, error) {
			named := make([]decision.ProductID, len(ids))
			for i, n := range ids {
				named[i] = decision.ProductID(n)
			}
			found, err := f.Rows(ctx, team, named)
			out := make(map[int64]imports.Found, len(found))
			for _, s := range found {
				out[int64(s.ID)] = imports.Found{ID: int64(s.ID), SKU: s.Key.SKU, Marketplace: s.Key.MarketplaceID}
			}
			return out, err
		},
		offers: func(ctx context.Context, team id.Team, offers []offer) (map[offer]imports.Found, error) {
			keys := make([]repricer.Key, len(offers))
			for i, o := range offers {
				keys[i] = repricer.Key{SellerID: o.seller, MarketplaceID: o.market, SKU: o.sku}
			}
			found, err := f.FindRows(ctx, team, keys)
			out := make(map[offer]imports.Found, len(found))
			for k, one := range found {
				out[offer{k.SellerID, k.MarketplaceID, k.SKU}] = imports.Found{ID: int64(one), SKU: k.SKU, Marketplace: k.MarketplaceID}
			}
			return out, err
		},
	}, products, strategies}
}

// strategiesOf reads the names of a team's strategies.
func (r *RepricerProducts) strategiesOf(ctx context.Context, who caller.Caller) (names, error) {
	n := names{map[int64]bool{}, map[string]int64{}}
	byID := page.Request{Limit: 200, Order: []page.By{{Field: "id"}}}
	for s, err := range page.All(byID, func(req page.Request) (page.Page[strategy.Row], error) {
		return r.strategies.List(ctx, who, strategy.Filter{}, req)
	}) {
		if err != nil {
			return n, err
		}
		n.ids[int64(s.ID)], n.byName[nameKey(s.Values.Name)] = true, int64(s.ID)
	}
	return n, nil
}

// named reports whether a change has a value for a field.
func named(changes []imports.Change, f imports.Field) bool {
	for _, c := range changes {
		for _, cell := range c.Cells {
			if cell.Field == f && !cell.Clear {
				return true
			}
		}
	}
	return false
}

func (r *RepricerProducts) change(ctx context.Context, who caller.Caller, changes []imports.Change) ([]imports.Changed, error) {
	var plans names
	if named(changes, imports.Strategy) {
		var err error
		if plans, err = r.strategiesOf(ctx, who); err != nil {
			return nil, err
		}
	}
	before := make([]optional.Maybe[repricer.ProductSnapshot], len(changes))
	wanted, at, out := readable(changes, func(i int, c imports.Change) (manage.ProductUpdate, *fault.Error) {
		patch, broken := rowPatch(c.Cells, plans)
		return manage.ProductUpdate{ID: decision.ProductID(c.Record), Patch: patch, When: func(s repricer.ProductSnapshot) *fault.Error {
			before[i] = optional.Some(s)
			return imports.Still(c.Still, func(f imports.Field) optional.Maybe[string] { return rowValue(s, f) })
		}}, broken
	})
	done, err := r.products.UpdateMany(ctx, who, wanted)
	for n, d := range done {
		i := at[n]
		out[i].Err, out[i].Any = d.Err, d.Outcome == edit.Updated
		was, found := before[i].Get()
		if !found {
			continue
		}
		is := was
		if d.Product != nil {
			is = d.Product.ProductSnapshot
		}
		out[i].Values = values(fieldsOf(changes[i]), func(f imports.Field) optional.Maybe[string] { return rowValue(was, f) },
			func(f imports.Field) optional.Maybe[string] { return rowValue(is, f) })
	}
	return out, err
}

// create makes rows that the listings or their ASINs allow, each alone.
func (r *RepricerProducts) create(
	ctx context.Context, who caller.Caller, wanted []imports.New,
) ([]imports.Made, error) {
	plans, err := r.strategiesOf(ctx, who)
	if err != nil {
		return nil, err
	}
	out := make([]imports.Made, len(wanted))
	var rows []repricer.NewProduct
	var at []int
	for i, w := range wanted {
		out[i].SKU, out[i].Marketplace = w.Key.SKU, w.Key.Marketplace
		patch, broken := rowPatch(w.Cells, plans)
		if w.Key.Marketplace == "" {
			broken = fault.New(fault.Rule, fault.CodeValidationFailed, "A new row needs its marketplace.")
		}
		if out[i].Err = broken; broken == nil {
			key := repricer.Key{SellerID: w.Key.Seller, MarketplaceID: w.Key.Marketplace, SKU: w.Key.SKU}
			rows, at = append(rows, repricer.NewProduct{Key: key, ASIN: w.Key.ASIN, Patch: patch}), append(at, i)
		}
	}
	made, err := r.products.CreateMany(ctx, who, rows)
	for n, m := range made {
		result := &out[at[n]]
		if result.Err = m.Err; m.Product == nil {
			continue
		}
		result.ID = int64(m.ID)
		fields := make([]imports.Field, len(wanted[at[n]].Cells))
		for i, cell := range wanted[at[n]].Cells {
			fields[i] = cell.Field
		}
		result.Values = values(fields, func(imports.Field) optional.Maybe[string] { return optional.None[string]() },
			func(f imports.Field) optional.Maybe[string] { return rowValue(m.Product.ProductSnapshot, f) })
	}
	return out, err
}

// remove deletes rows that no user has changed since they were created.
func (r *RepricerProducts) remove(ctx context.Context, who caller.Caller, records []int64) ([]*fault.Error, error) {
	ids := make([]decision.ProductID, len(records))
	for i, n := range records {
		ids[i] = decision.ProductID(n)
	}
	gone, err := r.products.Discard(ctx, who, ids)
	out := make([]*fault.Error, len(records))
	for i, r := range gone {
		out[i] = r.Err
	}
	return out, err
}
