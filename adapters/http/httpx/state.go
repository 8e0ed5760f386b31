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

// state is all that is known about a call. It is the call's context as well,
// so that reaching it costs one value and no map.
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
	keys     []string // taken out of the request, so that nothing else meets them
	twoKeys  bool     // two keys of the call differ
	amazon   bool     // the client was made for Amazon's interface
	named    string   // the last value of the path
	bound    string   // what cursors belong to beside the question
	who      caller.Caller
	known    bool // who is set

	quota   *quota.Quota // that the headers show, nil for none
	limit   ratelimit.State
	counted bool   // limit is set
	leave   func() // gives back the room of the body, nil where it has none

	sent     io.Reader // the body, without bounds laid around it
	bodyRead bool      // to its end
	bodyHash string    // digest of the body, for the fingerprint
	claim    *claim

	cause error // what the log says about a 5xx
	gone  bool  // the client went away before its answer

	// lines are the header values made for this call, in one piece of memory.
	lines  [8]string
	nlines int
}

// line is a header value in the form net/http sends it.
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

// stateOf finds the call in a handler's context. Outside a call it panics,
// since a handler that is called without one is a mistake in a test.
func stateOf(ctx context.Context) *state {
	st, _ := ctx.Value(stateKey{}).(*state)
	if st == nil {
		panic("httpx: this context is not a call's")
	}
	return st
}

// BaseURL is the service's address as the running call came to it, without a
// slash at the end, for links in answers.
func BaseURL(ctx context.Context) string {
	st := stateOf(ctx)
	return st.server.baseURL(st.request)
}

// traceKey carries a trace id outside a call.
type traceKey struct{}

// WithTraceID returns a context with a trace id for work outside a call, such as that of the call
// that requested it.
func WithTraceID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, traceKey{}, id)
}

// TraceID is the trace id of the running call or of other work, "" for none.
func TraceID(ctx context.Context) string {
	if st, _ := ctx.Value(stateKey{}).(*state); st != nil {
		return st.traceID()
	}
	id, _ := ctx.Value(traceKey{}).(string)
	return id
}

// Accepts says that a call names the media type among those that it takes.
func Accepts(ctx context.Context, kind string) bool {
	return wire.Accepts(stateOf(ctx).request.Header["Accept"], kind)
}
