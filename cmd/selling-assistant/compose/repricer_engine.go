package compose

import (
	"context"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon"
	"sellingassistant/adapters/bridge"
	repricerhttp "sellingassistant/adapters/http/repricer"
	"sellingassistant/adapters/persistence/db"
	repricerstore "sellingassistant/adapters/persistence/repricer"
	"sellingassistant/adapters/telemetry"
	"sellingassistant/app/repricer"
	"sellingassistant/config"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	"sellingassistant/ports/tx"
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
		repricer.NewCostNews, repricer.NewReturns, newRepricerOffers, newRepricerFees, newRepricerExpected,
		newRepricerEngine,
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

func newRepricerOffers(c *amazon.Client) ports.Offers { return amazon.NewOffers(c, amazon.Repricer) }

func newRepricerFees(c *amazon.Client) ports.Fees { return amazon.NewFees(c, amazon.Repricer) }

func newRepricerExpected(c *amazon.Client) ports.ExpectedPrices {
	return amazon.NewExpectedPrices(c, amazon.Repricer)
}

// engineParts are what the engine is made of.
type engineParts struct {
	fx.In
	Due      ports.Due
	Facts    ports.Facts
	Products ports.Products
	Settings ports.Settings
	Changes  ports.Changes
	Memories ports.Memories
	Sellers  accounts.Sellers
	Listings ports.Listings
	Costs    ports.Costs
	Fees     ports.Fees
	Offers   ports.Offers
	Expected ports.ExpectedPrices
	Sales    ports.Sales
	News     ports.OrderNews
	Wanted   ports.Appraisals
	Sources  ports.Sources
	Sweeps   ports.Sweeps
	Tx       tx.LazyRunner
	Clock    clock.Clock
	Options  Options
	Watch    ports.EngineWatch
	Kill     repricer.KillSwitch
	Alerts   *repricer.Alerts
}

func newRepricerEngine(p engineParts) *repricer.Engine {
	return repricer.NewEngine(repricer.EngineParts{
		Due: p.Due, Facts: p.Facts, Products: p.Products, Settings: p.Settings, Changes: p.Changes, Memories: p.Memories,
		Sellers: p.Sellers, Listings: p.Listings, Costs: p.Costs, Fees: p.Fees, Offers: p.Offers, Expected: p.Expected,
		Sales: p.Sales, OrderNews: p.News, Appraisals: p.Wanted, Sources: p.Sources, Sweeps: p.Sweeps, Tx: p.Tx, Clock: p.Clock, Market: p.Options.Market,
		Watch: p.Watch, KillSwitch: p.Kill, Alerts: p.Alerts,
	})
}

// orderParts are what takes in orders.
type orderParts struct {
	fx.In
	Products ports.Products
	Settings ports.Settings
	Facts    ports.Facts
	Due      ports.Due
	Sales    ports.Sales
	Tx       tx.Runner
	Clock    clock.Clock
	Options  Options
}

func newRepricerOrders(p orderParts) *repricer.Orders {
	return repricer.NewOrders(repricer.OrderParts{
		Products: p.Products, Settings: p.Settings, Facts: p.Facts, Due: p.Due, Sales: p.Sales, Tx: p.Tx, Clock: p.Clock, Market: p.Options.Market,
	})
}

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
