package market

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/competition"
	"sellingassistant/adapters/simulator/draw"
	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// MarketKey identifies a market by the indexes of product and marketplace.
type MarketKey struct{ Product, Shop int }

// Number returns the key for draws.
func (k MarketKey) Number() uint64 { return uint64(k.Product)<<8 | uint64(k.Shop) }

const (
	shardCount = 64
	// shardSize bounds the markets that a shard caches only to save work.
	shardSize = 64
)

type marketShard struct {
	mu      sync.Mutex
	markets map[MarketKey]*market
}

type offerListener struct {
	cares func(seller string, shop marketplace.ID) bool
	tell  func(OfferChange)
}

// OfferChange has a change of the shoppers' view of a product: of its twenty best offers, its buy
// box, or its price outside the marketplace.
type OfferChange struct {
	At   time.Time
	Type competition.Change
	// Board has the product after the change.
	Board *Board
}

// OnOfferChange adds a listener for the products of the sellers that cares accepts; nil accepts
// all. Its events of a product begin when Advance or a call first reads it. The listener is called
// outside the locks of the markets; cares is called within, and must not read markets.
func (flo *Floor) OnOfferChange(cares func(seller string, shop marketplace.ID) bool, tell func(OfferChange)) {
	flo.mu.Lock()
	defer flo.mu.Unlock()
	flo.listeners = append(flo.listeners, offerListener{cares, tell})
}

func (flo *Floor) offerListeners() []offerListener {
	flo.mu.Lock()
	defer flo.mu.Unlock()
	return flo.listeners
}

func (l offerListener) wants(seller string, shop marketplace.ID) bool {
	return l.cares == nil || l.cares(seller, shop)
}

// Forget closes all markets; listeners stay.
func (flo *Floor) Forget() {
	for i := range flo.shards {
		s := &flo.shards[i]
		s.mu.Lock()
		s.markets = map[MarketKey]*market{}
		s.mu.Unlock()
	}
	flo.advancing.Lock()
	flo.heard, flo.sales = nil, salesBook{most: map[MarketKey]float64{}}
	flo.advancing.Unlock()
	flo.mu.Lock()
	defer flo.mu.Unlock()
	flo.advanced = 0
}

// BoardOf returns the shoppers' present view of a product in a marketplace.
func (flo *Floor) BoardOf(p *catalog.Product, s *world.Shop) *Board {
	var b *Board
	flo.inMarket(p, s, flo.now(), func(k *market) { b = k.board() })
	return b
}

// inMarket advances a market to a second of trading time and calls read under its lock.
func (flo *Floor) inMarket(p *catalog.Product, s *world.Shop, at int64, read func(k *market)) {
	var news []OfferChange
	open := func() *market { return flo.newMarket(p, s, at) }
	flo.enter(MarketKey{p.Index, s.Index}, at, open, &news, read)
	flo.announce(news)
}

// enter does the same as inMarket for callers that announce changes later. open creates a market
// that is not in memory.
func (flo *Floor) enter(key MarketKey, at int64, open func() *market, news *[]OfferChange, read func(k *market)) {
	shard := &flo.shards[draw.Mix(key.Number())%shardCount]
	shard.mu.Lock()
	defer shard.mu.Unlock()
	k, ok := shard.markets[key]
	if !ok {
		shard.makeRoom()
		k = open()
		k.bring(at)
		shard.markets[key] = k
	}
	flo.listen(k, news)
	k.bring(at)
	read(k)
	k.Changed = nil
}

// makeRoom drops the markets that can be computed again and have no listener.
func (s *marketShard) makeRoom() {
	if len(s.markets)%shardSize != shardSize-1 {
		return
	}
	for key, k := range s.markets {
		if !k.kept && !k.listened {
			delete(s.markets, key)
		}
	}
}

// listen gathers the changes of a market with a listener, and the past of a kept market.
func (flo *Floor) listen(k *market, news *[]OfferChange) {
	found := flo.isHeard(k)
	if found && !k.listened {
		k.seen = k.board().fingerprint()
	}
	if k.listened = found; !found && !k.kept {
		return
	}
	k.Changed = func(_ int64, kind competition.Change) {
		b := k.board()
		if k.kept {
			k.note(b)
		}
		if now := b.fingerprint(); found && now != k.seen {
			k.seen = now
			*news = append(*news, OfferChange{b.At, kind, b})
		}
	}
}

func (flo *Floor) isHeard(k *market) bool {
	if len(k.mine) == 0 {
		return false
	}
	for _, l := range flo.offerListeners() {
		if slices.ContainsFunc(k.mine, func(o ledger.OwnOffer) bool { return l.wants(o.Seller, o.Shop) }) {
			return true
		}
	}
	return false
}

func (flo *Floor) announce(news []OfferChange) {
	if len(news) == 0 {
		return
	}
	for _, l := range flo.offerListeners() {
		for _, n := range news {
			l.tell(n)
		}
	}
}

// ownOfferChanged applies a change of a seller's listing to the market.
func (flo *Floor) ownOfferChanged(change ledger.ListingChange) {
	if change.Kind != ledger.PriceApplied && change.Kind != ledger.StatusChanged {
		return
	}
	p, ok := flo.catalog.Product(change.ASIN)
	s := world.Shops[change.Shop]
	if !ok || s == nil {
		return
	}
	mine := flo.ledger.OwnOffers(change.ASIN, change.Shop)
	flo.inMarket(p, s, flo.world.Pace.Trading(change.At), func(k *market) {
		if !slices.Equal(mine, k.mine) {
			k.kept = true
			k.put(mine)
			k.Settle()
			k.note(k.board())
		}
	})
}

// seededOffers returns the initial own offers of a product, in the order of accounts and SKUs.
func (flo *Floor) seededOffers(p *catalog.Product, s *world.Shop) []ledger.OwnOffer {
	var offers []ledger.OwnOffer
	for i := range flo.world.Accounts {
		owner := &flo.world.Accounts[i]
		if owner.Region != s.Region {
			continue
		}
		first, count := (p.Index-flo.ledger.FirstProduct(owner)+flo.world.Products)%flo.world.Products, owner.Size
		from := len(offers)
		for n := first; n < count; n += flo.world.Products {
			if o, ok := flo.ledger.SeededFor(owner, n, p).Offer(s.ID); ok {
				offers = append(offers, o)
			}
		}
		slices.SortFunc(offers[from:], func(a, b ledger.OwnOffer) int { return cmp.Compare(a.SKU, b.SKU) })
	}
	return offers
}
