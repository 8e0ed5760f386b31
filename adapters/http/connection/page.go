package connection

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"errors"
	"html/template"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"sellingassistant/adapters/http/httpx"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// pagePolicy lets a page be shown and nothing else: no script, no frame, no
// request to anywhere; its one style is named by its digest.
var pagePolicy = func() string {
	_, rest, _ := strings.Cut(pageText, "<style>")
	style, _, _ := strings.Cut(rest, "</style>")
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}()

// page is what a person reads.
type page struct {
	Title string
	Lines []string
	// Trace names the call in the logs; only a page that tells of a fault has it.
	Trace string
}

func show(c *gin.Context, status int, p page) {
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		httpx.WriteProblem(c, errors.Join(errors.New("write a page"), err))
		return
	}
	c.Header("Content-Security-Policy", pagePolicy)
	c.Data(status, "text/html; charset=utf-8", b.Bytes())
	c.Abort()
}

// fail shows a fault.
func fail(c *gin.Context, err error) {
	p := httpx.ProblemOf(c.Request.Context(), c.Writer.Header(), err)
	title := "The seller account was not connected"
	if p.Status >= http.StatusInternalServerError {
		title = "Connecting does not work at the moment"
	}
	show(c, p.Status, page{Title: title, Lines: []string{p.Detail}, Trace: p.TraceID})
}
