package compose

import (
	"go.uber.org/fx"

	"sellingassistant/adapters/amazon/listings"
	inventorystore "sellingassistant/adapters/persistence/inventory"
	"sellingassistant/app/inventory"
	ports "sellingassistant/ports/inventory"
	"sellingassistant/ports/jobs"
)

var inventorySync = fx.Options(
	fx.Provide(
		fx.Annotate(inventorystore.NewSyncRuns, fx.As(new(ports.SyncRuns))),
		fx.Annotate(listings.New, fx.As(new(ports.SyncMarket))),
		inventory.NewSyncs,
		fx.Annotate(func(s *inventory.Syncs) []jobs.Handler { return s.Handlers() }, fx.ResultTags(`group:"job_handlers,flatten"`)),
		fx.Annotate(func(s *inventory.Syncs) []jobs.Periodic { return s.Periodic() }, fx.ResultTags(`group:"periodic_jobs,flatten"`)),
	),
)
