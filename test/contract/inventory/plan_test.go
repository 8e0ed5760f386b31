package inventory_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/page"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/test/stores"
)

// alongIndexes reads two pages by an order. The plans of the statements that find them must use the
// team's indexes.
func alongIndexes[T any](t *testing.T, s *db.Store, b page.By, list func(page.Request) (page.Page[T], error)) {
	t.Helper()
	req := page.Request{Limit: 20, Order: []page.By{b}}
	for range 2 {
		var found page.Page[T]
		plans := stores.Plans(t, s, func() (err error) {
			found, err = list(req)
			return err
		})
		require.NotNil(t, found.Next)
		req.After = found.Next
		stores.AlongTeam(t, plans, b)
	}
}

var newSorts = []page.By{{Field: "created_at"}, {Field: "created_at", Desc: true}, {Field: "id"}, {Field: "id", Desc: true}}

// A page by created_at or id is read along an index that the team leads, along all rows and along
// groups.
func TestPagesByTimeAndIDAreReadAlongIndexes(t *testing.T) {
	t.Parallel()
	t.Run("skus", func(t *testing.T) {
		eachSKUWorld(t, func(t *testing.T, w *skuWorld) {
			assortedSKUs(t, w, 900)
			stores.Analyze(t, w.store)
			for _, sort := range newSorts {
				for _, f := range []ports.SKUFilter{{Hidden: ptr(false)}, {Marketplaces: nil}, {Statuses: []inventory.SKUStatus{inventory.SKUActive}}} {
					alongIndexes(t, w.store, sort, func(r page.Request) (page.Page[inventory.SKUSnapshot], error) {
						return w.skus.List(t.Context(), skuTeam, f, r)
					})
				}
			}
		})
	})
	t.Run("inventory products", func(t *testing.T) {
		stores.Each(t, func(t *testing.T, s *db.Store) {
			w := newProductWorld(t, s)
			keepProducts(t, w, assortedProducts())
			stores.Analyze(t, s)
			for _, sort := range newSorts {
				alongIndexes(t, s, sort, func(r page.Request) (page.Page[inventory.ProductSnapshot], error) {
					return w.products.List(t.Context(), skuTeam, ports.ProductFilter{}, r)
				})
			}
		})
	})
	t.Run("listings", func(t *testing.T) {
		stores.Each(t, func(t *testing.T, s *db.Store) {
			w, r := openListings(t, s), rand.New(rand.NewPCG(1, 2))
			_, err := w.listings.Insert(t.Context(), listingTeam, someListings(t, r, listingTeam, 0, 900))
			require.NoError(t, err)
			stores.Analyze(t, s)
			for _, sort := range newSorts {
				for _, f := range []ports.ListingFilter{{}, {Kinds: []inventory.ListingKind{inventory.ListingLive}}} {
					alongIndexes(t, s, sort, func(r page.Request) (page.Page[inventory.ListingSnapshot], error) {
						return w.listings.List(t.Context(), listingTeam, f, r)
					})
				}
			}
		})
	})
}
