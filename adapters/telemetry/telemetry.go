package telemetry

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/mattn/go-isatty"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	"go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.37.0"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// Bounds of the buffered log, in bytes and time.
const (
	heldBytes = 64 << 10
	heldFor   = 250 * time.Millisecond
)

// Readable reports whether log lines on w are for people rather than programs: by the words text
// and json, else by whether w is a terminal.
func Readable(w io.Writer, format string) bool {
	switch format {
	case "text":
		return true
	case "json":
		return false
	}
	file, ok := w.(interface{ Fd() uintptr })
	return ok && isatty.IsTerminal(file.Fd())
}

// NewLog writes lines to w: JSON with times in UTC and microseconds, or readable lines with the
// local time of day. Lines are written together; a warning or worse is written at once, with all
// lines before it. The returned function writes the rest and ends the log.
func NewLog(w io.Writer, level zapcore.Level, readable bool) (*zap.Logger, func() error) {
	encoder := jsonLines
	if readable {
		encoder = textLines
	}
	held := &zapcore.BufferedWriteSyncer{WS: zapcore.AddSync(onlyWriter{w}), Size: heldBytes, FlushInterval: heldFor}
	return zap.New(prompt{zapcore.NewCore(encoder(), held, level)}), held.Stop
}

func jsonLines() zapcore.Encoder {
	c := zap.NewProductionEncoderConfig()
	c.TimeKey = "time"
	inMicros := zapcore.TimeEncoderOfLayout("2006-01-02T15:04:05.000000Z")
	c.EncodeTime = func(t time.Time, enc zapcore.PrimitiveArrayEncoder) { inMicros(t.UTC(), enc) }
	return zapcore.NewJSONEncoder(c)
}

func textLines() zapcore.Encoder {
	c := zap.NewDevelopmentEncoderConfig()
	c.EncodeTime = zapcore.TimeEncoderOfLayout("15:04:05.000")
	c.ConsoleSeparator = "  "
	return zapcore.NewConsoleEncoder(c)
}

// onlyWriter hides Sync: a log line must not wait for a disk, and pipes and terminals answer it
// with an error.
type onlyWriter struct{ io.Writer }

// prompt writes warnings and worse without delay.
type prompt struct{ zapcore.Core }

func (p prompt) With(fields []zapcore.Field) zapcore.Core { return prompt{p.Core.With(fields)} }

func (p prompt) Check(e zapcore.Entry, c *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if p.Enabled(e.Level) {
		return c.AddCore(e, p)
	}
	return c
}

func (p prompt) Write(e zapcore.Entry, fields []zapcore.Field) error {
	err := p.Core.Write(e, fields)
	if e.Level < zapcore.WarnLevel {
		return err
	}
	return errors.Join(err, p.Sync())
}

// StartTraces sends traces to the OTLP endpoint of the OTEL_ variables. It returns a function that
// ends them. Errors of the exporter go to the log, never to a caller.
func StartTraces(ctx context.Context, version string, log *zap.Logger) (func(context.Context) error, error) {
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, err
	}
	// Results of the other detectors remain if one fails.
	res, err := resource.New(ctx, resource.WithFromEnv(), resource.WithTelemetrySDK(), resource.WithAttributes(
		semconv.ServiceName("selling-assistant"), semconv.ServiceVersion(version)))
	if err != nil && !errors.Is(err, resource.ErrPartialResource) {
		return nil, err
	}
	provider := trace.NewTracerProvider(trace.WithBatcher(exporter), trace.WithResource(res))
	otel.SetTracerProvider(provider)
	otel.SetTextMapPropagator(propagation.TraceContext{})
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces", zap.Error(err)) }))
	return provider.Shutdown, nil
}
