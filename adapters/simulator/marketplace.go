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

// Config describes a simulated marketplace. The zero value works.
type Config struct {
	// Seed selects the world; equal seeds give equal worlds.
	Seed uint64
	// Products sets the size of the catalogue: 10,000 when 0, at most 1,000,000.
	Products int
	// Enormous sets the number of listings that the enormous account of each region begins with:
	// 50,000 when 0, at most 1,000,000.
	Enormous int
	// Clock has the simulated time; nil follows real time.
	Clock *world.Clock
	// Pace sets how fast competitors react to each other; the zero value follows the clock. Buyers
	// always follow the clock.
	Pace world.Pace
	// Limits changes the published rates; the zero value keeps them.
	Limits gateway.Limits
	// Submission delays accepted listing changes and feeds before they are applied.
	Submission ledger.Delay
	// Redirect has the registered address that sellers are sent back to.
	Redirect string
	// PlainSKUs leaves out the SKUs that are hard to carry through addresses and lists.
	PlainSKUs bool
	// Sales simulates purchases of own offers, if their sellers are subscribed to orders.
	Sales bool
	// DriftBefore ends the time in which the level of each product's prices moves every few weeks.
	// Later, and for the zero value always, sellers compete around the same level.
	DriftBefore time.Time
	// KeepaRate sets the tokens per minute of the price history provider: 20 when 0.
	KeepaRate int
}

// Marketplace simulates a marketplace. Concurrent use is safe.
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
	if !cfg.DriftBefore.IsZero() {
		m.Floor.DriftBefore = cfg.DriftBefore.Unix()
	}
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

// Clock returns the simulated clock.
func (m *Marketplace) Clock() *world.Clock { return m.World.Clock }

// Reset forgets tokens, limits, faults, counters, subscriptions and the changes of sellers.
func (m *Marketplace) Reset() {
	m.Ledger.Forget()
	m.docks.Forget()
	m.Floor.Forget()
	m.Mailbox.Forget()
	m.tracker.Forget()
	m.Gateway.Forget()
}

// Handler serves the token endpoint, the consent page, the queues, the price history provider and
// all regions.
func (m *Marketplace) Handler() http.Handler {
	return m.Serve(m.Catalog.Paths(), m.Ledger.Paths(), m.tracker.Paths(), m.Mailbox.Paths())
}
