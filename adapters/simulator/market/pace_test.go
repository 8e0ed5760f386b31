package market

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// TestFastMarketsAnswerAPrice has competitors who react within fifteen minutes of trading: at sixty times the pace of life within fifteen
// seconds of it. What they do is dated after the price that they answer, and before they are looked at.
func TestFastMarketsAnswerAPrice(t *testing.T) {
	m := open(settings{Products: 2000, Submission: ledger.Delay{Min: 5 * time.Second, Max: 5 * time.Second}})
	m.World.Pace = world.Pace{Began: noon, Speed: 60}
	s := m.Seller(marketplace.NA, world.Full)
	sold := m.ForSale(s, marketplace.US, 8)[7]
	p, ok := m.Catalog.Product(sold.ASIN)
	require.True(t, ok)
	home := world.Shops[marketplace.US]
	var told []OfferChange
	m.OnOfferChange(nil, func(c OfferChange) { told = append(told, c) })
	m.BoardOf(p, home)
	m.World.Clock.Step(90 * time.Second)
	before := m.BoardOf(p, home)
	require.Equal(t, m.World.Clock.Now(), before.At)
	told = nil

	price(t, m, s, sold.SKU, string(home.Number(p.BasePrice(marketplace.US)*75/100)))
	applied := m.World.Clock.Now().Add(5 * time.Second)
	m.World.Clock.Step(20 * time.Second)
	m.Ledger.Settle()
	m.BoardOf(p, home)
	reactions := 0
	for i, c := range told {
		require.False(t, c.At.After(m.World.Clock.Now()))
		require.True(t, i == 0 || !c.At.Before(told[i-1].At), "in the order of time")
		require.Equal(t, c.At, c.Board.At)
		for _, o := range c.Board.Offers {
			if o.SKU == sold.SKU && o.Price == p.BasePrice(marketplace.US)*75/100 {
				require.False(t, c.At.Before(applied.Truncate(time.Second)))
				reactions++
			}
		}
	}
	require.Greater(t, reactions, 1, "the price, and an answer")
}
