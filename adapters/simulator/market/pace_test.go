package market

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// TestFastMarketsAnswerAPrice has competitors who react within fifteen minutes of trading, at sixty
// times the real pace within fifteen seconds. Their reactions are dated after the price that they
// answer, and before the look.
func TestFastMarketsAnswerAPrice(t *testing.T) {
	m := open(settings{Products: 2000, Submission: ledger.Delay{Min: 5 * time.Second, Max: 5 * time.Second}})
	m.World.Pace = world.Pace{Began: noon, Speed: 60}
	s := m.Seller(marketplace.NA, world.Full)
	sold := m.ForSale(s, marketplace.US, 8)[7]
	p, ok := m.Catalog.Product(sold.ASIN)
	require.True(t, ok)
	home := world.Shops[marketplace.US]
	var changes []OfferChange
	m.OnOfferChange(nil, func(c OfferChange) { changes = append(changes, c) })
	m.BoardOf(p, home)
	m.World.Clock.Step(90 * time.Second)
	before := m.BoardOf(p, home)
	require.Equal(t, m.World.Clock.Now(), before.At)
	changes = nil

	price(t, m, s, sold.SKU, string(home.Number(p.BasePrice(marketplace.US)*75/100)))
	applied := m.World.Clock.Now().Add(5 * time.Second)
	m.World.Clock.Step(20 * time.Second)
	m.Ledger.Settle()
	m.BoardOf(p, home)
	reactions := 0
	for i, c := range changes {
		require.False(t, c.At.After(m.World.Clock.Now()))
		require.True(t, i == 0 || !c.At.Before(changes[i-1].At), "in the order of time")
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

// TestOnlySomeMarketsGoOn limits Advance: the other markets report again from the end of the limit
// on.
func TestOnlySomeMarketsGoOn(t *testing.T) {
	m := open(settings{Products: 2000, Sales: true})
	s := m.Seller(marketplace.NA, world.Full)
	numbers, bought := map[string]int{}, map[string]int{}
	m.OnOfferChange(func(seller string, _ marketplace.ID) bool { return seller == s.ID }, func(c OfferChange) { numbers[c.Board.Product.ASIN]++ })
	m.WantsOrders = func(seller string, _ marketplace.ID) bool { return seller == s.ID }
	m.Ordered = func(o Order, _ time.Time, _ string) { bought[o.ASIN]++ }
	var asins []string
	for _, sale := range m.ForSale(s, marketplace.US, 40) {
		asins = append(asins, sale.ASIN)
	}
	m.Only(asins...)
	m.Advance()
	m.World.Clock.Step(24 * time.Hour)
	m.Advance()
	require.Greater(t, len(numbers), 30)
	require.NotEmpty(t, bought)
	for _, counts := range []map[string]int{numbers, bought} {
		for asin := range counts {
			require.Contains(t, asins, asin)
		}
	}
	limited := len(numbers)
	m.Only()
	m.World.Clock.Step(time.Hour)
	m.Advance()
	require.Greater(t, len(numbers), 2*limited)
}
