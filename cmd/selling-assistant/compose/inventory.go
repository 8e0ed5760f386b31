package compose

import (
	"context"
	"time"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon/catalog"
	"sellingassistant/adapters/amazon/listings"
	inventorybridge "sellingassistant/adapters/bridge/inventory"
	listingitembridge "sellingassistant/adapters/bridge/listingitem"
	repricerbridge "sellingassistant/adapters/bridge/repricer"
	inventoryhttp "sellingassistant/adapters/http/inventory"
	restrictionhttp "sellingassistant/adapters/http/restriction"
	"sellingassistant/adapters/persistence/db"
	inventorystore "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/adapters/persistence/inventory/catalogue"
	syncstore "sellingassistant/adapters/persistence/inventory/syncing"
	"sellingassistant/app/inventory"
	"sellingassistant/app/inventory/facade"
	listingsapp "sellingassistant/app/inventory/listings"
	syncapp "sellingassistant/app/inventory/syncing"
	purchasingfacade "sellingassistant/app/purchasing/facade"
	restrictionapp "sellingassistant/app/restriction"
	"sellingassistant/ports/account"
	annotationports "sellingassistant/ports/annotation"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/event"
	ports "sellingassistant/ports/inventory"
	syncports "sellingassistant/ports/inventory/syncing"
	"sellingassistant/ports/jobs"
	listingitemports "sellingassistant/ports/listingitem"
	"sellingassistant/ports/ratelimit"
	pricingports "sellingassistant/ports/repricer/pricing"
	"sellingassistant/ports/tx"
)

var inventoryModule = fx.Module("inventory", inventorySKUs, inventoryProducts, inventoryListings, inventorySync)

// rollEvery bounds how late a list shows the cost of a day that has begun.
const rollEvery = 10 * time.Minute

var inventorySKUs = fx.Options(
	fx.Provide(
		as[ports.SKUs](inventorystore.NewSKUs),
		as[ports.CostLayers](inventorystore.NewCostLayers),
		as[ports.CostWatch](inventorybridge.NewCostEvents),
		method(inventorybridge.NewSKURepricing, func(v *inventorybridge.SKURepricing) ports.SKURepricing { return v.Rows }),
		method(repricerbridge.NewCosts, func(v *repricerbridge.Costs) pricingports.Costs { return v.Current }),
		newSKUIntake, inventory.NewWatchedCosts, inventory.NewSKUs, inventory.NewCosts,
	),
	periodic(jobs.Periodic{Kind: "inventory.roll_costs", Every: rollEvery}, rollEvery,
		func(ctx context.Context, c *inventory.Costs, log *zap.Logger) error {
			rolled, err := c.Roll(ctx)
			if rolled > 0 {
				log.Info("costs of SKUs turned", zap.Int("skus", rolled))
			}
			return err
		}),
	routes(inventoryhttp.SKURoutes),
)

// matchTimeout suffices for a hundred thousand SKUs; the next run continues where one ended.
const matchTimeout = 10 * time.Minute

var inventoryProducts = fx.Options(
	fx.Provide(
		as[ports.Products](inventorystore.NewProducts),
		as[ports.MatchTargets](catalogue.NewMatchTargets),
		method(catalogue.New, func(v *catalogue.Catalogue) ports.Catalogue { return v.Find }),
		as[ports.VATs](catalogue.New),
		inventory.NewVATs,
		as[ports.LiveRecords](catalogue.NewLiveRecords),
		as[ports.Demand](catalogue.NewDemand),
		as[ports.Purchasing](inventorybridge.NewPurchasing),
		method(inventorybridge.NewProductDocuments,
			func(v *inventorybridge.ProductDocuments) ports.ProductDocuments { return v.Count }),
		fx.Annotate(inventorybridge.NewProductTeams,
			fx.As(fx.Self()), fx.As(new(ports.ProductTeams))),
		func(t *inventorybridge.ProductTeams) ports.ListingHomes { return t.Marketplace },
		func(t *inventorybridge.ProductTeams) annotationports.People { return t.PersonName },
		inventory.NewProducts, inventory.NewMatching, inventory.NewPurchases,
		filled[facade.Parts](), facade.New,
	),
	jobHandler(func(m *inventory.Matching, log *zap.Logger) jobs.Handler {
		return jobs.Handler{Kind: inventory.MatchKind, Timeout: matchTimeout, Run: func(ctx context.Context, j jobs.Job) error {
			matched, err := m.Run(ctx, j.Team)
			log.Info("SKUs were matched", zap.Int64("team", int64(j.Team)), zap.Int("matched", matched))
			return err
		}}
	}),
	periodic(jobs.Periodic{Kind: "inventory.roll_product_costs", Every: rollEvery}, jobs.DefaultTimeout,
		func(ctx context.Context, c *inventory.Costs, _ *zap.Logger) error {
			_, err := c.RollProducts(ctx)
			return err
		}),
	routes(inventoryhttp.ProductRoutes),
)

var inventoryListings = fx.Options(
	fx.Provide(
		as[ports.Listings](inventorystore.NewListings),
		func(s *db.Store, f *purchasingfacade.Facade) ports.ListingProducts {
			return inventorybridge.NewListingProducts(catalogue.NewListingProducts(s).ForListings, f).ForListings
		},
		method(catalog.NewSchemas, func(v *catalog.Schemas) ports.Definitions { return v.Check }),
		method(inventorybridge.NewListingEvents,
			func(v *inventorybridge.ListingEvents) ports.ListingWatch { return v.ListingsSeen }),
		as[listingitemports.Drafts](listingitembridge.NewListingDrafts),
		listingsapp.NewListings, listingsapp.NewListingSending, listingsapp.NewListingIntake, newPermissions,
	),
	routes(inventoryhttp.ListingRoutes),
)

func newPermissions(c *restrictionapp.Checks, l ratelimit.Limiter) ports.Restrictions {
	return inventorybridge.NewListingPermissions(c, restrictionhttp.Counter(l)).Permission
}

func newSKUIntake(
	skus ports.SKUs, news *inventory.WatchedCosts, runner tx.Runner, clk clock.Clock, events event.Log,
) *inventory.SKUIntake {
	return inventory.NewSKUIntake(skus, news, runner, clk).Reporting(events)
}

func newSyncs(
	run tx.Runner, runs syncports.Runs, skus *inventory.SKUIntake, all *listingsapp.ListingIntake, market syncports.Market,
	sellers account.Sellers, queue jobs.Queue, clk clock.Clock, events event.Log,
) *syncapp.Syncs {
	return syncapp.NewSyncs(run, runs, skus, all, market, sellers, queue, clk).Reporting(events)
}

var inventorySync = fx.Options(
	fx.Provide(
		as[syncports.Runs](syncstore.NewRuns),
		as[syncports.Market](listings.New),
		newSyncs,
	),
	ownJobs[*syncapp.Syncs](),
)
