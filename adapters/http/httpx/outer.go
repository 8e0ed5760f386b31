package httpx

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"
	"go.uber.org/zap"

	"sellingassistant/adapters/http/httpx/openapi"
	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/fault"
)

// statusGone marks a client that did not wait, in the log and the metrics.
const statusGone = 499

// maxQuery bounds the query in bytes.
const maxQuery = 8 << 10

// Values of headers that never change, in the form net/http sends them.
var (
	noStore        = []string{"private, no-store"}
	noSniff        = []string{"nosniff"}
	noReferrer     = []string{"no-referrer"}
	apiPolicy      = []string{"default-src 'none'; frame-ancestors 'none'"}
	jsonTypeHeader = []string{openapi.JSON}
	varyHeader     = []string{"Accept-Encoding"}
	gzipHeader     = []string{"gzip"}
	closeHeader    = []string{"close"}
)

// outer wraps every route, including unknown routes. It sets headers and the request id, takes the
// key out of the URL, recovers panics, and writes the access log and the metrics.
func (s *Server) outer(c *gin.Context) {
	r := c.Request
	st := &state{Context: r.Context(), server: s, start: time.Now(), writer: c.Writer, sent: r.Body}
	st.requestID = wire.RequestID(r.Header["X-Request-Id"])
	h := c.Writer.Header()
	h["X-Request-Id"] = st.line(st.requestID)
	h["Cache-Control"], h["X-Content-Type-Options"] = noStore, noSniff
	h["Referrer-Policy"], h["Content-Security-Policy"] = noReferrer, apiPolicy
	long := len(r.URL.RawQuery) > maxQuery
	if long {
		// Drops a query that is too long to read, because it may contain a key.
		r.URL.RawQuery = ""
		r.RequestURI = r.URL.RequestURI()
	}
	query, keys, ok := schema.ReadQuery(r, openapi.KeyParameter)
	st.query, st.queryBad = query, !ok
	st.keys = append(keys, r.Header[openapi.KeyHeader]...)
	st.root, st.amazon = r.Context().Value(rootKey{}).(string)
	if tokens := r.Header[openapi.AmazonKeyHeader]; len(tokens) > 0 {
		st.amazon, st.keys = true, append(st.keys, tokens...)
	}
	st.keys, st.twoKeys = wire.WithAuthorized(st.keys, wire.Authorized(r.Header["Authorization"]))
	if s.logins != nil {
		st.login = wire.Login(r)
	}
	st.inherit(r.Context())
	for _, name := range []string{openapi.KeyHeader, openapi.AmazonKeyHeader, "Authorization"} {
		delete(r.Header, name)
	}
	st.trace = wire.TraceOf(r.Header)
	c.Request = r.WithContext(st)
	st.request = c.Request
	defer s.finish(c, st)
	if long {
		f := fault.Newf(fault.Invalid, fault.CodeValidationFailed, "The query is longer than %d bytes.", maxQuery)
		f.Errors = []fault.Item{{Code: fault.CodeTooLong, Message: fmt.Sprintf("must have at most %d bytes", maxQuery), Parameter: "query"}}
		WriteProblem(c, f)
		return
	}
	c.Next()
}

// finish ends every call: a panic becomes a problem, then the call is counted and logged.
func (s *Server) finish(c *gin.Context, st *state) {
	v := recover()
	asked, _ := v.(error)
	abort := errors.Is(asked, http.ErrAbortHandler)
	if v != nil && !abort {
		st.cause = fmt.Errorf("panic: %v", v)
		s.log.Error("panic", append(st.fields(st.cause), zap.ByteString("stack", debug.Stack()))...)
		if !c.Writer.Written() {
			s.refuse(st, st.cause)
		} else {
			abort = true // half an answer must not look complete
		}
	}
	status := c.Writer.Status()
	if st.gone {
		status = statusGone
	}
	took := time.Since(st.start)
	s.metrics.WithLabelValues(cmp.Or(st.operationID(), "none"), strconv.Itoa(status)).Observe(took.Seconds())
	if status >= http.StatusInternalServerError && st.cause != nil && v == nil {
		s.log.Error("call failed", st.fields(st.cause)...)
	}
	if e := s.log.Check(zap.InfoLevel, "call"); e != nil {
		e.Write(
			zap.String("method", c.Request.Method), zap.String("route", c.FullPath()), zap.String("operation", st.operationID()),
			zap.Int("status", status), zap.Int("bytes", max(c.Writer.Size(), 0)), zap.Duration("took", took),
			zap.Int64("team", int64(st.who.Team)), zap.Int64("key", int64(st.who.Key)),
			zap.String("request_id", st.requestID), zap.String("trace_id", st.traceID()),
			zap.String("address", s.address(c.Request)), zap.String("user_agent", c.Request.UserAgent()),
		)
	}
	if abort {
		panic(http.ErrAbortHandler)
	}
}

// fields returns the log fields that describe a call and its error.
func (st *state) fields(err error) []zap.Field {
	return []zap.Field{
		zap.String("trace_id", st.traceID()), zap.String("request_id", st.requestID),
		zap.String("operation", st.operationID()), zap.Int64("team", int64(st.who.Team)), zap.Error(err),
	}
}

func (st *state) operationID() string {
	if st.op == nil {
		return ""
	}
	return st.op.ID
}

// traceID returns the id of the call's trace, or else its request id.
func (st *state) traceID() string {
	if st.trace != "" {
		return st.trace
	}
	return st.requestID
}

// span takes the trace id of the span that tracing has opened.
func span(c *gin.Context) {
	if sc := trace.SpanContextFromContext(c.Request.Context()); sc.HasTraceID() {
		stateOf(c.Request.Context()).trace = sc.TraceID().String()
	}
}

// noRoute answers an unknown address without asking for a key.
func (s *Server) noRoute(c *gin.Context) {
	st := stateOf(c.Request.Context())
	if s.withoutSlash(c) || !st.amazon && lost(c) {
		return
	}
	message := "There is nothing at this address. The reference at /docs lists the operations."
	if st.root != "" {
		message = "This service does not pass on such an operation. Its guide lists the operations of Amazon that it has."
	}
	WriteProblem(c, fault.New(fault.NotFound, fault.CodeNotFound, message))
}

// withoutSlash redirects an address with a trailing slash to the address without it. The key was
// already removed from the query. Only paths that match a route of this server are redirected.
func (s *Server) withoutSlash(c *gin.Context) bool {
	u := c.Request.URL
	path, slash := strings.CutSuffix(u.EscapedPath(), "/")
	fits := func(r gin.RouteInfo) bool { return wire.Matches(r.Path, path) }
	if !slash || path == "" || strings.HasPrefix(path, "//") || !slices.ContainsFunc(s.engine.Routes(), fits) {
		return false
	}
	st := stateOf(c.Request.Context())
	path = strings.TrimPrefix(path, st.root)
	if u.RawQuery != "" {
		path += "?" + u.RawQuery
	}
	st.write(&answer{status: http.StatusPermanentRedirect, headers: []headerLine{{"Location", path}}})
	return true
}

// noMethod refuses a method that an address does not take. gin has put the allowed methods into
// Allow. OPTIONS gets 204 with them.
func (s *Server) noMethod(c *gin.Context) {
	if s.withoutSlash(c) {
		c.Abort()
		return
	}
	st := stateOf(c.Request.Context())
	allowed := c.Writer.Header().Get("Allow")
	c.Header("Allow", allowed+", "+http.MethodOptions)
	if c.Request.Method == http.MethodOptions {
		st.write(&answer{status: http.StatusNoContent})
		c.Abort()
		return
	}
	message := "This address does not take the method. It takes: " + allowed + "."
	p := st.problem(fault.New(fault.Invalid, fault.CodeMethodNotAllowed, message))
	p.Status = http.StatusMethodNotAllowed
	p.Title = http.StatusText(p.Status)
	st.send(p)
	c.Abort()
}

// PathValue decodes a path value once. The router matches the undecoded path, so an encoded slash
// does not separate segments, and its own decoding would turn a plus sign into a space.
func PathValue(c *gin.Context, name string) string {
	text := c.Param(name)
	if c.Request.URL.RawPath == "" {
		return text
	}
	if plain, err := url.PathUnescape(text); err == nil {
		return plain
	}
	return text
}

// newMetrics creates the histogram of call durations by operation and status.
func newMetrics(reg prometheus.Registerer) *prometheus.HistogramVec {
	vec := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "http_request_duration_seconds",
		Help:    "How long calls took, by operation id and status. 499 is a client that did not wait.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
	}, []string{"operation", "status"})
	if reg != nil {
		reg.MustRegister(vec)
	}
	return vec
}
