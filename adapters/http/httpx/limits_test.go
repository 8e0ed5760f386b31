package httpx_test

import (
	"io"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/domain/kernel/fault"
)

// twice lets a team make two calls a minute, and have twenty refused.
func twice(cfg *httpx.Config, _ *limiter) {
	cfg.Limits = map[string]limit{"": {Calls: 2, Window: time.Minute}}
}

// rubbish are calls that are refused before they are counted, with their status.
var rubbish = map[int]call{
	400: {method: "GET", path: "/api/v1/widgets?x=1"},
	413: {method: "PATCH", path: "/api/v1/widgets", body: repeat("a", 2<<20)},
	415: {method: "PATCH", path: "/api/v1/widgets", body: "a", contentType: "text/plain"},
	403: {method: "DELETE", path: "/api/v1/widgets/12", key: keyReader},
}

func TestRefusedCallsHaveAQuotaOfTheirOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, twice)
		for range 5 {
			for status, c := range rubbish {
				w := r.do(c)
				require.Equal(t, status, w.Code, w.Body)
				require.Equal(t, "2", w.Header().Get("X-Ratelimit-Remaining"), "a refused call costs no other quota")
			}
			r.clock.add(time.Second)
		}
		body := &drip{chunk: []byte(" "), limit: 1 << 20}
		req := call{method: "PATCH", path: "/api/v1/widgets", contentType: "application/json", header: header("Expect", "100-continue")}.request()
		req.Body, req.ContentLength = io.NopCloser(body), 1<<20
		w, begin := httptest.NewRecorder(), time.Now()
		r.server.Handler().ServeHTTP(w, req)
		r.problem(w, 429, `{"type":"/problems/rate_limited","title":"Too Many Requests","status":429,`+
			`"detail":"At most 20 refused calls in 60 seconds are read.","instance":"/api/v1/widgets","code":"rate_limited",`+
			`"message":"At most 20 refused calls in 60 seconds are read.","trace_id":"test-request-1","errors":[]}`)
		require.Zero(t, body.read.Load())
		require.Equal(t, 500*time.Millisecond, time.Since(begin), "the answer is held back")
		for name, value := range map[string]string{
			"RateLimit-Policy": `"refused";q=20;w=60`, "RateLimit": `"refused";r=0;t=55`, "Retry-After": "55",
			"X-RateLimit-Limit": "20", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "55",
		} {
			require.Equal(t, value, w.Header().Get(name), name)
		}
		r.code(r.get("/api/v1/widgets/12"), 429, fault.CodeRateLimited)
		require.Equal(t, 200, r.do(call{method: "GET", path: "/api/v1/widgets", key: keyB}).Code, "another team")

		// The four of the first second leave the window.
		r.clock.add(55 * time.Second)
		require.Equal(t, 200, r.get("/api/v1/widgets/12").Code)
		for range 4 {
			r.code(r.get("/api/v1/widgets?x=1"), 400, fault.CodeValidationFailed)
		}
		r.code(r.get("/api/v1/widgets/12"), 429, fault.CodeRateLimited)
	})
}

func TestCallsBeyondTheLimitAreRefusedCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, twice)
		for range 2 {
			require.Equal(t, 200, r.get("/api/v1/widgets/12").Code)
		}
		for range 20 {
			w := r.get("/api/v1/widgets/12")
			r.code(w, 429, fault.CodeRateLimited)
			require.Equal(t, `"widgets";q=2;w=60`, w.Header().Get("RateLimit-Policy"))
		}
		require.Equal(t, `"refused";q=20;w=60`, r.get("/api/v1/widgets/12").Header().Get("RateLimit-Policy"))
	})
}

func TestWhatTheServiceLacksIsNoRefusal(t *testing.T) {
	r := newRig(t, twice)
	for range 30 {
		r.code(r.do(call{method: "GET", path: "/api/v1/widgets/12", key: keyDown}), 503, fault.CodeServiceUnavailable)
		r.code(r.do(call{method: "GET", path: "/api/v1/widgets/12", key: "sak_x"}), 403, fault.CodeAccessDenied)
		r.clock.add(time.Minute)
	}
	away := newRig(t, func(_ *httpx.Config, l *limiter) { *l = brokenLimiter{} })
	away.code(away.get("/api/v1/widgets?x=1"), 400, fault.CodeValidationFailed)
	for range 30 {
		away.code(away.get("/api/v1/widgets/12"), 503, fault.CodeServiceUnavailable)
	}
}
