package imports

import (
	"context"
	"maps"
	"slices"

	inventoryapp "sellingassistant/app/inventory"
	inventoryfacade "sellingassistant/app/inventory/facade"
	"sellingassistant/app/kernel/edit"
	purchasingfacade "sellingassistant/app/purchasing/facade"
	repricerfacade "sellingassistant/app/repricer/facade"
	"sellingassistant/domain/imports"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/repricer"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
)

// SKUs imports SKUs of the inventory.
type SKUs struct {
	search
	skus      *inventoryapp.SKUs
	suppliers suppliers
	repricer  *repricerfacade.Facade
	clock     clock.Clock
}

func NewSKUs(
	f *inventoryfacade.Facade, skus *inventoryapp.SKUs, p *purchasingfacade.Facade, r *repricerfacade.Facade,
	sellers accounts.Sellers, clk clock.Clock,
) *SKUs {
	return &SKUs{search{
		sellers: sellers, noun: "SKU",
		ids: func(ctx context.Context, team id.Team, ids []int64) (map[int64]imports.Found, error) {
			wanted := make([]inventory.SKUID, len(ids))
			for i, n := range ids {
				wanted[i] = inventory.SKUID(n)
			}
			found, err := f.LockSKUs(ctx, team, edit.Once(wanted))
			out := make(map[int64]imports.Found, len(found))
			for _, s := range found {
				out[int64(s.ID)] = imports.Found{ID: int64(s.ID), SKU: s.Key.SKU, Marketplace: s.Key.Marketplace}
			}
			return out, err
		},
		offers: func(ctx context.Context, team id.Team, offers []offer) (map[offer]imports.Found, error) {
			found, err := f.FindSKUs(ctx, team, skuKeys(offers))
			out := make(map[offer]imports.Found, len(found))
			for k, one := range found {
				out[offer{k.Seller, k.Marketplace, k.SKU}] = imports.Found{ID: int64(one), SKU: k.SKU, Marketplace: k.Marketplace}
			}
			return out, err
		},
	}, skus, suppliers{p}, r, clk}
}

func skuKeys(offers []offer) []inventory.SKUKey {
	keys := make([]inventory.SKUKey, len(offers))
	for i, o := range offers {
		keys[i] = inventory.SKUKey{Seller: o.seller, Marketplace: o.market, SKU: o.sku}
	}
	return keys
}

// suppliers finds suppliers by their ids and names.
type suppliers struct{ purchasing *purchasingfacade.Facade }

func (s suppliers) of(ctx context.Context, team id.Team, changes []imports.Change) (names, error) {
	out := names{map[int64]bool{}, map[string]int64{}}
	var ids []int64
	var called []string
	for _, c := range changes {
		for _, cell := range c.Cells {
			if cell.Field != imports.Supplier || cell.Clear {
				continue
			}
			if n, ok := whole(cell.Text); ok {
				ids = append(ids, n)
			}
			called = append(called, cell.Text)
		}
	}
	if len(called) == 0 {
		return out, nil
	}
	live, err := s.purchasing.LiveSuppliers(ctx, team, edit.Once(ids))
	if err != nil {
		return out, err
	}
	for _, n := range live {
		out.ids[n] = true
	}
	found, err := s.purchasing.SuppliersCalled(ctx, team, edit.Once(called))
	for _, one := range found {
		out.byName[nameKey(one.Values.Name)] = int64(one.ID)
	}
	return out, err
}

func (n names) supplier(c imports.Cell) (optional.Field[int64], *fault.Error) {
	if c.Clear {
		return optional.Clear[int64](), nil
	}
	one, err := n.id(c, "supplier")
	return optional.Put(one), err
}

func (s *SKUs) change(ctx context.Context, who caller.Caller, changes []imports.Change) ([]imports.Changed, error) {
	known, err := s.suppliers.of(ctx, who.Team, changes)
	if err != nil {
		return nil, err
	}
	today := date.Of(s.clock.Now().UTC())
	wanted, at, out := readable(changes, func(_ int, c imports.Change) (inventoryapp.SKUUpdate, *fault.Error) {
		patch, broken := skuPatch(c, known)
		return inventoryapp.SKUUpdate{ID: inventory.SKUID(c.Record), Patch: patch, When: func(b inventory.SKUSnapshot) *fault.Error {
			return imports.Still(c.Still, skuValue(b, today))
		}}, broken
	})
	done, err := s.skus.UpdateMany(ctx, who, wanted)
	if err != nil {
		return out, err
	}
	var before []inventory.SKUSnapshot
	for n, d := range done {
		i := at[n]
		out[i].Err, out[i].Any = d.Err, d.Outcome == edit.Updated
		if d.Before.ID != 0 {
			out[i].Values = values(withCost(fieldsOf(changes[i]), costFields), skuValue(d.Before, today), skuValue(d.After, today))
			before = append(before, d.Before)
		}
	}
	counted, err := s.counted(ctx, who.Team, before, changes)
	for n, d := range done {
		out[at[n]].Instead = counted[d.Before.ID].replaced(d.Before, skuValue(d.After, today))
	}
	return out, err
}

// counted reads the costs of products and the limits of the repricer. They count for SKUs without
// own ones.
func (s *SKUs) counted(
	ctx context.Context, team id.Team, skus []inventory.SKUSnapshot, changes []imports.Change,
) (map[inventory.SKUID]elsewhere, error) {
	out := map[inventory.SKUID]elsewhere{}
	if named(changes, imports.UnitCost) || named(changes, imports.Postage) {
		costs, err := s.skus.Assembled(ctx, team, skus)
		if err != nil {
			return nil, err
		}
		for sku, cost := range costs {
			out[sku] = elsewhere{cost: optional.Some(cost)}
		}
	}
	if !named(changes, imports.MinPrice) && !named(changes, imports.MaxPrice) {
		return out, nil
	}
	keys, owners := make([]repricer.Key, len(skus)), map[repricer.Key]inventory.SKUID{}
	for i, sku := range skus {
		keys[i] = repricer.Key{SellerID: sku.Key.Seller, MarketplaceID: sku.Key.Marketplace, SKU: sku.Key.SKU}
		owners[keys[i]] = sku.ID
	}
	found, err := s.repricer.FindRows(ctx, team, keys)
	if err != nil {
		return nil, err
	}
	rows, err := s.repricer.Rows(ctx, team, slices.Collect(maps.Values(found)))
	for _, row := range rows {
		of := out[owners[row.Key]]
		of.row = optional.Some(row)
		out[owners[row.Key]] = of
	}
	return out, err
}

// elsewhere has the cost of the products of a SKU, and its row of the repricer.
type elsewhere struct {
	cost optional.Maybe[inventory.Cost]
	row  optional.Maybe[repricer.ProductSnapshot]
}

// replaced compares the first amounts of a SKU with those that counted before. Costs in two
// currencies do not compare.
func (e elsewhere) replaced(was inventory.SKUSnapshot, is func(imports.Field) optional.Maybe[string]) []imports.Value {
	var out []imports.Value
	if cost, known := e.cost.Get(); known && is(imports.Currency) == optional.Some(string(cost.Currency)) {
		unit := optional.Some(cost.Unit.String())
		out = append(out, imports.Value{Field: imports.UnitCost, Old: unit, New: is(imports.UnitCost)},
			imports.Value{Field: imports.Postage, Old: text(cost.OutboundShipping), New: is(imports.Postage)})
	}
	row, known := e.row.Get()
	if known && !was.MinPrice.Known() {
		out = append(out, imports.Value{Field: imports.MinPrice, Old: text(row.Limits.MinPrice), New: is(imports.MinPrice)})
	}
	if known && !was.MaxPrice.Known() {
		out = append(out, imports.Value{Field: imports.MaxPrice, Old: text(row.Limits.MaxPrice), New: is(imports.MaxPrice)})
	}
	return out
}

// costFields lists the parts of a cost. A change of one part may change the others, so all are
// reported.
var costFields = []imports.Field{
	imports.UnitCost, imports.Currency, imports.Postage, imports.PrepCost, imports.InboundShipping, imports.OtherCost, imports.VATRate,
}

// withCost adds all parts of a cost to the fields if they have one of the parts.
func withCost(fields, parts []imports.Field) []imports.Field {
	if !slices.ContainsFunc(fields, func(f imports.Field) bool { return slices.Contains(parts, f) }) {
		return fields
	}
	for _, p := range parts {
		if !slices.Contains(fields, p) {
			fields = append(fields, p)
		}
	}
	return fields
}

func skuPatch(c imports.Change, known names) (p inventory.SKUPatch, broken *fault.Error) {
	var cost inventory.CostPatch
	costs := false
	for _, cell := range c.Cells {
		switch cell.Field {
		case imports.MinPrice:
			p.MinPrice, broken = priceField(cell)
		case imports.MaxPrice:
			p.MaxPrice, broken = priceField(cell)
		case imports.MapPrice:
			p.MapPrice, broken = priceField(cell)
		case imports.Supplier:
			p.Supplier, broken = known.supplier(cell)
		case imports.Currency:
			// A currency only counts together with amounts.
			cost.Currency, broken = currencyOf(cell)
		case imports.UnitCost:
			cost.Unit, broken = amountField(cell)
			costs = true
		case imports.Postage:
			cost.OutboundShipping, broken = amountField(cell)
			costs = true
		case imports.PrepCost:
			cost.Prep, broken = amountOrZero(cell)
			costs = true
		case imports.InboundShipping:
			cost.InboundShipping, broken = amountOrZero(cell)
			costs = true
		case imports.OtherCost:
			cost.Other, broken = amountOrZero(cell)
			costs = true
		case imports.VATRate:
			cost.VATRate, broken = percentField(cell)
			costs = true
		}
		if broken != nil {
			return p, broken
		}
	}
	if costs {
		p.Costs = optional.Some(cost)
	}
	return p, nil
}

// priceField reads an amount above 0.
func priceField(c imports.Cell) (optional.Field[money.Amount], *fault.Error) {
	f, err := amountField(c)
	if a, ok := f.Given(); err == nil && ok && !a.Positive() {
		err = wrong(c, "must be above 0")
	}
	return f, err
}

// amountOrZero reads an amount that cannot be missing.
func amountOrZero(c imports.Cell) (optional.Maybe[money.Amount], *fault.Error) {
	f, err := amountField(c)
	return optional.Some(f.Value), err
}

func percentField(c imports.Cell) (f optional.Field[money.Percent], err *fault.Error) {
	if c.Clear {
		return optional.Clear[money.Percent](), nil
	}
	p, broken := money.ParsePercent(c.Text)
	if broken != nil {
		return f, wrong(c, "is no percentage")
	}
	return optional.Put(p), nil
}

// skuValue reads the members of a SKU; members of its cost are as of today.
func skuValue(s inventory.SKUSnapshot, today date.Date) func(imports.Field) optional.Maybe[string] {
	layer, costs := s.Costs.In(today)
	return func(f imports.Field) optional.Maybe[string] {
		switch f {
		case imports.MinPrice:
			return text(s.MinPrice)
		case imports.MaxPrice:
			return text(s.MaxPrice)
		case imports.MapPrice:
			return text(s.MapPrice)
		case imports.Supplier:
			return digits(s.Supplier)
		}
		if !costs {
			return optional.None[string]()
		}
		c := layer.Cost
		switch f {
		case imports.UnitCost:
			return optional.Some(c.Unit.String())
		case imports.Currency:
			return optional.Some(string(c.Currency))
		case imports.Postage:
			return text(c.OutboundShipping)
		case imports.PrepCost:
			return optional.Some(c.Prep.String())
		case imports.InboundShipping:
			return optional.Some(c.InboundShipping.String())
		case imports.OtherCost:
			return optional.Some(c.Other.String())
		case imports.VATRate:
			return text(c.VATRate)
		}
		return optional.None[string]()
	}
}
