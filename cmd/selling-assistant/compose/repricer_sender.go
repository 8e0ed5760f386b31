package compose

import (
	"context"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon"
	repricerstore "sellingassistant/adapters/persistence/repricer"
	"sellingassistant/adapters/telemetry"
	"sellingassistant/app/repricer"
	"sellingassistant/config"
	accounts "sellingassistant/ports/account"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/repricer"
	"sellingassistant/ports/tx"
)

var repricerSender = fx.Options(
	fx.Provide(
		fx.Annotate(repricerstore.NewOutbox, fx.As(new(ports.Outbox)), fx.As(new(ports.FeedRuns)), fx.As(new(ports.Switch))),
		fx.Annotate(telemetry.NewSendWatch, fx.As(new(ports.SendWatch))),
		newSenderParts, repricer.NewSender, repricer.NewConfirms, newSwitches,
		func(s *repricer.Switches) repricer.KillSwitch { return s },
		fx.Annotate(repricer.NewWithdrawals, fx.As(fx.Self()), fx.As(new(repricer.Withdrawer))),
		fx.Annotate(newSendJob, fx.ResultTags(`group:"working_jobs"`)),
	),
)

// senderParts are what a sender is made of.
type senderParts struct {
	fx.In
	Client   *amazon.Client
	Config   config.Config
	Outbox   ports.Outbox
	Feeds    ports.FeedRuns
	Switch   ports.Switch
	Changes  ports.Changes
	Products ports.Products
	Settings ports.Settings
	Memories ports.Memories
	Due      ports.Due
	Sellers  accounts.Sellers
	Watch    ports.SendWatch
	Tx       tx.LazyRunner
	Clock    clock.Clock
	Alerts   *repricer.Alerts
}

func newSenderParts(p senderParts) repricer.SenderParts {
	return repricer.SenderParts{
		Outbox: p.Outbox, Feeds: p.Feeds, Switch: p.Switch, Changes: p.Changes, Products: p.Products, Settings: p.Settings,
		Memories: p.Memories, Due: p.Due, Sellers: p.Sellers, Watch: p.Watch, Tx: p.Tx, Clock: p.Clock, Off: switchedOff(p.Config),
		Sink: amazon.NewPriceSink(p.Client, amazon.Repricer), FeedSink: amazon.NewFeeds(p.Client, amazon.Repricer),
		Prices: amazon.NewOwnPrices(p.Client, amazon.Repricer), Alerts: p.Alerts,
	}
}

func switchedOff(cfg config.Config) bool { return cfg.Repricer == "off" }

func newSwitches(store ports.Switch, outbox ports.Outbox, ends *repricer.Withdrawals, returns *repricer.Returns,
	clk clock.Clock, cfg config.Config,
) *repricer.Switches {
	return repricer.NewSwitches(store, outbox, ends, returns, clk, switchedOff(cfg))
}

// newSendJob sends prices of all accounts of which nobody else does, from when
// the database has its tables. A process without background jobs sends none.
func newSendJob(cfg config.Config, s *repricer.Sender, ready readiness, log *zap.Logger) job {
	return func(ctx context.Context) {
		if cfg.Workers == 0 || !untilNoError(ctx, log, "prices wait for the database", ready) {
			return
		}
		repricer.NewDispatch(s).Run(ctx)
	}
}
