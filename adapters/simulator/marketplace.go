package simulator

import (
	"cmp"
	"net/http"
	"slices"
	"time"

	"sellingassistant/adapters/simulator/catalog"
	"sellingassistant/adapters/simulator/gateway"
	"sellingassistant/adapters/simulator/inbound"
	"sellingassistant/adapters/simulator/keepa"
	"sellingassistant/adapters/simulator/ledger"
	"sellingassistant/adapters/simulator/mailbox"
	"sellingassistant/adapters/simulator/market"
	"sellingassistant/adapters/simulator/world"
)

// Config describes a simulated marketplace. The zero value is a good one.
type Config struct {
	// Seed makes another world; equal seeds make equal ones.
	Seed uint64
	// Products is the size of the catalogue: 10,000 when 0, at most 1,000,000.
	Products int
	// Enormous is how many listings the enormous account of each region begins
	// with: 50,000 when 0, at most 1,000,000.
	Enormous int
	// Clock is the simulated time: real time when nil.
	Clock *world.Clock
	// Pace is how fast competitors react to each other: as life goes unless it says otherwise. Buyers come as they do in life.
	Pace world.Pace
	// Limits are kept as published unless they say otherwise.
	Limits gateway.Limits
	// Submission is how long accepted listing changes and feeds take to be applied.
	Submission ledger.Delay
	// Redirect is the registered address that sellers are sent back to.
	Redirect string
	// PlainSKUs gives accounts no SKUs that are hard to carry through addresses and lists.
	PlainSKUs bool
	// Sales simulates purchases of own offers of sellers who are subscribed to orders.
	Sales bool
	// KeepaRate is how many tokens a minute the price history provider gives: 20 when 0.
	KeepaRate int
}

// Marketplace is a simulated marketplace. It is safe for concurrent use.
type Marketplace struct {
	*world.World
	*gateway.Gateway
	*catalog.Catalog
	*ledger.Ledger
	*market.Floor
	*mailbox.Mailbox

	docks   *inbound.Docks
	tracker *keepa.Tracker
}

// New makes a marketplace.
func New(cfg Config) *Marketplace {
	cfg.Products = min(cmp.Or(max(cfg.Products, 0), 10_000), world.MaxProducts)
	cfg.Enormous = min(cmp.Or(max(cfg.Enormous, 0), 50_000), world.MaxProducts)
	if cfg.Clock == nil {
		cfg.Clock = world.NewClock(time.Now(), 1)
	}
	w := world.New(cfg.Seed, cfg.Clock, cfg.Products, cfg.Enormous)
	w.Pace, w.PlainSKUs = cfg.Pace, cfg.PlainSKUs
	m := &Marketplace{World: w, Gateway: gateway.New(w, cfg.Limits, cfg.Redirect), Catalog: catalog.New(w)}
	m.Ledger = ledger.New(w, m.Gateway, m.Catalog, cfg.Submission)
	m.Gateway.Settle = m.Ledger.Settle
	m.Floor = market.New(w, m.Gateway, m.Catalog, m.Ledger, cfg.Sales)
	m.docks = inbound.New(w, m.Gateway, m.Ledger)
	m.tracker = keepa.New(w, m.Gateway, m.Catalog, m.Floor, cfg.KeepaRate)
	m.Mailbox = mailbox.New(w, m.Gateway, m.Catalog, m.Ledger, m.Floor)
	m.Rank = func(p *catalog.Product, s *world.Shop) int { return m.Floor.BoardOf(p, s).Rank }
	m.Listed = func(seller, sku string) (string, bool) {
		l, ok := m.Ledger.ListingOf(seller, sku)
		if !ok {
			return "", false
		}
		return l.ASIN, true
	}
	m.Register(slices.Concat(
		m.Catalog.Endpoints(), m.Floor.Endpoints(), m.Ledger.Endpoints(), m.docks.Endpoints(), m.Mailbox.Endpoints(),
	)...)
	m.Reset()
	return m
}

// Clock is the simulated time.
func (m *Marketplace) Clock() *world.Clock { return m.World.Clock }

// Reset forgets tokens, limits, faults, counters, what sellers changed, and
// who gets notifications.
func (m *Marketplace) Reset() {
	m.Ledger.Forget()
	m.docks.Forget()
	m.Floor.Forget()
	m.Mailbox.Forget()
	m.tracker.Forget()
	m.Gateway.Forget()
}

// Handler serves the token endpoint, the consent page, the queues, the price history provider and all regions.
func (m *Marketplace) Handler() http.Handler {
	return m.Serve(m.Catalog.Paths(), m.Ledger.Paths(), m.tracker.Paths(), m.Mailbox.Paths())
}
