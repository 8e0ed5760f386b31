package ledger

import (
	"slices"
	"sync"
	"time"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// Delay bounds how long the marketplace takes to apply accepted changes, on its own clock. The zero
// value means 5 to 15 minutes, as sellers report it.
type Delay struct{ Min, Max time.Duration }

func (d Delay) orUsual() Delay {
	if d.Max <= 0 {
		return Delay{5 * time.Minute, 15 * time.Minute}
	}
	return Delay{min(d.Min, d.Max), d.Max}
}

// changeKind names a kind of change of a listing or a feed.
type changeKind string

// The kinds of changes of a listing or a feed.
const (
	StatusChanged changeKind = "status"
	IssuesChanged changeKind = "issues"
	PriceApplied  changeKind = "price"
	FeedFinished  changeKind = "feed"
)

// ListingChange has a change that a seller can be notified of.
type ListingChange struct {
	Kind   changeKind
	At     time.Time
	Seller string
	// The following members occur for listings.
	SKU, ASIN string
	Shop      marketplace.ID
	Status    []string // BUYABLE, DISCOVERABLE
	Issues    []issue
	// Price counts the smallest unit of the marketplace's currency, 0 without a price.
	Price int64
	// The following members occur for feeds.
	FeedID, FeedType, FeedStatus, ResultDocument string
}

// listingKey identifies a listing.
type listingKey struct{ seller, sku string }

// agendaItem has a future event.
type agendaItem struct {
	due time.Time
	// makes names the listing that the event creates.
	makes listingKey
	run   func(at time.Time) []ListingChange
}

// book has the changes of sellers since the seed.
type book struct {
	// settling keeps the order of events for listeners; it is locked before mu.
	settling  sync.Mutex
	listeners []func(ListingChange)

	mu      sync.Mutex
	waiting []*agendaItem // in the order of due
	// revision counts the changes of listings.
	revision uint64
	listings map[listingKey]*Listing // nil for a deleted listing
	added    map[string]map[string][]string
	numbers  map[listingKey]uint64
	lanes    map[listingKey]time.Time
	seeded   map[string][]*Listing
	// shelves cache listings in the requested orders.
	shelves map[shelfKey]shelf
	feeds   feedShelf
}

// forget restores the initial state of the sellers.
func (b *book) forget() {
	b.settling.Lock()
	defer b.settling.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = nil
	b.revision++
	b.shelves = map[shelfKey]shelf{}
	b.listings, b.added = map[listingKey]*Listing{}, map[string]map[string][]string{}
	b.numbers, b.lanes = map[listingKey]uint64{}, map[listingKey]time.Time{}
	b.seeded, b.feeds = map[string][]*Listing{}, feedShelf{documents: map[string]*feedDocument{}}
}

// OnListingChange adds a listener. Listeners are called in order, outside the lock of the book and
// before the answer that found the change due.
func (led *Ledger) OnListingChange(f func(ListingChange)) {
	led.book.settling.Lock()
	defer led.book.settling.Unlock()
	led.book.listeners = append(led.book.listeners, f)
}

// Settle applies all due changes. Listeners may read listings. They must not take a lock that a
// caller of Settle has.
func (led *Ledger) Settle() {
	now := led.world.Clock.Now()
	if !led.book.isDue(now) {
		return
	}
	led.book.settling.Lock()
	defer led.book.settling.Unlock()
	for {
		e := led.book.next(now)
		if e == nil {
			return
		}
		for _, change := range e.run(e.due) {
			led.tell(change)
		}
	}
}

func (led *Ledger) tell(change ListingChange) {
	for _, f := range led.book.listeners {
		f(change)
	}
}

func (b *book) isDue(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.waiting) > 0 && !b.waiting[0].due.After(now)
}

// next removes and returns the next due event, or nil.
func (b *book) next(now time.Time) *agendaItem {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.waiting) == 0 || b.waiting[0].due.After(now) {
		return nil
	}
	next := b.waiting[0]
	b.waiting = b.waiting[1:]
	return next
}

// schedule adds a future event, after events of the same moment; the ledger is locked.
func (b *book) schedule(e *agendaItem) {
	at, _ := slices.BinarySearchFunc(b.waiting, e.due, func(other *agendaItem, due time.Time) int {
		if other.due.After(due) {
			return 1
		}
		return -1
	})
	b.waiting = slices.Insert(b.waiting, at, e)
}

// changed returns a listing that was changed, nil if it was deleted.
func (b *book) changed(seller, sku string) (*Listing, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	l, ok := b.listings[listingKey{seller, sku}]
	return l, ok
}

// addedFor returns the SKUs that a seller added for a product.
func (b *book) addedFor(seller, asin string) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.added[seller][asin])
}

// isComing reports whether a waiting submission creates the listing.
func (b *book) isComing(key listingKey) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.ContainsFunc(b.waiting, func(e *agendaItem) bool { return e.makes == key })
}

// ListingsOf returns all listings of a seller in their present state, in no useful order.
func (led *Ledger) ListingsOf(s *world.Seller) []*Listing {
	led.book.mu.Lock()
	defer led.book.mu.Unlock()
	return led.allOf(s)
}

// allOf does the same as ListingsOf; the caller has locked the book.
func (led *Ledger) allOf(s *world.Seller) []*Listing {
	seeded, ok := led.book.seeded[s.ID]
	if !ok {
		for i := range s.Size {
			seeded = append(seeded, led.SeededListing(s, i))
		}
		led.book.seeded[s.ID] = seeded
	}
	all := make([]*Listing, 0, len(seeded))
	for _, l := range seeded {
		if _, changed := led.book.listings[listingKey{s.ID, l.SKU}]; !changed {
			all = append(all, l)
		}
	}
	for key, l := range led.book.listings {
		if key.seller == s.ID && l != nil {
			all = append(all, l)
		}
	}
	return all
}
