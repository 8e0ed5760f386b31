package compose

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon/catalog"
	amazonpricing "sellingassistant/adapters/amazon/pricing"
	"sellingassistant/adapters/amazon/spapi"
	researchbridge "sellingassistant/adapters/bridge/research"
	"sellingassistant/adapters/feetable"
	"sellingassistant/adapters/http/httpx"
	researchhttp "sellingassistant/adapters/http/research"
	"sellingassistant/adapters/keepa"
	"sellingassistant/adapters/persistence/db"
	researchstore "sellingassistant/adapters/persistence/research"
	"sellingassistant/adapters/redis"
	"sellingassistant/app/research"
	"sellingassistant/app/restriction"
	"sellingassistant/config"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/research/fee"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/ports/clock"
	"sellingassistant/ports/jobs"
	ports "sellingassistant/ports/research"
)

// keptProducts bounds the cached data of products in the process, in bytes.
const keptProducts = 64 << 20

var researchModule = fx.Module("research",
	fx.Provide(
		readFeeTables, rawRoute(feeTableRemark),
		method(researchbridge.NewOwnProducts, func(v *researchbridge.OwnProducts) ports.OwnProducts { return v.Own }),
		method(researchbridge.NewOwnSales, func(v *researchbridge.OwnSales) ports.OwnSales { return v.Sold }),
		method(researchbridge.NewResearchTerms, func(v *researchbridge.ResearchTerms) ports.Terms { return v.Of }),
		method(researchbridge.NewRates, func(v *researchbridge.Rates) ports.Rates { return v.At }),
		research.NewFeeChecks, research.NewProfits, research.NewHistories,
		research.NewEstimates, research.NewProducts,
		filled[research.SourceParts](), research.NewSources,
		as[ports.Calibration](researchstore.NewCalibration), research.NewCalibrations, newSeeds, fx.Annotate(newCurveJob, fx.ResultTags(`group:"jobs"`)),
		method(catalog.New, func(v *catalog.Client) ports.Catalog { return v.Products }), newResearchMarket,
		caches[ports.ProductKey, lookup.Found](0, keptProducts),
		as[ports.Histories](newKeepa),
		as[ports.Kept](newKeptHistories), as[ports.Payments](researchstore.NewPayments),
	),
	periodic(jobs.Periodic{Kind: "research.fit", Every: 24 * time.Hour, Request: jobs.Request{Queue: jobs.Bulk}}, time.Hour,
		func(ctx context.Context, c *research.Calibrations, log *zap.Logger) error {
			n, err := c.Fit(ctx)
			log.Info("sales curves were fitted", zap.Int("categories", n))
			return err
		}),
	periodic(jobs.Periodic{Kind: "research.sweep", Every: time.Hour, Request: jobs.Request{Queue: jobs.Bulk}}, 10*time.Minute,
		func(ctx context.Context, h *research.Histories, _ *zap.Logger) error { return h.Sweep(ctx) }),
	routes(researchhttp.ProductRoutes), routes(researchhttp.ProfitRoutes), routes(researchhttp.HistoryRoutes), routes(researchhttp.SalesRoutes),
)

func newKeptHistories(s *db.Store, cfg config.Config) *researchstore.Kept {
	return researchstore.NewKept(s, cfg.Keepa.Kept)
}

func newSeeds(h ports.Histories, e *research.Estimates, c clock.Clock) *research.Seeds {
	return research.NewSeeds(h, e, c, rand.Float64)
}

// newCurveJob stores observations of products, and reads the fitted curves.
func newCurveJob(c *research.Calibrations, ready readiness, log *zap.Logger) job {
	return func(ctx context.Context) {
		if untilNoError(ctx, log, "sales curves wait for the database", ready) {
			c.Keep(ctx, func(err error) { log.Warn("sales curves were not kept", zap.Error(err)) })
		}
	}
}

func readFeeTables(cfg config.Config) (fee.Tables, error) {
	if cfg.FeeTables == "" {
		return feetable.Read()
	}
	tables, err := feetable.ReadFolder(cfg.FeeTables)
	if err != nil {
		return nil, fmt.Errorf("SA_FEE_TABLES: %w", err)
	}
	return tables, nil
}

// feeTables describes the fee tables to the operator.
type feeTables struct {
	// Files lists the files of SA_FEE_TABLES.
	Files []string `json:"files"`
	// Outdated lists the tables in use that have ended or not begun.
	Outdated []string `json:"outdated"`
}

// feeTableRemark names tables in use that do not cover the present day, and the operator's own
// files. Neither keeps the service from being ready.
func feeTableRemark(cfg config.Config, tables fee.Tables, c clock.Clock) rawRoutes {
	remark := feeTables{Files: []string{}}
	if cfg.FeeTables != "" {
		if files, err := feetable.Files(cfg.FeeTables); err == nil {
			remark.Files = files
		}
	}
	return func(s *httpx.Server) {
		s.Remark("fee_tables", func() any {
			now := remark
			if now.Outdated = tables.Outdated(date.Of(c.Now())); len(now.Files)+len(now.Outdated) == 0 {
				return nil
			}
			return now
		})
	}
}

// newResearchMarket calls Amazon with the priority of waiting callers.
func newResearchMarket(client *spapi.Client, checks *restriction.Checks, c clock.Clock) ports.Market {
	return researchbridge.NewResearchMarket(amazonpricing.New(client, spapi.Interactive), checks, c)
}

func newKeepa(cfg config.Config, c clock.Clock, together *redis.Client, alone *redis.Fallback, log *zap.Logger,
	reg prometheus.Registerer,
) (*keepa.Client, error) {
	w := &keepaWatch{
		log:   log,
		left:  prometheus.NewGauge(prometheus.GaugeOpts{Namespace: "keepa", Name: "tokens_left", Help: "Tokens of the key, as the last answer told."}),
		spent: prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "keepa", Name: "tokens_spent_total", Help: "Tokens by lane."}, []string{"lane"}),
		waits: prometheus.NewHistogram(prometheus.HistogramOpts{Namespace: "keepa", Name: "wait_seconds", Help: "Time calls waited for tokens."}),
	}
	for _, one := range []prometheus.Collector{w.left, w.spent, w.waits} {
		if err := reg.Register(one); err != nil {
			return nil, err
		}
	}
	balance := keepa.NewLocal(c)
	if together != nil {
		balance = keepa.NewShared(together)
	}
	if alone != nil {
		balance = keepa.NewFallback(balance, keepa.NewLocal(c), alone)
	}
	return keepa.NewClient(keepa.Config{Key: cfg.Keepa.Key, URL: cfg.Keepa.URL, Reserve: cfg.Keepa.Reserve, Clock: c, Balance: balance, Watch: w}), nil
}

// keepaWatch shows the operator the use of Keepa's tokens, and a key that does not work.
type keepaWatch struct {
	log   *zap.Logger
	left  prometheus.Gauge
	spent *prometheus.CounterVec
	waits prometheus.Histogram
}

func (w *keepaWatch) Answered(lane lookup.Lane, waited time.Duration, m keepa.Meter) {
	if left, ok := m.Left.Get(); ok {
		w.left.Set(float64(left))
	}
	w.spent.WithLabelValues(lane.String()).Add(float64(m.Consumed))
	w.waits.Observe(waited.Seconds())
}

func (w *keepaWatch) KeyRefused(status int) {
	w.log.Error("keepa refuses the key: price histories are not available", zap.Int("status", status))
}

func (w *keepaWatch) Unsettled(err error) {
	w.log.Warn("keepa's meter was not kept", zap.Error(err))
}
