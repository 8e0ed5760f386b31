package httpx

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

// File is a file of the program itself.
type File struct {
	Type string
	Body []byte
}

// WriteFile answers a raw route with a file, compressed for who asks, or tells
// that the one the client has is still good. Its tag is weak, because it is the
// same for both forms.
func WriteFile(c *gin.Context, f File, tag string) {
	st := stateOf(c.Request.Context())
	st.writer, st.request = c.Writer, c.Request
	c.Writer.Header().Set("ETag", tag)
	if sameFile(c.Request.Header.Values("If-None-Match"), tag) {
		c.Status(http.StatusNotModified)
		c.Writer.WriteHeaderNow()
		return
	}
	st.write(&answer{status: http.StatusOK, contentType: f.Type, body: f.Body})
}

func sameFile(values []string, tag string) bool {
	for _, value := range values {
		for part := range strings.SplitSeq(value, ",") {
			if part = strings.TrimSpace(part); part == tag || part == "*" {
				return true
			}
		}
	}
	return false
}
