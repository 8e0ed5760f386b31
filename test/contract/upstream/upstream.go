// Package upstream simulates a marketplace with answers from the test. It needs no network, so
// tests run in a bubble of simulated time. Everything between it and a call of the API is real.
package upstream

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/ratelimit"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/idempotency"
	"sellingassistant/ports/meter"
	"sellingassistant/test/openapi/checked"
)

// Host has the address of the marketplace, for addresses in its answers.
const Host = "https://market.example"

// Request has a call that reached the marketplace.
type Request struct {
	Method string
	// Path has the path as sent, with its escapes.
	Path  string
	Query url.Values
	Body  string
	Token string
}

// Answer has the marketplace's answer. Err breaks the connection; After delays the answer.
type Answer struct {
	Status int
	Body   string
	Header http.Header
	Err    error
	After  time.Duration
}

// OK returns a success.
func OK(body string) Answer { return Answer{Status: http.StatusOK, Body: body} }

// Market has the marketplace and the caller's team, with its seller account, its plan and its key.
type Market struct {
	accounts.Sellers
	// Say answers a call.
	Say func(r Request) Answer
	// The lookup of the seller account returns it; nil for success.
	Refuse error
	// Payments return it; nil for success.
	Broke error

	mu       sync.Mutex
	requests []Request
	spent    int64
	held     int64
	marked   []string
}

// Requests returns the calls so far, without those for tokens.
func (m *Market) Requests() []Request {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]Request(nil), m.requests...)
}

// Spent returns the tokens that the team has paid, and the tokens that are reserved.
func (m *Market) Spent() (spent, held int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.spent, m.held
}

// Marked returns the codes with which the connection was reported.
func (m *Market) Marked() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string(nil), m.marked...)
}

// RoundTrip implements http.RoundTripper.
func (m *Market) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
	}
	a := OK(`{"access_token":"Atza|x","token_type":"bearer","expires_in":3600}`)
	if r.URL.Path != "/token" {
		request := Request{
			Method: r.Method, Path: r.URL.EscapedPath(), Query: r.URL.Query(), Body: string(body), Token: r.Header.Get("X-Amz-Access-Token"),
		}
		m.mu.Lock()
		m.requests = append(m.requests, request)
		m.mu.Unlock()
		a = m.Say(request)
	}
	select {
	case <-time.After(a.After):
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
	if a.Err != nil {
		return nil, a.Err
	}
	if a.Header == nil {
		a.Header = http.Header{"Content-Type": {"application/json"}}
	}
	return &http.Response{
		StatusCode: a.Status, Status: http.StatusText(a.Status), Header: a.Header, Request: r,
		Body: io.NopCloser(strings.NewReader(a.Body)), ContentLength: int64(len(a.Body)),
	}, nil
}

// Client returns the program's own client of the marketplace.
func (m *Market) Client(t testing.TB) *spapi.Client {
	t.Helper()
	endpoints := map[marketplace.Region]string{}
	for _, r := range marketplace.Regions() {
		endpoints[r] = Host
	}
	c, err := spapi.New(spapi.Config{
		TokenURL: Host + "/token", Endpoints: endpoints, ClientID: "client", Version: "1.0",
		ClientSecrets: []secret.Text{secret.New("secret")}, Transport: m,
	}, m, spapi.NewLocalBuckets(nil), zap.NewNop(), prometheus.NewRegistry(), noop.NewTracerProvider())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Published has the document of a suite's routes, which is read once.
type Published struct {
	once sync.Once
	doc  *checked.Document
}

// Serve serves routes with the API's whole middleware. The client checks requests and answers
// against the published document.
func (m *Market) Serve(t testing.TB, p *Published, routes ...httpx.Routes) *checked.Client {
	t.Helper()
	s := httpx.New(httpx.Config{CursorKey: []byte("key"), Version: "1"}, zap.NewNop(), m, ratelimit.NewMemory(time.Now),
		struct{ idempotency.Store }{}, m, clock.System{}, func(context.Context) error { return nil }, nil)
	for _, add := range routes {
		add(s.Router())
	}
	p.once.Do(func() { p.doc = checked.Load(t, s.Handler()) })
	return &checked.Client{Document: p.doc, Handler: s.Handler(), Key: "key"}
}

// Team and Seller identify the caller.
const (
	Team   id.Team = 7
	Seller         = "A1SELLER"
)

// For implements account.Sellers. It returns the team's one account, or the fault Refuse.
func (m *Market) For(_ context.Context, team id.Team, shop marketplace.Marketplace) (account.Seller, error) {
	return account.Seller{Team: team, Connection: 3, Region: shop.Region, ID: Seller}, m.Refuse
}

// RefreshToken implements spapi.Credentials.
func (m *Market) RefreshToken(_ context.Context, team id.Team, c id.Connection) (secret.Text, error) {
	if team != Team || c != 3 {
		return secret.Text{}, errors.New("another team's connection")
	}
	return secret.New("Atzr|x"), nil
}

// NeedsAttention implements spapi.Credentials.
func (m *Market) NeedsAttention(_ context.Context, _ id.Team, _ id.Connection, code string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.marked = append(m.marked, code)
	return nil
}

// Authenticate implements httpx.Authenticator.
func (m *Market) Authenticate(context.Context, secret.Text, string) (caller.Caller, error) {
	return caller.Caller{Team: Team, Role: caller.Owner, Scopes: []caller.Scope{caller.Write}}, nil
}

// InTx implements tx.Runner.
func (m *Market) InTx(ctx context.Context, f func(context.Context) error) error { return f(ctx) }

// Reserve implements meter.Meter.
func (m *Market) Reserve(_ context.Context, _ id.Team, n int64) (meter.Hold, error) {
	if m.Broke != nil {
		return nil, m.Broke
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.held += n
	return &hold{m, n}, nil
}

type hold struct {
	market *Market
	tokens int64
}

func (h *hold) end(ctx context.Context, spend int64) error {
	h.market.mu.Lock()
	defer h.market.mu.Unlock()
	h.market.held -= h.tokens
	h.market.spent += spend
	return ctx.Err()
}

func (h *hold) Commit(ctx context.Context) error  { return h.end(ctx, h.tokens) }
func (h *hold) Release(ctx context.Context) error { return h.end(ctx, 0) }

// Failure describes a failure of the marketplace, and the default answer of the API to it.
type Failure struct {
	Answer Answer
	Status int
	Code   string
	// Tries counts the calls to the marketplace if the operation may be repeated; 0 for "several".
	Tries int
}

// Failures returns all failures of an operation of the marketplace.
func Failures() map[string]Failure {
	list := func(code string) string {
		return `{"errors":[{"code":"` + code + `","message":"Told by the marketplace.","details":"d"}]}`
	}
	page := Answer{Status: 502, Body: "<html><body>Bad Gateway</body></html>", Header: http.Header{"Content-Type": {"text/html"}}}
	return map[string]Failure{
		"400":             {Answer{Status: 400, Body: list("InvalidInput")}, 400, "upstream_rejected", 1},
		"400, bare list":  {Answer{Status: 400, Body: `[{"code":"InvalidInput","message":"Told by the marketplace."}]`}, 400, "upstream_rejected", 1},
		"400, no body":    {Answer{Status: 400}, 400, "upstream_rejected", 1},
		"401":             {Answer{Status: 401, Body: list("Unauthorized")}, 403, "integration_needs_attention", 2},
		"403":             {Answer{Status: 403, Body: list("Unauthorized")}, 403, "integration_needs_attention", 2},
		"409":             {Answer{Status: 409, Body: list("Conflict")}, 500, "internal_error", 1},
		"413":             {Answer{Status: 413, Body: list("TooLarge")}, 500, "internal_error", 1},
		"415":             {Answer{Status: 415, Body: list("Unsupported")}, 500, "internal_error", 1},
		"429":             {Answer{Status: 429, Body: list("QuotaExceeded")}, 429, "upstream_rate_limited", 0},
		"500":             {Answer{Status: 500, Body: list("InternalFailure")}, 503, "upstream_unavailable", 3},
		"502 with a page": {page, 503, "upstream_unavailable", 3},
		"503, no body":    {Answer{Status: 503}, 503, "upstream_unavailable", 3},
		"302":             {Answer{Status: 302, Header: http.Header{"Location": {"https://elsewhere.example/"}}}, 503, "upstream_unavailable", 3},
		"reset":           {Answer{Err: errors.New("connection reset by peer")}, 503, "upstream_unavailable", 3},
		"never":           {Answer{Status: 200, After: time.Hour}, 503, "upstream_unavailable", 0},
		"cut off":         {OK(`{"items":[{"asin":"B00`), 503, "upstream_unavailable", 3},
		"a page":          {OK(`<html></html>`), 503, "upstream_unavailable", 3},
		"no body":         {OK(``), 503, "upstream_unavailable", 3},
		"null":            {OK(`null`), 503, "upstream_unavailable", 3},
		"another shape":   {OK(`{"unexpected":true}`), 503, "upstream_unavailable", 3},
		"a list":          {OK(`[]`), 503, "upstream_unavailable", 3},
	}
}

// Accounts returns the faults of the lookup of the seller account.
func Accounts() map[string]error {
	return map[string]error{
		"403 integration_required":        fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "Connect a seller account first."),
		"422 marketplace_not_connected":   fault.New(fault.Rule, fault.CodeMarketplaceUnconnected, "None serves it."),
		"403 integration_needs_attention": fault.New(fault.Forbidden, fault.CodeIntegrationNeedsAttention, "Connect it again."),
	}
}
