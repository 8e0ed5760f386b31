package compose

import (
	"go.uber.org/fx"

	amazoninbound "sellingassistant/adapters/amazon/inbound"
	amazonrelay "sellingassistant/adapters/amazon/relay"
	"sellingassistant/adapters/http/httpx"
	inboundhttp "sellingassistant/adapters/http/inbound"
	relayhttp "sellingassistant/adapters/http/relay"
	inboundmemory "sellingassistant/adapters/memory/inbound"
	"sellingassistant/app/inbound"
	"sellingassistant/app/relay"
	ports "sellingassistant/ports/inbound"
	relayports "sellingassistant/ports/relay"
)

const (
	// inboundRecords bounds the plans, shipments, items and boxes kept in the process.
	inboundRecords = 200_000
	// inboundPairs bounds the cached names of shipments.
	inboundPairs = 200_000
)

var inboundModule = fx.Module("inbound",
	fx.Provide(
		as[ports.Marketplace](amazoninbound.New),
		caches[ports.Key, any](0, inboundRecords),
		func() ports.Pairs { return inboundmemory.NewPairs(inboundPairs) },
		inbound.New,
	),
	routes(inboundhttp.Routes),
)

// relayModule passes calls through to Amazon's own API, for shipments and other operations.
var relayModule = fx.Module("relay",
	fx.Provide(
		method(amazonrelay.New, func(v *amazonrelay.Relay) relayports.Marketplace { return v.Call }),
		relay.NewRelays,
		rawRoute(func() rawRoutes {
			return func(s *httpx.Server) { relayhttp.Tokens(s.Engine(), s.AdmitKey) }
		}),
	),
	routes(relayhttp.Routes),
)
