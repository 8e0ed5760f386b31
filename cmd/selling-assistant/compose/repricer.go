package compose

import (
	"go.uber.org/fx"

	"sellingassistant/adapters/bridge"
	repricerhttp "sellingassistant/adapters/http/repricer"
	repricerstore "sellingassistant/adapters/persistence/repricer"
	"sellingassistant/app/repricer"
	ports "sellingassistant/ports/repricer"
)

var repricerModule = fx.Module("repricer",
	fx.Provide(
		fx.Annotate(repricerstore.NewSettings, fx.As(new(ports.Settings))),
		fx.Annotate(repricerstore.NewStrategies, fx.As(new(ports.Strategies))),
		fx.Annotate(repricerstore.NewProducts, fx.As(new(ports.Products))),
		fx.Annotate(bridge.NewAccounts, fx.As(new(ports.Accounts))),
		repricer.NewSettings, repricer.NewStrategies, repricer.NewProducts, repricer.NewIntake,
	),
	routes(repricerhttp.Routes),
)
