package compose

import (
	"context"

	"go.uber.org/fx"
	"go.uber.org/zap"

	sendingstore "sellingassistant/adapters/persistence/repricer/sending"
	"sellingassistant/adapters/telemetry"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/pricing"
	"sellingassistant/app/repricer/sending"
	"sellingassistant/config"
	sendingports "sellingassistant/ports/repricer/sending"
)

var repricerSender = fx.Options(
	fx.Provide(
		fx.Annotate(sendingstore.NewOutbox, fx.As(new(sendingports.Outbox)), fx.As(new(sendingports.FeedRuns)), fx.As(new(sendingports.Switch))),
		fx.Annotate(telemetry.NewSendWatch, fx.As(new(sendingports.Metrics))),
		newSwitchedOff,
		filled[sending.SenderParts](), sending.NewSender, sending.NewConfirmations,
		fx.Annotate(sending.NewSwitches, fx.As(fx.Self()), fx.As(new(pricing.KillSwitch))),
		fx.Annotate(sending.NewWithdrawals, fx.As(fx.Self()), fx.As(new(manage.Withdrawer))),
		fx.Annotate(newSendJob, fx.ResultTags(`group:"working_jobs"`)),
	),
)

func newSwitchedOff(cfg config.Config) sending.SwitchedOff { return cfg.Repricer == "off" }

// newSendJob sends prices of all accounts of which nobody else does, from when
// the database has its tables. A process without background jobs sends none.
func newSendJob(cfg config.Config, s *sending.Sender, ready readiness, log *zap.Logger) job {
	return func(ctx context.Context) {
		if cfg.Workers == 0 || !untilNoError(ctx, log, "prices wait for the database", ready) {
			return
		}
		sending.NewDispatch(s).Run(ctx)
	}
}
