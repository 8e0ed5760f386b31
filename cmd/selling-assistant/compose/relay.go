package compose

import (
	"go.uber.org/fx"

	amazonrelay "sellingassistant/adapters/amazon/relay"
	relayhttp "sellingassistant/adapters/http/relay"
	"sellingassistant/app/relay"
	ports "sellingassistant/ports/relay"
)

var relayModule = fx.Module("relay",
	fx.Provide(
		as[ports.Marketplace](amazonrelay.New),
		relay.NewRelays,
	),
	routes(relayhttp.Routes),
)
