package httpx

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"sellingassistant/adapters/http/httpx/quota"
	"sellingassistant/adapters/http/httpx/schema"
	"sellingassistant/adapters/http/httpx/wire"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/ports/ratelimit"
)

// state has everything known about a call. It also serves as the call's context: reaching it then
// costs one value and no map.
type state struct {
	context.Context //nolint:containedctx // it is itself the context of its call and lives no longer
	server          *Server
	op              *operation
	request         *http.Request
	writer          gin.ResponseWriter

	start     time.Time
	requestID string
	trace     string

	query    []schema.Pair
	queryBad bool
	keys     []string // removed from the request, so that no later code sees them
	twoKeys  bool     // two keys of the call differ
	login    string   // the token of a person who signed in to the console, "" without
	amazon   bool     // the client was made for Amazon's interface
	root     string   // see WithRoot
	named    string   // the last value of the path
	bound    string   // further text that cursors are tied to
	who      caller.Caller
	known    bool // who is set

	rehearses bool // all writes of the call are rolled back
	expands   bool // lists give records to the answer, never tables

	quota   *quota.Quota // shown in the headers, nil without a quota
	limit   ratelimit.State
	counted bool   // reports that limit has a value
	leave   func() // releases the memory of the body, nil without a body

	sent     io.Reader // the body without the bounds added later
	bodyRead bool      // the body was read to its end
	bodyHash string    // digest of the body, for the fingerprint
	claim    *claim

	cause error // logged for a 5xx
	gone  bool  // the client left before its answer

	// lines has the header values of this call in one piece of memory.
	lines  [8]string
	nlines int
}

// line returns a header value as the slice that net/http sends.
func (st *state) line(value string) []string {
	if st.nlines == len(st.lines) {
		return []string{value}
	}
	n := st.nlines
	st.lines[n] = value
	st.nlines++
	return st.lines[n : n+1 : n+1]
}

type stateKey struct{}

func (st *state) Value(key any) any {
	if _, ok := key.(stateKey); ok {
		return st
	}
	return st.Context.Value(key)
}

// Format prints the call without the key.
func (st *state) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte("call " + st.requestID)) }

// stateOf finds the call in a handler's context. Outside a call it panics, since only a wrong test
// calls a handler without a call.
func stateOf(ctx context.Context) *state {
	st, _ := ctx.Value(stateKey{}).(*state)
	if st == nil {
		panic("httpx: this context is not a call's")
	}
	return st
}

// BaseURL returns the service's address as the running call used it, without a slash at the end,
// for links in answers.
func BaseURL(ctx context.Context) string {
	st := stateOf(ctx)
	return st.server.baseURL(st.request)
}

// rootKey carries the root of WithRoot.
type rootKey struct{}

// WithRoot returns the context of a request to a host that serves Amazon's own paths. root was put
// in front of the path of the request. Its client counts as made for Amazon's interface.
func WithRoot(ctx context.Context, root string) context.Context {
	return context.WithValue(ctx, rootKey{}, root)
}

// traceKey carries a trace id outside a call.
type traceKey struct{}

// WithTraceID returns a context with a trace id for work outside a call. A job, for example, keeps
// the trace id of the call that requested it.
func WithTraceID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, traceKey{}, id)
}

// TraceID returns the trace id of the running call or of other work, "" if there is no id.
func TraceID(ctx context.Context) string {
	if st, _ := ctx.Value(stateKey{}).(*state); st != nil {
		return st.traceID()
	}
	id, _ := ctx.Value(traceKey{}).(string)
	return id
}

// Accepts reports whether the call accepts the media type.
func Accepts(ctx context.Context, kind string) bool {
	return wire.Accepts(stateOf(ctx).request.Header["Accept"], kind)
}
