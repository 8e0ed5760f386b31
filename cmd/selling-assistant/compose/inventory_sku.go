package compose

import (
	"context"
	"time"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/bridge"
	inventoryhttp "sellingassistant/adapters/http/inventory"
	inventorystore "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/app/inventory"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/ports/jobs"
	pricingports "sellingassistant/ports/repricer/pricing"
)

var inventoryModule = fx.Module("inventory", inventorySKUs, inventoryProducts, inventoryListings, inventorySync)

var inventorySKUs = fx.Options(
	fx.Provide(
		fx.Annotate(inventorystore.NewSKUs, fx.As(new(ports.SKUs))),
		fx.Annotate(bridge.NewCostNews, fx.As(new(ports.CostWatch))),
		fx.Annotate(inventorystore.NewCostLayers, fx.As(new(ports.CostLayers))), inventory.NewCostNews,
		fx.Annotate(bridge.NewSKURepricing, fx.As(new(ports.SKURepricing))),
		fx.Annotate(bridge.NewCosts, fx.As(new(pricingports.Costs))),
		inventory.NewSKUIntake,
		inventory.NewSKUs, inventory.NewCosts,
	),
	jobHandler(newSKUCostHandler), periodicJob(newSKUCostSchedule),
	routes(inventoryhttp.SKURoutes),
)

// rollSKUCosts is the kind of the job that brings costs up to the day.
const rollSKUCosts = "inventory.roll_costs"

// rollSKUCostsEvery is how late a list may show the cost of a day that has begun.
const rollSKUCostsEvery = 10 * time.Minute

func newSKUCostHandler(c *inventory.Costs, log *zap.Logger) jobs.Handler {
	return jobs.Handler{Kind: rollSKUCosts, Timeout: rollSKUCostsEvery, Run: func(ctx context.Context, _ jobs.Job) error {
		rolled, err := c.Roll(ctx)
		if rolled > 0 {
			log.Info("costs of SKUs turned", zap.Int("skus", rolled))
		}
		return err
	}}
}

func newSKUCostSchedule() jobs.Periodic {
	return jobs.Periodic{Kind: rollSKUCosts, Every: rollSKUCostsEvery}
}
