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
		method(listingitembridge.NewPermissions,
			func(v *listingitembridge.Permissions) ports.Restrictions { return v.Permission }),
		method(catalog.New, func(v *catalog.Client) ports.Catalog { return v.ProductType }),
		method(catalog.NewDefinitions, func(v *catalog.Definitions) ports.Definitions { return v.OwnChannel }),
		as[ports.Listings](listings.New),
		listingitem.NewListingItems,
	),
	routes(listingitemhttp.Routes),
)
