package compose

import (
	"go.uber.org/fx"

	syncstore "sellingassistant/adapters/persistence/inventory/syncing"
	syncapp "sellingassistant/app/inventory/syncing"
	syncports "sellingassistant/ports/inventory/syncing"

	"sellingassistant/adapters/amazon/listings"
	"sellingassistant/ports/jobs"
)

var inventorySync = fx.Options(
	fx.Provide(
		fx.Annotate(syncstore.NewRuns, fx.As(new(syncports.Runs))),
		fx.Annotate(listings.New, fx.As(new(syncports.Market))),
		syncapp.NewSyncs,
		fx.Annotate(func(s *syncapp.Syncs) []jobs.Handler { return s.Handlers() }, fx.ResultTags(`group:"job_handlers,flatten"`)),
		fx.Annotate(func(s *syncapp.Syncs) []jobs.Periodic { return s.Periodic() }, fx.ResultTags(`group:"periodic_jobs,flatten"`)),
	),
)
