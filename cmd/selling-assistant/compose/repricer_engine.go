package compose

import (
	"context"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon/pricing"
	"sellingassistant/adapters/bridge"
	repricerhttp "sellingassistant/adapters/http/repricer"
	"sellingassistant/adapters/persistence/db"
	repricerstore "sellingassistant/adapters/persistence/repricer"
	"sellingassistant/adapters/telemetry"
	"sellingassistant/app/repricer"
	"sellingassistant/config"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
)

// repricerEngine decides prices: the queue of rows, what they are decided from,
// and the workers.
var repricerEngine = fx.Options(
	fx.Provide(
		fx.Annotate(repricerstore.NewMemories, fx.As(new(ports.Memories))),
		fx.Annotate(repricerstore.NewAppraisals, fx.As(new(ports.Appraisals))),
		fx.Annotate(repricerstore.NewSources, fx.As(new(ports.Sources))),
		fx.Annotate(repricerstore.NewSweeps, fx.As(new(ports.Sweeps))),
		fx.Annotate(repricerstore.NewDue, fx.As(new(ports.Due))),
		fx.Annotate(repricerstore.NewFacts, fx.As(new(ports.Facts))),
		fx.Annotate(repricerstore.NewSales, fx.As(new(ports.Sales))),
		fx.Annotate(bridge.NewListings, fx.As(new(ports.Listings))),
		fx.Annotate(bridge.NewOrderNews, fx.As(new(ports.OrderNews))),
		fx.Annotate(telemetry.NewEngine, fx.As(new(ports.EngineWatch))),
		newRepricerSettings, newRepricerStrategies, newRepricerProducts,
		repricer.NewCostNews, repricer.NewReturns,
		fx.Annotate(pricing.New, fx.As(new(ports.Offers)), fx.As(new(ports.Fees)), fx.As(new(ports.ExpectedPrices)),
			fx.As(new(ports.PriceSink)), fx.As(new(ports.Feeds)), fx.As(new(ports.OwnPrices))),
		newRepricerMarket, filled[repricer.EngineParts](), repricer.NewEngine,
		filled[repricer.OrderParts](), repricer.NewOrders,
		fx.Annotate(newRepricerWorkers, fx.ResultTags(`group:"working_jobs"`)),
	),
	routes(repricerhttp.RepriceRoutes),
	repricerSweep,
)

// The stores of what users change put rows on the queue.
func newRepricerSettings(s *db.Store, d ports.Due, c clock.Clock) ports.Settings {
	return repricer.NewWakingSettings(repricerstore.NewSettings(s), d, c)
}

func newRepricerStrategies(s *db.Store, settings ports.Settings, d ports.Due, c clock.Clock) ports.Strategies {
	return repricer.NewWakingStrategies(repricerstore.NewStrategies(s), settings, d, c)
}

func newRepricerProducts(s *db.Store, settings ports.Settings, d ports.Due, a ports.Appraisals, c clock.Clock) ports.Products {
	return repricer.NewWakingProducts(repricerstore.NewProducts(s), settings, d, a, c)
}

func newRepricerMarket(o Options) repricer.MarketClock { return o.Market }

// newRepricerWorkers evaluates rows as soon as the database has its tables,
// unless this process runs no background jobs.
func newRepricerWorkers(cfg config.Config, e *repricer.Engine, ready readiness, log *zap.Logger) job {
	return func(ctx context.Context) {
		if cfg.Workers == 0 || !untilNoError(ctx, log, "the repricer waits for the database", ready) {
			return
		}
		repricer.NewWorkers(e, max(cfg.Workers, 2)).Run(ctx)
	}
}
