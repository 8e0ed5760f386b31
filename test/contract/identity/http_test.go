package identity_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	web "sellingassistant/adapters/http/identity"

	"sellingassistant/adapters/http/httpx"
	idempotencystore "sellingassistant/adapters/persistence/idempotency"
	"sellingassistant/adapters/ratelimit"
	app "sellingassistant/app/identity"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	ports "sellingassistant/ports/identity"
	"sellingassistant/test/stores"
)

// site serves the identity pages with everything that a call passes.
type site struct {
	handler http.Handler
	routes  routers.Router
}

func (w *world) site(t *testing.T, usage ports.Usage, connections ports.Connections) *site {
	t.Helper()
	s := httpx.New(httpx.Config{CursorKey: []byte("key")}, zap.NewNop(), w.auth, ratelimit.NewMemory(w.clock.Now),
		idempotencystore.New(w.store), w.store, w.clock, w.store.Ping, nil)
	account := app.NewAccount(w.teamStore, w.userStore, w.keyStore, w.tokenStore, usage, connections, w.clock)
	web.Routes(account, app.NewSettings(w.store, w.teamStore, usage, w.trail, w.clock, w.auth.ForgetTeam))(s.Router())

	out := httptest.NewRecorder()
	s.Handler().ServeHTTP(out, httptest.NewRequest(http.MethodGet, "/openapi-3.0.json", nil))
	doc, err := openapi3.NewLoader().LoadFromData(out.Body.Bytes())
	require.NoError(t, err)
	require.NoError(t, doc.Validate(t.Context()))
	require.Len(t, doc.Paths.Map(), 4)
	doc.Servers = nil
	routes, err := gorillamux.NewRouter(doc)
	require.NoError(t, err)
	return &site{s.Handler(), routes}
}

// get asks and checks the answer against the published document.
func (s *site) get(t *testing.T, path, key string) (int, string) {
	t.Helper()
	req := httptest.NewRequest(http.MethodGet, path, nil)
	if key != "" {
		req.Header.Set("X-Api-Key", key)
	}
	out := httptest.NewRecorder()
	s.handler.ServeHTTP(out, req)

	route, values, err := s.routes.FindRoute(req)
	require.NoError(t, err)
	require.NoError(t, openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: req, PathParams: values, Route: route},
		Status:                 out.Code,
		Header:                 out.Header(),
		Body:                   io.NopCloser(bytes.NewReader(out.Body.Bytes())),
		Options:                &openapi3filter.Options{IncludeResponseStatus: true},
	}))
	return out.Code, out.Body.String()
}

// nothing fakes other contexts for a team without any data.
type nothing struct{}

func (nothing) Figures(context.Context, id.Team, time.Time) (ports.Figures, error) {
	return ports.Figures{DocumentBytes: 183_204, RepricerProducts: 12}, nil
}
func (nothing) Amounts(context.Context, id.Team) (identity.Recorded, error) {
	return identity.Recorded{}, nil
}
func (nothing) OfTeam(context.Context, id.Team) ([]ports.Connection, error) { return nil, nil }

type seller struct{ nothing }

func (seller) OfTeam(context.Context, id.Team) ([]ports.Connection, error) {
	word := "invalid_grant"
	return []ports.Connection{{
		ID: 5, Region: "na", SellerIDLast4: "LLER", Marketplaces: nil, Status: "needs_attention",
		ConnectedAt: start, ProvenAt: &start, Shared: true, LastErrorCode: &word,
	}}, nil
}

func TestPagesAboutTheCaller(t *testing.T) {
	w := open(t, stores.Memory(t))
	team, other := w.team(t, 100), w.team(t, 1)
	user := w.user(t, team, "ann@example.com")
	_ = w.user(t, other, "ann@example.com")
	k := w.key(t, team, user)
	key, snap := k.Secret.Reveal(), k.Key.Snapshot()
	r, err := w.tokens.Reserve(t.Context(), team, 40)
	require.NoError(t, err)
	require.NoError(t, w.tokens.Commit(t.Context(), r))
	s := w.site(t, nothing{}, nothing{}.OfTeam)

	status, body := s.get(t, "/api/v1/users/me", key)
	require.Equal(t, 200, status, body)
	require.Equal(t, fmt.Sprintf(`{"id":%d,"email":"ann@example.com","name":"Somebody","tokensLeft":60,"tokensUsed":40,`+
		`"tokensLimit":100,"tokensRefillAt":"2026-12-01T00:00:00.000000Z"}`, user), strings.TrimSpace(body))

	status, body = s.get(t, "/api/v1/account", key)
	require.Equal(t, 200, status, body)
	account := `{"data":{"id":%d,"name":"Acme","plan":{"code":"standard","status":"active","renews_at":null},
		"currency":"USD","timezone":"UTC","default_marketplace_id":"ATVPDKIKX0DER","connections":%s,
		"limits":{"tokens_month":100,"document_bytes":10737418240,"price_list_rows_month":1000000,"repricer_products":250000,"members":100},
		"usage":{"tokens_month":40,"document_bytes":183204,"price_list_rows_month":0,"repricer_products":12,"members":1},
		"settings":{"cost_method":"latest","over_receipt_percent":null,"default_expenses":{"prep_per_unit":null,
			"inbound_per_unit":null,"misc_per_unit":null,"sales_tax_percent":null,"returns_percent":null,
			"storage_months":null,"vat_scheme":null,"vat_flat_percent":null},"tax":null,"address":null},
		"features":[],"version":1,"created_at":"2026-11-21T12:00:00.000000Z","updated_at":"2026-11-21T12:00:00.000000Z"}}`
	require.JSONEq(t, fmt.Sprintf(account, team, `[]`), body)

	status, body = w.site(t, seller{}, seller{}.OfTeam).get(t, "/api/v1/account", key)
	require.Equal(t, 200, status, body)
	require.JSONEq(t, fmt.Sprintf(account, team, `[{"id":5,"type":"amazon","region":"na","seller_id_last4":"LLER",
		"marketplace_ids":[],"status":"needs_attention","connected_at":"2026-11-21T12:00:00.000000Z","proven_at":"2026-11-21T12:00:00.000000Z","shared":true,"last_sync_at":null,
		"last_error_code":"invalid_grant"}]`), body)

	status, body = s.get(t, "/api/v1/account/user", key)
	require.Equal(t, 200, status, body)
	require.JSONEq(t, fmt.Sprintf(`{"data":{"id":%d,"email":"ann@example.com","name":"Somebody","role":"owner",
		"teams":[{"id":%d,"name":"Acme","active":true},{"id":%d,"name":"Acme","active":false}],
		"api_key":{"id":%d,"name":"ci","prefix":"%s","last4":"%s","scopes":["read","write"],
			"last_used_at":"2026-11-21T12:00:00.000000Z","expires_at":null}}}`,
		user, team, other, snap.ID, snap.Prefix, snap.Last4), body)
	require.NotContains(t, body, key[8:36])
}

func TestPagesAboutTheCallerNeedAKeyWithTheirScope(t *testing.T) {
	w := open(t, stores.Memory(t))
	team := w.team(t, 1)
	user := w.user(t, team, "ann@example.com")
	s := w.site(t, nothing{}, nothing{}.OfTeam)
	narrow, err := w.keys.Create(t.Context(), caller.Caller{Team: team}, app.CreateKey{User: user, Name: "n", Scopes: []caller.Scope{"documents:write"}})
	require.NoError(t, err)
	account, err := w.keys.Create(t.Context(), caller.Caller{Team: team}, app.CreateKey{User: user, Name: "a", Scopes: []caller.Scope{"account:read"}})
	require.NoError(t, err)

	for _, path := range []string{"/api/v1/users/me", "/api/v1/account", "/api/v1/account/user", "/api/v1/vat-rates"} {
		for key, code := range map[string]string{
			"": "access_denied", "sak_x": "access_denied", narrow.Secret.Reveal(): "insufficient_scope",
		} {
			status, body := s.get(t, path, key)
			require.Equal(t, 403, status, body)
			var problem struct{ Code, Message string }
			require.NoError(t, json.Unmarshal([]byte(body), &problem))
			require.Equal(t, code, problem.Code)
			if key == "" {
				require.Equal(t, "Send your key in the X-Api-Key header.", problem.Message)
			} else if code == "access_denied" {
				require.Equal(t, identity.Denied().Message, problem.Message)
			}
		}
	}
	status, body := s.get(t, "/api/v1/account/user", account.Secret.Reveal())
	require.Equal(t, 200, status, body)
	status, body = s.get(t, "/api/v1/account?unknown=1", account.Secret.Reveal())
	require.Equal(t, 400, status, body)
}
