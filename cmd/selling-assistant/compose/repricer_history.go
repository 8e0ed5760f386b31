package compose

import (
	"context"
	"time"

	"go.uber.org/fx"

	repricerhttp "sellingassistant/adapters/http/repricer"
	historystore "sellingassistant/adapters/persistence/repricer/history"
	"sellingassistant/app/repricer/history"
	"sellingassistant/ports/jobs"
	historyports "sellingassistant/ports/repricer/history"
)

// The jobs of the history. A month is made long before it begins, so a day
// without one does no harm; counters that are not folded are only slower to read.
const (
	keepHistory  = "repricer.keep_history"
	foldCounters = "repricer.fold_counters"
)

var repricerHistory = fx.Options(
	fx.Provide(
		fx.Annotate(historystore.NewChanges,
			fx.As(new(historyports.Changes)), fx.As(new(historyports.Statistics)), fx.As(new(historyports.Overview)), fx.As(new(historyports.Upkeep))),
		fx.Annotate(historystore.NewPipeline, fx.As(new(historyports.Pipeline))),
		history.NewHistory, history.NewOverview, history.NewUpkeep,
	),
	routes(repricerhttp.HistoryRoutes),
	jobHandler(func(u *history.Upkeep) jobs.Handler {
		return jobs.Handler{
			Kind: keepHistory, Timeout: 10 * time.Minute, Run: func(ctx context.Context, _ jobs.Job) error { return u.Months(ctx) },
		}
	}),
	periodicJob(func() jobs.Periodic {
		return jobs.Periodic{Kind: keepHistory, Every: 6 * time.Hour, Request: jobs.Request{Lane: jobs.Bulk}}
	}),
	jobHandler(func(u *history.Upkeep) jobs.Handler {
		return jobs.Handler{
			Kind: foldCounters, Timeout: time.Minute, Run: func(ctx context.Context, _ jobs.Job) error { return u.Fold(ctx) },
		}
	}),
	periodicJob(func() jobs.Periodic { return jobs.Periodic{Kind: foldCounters, Every: 5 * time.Minute} }),
)
