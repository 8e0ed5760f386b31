package market

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// TestOrdersFollowTheDemand has the buy box for a Month: who buys there is most of who buys the
// product at all.
func TestOrdersFollowTheDemand(t *testing.T) {
	m, home := open(settings{Products: 2000}), world.Shops[marketplace.US]
	s := m.Seller(marketplace.NA, world.Full)
	sold := m.ForSale(s, marketplace.US, 1)[0]
	p, ok := m.Catalog.Product(sold.ASIN)
	require.True(t, ok)
	price(t, m, s, sold.SKU, string(home.Number(p.BasePrice(marketplace.US)*60/100)))
	m.World.Clock.Step(time.Hour)
	m.Ledger.Settle()
	h := heardMarket{MarketKey{p.Index, home.Index}, home}
	var units, due float64
	for at := int64(noon) + 3600 + saleTick; at < noon+3600+Month; at += saleTick {
		m.World.Clock.Set(time.Unix(at, 0))
		if o, ok := m.buy(h, at); ok && o.SKU == sold.SKU {
			units += float64(o.Units)
		}
		b := m.BoardOf(p, home)
		due += Demand(p, m.World.Seed, b.Rank, at) * saleTick / Month
	}
	require.Greater(t, due, 1500.0)
	require.InDelta(t, 0.9, units/due, 0.06)
}

func TestCancellationsAreForgotten(t *testing.T) {
	m := open(settings{Products: 2000, Sales: true})
	s := m.Seller(marketplace.NA, world.Full)
	m.OnOfferChange(func(seller string, _ marketplace.ID) bool { return seller == s.ID }, func(OfferChange) {})
	m.WantsOrders = func(seller string, _ marketplace.ID) bool { return seller == s.ID }
	m.Advance()
	m.World.Clock.Step(24 * time.Hour)
	m.Advance()
	require.NotEmpty(t, m.sales.doomed)
	m.Floor.Forget()
	require.Empty(t, m.sales.doomed)
}
