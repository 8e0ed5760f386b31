package security_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/service"
)

// fromConsole has the headers of a call of the console's own script.
var fromConsole = http.Header{"X-Console": {"1"}, "Sec-Fetch-Site": {"same-origin"}}

// kept returns the one cookie that an answer sets.
func kept(t *testing.T, out *httptest.ResponseRecorder) *http.Cookie {
	t.Helper()
	lines := out.Header()["Set-Cookie"]
	require.Len(t, lines, 1)
	cookie, err := http.ParseSetCookie(lines[0])
	require.NoError(t, err)
	return cookie
}

// TestTheCookieOfTheConsole signs in and out. The cookie counts for calls of the console's own
// script, and for nothing else.
func TestTheCookieOfTheConsole(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	key := s.Team(t, service.Wish{}).Key
	call := func(method, path, body string, headers http.Header, cookie *http.Cookie) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header = headers.Clone()
		if cookie != nil {
			r.AddCookie(cookie)
		}
		out := httptest.NewRecorder()
		s.Handler.ServeHTTP(out, r)
		return out
	}
	signIn := func(body string, headers http.Header) *httptest.ResponseRecorder {
		return call("POST", "/app/sign-in", body, headers, nil)
	}

	require.Equal(t, 403, signIn(`{"key":"`+key+`"}`, http.Header{}).Code, "a form of another origin")
	require.Equal(t, 403, signIn(`{"key":"`+key+`"}`, http.Header{"X-Console": {"1"}, "Sec-Fetch-Site": {"cross-site"}}).Code)
	require.Equal(t, 400, signIn(`{`, fromConsole).Code)
	require.Equal(t, 400, signIn(`{"key":"`+strings.Repeat("a", 2000)+`"}`, fromConsole).Code)
	require.Equal(t, 403, signIn(`{"key":"sak_000000000000000000000000000000000000"}`, fromConsole).Code)

	in := signIn(`{"key":"`+key+`"}`, fromConsole)
	require.Equal(t, 204, in.Code)
	cookie := kept(t, in)
	require.Equal(t, "sa", cookie.Name)
	require.Equal(t, "/", cookie.Path)
	require.Equal(t, 12*60*60, cookie.MaxAge)
	require.True(t, cookie.HttpOnly)
	require.Equal(t, http.SameSiteStrictMode, cookie.SameSite)
	require.NotContains(t, cookie.Value, key)

	me := func(headers http.Header) int { return call("GET", "/api/v1/users/me", "", headers, cookie).Code }
	require.Equal(t, 200, me(fromConsole))
	for what, headers := range map[string]http.Header{
		"an image, a frame, a link": {}, "a fetch without the header": {"Sec-Fetch-Site": {"same-origin"}}, "another origin": {"X-Console": {"1"}, "Sec-Fetch-Site": {"cross-site"}},
		"a neighbour": {"X-Console": {"1"}, "Sec-Fetch-Site": {"same-site"}}, "the address bar": {"X-Console": {"1"}, "Sec-Fetch-Site": {"none"}}, "an old browser": {"X-Console": {"1"}},
		"another word": {"X-Console": {"true"}, "Sec-Fetch-Site": {"same-origin"}}, "the cookie as a key": {"X-Api-Key": {cookie.Value}},
	} {
		require.Equal(t, 403, me(headers), what)
	}
	bad := fromConsole.Clone()
	bad.Set("X-Api-Key", "sak_000000000000000000000000000000000000")
	require.Equal(t, 403, me(bad), "a key counts before the cookie")
	require.Equal(t, 403, call("POST", "/app/sign-out", "", http.Header{}, cookie).Code, "a form of another origin")
	require.Equal(t, 200, me(fromConsole))

	out := call("POST", "/app/sign-out", "", fromConsole, cookie)
	require.Equal(t, 204, out.Code)
	require.Negative(t, kept(t, out).MaxAge)
	require.Equal(t, 403, me(fromConsole))
}

// TestTheCookieBehindTLS has the prefix that browsers hold to one host.
func TestTheCookieBehindTLS(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	r := httptest.NewRequest(http.MethodPost, "https://example.com/app/sign-in", strings.NewReader(`{"key":"`+s.Team(t, service.Wish{}).Key+`"}`))
	r.Header = fromConsole.Clone()
	out := httptest.NewRecorder()
	s.Handler.ServeHTTP(out, r)
	require.Equal(t, 204, out.Code)
	require.Regexp(t, `^__Host-sa=[0-9]+\.[A-Za-z0-9_-]{43}; Path=/; Max-Age=43200; HttpOnly; Secure; SameSite=Strict$`, out.Header().Get("Set-Cookie"))
}

// TestWrongKeysAtTheDoor are counted by address; a good key passes still.
func TestWrongKeysAtTheDoor(t *testing.T) {
	t.Parallel()
	s := service.SQLite(t)
	key := s.Team(t, service.Wish{}).Key
	try := func(key string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodPost, "/app/sign-in", strings.NewReader(`{"key":"`+key+`"}`))
		r.Header = fromConsole.Clone()
		r.RemoteAddr = "203.0.113.77:4711"
		out := httptest.NewRecorder()
		s.Handler.ServeHTTP(out, r)
		return out
	}
	for range 10 {
		require.Equal(t, 403, try("sak_000000000000000000000000000000000000").Code)
	}
	refused := try("sak_000000000000000000000000000000000000")
	require.Equal(t, 429, refused.Code)
	require.NotEmpty(t, refused.Header().Get("Retry-After"))
	require.Equal(t, 204, try(key).Code)
}
