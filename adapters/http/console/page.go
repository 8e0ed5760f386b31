package console

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/gin-gonic/gin"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/ports/ratelimit"
)

// pageFiles has the console. Browsers get its modules joined into one, and
// its styles; no build step is needed.
//
//go:embed page
var pageFiles embed.FS

// pagePolicy allows the page to load and call only this service, to run no inline script, and
// never to turn text into markup.
var pagePolicy = httpx.Policy("script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'") +
	"; require-trusted-types-for 'script'; trusted-types 'none'"

// Path has the console's address.
const Path = "/app"

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
	// packed has the files as they are sent.
	packed map[string]httpx.File
	// edition has a digest of all files. It is part of their addresses.
	edition string
}

// Pages adds the console to a server. It needs no key: its script signs a person in and calls the
// API. The page of the repricer became a part of it, so its address leads there.
func Pages(to *httpx.Server, logins Logins, limiter ratelimit.Limiter) {
	s := newSite(pageFiles)
	e := to.Engine()
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		e.Handle(method, Path, func(c *gin.Context) { s.serve(c, pageName, pageCache) })
		e.Handle(method, Path+"/:edition/:file", s.file)
		e.Handle(method, "/repricer", func(c *gin.Context) {
			c.Redirect(http.StatusPermanentRedirect, httpx.BaseURL(c.Request.Context())+Path)
		})
	}
	d := &door{server: to, logins: logins, limiter: limiter}
	e.POST(Path+"/sign-in", d.signIn)
	e.POST(Path+"/sign-out", d.signOut)
	to.Logins(logins)
	to.Announce(Path, "Console", "Prices, products, documents and orders in one place.")
}

func newSite(from fs.FS) site {
	s := site{files: map[string]httpx.File{}, packed: map[string]httpx.File{}}
	modules := map[string]string{}
	var style []byte
	all := sha256.New()
	err := fs.WalkDir(from, "page", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := fs.ReadFile(from, name)
		all.Write([]byte(name))
		all.Write(body)
		if module := moduleName(name); module != "" {
			modules[module] = string(body)
			return err
		}
		if path.Ext(name) == ".css" {
			style = append(style, blank.ReplaceAll(body, []byte("$1"))...)
			return err
		}
		if path.Base(name) == "german.json" {
			if body, err = translation(body); err != nil {
				return err
			}
		}
		if path.Ext(name) == ".json" {
			var b bytes.Buffer
			err = json.Compact(&b, body)
			body = b.Bytes()
		}
		s.files[path.Base(name)] = httpx.File{Type: fileTypes[path.Ext(name)], Body: body}
		return err
	})
	if err != nil {
		panic("the console cannot be read: " + err.Error()) // it is part of the program
	}
	s.files["page.js"] = httpx.File{Type: fileTypes[".js"], Body: []byte(squeeze(bundle(modules, "page")))}
	s.files["page.css"] = httpx.File{Type: fileTypes[".css"], Body: style}
	s.edition = hex.EncodeToString(all.Sum(nil)[:8])
	page := s.files[pageName]
	page.Body = []byte(strings.ReplaceAll(string(page.Body), editionMark, s.edition))
	s.files[pageName] = page
	for name, f := range s.files {
		s.packed[name] = httpx.File{Type: f.Type, Body: pack(f.Body), Packed: true}
	}
	return s
}

// pack compresses a file as far as gzip can, once.
func pack(body []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		panic("gzip does not know its own level: " + err.Error())
	}
	_, _ = w.Write(body) // a bytes.Buffer takes everything
	_ = w.Close()
	return b.Bytes()
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
	f, ok := s.packed[name]
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
