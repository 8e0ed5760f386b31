package compose

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/fx"

	"sellingassistant/adapters/persistence/presence"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/adapters/simulator"
	"sellingassistant/app/repricer/events"
	"sellingassistant/config"
	"sellingassistant/domain/imports"
)

// The graph must be complete for each kind of store and with shared limits
// before anybody starts it.
func TestTheGraphIsComplete(t *testing.T) {
	for name, environ := range map[string][]string{
		"sqlite":   nil,
		"postgres": {"SA_DATABASE_URL=postgres://u:p@127.0.0.1:1/x", "SA_BLOB_URL=s3://bucket?region=eu-central-1"},
		"redis":    {"SA_REDIS_URL=redis://127.0.0.1:1"},
		"traces":   {"OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:1"},
	} {
		t.Run(name, func(t *testing.T) {
			cfg, err := config.Load(append(environ,
				"SA_SECRET_KEY=00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
				"SA_DATA_DIR="+t.TempDir()), false)
			require.NoError(t, err)
			require.NoError(t, fx.ValidateApp(modules(cfg, Options{}), fx.Invoke(func(parts) {}), fx.Invoke(func(Operator) {})))
		})
	}
}

// A process that serves reads what a newer one has stored, and counts what it does not know of it.
func TestServingReadsDocumentsOfANewerVersion(t *testing.T) {
	cfg, err := config.Load([]string{
		"SA_SECRET_KEY=00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff", "SA_DATA_DIR=" + t.TempDir(),
	}, false)
	require.NoError(t, err)
	app, err := New(t.Context(), cfg, Options{Role: presence.Serves, Migrate: true})
	require.NoError(t, err)
	var d record.Document[imports.Values]
	require.NoError(t, d.Scan(`{"rows":3,"newer":1}`))
	require.Equal(t, imports.Values{Rows: 3}, d.V)
	w := httptest.NewRecorder()
	app.parts.Handlers.operator.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	require.Contains(t, w.Body.String(), `stored_unknown_members_total{kind="imports",member="newer"} 1`)
	require.NoError(t, app.Close(t.Context()))
	require.ErrorContains(t, d.Scan(`{"rows":3,"newer":1}`), `"newer"`)
}

// The check of the graph must be able to fail.
func TestAGraphWithAGapIsRefused(t *testing.T) {
	err := fx.ValidateApp(documentModule, fx.Invoke(func(serverParts) {}), fx.NopLogger)
	require.ErrorContains(t, err, "missing")
	err = fx.ValidateApp(fx.Provide(filled[events.OrderParts]()), fx.Invoke(func(events.OrderParts) {}), fx.NopLogger)
	require.ErrorContains(t, err, "history.Sales")
}

func TestMadeUpCredentialsStayAwayFromARealMarketplace(t *testing.T) {
	local := config.Amazon{
		TokenURL: "http://127.0.0.1:1/token", ClientID: simulator.ClientID,
		EndpointNA: "http://127.0.0.1:1/na", EndpointEU: "http://127.0.0.1:1/eu", EndpointFE: "http://127.0.0.1:1/fe",
	}
	require.NoError(t, refuseMadeUp(local))
	for _, real := range []func(*config.Amazon){
		func(a *config.Amazon) { a.TokenURL = "https://api.example.com/token" },
		func(a *config.Amazon) { a.EndpointEU = "https://eu.example.com" },
	} {
		a := local
		real(&a)
		require.ErrorContains(t, refuseMadeUp(a), "simulated marketplace")
		a.ClientID = "amzn1.application-oa2-client.real"
		require.NoError(t, refuseMadeUp(a))
	}
}

func TestOnlyConfiguredOriginsMayCall(t *testing.T) {
	served := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	ask := func(h http.Handler, origin string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodOptions, "/api/v1/documents", nil)
		r.Header.Set("Origin", origin)
		r.Header.Set("Access-Control-Request-Method", "PATCH")
		r.Header.Set("Access-Control-Request-Headers",
			"authorization,content-type,idempotency-key,if-match,if-none-match,traceparent,x-amz-access-token,x-api-key,x-request-id")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	open := allowOrigins(served, []string{"https://app.example.com"})
	require.Equal(t, "https://app.example.com", ask(open, "https://app.example.com").Header().Get("Access-Control-Allow-Origin"))
	require.Empty(t, ask(open, "https://evil.example.com").Header().Get("Access-Control-Allow-Origin"))

	plain := httptest.NewRequest(http.MethodGet, "/api/v1/documents", nil)
	plain.Header.Set("Origin", "https://app.example.com")
	shown := httptest.NewRecorder()
	open.ServeHTTP(shown, plain)
	require.Equal(t, "Etag, Location, Link, Retry-After, Idempotent-Replayed, X-Request-Id, Content-Disposition, Ratelimit, "+
		"Ratelimit-Policy, X-Ratelimit-Limit, X-Ratelimit-Remaining, X-Ratelimit-Reset, X-Amzn-Requestid, X-Amzn-Ratelimit-Limit, X-Ignored-Parameters, "+
		"Deprecation, Sunset", shown.Header().Get("Access-Control-Expose-Headers"))

	closed := ask(allowOrigins(served, nil), "https://app.example.com")
	require.Empty(t, closed.Header().Get("Access-Control-Allow-Origin"))
	require.Equal(t, http.StatusTeapot, closed.Code, "without origins every call goes to the API")
}
