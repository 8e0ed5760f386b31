package simulator

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

var dawn = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

func newWorld(seed uint64) *Marketplace {
	return New(Config{Seed: seed, Clock: world.NewClock(dawn, 0)})
}

func TestEverySKUIsFoundByItself(t *testing.T) {
	m := newWorld(3)
	for _, s := range m.Sellers() {
		for i := 0; i < s.Size; i += max(1, s.Size/200) {
			sku := skuAt(&s, i)
			at, ok := listingIndex(&s, sku)
			require.True(t, ok, sku)
			require.Equal(t, i, at, sku)
			l, ok := m.listingOf(s.ID, sku)
			require.True(t, ok, sku)
			require.Equal(t, sku, l.sku)
			require.Contains(t, m.skusOf(&s, l.index(m), l.asin), sku)
		}
		for _, sku := range []string{"", "SIM-", "SIM-1", "SIM-0300", "SIM--001", "BIG-50000", "SIM-99999999999999999999", "A/B/C"} {
			_, ok := m.listingOf(s.ID, sku)
			require.False(t, ok, sku)
		}
	}
	_, ok := m.listingOf("A0", "SIM-0001")
	require.False(t, ok)
}

func (l *listing) index(m *Marketplace) int {
	i, _ := m.Index(l.asin)
	return i
}

func TestSeededListingsAreVaried(t *testing.T) {
	m := newWorld(1)
	for _, region := range marketplace.Regions() {
		s := m.Seller(region, world.Full)
		seen := map[string]int{}
		for i := range s.Size {
			l := m.seededListing(&s, i)
			require.Equal(t, l, m.seededListing(&s, i))
			require.False(t, l.created.After(l.updated))
			require.False(t, l.updated.After(dawn))
			for _, tag := range l.tags {
				require.False(t, tag.outside())
			}
			seen["status "+string(rune('0'+len(l.status(s.Marketplaces[0]))))]++
			if len(l.tags) > 1 {
				seen["elsewhere"]++
			}
			if l.fba {
				seen["fba"]++
				require.Regexp(t, "^X00[0-9A-Z]{7}$", l.fnsku)
			}
			if l.tags[0].price == 0 {
				seen["head"]++
			}
		}
		for _, name := range []string{"status 0", "status 1", "status 2", "elsewhere", "fba"} {
			require.NotZero(t, seen[name], name)
		}
		require.Greater(t, seen["status 2"], 200, region)
	}
	require.NotEqual(t, m.seededListing(&m.World.Accounts[0], 0).asin, newWorld(2).seededListing(&m.World.Accounts[0], 0).asin)
}

func TestOwnOffersOfAProduct(t *testing.T) {
	m := newWorld(1)
	s := m.Seller(marketplace.NA, world.Full)
	l, ok := m.listingOf(s.ID, "A/B")
	require.True(t, ok)
	offers := m.ownOffers(l.asin, marketplace.US)
	require.True(t, slices.ContainsFunc(offers, func(o ownOffer) bool {
		return o.Seller == s.ID && o.SKU == "A/B" && o.Price == l.tags[0].price && o.Shop == marketplace.US
	}))
	many := 0
	for _, o := range offers {
		require.Equal(t, l.asin, o.ASIN)
		if o.Seller == m.Seller(marketplace.NA, world.Enormous).ID {
			many++
		}
	}
	require.Equal(t, 5, many, "50,000 listings of 10,000 products")
	require.Empty(t, m.ownOffers("B0CASE0001", marketplace.US))
	require.Empty(t, m.ownOffers(l.asin, "A0"))
}
