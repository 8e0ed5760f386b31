package connection

import (
	_ "embed"
	"net/http"

	"github.com/gin-gonic/gin"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/domain/kernel/fill"
)

//go:embed page.html
var pageText string

var pageTemplate = fill.Must(fill.Page("page", pageText))

// pagePolicy allows only the page itself: no script, no frame, no request; its one style is
// allowed by its digest.
var pagePolicy = httpx.Policy("style-src" + httpx.Inline("style", pageText))

// page has the content of a page.
type page struct {
	Title string
	Lines []string
	// Trace identifies the call in the logs, only on pages with a fault.
	Trace string
}

func show(c *gin.Context, status int, p page) {
	httpx.WritePage(c, status, pagePolicy, pageTemplate, p)
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
