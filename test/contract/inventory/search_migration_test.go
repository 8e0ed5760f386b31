package inventory_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/persistence/db"
	store "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/page"
	"sellingassistant/migrations"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/test/stores"
)

// The step that makes the index of texts anew finds what was stored before it.
func TestTextsAreFoundAfterTheirIndexIsMadeAnew(t *testing.T) {
	t.Parallel()
	const step = "20261124000200"
	stores.Each(t, func(t *testing.T, s *db.Store) {
		w, listings := newProductWorld(t, s), store.NewListings(s)
		for _, title := range []string{"Käse 5%", "Zebra", "x", "水筒 500ml"} {
			w.create(t, inventory.ProductPatch{Title: optional.Some(title)})
		}
		_, err := listings.Insert(t.Context(), skuTeam, someListings(t, rand.New(rand.NewPCG(3, 4)), skuTeam, 0, 60))
		require.NoError(t, err)
		found := func() map[string][]string {
			out := map[string][]string{}
			for _, q := range []string{"ä", "5", "z", "x", "水", "ml", "käse", "50%", "a-", "-0000", "nobody"} {
				p, err := w.products.List(t.Context(), skuTeam, ports.ProductFilter{Query: q},
					page.Request{Limit: 50, Order: []page.By{{Field: "title"}}, Count: true})
				require.NoError(t, err)
				for _, one := range p.Items {
					out[q] = append(out[q], one.Values.Title)
				}
				l, err := listings.Reaching(store.Reach{Few: 100}).List(t.Context(), skuTeam, ports.ListingFilter{Query: q},
					page.Request{Limit: 100, Order: []page.By{{Field: "sku"}}, Count: true})
				require.NoError(t, err)
				require.EqualValues(t, len(l.Items), *l.Total)
				for _, one := range l.Items {
					out[q] = append(out[q], one.Key.SKU)
				}
			}
			return out
		}
		before := found()
		require.Equal(t, []string{"Käse 5%"}, before["käse"])
		require.Len(t, before["-0000"], 10)
		require.Empty(t, before["nobody"])
		// What was applied together is undone together.
		_, err = s.DB().ExecContext(t.Context(), "UPDATE bun_migrations SET group_id = group_id + 1 WHERE name >= ?", step)
		require.NoError(t, err)
		undone, err := migrations.Down(t.Context(), s)
		require.NoError(t, err)
		require.Contains(t, undone, step)
		_, err = migrations.Up(t.Context(), s)
		require.NoError(t, err)
		require.Equal(t, before, found())
	})
}
