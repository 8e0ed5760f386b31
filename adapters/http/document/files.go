package document

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/document"
	"sellingassistant/domain/document"
	"sellingassistant/domain/kernel/fault"
)

// FilesPath begins the path of download links, below the service's own address.
const FilesPath = "/files"

// Files adds the route that serves files by link. It takes no key: the signed link is the
// permission.
func Files(e *gin.Engine, docs *app.Documents) {
	f := files{docs}
	e.GET(FilesPath+"/:token", f.serve)
	e.HEAD(FilesPath+"/:token", f.serve)
}

type files struct{ docs *app.Documents }

func (f files) serve(c *gin.Context) {
	ctx := c.Request.Context()
	shared, err := f.docs.Linked(ctx, httpx.PathValue(c, "token"))
	if err != nil {
		httpx.WriteProblem(c, err)
		return
	}
	s := shared.Document
	etag := `"` + string(s.SHA256) + `"`
	start, length, status := int64(0), s.FileSize, http.StatusOK
	if wanted := c.GetHeader("Range"); wanted != "" && sameFile(c.GetHeader("If-Range"), etag) {
		switch first, count, err := parseRange(wanted, s.FileSize); {
		case errors.Is(err, errBeyond):
			c.Header("Content-Range", "bytes */"+strconv.FormatInt(s.FileSize, 10))
			beyond(c)
			return
		case err == nil:
			start, length, status = first, count, http.StatusPartialContent
		}
	}
	if c.Request.Method == http.MethodHead {
		if err := f.docs.Check(ctx, shared); err != nil {
			httpx.WriteProblem(c, err)
			return
		}
		f.headers(c, shared, etag, start, length, status)
		c.Writer.WriteHeaderNow()
		return
	}
	r, err := f.docs.Open(ctx, shared, start, length)
	if err != nil {
		httpx.WriteProblem(c, err)
		return
	}
	defer func() { _ = r.Close() }()
	f.headers(c, shared, etag, start, length, status)
	// A failure here can no longer be reported; the client notices it by the length in the headers.
	_, _ = io.CopyN(c.Writer, r, length)
}

func (files) headers(c *gin.Context, shared app.Shared, etag string, start, length int64, status int) {
	s := shared.Document
	disposition := "attachment"
	if shared.Inline {
		disposition = "inline"
	}
	h := c.Writer.Header()
	h.Set("Content-Type", string(s.Media))
	h.Set("Content-Length", strconv.FormatInt(length, 10))
	h.Set("Content-Disposition", disposition+body.FileName(s.OriginalName))
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "private, no-store")
	h.Set("Accept-Ranges", "bytes")
	h.Set("ETag", etag)
	if status == http.StatusPartialContent {
		h.Set("Content-Range", "bytes "+strconv.FormatInt(start, 10)+"-"+strconv.FormatInt(start+length-1, 10)+
			"/"+strconv.FormatInt(s.FileSize, 10))
	}
	c.Status(status)
}

// beyond answers a range outside the file.
func beyond(c *gin.Context) {
	const message = "The file has no bytes in this range."
	b, err := body.JSON(body.Problem{
		Type: "/problems/" + string(fault.CodeRangeNotSatisfiable), Title: http.StatusText(http.StatusRequestedRangeNotSatisfiable),
		Status: http.StatusRequestedRangeNotSatisfiable, Detail: message, Message: message,
		Code: string(fault.CodeRangeNotSatisfiable), Instance: c.Request.URL.Path,
		TraceID: c.Writer.Header().Get("X-Request-Id"),
	})
	if err != nil {
		httpx.WriteProblem(c, err)
		return
	}
	c.Data(http.StatusRequestedRangeNotSatisfiable, "application/problem+json", b)
}

// sameFile reports whether a range may be served: If-Range is absent or names this content.
func sameFile(ifRange, etag string) bool { return ifRange == "" || ifRange == etag }

var (
	errBeyond  = errors.New("range beyond the file")
	errIgnored = errors.New("range to be ignored")
)

// parseRange reads a single byte range of a file of size bytes. For any other header it returns
// errIgnored, and the answer is the whole file.
func parseRange(header string, size int64) (start, length int64, err error) {
	spec, ok := strings.CutPrefix(header, "bytes=")
	first, last, dash := strings.Cut(spec, "-")
	if !ok || !dash {
		return 0, 0, errIgnored
	}
	if first == "" {
		n, ok := digits(last)
		switch {
		case !ok:
			return 0, 0, errIgnored
		case n == 0:
			return 0, 0, errBeyond
		}
		n = min(n, size)
		return size - n, n, nil
	}
	start, ok = digits(first)
	if !ok {
		return 0, 0, errIgnored
	}
	end := size - 1
	if last != "" {
		if end, ok = digits(last); !ok || end < start {
			return 0, 0, errIgnored
		}
		end = min(end, size-1)
	}
	if start >= size {
		return 0, 0, errBeyond
	}
	return start, end - start + 1, nil
}

// digits reads a number without a sign. A number that is too large for any file becomes the largest
// number.
func digits(s string) (int64, bool) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return document.MaxFileSize << 20, true
	}
	return n, true
}
