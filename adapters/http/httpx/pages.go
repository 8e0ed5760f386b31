package httpx

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	"go.uber.org/zap"

	"sellingassistant/adapters/http/httpx/openapi"
	"sellingassistant/domain/kernel/fault"
)

// readyWithin bounds the question whether the stores can be used.
const readyWithin = 2 * time.Second

// addPages routes what is not an operation.
func (s *Server) addPages() {
	doc, doc30, docs := s.page(s.doc.JSON), s.page(s.doc.JSON30), s.docsPage()
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		e := s.engine
		e.Handle(method, "/", s.root)
		e.Handle(method, "/openapi.json", doc)
		e.Handle(method, "/openapi-3.0.json", doc30)
		e.Handle(method, "/healthz", func(c *gin.Context) { c.Data(http.StatusOK, openapi.JSON, []byte(`{"status":"ok"}`)) })
		e.Handle(method, "/readyz", s.readiness)
		e.Handle(method, "/docs", docs)
		e.Handle(method, "/docs/*asset", docs)
	}
}

// page serves a form of the published document. The first request writes it, so that
// a process that is not asked for it starts sooner.
func (s *Server) page(form func() ([]byte, error)) gin.HandlerFunc {
	type written struct {
		file File
		tag  string
	}
	page := sync.OnceValues(func() (written, error) {
		b, err := form()
		return written{File{openapi.JSON, b}, `W/"` + digest(b) + `"`}, err
	})
	return func(c *gin.Context) {
		p, err := page()
		if err != nil {
			WriteProblem(c, err)
			return
		}
		c.Writer.Header().Set("Cache-Control", "no-cache")
		WriteFile(c, p.file, p.tag)
	}
}

func (s *Server) readiness(c *gin.Context) {
	if err := s.isReady(c.Request.Context()); err != nil {
		s.log.Warn("not ready", zap.Error(err))
		if f, ok := fault.As(err); !ok || f.Kind != fault.Unavailable {
			err = fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The service is not ready.")
		}
		WriteProblem(c, err)
		return
	}
	answer := map[string]any{"status": "ready"}
	for name, of := range s.remarks {
		if remark := of(); remark != nil {
			answer[name] = remark
		}
	}
	text, err := json.Marshal(answer)
	if err != nil {
		WriteProblem(c, err)
		return
	}
	c.Data(http.StatusOK, openapi.JSON, text)
}

// Remark adds a member to the answer of /readyz, which is left out while it is nil. It has to be called before the server serves.
func (s *Server) Remark(member string, of func() any) {
	if s.remarks == nil {
		s.remarks = map[string]func() any{}
	}
	s.remarks[member] = of
}

func (s *Server) isReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	if s.draining.Load() {
		return fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The service is stopping.")
	}
	if s.ready == nil {
		return nil
	}
	return s.ready(ctx)
}

// link is an address the root page names.
type link struct{ Path, Title string }

// Announce adds a page to the root page.
func (s *Server) Announce(path, title string) { s.links = append(s.links, link{path, title}) }

//go:embed root.html
var rootText string

var rootPage = template.Must(template.New("root").Parse(rootText))

func (s *Server) root(c *gin.Context) {
	links := append(slices.Clone(s.links), link{"/docs", "Reference"}, link{"/openapi.json", "OpenAPI 3.1"},
		link{"/openapi-3.0.json", "OpenAPI 3.0"}, link{"/healthz", "Is it alive"}, link{"/readyz", "Is it ready"})
	WritePage(c, http.StatusOK, apiPolicy[0], rootPage, links)
}

// WritePage answers with a page that people open in a browser, under a
// Content-Security-Policy of its own.
func WritePage(c *gin.Context, status int, policy string, page *template.Template, data any) {
	var b bytes.Buffer
	if err := page.Execute(&b, data); err != nil {
		WriteProblem(c, fmt.Errorf("write a page: %w", err))
		return
	}
	c.Header("Content-Security-Policy", policy)
	c.Data(status, "text/html; charset=utf-8", b.Bytes())
	c.Abort()
}

// docsPage serves the browsable reference. Its policy names the digest of its one
// inline script, so nothing else runs in it.
func (s *Server) docsPage() gin.HandlerFunc {
	docs := openapi.Docs(func(page string) string {
		return Policy("script-src 'self'"+Inline("script", page), "style-src 'self' 'unsafe-inline'",
			"img-src 'self' data:", "font-src 'self' data:", "connect-src 'self'")
	})
	return func(c *gin.Context) { docs.ServeHTTP(c.Writer, c.Request) }
}
