package inventory_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	auditstore "sellingassistant/adapters/persistence/audit"
	store "sellingassistant/adapters/persistence/inventory"
	app "sellingassistant/app/inventory"
	listingsapp "sellingassistant/app/inventory/listings"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/test/reported"
)

func TestLiveRecords(t *testing.T) {
	eachProductWorld(t, func(t *testing.T, w *productWorld) {
		ids := []int64{1, 2, 3, 4}
		w.observe(t, skuTeam, seen(1), seen(2))
		w.observe(t, skuRival, seen(3))
		w.create(t, titled("A"))
		w.create(t, titled("B"))
		_, err := w.things.Create(t.Context(), rival(w), app.CreateProduct{Patch: titled("C")})
		require.NoError(t, err)
		listings := store.NewListings(w.store)
		intake := listingsapp.NewListingIntake(listings, unwatched{}.ListingsSeen, auditstore.New(w.store, nil), &reported.Log{}, w.store)
		require.NoError(t, intake.ObserveLive(t.Context(), skuTeam, 1, skuNoon, []inventory.Observation{seen(1), seen(2)}))
		require.NoError(t, intake.ObserveLive(t.Context(), skuRival, 1, skuNoon, []inventory.Observation{seen(3)}))
		live := func(want ...int64) {
			t.Helper()
			for name, build := range map[string]func() ([]int64, error){
				"skus":     func() ([]int64, error) { return w.live.SKUs(t.Context(), skuTeam, ids) },
				"products": func() ([]int64, error) { return w.live.Products(t.Context(), skuTeam, ids) },
				"listings": func() ([]int64, error) { return w.live.Listings(t.Context(), skuTeam, ids) },
			} {
				found, err := build()
				require.NoError(t, err, name)
				require.ElementsMatch(t, want, found, name)
			}
		}
		live(1, 2)

		// An archived product still exists; a hidden or deleted product does not.
		_, err = w.things.Update(t.Context(), w.who, app.UpdateProduct{ID: 1, Patch: inventory.ProductPatch{Status: optional.Some(inventory.ProductArchived)}})
		require.NoError(t, err)
		require.NoError(t, w.app.Delete(t.Context(), w.who, 2, nil))
		require.NoError(t, w.things.Delete(t.Context(), w.who, 2, nil))
		require.NoError(t, w.store.InTx(t.Context(), func(ctx context.Context) error {
			if _, err := listings.LoadLocked(ctx, skuTeam, []inventory.ListingID{2}); err != nil {
				return err
			}
			return listings.Delete(ctx, skuTeam, []inventory.ListingID{2}, skuNoon)
		}))
		live(1)
		ids = nil
		live()
	})
}

func TestProductsTellHowManyDocumentsTheyHave(t *testing.T) {
	productWorldByTier(t, func(t *testing.T, w *productWorld) {
		w.create(t, titled("A"))
		w.create(t, titled("B"))
		w.filed.counts = map[inventory.ProductID]int64{2: 3}
		require.Equal(t, int64(3), w.get(t, 2).Documents)
		changed, err := w.things.Update(t.Context(), w.who, app.UpdateProduct{ID: 2, Patch: titled("C")})
		require.NoError(t, err)
		require.Equal(t, int64(3), changed.Documents)
		require.Equal(t, int64(3), w.matched(t, 2, asinMatch("B000000001", skuDE)).Documents)
		w.filed.asked = 0
		list, err := w.things.List(t.Context(), w.who, app.ProductFilter{}, page.Request{Limit: 10, Order: []page.By{{Field: "id"}}})
		require.NoError(t, err)
		require.Equal(t, []int64{0, 3}, []int64{list.Items[0].Documents, list.Items[1].Documents})
		require.Equal(t, 1, w.filed.asked, "a page asks once")
	})
}
