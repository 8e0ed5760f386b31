package jobs

import (
	"context"
	"log/slog"
	"strings"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// riverLog passes River's warnings and errors to the program's log. Messages about single jobs are
// left out, because the runs log them.
type riverLog struct{ log *zap.Logger }

func quietLog(log *zap.Logger) *slog.Logger { return slog.New(riverLog{log.Named("river")}) }

// aboutJobs begins River's lines about single runs.
const aboutJobs = "jobexecutor.JobExecutor: "

func (riverLog) Enabled(_ context.Context, l slog.Level) bool { return l >= slog.LevelWarn }

func (h riverLog) Handle(_ context.Context, r slog.Record) error {
	if strings.HasPrefix(r.Message, aboutJobs) {
		return nil
	}
	fields := make([]zapcore.Field, 0, r.NumAttrs())
	r.Attrs(func(a slog.Attr) bool {
		fields = append(fields, zap.String(a.Key, a.Value.String()))
		return true
	})
	if r.Level >= slog.LevelError {
		h.log.Error(r.Message, fields...)
	} else {
		h.log.Warn(r.Message, fields...)
	}
	return nil
}

func (h riverLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	fields := make([]zapcore.Field, len(attrs))
	for i, a := range attrs {
		fields[i] = zap.String(a.Key, a.Value.String())
	}
	return riverLog{h.log.With(fields...)}
}

func (h riverLog) WithGroup(string) slog.Handler { return h }
