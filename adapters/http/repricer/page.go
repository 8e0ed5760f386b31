package repricer

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/gin-gonic/gin"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/domain/kernel/fault"
)

// pageFiles has the page that shows the work of the repricer. Browsers get its files unchanged; no
// build step is needed.
//
//go:embed page
var pageFiles embed.FS

// pagePolicy allows the page to load and call only this service, to run no inline script, and
// never to turn text into markup.
var pagePolicy = httpx.Policy("script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'") +
	"; require-trusted-types-for 'script'; trusted-types 'none'"

const (
	pageName = "index.html"
	// The edition of its files replaces editionMark in the page.
	editionMark = "EDITION"
	// pageCache applies to texts that may change at any time. fileCache applies to files at an
	// address that changes with their text.
	pageCache = "no-cache"
	fileCache = "public, max-age=31536000, immutable"
)

// fileTypes fixes the media types, because the table of a machine may differ.
var fileTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".json": "application/json", ".svg": "image/svg+xml",
}

// site has the page and its files.
type site struct {
	files map[string]httpx.File
	// edition has a digest of all files. It is part of their addresses.
	edition string
}

// Pages adds the page. It needs no key: its script asks the user for a key and calls the API with
// it.
func Pages(to *httpx.Server) {
	s := newSite(pageFiles)
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		to.Engine().Handle(method, "/repricer", func(c *gin.Context) { s.serve(c, pageName, pageCache) })
		to.Engine().Handle(method, "/repricer/:edition/:file", s.file)
	}
	to.Announce("/repricer", "Repricer", "Every price it chose, the reason, and the outcome.")
}

func newSite(from fs.FS) site {
	s := site{files: map[string]httpx.File{}}
	all := sha256.New()
	err := fs.WalkDir(from, "page", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := fs.ReadFile(from, name)
		all.Write([]byte(name))
		all.Write(body)
		s.files[path.Base(name)] = httpx.File{Type: fileTypes[path.Ext(name)], Body: body}
		return err
	})
	if err != nil {
		panic("the page of the repricer cannot be read: " + err.Error()) // it is part of the program
	}
	s.edition = hex.EncodeToString(all.Sum(nil)[:8])
	page := s.files[pageName]
	page.Body = []byte(strings.ReplaceAll(string(page.Body), editionMark, s.edition))
	s.files[pageName] = page
	return s
}

// file serves the current content of a file for any edition. During an update, the page may come
// from one process and its files from another. Browsers may cache only the right edition.
func (s site) file(c *gin.Context) {
	name, cache := c.Param("file"), pageCache
	if c.Param("edition") == s.edition {
		cache = fileCache
	}
	if name == pageName {
		name = ""
	}
	s.serve(c, name, cache)
}

func (s site) serve(c *gin.Context, name, cache string) {
	f, ok := s.files[name]
	if !ok {
		httpx.WriteProblem(c, fault.New(fault.NotFound, fault.CodeNotFound, "There is nothing at this address."))
		return
	}
	h := c.Writer.Header()
	h.Set("Content-Security-Policy", pagePolicy)
	h.Set("Cache-Control", cache)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	httpx.WriteFile(c, f, `W/"`+s.edition+`"`)
}
