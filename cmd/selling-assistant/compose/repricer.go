package compose

import (
	"go.uber.org/fx"

	"sellingassistant/adapters/bridge"
	repricerhttp "sellingassistant/adapters/http/repricer"
	"sellingassistant/app/repricer"
	ports "sellingassistant/ports/repricer"
)

var repricerModule = fx.Module("repricer",
	fx.Provide(
		fx.Annotate(bridge.NewAccounts, fx.As(new(ports.Accounts))),
		repricer.NewSettings, repricer.NewStrategies, repricer.NewProducts, repricer.NewIntake, newRepricerOrders,
		fx.Annotate(func() rawRoutes { return repricerhttp.Pages }, fx.ResultTags(`group:"raw"`)),
	),
	routes(repricerhttp.Routes),
	repricerHistory,
	repricerEngine,
	repricerSender,
	repricerAlerts,
)
