package security_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/checked"
	"sellingassistant/test/openapi/service"
)

// requireHeaders requires the headers of every answer.
func requireHeaders(t *testing.T, what string, h http.Header, policy string) {
	t.Helper()
	require.Equal(t, []string{"nosniff"}, h.Values("X-Content-Type-Options"), what)
	require.Equal(t, []string{"no-referrer"}, h.Values("Referrer-Policy"), what)
	require.Equal(t, []string{policy}, h.Values("Content-Security-Policy"), what)
	require.Len(t, h.Values("X-Request-Id"), 1, what)
	require.Empty(t, h.Values("Server"), what)
	require.Empty(t, h.Values("X-Powered-By"), what)
	for name := range h {
		require.False(t, strings.HasPrefix(name, "Access-Control-"), "%s: %s", what, name)
		require.NotEqual(t, "Set-Cookie", name, what)
	}
}

const (
	apiPolicy = "default-src 'none'; frame-ancestors 'none'"
	noStore   = "private, no-store"
)

// TestHeaders looks at the answers of every operation: of a success, and of
// each sort of refusal.
func TestHeaders(t *testing.T) {
	t.Parallel()
	service.ByTier(t, service.Options{}, func(t *testing.T, s *service.Service) {
		m := newTeam(t, s, s.Document(t))
		m.doc.Each(t, func(t *testing.T, op checked.Operation) {
			good := m.sample(t, op)
			bad := probe(op)
			for what, c := range map[string]struct {
				client *checked.Client
				call   checked.Call
				status []int
			}{
				"success":  {m.client, good, op.Succeeds()},
				"invalid":  {m.client, bad, []int{400}},
				"no key":   {m.client.As(""), good, []int{403}},
				"bad key":  {m.client.As("sak_x"), good, []int{403}},
				"another":  {m.client, checked.Call{Method: unserved(m.doc, good.Path), Path: good.Path}, []int{405}},
				"options":  {m.client, checked.Call{Method: "OPTIONS", Path: good.Path, Header: preflight}, []int{204}},
				"head":     {m.client, checked.Call{Method: "HEAD", Path: good.Path}, []int{200, 400, 404, 405}},
				"trace":    {m.client, checked.Call{Method: "TRACE", Path: good.Path}, []int{405}},
				"unknown":  {m.client, checked.Call{Method: op.Method, Path: good.Path + "/nothing/here"}, []int{404}},
				"longer":   {m.client, checked.Call{Method: op.Method, Path: good.Path + "/"}, []int{308}},
				"too long": {m.client, checked.Call{Method: op.Method, Path: good.Path + "?a=" + strings.Repeat("x", 9000), Invalid: true}, []int{400}},
			} {
				what = op.OperationID + " " + what
				out := httptest.NewRecorder()
				s.Handler.ServeHTTP(out, c.client.Request(t, c.call))
				require.Contains(t, c.status, out.Code, "%s: %s", what, out.Body)
				requireHeaders(t, what, out.Header(), apiPolicy)
				require.Equal(t, []string{noStore}, out.Header().Values("Cache-Control"), what)
				if out.Code == 405 {
					require.NotEmpty(t, out.Header().Get("Allow"), what)
					require.NotContains(t, out.Header().Get("Allow"), "TRACE")
				}
				if out.Code >= 400 && out.Header().Get("Content-Length") != "0" { // the answer for absent settings
					require.Equal(t, "application/problem+json", out.Header().Get("Content-Type"), what)
				}
				if slices.Contains([]string{"success", "invalid"}, strings.Fields(what)[1]) {
					for _, name := range []string{"RateLimit-Policy", "RateLimit", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"} {
						require.NotEmpty(t, out.Header().Get(name), "%s: %s", what, name)
					}
				}
			}
			s.Clock.Add(4_000_000_000) // lets the count of bad keys expire
		})
	})
}

// unserved returns a method that a path does not have.
func unserved(doc *checked.Document, path string) string {
	for _, method := range []string{"PUT", "POST", "DELETE"} {
		if _, _, ok := doc.Find(method, path); !ok {
			return method
		}
	}
	return "LINK"
}

// preflight has a browser's headers before it lets a foreign page call.
var preflight = http.Header{
	"Origin": {"https://evil.example"}, "Access-Control-Request-Method": {"GET"}, "Access-Control-Request-Headers": {"x-api-key"},
}

// guides matches the pages made of Markdown.
var guides = regexp.MustCompile(`^/(guides(/api|/tutorials/buy)?|problems(/not_found)?)$`)

// TestHeadersOfPages checks the pages beside the operations.
func TestHeadersOfPages(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	for _, path := range []string{"/", "/healthz", "/readyz", "/openapi.json", "/openapi-3.0.json", "/docs", "/docs/standalone-1.76.0.js",
		"/docs/no-such", "/repricer", "/app", "/app/old/page.js", "/app/old/no-such", "/favicon.ico", "/robots.txt", "/nothing",
		"/guides", "/guides/api", "/guides/api.md", "/guides/images/repricer.png", "/guides/no-such", "/guides/tutorials/buy", "/problems", "/problems/not_found",
		"/problems/no-such", "/llms.txt", "/openapi/skus.json", "/openapi/no-such.json", "/api/v1", "/api/v2/documents", "/files/junk"} {
		for _, method := range []string{"GET", "HEAD", "POST", "TRACE"} {
			r := httptest.NewRequest(method, path, nil)
			r.Header.Set("Origin", "https://evil.example")
			out := httptest.NewRecorder()
			s.Handler.ServeHTTP(out, r)
			what := method + " " + path
			require.Less(t, out.Code, 500, what)
			h := out.Header()
			policy := h.Get("Content-Security-Policy")
			if path == "/" && (method == "GET" || method == "HEAD") {
				require.Regexp(t, `^default-src 'none'; script-src 'sha256-[A-Za-z0-9+/=]{44}'; style-src 'sha256-[A-Za-z0-9+/=]{44}'; `+
					`img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; `+
					`require-trusted-types-for 'script'; trusted-types 'none'$`, policy, what)
			} else if guides.MatchString(path) && (method == "GET" || method == "HEAD") {
				require.Regexp(t, `^default-src 'none'; script-src 'sha256-[A-Za-z0-9+/=]{44}'; style-src 'sha256-[A-Za-z0-9+/=]{44}'; img-src 'self'; `+
					`base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$`, policy, what)
			} else if !strings.HasPrefix(path, "/docs") && !strings.HasPrefix(path, "/app") || method == "POST" || method == "TRACE" {
				require.Equal(t, apiPolicy, policy, what)
			}
			requireHeaders(t, what, h, policy)
			require.NotEmpty(t, h.Get("Cache-Control"), what)
			if method == "POST" || method == "TRACE" {
				require.Contains(t, []int{404, 405}, out.Code, what)
			}
		}
	}
}

// TestTheOperatorsPagesAreElsewhere wants metrics and profiles on their own
// listener, and nothing of the API there.
func TestTheOperatorsPagesAreElsewhere(t *testing.T) {
	t.Parallel()
	listening(t, func(t *testing.T, s *service.Service, m *team) {
		for _, path := range []string{"/metrics", "/debug/pprof/", "/debug/pprof/heap", "/debug/pprof/profile", "/debug/vars", "/debug/requests"} {
			a := m.socket(t, checked.Call{Method: "GET", Path: path})
			require.Equal(t, 404, a.Status, path)
			require.Empty(t, a.Header.Get("Server"))
		}
		text := metrics(t, s)
		require.Contains(t, text, "http_request_duration_seconds")
		for _, path := range []string{"/api/v1/users/me", "/docs", "/files/x", "/debug/pprof/cmdline", "/openapi.json"} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.MetricsURL+path, nil)
			require.NoError(t, err)
			r.Header.Set("X-Api-Key", m.Key)
			res, err := http.DefaultClient.Do(r)
			require.NoError(t, err)
			require.NoError(t, res.Body.Close())
			require.Equal(t, 404, res.StatusCode, path)
		}
		a := m.socket(t, checked.Call{Method: "TRACE", Path: "/api/v1/users/me"}, "X-Secret: echo-me")
		require.Contains(t, []int{404, 405}, a.Status)
		require.NotContains(t, string(a.Body), "echo-me")
	})
}
