package httpx_test

import (
	"encoding/json"
	"io/fs"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/docs"
	"sellingassistant/domain/kernel/fault"
)

// read asks for a page without a key.
func (r *rig) read(path string) *httptest.ResponseRecorder {
	return r.do(call{method: "GET", path: path, key: "none"})
}

func TestGuides(t *testing.T) {
	r := newRig(t)
	page := r.read("/guides/problems")
	require.Equal(t, 200, page.Code)
	require.Equal(t, "text/html; charset=utf-8", page.Header().Get("Content-Type"))
	require.Equal(t, "no-cache", page.Header().Get("Cache-Control"))
	require.Regexp(t, `^default-src 'none'; script-src `+regexp.QuoteMeta(digestOf(page.Body.String()))+`; style-src 'sha256-[A-Za-z0-9+/=]{44}'; `+
		`img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$`,
		page.Header().Get("Content-Security-Policy"))
	require.Contains(t, page.Body.String(), "<title>Problems · Selling Assistant</title>")
	require.Contains(t, page.Body.String(), `<h3 id="validation_failed">validation_failed</h3>`)
	require.Contains(t, page.Body.String(), `<a href="./../guides/problems" aria-current="page">Problems</a>`)
	require.Contains(t, page.Body.String(), "navigator.clipboard.writeText(text)", "code can be copied")
	require.NotContains(t, page.Body.String(), "<script src")

	list := r.read("/guides").Body.String()
	require.Regexp(t, `(?s)<h2>Tutorials</h2>\s*<ul class="cards">\s*<li><a href="./guides/tutorials/first-calls"><b>First calls</b>.*<h2>Guides</h2>`, list)
	require.Contains(t, list, `<a href="./guides/tutorials/first-calls"><b>First calls</b>`)
	require.Contains(t, list, `<a href="./guides/problems"><b>Problems</b><span>A call that is refused gets a problem document.</span></a>`)

	tutorial := r.read("/guides/tutorials/buy")
	require.Equal(t, 200, tutorial.Code)
	require.Contains(t, tutorial.Body.String(), `<a class="way" href="./../../docs">Reference</a>`)

	source, err := docs.Files.ReadFile("tutorials/buy.md")
	require.NoError(t, err)
	markdown := r.read("/guides/tutorials/buy.md")
	require.Equal(t, "text/markdown; charset=utf-8", markdown.Header().Get("Content-Type"))
	require.Equal(t, string(source), markdown.Body.String())

	picture, err := docs.Files.ReadFile("images/repricer.png")
	require.NoError(t, err)
	image := r.read("/guides/images/repricer.png")
	require.Equal(t, "image/png", image.Header().Get("Content-Type"))
	require.Equal(t, picture, image.Body.Bytes())

	known := r.do(call{method: "GET", path: "/guides/problems", key: "none", header: header("If-None-Match", page.Header().Get("ETag"))})
	require.Equal(t, 304, known.Code)
	require.Empty(t, known.Body.String())
	head := r.do(call{method: "HEAD", path: "/guides/problems", key: "none"})
	require.Equal(t, 200, head.Code)
	require.Empty(t, head.Body.String())

	for _, path := range []string{"/guides/nothing", "/guides/docs.go", "/guides/tutorials/nothing", "/problems/nothing", "/problems/not_found.md"} {
		r.problem(r.read(path), 404, `{"type":"/problems/not_found","title":"Not Found","status":404,"detail":"There is nothing at this address.",`+
			`"instance":"`+path+`","code":"not_found","message":"There is nothing at this address.","trace_id":"test-request-1","errors":[]}`)
	}
	for path, to := range map[string]string{"/guides/": "/guides", "/guides/problems/": "/guides/problems", "/problems/not_found/": "/problems/not_found"} {
		w := r.read(path)
		require.Equal(t, 308, w.Code, path)
		require.Equal(t, to, w.Header().Get("Location"))
	}
}

var (
	linked  = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	anchors = regexp.MustCompile(` id="([^"]*)"`)
)

// TestLinksOfGuidesLeadSomewhere walks through all pages from the list of guides.
func TestLinksOfGuidesLeadSomewhere(t *testing.T) {
	r := newRig(t)
	pages := map[string]string{}
	for todo := []string{"/guides", "/problems"}; len(todo) > 0; todo = todo[1:] {
		path := todo[0]
		if _, seen := pages[path]; seen {
			continue
		}
		w := r.read(path)
		require.Equal(t, 200, w.Code, path)
		pages[path] = w.Body.String()
		if !strings.HasPrefix(path, "/guides") && !strings.HasPrefix(path, "/problems") || !strings.Contains(w.Header().Get("Content-Type"), "html") {
			continue
		}
		for _, m := range linked.FindAllStringSubmatch(pages[path], -1) {
			if to := resolve(t, path, m[1]); to.Host == "" {
				todo = append(todo, to.Path)
			}
		}
	}
	for path, text := range pages {
		if !strings.HasPrefix(path, "/guides") && !strings.HasPrefix(path, "/problems") || strings.HasSuffix(path, ".md") {
			continue
		}
		for _, m := range linked.FindAllStringSubmatch(text, -1) {
			if to := resolve(t, path, m[1]); to.Host == "" && to.Fragment != "" {
				require.True(t, slices.ContainsFunc(anchors.FindAllStringSubmatch(pages[to.Path], -1),
					func(a []string) bool { return a[1] == to.Fragment }), "%s: %s", path, m[1])
			}
		}
	}
	require.NoError(t, fs.WalkDir(docs.Files, ".", func(name string, _ fs.DirEntry, err error) error {
		if guide, ok := strings.CutSuffix(name, ".md"); ok {
			require.Contains(t, pages, "/guides/"+guide)
			require.Contains(t, pages, "/guides/"+name)
		}
		return err
	}))
	require.Contains(t, pages, "/docs")
	require.Contains(t, pages, "/")
}

func resolve(t *testing.T, from, to string) *url.URL {
	t.Helper()
	link, err := url.Parse(to)
	require.NoError(t, err)
	return (&url.URL{Path: from}).ResolveReference(link)
}

// TestEveryProblemHasAPage opens the page of each code, and wants none besides.
func TestEveryProblemHasAPage(t *testing.T) {
	r := newRig(t)
	var codes []string
	for _, code := range slices.Concat(fault.RequestCodes(), fault.ItemCodes(), fault.RowCodes()) {
		codes = append(codes, string(code))
	}
	slices.Sort(codes)
	codes = slices.Compact(codes)
	paragraph := regexp.MustCompile(`(?s)<article class="card">\s*<h1 id="[a-z_]+">([a-z_]+)</h1>\s*<p>([A-Z].{30,})</p>\s*` +
		`<p><a href="\.\./guides/problems#([a-z_]+)">All problems</a></p>\s*</article>`)
	for _, code := range codes {
		w := r.read("/problems/" + code)
		require.Equal(t, 200, w.Code, code)
		require.Contains(t, w.Header().Get("Content-Security-Policy"), "default-src 'none'; script-src "+digestOf(w.Body.String())+"; style-src 'sha256-")
		m := paragraph.FindStringSubmatch(w.Body.String())
		require.NotNil(t, m, code)
		require.Equal(t, []string{code, code}, []string{m[1], m[3]})
		require.NotContains(t, m[2], "<h")
	}
	guide, err := docs.Files.ReadFile("problems.md")
	require.NoError(t, err)
	var described []string
	for _, m := range regexp.MustCompile(`(?m)^### (.*)$`).FindAllStringSubmatch(string(guide), -1) {
		described = append(described, m[1])
	}
	slices.Sort(described)
	require.Equal(t, codes, described)

	var refusal struct{ Type string }
	require.NoError(t, json.Unmarshal(r.read("/api/v1/widgets/12").Body.Bytes(), &refusal))
	require.Equal(t, "/problems/access_denied", refusal.Type)
	require.Contains(t, r.read(refusal.Type).Body.String(), "Send a valid key in the header <code>X-Api-Key</code>.")
}

func TestDocumentsByGroup(t *testing.T) {
	r := newRig(t)
	doc := load(t, r, "/openapi/widgets.json")
	require.NoError(t, doc.Validate(t.Context()))
	require.Equal(t, "3.1.0", doc.OpenAPI)
	require.Equal(t, "Selling Assistant: widgets", doc.Info.Title)
	require.Equal(t, load(t, r, "/openapi.json").Paths, doc.Paths, "all operations here are of one group")
	for _, path := range []string{"/openapi/gadgets.json", "/openapi/widgets", "/openapi/widgets.yaml", "/openapi/account.json"} {
		r.problem(r.read(path), 404, `{"type":"/problems/not_found","title":"Not Found","status":404,`+
			`"detail":"There is no such group; the tags of /openapi.json are its groups.","instance":"`+path+`","code":"not_found",`+
			`"message":"There is no such group; the tags of /openapi.json are its groups.","trace_id":"test-request-1","errors":[]}`)
	}
}

func TestTheOverviewForLanguageModels(t *testing.T) {
	r := newRig(t)
	w := r.read("/llms.txt")
	require.Equal(t, 200, w.Code)
	require.Equal(t, "text/plain; charset=utf-8", w.Header().Get("Content-Type"))
	text := w.Body.String()
	require.True(t, strings.HasPrefix(text, "# Selling Assistant\n\n> An HTTP API for sellers on Amazon."))
	require.Contains(t, text, "Base address of all operations: http://example.com/api/v1\n")
	require.Contains(t, text, "- [Problems](http://example.com/guides/problems.md): A call that is refused gets a problem document.\n")
	require.Contains(t, text, "\n## Tutorials\n\n- [First calls](http://example.com/guides/tutorials/first-calls.md): ")
	require.Contains(t, text, "- [widgets](http://example.com/openapi/widgets.json): ")
	for _, m := range regexp.MustCompile(`\]\(http://example\.com([^)]*)\)`).FindAllStringSubmatch(text, -1) {
		require.Equal(t, 200, r.read(m[1]).Code, m[1])
	}
}
