package market

import (
	"slices"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// advanceSlice has the seconds that Advance handles at once, so that it never keeps the changes of
// a long time in memory.
const advanceSlice = 600

// Advance runs all due events in the markets of own offers with a listener, and notifies the
// listeners in the order of time.
func (flo *Floor) Advance() {
	flo.ledger.Settle()
	flo.advancing.Lock()
	defer flo.advancing.Unlock()
	now := flo.now()
	flo.mu.Lock()
	from := flo.advanced
	if from == 0 {
		from = now
	}
	flo.advanced = max(now, from)
	flo.mu.Unlock()
	markets := flo.heardMarkets()
	if now <= from && slices.Equal(markets, flo.heard) {
		return
	}
	flo.heard = markets
	selling := flo.sellingMarkets()
	// A new listener gets no events of the past: its markets start at from.
	for at := min(from, now); ; at = min(flo.following(at), now) {
		flo.advanceTo(markets, at)
		if at > from && at%saleTick == 0 {
			flo.sell(selling, at)
		}
		if at >= now {
			return
		}
	}
}

// now returns the second of trading time.
func (flo *Floor) now() int64 { return flo.world.Pace.Trading(flo.world.Clock.Now()) }

// following returns the end of the slice after a moment. Where own offers sell, slices end when
// buyers come.
func (flo *Floor) following(at int64) int64 {
	if flo.selling {
		return at - at%saleTick + saleTick
	}
	return at + advanceSlice
}

// heardMarket has a market with an own offer that has a listener.
type heardMarket struct {
	key  MarketKey
	shop *world.Shop
}

// Only limits Advance to the markets of some products; without products it runs all again.
// Listeners get no events of the other markets meanwhile.
func (flo *Floor) Only(asins ...string) {
	only := map[int]bool{}
	for _, asin := range asins {
		if index, ok := flo.world.Index(asin); ok {
			only[index] = true
		}
	}
	flo.mu.Lock()
	defer flo.mu.Unlock()
	if flo.only = only; len(asins) == 0 {
		flo.only = nil
	}
}

func (flo *Floor) advanceTo(markets []heardMarket, at int64) {
	var news []OfferChange
	for _, h := range markets {
		open := func() *market { return flo.newMarket(flo.catalog.ProductAt(h.key.Product), h.shop, at) }
		flo.enter(h.key, at, open, &news, func(*market) {})
	}
	slices.SortStableFunc(news, func(a, b OfferChange) int { return a.At.Compare(b.At) })
	flo.announce(news)
}

func (flo *Floor) heardMarkets() []heardMarket {
	listeners := flo.offerListeners()
	return flo.marketsOf(func(seller string, shop marketplace.ID) bool {
		return slices.ContainsFunc(listeners, func(l offerListener) bool { return l.wants(seller, shop) })
	})
}

// addMarkets adds the markets in which a seller account has offers.
func (flo *Floor) addMarkets(shops map[MarketKey]*world.Shop, s *world.Seller, ids []marketplace.ID) {
	flo.mu.Lock()
	only := flo.only
	flo.mu.Unlock()
	for _, l := range flo.ledger.ListingsOf(s) {
		index, ok := flo.world.Index(l.ASIN)
		ok = ok && (only == nil || only[index])
		for _, t := range l.Tags {
			if ok && t.Price > 0 && slices.Contains(ids, t.Shop) {
				home := world.Shops[t.Shop]
				shops[MarketKey{index, home.Index}] = home
			}
		}
	}
}
