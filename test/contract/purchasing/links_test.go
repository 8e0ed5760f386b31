package purchasing_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	inventorybridge "sellingassistant/adapters/bridge/inventory"
	"sellingassistant/adapters/persistence/db"
	inventorystore "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/adapters/persistence/inventory/catalogue"
	store "sellingassistant/adapters/persistence/purchasing"
	inventoryapp "sellingassistant/app/inventory"
	purchasingfacade "sellingassistant/app/purchasing/facade"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	inventoryports "sellingassistant/ports/inventory"
)

func TestNothingPointsToWhatIsDeleted(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		first, err := w.warehouses.Create(ctx, us, warehouse("first"))
		require.NoError(t, err)
		s, house := w.seller(t, "Nord"), int64(first.ID)+1
		_, err = w.warehouses.Create(ctx, us, warehouse("second"))
		require.NoError(t, err)
		product := w.product(t, "p")
		changed, err := w.products.Update(ctx, us, inventoryapp.UpdateProduct{ID: inventory.ProductID(product), Patch: inventory.ProductPatch{
			SupplierID: optional.Put(int64(s)), WarehouseID: optional.Put(house),
		}})
		require.NoError(t, err)
		o, err := w.offers.Create(ctx, us, offer(s, "A", "1"))
		require.NoError(t, err)
		_, err = inventorystore.NewSKUs(w.Store).Insert(ctx, 1, []*inventory.SKU{inventory.NewSKU(1, inventory.Observation{
			Seller: "A1", Connection: 1, Marketplace: marketplace.US, SKU: "sku", ASIN: "B0CASE0001", Currency: "USD",
			Condition: inventory.ConditionNew, Channel: inventory.FBA, Status: inventory.SKUActive,
		}, 1, time.UnixMicro(1).UTC())})
		require.NoError(t, err)
		_, err = w.Hot(ctx).Exec(ctx, "UPDATE inventory_skus SET supplier_id = $1", int64(s))
		require.NoError(t, err)

		// The filter finds the product, and facets have its values.
		listed, err := w.products.List(ctx, us, inventoryports.ProductFilter{Suppliers: []int64{int64(s)}, Warehouses: []int64{house}}, page.Request{Limit: 5})
		require.NoError(t, err)
		require.Len(t, listed.Items, 1)
		facets, err := w.products.Facets(ctx, us, inventoryports.ProductFilter{Suppliers: []int64{999}})
		require.NoError(t, err)
		for _, f := range facets {
			switch f.Key {
			case inventory.FacetSupplier:
				require.Equal(t, []inventory.FacetValue{{Value: "1", Label: "Nord", Count: 1}}, f.Values, "the key's own filter is left out")
			case inventory.FacetWarehouse:
				require.Empty(t, f.Values)
			}
		}
		// Another team's records are unknown.
		_, err = w.products.Create(ctx, them, inventoryapp.CreateProduct{Patch: inventory.ProductPatch{
			Title: optional.Some("x"), SupplierID: optional.Put(int64(s)),
		}})
		refused(t, err, fault.CodeNotFound, "/default_supplier_id")

		require.NoError(t, w.suppliers.Delete(ctx, us, s, nil))
		require.NoError(t, w.warehouses.Delete(ctx, us, purchasing.WarehouseID(house), nil))
		after, err := w.products.Get(ctx, us, inventory.ProductID(product))
		require.NoError(t, err)
		require.Equal(t, []any{false, false, changed.Version}, []any{after.Values.Supplier.Known(), after.Values.Warehouse.Known(), after.Version})
		var skus int64
		require.NoError(t, db.Each(w.Hot(ctx).Query(ctx, "SELECT count(*) FROM inventory_skus WHERE supplier_id IS NULL"))(func() {}, &skus))
		require.Equal(t, int64(1), skus)
		gone, err := w.offers.Get(ctx, us, o.ID)
		require.NoError(t, err)
		require.Equal(t, purchasing.Inactive, gone.Values.Status)
	})
}

func TestTemplatesOfSKUsNameTheSupplier(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		s, product := w.seller(t, "Nord Handel"), w.product(t, "p")
		_, err := w.products.Update(ctx, us, inventoryapp.UpdateProduct{
			ID: inventory.ProductID(product), Patch: inventory.ProductPatch{SupplierID: optional.Put(int64(s))},
		})
		require.NoError(t, err)
		products := inventorybridge.NewListingProducts(catalogue.NewListingProducts(w.Store).ForListings, purchasingfacade.New(purchasingfacade.Parts{
			Suppliers: store.NewSuppliers(w.Store),
		}))
		word := func() optional.Maybe[string] {
			found, err := products.ForListings(ctx, 1, []int64{int64(product)}, date.MustParse("2026-03-20"))
			require.NoError(t, err)
			return found[int64(product)].Supplier
		}
		require.Equal(t, optional.Some("Nord Handel"), word())
		_, err = w.suppliers.Update(ctx, us, s, purchasing.SupplierPatch{Code: optional.Put("NH")}, nil)
		require.NoError(t, err)
		require.Equal(t, optional.Some("NH"), word())
	})
}
