package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon/pricing"
	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/secret"
	ports "sellingassistant/ports/repricer"
	sendingports "sellingassistant/ports/repricer/sending"
)

const (
	// laneRate and laneBurst set the marketplace's limit of single prices.
	laneRate, laneBurst = 5, 5
	leastShare          = 98 // %
	// laneWaiting sets the prices that wait at first. More prices would go into a feed.
	laneWaiting = 1_400
	// laneStart cuts the start from the measurement, because the burst at the beginning exceeds the
	// rate.
	laneStart = 2 * time.Second
)

// measureLane sends single prices of one account through the program's own client to a marketplace
// that enforces its limit strictly.
func measureLane(ctx context.Context, w *world, o options) ([]figure, error) {
	m := &market{tokens: laneBurst, at: time.Now()}
	server := httptest.NewServer(m)
	defer server.Close()
	client, err := clientOf(server.URL)
	if err != nil {
		return nil, err
	}
	sink := &shelf{Client: pricing.New(client, spapi.Repricer), live: map[string]money.Amount{}}
	decided := laneWaiting / 2
	if err := w.more(ctx, 0, decided); err != nil {
		return nil, err
	}
	own, stop := context.WithCancel(ctx)
	defer stop()
	var all sync.WaitGroup
	all.Go(func() { sending.NewDispatcher(w.sender(sink.Submit, &feedSink{}, sink.OwnPrices)).Run(own) })
	time.Sleep(laneStart)
	m.reset()
	begin := time.Now()
	for time.Since(begin) < o.lane && w.watch.failed() == nil && ctx.Err() == nil {
		if decided-sink.sent() < laneWaiting/2 && decided+100 <= int(w.teams[0].rows) {
			if err = w.more(ctx, decided, 100); err != nil {
				break
			}
			decided += 100
		}
		time.Sleep(10 * tapPause)
	}
	took := time.Since(begin)
	taken, refused := m.reset()
	err = errors.Join(err, w.watch.failed(), ctx.Err())
	stop()
	all.Wait()
	if err != nil {
		return nil, err
	}
	return []figure{
		{
			name: fmt.Sprintf("prices of an account, of %d a minute", laneRate*60), unit: "%", value: float64(taken) * 100 / (took.Seconds() * laneRate),
			target: atLeast(leastShare), note: fmt.Sprintf("%d in %s", taken, took.Round(time.Second)),
		},
		{name: "prices that the marketplace refused as too many", unit: "", value: float64(refused), target: atMost(0)},
	}, nil
}

// more decides new prices for n rows of the first team.
func (w *world) more(ctx context.Context, from, n int) error {
	if err := w.wake(ctx, from, n); err != nil {
		return err
	}
	return w.evaluate(ctx)
}

func clientOf(address string) (*spapi.Client, error) {
	endpoints := map[marketplace.Region]string{}
	for _, r := range marketplace.Regions() {
		endpoints[r] = address
	}
	return spapi.New(spapi.Config{
		TokenURL: address + tokenPath, ClientID: "bench", ClientSecrets: []secret.Text{secret.New("bench")}, Endpoints: endpoints, Version: "bench",
	}, refreshTokens{}, spapi.NewLocalBuckets(nil), zap.NewNop(), prometheus.NewRegistry(), noop.NewTracerProvider())
}

// refreshTokens returns the same token for every account.
type refreshTokens struct{}

// RefreshToken implements the port.
func (refreshTokens) RefreshToken(context.Context, id.Team, id.Connection) (secret.Text, error) {
	return secret.New("Atzr|bench"), nil
}

// NeedsAttention implements the port.
func (refreshTokens) NeedsAttention(context.Context, id.Team, id.Connection, string) error {
	return errors.New("the marketplace refused the account")
}

const tokenPath = "/auth/o2/token"

// market simulates a marketplace that takes prices at the rate of its limit.
type market struct {
	mu             sync.Mutex
	tokens         float64
	at             time.Time
	taken, refused int
}

// ServeHTTP implements the interface.
func (m *market) ServeHTTP(to http.ResponseWriter, r *http.Request) {
	to.Header().Set("Content-Type", "application/json")
	switch {
	case r.URL.Path == tokenPath:
		_, _ = fmt.Fprint(to, `{"access_token":"Atza|bench","token_type":"bearer","expires_in":3600}`)
	case m.take():
		to.Header().Set("x-amzn-RateLimit-Limit", "5.0")
		_, _ = fmt.Fprint(to, `{"sku":"S","status":"ACCEPTED","submissionId":"S-1","issues":[]}`)
	default:
		to.WriteHeader(http.StatusTooManyRequests)
		_, _ = fmt.Fprint(to, `{"errors":[{"code":"QuotaExceeded","message":"You exceeded your quota for the requested resource."}]}`)
	}
}

func (m *market) take() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	m.tokens = min(laneBurst, m.tokens+now.Sub(m.at).Seconds()*laneRate)
	m.at = now
	if m.tokens < 1 {
		m.refused++
		return false
	}
	m.tokens--
	m.taken++
	return true
}

// reset returns the counts and resets taken. refused counts from the start.
func (m *market) reset() (taken, refused int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	taken, m.taken = m.taken, 0
	return taken, m.refused
}

// shelf records the sent prices, and returns them as own prices.
type shelf struct {
	*pricing.Client
	mu   sync.Mutex
	live map[string]money.Amount
}

// Submit implements the port.
func (s *shelf) Submit(ctx context.Context, seller account.Seller, c sendingports.PriceChange, may sendingports.MaySend, preview bool) (sendingports.Receipt, error) {
	receipt, err := s.Client.Submit(ctx, seller, c, may, preview)
	if err == nil {
		s.mu.Lock()
		s.live[c.SKU] = c.Price
		s.mu.Unlock()
	}
	return receipt, err
}

func (s *shelf) sent() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.live)
}

// OwnPrices implements the port.
func (s *shelf) OwnPrices(_ context.Context, _ account.Seller, asked []ports.SKUOrASIN) []sendingports.OwnPriceAnswer {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]sendingports.OwnPriceAnswer, len(asked))
	for i, q := range asked {
		out[i].Offers = []sendingports.OwnPrice{{PriceParts: ports.PriceParts{Currency: "EUR", Price: s.live[q.SKU]}}}
	}
	return out
}
