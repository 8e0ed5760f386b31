package compose

import (
	"go.uber.org/fx"

	"sellingassistant/adapters/amazon"
	relayhttp "sellingassistant/adapters/http/relay"
	"sellingassistant/app/relay"
	ports "sellingassistant/ports/relay"
)

var relayModule = fx.Module("relay",
	fx.Provide(
		fx.Annotate(amazon.NewRelay, fx.As(new(ports.Marketplace))),
		relay.NewRelays,
	),
	routes(relayhttp.Routes),
)
