package compose

import (
	"context"
	"time"

	"go.uber.org/fx"

	repricerhttp "sellingassistant/adapters/http/repricer"
	repricerstore "sellingassistant/adapters/persistence/repricer"
	"sellingassistant/app/repricer"
	"sellingassistant/ports/jobs"
	ports "sellingassistant/ports/repricer"
)

// The jobs of the history. A month is made long before it begins, so a day
// without one does no harm; counters that are not folded are only slower to read.
const (
	keepHistory  = "repricer.keep_history"
	foldCounters = "repricer.fold_counters"
)

var repricerHistory = fx.Options(
	fx.Provide(
		fx.Annotate(repricerstore.NewChanges,
			fx.As(new(ports.Changes)), fx.As(new(ports.Statistics)), fx.As(new(ports.Overview)), fx.As(new(ports.HistoryUpkeep))),
		fx.Annotate(repricerstore.NewPipeline, fx.As(new(ports.Pipeline))),
		repricer.NewChanges, repricer.NewHistory, repricer.NewOverview, repricer.NewUpkeep,
	),
	routes(repricerhttp.HistoryRoutes),
	jobHandler(func(u *repricer.Upkeep) jobs.Handler {
		return jobs.Handler{
			Kind: keepHistory, Timeout: 10 * time.Minute, Run: func(ctx context.Context, _ jobs.Job) error { return u.Months(ctx) },
		}
	}),
	periodicJob(func() jobs.Periodic {
		return jobs.Periodic{Kind: keepHistory, Every: 6 * time.Hour, Request: jobs.Request{Lane: jobs.Bulk}}
	}),
	jobHandler(func(u *repricer.Upkeep) jobs.Handler {
		return jobs.Handler{
			Kind: foldCounters, Timeout: time.Minute, Run: func(ctx context.Context, _ jobs.Job) error { return u.Fold(ctx) },
		}
	}),
	periodicJob(func() jobs.Periodic { return jobs.Periodic{Kind: foldCounters, Every: 5 * time.Minute} }),
)
