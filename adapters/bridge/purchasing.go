package bridge

import (
	"context"

	inventoryapp "sellingassistant/app/inventory"
	purchasingapp "sellingassistant/app/purchasing"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
	inventoryports "sellingassistant/ports/inventory"
	purchasingports "sellingassistant/ports/purchasing"
)

// Purchasing gives the inventory suppliers and warehouses, and gives supplier offers their
// inventory products.
type Purchasing struct {
	offers     *purchasingapp.MatchedOffers
	store      purchasingports.Offers
	suppliers  purchasingports.Suppliers
	warehouses purchasingports.Warehouses
	stock      purchasingports.Stock
	orders     purchasingports.Waiting
}

// NewPurchasing makes the bridge from purchasing to inventory.
func NewPurchasing(offers *purchasingapp.MatchedOffers, store purchasingports.Offers, suppliers purchasingports.Suppliers,
	warehouses purchasingports.Warehouses, stock purchasingports.Stock, orders purchasingports.Waiting,
) *Purchasing {
	return &Purchasing{offers, store, suppliers, warehouses, stock, orders}
}

var _ inventoryports.Purchasing = (*Purchasing)(nil)

// Suppliers returns the live suppliers.
func (m *Purchasing) Suppliers(ctx context.Context, team id.Team, ids []int64) ([]int64, error) {
	return m.suppliers.Live(ctx, team, ids)
}

// Warehouses returns the live warehouses.
func (m *Purchasing) Warehouses(ctx context.Context, team id.Team, ids []int64) ([]int64, error) {
	return m.warehouses.Live(ctx, team, ids)
}

// HoldSupplier locks a supplier.
func (m *Purchasing) HoldSupplier(ctx context.Context, team id.Team, supplier int64) (bool, error) {
	found, err := m.suppliers.Lock(ctx, team, []purchasing.SupplierID{purchasing.SupplierID(supplier)})
	return len(found) > 0, err
}

// Records reads the displayed data of offers.
func (m *Purchasing) Records(ctx context.Context, team id.Team, offers []int64) (map[int64]inventory.MatchedRecord, error) {
	found, err := m.offers.Find(ctx, team, ids[purchasing.OfferID](offers))
	out := make(map[int64]inventory.MatchedRecord, len(found))
	for _, one := range found {
		v := one.Values
		out[int64(one.ID)] = inventory.MatchedRecord{SKU: v.SupplierSKU.Or(""), ASIN: v.ASIN.Or(""), Marketplace: v.Marketplace.Or("")}
	}
	return out, err
}

// Writes the matched products to offers.
func (m *Purchasing) Tell(ctx context.Context, team id.Team, products map[int64]optional.Maybe[inventory.ProductID]) error {
	told := make(map[purchasing.OfferID]optional.Maybe[purchasing.ProductID], len(products))
	for offer, product := range products {
		told[purchasing.OfferID(offer)] = optional.Convert(product, func(p inventory.ProductID) purchasing.ProductID { return purchasing.ProductID(p) })
	}
	return m.offers.Tell(ctx, team, told)
}

// Blockers returns the warehouses with units of a product, and the items of open orders for more
// units.
func (m *Purchasing) Blockers(ctx context.Context, team id.Team, products []inventory.ProductID) (map[inventory.ProductID][]inventoryports.Blocker, error) {
	found, err := m.stock.OfProducts(ctx, team, ids[purchasing.ProductID](products))
	if err != nil {
		return nil, err
	}
	items, err := m.orders.Open(ctx, team, order.OfProduct, ids[int64](products))
	out := make(map[inventory.ProductID][]inventoryports.Blocker, len(found)+len(items))
	for product, of := range found {
		out[inventory.ProductID(product)] = []inventoryports.Blocker{{Type: "stock", Count: of.Records, IDs: of.IDs}}
	}
	for n, of := range items {
		product := inventory.ProductID(n)
		out[product] = append(out[product], inventoryports.Blocker{Type: "purchase_order_item", Count: of.Records, IDs: of.IDs})
	}
	return out, err
}

// Count counts the offers of products.
func (m *Purchasing) Count(ctx context.Context, team id.Team, products []inventory.ProductID) (map[inventory.ProductID]int64, error) {
	found, err := m.store.Count(ctx, team, ids[int64](products))
	out := make(map[inventory.ProductID]int64, len(found))
	for product, n := range found {
		out[inventory.ProductID(product)] = n
	}
	return out, err
}

// ids converts ids between the types of contexts.
func ids[T, S ~int64](list []S) []T {
	out := make([]T, len(list))
	for i, n := range list {
		out[i] = T(n)
	}
	return out
}

// OfferProducts connects supplier offers with the inventory.
type OfferProducts struct {
	inventoryports.Products
	products *inventoryapp.Products
	live     inventoryports.LiveRecords
}

// NewOfferProducts makes the bridge from inventory to purchasing.
func NewOfferProducts(store inventoryports.Products, products *inventoryapp.Products, live inventoryports.LiveRecords) *OfferProducts {
	return &OfferProducts{store, products, live}
}

var _ purchasingports.Products = (*OfferProducts)(nil)

// Live returns the products that are live.
func (o *OfferProducts) Live(ctx context.Context, team id.Team, products []purchasing.ProductID) ([]purchasing.ProductID, error) {
	found, err := o.live.Products(ctx, team, ids[int64](products))
	return ids[purchasing.ProductID](found), err
}

// Forget removes deleted suppliers and warehouses from products and SKUs.
func (o *OfferProducts) Forget(ctx context.Context, team id.Team, suppliers []purchasing.SupplierID, warehouses []purchasing.WarehouseID) error {
	return o.products.Forget(ctx, team, ids[int64](suppliers), ids[int64](warehouses))
}

// Resupply replaces suppliers by another supplier on products and SKUs.
func (o *OfferProducts) Resupply(ctx context.Context, team id.Team, from []purchasing.SupplierID, into purchasing.SupplierID) error {
	return o.products.Resupply(ctx, team, ids[int64](from), int64(into))
}

// Match matches offers with products, or removes their matches.
func (o *OfferProducts) Match(ctx context.Context, who caller.Caller, products map[purchasing.OfferID]optional.Maybe[purchasing.ProductID]) error {
	of := make(map[int64]optional.Maybe[inventory.ProductID], len(products))
	for offer, product := range products {
		of[int64(offer)] = optional.Convert(product, func(p purchasing.ProductID) inventory.ProductID { return inventory.ProductID(p) })
	}
	return o.products.MatchOffers(ctx, who, of)
}

// ListingProducts adds the team's words for suppliers to products.
type ListingProducts struct {
	inventoryports.ListingProducts
	suppliers purchasingports.Suppliers
}

// NewListingProducts makes the bridge from purchasing to SKU templates.
func NewListingProducts(store inventoryports.ListingProducts, suppliers purchasingports.Suppliers) *ListingProducts {
	return &ListingProducts{store, suppliers}
}

// ForListings reads products with the names of their suppliers.
func (l *ListingProducts) ForListings(ctx context.Context, team id.Team, products []int64, day date.Date) (map[int64]inventoryports.ListingProduct, error) {
	found, err := l.ListingProducts.ForListings(ctx, team, products, day)
	if err != nil {
		return nil, err
	}
	var named []int64
	for _, p := range found {
		if p.SupplierID != 0 {
			named = append(named, p.SupplierID)
		}
	}
	words, err := l.suppliers.Words(ctx, team, named)
	for n, p := range found {
		if word, ok := words[p.SupplierID]; ok {
			p.Supplier = optional.Some(word)
			found[n] = p
		}
	}
	return found, err
}
