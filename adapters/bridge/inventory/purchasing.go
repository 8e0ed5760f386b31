package inventory

import (
	"context"

	purchasingapp "sellingassistant/app/purchasing"
	purchasingfacade "sellingassistant/app/purchasing/facade"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/purchasing"
	inventoryports "sellingassistant/ports/inventory"
)

// Purchasing gives the inventory suppliers and warehouses, and gives supplier offers their
// inventory products.
type Purchasing struct {
	offers     *purchasingapp.MatchedOffers
	purchasing *purchasingfacade.Facade
}

func NewPurchasing(offers *purchasingapp.MatchedOffers, f *purchasingfacade.Facade) *Purchasing {
	return &Purchasing{offers, f}
}

var _ inventoryports.Purchasing = (*Purchasing)(nil)

// Suppliers returns the live suppliers.
func (m *Purchasing) Suppliers(ctx context.Context, team id.Team, ids []int64) ([]int64, error) {
	return m.purchasing.LiveSuppliers(ctx, team, ids)
}

// Warehouses returns the live warehouses.
func (m *Purchasing) Warehouses(ctx context.Context, team id.Team, ids []int64) ([]int64, error) {
	return m.purchasing.LiveWarehouses(ctx, team, ids)
}

// HoldSupplier locks a supplier.
func (m *Purchasing) HoldSupplier(ctx context.Context, team id.Team, supplier int64) (bool, error) {
	return m.purchasing.LockSupplier(ctx, team, purchasing.SupplierID(supplier))
}

// Records reads the displayed data of offers.
func (m *Purchasing) Records(ctx context.Context, team id.Team, offers []int64) (map[int64]inventory.MatchedRecord, error) {
	found, err := m.offers.Find(ctx, team, id.Convert[purchasing.OfferID](offers))
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
	found, err := m.purchasing.StockOf(ctx, team, id.Convert[purchasing.ProductID](products))
	if err != nil {
		return nil, err
	}
	items, err := m.purchasing.OpenItemsOf(ctx, team, id.Convert[int64](products))
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
	found, err := m.purchasing.CountOffers(ctx, team, id.Convert[int64](products))
	out := make(map[inventory.ProductID]int64, len(found))
	for product, n := range found {
		out[inventory.ProductID(product)] = n
	}
	return out, err
}

// ListingProducts adds the team's words for suppliers to products.
type ListingProducts struct {
	inventoryports.ListingProducts
	purchasing *purchasingfacade.Facade
}

func NewListingProducts(store inventoryports.ListingProducts, f *purchasingfacade.Facade) *ListingProducts {
	return &ListingProducts{store, f}
}

// ForListings reads products with the names of their suppliers.
func (l *ListingProducts) ForListings(ctx context.Context, team id.Team, products []int64, day date.Date) (map[int64]inventoryports.ListingProduct, error) {
	found, err := l.ListingProducts(ctx, team, products, day)
	if err != nil {
		return nil, err
	}
	var named []int64
	for _, p := range found {
		if p.SupplierID != 0 {
			named = append(named, p.SupplierID)
		}
	}
	words, err := l.purchasing.SupplierWords(ctx, team, named)
	for n, p := range found {
		if word, ok := words[p.SupplierID]; ok {
			p.Supplier = optional.Some(word)
			found[n] = p
		}
	}
	return found, err
}
