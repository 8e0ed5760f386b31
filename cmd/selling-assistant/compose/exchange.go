package compose

import (
	"context"
	"time"

	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/ecb"
	exchangehttp "sellingassistant/adapters/http/exchange"
	exchangestore "sellingassistant/adapters/persistence/exchange"
	"sellingassistant/adapters/telemetry"
	"sellingassistant/app/exchange"
	"sellingassistant/app/exchange/facade"
	"sellingassistant/config"
	ports "sellingassistant/ports/exchange"
	"sellingassistant/ports/jobs"
)

// readRatesEvery sets the time between two readings of the file of reference rates, which changes
// once a working day.
const readRatesEvery = 4 * time.Hour

var exchangeModule = fx.Module("exchange",
	fx.Provide(
		as[ports.Rates](exchangestore.NewRates),
		as[ports.References](exchangestore.NewReferences),
		as[ports.Watch](telemetry.NewRateMetrics),
		func(cfg config.Config) ports.File { return ecb.NewClient(cfg.FXURL, nil) },
		exchange.NewRates, exchange.NewReading, facade.New,
	),
	periodic(jobs.Periodic{Kind: "exchange.read", Every: readRatesEvery, Request: jobs.Request{Queue: jobs.Bulk}},
		jobs.DefaultTimeout,
		func(ctx context.Context, r *exchange.Reading, _ *zap.Logger) error { return r.Read(ctx) }),
	routes(exchangehttp.RateRoutes),
)
