package openapi_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/service"
)

// TestTheConsoleNeedsNoNetwork follows the loads of the console, also those of its script. The
// program serves all of them, without a key.
func TestTheConsoleNeedsNoNetwork(t *testing.T) {
	h := service.SQLite(t).Handler
	page, body := get(t, h, "/app")
	require.Equal(t, http.StatusOK, page.Code)
	require.Equal(t, "text/html; charset=utf-8", page.Header().Get("Content-Type"))
	policy := page.Header().Get("Content-Security-Policy")
	requirePolicy(t, policy)
	require.NotContains(t, policy, "unsafe")
	require.Contains(t, policy, "script-src 'self'; ")
	require.Contains(t, policy, "require-trusted-types-for 'script'")
	require.NotRegexp(t, `(?i)<script(?:[^>]*[^/])?>\s*[^<\s]`, string(body), "a script in the page would not run")

	open := []string{}
	for _, m := range loads.FindAllStringSubmatch(string(body), -1) {
		open = append(open, "/"+m[1]+m[2])
	}
	require.GreaterOrEqual(t, len(open), 3, "icon, style and script")
	imports := regexp.MustCompile(`file\('([a-z]+\.json)'\)`)
	loaded := map[string]bool{}
	for len(open) > 0 {
		address := open[0]
		open = open[1:]
		if loaded[address] {
			continue
		}
		loaded[address] = true
		requireServed(t, h, address)
		file, text := get(t, h, address)
		kept := "public, max-age=31536000, immutable"
		if address == "/favicon.ico" {
			kept = "public, max-age=86400" // its address does not change with its content
		}
		require.Equal(t, kept, file.Header().Get("Cache-Control"), address)
		for _, m := range imports.FindAllStringSubmatch(string(text), -1) {
			open = append(open, address[:strings.LastIndex(address, "/")+1]+m[1])
		}
	}
	files, err := os.ReadDir("../../adapters/http/console/page")
	require.NoError(t, err)
	want, got := []string{"favicon.ico", "page.css", "page.js"}, []string(nil)
	for _, f := range files {
		if path.Ext(f.Name()) == ".json" {
			want = append(want, f.Name())
		}
	}
	for address := range loaded {
		got = append(got, path.Base(address))
	}
	slices.Sort(want)
	slices.Sort(got)
	require.Equal(t, want, got, "every file of the page is loaded by it")
}

func TestTheConsoleIsKeptWhileItIsTheSame(t *testing.T) {
	h := service.SQLite(t).Handler
	ask := func(method, path, tag string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, nil)
		r.Header.Set("If-None-Match", tag)
		out := httptest.NewRecorder()
		h.ServeHTTP(out, r)
		return out
	}
	page := ask("GET", "/app", "")
	tag := page.Header().Get("ETag")
	require.Regexp(t, `^W/"[0-9a-f]{16}"$`, tag)
	require.Equal(t, "no-cache", page.Header().Get("Cache-Control"), "it names the files of one edition")
	edition := strings.Trim(tag, `W/"`)
	require.Contains(t, page.Body.String(), `src="app/`+edition+`/page.js"`)

	for path, cache := range map[string]string{
		"/app": "no-cache", "/app/" + edition + "/page.js": "public, max-age=31536000, immutable",
		"/app/0123456789abcdef/page.js": "no-cache",
	} {
		require.Equal(t, http.StatusOK, ask("GET", path, `W/"other"`).Code, path)
		require.Equal(t, http.StatusOK, ask("HEAD", path, "").Code, path)
		for _, same := range []string{tag, `"x", ` + tag, "*"} {
			out := ask("GET", path, same)
			require.Equal(t, http.StatusNotModified, out.Code, path)
			require.Empty(t, out.Body.Bytes(), path)
			require.Equal(t, cache, out.Header().Get("Cache-Control"), path)
		}
	}
	require.Equal(t, http.StatusPermanentRedirect, ask("GET", "/app/", "").Code)
	old := ask("GET", "/repricer", "")
	require.Equal(t, http.StatusPermanentRedirect, old.Code)
	require.Regexp(t, "^https?://[^/]+/app$", old.Header().Get("Location"))
	for _, path := range []string{
		"/app/" + edition, "/app/" + edition + "/", "/app/" + edition + "/index.html",
		"/app/" + edition + "/nothing.js", "/app/" + edition + "/..%2fpage.go",
	} {
		out := ask("GET", path, "")
		require.Equal(t, http.StatusNotFound, out.Code, path)
		require.Equal(t, "application/problem+json", out.Header().Get("Content-Type"), path)
	}
}
