package openapi_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/test/openapi/service"
)

// loads finds the places in a page that make a browser fetch something.
var loads = regexp.MustCompile(`(?i)<(?:script|img|iframe|source|embed)[^>]*\ssrc\s*=\s*"([^"]*)"|<link[^>]*\shref\s*=\s*"([^"]*)"`)

// styleLoads finds the same places in a style sheet.
var styleLoads = regexp.MustCompile(`(?i)@import\s+["']?([^"');]+)|url\(\s*["']?([^"')]+)`)

func get(t *testing.T, h http.Handler, path string) (*httptest.ResponseRecorder, []byte) {
	t.Helper()
	out := httptest.NewRecorder()
	h.ServeHTTP(out, httptest.NewRequest(http.MethodGet, path, nil))
	body := out.Body.Bytes()
	if out.Header().Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(bytes.NewReader(body))
		require.NoError(t, err)
		body, err = io.ReadAll(z)
		require.NoError(t, err)
	}
	return out, body
}

// TestTheDocsPageNeedsNoNetwork follows the loads of the page. The program serves all of them, and
// the policy forbids everything else.
func TestTheDocsPageNeedsNoNetwork(t *testing.T) {
	h := service.SQLite(t).Handler
	page, body := get(t, h, "/docs")
	require.Equal(t, http.StatusOK, page.Code)
	require.Contains(t, page.Header().Get("Content-Type"), "text/html")
	requirePolicy(t, page.Header().Get("Content-Security-Policy"))
	require.Contains(t, string(body), "/openapi.json")

	assets := loads.FindAllStringSubmatch(string(body), -1)
	require.GreaterOrEqual(t, len(assets), 3, "the page loads scripts and styles")
	for _, m := range assets {
		requireServed(t, h, "/"+strings.TrimPrefix(m[1]+m[2], "/"))
	}
	require.Empty(t, regexp.MustCompile(`(?i)\son[a-z]+\s*=\s*"`).FindAllString(string(body), -1), "a handler in an attribute would not run")
	missing, _ := get(t, h, "/docs/no-such-asset.js")
	require.Equal(t, http.StatusNotFound, missing.Code)
}

func requireServed(t *testing.T, h http.Handler, address string) {
	t.Helper()
	if strings.HasPrefix(address, "data:") {
		return
	}
	require.True(t, strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//"), "the page loads %s", address)
	out, body := get(t, h, address)
	require.Equal(t, http.StatusOK, out.Code, address)
	require.NotEmpty(t, body, address)
	require.Equal(t, "nosniff", out.Header().Get("X-Content-Type-Options"))
	kind := out.Header().Get("Content-Type")
	switch {
	case strings.HasSuffix(address, ".js"):
		require.Contains(t, kind, "javascript", address)
	case strings.HasSuffix(address, ".css"):
		require.Contains(t, kind, "text/css", address)
		for _, m := range styleLoads.FindAllStringSubmatch(string(body), -1) {
			require.True(t, strings.HasPrefix(m[1]+m[2], "data:"), "%s loads %.80s", address, m[1]+m[2])
		}
	}
}

func requirePolicy(t *testing.T, policy string) {
	t.Helper()
	directives := map[string]string{}
	for part := range strings.SplitSeq(policy, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), " ")
		directives[name] = value
	}
	require.Equal(t, "'none'", directives["default-src"])
	require.Equal(t, "'none'", directives["frame-ancestors"])
	require.Equal(t, "'none'", directives["base-uri"])
	require.NotContains(t, directives["script-src"], "unsafe")
	require.NotContains(t, policy, "http:")
	require.NotContains(t, policy, "https:")
	require.NotContains(t, policy, "*")
}

// TestTheDocsPageListsAllOperations finds each operation on the page before its library is loaded.
func TestTheDocsPageListsAllOperations(t *testing.T) {
	h := service.SQLite(t).Handler
	_, page := get(t, h, "/docs")
	_, body := get(t, h, "/openapi.json")
	var doc struct {
		Paths map[string]map[string]struct {
			Summary string
			Tags    []string
		}
	}
	require.NoError(t, json.Unmarshal(body, &doc))
	listed := 0
	for path, methods := range doc.Paths {
		for method, op := range methods {
			method = strings.ToUpper(method)
			require.Contains(t, string(page), fmt.Sprintf(`<li><a href="#tag/%s/%s%s">%s</a> <code>%s %s</code></li>`,
				op.Tags[0], method, strings.NewReplacer("{", "%7b", "}", "%7d").Replace(path), html.EscapeString(op.Summary),
				method, path))
			listed++
		}
	}
	require.Equal(t, strings.Count(string(page), `<li><a href="#tag/`), listed)
}

// TestGroupsNameTheirGuides follows the link of each group that has a guide.
func TestGroupsNameTheirGuides(t *testing.T) {
	h := service.SQLite(t).Handler
	_, body := get(t, h, "/openapi.json")
	var doc struct {
		Tags []struct {
			Name         string
			ExternalDocs *struct{ Description, URL string }
		}
	}
	require.NoError(t, json.Unmarshal(body, &doc))
	explained := 0
	for _, tag := range doc.Tags {
		if tag.ExternalDocs != nil {
			explained++
			require.Equal(t, "Guide", tag.ExternalDocs.Description)
			require.True(t, strings.HasPrefix(tag.ExternalDocs.URL, "http://example.com/guides/"), tag.ExternalDocs.URL)
			out, _ := get(t, h, tag.ExternalDocs.URL)
			require.Equal(t, http.StatusOK, out.Code, tag.Name)
			require.Contains(t, out.Header().Get("Content-Type"), "text/html")
		}
	}
	require.Equal(t, 20, explained)
}

// TestTheRootPagePoints wants the way from the root to the pages.
func TestTheRootPagePoints(t *testing.T) {
	h := service.SQLite(t).Handler
	page, body := get(t, h, "/")
	require.Equal(t, http.StatusOK, page.Code)
	links := regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(string(body), -1)
	require.GreaterOrEqual(t, len(links), 4)
	for _, m := range links {
		out, _ := get(t, h, "/"+strings.TrimPrefix(m[1], "/"))
		require.Equal(t, http.StatusOK, out.Code, m[1])
	}
}
