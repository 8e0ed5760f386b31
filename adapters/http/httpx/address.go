package httpx

import "context"

// BaseURL is the service's address as the running call came to it, without a
// slash at the end, for links in answers.
func BaseURL(ctx context.Context) string {
	st := stateOf(ctx)
	return st.server.baseURL(st.request)
}

// traceKey carries a trace id outside a call.
type traceKey struct{}

// WithTraceID returns a context of work that is no call but has a trace id,
// such as that of the call which asked for it.
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
