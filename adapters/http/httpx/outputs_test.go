package httpx_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/records"
	"sellingassistant/domain/kernel/caller"
)

type relayed struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

func TestOtherOutputs(t *testing.T) {
	r := newRig(t)
	status := 201
	op := operation("upsert", http.MethodPost, "/upserts")
	op.Status, op.Also, op.Example = 201, []int{200}, body.One[parent]{}
	httpx.Register(r.server.Router(), op, func(context.Context, caller.Caller, *httpx.None) (*records.Created[parent], error) {
		out := records.CreatedOf(parent{ID: 4}, 2, "/upserts/4")
		out.Status = status
		return out, nil
	})
	relay := operation("relay", http.MethodGet, "/relay")
	relay.Example, relay.AnswerSchema = map[string]any{}, &huma.Schema{Type: "object"}
	httpx.Register(r.server.Router(), relay, func(context.Context, caller.Caller, *httpx.None) (*relayed, error) {
		return &relayed{ContentType: "text/plain", Body: []byte("{ as it came }")}, nil
	})
	for _, status = range []int{201, 200} {
		w := r.do(call{method: "POST", path: "/api/v1/upserts"})
		require.Equal(t, status, w.Code)
		require.Equal(t, `{"data":{"id":4}}`, w.Body.String())
		require.Equal(t, "/api/v1/upserts/4", w.Header().Get("Location"))
	}
	status = 202
	require.Equal(t, 500, r.do(call{method: "POST", path: "/api/v1/upserts"}).Code, "a status the document does not name")
	w := r.get("/api/v1/relay")
	require.Equal(t, "{ as it came }", w.Body.String())
	require.Equal(t, "text/plain", w.Header().Get("Content-Type"))
}

func TestAddressesOfACall(t *testing.T) {
	r := newRig(t, func(cfg *httpx.Config, _ *limiter) {
		cfg.BaseURL = func(*http.Request) string { return "https://api.example.org" }
		cfg.Address = func(*http.Request) string { return "203.0.113.9" }
	})
	var base, trace, address string
	op := operation("where", http.MethodGet, "/where")
	op.Example = parent{}
	httpx.Register(r.server.Router(), op, func(ctx context.Context, who caller.Caller, _ *httpx.None) (*httpx.Plain[parent], error) {
		base, trace, address = httpx.BaseURL(ctx), httpx.TraceID(ctx), who.Address
		return httpx.PlainOf(parent{ID: 1}), nil
	})
	require.Equal(t, 200, r.get("/api/v1/where").Code)
	require.Equal(t, "https://api.example.org", base)
	require.Equal(t, "test-request-1", trace)
	require.Equal(t, "203.0.113.9", address)
	require.Equal(t, "", httpx.TraceID(t.Context()))
	require.Equal(t, "of-a-job", httpx.TraceID(httpx.WithTraceID(t.Context(), "of-a-job")))
	_, h := r.list("limit=1")
	require.Contains(t, h.Get("Link"), "<https://api.example.org/api/v1/widgets?")
}
