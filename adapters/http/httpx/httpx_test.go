package httpx_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap/zapcore"

	"sellingassistant/domain/kernel/fault"
)

func TestGetARecord(t *testing.T) {
	r := newRig(t)
	w := r.get("/api/v1/widgets/12")
	require.Equal(t, 200, w.Code, w.Body.String())
	require.Equal(t, `{"data":{"id":12,"title":"Ball","price":19.99,"mode":null,"parent":null,`+
		`"created_at":"2026-02-03T04:05:06.000789Z","updated_at":null,"version":3}}`, w.Body.String())
	require.Equal(t, http.Header{
		"Content-Type":            {"application/json"},
		"Etag":                    {`"3"`},
		"Cache-Control":           {"private, no-store"},
		"X-Content-Type-Options":  {"nosniff"},
		"Referrer-Policy":         {"no-referrer"},
		"Content-Security-Policy": {"default-src 'none'; frame-ancestors 'none'"},
		"X-Request-Id":            {"test-request-1"},
		"Ratelimit-Policy":        {`"widgets";q=600;w=60`},
		"Ratelimit":               {`"widgets";r=599;t=60`},
		"X-Ratelimit-Limit":       {"600"},
		"X-Ratelimit-Remaining":   {"599"},
		"X-Ratelimit-Reset":       {"60"},
	}, w.Header())
}

// TestAnswersTellTheirLength asks over a socket: the length of short bodies is
// net/http's to tell.
func TestAnswersTellTheirLength(t *testing.T) {
	r := newRig(t)
	server := httptest.NewServer(r.server.Handler())
	defer server.Close()
	for path, want := range map[string]int64{"/api/v1/widgets/12": 146, "/api/v1/settings": 0, "/api/v1/widgets/13": 199} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
		require.NoError(t, err)
		req.Header.Set("X-Api-Key", keyA)
		req.Header.Set("X-Request-Id", "test-request-1")
		res, err := server.Client().Do(req)
		require.NoError(t, err)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, want, res.ContentLength, path)
		require.Len(t, body, int(want), path)
		require.Empty(t, res.TransferEncoding, path)
	}
}

func TestAnotherTeamsRecordSoundsLikeNone(t *testing.T) {
	r := newRig(t)
	const body = `{"type":"/problems/not_found","title":"Not Found","status":404,"detail":"Not found.","instance":"/api/v1/widgets/%s",` +
		`"code":"not_found","message":"Not found.","trace_id":"test-request-1","errors":[]}`
	r.problem(r.get("/api/v1/widgets/13"), 404, fmt.Sprintf(body, "13"))
	r.problem(r.do(call{method: "GET", path: "/api/v1/widgets/12", key: keyB}), 404, fmt.Sprintf(body, "12"))
}

func TestCreateUpdateDelete(t *testing.T) {
	r := newRig(t)
	w := r.do(call{method: "POST", path: "/api/v1/widgets", body: `{"title":"Ä&<b>"}`})
	require.Equal(t, 201, w.Code)
	require.Equal(t, "/api/v1/widgets/101", w.Header().Get("Location"))
	require.Equal(t, `"1"`, w.Header().Get("ETag"))
	require.Contains(t, w.Body.String(), `"title":"Ä&<b>"`)

	w = r.do(call{method: "PATCH", path: "/api/v1/widgets/12", body: `{}`})
	require.Equal(t, 200, w.Code)
	require.Equal(t, `"4"`, w.Header().Get("ETag"))

	w = r.do(call{method: "DELETE", path: "/api/v1/widgets/12"})
	require.Equal(t, 204, w.Code)
	require.Empty(t, w.Body.String())
	require.Empty(t, w.Header().Get("Content-Type"))
	require.Empty(t, w.Header().Get("Content-Length"))
}

func TestIfMatch(t *testing.T) {
	r := newRig(t)
	for value, want := range map[string]int{
		`"3"`: 200, `W/"3"`: 200, `*`: 200, ` "3" `: 200, `"4"`: 412, `"abc"`: 412, `3`: 400, `"3`: 400, `"3", "4"`: 400, `W/3`: 400, `""3"`: 400,
	} {
		w := r.do(call{method: "PATCH", path: "/api/v1/widgets/12", body: `{}`, header: header("If-Match", value)})
		require.Equal(t, want, w.Code, value)
	}
	w := r.do(call{method: "PATCH", path: "/api/v1/widgets/12", body: `{}`, header: header("If-Match", `"2"`)})
	r.code(w, 412, fault.CodePreconditionFailed)
	w = r.do(call{method: "PATCH", path: "/api/v1/widgets/12", body: `{}`, header: http.Header{"If-Match": {`"3"`, `"3"`}}})
	require.Contains(t, w.Body.String(), `"errors":[{"code":"repeated_parameter","message":"is given twice","parameter":"If-Match"}]`)
}

func TestEmpty404(t *testing.T) {
	r := newRig(t)
	w := r.get("/api/v1/settings")
	require.Equal(t, 404, w.Code)
	require.Empty(t, w.Body.String())
	require.Empty(t, w.Header().Get("Content-Type"))
	// Only its own 404 is empty.
	r.code(r.do(call{method: "GET", path: "/api/v1/settings", key: "none"}), 403, fault.CodeAccessDenied)
}

func TestBulk(t *testing.T) {
	r := newRig(t)
	w := r.do(call{method: "PATCH", path: "/api/v1/widgets", body: `{"ids":[99,"3",98,3],"mode":"off"}`})
	require.Equal(t, 200, w.Code, w.Body.String())
	require.JSONEq(t, `{"data":[
		{"id":99,"status":"failed","error":{"code":"not_found","message":"Not found."}},
		{"id":3,"status":"updated"},
		{"id":98,"status":"failed","error":{"code":"in_use","message":"In use.","blockers":[{"type":"order","count":1,"ids":[5]}]}},
		{"id":3,"status":"updated"}],
		"meta":{"succeeded":2,"failed":2},
		"errors":[{"code":"not_found","message":"Not found.","id":99,"index":0},{"code":"in_use","message":"In use.","id":98,"index":2,"blockers":[{"type":"order","count":1,"ids":[5]}]}]}`,
		w.Body.String())
	w = r.do(call{method: "PATCH", path: "/api/v1/widgets", body: `{"ids":[3],"mode":"off"}`})
	require.Equal(t, `{"data":[{"id":3,"status":"updated"}],"meta":{"succeeded":1,"failed":0},"errors":[]}`, w.Body.String())
}

func TestRuleIs422WithItsPlace(t *testing.T) {
	r := newRig(t)
	w := r.do(call{method: "PATCH", path: "/api/v1/widgets", body: `{"ids":[1],"limits":{"min_price":2,"max_price":1}}`})
	r.problem(w, 422, `{"type":"/problems/invalid_limits","title":"Unprocessable Entity","status":422,`+
		`"detail":"limits.min_price is above limits.max_price","instance":"/api/v1/widgets","code":"invalid_limits",`+
		`"message":"limits.min_price is above limits.max_price","trace_id":"test-request-1",`+
		`"errors":[{"code":"invalid_limits","message":"limits.min_price is above limits.max_price","pointer":"/limits/min_price"}]}`)
}

func TestEveryKindOfFault(t *testing.T) {
	for _, c := range []struct {
		name   string
		err    error
		status int
		code   fault.Code
		retry  string
	}{
		{"payment", fault.New(fault.Payment, fault.CodeQuotaExhausted, "x"), 402, "quota_exhausted", ""},
		{"forbidden", fault.New(fault.Forbidden, fault.CodeIntegrationRequired, "x"), 403, "integration_required", ""},
		{"missing", fault.Missing(), 404, "not_found", ""},
		{"conflict", fault.New(fault.Conflict, fault.CodeConflict, "x"), 409, "conflict", ""},
		{"stale", fault.StaleVersion(), 412, "precondition_failed", ""},
		{"too large", fault.New(fault.TooLarge, fault.CodeTooLarge, "x"), 413, "too_large", ""},
		{"unsupported", fault.New(fault.Unsupported, fault.CodeMediaTypeMismatch, "x"), 415, "media_type_mismatch", ""},
		{"rule", fmt.Errorf("wrapped: %w", fault.New(fault.Rule, fault.CodeInvalidState, "x")), 422, "invalid_state", ""},
		{"limited", fault.New(fault.Limited, fault.CodeUpstreamRateLimited, "x").After(90 * time.Second), 429, "upstream_rate_limited", "90"},
		{"limited without advice", fault.New(fault.Limited, fault.CodeUpstreamRateLimited, "x"), 429, "upstream_rate_limited", "1"},
		{"unavailable", fault.New(fault.Unavailable, fault.CodeUpstreamUnavailable, "x").After(1500 * time.Millisecond), 503, "upstream_unavailable", "2"},
		{"too slow", errSlow, 503, "service_unavailable", "1"},
		{"invalid", fault.New(fault.Invalid, fault.CodeConflictingParameters, "x").In("domain"), 400, "conflicting_parameters", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t)
			r.fail = c.err
			w := r.get("/api/v1/fail")
			r.code(w, c.status, c.code)
			require.Equal(t, c.retry, w.Header().Get("Retry-After"))
		})
	}
}

func TestUnknownErrorsAndPanicsAreAFixedSentence(t *testing.T) {
	const body = `{"type":"/problems/internal_error","title":"Internal Server Error","status":500,` +
		`"detail":"An internal error happened. It has been logged under the trace id.","instance":"/api/v1/fail","code":"internal_error",` +
		`"message":"An internal error happened. It has been logged under the trace id.","trace_id":"test-request-1","errors":[]}`
	for name, err := range map[string]error{
		"unknown":  errors.New("pq: secret of the program"),
		"internal": fault.New(fault.Internal, fault.CodeInternal, "secret of the program"),
		"panic":    errPanic,
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.fail = err
			w := r.get("/api/v1/fail")
			r.problem(w, 500, body)
			require.Equal(t, `"widgets";r=599;t=60`, w.Header().Get("RateLimit"))
			lines := r.logs.FilterLevelExact(zapcore.ErrorLevel).All()
			require.Len(t, lines, 1)
			require.Equal(t, "test-request-1", lines[0].ContextMap()["trace_id"])
			require.Equal(t, "fail", lines[0].ContextMap()["operation"])
			require.Contains(t, lines[0].ContextMap()["error"], "secret of the program")
		})
	}
}

func TestDetailsOfAFaultAreMembersOfTheProblem(t *testing.T) {
	r := newRig(t)
	r.fail = fault.New(fault.Conflict, fault.CodeDuplicateDocument, "There already.").With("existing_id", 12).
		With("allowed", []string{"a", "b"}).With("status", "mine").With("odd", func() {})
	w := r.get("/api/v1/fail")
	r.code(w, 409, fault.CodeDuplicateDocument)
	require.NotContains(t, w.Body.String(), "existing_id", "details that cannot be written are left out, the refusal is not")
	r.fail = fault.New(fault.Conflict, fault.CodeDuplicateDocument, "There already.").With("existing_id", 12).With("status", "mine")
	w = r.get("/api/v1/fail")
	require.Contains(t, w.Body.String(), `"errors":[],"existing_id":12}`)
	require.Contains(t, w.Body.String(), `"status":409`)
}

// TestProblemsAreNotEscapedForHTML has marks of HTML in each part of a problem.
func TestProblemsAreNotEscapedForHTML(t *testing.T) {
	r := newRig(t)
	f := fault.New(fault.Conflict, fault.CodeConflict, "a & b").With("named", []string{"<c>"})
	f.Errors = []fault.Item{
		{Code: fault.CodeInvalid, Message: "d & e", Pointer: "/f&g", Details: map[string]any{"most": map[string]string{"h&": "<i>"}}},
		{Code: fault.CodeInvalid, Message: "j & k"},
	}
	r.fail = f
	r.problem(r.get("/api/v1/fail"), 409, `{"type":"/problems/conflict","title":"Conflict","status":409,"detail":"a & b","instance":"/api/v1/fail",`+
		`"code":"conflict","message":"a & b","trace_id":"test-request-1","errors":[{"code":"invalid","message":"d & e","pointer":"/f&g",`+
		`"most":{"h&":"<i>"}},{"code":"invalid","message":"j & k","pointer":""}],"named":["<c>"]}`)
}

func TestUnavailableWhereTheDocumentHasNone(t *testing.T) {
	r := newRig(t)
	r.fail = fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The store cannot be reached. Try again.").After(time.Second)
	w := r.get("/api/v1/check")
	r.code(w, 500, fault.CodeUpstreamUnavailable)
	require.Equal(t, "1", w.Header().Get("Retry-After"))
}

func TestRouterRefusals(t *testing.T) {
	r := newRig(t)
	r.problem(r.do(call{method: "GET", path: "/api/v1/nothing?api_key=" + keyA, key: "none"}), 404,
		`{"type":"/problems/not_found","title":"Not Found","status":404,"detail":"There is nothing at this address. The reference at /docs lists the operations.",`+
			`"instance":"/api/v1/nothing","code":"not_found","message":"There is nothing at this address. The reference at /docs lists the operations.","trace_id":"test-request-1","errors":[]}`)
	w := r.do(call{method: "PUT", path: "/api/v1/widgets/12", key: "none"})
	r.code(w, 405, fault.CodeMethodNotAllowed)
	require.Equal(t, "GET, HEAD, PATCH, DELETE, OPTIONS", w.Header().Get("Allow"))
	require.Contains(t, w.Body.String(), `"title":"Method Not Allowed","status":405`)
	require.Contains(t, w.Body.String(), `"message":"This address does not take the method. It takes: GET, HEAD, PATCH, DELETE."`)
	for _, method := range []string{"TRACE", "CONNECT", "BREW"} {
		w := r.do(call{method: method, path: "/api/v1/widgets", body: "x"})
		r.code(w, 405, fault.CodeMethodNotAllowed)
		require.Equal(t, "GET, HEAD, POST, PATCH, OPTIONS", w.Header().Get("Allow"), method)
		require.NotContains(t, w.Body.String(), keyA)
	}
	for _, path := range []string{"//api/v1/widgets", "/API/v1/widgets", "/favicon.png"} {
		r.code(r.get(path), 404, fault.CodeNotFound)
	}
}

func TestRequestIDAndTrace(t *testing.T) {
	r := newRig(t)
	for _, bad := range []string{"short", "has space in it", repeat("a", 129), "line\nbreak1", ""} {
		w := r.do(call{method: "GET", path: "/api/v1/nothing", header: http.Header{"X-Request-Id": {bad}}})
		id := w.Header().Get("X-Request-Id")
		require.Regexp(t, `^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`, id)
		require.Contains(t, w.Body.String(), `"trace_id":"`+id+`"`)
	}
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	for value, want := range map[string]string{
		"00-" + trace + "-00f067aa0ba902b7-01":                    trace,
		"00-00000000000000000000000000000000-00f067aa0ba902b7-01": "test-request-1",
		"00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01": "test-request-1",
		"00-" + trace[:31] + "g-00f067aa0ba902b7-01":              "test-request-1",
		"ff-" + trace + "-00f067aa0ba902b7-01":                    "test-request-1",
		"nonsense":                                                "test-request-1",
	} {
		w := r.do(call{method: "GET", path: "/api/v1/nothing", header: header("Traceparent", value)})
		require.Contains(t, w.Body.String(), `"trace_id":"`+want+`"`, value)
		require.Equal(t, "test-request-1", w.Header().Get("X-Request-Id"))
	}
}

func TestEveryAnswerHasTheSecurityHeaders(t *testing.T) {
	r := newRig(t)
	r.fail = errPanic
	for _, c := range []call{
		{method: "GET", path: "/"}, {method: "GET", path: "/healthz"}, {method: "GET", path: "/openapi.json"}, {method: "GET", path: "/docs"},
		{method: "GET", path: "/nothing"}, {method: "TRACE", path: "/"}, {method: "GET", path: "/api/v1/fail"},
		{method: "GET", path: "/api/v1/widgets/12", key: "none"}, {method: "GET", path: "/api/v1/settings"},
	} {
		h := r.do(c).Header()
		require.Equal(t, "nosniff", h.Get("X-Content-Type-Options"), c.path)
		require.Equal(t, "no-referrer", h.Get("Referrer-Policy"), c.path)
		require.Contains(t, h.Get("Content-Security-Policy"), "default-src 'none'", c.path)
		require.Contains(t, h.Get("Content-Security-Policy"), "frame-ancestors 'none'", c.path)
		require.Empty(t, h.Get("Server"), c.path)
		require.Empty(t, h.Get("Access-Control-Allow-Origin"), c.path)
		require.NotEmpty(t, h.Get("X-Request-Id"), c.path)
		require.NotEmpty(t, h.Get("Cache-Control"), c.path)
	}
}
