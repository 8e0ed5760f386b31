package amazon_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"sellingassistant/adapters/amazon/catalog"
	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/adapters/memory/expiring"
	"sellingassistant/adapters/simulator"
	app "sellingassistant/app/restriction"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/domain/restriction"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	tokens "sellingassistant/ports/meter"
	restrictionports "sellingassistant/ports/restriction"
)

// world has the restriction check with everything below it, in a bubble of simulated time. Pipes
// connect it to a simulated marketplace.
type world struct {
	market *simulator.Marketplace
	checks *app.Checks
	meter  *meter
	team   *team
	logs   *observer.ObservedLogs
	client *spapi.Client
	reg    *prometheus.Registry
}

func inWorld(t *testing.T, cfg simulator.Config, test func(t *testing.T, w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, newWorld(t, cfg)) })
}

func newWorld(t *testing.T, cfg simulator.Config) *world {
	w := &world{market: simulator.New(cfg), meter: &meter{left: 1_000_000}}
	pipes := newPipes()
	server := &http.Server{Handler: w.market.Handler()}
	go func() { _ = server.Serve(pipes) }()
	transport := &http.Transport{DialContext: pipes.dial, MaxIdleConnsPerHost: 200}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		require.NoError(t, server.Close())
		synctest.Wait()
	})
	w.assemble(t, simulator.AddressesAt("http://127.0.0.1:1"), transport)
	return w
}

// assemble puts client and use case on top of the marketplace.
func (w *world) assemble(t *testing.T, at simulator.Addresses, transport http.RoundTripper) {
	w.team = &team{seller: w.market.Seller(marketplace.NA, simulator.Full)}
	core, logs := observer.New(zapcore.DebugLevel)
	w.logs, w.reg = logs, prometheus.NewRegistry()
	var err error
	w.client, err = spapi.New(spapi.Config{
		TokenURL: at.TokenURL, Endpoints: at.Endpoints, ClientID: simulator.ClientID,
		ClientSecrets: []secret.Text{secret.New(simulator.ClientSecret)}, Version: "1.0", Transport: transport,
	}, w.team, spapi.NewLocalBuckets(nil), zap.New(core), w.reg, noop.NewTracerProvider())
	require.NoError(t, err)
	w.checks = app.NewChecks(w.team, catalog.New(w.client).Restrictions, w.meter.Reserve, expiring.New[restrictionports.Key, restriction.Status](clock.System{}, restrictionports.CacheFor, 100_000))
}

var who = caller.Caller{Team: 7}

// check asks as httpx would, with 15 s to answer, about the seller's first marketplace.
func (w *world) check(asin string) (restriction.Status, error) {
	w.team.mu.Lock()
	shop := string(w.team.seller.Marketplaces[0])
	w.team.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	defer cancel()
	return w.checks.Check(ctx, who, app.Query{ASIN: asin, Choice: marketplace.Choice{MarketplaceID: shop}})
}

// refusal returns the fault of a check that must fail.
func (w *world) refusal(t *testing.T, asin string) *fault.Error {
	t.Helper()
	status, err := w.check(asin)
	e, ok := fault.As(err)
	require.True(t, ok, "%v, %v", status, err)
	require.Empty(t, status)
	return e
}

// team fakes the connection context.
type team struct {
	accounts.Sellers
	mu     sync.Mutex
	seller simulator.Seller
	words  []string // the reasons given to NeedsAttention
	fault  *fault.Error
}

func (c *team) For(_ context.Context, team id.Team, m marketplace.Marketplace) (account.Seller, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fault != nil {
		return account.Seller{}, c.fault
	}
	if len(c.words) > 0 {
		return account.Seller{}, fault.New(fault.Forbidden, fault.CodeIntegrationNeedsAttention, "Connect again.")
	}
	return account.Seller{Team: team, Connection: 3, Region: c.seller.Region, ID: c.seller.ID}, nil
}

func (c *team) RefreshToken(_ context.Context, t id.Team, cid id.Connection) (secret.Text, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t != 7 || cid != 3 {
		return secret.Text{}, errors.New("another team's connection")
	}
	return secret.New(c.seller.RefreshToken), nil
}

func (c *team) NeedsAttention(_ context.Context, t id.Team, cid id.Connection, code string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t != 7 || cid != 3 {
		return errors.New("another team's connection")
	}
	c.words = append(c.words, code)
	return nil
}

func (c *team) told() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.words...)
}

// meter fakes the plan: exact, and strict about the end of a hold.
type meter struct {
	mu       sync.Mutex
	left     int64
	held     int64
	spent    int64
	misused  int
	inactive bool
}

func (m *meter) Reserve(_ context.Context, _ id.Team, n int64) (tokens.Hold, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.inactive:
		return nil, fault.New(fault.Payment, fault.CodeSubscriptionInactive, "The subscription does not run.")
	case m.left-m.held < n:
		return nil, fault.New(fault.Payment, fault.CodeQuotaExhausted, "No tokens left.")
	}
	m.held += n
	return &hold{meter: m, n: n}, nil
}

type hold struct {
	meter *meter
	n     int64
	ended bool
}

func (h *hold) end(ctx context.Context, spend int64) error {
	h.meter.mu.Lock()
	defer h.meter.mu.Unlock()
	if h.ended {
		h.meter.misused++
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	h.ended = true
	h.meter.held -= h.n
	h.meter.left -= spend
	h.meter.spent += spend
	return nil
}

func (h *hold) Commit(ctx context.Context) error  { return h.end(ctx, h.n) }
func (h *hold) Release(ctx context.Context) error { return h.end(ctx, 0) }

func (m *meter) balance() (left, held, spent int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.left, m.held, m.spent
}

// pipes listens for connections that are pipes, so that a bubble of simulated time comes to rest
// while everybody waits.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), closed: make(chan struct{})} }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case p.conns <- theirs:
		return ours, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 1} }
