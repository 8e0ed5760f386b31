package compose

import (
	"go.uber.org/fx"

	"sellingassistant/adapters/amazon/catalog"
	converterhttp "sellingassistant/adapters/http/converter"
	"sellingassistant/app/converter"
	codes "sellingassistant/domain/converter"
	ports "sellingassistant/ports/converter"
)

// cachedConversions bounds the answers of the converters kept in the process.
const cachedConversions = 50_000

var converterModule = fx.Module("converter",
	fx.Provide(
		as[ports.CatalogReader](catalog.New),
		caches[ports.Key, []codes.Identifier](ports.CacheFor, cachedConversions),
		converter.NewConverters,
	),
	routes(converterhttp.Routes),
)
