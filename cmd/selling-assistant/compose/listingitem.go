package compose

import (
	"go.uber.org/fx"

	"sellingassistant/adapters/amazon"
	"sellingassistant/adapters/bridge"
	listingitemhttp "sellingassistant/adapters/http/listingitem"
	"sellingassistant/app/listingitem"
	ports "sellingassistant/ports/listingitem"
)

var listingItemModule = fx.Module("listingitem",
	fx.Provide(
		fx.Annotate(bridge.NewPermissions, fx.As(new(ports.Restrictions))),
		func(r *amazon.CatalogReader) ports.Catalog { return r },
		fx.Annotate(amazon.NewDefinitions, fx.As(new(ports.Definitions))),
		fx.Annotate(amazon.NewListingReader, fx.As(new(ports.ListingReader))),
		fx.Annotate(amazon.NewListingWriter, fx.As(new(ports.ListingWriter))),
		listingitem.NewListingItems,
	),
	routes(listingitemhttp.Routes),
)
