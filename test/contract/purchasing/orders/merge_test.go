package orders_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	inventoryapp "sellingassistant/app/inventory"
	app "sellingassistant/app/purchasing"
	"sellingassistant/app/purchasing/orders"
	"sellingassistant/domain/annotation"
	"sellingassistant/domain/document"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/mark"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/domain/purchasing"
	"sellingassistant/domain/purchasing/order"
)

func TestSuppliersAreMerged(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx := t.Context()
		into, from, third := purchasing.SupplierID(w.shop(t, "Hafen")), purchasing.SupplierID(w.shop(t, "Haven")), purchasing.SupplierID(w.shop(t, "Hafn"))
		red, blue := w.tag(t, "red"), w.tag(t, "blue")
		for n, p := range map[purchasing.SupplierID]purchasing.SupplierPatch{
			into: {TagIDs: optional.Put([]int64{red})},
			from: {TagIDs: optional.Put([]int64{red, blue}), Aliases: optional.Put([]string{"Haven Ltd", "hafen "})},
		} {
			_, err := w.suppliers.Update(ctx, us, n, p, nil)
			require.NoError(t, err)
		}
		product := w.product(t, "kettle")
		offer := func(s purchasing.SupplierID, sku, cost string, p purchasing.OfferPatch) purchasing.OfferID {
			p.Supplier, p.SupplierSKU, p.UnitCost = optional.Put(s), optional.Put(sku), optional.Put(usd(cost))
			one, err := w.offers.Create(ctx, us, p)
			require.NoError(t, err)
			return one.ID
		}
		old := offer(into, "K-1", "2", purchasing.OfferPatch{Product: optional.Put(purchasing.ProductID(product)), Preferred: optional.Put(true)})
		other := offer(from, "B-1", "1", purchasing.OfferPatch{})
		newest := offer(from, "k-1", "3", purchasing.OfferPatch{})
		_, err := w.products.Update(ctx, us, inventoryapp.UpdateProduct{ID: inventory.ProductID(product), Patch: inventory.ProductPatch{SupplierID: optional.Put(int64(from))}})
		require.NoError(t, err)
		_, err = w.notes.Create(ctx, us, annotation.NotePatch{
			Target: optional.Put(annotation.Target{Type: annotation.TargetType(mark.Supplier), ID: optional.Some(int64(from))}), Body: optional.Put("late"),
		})
		require.NoError(t, err)
		invoice := document.Invoice
		paper, err := document.New(document.Upload{
			Team: 1, Name: "invoice.pdf", Type: &invoice, Media: document.PDF, FileSize: 9, SHA256: document.Digest(fmt.Sprintf("%064x", 1)),
			Targets: []document.Target{{Kind: document.TargetSupplier, ID: int64(from)}},
		}, start)
		require.NoError(t, err)
		paper, err = w.documents.Insert(ctx, paper)
		require.NoError(t, err)
		bought := line("thing", 10, "2")
		bought.OfferID = optional.Put(int64(old))
		ours, theirs := w.placed(t, ordered(into, bought)), w.placed(t, ordered(from, line("thing", 5, "1")))

		refused(t, w.merged(t, app.Merge{Into: into, From: []purchasing.SupplierID{from, into}}), fault.CodeValidationFailed, "/from/1")
		refused(t, w.merged(t, app.Merge{Into: into, From: []purchasing.SupplierID{from, 999}}), fault.CodeNotFound, "/from/1")
		require.True(t, fault.Is(w.merged(t, app.Merge{Into: 999, From: []purchasing.SupplierID{from}}), fault.CodeNotFound))
		_, err = w.merges.Merge(ctx, them, app.Merge{Into: into, From: []purchasing.SupplierID{from}})
		require.True(t, fault.Is(err, fault.CodeNotFound))

		wish := app.Merge{Into: into, From: []purchasing.SupplierID{from, third, from}, DryRun: true}
		rehearsed, err := w.merges.Merge(ctx, us, wish)
		require.NoError(t, err)
		before, err := w.suppliers.Get(ctx, us, from)
		require.NoError(t, err, "a dry run changes nothing")
		require.Equal(t, int64(1), before.Values.Seen.OpenOrders)
		wish.DryRun = false
		done, err := w.merges.Merge(ctx, us, wish)
		require.NoError(t, err)
		for _, got := range []app.Merged{rehearsed, done} {
			require.Equal(t, []int64{1, 2, 1}, []int64{got.Orders, got.Offers, got.MergedOffers})
			v := got.Supplier.Values
			require.Equal(t, []string{"Haven", "Haven Ltd", "Hafn"}, v.Aliases)
			require.Equal(t, []int64{red, blue}, v.TagIDs)
			require.Equal(t, []int64{2, 1, 2}, []int64{v.Seen.OpenOrders, v.Seen.Marks.Notes, int64(len(v.Seen.Marks.Tags))})
		}
		for _, gone := range []purchasing.SupplierID{from, third} {
			_, err := w.suppliers.Get(ctx, us, gone)
			require.True(t, fault.Is(err, fault.CodeNotFound))
		}

		// The newest offer has the prices, product, preference and items of the one before it.
		_, err = w.offers.Get(ctx, us, old)
		require.True(t, fault.Is(err, fault.CodeNotFound))
		kept, err := w.offers.Get(ctx, us, newest)
		require.NoError(t, err)
		require.Equal(t, []any{into, optional.Some(purchasing.ProductID(product)), true}, []any{kept.Values.Supplier, kept.Values.Product, kept.Values.Preferred})
		require.Len(t, kept.Values.Seen.History, 2)
		list, err := w.offers.List(ctx, us, app.OfferFilter{Suppliers: []purchasing.SupplierID{into}}, page.Request{Limit: 9, Order: []page.By{{Field: "id"}}})
		require.NoError(t, err)
		require.Equal(t, []purchasing.OfferID{other, newest}, []purchasing.OfferID{list.Items[0].ID, list.Items[1].ID})
		again, err := w.Get(ctx, us, ours.ID)
		require.NoError(t, err)
		require.Equal(t, optional.Some(int64(newest)), again.Items[0].Values.OfferID)

		// The order shows whom it was placed with, and is the merged supplier's also after a change.
		moved, err := w.Get(ctx, us, theirs.ID)
		require.NoError(t, err)
		require.Equal(t, []any{int64(into), "Haven", false}, []any{moved.Values.SupplierID, moved.Supplier.Name, moved.SupplierDeleted})
		w.to(t, theirs.ID, order.Cancelled)
		moved, err = w.Get(ctx, us, theirs.ID)
		require.NoError(t, err)
		require.Equal(t, int64(into), moved.Values.SupplierID)
		one, err := w.products.Get(ctx, us, inventory.ProductID(product))
		require.NoError(t, err)
		require.Equal(t, optional.Some(int64(into)), one.Values.Supplier)
		paper, err = w.documents.Find(ctx, 1, paper.ID())
		require.NoError(t, err)
		require.Equal(t, []document.Target{{Kind: document.TargetSupplier, ID: int64(into)}}, paper.Targets())
		found, err := w.documents.CountOf(ctx, 1, document.TargetSupplier, []int64{int64(into), int64(from)})
		require.NoError(t, err)
		require.Equal(t, map[int64]int64{int64(into): 1}, found)
		w.sums(t)
	})
}

// ordered is an order of a supplier.
func ordered(s purchasing.SupplierID, lines ...order.ItemPatch) orders.Create {
	return from(int64(s), lines...)
}

// merged is the fault of a merge.
func (w world) merged(t *testing.T, m app.Merge) error {
	t.Helper()
	_, err := w.merges.Merge(t.Context(), us, m)
	return err
}
