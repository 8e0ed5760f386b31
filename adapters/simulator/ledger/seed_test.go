package ledger

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

var dawn = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

func newLedger(seed uint64, submission Delay) *Ledger {
	w := world.New(seed, world.NewClock(dawn, 0), 10_000, 50_000)
	return New(w, gateway.New(w, gateway.Limits{}, ""), catalog.New(w), submission)
}

func TestEverySKUIsFoundByItself(t *testing.T) {
	for _, plain := range []bool{false, true} {
		m := newLedger(3, Delay{})
		m.world.PlainSKUs = plain
		for _, s := range m.world.Sellers() {
			for i := 0; i < s.Size; i += max(1, s.Size/200) {
				sku := m.skuAt(&s, i)
				at, ok := m.listingIndex(&s, sku)
				require.True(t, ok, sku)
				require.Equal(t, i, at, sku)
				l, ok := m.ListingOf(s.ID, sku)
				require.True(t, ok, sku)
				require.Equal(t, sku, l.SKU)
				require.Contains(t, m.skusOf(&s, l.index(m), l.ASIN), sku)
			}
			for _, sku := range []string{"", "SIM-", "SIM-1", "SIM-0300", "SIM--001", "BIG-50000", "SIM-99999999999999999999", "A/B/C"} {
				_, ok := m.ListingOf(s.ID, sku)
				require.False(t, ok, sku)
			}
		}
		_, ok := m.ListingOf("A0", "SIM-0001")
		require.False(t, ok)
	}
}

func (l *Listing) index(m *Ledger) int {
	i, _ := m.world.Index(l.ASIN)
	return i
}

func TestSeededListingsAreVaried(t *testing.T) {
	m := newLedger(1, Delay{})
	for _, region := range marketplace.Regions() {
		s := m.world.Seller(region, world.Full)
		seen := map[string]int{}
		for i := range s.Size {
			l := m.SeededListing(&s, i)
			require.Equal(t, l, m.SeededListing(&s, i))
			require.False(t, l.Created.After(l.updated))
			require.False(t, l.updated.After(dawn))
			for _, tag := range l.Tags {
				require.False(t, tag.outside())
			}
			seen["status "+string(rune('0'+len(l.status(s.Marketplaces[0]))))]++
			if len(l.Tags) > 1 {
				seen["elsewhere"]++
			}
			if l.FBA {
				seen["fba"]++
				require.Regexp(t, "^X00[0-9A-Z]{7}$", l.FNSKU)
			}
			if l.Tags[0].Price == 0 {
				seen["head"]++
			}
		}
		for _, name := range []string{"status 0", "status 1", "status 2", "elsewhere", "fba"} {
			require.NotZero(t, seen[name], name)
		}
		require.Greater(t, seen["status 2"], 200, region)
	}
	require.NotEqual(t, m.SeededListing(&m.world.Accounts[0], 0).ASIN, newLedger(2, Delay{}).SeededListing(&m.world.Accounts[0], 0).ASIN)
}

func TestOwnOffersOfAProduct(t *testing.T) {
	m := newLedger(1, Delay{})
	s := m.world.Seller(marketplace.NA, world.Full)
	l, ok := m.ListingOf(s.ID, "A/B")
	require.True(t, ok)
	offers := m.OwnOffers(l.ASIN, marketplace.US)
	require.True(t, slices.ContainsFunc(offers, func(o OwnOffer) bool {
		return o.Seller == s.ID && o.SKU == "A/B" && o.Price == l.Tags[0].Price && o.Shop == marketplace.US
	}))
	many := 0
	for _, o := range offers {
		require.Equal(t, l.ASIN, o.ASIN)
		if o.Seller == m.world.Seller(marketplace.NA, world.Enormous).ID {
			many++
		}
	}
	require.Equal(t, 5, many, "50,000 listings of 10,000 products")
	require.Empty(t, m.OwnOffers("B0CASE0001", marketplace.US))
	require.Empty(t, m.OwnOffers(l.ASIN, "A0"))
}
