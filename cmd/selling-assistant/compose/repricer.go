package compose

import (
	"go.uber.org/fx"

	"sellingassistant/adapters/amazon/spapi"
	repricerhttp "sellingassistant/adapters/http/repricer"
	"sellingassistant/app/repricer"
)

var repricerModule = fx.Module("repricer",
	// All calls of the repricer go by this lane.
	fx.Supply(fx.Private, spapi.Repricer),
	fx.Provide(
		repricer.NewSettings, repricer.NewStrategies, repricer.NewProducts, repricer.NewIntake,
		fx.Annotate(func() rawRoutes { return repricerhttp.Pages }, fx.ResultTags(`group:"raw"`)),
	),
	routes(repricerhttp.Routes),
	repricerHistory,
	repricerEngine,
	repricerSender,
	repricerAlerts,
)
