package compose

import (
	"go.uber.org/fx"

	"sellingassistant/adapters/amazon"
	"sellingassistant/adapters/bridge"
	relayhttp "sellingassistant/adapters/http/relay"
	"sellingassistant/app/relay"
	ports "sellingassistant/ports/relay"
)

var relayModule = fx.Module("relay",
	fx.Provide(
		fx.Annotate(bridge.NewRelaySellers, fx.As(new(ports.Sellers))),
		fx.Annotate(amazon.NewRelay, fx.As(new(ports.Marketplace))),
		relay.NewRelays,
	),
	routes(relayhttp.Routes),
)
