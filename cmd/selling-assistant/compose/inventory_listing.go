package compose

import (
	"go.uber.org/fx"

	"sellingassistant/adapters/amazon/catalog"
	"sellingassistant/adapters/bridge"
	inventoryhttp "sellingassistant/adapters/http/inventory"
	restrictionhttp "sellingassistant/adapters/http/restriction"
	inventorystore "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/app/inventory"
	restrictionapp "sellingassistant/app/restriction"
	ports "sellingassistant/ports/inventory"
	listingitemports "sellingassistant/ports/listingitem"
	"sellingassistant/ports/ratelimit"
)

var inventoryListings = fx.Options(
	fx.Provide(
		fx.Annotate(inventorystore.NewListings, fx.As(new(ports.Listings))),
		fx.Annotate(inventorystore.NewListingProducts, fx.As(new(ports.ListingProducts))),
		func(c *restrictionapp.Checks, l ratelimit.Limiter) ports.Restrictions {
			return bridge.NewListingPermissions(c, restrictionhttp.Counter(l))
		},
		fx.Annotate(catalog.NewSchemas, fx.As(new(ports.Definitions))),
		inventory.NewListings, inventory.NewListingSending,
		fx.Annotate(bridge.NewListingNews, fx.As(new(ports.ListingWatch))),
		inventory.NewListingIntake,
		fx.Annotate(bridge.NewListingDrafts, fx.As(new(listingitemports.Drafts))),
	),
	routes(inventoryhttp.ListingRoutes),
)
