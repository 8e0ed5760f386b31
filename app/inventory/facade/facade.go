package facade

import (
	"context"
	"time"

	"sellingassistant/domain/inventory"
	"sellingassistant/domain/inventory/view"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/inventory"
)

// Parts has the stores that the facade reads.
type Parts struct {
	Products  ports.Products
	SKUs      ports.SKUs
	Costs     ports.CostLayers
	Listings  ports.Listings
	Demand    ports.Demand
	Catalogue ports.Catalogue
	Live      ports.LiveRecords
}

// Facade answers questions about SKUs, listings and products.
type Facade struct{ p Parts }

// New returns the facade.
func New(p Parts) *Facade { return &Facade{p} }

// LockProducts makes other writers of the team's products and matches wait until the transaction
// ends.
func (f *Facade) LockProducts(ctx context.Context, team id.Team) error {
	return f.p.Products.Hold(ctx, team)
}

// LiveSKUs returns the ids of SKUs of the team that exist and are not hidden.
func (f *Facade) LiveSKUs(ctx context.Context, team id.Team, skus []int64) ([]int64, error) {
	return f.p.Live.SKUs(ctx, team, skus)
}

// LiveProducts returns the ids of products of the team that exist.
func (f *Facade) LiveProducts(ctx context.Context, team id.Team, products []int64) ([]int64, error) {
	return f.p.Live.Products(ctx, team, products)
}

// LiveListings returns the ids of listings of the team that exist.
func (f *Facade) LiveListings(ctx context.Context, team id.Team, listings []int64) ([]int64, error) {
	return f.p.Live.Listings(ctx, team, listings)
}

// TouchSKUs marks SKUs as changed, because a member that another context owns has changed.
func (f *Facade) TouchSKUs(ctx context.Context, team id.Team, skus []int64, at time.Time) error {
	return f.p.Live.TouchSKUs(ctx, team, skus, at)
}

// TouchProducts marks products as changed, as TouchSKUs does.
func (f *Facade) TouchProducts(ctx context.Context, team id.Team, products []int64, at time.Time) error {
	return f.p.Live.TouchProducts(ctx, team, products, at)
}

// TouchListings marks listings as changed, as TouchSKUs does.
func (f *Facade) TouchListings(ctx context.Context, team id.Team, listings []int64, at time.Time) error {
	return f.p.Live.TouchListings(ctx, team, listings, at)
}

// Catalogue finds products and SKUs by many keys at once, without their matches.
func (f *Facade) Catalogue(
	ctx context.Context, team id.Team, keys view.Keys,
) ([]view.Product, []view.SKU, error) {
	return f.p.Catalogue(ctx, team, keys)
}

// Stocked reads the stock and supply of the active products, by id.
func (f *Facade) Stocked(ctx context.Context, team id.Team) ([]view.Stocked, error) {
	return f.p.Demand.Stocked(ctx, team)
}

// SoldAs reads the SKUs that active products are matched with, by product. Hidden SKUs are left
// out.
func (f *Facade) SoldAs(ctx context.Context, team id.Team) ([]view.SoldAs, error) {
	return f.p.Demand.SoldAs(ctx, team)
}

// counting asks for the number of records.
var counting = page.Request{Limit: 1, Order: []page.By{{Field: "id"}}, Count: true}

// CountProductCosts counts the products with a cost, also archived products.
func (f *Facade) CountProductCosts(ctx context.Context, team id.Team) (int64, error) {
	all := []inventory.ProductStatus{inventory.ProductActive, inventory.ProductArchived}
	found, err := f.p.Products.List(ctx, team, ports.ProductFilter{HasCost: new(true), Statuses: all}, counting)
	if err != nil {
		return 0, err
	}
	return *found.Total, nil
}

// CountSKUCosts counts the SKUs with a cost of their own, also hidden SKUs.
func (f *Facade) CountSKUCosts(ctx context.Context, team id.Team) (int64, error) {
	found, err := f.p.SKUs.List(ctx, team, ports.SKUFilter{HasCost: new(true)}, counting)
	if err != nil {
		return 0, err
	}
	return *found.Total, nil
}

// ProductTypes returns the marketplace's product types of listings. Keys without a listing, and
// listings without a type, are left out.
func (f *Facade) ProductTypes(
	ctx context.Context, team id.Team, keys []inventory.ListingKey,
) (map[inventory.ListingKey]string, error) {
	return f.p.Listings.ProductTypes(ctx, team, keys)
}
