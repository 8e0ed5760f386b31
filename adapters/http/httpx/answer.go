package httpx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"
	fastjson "github.com/goccy/go-json"

	"sellingassistant/adapters/http/httpx/body"
	"sellingassistant/adapters/http/httpx/openapi"
	"sellingassistant/adapters/http/httpx/sheet"
	"sellingassistant/adapters/http/httpx/wire"
)

// answer has the status, headers and body to send.
type answer struct {
	status      int
	contentType string
	headers     []headerLine
	body        []byte
	packed      bool          // set for a body compressed by gzip
	buf         *bytes.Buffer // set for a body from the pool, else nil
	// rows replace the body. They are sent as the file named table.
	table string
	rows  sheet.Rows
}

type headerLine struct{ name, value string }

// free returns the buffer of the body to the pool after it was sent or copied.
func (a *answer) free() {
	if a.buf != nil {
		wire.GiveBack(a.buf)
		a.buf, a.body = nil, nil
	}
}

// render turns the output of a handler into an answer.
func (op *operation) render(out any) (*answer, error) {
	a := &answer{status: op.Status}
	if out == nil {
		return a, nil
	}
	if list, ok := out.(interface{ AsTable() (string, sheet.Rows) }); ok {
		if a.table, a.rows = list.AsTable(); a.rows != nil {
			return a, nil
		}
	}
	v := reflect.ValueOf(out).Elem()
	digested := false
	for i := range op.outputs.Headers {
		h := &op.outputs.Headers[i]
		value := v.FieldByIndex(h.Index).String()
		switch {
		case value == "":
			digested = digested || h.Name == "Etag"
		case h.Name == "Content-Type":
			a.contentType = value
		default:
			a.headers = append(a.headers, headerLine{h.Name, value})
		}
	}
	if i := op.outputs.Status; i >= 0 {
		if n := int(v.Field(i).Int()); n != 0 {
			a.status = n
		}
		if !op.statusFits(a.status) {
			return nil, fmt.Errorf("operation %s answers the undocumented status %d", op.ID, a.status)
		}
	}
	switch {
	case op.outputs.Body < 0 || a.status == http.StatusNoContent:
	case op.outputs.Raw:
		a.body = v.Field(op.outputs.Body).Bytes()
	default:
		shown := v.Field(op.outputs.Body).Addr().Interface()
		if list, ok := out.(interface{ Shown() (any, error) }); ok {
			var err error
			if shown, err = list.Shown(); err != nil {
				return nil, fmt.Errorf("write the answer: %w", err)
			}
		}
		if err := a.encode(shown); err != nil {
			return nil, err
		}
	}
	if a.status == http.StatusAccepted && op.AnswerSchema == nil {
		a.headers = append(a.headers, headerLine{"Retry-After", workSeconds})
	}
	if digested && a.status == http.StatusOK {
		a.headers = append(a.headers, headerLine{"Etag", `"` + wire.Digest(a.body)[:32] + `"`})
	}
	return a, nil
}

// workSeconds has the seconds after which clients may look for the result of accepted work.
const workSeconds = "1"

// encode writes a JSON body.
func (a *answer) encode(body any) error {
	a.buf = wire.Buffer()
	if err := writeJSON(a.buf, body); err != nil {
		a.free()
		return fmt.Errorf("write the answer: %w", err)
	}
	a.body = a.buf.Bytes()
	if a.contentType == "" {
		a.contentType = openapi.JSON
	}
	return nil
}

// writeJSON writes the same text as encoding/json, without the escapes for HTML. For a list of 50
// rows this library needs two thirds of the time.
func writeJSON(buf *bytes.Buffer, v any) error {
	e := fastjson.NewEncoder(buf)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	buf.Truncate(buf.Len() - 1) // the newline
	return nil
}

// countedBody equals the size of net/http's buffer for an answer.
const countedBody = 2048

// gzipFrom sets the smallest size that is compressed for clients that accept gzip.
const gzipFrom = 1024

// write sends an answer.
func (st *state) write(a *answer) {
	w := st.writer
	h := w.Header()
	for _, line := range a.headers {
		h[line.name] = st.line(line.value)
	}
	st.limitHeaders(h)
	if a.contentType == openapi.JSON {
		h["Content-Type"] = jsonTypeHeader
	} else if a.contentType != "" {
		h["Content-Type"] = st.line(a.contentType)
	}
	if st.server.ready.Draining() {
		h["Connection"] = closeHeader
	}
	body := a.body
	if len(body) >= gzipFrom {
		h["Vary"] = varyHeader
	}
	if st.unchanged(a) {
		delete(h, "Content-Type")
		w.WriteHeader(http.StatusNotModified)
		w.WriteHeaderNow()
		return
	}
	switch gzip := len(body) >= gzipFrom && wire.Accepts(st.request.Header["Accept-Encoding"], "gzip"); {
	case gzip && !a.packed:
		buf := wire.Buffer()
		defer wire.GiveBack(buf)
		body = wire.Compress(buf, body)
		h["Content-Encoding"] = gzipHeader
	case gzip:
		h["Content-Encoding"] = gzipHeader
	case a.packed:
		body = wire.Unpack(body)
	}
	// net/http sets Content-Length itself, at lower cost, for a body that fits its buffer.
	head := st.request.Method == http.MethodHead
	if len(body) >= countedBody || head && a.status != http.StatusNoContent {
		h["Content-Length"] = st.line(strconv.Itoa(len(body)))
	}
	w.WriteHeader(a.status)
	if len(body) == 0 || head {
		w.WriteHeaderNow()
		return
	}
	_, _ = w.Write(body) // a client that left gets no message
}

// sendTable sends a table. If it fails part way, it aborts the connection, so that half a table
// does not look complete.
func (st *state) sendTable(a *answer) error {
	end, err := st.server.tables.Begin(st.who.Team)
	if err != nil {
		return err
	}
	defer end()
	st.limitHeaders(st.writer.Header())
	err = sheet.Send(st.writer, st.request, a.table, wire.Accepts(st.request.Header["Accept-Encoding"], "gzip"), a.rows)
	if err == nil {
		return nil
	}
	if st.gone = errors.Is(st.request.Context().Err(), context.Canceled); !st.gone {
		st.server.log.Error("a table was not sent whole", st.fields(err)...)
	}
	panic(http.ErrAbortHandler)
}

// unchanged reports whether the condition in the request names the tag of this answer.
func (st *state) unchanged(a *answer) bool {
	tag, method := st.writer.Header()["Etag"], st.request.Method
	return a.status == http.StatusOK && tag != nil && (method == http.MethodGet || method == http.MethodHead) &&
		wire.SameTag(st.request.Header["If-None-Match"], tag[0])
}

// refuse turns an error into an answer and sends it.
func (s *Server) refuse(st *state, err error) {
	// Log and metrics distinguish a client that left from a fault. The answer is sent anyway,
	// because a client may have closed only its own direction.
	st.gone = errors.Is(st.request.Context().Err(), context.Canceled)
	p := st.problem(err)
	var f *body.Forwarded
	if errors.As(err, &f) {
		st.forward(f)
		if st.amazon && len(f.Body) > 0 {
			a := &answer{status: f.Status, contentType: f.ContentType, body: f.Body}
			if p.RetryAfter > 0 {
				a.headers = append(a.headers, headerLine{"Retry-After", wire.Seconds(p.RetryAfter)})
			}
			st.write(a)
			return
		}
	}
	st.send(p)
}

// forward sets the headers of another service's refusal. A refusal in Amazon's form replaces the
// id of the call by its own.
func (st *state) forward(f *body.Forwarded) {
	h := st.writer.Header()
	if f.RequestID != "" {
		h["X-Amzn-Requestid"] = st.line(f.RequestID)
	}
	if f.RateLimit != "" {
		h["X-Amzn-Ratelimit-Limit"] = st.line(f.RateLimit)
	}
}

// send sends a problem.
func (st *state) send(p *body.Problem) {
	if st.request.ContentLength != 0 && !st.bodyRead && p.Detail != msgSlow {
		st.drop()
	}
	st.write(st.refusal(p))
}

const (
	mostDropped  = 8 << 20
	droppingTime = time.Second
)

// drop reads the rest of the body for a short time. Without this, a client that sends its whole
// body before it reads sees a reset connection. A client that sent "Expect: 100-continue" is not
// asked for its body.
func (st *state) drop() {
	if st.request.Header.Get("Expect") == "" {
		st.setReadDeadline(droppingTime)
		_, _ = io.CopyN(io.Discard, st.sent, mostDropped)
	}
}

// refusal turns a problem into an answer.
func (st *state) refusal(p *body.Problem) *answer {
	a := &answer{status: p.Status}
	if p.RetryAfter > 0 {
		a.headers = append(a.headers, headerLine{"Retry-After", wire.Seconds(p.RetryAfter)})
	}
	if p.Status == http.StatusRequestEntityTooLarge || p.Detail == msgSlow {
		// Closes the connection, since the rest of the body is not read.
		a.headers = append(a.headers, headerLine{"Connection", "close"})
	}
	if st.amazon {
		a.headers = append(a.headers, headerLine{"X-Amzn-Requestid", st.traceID()})
		a.contentType, a.body = openapi.JSON, p.Amazon()
		return a
	}
	if st.op != nil && st.op.Empty404 && p.Status == http.StatusNotFound {
		return a
	}
	b, err := body.JSON(p)
	if err != nil {
		// Drops the details if they cannot be encoded, so that the client still gets the refusal.
		p.Details = nil
		b, _ = body.JSON(p)
	}
	a.contentType, a.body = openapi.Problem, b
	return a
}

// WriteProblem answers a raw route with the problem of an error.
func WriteProblem(c *gin.Context, err error) {
	st := stateOf(c.Request.Context())
	st.request, st.writer = c.Request, c.Writer
	st.server.refuse(st, err)
	c.Abort()
}
