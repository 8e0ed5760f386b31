package httpx_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/fault"
)

// TestHead asks over a socket: answers of GET and HEAD differ in the body alone.
func TestHead(t *testing.T) {
	r := newRig(t)
	server := httptest.NewServer(r.server.Handler())
	defer server.Close()
	ask := func(method, path string) (int, http.Header, string) {
		c := call{method: method, path: path, header: header("Accept-Encoding", "gzip")}.request()
		req, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, nil)
		require.NoError(t, err)
		req.Header = c.Header
		res, err := server.Client().Do(req)
		require.NoError(t, err)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		for _, counted := range []string{"Date", "Ratelimit", "X-Ratelimit-Remaining"} {
			res.Header.Del(counted)
		}
		return res.StatusCode, res.Header, string(body)
	}
	for path, want := range map[string]int{
		"/api/v1/widgets/12": 200, "/api/v1/widgets?limit=3": 200, "/api/v1/widgets?limit=x": 400, "/api/v1/widgets/13": 404,
		"/api/v1/settings": 404, "/openapi.json": 200, "/openapi-3.0.json": 200, "/healthz": 200, "/readyz": 200, "/": 200, "/nothing": 404,
	} {
		status, h, body := ask("GET", path)
		require.Equal(t, want, status, path)
		require.Equal(t, path == "/api/v1/settings", body == "", path)
		status, again, body := ask("HEAD", path)
		require.Equal(t, want, status, path)
		require.Equal(t, h, again, path)
		require.Empty(t, body, path)
	}
	require.Empty(t, r.do(call{method: "HEAD", path: "/api/v1/widgets/12"}).Body.String())
	require.Equal(t, 405, r.do(call{method: "HEAD", path: "/api/v1/files"}).Code)
	require.Equal(t, 200, r.do(call{method: "HEAD", path: "/api/v1/widgets/12", key: keyReader}).Code, "a key that may read")
}

func TestOptions(t *testing.T) {
	r := newRig(t)
	for path, want := range map[string]string{
		"/api/v1/widgets/12": "GET, HEAD, PATCH, DELETE, OPTIONS", "/api/v1/files": "POST, OPTIONS", "/openapi.json": "GET, HEAD, OPTIONS",
	} {
		w := r.do(call{method: "OPTIONS", path: path, key: "none"})
		require.Equal(t, 204, w.Code, path)
		require.Equal(t, []string{want}, w.Header().Values("Allow"), path)
		require.Empty(t, w.Body.String())
		require.Empty(t, w.Header().Get("Content-Type"))
	}
	r.code(r.do(call{method: "OPTIONS", path: "/api/v1/nothing", key: "none"}), 404, fault.CodeNotFound)
}

func TestASlashTooMany(t *testing.T) {
	r := newRig(t)
	for from, to := range map[string]string{
		"/api/v1/widgets/":                                     "/api/v1/widgets",
		"/api/v1/widgets/12/":                                  "/api/v1/widgets/12",
		"/api/v1/widgets/a%2Fb/":                               "/api/v1/widgets/a%2Fb",
		"/api/v1/widgets/?limit=2&q=a%20b":                     "/api/v1/widgets?limit=2&q=a%20b",
		"/api/v1/widgets/?limit=2&api_key=" + keyA + "&q=ball": "/api/v1/widgets?limit=2&q=ball",
		"/api/v1/widgets/?api_key=" + keyA:                     "/api/v1/widgets",
		"/openapi.json/":                                       "/openapi.json",
		"http://evil.com/api/v1/widgets/":                      "/api/v1/widgets",
	} {
		for _, method := range []string{"GET", "HEAD", "POST", "OPTIONS", "TRACE"} {
			w := r.do(call{method: method, path: from, key: "none"})
			require.Equal(t, 308, w.Code, method+" "+from)
			require.Equal(t, []string{to}, w.Header().Values("Location"), from)
			require.Equal(t, "private, no-store", w.Header().Get("Cache-Control"))
			require.Empty(t, w.Body.String())
		}
	}
	for _, path := range []string{
		"//evil.com/", "///evil.com/", "//evil.com/..//", "/%2F%2Fevil.com/", "/%5Cevil.com/", "//api/v1/widgets/", "/http://evil.com/",
		"/api/v1/widgets//", "/api/v1/nothing/", "/nothing/", "/.//evil.com/", "/api/v1/widgets/12/..//",
	} {
		w := r.do(call{method: "GET", path: "http://service" + path, key: "none"})
		r.code(w, 404, fault.CodeNotFound)
		require.Empty(t, w.Header().Get("Location"), path)
	}
	for _, line := range r.logs.All() {
		require.NotContains(t, fmt.Sprint(line), keyA)
	}
}

func TestIfNoneMatch(t *testing.T) {
	r := newRig(t)
	same := func(path, tag string) *httptest.ResponseRecorder {
		return r.do(call{method: "GET", path: path, header: header("If-None-Match", tag)})
	}
	for tag, want := range map[string]int{`"3"`: 304, `W/"3"`: 304, `"1", "3"`: 304, `*`: 304, `"2"`: 200, `"33"`: 200, `3`: 200} {
		require.Equal(t, want, same("/api/v1/widgets/12", tag).Code, tag)
	}
	w := same("/api/v1/widgets/12", `"3"`)
	require.Empty(t, w.Body.String())
	require.Empty(t, w.Header().Get("Content-Type"))
	require.Empty(t, w.Header().Get("Content-Length"))
	require.Equal(t, `"3"`, w.Header().Get("ETag"))
	require.NotEmpty(t, w.Header().Get("RateLimit"))
	require.Equal(t, 304, r.do(call{method: "HEAD", path: "/api/v1/widgets/12", header: header("If-None-Match", `"3"`)}).Code)
	require.Equal(t, 200, r.do(call{method: "PATCH", path: "/api/v1/widgets/12", body: `{}`, header: header("If-None-Match", "*")}).Code)
	r.code(same("/api/v1/widgets/13", "*"), 404, fault.CodeNotFound)

	seen := map[string]bool{}
	for _, path := range []string{"/openapi.json", "/openapi-3.0.json"} {
		tag := r.get(path).Header().Get("ETag")
		require.Regexp(t, `^W/"[0-9a-f]{64}"$`, tag)
		require.Equal(t, 304, same(path, tag).Code)
		require.Equal(t, 304, same(path, strings.TrimPrefix(tag, "W/")).Code)
		require.Equal(t, "no-cache", same(path, tag).Header().Get("Cache-Control"))
		require.Equal(t, 200, same(path, `"other"`).Code)
		seen[tag] = true
	}
	require.Len(t, seen, 2)
}

// TestATagOfARecordThatLives changes what a record shows, but not its version.
func TestATagOfARecordThatLives(t *testing.T) {
	r := newRig(t)
	get := func(tag string) *httptest.ResponseRecorder {
		return r.do(call{method: "GET", path: "/api/v1/offers/5", header: header("If-None-Match", tag)})
	}
	first := get("").Header().Get("ETag")
	require.Regexp(t, `^"7-[0-9a-f]{16}"$`, first)
	require.Equal(t, 304, get(first).Code)
	require.Equal(t, 200, get(`"7"`).Code)
	r.shown.Store(1)
	second := get(first)
	require.Equal(t, 200, second.Code)
	require.NotEqual(t, first, second.Header().Get("ETag"))
	require.Contains(t, second.Body.String(), `"id":1`)
	for tag, want := range map[string]int{first: 200, `"7"`: 200, `"8"`: 412, strings.Replace(first, "7", "8", 1): 412} {
		w := r.do(call{method: "PATCH", path: "/api/v1/offers/5", body: `{"title":"x"}`, header: header("If-Match", tag)})
		require.Equal(t, want, w.Code, tag)
	}
}

// TestDraining wants every answer to close its connection, also one whose call
// came before.
func TestDraining(t *testing.T) {
	r := newRig(t)
	server := httptest.NewUnstartedServer(nil)
	server.Config = r.server.HTTPServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.Method == http.MethodOptions { // as what stands in front of the API answers by itself
			w.WriteHeader(http.StatusNoContent)
			return
		}
		r.server.Handler().ServeHTTP(w, req)
	}))
	server.Start()
	defer server.Close()
	ask := func(method, path string) (status int, last bool) {
		req, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, nil)
		require.NoError(t, err)
		req.Header.Set("X-Api-Key", keyA)
		res, err := server.Client().Do(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return res.StatusCode, res.Close
	}
	_, last := ask("GET", "/api/v1/widgets/12")
	require.False(t, last)
	r.fail = errDraining
	_, last = ask("GET", "/api/v1/fail")
	require.True(t, last, "its call came before")
	for _, path := range []string{"/api/v1/widgets/12", "/api/v1/widgets/13", "/nothing", "/healthz", "/readyz", "/docs", "/openapi.json"} {
		_, last := ask("GET", path)
		require.True(t, last, path)
	}
	_, last = ask("OPTIONS", "/api/v1/widgets")
	require.True(t, last)
	for path, want := range map[string]int{"/readyz": 503, "/healthz": 200} {
		status, _ := ask("GET", path)
		require.Equal(t, want, status, path)
	}
}
