package openapi

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/swaggest/swgui/v5emb"
)

// pageText takes a page as text.
type pageText struct {
	strings.Builder
	header http.Header
}

func (p *pageText) Header() http.Header { return p.header }
func (p *pageText) WriteHeader(int)     {}

// Docs serves the browsable reference from the program itself, under the
// Content-Security-Policy of its page.
func Docs(policyOf func(page string) string) http.Handler {
	ui := v5emb.New("Selling Assistant", "/openapi.json", "/docs/")
	page := &pageText{header: http.Header{}}
	ui.ServeHTTP(page, &http.Request{Method: http.MethodGet, URL: &url.URL{Path: "/docs/"}})
	policy := policyOf(page.String())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Cache-Control", "public, max-age=3600")
		ui.ServeHTTP(w, r)
	})
}
