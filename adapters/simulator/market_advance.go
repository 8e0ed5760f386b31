package simulator

import (
	"slices"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// advanceSlice is the time in seconds that Advance handles at once, so that it
// never holds the changes of a long time in memory.
const advanceSlice = 600

// Advance runs everything that is due in the markets of own offers with a
// listener, and notifies the listeners in the order of time.
func (m *Marketplace) Advance() {
	m.Ledger.Settle()
	f := &m.floor
	f.advancing.Lock()
	defer f.advancing.Unlock()
	now := m.World.Clock.Now().Unix()
	f.mu.Lock()
	from := f.advanced
	if from == 0 {
		from = now
	}
	f.advanced = max(now, from)
	f.mu.Unlock()
	markets := m.heardMarkets()
	if now <= from && slices.Equal(markets, f.heard) {
		return
	}
	f.heard = markets
	selling := m.sellingMarkets()
	// A new listener hears nothing of the past: its markets start at from.
	for at := min(from, now); ; at = min(m.following(at), now) {
		m.advanceTo(markets, at)
		if at > from && at%saleTick == 0 {
			m.sell(selling, at)
		}
		if at >= now {
			return
		}
	}
}

// following is the end of the slice after a moment. Where own offers sell, slices
// end when buyers come.
func (m *Marketplace) following(at int64) int64 {
	if m.cfg.Sales {
		return at - at%saleTick + saleTick
	}
	return at + advanceSlice
}

// heardMarket is a market with an own offer that has a listener.
type heardMarket struct {
	key  marketKey
	shop *world.Shop
}

func (m *Marketplace) advanceTo(markets []heardMarket, at int64) {
	var news []offerChange
	for _, h := range markets {
		open := func() *market { return m.newMarket(m.Catalog.ProductAt(h.key.product), h.shop, at) }
		m.enter(h.key, at, open, &news, func(*market) {})
	}
	slices.SortStableFunc(news, func(a, b offerChange) int { return a.At.Compare(b.At) })
	m.announce(news)
}

func (m *Marketplace) heardMarkets() []heardMarket {
	listeners := m.offerListeners()
	return m.marketsOf(func(seller string, shop marketplace.ID) bool {
		return slices.ContainsFunc(listeners, func(l offerListener) bool { return l.wants(seller, shop) })
	})
}

// addMarkets adds the markets in which a seller account has offers.
func (m *Marketplace) addMarkets(heard map[marketKey]*world.Shop, s *world.Seller, ids []marketplace.ID) {
	for _, l := range m.Ledger.ListingsOf(s) {
		index, ok := m.Index(l.ASIN)
		for _, t := range l.Tags {
			if ok && t.Price > 0 && slices.Contains(ids, t.Shop) {
				home := world.Shops[t.Shop]
				heard[marketKey{index, home.Index}] = home
			}
		}
	}
}
