package httpx

import (
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"
	"go.uber.org/zap"

	"sellingassistant/adapters/http/httpx/front"
	"sellingassistant/adapters/http/httpx/openapi"
	"sellingassistant/adapters/http/httpx/ready"
	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/fill"
)

// addPages registers the routes that are not operations.
func (s *Server) addPages() {
	for _, method := range []string{http.MethodGet, http.MethodHead} {
		e := s.engine
		e.Handle(method, "/", s.root)
		e.Handle(method, "/healthz", func(c *gin.Context) { c.Data(http.StatusOK, openapi.JSON, []byte(`{"status":"ok"}`)) })
		e.Handle(method, "/readyz", s.readiness)
		for _, route := range s.site.Routes() {
			e.Handle(method, route, s.show)
		}
	}
}

// show serves the pages and files that are the same for every caller.
func (s *Server) show(c *gin.Context) {
	f, err := s.site.Find(s.baseURL(c.Request), c.Request.URL.Path)
	if err != nil {
		if !fault.Is(err, fault.CodeNotFound) || !lost(c) {
			WriteProblem(c, err)
		}
		return
	}
	c.Header("Cache-Control", f.Cache)
	if f.Policy != "" {
		c.Header("Content-Security-Policy", f.Policy)
	}
	WriteFile(c, File{Type: f.Type, Body: f.Body, Packed: f.Packed}, f.Tag)
}

// lost answers a browser at an unknown address, and reports whether the client is a browser.
func lost(c *gin.Context) bool {
	if c.Request.Method != http.MethodGet || !wire.Accepts(c.Request.Header["Accept"], "text/html") {
		return false
	}
	f, err := front.Lost(c.Request.URL.EscapedPath())
	if err == nil {
		c.Header("Content-Security-Policy", f.Policy)
		c.Data(http.StatusNotFound, f.Type, f.Body)
	}
	return err == nil
}

func (s *Server) readiness(c *gin.Context) {
	err := s.ready.Check(c.Request.Context())
	if err != nil {
		s.log.Warn("not ready", zap.Error(err))
		WriteProblem(c, ready.Plainly(err))
		return
	}
	text, err := s.ready.Answer()
	if err != nil {
		WriteProblem(c, err)
		return
	}
	c.Data(http.StatusOK, openapi.JSON, text)
}

// Remark adds a member to the answer of /readyz.
func (s *Server) Remark(member string, of func() any) { s.ready.Remark(member, of) }

// Starting makes everything except the pages here answer 503 until started is called.
func (s *Server) Starting() (started func()) { return s.ready.Starting() }

// awaitStart refuses calls until the data is loaded.
func (s *Server) awaitStart(c *gin.Context) {
	if err := s.ready.Started(); err != nil {
		WriteProblem(c, err)
	}
}

// Announce lists a page on the first page.
func (s *Server) Announce(path, title, text string) {
	s.links = append(s.links, front.Link{Path: path, Title: title, Text: text})
}

// frontPolicy allows the first page's own style and script, and calls of this service.
var frontPolicy = Policy("script-src"+Inline("script", front.Text), "style-src"+Inline("style", front.Text),
	"img-src 'self'", "connect-src 'self'") + "; require-trusted-types-for 'script'; trusted-types 'none'"

func (s *Server) root(c *gin.Context) {
	v := front.Values{
		Version: s.cfg.Version, Simulated: s.cfg.Simulated, Pages: front.Pages(s.links), Machines: front.Machines(),
	}
	v.Starting = s.ready.Started() != nil
	if err := s.ready.Check(c.Request.Context()); err != nil {
		v.State = ready.Plainly(err).Message
	}
	WritePage(c, http.StatusOK, frontPolicy, front.Page, v)
}

// WritePage answers with a page that people open in a browser, under a
// Content-Security-Policy of its own.
func WritePage(c *gin.Context, status int, policy string, page *fill.Template, data any) {
	text, err := page.Execute(data)
	if err != nil {
		WriteProblem(c, fmt.Errorf("write a page: %w", err))
		return
	}
	c.Header("Content-Security-Policy", policy)
	c.Data(status, "text/html; charset=utf-8", []byte(text))
	c.Abort()
}
