package simulator_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator"
	"sellingassistant/adapters/simulator/market"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// TestAnEnlistedOffer lists an offer of an account that has one marketplace and nothing else. It is for sale at once, at the usual price.
func TestAnEnlistedOffer(t *testing.T) {
	t.Parallel()
	const germany marketplace.ID = "A1PA6795UKMFR9"
	m := simulator.New(simulator.Config{})
	for shop, price := range map[marketplace.ID]int64{marketplace.US: 23_89, germany: 23_49} {
		s := m.Seller(world.Shops[shop].Region, simulator.Local)
		require.Equal(t, []marketplace.ID{shop}, s.Marketplaces)
		require.Empty(t, m.ListingsOf(&s))
		p, ok := m.Catalog.Product(simulator.ASIN(277))
		require.True(t, ok)
		offered := func() bool {
			return slices.ContainsFunc(m.BoardOf(p, world.Shops[shop]).Offers, func(o market.Offer) bool { return o.Seller == s.ID && o.SKU == "ONE" })
		}
		require.False(t, offered())

		sale := m.Enlist(s, shop, "ONE", p.ASIN, 8, true)
		require.Equal(t, m.Usual(shop, p.ASIN).Price, sale.Price)
		require.Equal(t, []string{"ONE", p.ASIN, p.Title}, []string{sale.SKU, sale.ASIN, sale.Title})
		require.Len(t, m.ListingsOf(&s), 1)
		found := 0
		for _, o := range m.OwnOffers(p.ASIN, shop) {
			if o.Seller == s.ID {
				found++
				require.Equal(t, []any{"ONE", price, true, 8, true}, []any{o.SKU, o.Price, o.FBA, o.Units, o.Buyable})
			}
		}
		require.Equal(t, 1, found)
		require.True(t, offered())
	}
	m.Reset()
	local := m.Seller(marketplace.NA, simulator.Local)
	require.Empty(t, m.ListingsOf(&local))
	require.Equal(t, simulator.Sale{}, m.Usual(marketplace.US, "B0CASE0001"))
}
