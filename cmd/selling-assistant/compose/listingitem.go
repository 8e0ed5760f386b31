package compose

import (
	"go.uber.org/fx"

	"sellingassistant/adapters/amazon/catalog"
	"sellingassistant/adapters/amazon/listings"
	"sellingassistant/adapters/bridge"
	listingitemhttp "sellingassistant/adapters/http/listingitem"
	"sellingassistant/app/listingitem"
	ports "sellingassistant/ports/listingitem"
)

var listingItemModule = fx.Module("listingitem",
	fx.Provide(
		fx.Annotate(bridge.NewPermissions, fx.As(new(ports.Restrictions))),
		fx.Annotate(catalog.New, fx.As(new(ports.Catalog))),
		fx.Annotate(catalog.NewDefinitions, fx.As(new(ports.Definitions))),
		fx.Annotate(listings.New, fx.As(new(ports.ListingReader)), fx.As(new(ports.ListingWriter))),
		listingitem.NewListingItems,
	),
	routes(listingitemhttp.Routes),
)
