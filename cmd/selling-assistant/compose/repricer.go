package compose

import (
	"go.uber.org/fx"

	"sellingassistant/adapters/amazon/spapi"
	repricerhttp "sellingassistant/adapters/http/repricer"
	"sellingassistant/app/repricer/manage"
	"sellingassistant/app/repricer/pricing"
)

var repricerModule = fx.Module("repricer",
	// All calls of the repricer go by this lane.
	fx.Supply(fx.Private, spapi.Repricer),
	fx.Provide(
		manage.NewSettings, manage.NewStrategies, manage.NewProducts, pricing.NewIntake,
		fx.Annotate(func() rawRoutes { return repricerhttp.Pages }, fx.ResultTags(`group:"raw"`)),
	),
	routes(repricerhttp.Routes),
	repricerHistory,
	repricerEngine,
	repricerSender,
	repricerAlerts,
)
