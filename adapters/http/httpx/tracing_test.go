package httpx_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"sellingassistant/adapters/http/httpx"
)

func TestTracing(t *testing.T) {
	spans := tracetest.NewSpanRecorder()
	provider, text := otel.GetTracerProvider(), otel.GetTextMapPropagator()
	otel.SetTracerProvider(sdk.NewTracerProvider(sdk.WithSpanProcessor(spans)))
	otel.SetTextMapPropagator(propagation.TraceContext{})
	t.Cleanup(func() {
		otel.SetTracerProvider(provider)
		otel.SetTextMapPropagator(text)
	})
	r := newRig(t, func(cfg *httpx.Config, _ *limiter) { cfg.Tracing = true })
	w := r.get("/api/v1/widgets/13?api_key=" + keyA)
	require.Equal(t, 404, w.Code)
	ended := spans.Ended()
	require.Len(t, ended, 1)
	require.Contains(t, w.Body.String(), `"trace_id":"`+ended[0].SpanContext().TraceID().String()+`"`)
	for _, a := range ended[0].Attributes() {
		require.NotContains(t, a.Value.String(), keyA)
	}
	// The caller's trace goes on.
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	w = r.do(call{method: "GET", path: "/api/v1/widgets/13", header: header("Traceparent", "00-"+trace+"-00f067aa0ba902b7-01")})
	require.Contains(t, w.Body.String(), `"trace_id":"`+trace+`"`)
	require.Equal(t, trace, spans.Ended()[1].SpanContext().TraceID().String())
	// A panic is still a problem.
	r.fail = errPanic
	require.Equal(t, 500, r.get("/api/v1/fail").Code)
}
