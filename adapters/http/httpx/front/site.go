package front

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"sync"

	"sellingassistant/adapters/http/httpx/openapi"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/fill"
)

// File answers an address.
type File struct {
	Type string
	Body []byte
	// Tag changes with the body.
	Tag string
	// Packed says that the body is compressed by gzip.
	Packed bool
	// Policy replaces the Content-Security-Policy of answers for programs, unless it is "".
	Policy string
	Cache  string
}

// file asks browsers to compare the tag each time.
func file(kind string, body []byte) File {
	return File{Type: kind, Body: body, Tag: tagOf(body), Cache: "no-cache"}
}

func tagOf(b []byte) string {
	sum := sha256.Sum256(b)
	return `W/"` + hex.EncodeToString(sum[:]) + `"`
}

const (
	htmlType     = "text/html; charset=utf-8"
	jsonType     = "application/json"
	markdownType = "text/markdown; charset=utf-8"
	textType     = "text/plain; charset=utf-8"
)

// Document gives the published document in its forms.
type Document struct {
	JSON, JSON30 func() ([]byte, error)
	// ByGroup returns a document for each group.
	ByGroup func() (map[string][]byte, error)
	// Groups names the groups and describes them.
	Groups func() []openapi.Group
	// At writes the address of the service into a document.
	At func(document []byte, address string) ([]byte, error)
}

// Site has the pages and files that are the same for every caller. It makes each on the first
// request, so that a process starts sooner.
type Site struct {
	files   map[string]func() (File, error)
	byGroup func() (map[string]File, error)
	groups  func() []openapi.Group
	at      func(document []byte, address string) ([]byte, error)
}

// New makes a site with the forms of a document.
func New(d Document) *Site {
	icon, robots := file("image/svg+xml", icon), file(textType, []byte("User-agent: *\nDisallow: /\n"))
	icon.Cache, robots.Cache = "public, max-age=86400", "public, max-age=86400"
	s := &Site{
		files: map[string]func() (File, error){
			"/favicon.ico":      func() (File, error) { return icon, nil },
			"/robots.txt":       func() (File, error) { return robots, nil },
			"/openapi.json":     written(jsonType, d.JSON),
			"/openapi-3.0.json": written(jsonType, d.JSON30),
		},
		byGroup: sync.OnceValues(d.files), groups: d.Groups, at: d.At,
	}
	s.addReference()
	return s
}

// files makes a file of the document of each group.
func (d Document) files() (map[string]File, error) {
	all, err := d.ByGroup()
	out := make(map[string]File, len(all))
	for group, document := range all {
		out[group] = file(jsonType, document)
	}
	return out, err
}

func written(kind string, form func() ([]byte, error)) func() (File, error) {
	return sync.OnceValues(func() (File, error) {
		b, err := form()
		return file(kind, b), err
	})
}

// Routes lists the addresses as patterns.
func (s *Site) Routes() []string {
	routes := []string{
		"/llms.txt", "/openapi/:document", "/guides", "/guides/:name", "/guides/:name/:page", "/problems", "/problems/:code",
	}
	for address := range s.files {
		routes = append(routes, address)
	}
	return routes
}

// Find returns the file at an address of the service at base, or a NotFound fault. Documents name
// base, since programs that read a file cannot resolve a relative address.
func (s *Site) Find(base, address string) (File, error) {
	f, err := s.find(base, address)
	if err != nil || f.Type != jsonType {
		return f, err
	}
	f.Body, err = s.at(f.Body, base)
	f.Tag = tagOf([]byte(f.Tag + base)) // the whole document needs no second digest
	return f, err
}

func (s *Site) find(base, address string) (File, error) {
	if made := s.files[address]; made != nil {
		return made()
	}
	if address == "/llms.txt" {
		return forLanguageModels(base, s.groups())
	}
	if name, ok := strings.CutPrefix(address, "/openapi/"); ok {
		return s.document(name)
	}
	l, err := read()
	if err != nil {
		return File{}, err
	}
	f, ok := l.files[address]
	if !ok {
		return File{}, fault.New(fault.NotFound, fault.CodeNotFound, "There is nothing at this address.")
	}
	return f, nil
}

// Lost makes the page for browsers at an address without a file.
func Lost(address string) (File, error) {
	l, err := read()
	if err != nil {
		return File{}, err
	}
	const body = `<h1>There is nothing at this address</h1>
<p>Check the address, or go to one of these pages.</p>
<ul class="cards">
<li><a href="UPdocs"><b>Reference</b><span>Every operation, with forms to try it.</span></a></li>
<li><a href="UPguides"><b>Guides</b><span>How each part works, with tutorials.</span></a></li>
<li><a href="UP"><b>First page</b><span>State and version of the service.</span></a></li>
</ul>`
	return l.page(address, page{Title: "Nothing here", Body: fill.HTML(strings.ReplaceAll(body, "UP", up(address)))})
}

// document returns the document of a group.
func (s *Site) document(name string) (File, error) {
	all, err := s.byGroup()
	if err != nil {
		return File{}, err
	}
	group, isJSON := strings.CutSuffix(name, ".json")
	f, ok := all[group]
	if !ok || !isJSON {
		return File{}, fault.New(fault.NotFound, fault.CodeNotFound,
			"There is no such group; the tags of /openapi.json are its groups.")
	}
	return f, nil
}
