package compose

import (
	"context"
	"fmt"
	"time"

	"go.uber.org/fx"
	"go.uber.org/zap"

	amazonpricing "sellingassistant/adapters/amazon/pricing"
	"sellingassistant/adapters/amazon/spapi"
	repricerbridge "sellingassistant/adapters/bridge/repricer"
	repricerhttp "sellingassistant/adapters/http/repricer"
	bulkhttp "sellingassistant/adapters/http/repricer/bulk"
	"sellingassistant/adapters/mail"
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	alertsstore "sellingassistant/adapters/persistence/repricer/alerts"
	historystore "sellingassistant/adapters/persistence/repricer/history"
	managestore "sellingassistant/adapters/persistence/repricer/manage"
	pricingstore "sellingassistant/adapters/persistence/repricer/pricing"
	queuestore "sellingassistant/adapters/persistence/repricer/queue"
	sendingstore "sellingassistant/adapters/persistence/repricer/sending"
	"sellingassistant/adapters/telemetry"
	"sellingassistant/app/repricer/alerts"
	"sellingassistant/app/repricer/events"
	"sellingassistant/app/repricer/facade"
	"sellingassistant/app/repricer/history"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/app/repricer/queue"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/app/webhook"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/secret"
	domain "sellingassistant/domain/repricer"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/event"
	"sellingassistant/ports/jobs"
	ports "sellingassistant/ports/repricer"
	alertsports "sellingassistant/ports/repricer/alerts"
	historyports "sellingassistant/ports/repricer/history"
	pricingports "sellingassistant/ports/repricer/pricing"
	queueports "sellingassistant/ports/repricer/queue"
	sendingports "sellingassistant/ports/repricer/sending"
	"sellingassistant/ports/tx"
)

var repricerModule = fx.Module("repricer",
	// All calls of the repricer have this priority.
	fx.Supply(fx.Private, spapi.Repricer),
	repricerRows, repricerPricing, repricerSending, repricerHistory, repricerAlerts,
)

// repricerRows provides the records that users change, and the queue of rows to be decided.
var repricerRows = fx.Options(
	fx.Provide(
		as[ports.Memories](managestore.NewMemories),
		method(repricerbridge.NewRepricerPlans, func(v *repricerbridge.RepricerPlans) ports.Plans { return v.Rows }),
		as[queueports.FeeRequests](queuestore.NewFeeRequests),
		as[queueports.EvaluationQueue](queuestore.NewEvaluationQueue),
		newRepricerSettings, newRepricerStrategies, newRepricerProducts,
		queue.NewCostChanges, queue.NewRequeue, filled[facade.Parts](), facade.New,
		repricerbridge.NewAlertAddress,
		func(m *webhook.Managed) ports.AlertAddress { return m.Set },
		newSettings, manage.NewStrategies, newManagedProducts,
		method(repricerbridge.NewSKUs, func(v *repricerbridge.SKUs) ports.SKUs { return v.Offers }),
		as[ports.Tables](repricerbridge.NewTables),
		manage.NewBulk,
	),
	routes(repricerhttp.Routes), routes(bulkhttp.Routes),
)

func newSettings(
	cfg config.Config, s ports.Settings, all ports.Strategies, prices manage.Withdrawer, runner tx.Runner, clk clock.Clock,
	events event.Log, address ports.AlertAddress,
) *manage.Settings {
	settings := manage.NewSettings(s, all, prices, runner, clk)
	settings.Reporting(events)
	settings.Addressing(address)
	if cfg.WebhookLocal {
		settings.AllowPlainWebhooks()
	}
	return settings
}

func newManagedProducts(
	products ports.Products, strategies ports.Strategies, settings ports.Settings, plans ports.Plans,
	sellers accounts.Sellers, listings ports.Listings, prices manage.Withdrawer, runner tx.Runner, clk clock.Clock,
	to *alerts.Alerts,
) *manage.Products {
	return manage.NewProducts(products, strategies, settings, plans, sellers, listings, prices, runner, clk).Reporting(to)
}

// newRepricerSettings and the next two functions return stores that put changed rows on the queue.
func newRepricerSettings(s *db.Store, d queueports.EvaluationQueue, c clock.Clock) ports.Settings {
	return queue.NewWakingSettings(managestore.NewSettings(record.On(s)), d, c)
}

func newRepricerStrategies(s *db.Store, settings ports.Settings, d queueports.EvaluationQueue, c clock.Clock) ports.Strategies {
	return queue.NewWakingStrategies(managestore.NewStrategies(record.On(s)), settings, d, c)
}

func newRepricerProducts(s *db.Store, settings ports.Settings, d queueports.EvaluationQueue, a queueports.FeeRequests, c clock.Clock) ports.Products {
	return queue.NewWakingProducts(managestore.NewProducts(s), settings, d, a, c)
}

// repricerPricing decides prices: the facts, the workers, and the jobs for rows that no event
// queues.
var repricerPricing = fx.Options(
	fx.Provide(
		as[pricingports.SourceBreakers](pricingstore.NewSourceBreakers),
		as[pricingports.Sweeps](pricingstore.NewSweeps),
		as[pricingports.Rows](pricingstore.NewRows),
		method(repricerbridge.NewExchangeRates,
			func(v *repricerbridge.ExchangeRates) pricingports.ExchangeRates { return v.Rates }),
		as[historyports.Sales](historystore.NewSales),
		method(repricerbridge.NewListings, func(v *repricerbridge.Listings) ports.Listings { return v.Current }),
		as[pricingports.FeeBands](repricerbridge.NewFeeBands),
		method(repricerbridge.NewTeamExpenses,
			func(v *repricerbridge.TeamExpenses) pricingports.TeamExpenses { return v.Defaults }),
		as[pricingports.Goods](repricerbridge.NewGoods),
		method(repricerbridge.NewOrderCoverage,
			func(v *repricerbridge.OrderCoverage) pricingports.OrderCoverage { return v.CoveredSince }),
		as[pricingports.Metrics](telemetry.NewEngineMetrics),
		fx.Annotate(amazonpricing.New, fx.As(fx.Self()), fx.As(new(pricingports.Market)), fx.As(new(sendingports.Feeds))),
		func(c *amazonpricing.Client) sendingports.PriceSubmitter { return c.Submit },
		func(c *amazonpricing.Client) sendingports.OwnPrices { return c.OwnPrices },
		filled[pricing.EngineParts](), pricing.NewEngine,
		filled[events.OrderParts](), events.NewOrders,
		events.NewIntake, pricing.NewRateWatch,
		workingJob(func(cfg config.Config, e *pricing.Engine, ready readiness, log *zap.Logger) job {
			return withWorkers(cfg, ready, log, "the repricer waits for the database", pricing.NewWorkers(e, max(cfg.Workers, 2)).Run)
		}),
	),
	periodic(jobs.Periodic{Kind: "repricer.sweep", Every: 5 * time.Minute, Request: jobs.Request{Queue: jobs.Bulk}}, 10*time.Minute,
		func(ctx context.Context, e *pricing.Engine, _ *zap.Logger) error { return e.Sweep(ctx) }),
	periodic(jobs.Periodic{Kind: "repricer.appraise", Every: time.Minute, Request: jobs.Request{Queue: jobs.Bulk}}, 10*time.Minute,
		func(ctx context.Context, e *pricing.Engine, _ *zap.Logger) error { return e.RefreshFees(ctx) }),
	periodic(jobs.Periodic{Kind: "repricer.follow_rates", Every: 5 * time.Minute, Request: jobs.Request{Queue: jobs.Bulk}},
		10*time.Minute,
		func(ctx context.Context, r *pricing.RateWatch, _ *zap.Logger) error { return r.Follow(ctx) }),
	routes(repricerhttp.RepriceRoutes),
)

// repricerSending sends prices to the marketplace.
var repricerSending = fx.Options(
	fx.Provide(
		as[sendingports.Outbox](sendingstore.NewOutbox),
		as[sendingports.Metrics](telemetry.NewSendMetrics),
		func(cfg config.Config) sending.ProcessStopped { return cfg.Repricer == "off" },
		filled[sending.SenderParts](), sending.NewSender, sending.NewConfirmations,
		sending.NewSwitches, func(s *sending.Switches) pricing.KillSwitch { return s.Off },
		fx.Annotate(sending.NewWithdrawals, fx.As(fx.Self()), fx.As(new(manage.Withdrawer))),
		workingJob(func(cfg config.Config, s *sending.Sender, ready readiness, log *zap.Logger) job {
			return withWorkers(cfg, ready, log, "prices wait for the database", sending.NewDispatcher(s).Run)
		}),
	),
)

// repricerHistory keeps decisions. Its jobs create a month's partitions long before it begins, so a
// day without them does no harm. Counters that are not folded are only slower to read.
var repricerHistory = fx.Options(
	fx.Provide(
		as[historyports.Changes](historystore.NewChanges),
		as[historyports.Pipeline](historystore.NewPipeline),
		history.NewOwnSales, history.NewHistory, history.NewOverview, history.NewUpkeep,
	),
	periodic(jobs.Periodic{Kind: "repricer.keep_history", Every: 6 * time.Hour, Request: jobs.Request{Queue: jobs.Bulk}}, 10*time.Minute,
		func(ctx context.Context, u *history.Upkeep, _ *zap.Logger) error { return u.Months(ctx) }),
	periodic(jobs.Periodic{Kind: "repricer.fold_counters", Every: 5 * time.Minute}, time.Minute,
		func(ctx context.Context, u *history.Upkeep, _ *zap.Logger) error { return u.Fold(ctx) }),
	routes(repricerhttp.HistoryRoutes),
)

// repricerAlerts sends alerts about prices.
var repricerAlerts = fx.Options(
	fx.Provide(
		as[alertsports.Alerts](alertsstore.NewAlerts),
		as[alertsports.Metrics](telemetry.NewAlertMetrics),
		newWebhookSecrets, newNotifiers, newAlerts, filled[alerts.SenderParts](), alerts.NewSender,
	),
	ownJobs[*alerts.Sender](),
)

func newAlerts(store alertsports.Alerts, queue jobs.Queue, clk clock.Clock, events event.Log) *alerts.Alerts {
	return alerts.NewAlerts(store, queue, clk).Reporting(events)
}

// WebhookSecrets returns the secrets that sign calls to a team's webhook: the team's present
// secret, and the previous one while the secret key is changed. They follow from the secret key and
// are not stored.
type WebhookSecrets func(id.Team) []secret.Text

func newWebhookSecrets(s secrets) WebhookSecrets {
	return func(team id.Team) []secret.Text {
		return signing(s, fmt.Sprintf("webhook/%d", team))
	}
}

// newNotifiers returns the channels of this installation: mail needs a server.
func newNotifiers(letters *mail.Notifier, address *repricerbridge.AlertAddress) alertsports.Notifiers {
	all := alertsports.Notifiers{domain.ChannelWebhook: address.Send}
	if letters != nil {
		all[domain.ChannelEmail] = letters.Send
	}
	return all
}
