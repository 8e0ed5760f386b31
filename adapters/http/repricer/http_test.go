package repricer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"sellingassistant/adapters/http/httpx"
	web "sellingassistant/adapters/http/repricer"
	"sellingassistant/adapters/ratelimit"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/secret"
	"sellingassistant/ports/idempotency"
	callports "sellingassistant/ports/ratelimit"
	"sellingassistant/test/repricing"
	"sellingassistant/test/rowstore"
)

// site serves the repricer with everything that a call passes.
type site struct {
	world
	// memory has the seller accounts, and everything in a site in memory.
	memory  *rowstore.Store
	handler http.Handler
	routes  routers.Router
}

type keys struct{}

func (keys) Authenticate(_ context.Context, key secret.Text, _ string) (caller.Caller, error) {
	switch key.Reveal() {
	case "ours":
		return caller.Caller{Team: ours, User: 1, Key: 1, Role: caller.Owner, Scopes: []caller.Scope{caller.Write}}, nil
	case "reader":
		return caller.Caller{Team: ours, User: 1, Key: 2, Role: caller.Owner, Scopes: []caller.Scope{caller.Read}}, nil
	case "theirs":
		return caller.Caller{Team: theirs, User: 2, Key: 3, Role: caller.Owner, Scopes: []caller.Scope{caller.Write}}, nil
	}
	return caller.Caller{}, fault.New(fault.Forbidden, fault.CodeAccessDenied, "The API key is missing or not valid.")
}

// forgetful fakes the stored answers for calls without an Idempotency-Key.
type forgetful struct{ idempotency.Store }

type still struct{}

func (still) Now() time.Time { return noon }

func siteOver(t *testing.T, w world, m *rowstore.Store) *site {
	t.Helper()
	server := httpx.New(httpx.Config{
		CursorKey: []byte("key"), BaseURL: func(*http.Request) string { return "https://api.example.org" },
		Limits: map[string]callports.Limit{"repricer": {Calls: 100_000, Window: time.Minute}},
	}, zap.NewNop(), keys{}, ratelimit.NewMemory(still{}.Now), forgetful{}, w.Tx, still{},
		func(context.Context) error { return nil }, nil)
	web.Routes(manage.NewSettings(w.Settings, w.Strategies, w.Ends, w.Tx, still{}),
		manage.NewStrategies(w.Strategies, w.Settings, w.Products, w.Ends, w.Tx, still{}),
		manage.NewProducts(w.Products, w.Strategies, w.Settings, repricing.Ample{}.Rows, m.Sellers(), repricing.Unlisted{}.Current, w.Ends, w.Tx, still{}))(server.Router())
	published.Do(func() { routes, publishing = read(server.Handler()) })
	require.NoError(t, publishing)
	return &site{world: w, memory: m, handler: server.Handler(), routes: routes}
}

var (
	published  sync.Once
	routes     routers.Router
	publishing error
)

// read reads the published document, which is the same for every site.
func read(handler http.Handler) (routers.Router, error) {
	out := httptest.NewRecorder()
	handler.ServeHTTP(out, httptest.NewRequest(http.MethodGet, "/openapi-3.0.json", nil))
	doc, err := openapi3.NewLoader().LoadFromData(out.Body.Bytes())
	if err != nil {
		return nil, err
	}
	if err := doc.Validate(context.Background()); err != nil {
		return nil, err
	}
	doc.Servers = nil
	return gorillamux.NewRouter(doc)
}

// newSite makes a site in memory for a team with a single seller account.
func newSite(t *testing.T) *site {
	t.Helper()
	m := rowstore.New()
	connect(m)
	return siteOver(t, repricing.InMemory(m), m)
}

func connect(m *rowstore.Store) {
	m.Connect(ours, account.Seller{ID: "A2SELLER", Marketplaces: []marketplace.ID{de, gb, repricing.Japan}, Active: true})
}

// digest ends the tag of a record that shows more than its version covers.
var digest = regexp.MustCompile(`-[0-9a-f]{16}"$`)

// answer has the response.
type answer struct {
	Status   int
	Body     string
	ETag     string
	Location string
	Link     string
}

// call sends a call with the team's key and checks the answer against the
// published document.
func (s *site) call(t *testing.T, method, path, body string) answer {
	t.Helper()
	return s.with(t, http.Header{}, method, path, body)
}

func (s *site) with(t *testing.T, header http.Header, method, path, body string) answer {
	t.Helper()
	req := httptest.NewRequest(method, "/api/v1/sa/repricer"+path, strings.NewReader(body))
	req.Header.Set("X-Api-Key", "ours")
	req.Header.Set("X-Request-Id", "call-0001")
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for name, values := range header {
		req.Header[name] = values
	}
	out := httptest.NewRecorder()
	s.handler.ServeHTTP(out, req)
	route, values, err := s.routes.FindRoute(req)
	require.NoError(t, err)
	require.NoError(t, openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: req, PathParams: values, Route: route},
		Status:                 out.Code, Header: out.Header(), Body: io.NopCloser(bytes.NewReader(out.Body.Bytes())),
		Options: &openapi3filter.Options{IncludeResponseStatus: true},
	}), "%s %s: %d %s", method, path, out.Code, out.Body)
	h := out.Header()
	switch {
	case out.Body.Len() == 0:
		require.Empty(t, h.Get("Content-Type"))
	case out.Code < 300:
		require.Equal(t, "application/json", h.Get("Content-Type"))
	default:
		require.Equal(t, "application/problem+json", h.Get("Content-Type"))
	}
	return answer{Status: out.Code, Body: out.Body.String(), ETag: digest.ReplaceAllString(h.Get("ETag"), `"`), Location: h.Get("Location"), Link: h.Get("Link")}
}

// refused has the compared members of a refusal.
type refused struct {
	Status int
	Code   string
	Errors []refusedItem
	// Blockers and ExistingID come from the details.
	Blockers   []map[string]any `json:"blockers"`
	ExistingID int64            `json:"existing_id"`
}

type refusedItem struct {
	Code      string
	Pointer   string
	Parameter string
}

func (a answer) refused(t *testing.T) refused {
	t.Helper()
	var r refused
	require.NoError(t, json.Unmarshal([]byte(a.Body), &r), a.Body)
	require.Equal(t, a.Status, r.Status)
	return r
}

// requireRefused expects a whole-request fault that concerns these members or
// parameters, each as "code /pointer" or "code parameter".
func requireRefused(t *testing.T, a answer, status int, code string, items ...string) {
	t.Helper()
	require.Equal(t, status, a.Status, a.Body)
	r := a.refused(t)
	require.Equal(t, code, r.Code, a.Body)
	got := []string{}
	for _, i := range r.Errors {
		got = append(got, strings.TrimSpace(i.Code+" "+i.Pointer+i.Parameter))
	}
	if items == nil {
		items = []string{}
	}
	require.ElementsMatch(t, items, got, a.Body)
}
