package wire

import (
	"context"
	"net/http"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// TraceOf returns the trace id of the caller's W3C traceparent, "" for an absent or invalid header.
func TraceOf(h http.Header) string {
	if len(h["Traceparent"]) != 1 {
		return ""
	}
	ctx := propagation.TraceContext{}.Extract(context.Background(), propagation.HeaderCarrier(h))
	if sc := trace.SpanContextFromContext(ctx); sc.HasTraceID() {
		return sc.TraceID().String()
	}
	return ""
}

// RequestID returns the caller's id if it has the right form, else a new id that sorts by time. It
// names calls and protects nothing.
func RequestID(values []string) string {
	if len(values) == 1 && validRequestID(values[0]) {
		return values[0]
	}
	return uuid.Must(uuid.NewV7()).String()
}

func validRequestID(id string) bool {
	if len(id) < 8 || len(id) > 128 {
		return false
	}
	for i := range len(id) {
		switch c := id[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '.', c == '_', c == '-':
		default:
			return false
		}
	}
	return true
}
