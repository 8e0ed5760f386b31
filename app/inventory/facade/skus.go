package facade

import (
	"context"
	"iter"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/inventory/view"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/inventory"
)

// atOnce bounds the records that are read with one statement.
const atOnce = 1_000

// SKUQuery narrows SKUs; empty members do not narrow.
type SKUQuery struct {
	// Names match whole and case-sensitive.
	Names, ASINs []string
	Marketplaces []marketplace.ID
	Statuses     []inventory.SKUStatus
	Tags         mark.Filter
	// Text matches within SKU, ASIN, FNSKU or title, ignoring letter case.
	Text string
	// Hidden selects hidden SKUs or the others; nil selects both.
	Hidden *bool
}

// SKUs yields the SKUs that match a query by name.
func (f *Facade) SKUs(ctx context.Context, team id.Team, q SKUQuery) iter.Seq2[inventory.SKUSnapshot, error] {
	filter := ports.SKUFilter{
		SKUs: q.Names, ASINs: q.ASINs, Marketplaces: q.Marketplaces, Statuses: q.Statuses, Tags: q.Tags, Query: q.Text,
		Hidden: q.Hidden,
	}
	byName := page.Request{Limit: atOnce, Order: []page.By{{Field: "sku"}}}
	return page.All(byName, func(r page.Request) (page.Page[inventory.SKUSnapshot], error) {
		return f.p.SKUs.List(ctx, team, filter, r)
	})
}

// ProductsOf yields, by id, the active products with one of the ASINs. The ASINs of their matches
// count too.
func (f *Facade) ProductsOf(
	ctx context.Context, team id.Team, asins []string,
) iter.Seq2[inventory.ProductSnapshot, error] {
	byID := page.Request{Limit: atOnce, Order: []page.By{{Field: "id"}}}
	return page.All(byID, func(r page.Request) (page.Page[inventory.ProductSnapshot], error) {
		return f.p.Products.List(ctx, team, ports.ProductFilter{ASINs: asins}, r)
	})
}

// FindSKUs maps keys to SKUs. Keys without a SKU are left out.
func (f *Facade) FindSKUs(
	ctx context.Context, team id.Team, keys []inventory.SKUKey,
) (map[inventory.SKUKey]inventory.SKUID, error) {
	return f.p.SKUs.Find(ctx, team, keys)
}

// LockSKUs reads SKUs, also hidden SKUs, and locks them until the transaction ends. Absent SKUs are
// left out.
func (f *Facade) LockSKUs(
	ctx context.Context, team id.Team, ids []inventory.SKUID,
) ([]inventory.SKUSnapshot, error) {
	found, err := f.p.SKUs.LoadLocked(ctx, team, ids)
	out := make([]inventory.SKUSnapshot, len(found))
	for i, sku := range found {
		out[i] = sku.Snapshot()
	}
	return out, err
}

// Parts lists the products of SKUs with their units in one sale. SKUs without a match are left out.
func (f *Facade) Parts(ctx context.Context, team id.Team, skus []int64) ([]view.SKUPart, error) {
	return f.p.SKUs.Parts(ctx, team, skus)
}

// Products reads products for a change of records that name them. Absent products are left out.
func (f *Facade) Products(
	ctx context.Context, team id.Team, ids []inventory.ProductID,
) ([]inventory.ProductSnapshot, error) {
	found, err := f.p.Products.Load(ctx, team, ids)
	out := make([]inventory.ProductSnapshot, len(found))
	for i, product := range found {
		out[i] = product.Snapshot()
	}
	return out, err
}

// UnitCosts reads the unit costs of products or SKUs in force on a day. Owners without a cost are
// left out.
func (f *Facade) UnitCosts(
	ctx context.Context, team id.Team, kind inventory.CostOwner, owners []int64, day date.Date,
) (map[int64]money.Sum, error) {
	layers, err := f.p.Costs.Load(ctx, team, kind, owners)
	out := make(map[int64]money.Sum, len(layers))
	for owner, costs := range layers {
		if layer, ok := costs.In(day); ok {
			out[owner] = money.Sum{Amount: layer.Cost.Unit, Currency: layer.Cost.Currency}
		}
	}
	return out, err
}
