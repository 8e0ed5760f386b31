package spapi

import (
	"context"
	"errors"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// numbers has the metrics of the upstream.
type numbers struct {
	calls     *prometheus.CounterVec
	tries     *prometheus.CounterVec
	waits     *prometheus.HistogramVec
	throttles *prometheus.CounterVec
	breakers  *prometheus.CounterVec
	renewals  *prometheus.CounterVec
}

func newNumbers(reg prometheus.Registerer) (*numbers, error) {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "amazon", Name: name, Help: help}, labels)
	}
	n := &numbers{
		calls:     counter("calls_total", "Calls by operation, region and outcome.", "operation", "region", "outcome"),
		tries:     counter("tries_total", "Requests sent, repetitions included.", "operation", "region"),
		throttles: counter("throttled_total", "Answers 429 of the upstream.", "operation", "region"),
		breakers:  counter("breaker_opened_total", "Times the breaker opened.", "operation", "region"),
		renewals:  counter("token_renewals_total", "Renewals of access tokens by outcome.", "outcome"),
		waits: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: "amazon", Name: "wait_seconds", Help: "Time calls waited for their turn.",
			Buckets: []float64{0.001, 0.01, 0.1, 0.5, 1, 2, 5, 10, 15, 60},
		}, []string{"operation"}),
	}
	for _, c := range []prometheus.Collector{n.calls, n.tries, n.throttles, n.breakers, n.renewals, n.waits} {
		if err := reg.Register(c); err != nil {
			return nil, err
		}
	}
	return n, nil
}

func (n *numbers) renewed(outcome string) { n.renewals.WithLabelValues(outcome).Inc() }

func (n *numbers) opened(c Call) {
	n.breakers.WithLabelValues(c.Operation.ID, string(c.Seller.Region)).Inc()
}

func (n *numbers) throttled(c Call) {
	n.throttles.WithLabelValues(c.Operation.ID, string(c.Seller.Region)).Inc()
}

func (c *Client) startSpan(ctx context.Context, call Call) (context.Context, trace.Span) {
	return c.tracer.Start(ctx, "amazon "+call.Operation.ID, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(
		attribute.String("amazon.operation", call.Operation.ID),
		attribute.String("amazon.region", string(call.Seller.Region)),
		attribute.Int64("team.id", int64(call.Seller.Team)),
	))
}

// finish counts, traces and logs a call. Nothing here may contain a token, a secret or the query.
func (c *Client) finish(span trace.Span, r *run, answer Answer, err error) {
	op, region := r.call.Operation.ID, string(r.call.Seller.Region)
	outcome, status, requestID, level := "ok", answer.Status, answer.RequestID, zapcore.DebugLevel
	fields := []zap.Field{
		zap.String("operation", op), zap.String("region", region), zap.Int("tries", r.tries), zap.Duration("wait", r.waited),
	}
	if err != nil {
		outcome = "error"
		level = zapcore.WarnLevel
		var e *Error
		if errors.As(err, &e) {
			outcome, status, requestID, level = e.Kind.String(), e.Status, e.RequestID, levelOf(e)
			for _, p := range e.Problems[:min(len(e.Problems), 1)] {
				fields = append(fields, zap.String("code", p.Code), zap.String("message", p.Message))
			}
			if e.Cause != nil {
				fields = append(fields, zap.NamedError("cause", e.Cause))
			}
		}
		span.SetStatus(codes.Error, outcome)
	}
	span.SetAttributes(
		attribute.Int("http.response.status_code", status), attribute.String("amazon.request_id", requestID),
		attribute.Int("amazon.tries", r.tries), attribute.Float64("amazon.wait_seconds", r.waited.Seconds()),
	)
	span.End()
	c.numbers.calls.WithLabelValues(op, region, outcome).Inc()
	c.numbers.tries.WithLabelValues(op, region).Add(float64(r.tries))
	c.numbers.waits.WithLabelValues(op).Observe(r.waited.Seconds())
	c.log.Log(level, "call", append(fields,
		zap.String("outcome", outcome), zap.Int("status", status), zap.String("request_id", requestID))...)
}

// levelOf logs errors that callers caused quietly, cancelled calls included, and our own loudly.
func levelOf(e *Error) zapcore.Level {
	if errors.Is(e, errUnwanted) || errors.Is(e, context.Canceled) {
		return zapcore.InfoLevel
	}
	switch e.Kind {
	case Rejected, Missing, Conflict:
		return zapcore.InfoLevel
	case Misused, Misconfigured:
		return zapcore.ErrorLevel
	}
	return zapcore.WarnLevel
}
