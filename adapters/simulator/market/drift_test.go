package market

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// boxes returns the prices in the buy box of a product an hour after each of the last sessions
// began, and now; 0 without.
func boxes(m *place, index, days int) (prices []int64) {
	p, s, times := m.Catalog.ProductAt(index), world.Shops[marketplace.US], []int64{}
	phase := int64(draw.Mix(MarketKey{index, s.Index}.Number()) % Session)
	for day := days; day > 0; day-- {
		at := noon - int64(day)*Day
		times = append(times, at-(at+phase)%Session+3600)
	}
	for _, b := range m.Past(p, s, append(times, noon)) {
		price := int64(0)
		if w := b.Winner(); w != nil {
			price = w.Landed()
		}
		prices = append(prices, price)
	}
	return prices
}

func different(prices []int64) int {
	seen := map[int64]bool{}
	for _, p := range prices {
		seen[p] = true
	}
	return len(seen)
}

// A year of prices has many levels. The last forty days have the level without drift.
func TestPricesDriftInThePast(t *testing.T) {
	const days, steadyDays = 300, 40
	still, moving, again := open(settings{Seed: 3}), open(settings{Seed: 3}), open(settings{Seed: 3})
	moving.DriftBefore = noon - steadyDays*Day
	again.DriftBefore = moving.DriftBefore
	without, with, products := 0, 0, 0
	for index := range 20 {
		was := boxes(still, index, days)
		if different(was[days-steadyDays:]) == 1 && was[days] == 0 {
			continue // nobody sells it
		}
		is := boxes(moving, index, days)
		// The session of the first steady day may have begun before.
		require.Equal(t, was[days-steadyDays+1:], is[days-steadyDays+1:], index)
		if index < 3 {
			require.Equal(t, is, boxes(again, index, days), index)
		}
		without, with, products = without+different(was[:days-steadyDays]), with+different(is[:days-steadyDays]), products+1
	}
	require.Greater(t, products, 10)
	require.Greater(t, with, without+8*products, "%d products, %d prices without drift", products, without)
}
