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
)

var inventoryProducts = fx.Options(
	fx.Provide(
		fx.Annotate(inventorystore.NewProducts, fx.As(new(ports.Products))),
		fx.Annotate(inventorystore.NewMatchTargets, fx.As(new(ports.MatchTargets))),
		fx.Annotate(inventorystore.NewLiveRecords, fx.As(new(ports.LiveRecords))),
		fx.Annotate(bridge.NewProductDocuments, fx.As(new(ports.ProductDocuments))),
		fx.Annotate(bridge.NewProductTeams, fx.As(new(ports.ProductTeams)), fx.As(new(ports.ListingHomes))),
		inventory.NewProducts, inventory.NewMatching,
	),
	jobHandler(newMatchHandler), jobHandler(newRollHandler), periodicJob(newRollSchedule),
	routes(inventoryhttp.ProductRoutes),
)

// rollKind is the kind of the job that brings the costs of products up to the day.
const rollKind = "inventory.roll_product_costs"

// matchTimeout is enough for a hundred thousand SKUs; the next run goes on
// where one ended.
const matchTimeout = 10 * time.Minute

func newMatchHandler(m *inventory.Matching, log *zap.Logger) jobs.Handler {
	return jobs.Handler{Kind: inventory.MatchKind, Timeout: matchTimeout, Run: func(ctx context.Context, j jobs.Job) error {
		matched, err := m.Run(ctx, j.Team)
		log.Info("SKUs were matched", zap.Int64("team", int64(j.Team)), zap.Int("matched", matched))
		return err
	}}
}

func newRollHandler(c *inventory.Costs) jobs.Handler {
	return jobs.Handler{Kind: rollKind, Run: func(ctx context.Context, _ jobs.Job) error {
		_, err := c.RollProducts(ctx)
		return err
	}}
}

// rollEvery is how late a list may show the cost of a day that has begun.
const rollEvery = 10 * time.Minute

func newRollSchedule() jobs.Periodic { return jobs.Periodic{Kind: rollKind, Every: rollEvery} }
