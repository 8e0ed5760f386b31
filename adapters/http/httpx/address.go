package httpx

import "context"

// BaseURL is the service's address as the running call came to it, without a
// slash at the end, for links in answers.
func BaseURL(ctx context.Context) string {
	st := stateOf(ctx)
	return st.server.baseURL(st.request)
}

// TraceID is the running call's trace id, "" outside a call.
func TraceID(ctx context.Context) string {
	if st, _ := ctx.Value(stateKey{}).(*state); st != nil {
		return st.traceID()
	}
	return ""
}
