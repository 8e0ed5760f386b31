package inventory

import (
	"context"
	"slices"

	"sellingassistant/app/inventory/trail"
	"sellingassistant/app/kernel/edit"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/ports/audit"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/ports/tx"
)

// UpdateProduct changes one product.
type UpdateProduct struct {
	ID    inventory.ProductID
	Patch inventory.ProductPatch
	// AllowDuplicateGTIN accepts codes that other products have.
	AllowDuplicateGTIN bool
	// IfMatch has the version the caller saw, nil for any version.
	IfMatch *int64
}

// Update changes a product. It returns the faults of Product.Change and of Create; codes that it
// already has are not checked.
func (p *Products) Update(ctx context.Context, who caller.Caller, in UpdateProduct) (Product, error) {
	if err := in.Patch.Check(); err != nil {
		return Product{}, err
	}
	return tx.Value(ctx, p.tx, func(ctx context.Context) (out Product, err error) {
		done, err := p.change(ctx, who, []ProductUpdate{{ID: in.ID, Patch: in.Patch, AllowDuplicateGTIN: in.AllowDuplicateGTIN}}, in.IfMatch)
		switch {
		case err != nil:
			return out, err
		case done[0].Err != nil:
			return out, done[0].Err
		}
		layers, err := p.layers(ctx, who.Team, in.ID)
		if err != nil {
			return out, err
		}
		shown, err := p.counted(ctx, who.Team, done[0].After)
		if err != nil {
			return out, err
		}
		shown[0].Layers = layers.All()
		return shown[0], nil
	})
}

// ProductUpdate changes one product among others.
type ProductUpdate struct {
	ID    inventory.ProductID
	Patch inventory.ProductPatch
	// AllowDuplicateGTIN accepts codes that other products have.
	AllowDuplicateGTIN bool
	// When sees the product before the change, which it may refuse; nil refuses nothing.
	When func(before inventory.ProductSnapshot) *fault.Error
}

// UpdatedProduct has the result of a product; Before and After are zero if it is missing.
type UpdatedProduct struct {
	edit.Result[inventory.ProductID]
	Before, After inventory.ProductSnapshot
}

// UpdateMany changes products, each in its own way and named once, in the transaction of ctx or one
// of its own. It answers one result per change, in order. A product that is missing, or that Update
// would refuse to change, fails alone.
func (p *Products) UpdateMany(ctx context.Context, who caller.Caller, in []ProductUpdate) ([]UpdatedProduct, error) {
	return tx.Value(ctx, p.tx, func(ctx context.Context) ([]UpdatedProduct, error) { return p.change(ctx, who, in, nil) })
}

// UpdateProducts changes products in the same way.
type UpdateProducts struct {
	// IDs may repeat: a repeated id acts once and is answered at each place.
	IDs   []inventory.ProductID
	Patch inventory.ProductPatch
}

// ProductResult has the result of a product; Product is nil after a fault.
type ProductResult struct {
	edit.Result[inventory.ProductID]
	Product *Product
}

// UpdateAlike changes 1 to 100 products in the same way. It answers one result per id, in order. A
// product that is missing, or that Update would refuse to change, fails alone. An invalid patch
// refuses the call.
func (p *Products) UpdateAlike(ctx context.Context, who caller.Caller, alike UpdateProducts) ([]ProductResult, error) {
	if err := edit.Counted(len(alike.IDs), "/ids"); err != nil {
		return nil, err
	}
	if err := alike.Patch.Check(); err != nil {
		return nil, err
	}
	return tx.Value(ctx, p.tx, func(ctx context.Context) ([]ProductResult, error) {
		ids := edit.Once(alike.IDs)
		updates := make([]ProductUpdate, len(ids))
		for i, product := range ids {
			updates[i] = ProductUpdate{ID: product, Patch: alike.Patch}
		}
		done, err := p.change(ctx, who, updates, nil)
		if err != nil {
			return nil, err
		}
		var changed []inventory.ProductSnapshot
		for _, u := range done {
			if u.Err == nil {
				changed = append(changed, u.After)
			}
		}
		shown, err := p.counted(ctx, who.Team, changed...)
		if err != nil {
			return nil, err
		}
		results := make(map[inventory.ProductID]ProductResult, len(done))
		for _, u := range done {
			results[u.ID] = ProductResult{Result: u.Result}
		}
		for i := range shown {
			results[shown[i].ID] = ProductResult{results[shown[i].ID].Result, &shown[i]}
		}
		out := make([]ProductResult, len(alike.IDs))
		for i, product := range alike.IDs {
			out[i] = results[product]
		}
		return out, nil
	})
}

func (p *Products) change(ctx context.Context, who caller.Caller, in []ProductUpdate, ifMatch *int64) ([]UpdatedProduct, error) {
	if err := p.products.Hold(ctx, who.Team); err != nil {
		return nil, err
	}
	ids, by := make([]inventory.ProductID, len(in)), make(map[inventory.ProductID]*ProductUpdate, len(in))
	for i := range in {
		ids[i], by[in[i].ID] = in[i].ID, &in[i]
	}
	rows, err := p.products.Load(ctx, who.Team, edit.Once(ids))
	if err != nil {
		return nil, err
	}
	with, err := p.pricings(ctx, who.Team, in)
	if err != nil {
		return nil, err
	}
	known, err := p.lives(ctx, who.Team, in)
	if err != nil {
		return nil, err
	}
	taken := map[inventory.ProductID]error{}
	for _, one := range rows {
		err := p.unique(ctx, who.Team, one.NewGTINs(by[one.ID()].Patch), by[one.ID()].AllowDuplicateGTIN)
		if err != nil && !fault.Is(err, fault.CodeDuplicate) {
			return nil, err
		}
		taken[one.ID()] = err
	}
	now := p.clock.Now()
	seen, layers := make(map[inventory.ProductID]UpdatedProduct, len(rows)), []ports.LayerChange(nil)
	results, changed, err := edit.Each(edit.Many[inventory.ProductID]{IDs: ids}, rows, ifMatch, func(one *inventory.Product) (edit.Outcome, error) {
		u, before := by[one.ID()], one.Snapshot()
		defer func() { seen[one.ID()] = UpdatedProduct{Before: before, After: one.Snapshot()} }()
		if err := u.Patch.Check(); err != nil {
			return edit.Failed, err
		}
		if u.When != nil {
			if err := u.When(before); err != nil {
				return edit.Failed, err
			}
		}
		if err := taken[one.ID()]; err != nil {
			return edit.Failed, err
		}
		if err := known.check(u.Patch); err != nil {
			return edit.Failed, err
		}
		done, err := one.Change(u.Patch, with[one.ID()], now)
		if done.Costs {
			layers = append(layers, ports.LayerChange{Owner: int64(one.ID()), Before: with[one.ID()].Costs, After: done.Layers})
		}
		return edit.Change(done.Any, err)
	})
	if err != nil {
		return nil, err
	}
	out := make([]UpdatedProduct, len(results))
	for i, r := range results {
		out[i] = UpdatedProduct{r, seen[r.ID].Before, seen[r.ID].After}
	}
	if len(changed) == 0 {
		return out, nil
	}
	if err := p.products.Save(ctx, changed...); err != nil {
		return nil, err
	}
	if err := p.costs.Save(ctx, who.Team, inventory.CostOfProduct, layers...); err != nil {
		return nil, err
	}
	if err := p.costs.of(ctx, who.Team, inventory.CostOfProduct, reclassed(changed, seen)); err != nil {
		return nil, err
	}
	lines := make([]audit.Entry, len(changed))
	for i, one := range changed {
		was, is := seen[one.ID()].Before, seen[one.ID()].After
		lines[i] = audit.For(who, trail.ProductRecord, int64(is.ID), "updated", is.UpdatedAt)
		lines[i].Changes, lines[i].Version = trail.Changes(trail.ProductMembers(was), trail.ProductMembers(is)), is.Version
	}
	return out, p.trail.Write(ctx, lines...)
}

// reclassed lists the products with a changed VAT class.
func reclassed(changed []*inventory.Product, seen map[inventory.ProductID]UpdatedProduct) (ids []int64) {
	for _, product := range changed {
		if u := seen[product.ID()]; u.Before.Values.VATClass != u.After.Values.VATClass {
			ids = append(ids, int64(product.ID()))
		}
	}
	return ids
}

// pricings returns the inputs of cost changes. It reads the costs of products if a patch changes
// their cost.
func (p *Products) pricings(ctx context.Context, team id.Team, in []ProductUpdate) (map[inventory.ProductID]inventory.ProductPricing, error) {
	today := date.Of(p.clock.Now().UTC())
	var priced []int64
	for _, u := range in {
		if u.Patch.Prices() && u.ID != 0 {
			priced = append(priced, int64(u.ID))
		}
	}
	layers, err := p.costs.Load(ctx, team, inventory.CostOfProduct, priced)
	if err != nil {
		return nil, err
	}
	out := make(map[inventory.ProductID]inventory.ProductPricing, len(in))
	var home money.Currency
	for _, u := range in {
		with := inventory.ProductPricing{Today: today, Costs: layers[int64(u.ID)]}
		if _, known := with.Costs.In(today); u.Patch.Prices() && !known && !u.Patch.Currency.Set {
			if home == "" {
				if home, err = p.teams.Currency(ctx, team); err != nil {
					return nil, err
				}
			}
			with.Home = home
		}
		out[u.ID] = with
	}
	return out, nil
}

// live lists the suppliers and warehouses of a team that patches name. If any is deleted meanwhile,
// its deletion waits for the lock of the products and then removes it from them.
type live struct{ suppliers, warehouses []int64 }

func (p *Products) lives(ctx context.Context, team id.Team, in []ProductUpdate) (out live, err error) {
	var suppliers, warehouses []int64
	for _, u := range in {
		if one, ok := u.Patch.SupplierID.Given(); ok {
			suppliers = append(suppliers, one)
		}
		if one, ok := u.Patch.WarehouseID.Given(); ok {
			warehouses = append(warehouses, one)
		}
	}
	if out.suppliers, err = p.purchasing.Suppliers(ctx, team, edit.Once(suppliers)); err != nil {
		return out, err
	}
	out.warehouses, err = p.purchasing.Warehouses(ctx, team, edit.Once(warehouses))
	return out, err
}

// check refuses a supplier and a warehouse that the team does not have.
func (l live) check(c inventory.ProductPatch) error {
	if one, ok := c.SupplierID.Given(); ok && !slices.Contains(l.suppliers, one) {
		return fault.New(fault.Rule, fault.CodeNotFound, "There is no such supplier.").At("/default_supplier_id")
	}
	if one, ok := c.WarehouseID.Given(); ok && !slices.Contains(l.warehouses, one) {
		return fault.New(fault.Rule, fault.CodeNotFound, "There is no such warehouse.").At("/default_warehouse_id")
	}
	return nil
}
