package compose

import (
	"context"

	"go.uber.org/fx"
	"go.uber.org/zap"

	amazonpricing "sellingassistant/adapters/amazon/pricing"
	"sellingassistant/adapters/bridge"
	repricerhttp "sellingassistant/adapters/http/repricer"
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	historystore "sellingassistant/adapters/persistence/repricer/history"
	managestore "sellingassistant/adapters/persistence/repricer/manage"
	pricingstore "sellingassistant/adapters/persistence/repricer/pricing"
	queuestore "sellingassistant/adapters/persistence/repricer/queue"
	"sellingassistant/adapters/telemetry"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/config"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	historyports "sellingassistant/ports/repricer/history"
	pricingports "sellingassistant/ports/repricer/pricing"
	queueports "sellingassistant/ports/repricer/queue"
	sendingports "sellingassistant/ports/repricer/sending"
)

// repricerEngine decides prices: the queue of rows, what they are decided from,
// and the workers.
var repricerEngine = fx.Options(
	fx.Provide(
		fx.Annotate(managestore.NewMemories, fx.As(new(ports.Memories))),
		fx.Annotate(queuestore.NewAppraisals, fx.As(new(queueports.Appraisals))),
		fx.Annotate(pricingstore.NewSources, fx.As(new(pricingports.Sources))),
		fx.Annotate(pricingstore.NewSweeps, fx.As(new(pricingports.Sweeps))),
		fx.Annotate(queuestore.NewDue, fx.As(new(queueports.Due))),
		fx.Annotate(pricingstore.NewFacts, fx.As(new(pricingports.Facts))),
		fx.Annotate(historystore.NewSales, fx.As(new(historyports.Sales))),
		fx.Annotate(bridge.NewListings, fx.As(new(ports.Listings))),
		fx.Annotate(bridge.NewOrderNews, fx.As(new(pricingports.OrderNews))),
		fx.Annotate(telemetry.NewEngine, fx.As(new(pricingports.Metrics))),
		newRepricerSettings, newRepricerStrategies, newRepricerProducts,
		queue.NewCostNews, queue.NewReturns,
		fx.Annotate(amazonpricing.New, fx.As(new(pricingports.Offers)), fx.As(new(pricingports.Fees)), fx.As(new(pricingports.ExpectedPrices)),
			fx.As(new(sendingports.PriceSink)), fx.As(new(sendingports.Feeds)), fx.As(new(sendingports.OwnPrices))),
		newRepricerMarket, filled[pricing.EngineParts](), pricing.NewEngine,
		filled[pricing.OrderParts](), pricing.NewOrders,
		fx.Annotate(newRepricerWorkers, fx.ResultTags(`group:"working_jobs"`)),
	),
	routes(repricerhttp.RepriceRoutes),
	repricerSweep,
)

// The stores of what users change put rows on the queue.
func newRepricerSettings(s *db.Store, d queueports.Due, c clock.Clock) ports.Settings {
	return queue.NewWakingSettings(managestore.NewSettings(record.On(s)), d, c)
}

func newRepricerStrategies(s *db.Store, settings ports.Settings, d queueports.Due, c clock.Clock) ports.Strategies {
	return queue.NewWakingStrategies(managestore.NewStrategies(record.On(s)), settings, d, c)
}

func newRepricerProducts(s *db.Store, settings ports.Settings, d queueports.Due, a queueports.Appraisals, c clock.Clock) ports.Products {
	return queue.NewWakingProducts(managestore.NewProducts(s), settings, d, a, c)
}

func newRepricerMarket(o Options) pricing.MarketClock { return o.Market }

// newRepricerWorkers evaluates rows as soon as the database has its tables,
// unless this process runs no background jobs.
func newRepricerWorkers(cfg config.Config, e *pricing.Engine, ready readiness, log *zap.Logger) job {
	return func(ctx context.Context) {
		if cfg.Workers == 0 || !untilNoError(ctx, log, "the repricer waits for the database", ready) {
			return
		}
		pricing.NewWorkers(e, max(cfg.Workers, 2)).Run(ctx)
	}
}
