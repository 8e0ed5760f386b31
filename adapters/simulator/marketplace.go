package simulator

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// Limits says how the published rates are kept.
type Limits struct {
	// Off lets every call through.
	Off bool
	// Scale multiplies rates and burst sizes; 0 is 1, as published.
	Scale float64
}

// The application that exists.
const (
	ClientID     = "amzn1.application-oa2-client.simulator"
	ClientSecret = "amzn1.oa2-cs.v1.simulator" //nolint:gosec // made up, and printed at the start
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
	// Limits are kept as published unless they say otherwise.
	Limits Limits
	// Submission is how long accepted listing changes and feeds take to be applied.
	Submission Delay
	// Redirect is the registered address that sellers are sent back to.
	Redirect string
	// Sales simulates purchases of own offers of sellers who are subscribed to orders.
	Sales bool
	// KeepaRate is how many tokens a minute the price history provider gives: 20 when 0.
	KeepaRate int
}

// Marketplace is a simulated marketplace. It is safe for concurrent use.
type Marketplace struct {
	*world.World

	cfg        Config
	operations []operation
	book       ledger
	// floor has the offers of everybody.
	floor marketFloor
	words wordIndex
	// ownPriceChanged is called for every change of a seller's own offer; it may be nil.
	ownPriceChanged func(listingChange)
	mailbox         *mailbox
	queue           *queue
	tracker         *tracker

	mu       sync.Mutex
	sequence uint64
	tokens   map[string]accessToken
	codes    map[string]consent
	revoked  map[string]bool // refresh tokens
	refused  bool            // the application itself
	redirect string          // where sellers are sent back to
	buckets  map[string]*bucket
	faults   []*activeFault
	faultID  int
	counters map[string]*Counter
}

// New makes a marketplace.
func New(cfg Config) *Marketplace {
	cfg.Products = min(cmp.Or(max(cfg.Products, 0), 10_000), world.MaxProducts)
	cfg.Enormous = min(cmp.Or(max(cfg.Enormous, 0), 50_000), world.MaxProducts)
	cfg.KeepaRate = cmp.Or(max(cfg.KeepaRate, 0), 20)
	cfg.Limits.Scale = cmp.Or(max(cfg.Limits.Scale, 0), 1)
	if cfg.Clock == nil {
		cfg.Clock = world.NewClock(time.Now(), 1)
	}
	m := &Marketplace{World: world.New(cfg.Seed, cfg.Clock, cfg.Products, cfg.Enormous), cfg: cfg}
	m.ownPriceChanged = m.ownOfferChanged
	m.tracker = &tracker{m: m}
	m.openMailbox()
	m.operations = table()
	m.Reset()
	return m
}

// Clock is the simulated time.
func (m *Marketplace) Clock() *world.Clock { return m.World.Clock }

// Reset forgets tokens, limits, faults, counters, what sellers changed, and
// who gets notifications.
func (m *Marketplace) Reset() {
	m.book.forget()
	m.floor.forget()
	m.forgetMail()
	m.tracker.forget()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sequence = 0
	m.tokens, m.codes, m.revoked, m.refused = map[string]accessToken{}, map[string]consent{}, map[string]bool{}, false
	m.buckets, m.faults, m.counters = map[string]*bucket{}, nil, map[string]*Counter{}
	for _, s := range m.World.Accounts {
		if s.Kind == world.Revoked {
			m.revoked[s.RefreshToken] = true
		}
	}
}

// Handler serves the token endpoint, the consent page, the queues, the price history provider and all regions.
func (m *Marketplace) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+tokenPath, m.serveToken)
	mux.HandleFunc(feedDocumentPath+"{id}", m.serveFeedDocument)
	mux.HandleFunc("GET "+schemaPath+"{name}", m.serveSchema)
	mux.HandleFunc("GET "+consentPath, m.serveConsent)
	mux.HandleFunc("POST "+consentPath, m.serveConsent)
	mux.HandleFunc("POST "+queuePath, m.serveQueue)
	mux.HandleFunc(keepaPath+"/", m.tracker.serve)
	mux.HandleFunc("POST /{$}", m.serveQueue)
	mux.HandleFunc("/", m.serveRegion) // which knows that it is nowhere
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if slices.Contains(marketplace.Regions(), marketplace.Region(segments(r.URL.Path)[0])) {
			// Not through the mux, which tidies paths up: a SKU may be "..".
			m.serveRegion(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// next numbers the answers.
func (m *Marketplace) next() uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sequence++
	return m.sequence
}

// Counter counts what an operation answered.
type Counter struct {
	Calls    int         `json:"calls"`
	Statuses map[int]int `json:"statuses"`
}

// Counters counts the answers of each operation; the token endpoint is "token". A connection that
// ended without an answer has status 0.
func (m *Marketplace) Counters() map[string]Counter {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := make(map[string]Counter, len(m.counters))
	for name, c := range m.counters {
		all[name] = Counter{Calls: c.Calls, Statuses: maps.Clone(c.Statuses)}
	}
	return all
}

func (m *Marketplace) count(operation string, status int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, ok := m.counters[operation]
	if !ok {
		c = &Counter{Statuses: map[int]int{}}
		m.counters[operation] = c
	}
	c.Calls++
	c.Statuses[status]++
}
