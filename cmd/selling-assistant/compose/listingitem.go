package compose

import (
	"go.uber.org/fx"

	"sellingassistant/adapters/amazon/catalog"
	"sellingassistant/adapters/amazon/listings"
	listingitembridge "sellingassistant/adapters/bridge/listingitem"
	listingitemhttp "sellingassistant/adapters/http/listingitem"
	"sellingassistant/app/listingitem"
	ports "sellingassistant/ports/listingitem"
)

var listingItemModule = fx.Module("listingitem",
	fx.Provide(
		as[ports.Restrictions](listingitembridge.NewPermissions),
		as[ports.Catalog](catalog.New),
		as[ports.Definitions](catalog.NewDefinitions),
		as[ports.Listings](listings.New),
		listingitem.NewListingItems,
	),
	routes(listingitemhttp.Routes),
)
