package simulator

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

// marketKey names a market by the places of product and marketplace.
type marketKey struct{ product, shop int }

// number is the key for draws.
func (k marketKey) number() uint64 { return uint64(k.product)<<8 | uint64(k.shop) }

const (
	shardCount = 64
	// shardSize bounds the markets a shard remembers only to save work.
	shardSize = 64
)

// marketFloor holds the markets that are in memory.
type marketFloor struct {
	shards [shardCount]marketShard

	once     sync.Once
	accounts []account // competing sellers

	advancing sync.Mutex    // keeps the order of what listeners hear from Advance
	heard     []heardMarket // by Advance at last
	sales     salesBook
	// ordered is called with orders, in their state at a moment.
	ordered   func(o order, at int64, status string)
	mu        sync.Mutex
	listeners []offerListener
	advanced  int64 // how far Advance has come
}

type marketShard struct {
	mu      sync.Mutex
	markets map[marketKey]*market
}

type offerListener struct {
	cares func(seller string, shop marketplace.ID) bool
	tell  func(offerChange)
}

// offerChange is a change of what shoppers see of a product: of its twenty
// best offers, its buy box, or its price outside the marketplace.
type offerChange struct {
	At   time.Time
	Type competition.Change
	// Board is the product after the change.
	Board *board
}

// onOfferChange adds a listener for the products of the sellers that cares
// accepts; nil accepts all. It hears of a product from the moment that Advance or
// a call first read it. It is called outside the locks of the markets; cares is
// called within, and must not read markets.
func (m *Marketplace) onOfferChange(cares func(seller string, shop marketplace.ID) bool, tell func(offerChange)) {
	m.floor.mu.Lock()
	defer m.floor.mu.Unlock()
	m.floor.listeners = append(m.floor.listeners, offerListener{cares, tell})
}

func (m *Marketplace) offerListeners() []offerListener {
	m.floor.mu.Lock()
	defer m.floor.mu.Unlock()
	return m.floor.listeners
}

func (l offerListener) wants(seller string, shop marketplace.ID) bool {
	return l.cares == nil || l.cares(seller, shop)
}

// forget closes all markets; listeners stay.
func (f *marketFloor) forget() {
	for i := range f.shards {
		s := &f.shards[i]
		s.mu.Lock()
		s.markets = map[marketKey]*market{}
		s.mu.Unlock()
	}
	f.advancing.Lock()
	f.heard, f.sales = nil, salesBook{most: map[marketKey]float64{}}
	f.advancing.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.advanced = 0
}

// boardOf is what shoppers see of a product in a marketplace now.
func (m *Marketplace) boardOf(p *catalog.Product, s *world.Shop) *board {
	var b *board
	m.inMarket(p, s, m.World.Clock.Now().Unix(), func(k *market) { b = k.board() })
	return b
}

// inMarket advances a market to a time and lets read work on it under its lock.
func (m *Marketplace) inMarket(p *catalog.Product, s *world.Shop, at int64, read func(k *market)) {
	var news []offerChange
	open := func() *market { return m.newMarket(p, s, at) }
	m.enter(marketKey{p.Index, s.Index}, at, open, &news, read)
	m.announce(news)
}

// enter is inMarket for callers that announce changes later. open creates a market that is not in
// memory.
func (m *Marketplace) enter(key marketKey, at int64, open func() *market, news *[]offerChange, read func(k *market)) {
	shard := &m.floor.shards[draw.Mix(key.number())%shardCount]
	shard.mu.Lock()
	defer shard.mu.Unlock()
	k, ok := shard.markets[key]
	if !ok {
		shard.makeRoom()
		k = open()
		k.bring(at)
		shard.markets[key] = k
	}
	m.listen(k, news)
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

// listen gathers the changes of a market that has a listener, and the past of one that is kept.
func (m *Marketplace) listen(k *market, news *[]offerChange) {
	heard := m.isHeard(k)
	if heard && !k.listened {
		k.seen = k.board().fingerprint()
	}
	if k.listened = heard; !heard && !k.kept {
		return
	}
	k.Changed = func(at int64, kind competition.Change) {
		b := k.board()
		if k.kept {
			k.note(b)
		}
		if now := b.fingerprint(); heard && now != k.seen {
			k.seen = now
			*news = append(*news, offerChange{time.Unix(at, 0).UTC(), kind, b})
		}
	}
}

func (m *Marketplace) isHeard(k *market) bool {
	if len(k.mine) == 0 {
		return false
	}
	for _, l := range m.offerListeners() {
		if slices.ContainsFunc(k.mine, func(o ledger.OwnOffer) bool { return l.wants(o.Seller, o.Shop) }) {
			return true
		}
	}
	return false
}

func (m *Marketplace) announce(news []offerChange) {
	if len(news) == 0 {
		return
	}
	for _, l := range m.offerListeners() {
		for _, n := range news {
			l.tell(n)
		}
	}
}

// ownOfferChanged takes a change of a seller's listing into the market.
func (m *Marketplace) ownOfferChanged(change ledger.ListingChange) {
	if change.Kind != ledger.PriceApplied && change.Kind != ledger.StatusChanged {
		return
	}
	p, ok := m.Catalog.Product(change.ASIN)
	s := world.Shops[change.Shop]
	if !ok || s == nil {
		return
	}
	mine := m.Ledger.OwnOffers(change.ASIN, change.Shop)
	m.inMarket(p, s, change.At.Unix(), func(k *market) {
		if !slices.Equal(mine, k.mine) {
			k.kept = true
			k.put(mine)
			k.Settle()
			k.note(k.board())
		}
	})
}

// seededOffers are the own offers of a product as the seed made them, in the
// order of accounts and SKUs.
func (m *Marketplace) seededOffers(p *catalog.Product, s *world.Shop) []ledger.OwnOffer {
	var offers []ledger.OwnOffer
	for i := range m.World.Accounts {
		owner := &m.World.Accounts[i]
		if owner.Region != s.Region {
			continue
		}
		first, count := (p.Index-m.Ledger.FirstProduct(owner)+m.World.Products)%m.World.Products, owner.Size
		from := len(offers)
		for n := first; n < count; n += m.World.Products {
			if o, ok := m.Ledger.SeededFor(owner, n, p).Offer(s.ID); ok {
				offers = append(offers, o)
			}
		}
		slices.SortFunc(offers[from:], func(a, b ledger.OwnOffer) int { return cmp.Compare(a.SKU, b.SKU) })
	}
	return offers
}
