package restriction_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"sellingassistant/adapters/http/httpx"
	route "sellingassistant/adapters/http/restriction"
	"sellingassistant/adapters/ratelimit"
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
	"sellingassistant/ports/meter"
	port "sellingassistant/ports/restriction"
)

// backend fakes everything after the route: each test sets a fault.
type backend struct {
	accounts.Sellers
	connection, plan, upstream error
	records                    []restriction.Record
	asked                      marketplace.ID
}

func (b *backend) For(_ context.Context, team id.Team, m marketplace.Marketplace) (account.Seller, error) {
	return account.Seller{Team: team, Connection: 3, Region: m.Region, ID: "A1"}, b.connection
}

func (b *backend) Restrictions(_ context.Context, _ account.Seller, i restriction.Item) ([]restriction.Record, error) {
	b.asked = i.Marketplace
	return b.records, b.upstream
}

func (b *backend) Reserve(context.Context, id.Team, int64) (meter.Hold, error) { return b, b.plan }
func (b *backend) Commit(context.Context) error                                { return nil }
func (b *backend) Release(context.Context) error                               { return nil }
func (b *backend) Get(context.Context, port.Key) (restriction.Status, bool)    { return "", false }
func (b *backend) Put(context.Context, port.Key, restriction.Status)           {}

func (b *backend) PutFor(context.Context, port.Key, restriction.Status, time.Duration, int) {}
func (b *backend) InTx(ctx context.Context, f func(context.Context) error) error            { return f(ctx) }

func (b *backend) Authenticate(_ context.Context, key secret.Text, _ string) (caller.Caller, error) {
	return caller.Caller{Team: 7, Role: caller.Admin, Scopes: []caller.Scope{caller.Scope(key.Reveal())}}, nil
}

func (b *backend) handler() http.Handler {
	s := httpx.New(httpx.Config{CursorKey: []byte("key"), Version: "1"}, zap.NewNop(), b, ratelimit.NewMemory(time.Now), nil, b,
		clock.System{}, func(context.Context) error { return nil }, prometheus.NewRegistry())
	route.Routes(app.NewChecks(b, b.Restrictions, b.Reserve, b))(s.Router())
	return s.Handler()
}

func get(h http.Handler, path, scope string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, "/api/v1"+path, nil)
	r.Header.Set("X-Api-Key", scope)
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	return rec
}

const path = "/products/B0ABCDEFGH/restriction-status"

func TestStatus(t *testing.T) {
	for want, reasons := range map[string][]restriction.Reason{
		`{"status":"NOT_ELIGIBLE"}`:      {{Code: "NOT_ELIGIBLE"}},
		`{"status":"APPROVAL_REQUIRED"}`: {{Code: "APPROVAL_REQUIRED"}},
		`{"status":"ALLOWED_TO_SELL"}`:   {{Code: "ASIN_NOT_FOUND"}},
	} {
		b := &backend{records: []restriction.Record{{Marketplace: "A1PA6795UKMFR9", Reasons: reasons}}}
		rec := get(b.handler(), "/products/b0abcdefgh/restriction-status?domain=www.Amazon.de&marketplaceId=ATVPDKIKX0DER", "restrictions:read")
		require.Equal(t, 200, rec.Code, rec.Body)
		require.JSONEq(t, want, rec.Body.String())
		require.Equal(t, marketplace.ID("A1PA6795UKMFR9"), b.asked)
	}
	b := &backend{}
	require.JSONEq(t, `{"status":"ALLOWED_TO_SELL"}`, get(b.handler(), path, "read").Body.String())
	require.Equal(t, marketplace.US, b.asked)
}

func TestErrors(t *testing.T) {
	away := fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "The marketplace is not available.").Because(errors.New("dial tcp"))
	for name, c := range map[string]struct {
		backend backend
		path    string
		scope   string
		status  int
		code    string
	}{
		"short asin":          {path: "/products/B0/restriction-status", status: 400, code: "validation_failed"},
		"odd asin":            {path: "/products/B0ABCDEFG-/restriction-status", status: 400, code: "validation_failed"},
		"unknown domain":      {path: path + "?domain=amazon.example", status: 400, code: "validation_failed"},
		"unknown marketplace": {path: path + "?marketplaceId=X", status: 400, code: "validation_failed"},
		"unknown parameter":   {path: path + "?market=X", status: 400, code: "validation_failed"},
		"refused upstream":    {backend: backend{upstream: fault.New(fault.Invalid, fault.CodeUpstreamRejected, "No.")}, status: 400, code: "upstream_rejected"},
		"no tokens":           {backend: backend{plan: fault.New(fault.Payment, fault.CodeQuotaExhausted, "No.")}, status: 402, code: "quota_exhausted"},
		"no subscription":     {backend: backend{plan: fault.New(fault.Payment, fault.CodeSubscriptionInactive, "No.")}, status: 402, code: "subscription_inactive"},
		"other scope":         {scope: "documents:read", status: 403, code: "insufficient_scope"},
		"no connection":       {backend: backend{connection: fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "No.")}, status: 403, code: "integration_required"},
		"sick connection":     {backend: backend{connection: fault.New(fault.Forbidden, fault.CodeIntegrationNeedsAttention, "No.")}, status: 403, code: "integration_needs_attention"},
		"other marketplaces":  {backend: backend{connection: fault.New(fault.Rule, fault.CodeMarketplaceUnconnected, "No.")}, status: 422, code: "marketplace_not_connected"},
		"limited upstream":    {backend: backend{upstream: fault.New(fault.Limited, fault.CodeUpstreamRateLimited, "No.").After(7 * time.Second)}, status: 429, code: "upstream_rate_limited"},
		"upstream away":       {backend: backend{upstream: away}, status: 500, code: "upstream_unavailable"},
		"unknown error":       {backend: backend{upstream: errors.New("secret detail")}, status: 500, code: "internal_error"},
	} {
		if c.path == "" {
			c.path = path
		}
		if c.scope == "" {
			c.scope = "read"
		}
		rec := get(c.backend.handler(), c.path, c.scope)
		require.Equal(t, c.status, rec.Code, "%s: %s", name, rec.Body)
		require.Equal(t, "application/problem+json", rec.Header().Get("Content-Type"), name)
		var problem struct{ Code string }
		require.NoError(t, json.Unmarshal(rec.Body.Bytes(), &problem))
		require.Equal(t, c.code, problem.Code, name)
		require.NotContains(t, rec.Body.String(), "secret detail")
		require.NotContains(t, rec.Body.String(), "dial tcp")
		if name == "limited upstream" {
			require.Equal(t, "7", rec.Header().Get("Retry-After"))
		}
	}
}

func TestSixtyOfTwoHundredAtOnce(t *testing.T) {
	h := (&backend{}).handler()
	var mu sync.Mutex
	var wg sync.WaitGroup
	codes := map[int]int{}
	for range 200 {
		wg.Go(func() {
			rec := get(h, path, "read")
			mu.Lock()
			defer mu.Unlock()
			codes[rec.Code]++
			if rec.Code == 429 {
				require.NotEmpty(t, rec.Header().Get("Retry-After"))
			}
		})
	}
	wg.Wait()
	require.Equal(t, map[int]int{200: 60, 429: 140}, codes)
}

func TestTheSixtyFirst(t *testing.T) {
	h := (&backend{}).handler()
	for range 60 {
		require.Equal(t, 200, get(h, path, "read").Code)
	}
	rec := get(h, path, "read")
	require.Equal(t, 429, rec.Code)
	var problem struct{ Code string }
	require.NoError(t, json.Unmarshal(rec.Body.Bytes(), &problem))
	require.Equal(t, "rate_limited", problem.Code)
}
