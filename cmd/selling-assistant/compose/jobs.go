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
		newQueue, jobs.NewNumbers, newWorkers,
		func(q *jobs.Queue) ports.Queue { return q },
		func(q *jobs.Queue) ports.Operator { return q },
	),
)

// jobHandler puts what a constructor makes, a jobs.Handler, among the handlers
// that workers run.
func jobHandler(constructor any) fx.Option {
	return fx.Provide(fx.Annotate(constructor, fx.ResultTags(`group:"job_handlers"`)))
}

// periodicJob puts what a constructor makes, a jobs.Periodic, among the jobs
// that come by themselves.
func periodicJob(constructor any) fx.Option {
	return fx.Provide(fx.Annotate(constructor, fx.ResultTags(`group:"periodic_jobs"`)))
}

func newQueue(s *db.Store, spans trace.TracerProvider, log *zap.Logger) (*jobs.Queue, error) {
	return jobs.NewQueue(s, jobs.Traces{Of: httpx.TraceID, With: httpx.WithTraceID, Spans: spans}, log)
}

// jobsWithin is how long a stop lets jobs go on. What is handed back after it
// still ends within stopWithin.
const jobsWithin = 5 * time.Second

// workerParts are what the workers are made of.
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

// workers run jobs until ctx ends, or nothing where the settings say so.
type workers func(ctx context.Context)

// newWorkers makes the workers, which begin when the database has its tables.
func newWorkers(p workerParts) (workers, error) {
	if p.Options.Handlers != nil {
		p.Handlers = append(p.Handlers, p.Options.Handlers(p.Store)...)
	}
	w, err := jobs.NewWorkers(jobs.Config{PerLane: max(1, p.Config.Workers), StopWithin: jobsWithin},
		p.Queue, p.Clock, p.Numbers, p.Log, p.Handlers, p.Periodic)
	if err != nil {
		return nil, err
	}
	if p.Config.Workers == 0 {
		return func(context.Context) {}, nil
	}
	return func(ctx context.Context) {
		if !untilNoError(ctx, p.Log, "background jobs wait for the database", p.Ready) {
			return
		}
		untilNoError(ctx, p.Log, "background jobs do not run", w.Run)
	}, nil
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
