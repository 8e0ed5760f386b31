package gateway

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"sync"

	"sellingassistant/adapters/simulator/world"
	"sellingassistant/domain/kernel/marketplace"
)

// Limits changes the published rates.
type Limits struct {
	// Off lets every call through.
	Off bool
	// Scale multiplies rates and burst sizes; 0 is 1, as published.
	Scale float64
}

// The credentials of the only application.
const (
	ClientID     = "amzn1.application-oa2-client.simulator"
	ClientSecret = "amzn1.oa2-cs.v1.simulator" //nolint:gosec // made up, and printed at the start
)

// Gateway finds the operation of a call, keeps the rates, hands out tokens, counts answers and
// applies faults.
type Gateway struct {
	world *world.World
	// Settle runs before each answer, so that all due events happen first.
	Settle func()

	// Limits changes the published rates.
	Limits     Limits
	operations []Endpoint

	mu       sync.Mutex
	sequence uint64
	tokens   map[string]AccessToken
	codes    map[string]consent
	revoked  map[string]bool // refresh tokens
	refused  bool            // the application itself
	redirect string          // address that sellers are sent back to
	buckets  map[string]*bucket
	faults   []*ActiveFault
	faultID  int
	counters map[string]*Counter
}

// New returns a gateway that serves only tokens and consent until operations are registered.
func New(w *world.World, limits Limits, redirect string) *Gateway {
	limits.Scale = cmp.Or(max(limits.Scale, 0), 1)
	g := &Gateway{world: w, Settle: func() {}, Limits: limits, redirect: redirect}
	g.Forget()
	return g
}

// Register adds operations that the regions serve.
func (g *Gateway) Register(operations ...Endpoint) {
	g.operations = append(g.operations, operations...)
}

// Forget ends tokens, limits, faults and counters.
func (g *Gateway) Forget() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sequence = 0
	g.tokens, g.codes, g.revoked, g.refused = map[string]AccessToken{}, map[string]consent{}, map[string]bool{}, false
	g.buckets, g.faults, g.counters = map[string]*bucket{}, nil, map[string]*Counter{}
	for _, s := range g.world.Accounts {
		if s.Kind == world.Revoked {
			g.revoked[s.RefreshToken] = true
		}
	}
}

// Serve serves the token endpoint, the consent page, all regions, and the other paths.
func (g *Gateway) Serve(others ...map[string]http.HandlerFunc) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+TokenPath, g.serveToken)
	mux.HandleFunc("GET "+consentPath, g.serveConsent)
	mux.HandleFunc("POST "+consentPath, g.serveConsent)
	for _, paths := range others {
		for path, handler := range paths {
			mux.HandleFunc(path, handler)
		}
	}
	mux.HandleFunc("/", g.serveRegion) // answers 404, because the path has no region
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if slices.Contains(marketplace.Regions(), marketplace.Region(Segments(r.URL.Path)[0])) {
			// The mux would clean the path up, but a SKU may be "..".
			g.serveRegion(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// Next returns the number of the next answer.
func (g *Gateway) Next() uint64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sequence++
	return g.sequence
}

// Counter counts the answers of an operation.
type Counter struct {
	Calls    int         `json:"calls"`
	Statuses map[int]int `json:"statuses"`
}

// Counters counts the answers of each operation; the token endpoint is "token". A connection that
// ended without an answer has status 0.
func (g *Gateway) Counters() map[string]Counter {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := make(map[string]Counter, len(g.counters))
	for name, c := range g.counters {
		all[name] = Counter{Calls: c.Calls, Statuses: maps.Clone(c.Statuses)}
	}
	return all
}

func (g *Gateway) count(operation string, status int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c, ok := g.counters[operation]
	if !ok {
		c = &Counter{Statuses: map[int]int{}}
		g.counters[operation] = c
	}
	c.Calls++
	c.Statuses[status]++
}

// Knows reports whether a fault may name this operation.
func (g *Gateway) Knows(name string) bool {
	return slices.Contains(queueCalls, name) || name == tokenOperation || name == FeedDocumentOperation || name == KeepaOperation || slices.Contains(NotificationTypes, name) ||
		slices.ContainsFunc(g.operations, func(o Endpoint) bool { return o.ID == name })
}
