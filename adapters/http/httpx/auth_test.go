package httpx_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/domain/kernel/fault"
)

func TestKeys(t *testing.T) {
	for name, c := range map[string]struct {
		query  string
		header []string
		status int
	}{
		"header":                      {"", []string{keyA}, 200},
		"query":                       {"?api_key=" + keyA, nil, 200},
		"query, name escaped":         {"?api%5Fkey=" + keyA, nil, 200},
		"both the same":               {"?api_key=" + keyA, []string{keyA}, 200},
		"repeated the same":           {"?api_key=" + keyA + "&api_key=" + keyA, []string{keyA, keyA}, 200},
		"none":                        {"", nil, 403},
		"both different":              {"?api_key=" + keyB, []string{keyA}, 400},
		"header twice, different":     {"", []string{keyA, keyB}, 400},
		"header twice, one unknown":   {"", []string{keyA, "x"}, 400},
		"query twice, different":      {"?api_key=" + keyA + "&api_key=" + keyB, nil, 400},
		"empty header":                {"", []string{""}, 403},
		"empty query":                 {"?api_key=", nil, 403},
		"empty query beside a header": {"?api_key=", []string{keyA}, 400},
		"unknown":                     {"", []string{"sak_unknown"}, 403},
		"10 kB":                       {"", []string{repeat("a", 10_000)}, 403},
		"NUL":                         {"", []string{"sak_\x00"}, 403},
		"NUL in query":                {"?api_key=%00", nil, 403},
		"not ASCII":                   {"", []string{"säk"}, 403},
		"broken escape":               {"?api_key=%zz", nil, 403},
		"space":                       {"", []string{keyA + " "}, 403},
		"other case":                  {"", []string{strings.ToUpper(keyA)}, 403},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			req := httptest.NewRequest(http.MethodGet, "/api/v1/widgets/12"+c.query, nil)
			req.Header["X-Api-Key"] = c.header
			w := httptest.NewRecorder()
			r.server.Handler().ServeHTTP(w, req)
			require.Equal(t, c.status, w.Code, w.Body.String())
			switch c.status {
			case 400:
				r.code(w, 400, fault.CodeConflictingParameters)
				require.Contains(t, w.Body.String(), `"Two different keys were sent. Send one."`)
				require.Zero(t, r.auth.calls, "neither is looked up")
			case 403:
				r.code(w, 403, fault.CodeAccessDenied)
				require.Equal(t, `"widgets";q=600;w=60`, w.Header().Get("RateLimit-Policy"))
				require.Empty(t, w.Header().Get("RateLimit"), "an unknown caller is told no limit")
			}
		})
	}
}

func TestKeysInAuthorization(t *testing.T) {
	basic := func(pair string) string { return "Basic " + base64.StdEncoding.EncodeToString([]byte(pair)) }
	const two = "Two different keys were sent. Send one."
	for name, c := range map[string]struct {
		authorization []string
		elsewhere     string
		status        int
		message       string
	}{
		"bearer":                       {[]string{"Bearer " + keyA}, "", 200, ""},
		"bearer in another case":       {[]string{"bEARER  " + keyA}, "", 200, ""},
		"basic":                        {[]string{basic(keyA + ":")}, "", 200, ""},
		"basic without a colon":        {[]string{basic(keyA)}, "", 200, ""},
		"basic, a password":            {[]string{basic(keyA + ":x")}, "", 200, ""},
		"twice the same":               {[]string{"Bearer " + keyA, basic(keyA + ":")}, "", 200, ""},
		"the same in the header":       {[]string{"Bearer " + keyA}, keyA, 200, ""},
		"a password of a proxy":        {[]string{basic("anna:secret")}, keyA, 200, ""},
		"a token of a gateway":         {[]string{"Bearer eyJhbGciOi.x.y"}, keyA, 200, ""},
		"a signature beside the key":   {[]string{"AWS4-HMAC-SHA256 Credential=x"}, keyA, 200, ""},
		"a signature alone":            {[]string{"AWS4-HMAC-SHA256 Credential=x"}, "", 403, "Send your key in the X-Api-Key header."},
		"bearer, unknown":              {[]string{"Bearer sak_unknown"}, "", 403, ""},
		"bearer, empty":                {[]string{"Bearer "}, "", 403, ""},
		"bearer, alone":                {[]string{"Bearer"}, "", 403, ""},
		"bearer, two words":            {[]string{"Bearer " + keyA + " x"}, "", 403, ""},
		"basic, unknown":               {[]string{basic("sak_unknown:")}, "", 403, ""},
		"basic, key as the password":   {[]string{basic(":" + keyA)}, "", 403, ""},
		"basic, not encoded":           {[]string{"Basic " + keyA + ":"}, "", 403, ""},
		"no scheme":                    {[]string{keyA}, "", 403, ""},
		"two in Authorization":         {[]string{"Bearer " + keyA, "Bearer " + keyB}, "", 400, two},
		"another than in the header":   {[]string{"Bearer " + keyB}, keyA, 400, two},
		"another user name":            {[]string{basic(keyB + ":")}, keyA, 400, two},
		"a wrong one beside the right": {[]string{"Bearer sak_unknown"}, keyA, 400, two},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			req := httptest.NewRequest(http.MethodGet, "/api/v1/widgets/12", nil)
			req.Header["Authorization"] = c.authorization
			if c.elsewhere != "" {
				req.Header.Set("X-Api-Key", c.elsewhere)
			}
			w := httptest.NewRecorder()
			r.server.Handler().ServeHTTP(w, req)
			require.Equal(t, c.status, w.Code, w.Body.String())
			switch c.status {
			case 400:
				r.code(w, 400, fault.CodeConflictingParameters)
				require.Zero(t, r.auth.calls, "neither is looked up")
			case 403:
				r.code(w, 403, fault.CodeAccessDenied)
			}
			require.Contains(t, w.Body.String(), c.message)
		})
	}
}

func TestKeysThatCannotBeKeysAreNotLookedUp(t *testing.T) {
	r := newRig(t)
	for _, key := range []string{"", repeat("a", 10_000), "sak_\x00", "säk", "a b"} {
		r.code(r.do(call{method: "GET", path: "/api/v1/widgets/12", key: "none", header: header("X-Api-Key", key)}), 403, fault.CodeAccessDenied)
	}
	require.Zero(t, r.auth.calls)
}

func TestScopes(t *testing.T) {
	r := newRig(t)
	require.Equal(t, 200, r.do(call{method: "GET", path: "/api/v1/widgets/12", key: keyReader}).Code)
	for _, c := range []call{
		{method: "PATCH", path: "/api/v1/widgets/12", body: `{}`},
		{method: "PATCH", path: "/api/v1/widgets/12", body: `broken`},
		{method: "POST", path: "/api/v1/widgets", body: `{"title":"a"}`},
		{method: "DELETE", path: "/api/v1/widgets/12"},
	} {
		c.key = keyReader
		w := r.do(c)
		r.code(w, 403, fault.CodeInsufficientScope)
		require.Contains(t, w.Body.String(), `"message":"The key may not change widgets."`)
	}
	require.Zero(t, r.world.count("create"))
	ask := call{method: "POST", path: "/api/v1/widgets/ask", body: `{"title":"a"}`, key: keyReader}
	require.Equal(t, 200, r.do(ask).Code)
	ask.header = header("Idempotency-Key", "k1")
	require.Equal(t, 200, r.do(ask).Code)
	require.Equal(t, "true", r.do(ask).Header().Get("Idempotent-Replayed"))
}

func TestAStoreOfKeysThatIsAway(t *testing.T) {
	r := newRig(t)
	w := r.do(call{method: "GET", path: "/api/v1/widgets/12", key: keyDown})
	r.code(w, 503, fault.CodeServiceUnavailable)
	require.Equal(t, "1", w.Header().Get("Retry-After"))
}

func TestManyBadKeysFromOneAddress(t *testing.T) {
	r := newRig(t)
	from := func(address, key string) *httptest.ResponseRecorder {
		req := call{method: "GET", path: "/api/v1/widgets/12", key: key}.request()
		req.RemoteAddr = address
		w := httptest.NewRecorder()
		r.server.Handler().ServeHTTP(w, req)
		return w
	}
	for i := range 30 {
		r.code(from("192.0.2.1:1000", fmt.Sprint("bad", i)), 403, fault.CodeAccessDenied)
		r.clock.add(time.Second)
	}
	w := from("192.0.2.1:2000", "bad")
	r.code(w, 429, fault.CodeRateLimited)
	require.Equal(t, "30", w.Header().Get("Retry-After"))
	require.Equal(t, 200, from("192.0.2.1:1000", keyA).Code, "a good key from there still passes")
	r.code(from("192.0.2.2:1000", "bad"), 403, fault.CodeAccessDenied)
	r.clock.add(30 * time.Second)
	r.code(from("192.0.2.1:1000", "bad"), 403, fault.CodeAccessDenied)

	// An IPv6 customer owns a network of addresses.
	for i := range 30 {
		r.code(from(fmt.Sprintf("[2001:db8:1:2::%x]:1000", i+1), "bad"), 403, fault.CodeAccessDenied)
	}
	r.code(from("[2001:db8:1:2:ffff::1]:1000", "bad"), 429, fault.CodeRateLimited)
	r.code(from("[2001:db8:1:3::1]:1000", "bad"), 403, fault.CodeAccessDenied)
}

func TestTheKeyIsNowhere(t *testing.T) {
	const canary, basic = "sak_canary_f3a9", "c2FrX2NhbmFyeV9mM2E5Og==" // the same as a user name
	r := newRig(t)
	var seen []string
	r.server.Engine().GET("/raw", func(c *gin) {
		seen = append(seen, c.Request.URL.String(), c.Request.RequestURI, fmt.Sprint(c.Request.Context()), fmt.Sprint(c.Request.Header))
		httpx.WriteProblem(c, fault.Missing())
	})
	r.fail = errPanic
	for _, path := range []string{
		"/api/v1/widgets/12?api_key=" + canary, "/api/v1/widgets?limit=x&api_key=" + canary, "/api/v1/nothing?api_key=" + canary,
		"/raw?a=1&api_key=" + canary + "&b=2", "/api/v1/fail?api_key=" + canary, "/api/v1/widgets?api_key=" + canary + "&q=%zz",
		"/raw?api_key=" + canary + "&q=" + repeat("a", 9000), "/docs/?api_key=" + canary,
	} {
		for _, method := range []string{"GET", "PUT"} {
			w := r.do(call{method: method, path: path, key: "none"})
			seen = append(seen, w.Body.String(), fmt.Sprint(w.Header()))
			for _, authorization := range []string{"Bearer " + canary, "Basic " + basic} {
				path := strings.ReplaceAll(path, "api_key="+canary, "a=1")
				w := r.do(call{method: method, path: path, key: "none", header: header("Authorization", authorization)})
				seen = append(seen, w.Body.String(), fmt.Sprint(w.Header()))
			}
		}
	}
	for _, e := range r.logs.All() {
		seen = append(seen, e.Message, fmt.Sprint(e.ContextMap()))
	}
	require.Greater(t, len(seen), 40)
	for _, s := range seen {
		require.NotContains(t, s, canary)
		require.NotContains(t, s, basic)
	}
	require.Contains(t, seen, "/raw?a=1&b=2")
}

func TestLimits(t *testing.T) {
	r := newRig(t)
	get := func(key string) *httptest.ResponseRecorder {
		return r.do(call{method: "GET", path: "/api/v1/check", key: key})
	}
	for i, want := range []string{`"check";r=2;t=60`, `"check";r=1;t=50`, `"check";r=0;t=40`} {
		w := get("")
		require.Equal(t, 200, w.Code, i)
		require.Equal(t, `"check";q=3;w=60`, w.Header().Get("RateLimit-Policy"))
		require.Equal(t, want, w.Header().Get("RateLimit"))
		r.clock.add(10 * time.Second)
	}
	w := get("")
	r.problem(w, 429, `{"type":"/problems/rate_limited","title":"Too Many Requests","status":429,`+
		`"detail":"At most 3 calls in 60 seconds are accepted.","instance":"/api/v1/check","code":"rate_limited",`+
		`"message":"At most 3 calls in 60 seconds are accepted.","trace_id":"test-request-1","errors":[]}`)
	require.Equal(t, "30", w.Header().Get("Retry-After"))
	require.Equal(t, `"check";r=0;t=30`, w.Header().Get("RateLimit"))
	require.Equal(t, "0", w.Header().Get("X-RateLimit-Remaining"))
	require.Equal(t, "30", w.Header().Get("X-RateLimit-Reset"))
	require.Equal(t, 200, get(keyB).Code, "each team has its own")
	require.Equal(t, "600", r.get("/api/v1/widgets/0").Header().Get("X-RateLimit-Remaining"), "the group has its own, and a 400 does not count")
	r.clock.add(30 * time.Second)
	require.Equal(t, 200, get("").Code)

	// A failed call counts as well.
	r.clock.add(2 * time.Minute)
	r.fail = fault.New(fault.Payment, fault.CodeQuotaExhausted, "x")
	require.Equal(t, "2", get("").Header().Get("X-RateLimit-Remaining"))
}

func TestLimitsOfTheConfiguration(t *testing.T) {
	r := newRig(t, func(cfg *httpx.Config, _ *limiter) {
		cfg.Limits = map[string]limit{"widgets": {Calls: 1, Window: 10 * time.Second}, "": {Calls: 9, Window: time.Second}}
	})
	require.Equal(t, `"widgets";q=1;w=10`, r.get("/api/v1/widgets/12").Header().Get("RateLimit-Policy"))
	r.code(r.get("/api/v1/widgets"), 429, fault.CodeRateLimited)
}

func TestALimiterThatIsAwayIsNeverUnlimited(t *testing.T) {
	r := newRig(t, func(_ *httpx.Config, l *limiter) { *l = brokenLimiter{} })
	w := r.get("/api/v1/widgets/12")
	r.code(w, 503, fault.CodeServiceUnavailable)
	require.Equal(t, "2", w.Header().Get("Retry-After"))
	require.Empty(t, w.Header().Get("RateLimit"))
	// A bad key stays a bad key.
	r.code(r.do(call{method: "GET", path: "/api/v1/widgets/12", key: "bad"}), 403, fault.CodeAccessDenied)
}
