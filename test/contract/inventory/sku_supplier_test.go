package inventory_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	purchasingstore "sellingassistant/adapters/persistence/purchasing"
	app "sellingassistant/app/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/versioned"
	"sellingassistant/domain/purchasing"
)

func TestASKUNamesASupplierOfTheTeam(t *testing.T) {
	skuWorldByTier(t, func(t *testing.T, w *skuWorld) {
		w.observe(t, skuTeam, seen(1))
		sku := w.one(t, seen(1))
		values := purchasing.StandardSupplier()
		values.Name = "Nord"
		suppliers := purchasingstore.NewSuppliers(w.store)
		ours, err := suppliers.Insert(t.Context(), versioned.New[purchasing.SupplierID](skuTeam, values, skuNoon))
		require.NoError(t, err)
		theirs, err := suppliers.Insert(t.Context(), versioned.New[purchasing.SupplierID](skuTeam+1, values, skuNoon))
		require.NoError(t, err)
		named := w.edit(t, sku.ID, inventory.SKUPatch{Supplier: optional.Put(int64(ours))})
		require.Equal(t, optional.Some(int64(ours)), named.Supplier)
		for _, unknown := range []int64{int64(theirs), 999} {
			_, err = w.app.Update(t.Context(), w.who, app.UpdateSKU{ID: sku.ID, Patch: inventory.SKUPatch{Supplier: optional.Put(unknown)}})
			_ = requireRule(t, err, fault.CodeNotFound, "/supplier_id")
		}
		cleared := w.edit(t, sku.ID, inventory.SKUPatch{Supplier: optional.Clear[int64]()})
		require.False(t, cleared.Supplier.Known())
	})
}
