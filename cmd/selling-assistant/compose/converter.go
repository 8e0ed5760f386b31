package compose

import (
	"go.uber.org/fx"

	"sellingassistant/adapters/amazon/catalog"
	converterhttp "sellingassistant/adapters/http/converter"
	convertercache "sellingassistant/adapters/memory/converter"
	"sellingassistant/app/converter"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/converter"
)

// cachedConversions bounds the answers of the converters kept in the process.
const cachedConversions = 50_000

var converterModule = fx.Module("converter",
	fx.Provide(
		as[ports.CatalogReader](catalog.New),
		func(c clock.Clock) ports.Cache { return convertercache.NewCache(c, cachedConversions) },
		converter.NewConverters,
	),
	routes(converterhttp.Routes),
)
