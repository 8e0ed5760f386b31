package compose

import (
	"context"

	"go.uber.org/fx"
	"go.uber.org/zap"

	repricerstore "sellingassistant/adapters/persistence/repricer"
	"sellingassistant/adapters/telemetry"
	"sellingassistant/app/repricer"
	"sellingassistant/config"
	ports "sellingassistant/ports/repricer"
)

var repricerSender = fx.Options(
	fx.Provide(
		fx.Annotate(repricerstore.NewOutbox, fx.As(new(ports.Outbox)), fx.As(new(ports.FeedRuns)), fx.As(new(ports.Switch))),
		fx.Annotate(telemetry.NewSendWatch, fx.As(new(ports.SendWatch))),
		newSwitchedOff,
		filled[repricer.SenderParts](), repricer.NewSender, repricer.NewConfirms,
		fx.Annotate(repricer.NewSwitches, fx.As(fx.Self()), fx.As(new(repricer.KillSwitch))),
		fx.Annotate(repricer.NewWithdrawals, fx.As(fx.Self()), fx.As(new(repricer.Withdrawer))),
		fx.Annotate(newSendJob, fx.ResultTags(`group:"working_jobs"`)),
	),
)

func newSwitchedOff(cfg config.Config) repricer.SwitchedOff { return cfg.Repricer == "off" }

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
