package compose

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/trace"
	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/http/httpx"
	"sellingassistant/adapters/jobs"
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/config"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/jobs"
)

var jobsModule = fx.Module("jobs",
	fx.Provide(
		fx.Annotate(newQueue, fx.As(fx.Self()), fx.As(new(ports.Queue)), fx.As(new(ports.Operator))),
		jobs.NewNumbers, newWorkers,
	),
)

// jobHandler adds the jobs.Handler of a constructor to the handlers that workers run.
func jobHandler(constructor any) fx.Option {
	return fx.Provide(fx.Annotate(constructor, fx.ResultTags(`group:"job_handlers"`)))
}

// periodic runs a use case on a schedule. A run ends after timeout.
func periodic[T any](p ports.Periodic, timeout time.Duration, run func(ctx context.Context, use T, log *zap.Logger) error) fx.Option {
	return fx.Options(
		jobHandler(func(use T, log *zap.Logger) ports.Handler {
			return ports.Handler{Kind: p.Kind, Timeout: timeout, Run: func(ctx context.Context, _ ports.Job) error { return run(ctx, use, log) }}
		}),
		fx.Provide(fx.Annotate(func() ports.Periodic { return p }, fx.ResultTags(`group:"periodic_jobs"`))),
	)
}

// ownJobs runs the jobs that a use case describes itself.
func ownJobs[T interface {
	Handlers() []ports.Handler
	Periodic() []ports.Periodic
}]() fx.Option {
	return fx.Provide(
		fx.Annotate(func(use T) []ports.Handler { return use.Handlers() }, fx.ResultTags(`group:"job_handlers,flatten"`)),
		fx.Annotate(func(use T) []ports.Periodic { return use.Periodic() }, fx.ResultTags(`group:"periodic_jobs,flatten"`)),
	)
}

// workingJob adds the job of a constructor to the jobs that run wherever workers run.
func workingJob(constructor any) any {
	return fx.Annotate(constructor, fx.ResultTags(`group:"working_jobs"`))
}

// withWorkers runs work once the database has its tables, in a process that runs background jobs.
// Until then it logs the text waits.
func withWorkers(cfg config.Config, ready readiness, log *zap.Logger, waits string, work job) job {
	return func(ctx context.Context) {
		if cfg.Workers > 0 && untilNoError(ctx, log, waits, ready) {
			work(ctx)
		}
	}
}

const (
	// firstPause and longestPause bound the wait after a failure.
	firstPause   = time.Second
	longestPause = 30 * time.Second
)

// untilNoError calls do until it succeeds, with growing pauses. It returns false if ctx ends first.
func untilNoError(ctx context.Context, log *zap.Logger, what string, do func(context.Context) error) bool {
	pause := firstPause
	for {
		err := do(ctx)
		if ctx.Err() != nil {
			return false
		}
		if err == nil {
			return true
		}
		log.Warn(what, zap.Error(err))
		if !clock.Rest(ctx, pause) {
			return false
		}
		pause = min(2*pause, longestPause)
	}
}

func newQueue(s *db.Store, spans trace.TracerProvider, log *zap.Logger) (*jobs.Queue, error) {
	return jobs.NewQueue(s, jobs.Traces{Of: httpx.TraceID, With: httpx.WithTraceID, Spans: spans}, log)
}

// jobsWithin bounds how long running jobs may continue after a stop. Handing back unfinished ones
// still ends within stopWithin.
const jobsWithin = 5 * time.Second

// workerParts lists the parts of the workers.
type workerParts struct {
	fx.In
	Config   config.Config
	Options  Options
	Store    *db.Store
	Queue    *jobs.Queue
	Clock    clock.Clock
	Numbers  *jobs.Numbers
	Log      *zap.Logger
	Ready    readiness
	Handlers []ports.Handler  `group:"job_handlers"`
	Periodic []ports.Periodic `group:"periodic_jobs"`
}

// workers runs jobs until ctx ends, or nothing if the settings say so.
type workers job

// newWorkers returns the workers, which begin when the database has its tables.
func newWorkers(p workerParts) (workers, error) {
	if p.Options.Handlers != nil {
		p.Handlers = append(p.Handlers, p.Options.Handlers(p.Store)...)
	}
	w, err := jobs.NewWorkers(jobs.Config{PerLane: max(1, p.Config.Workers), StopWithin: jobsWithin},
		p.Queue, p.Clock, p.Numbers, p.Log, p.Handlers, p.Periodic)
	if err != nil {
		return nil, err
	}
	return workers(withWorkers(p.Config, p.Ready, p.Log, "background jobs wait for the database", func(ctx context.Context) {
		untilNoError(ctx, p.Log, "background jobs do not run", w.Run)
	})), nil
}

// Work runs background jobs, without serving the API, until the App is drained.
func (a *App) Work() error {
	m, err := a.serveOperator()
	if err != nil {
		return err
	}
	a.startJobs(a.parts.working())
	a.parts.Log.Info("running background jobs", zap.String("metrics", m.Addr().String()))
	_ = a.parts.Log.Sync()
	return nil
}
