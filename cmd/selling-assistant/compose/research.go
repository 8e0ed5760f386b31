package compose

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/fx"
	"go.uber.org/zap"

	"sellingassistant/adapters/amazon/catalog"
	amazonpricing "sellingassistant/adapters/amazon/pricing"
	"sellingassistant/adapters/amazon/spapi"
	"sellingassistant/adapters/bridge"
	"sellingassistant/adapters/feetable"
	researchhttp "sellingassistant/adapters/http/research"
	"sellingassistant/adapters/keepa"
	researchmemory "sellingassistant/adapters/memory/research"
	"sellingassistant/app/research"
	"sellingassistant/app/restriction"
	"sellingassistant/config"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/research"
)

// keptHistories bounds the answers of Keepa that are kept in the process, in bytes.
const keptHistories = 64 << 20

// keptProducts bounds what is known of products in the process, in bytes.
const keptProducts = 64 << 20

var researchModule = fx.Module("research",
	fx.Provide(
		feetable.Read, research.NewProfits, research.NewHistories, research.NewEstimates, research.NewProducts,
		filled[research.SourceParts](), research.NewSources,
		as[ports.Catalog](catalog.New), newResearchMarket,
		func(c clock.Clock) ports.Known { return researchmemory.NewKnown(c, keptProducts) },
		as[ports.Histories](newKeepa),
		func(c clock.Clock) ports.Kept { return researchmemory.NewKept(c, keptHistories) },
	),
	routes(researchhttp.ProductRoutes), routes(researchhttp.ProfitRoutes), routes(researchhttp.HistoryRoutes), routes(researchhttp.SalesRoutes),
)

// newResearchMarket asks Amazon as callers do who wait.
func newResearchMarket(client *spapi.Client, checks *restriction.Checks, c clock.Clock) ports.Market {
	p := amazonpricing.New(client, spapi.Interactive)
	return bridge.NewResearchMarket(p, p, checks, c)
}

func newKeepa(cfg config.Config, c clock.Clock, log *zap.Logger, reg prometheus.Registerer) (*keepa.Client, error) {
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
	return keepa.NewClient(keepa.Config{Key: cfg.Keepa.Key, URL: cfg.Keepa.URL, Reserve: cfg.Keepa.Reserve, Clock: c, Watch: w}), nil
}

// keepaWatch shows the operator what becomes of Keepa's tokens, and that the key does not work.
type keepaWatch struct {
	log   *zap.Logger
	left  prometheus.Gauge
	spent *prometheus.CounterVec
	waits prometheus.Histogram
}

func (w *keepaWatch) Answered(lane keepa.Lane, waited time.Duration, m keepa.Meter) {
	if left, ok := m.Left.Get(); ok {
		w.left.Set(float64(left))
	}
	w.spent.WithLabelValues(lane.String()).Add(float64(m.Consumed))
	w.waits.Observe(waited.Seconds())
}

func (w *keepaWatch) KeyRefused(status int) {
	w.log.Error("keepa refuses the key: price histories are not available", zap.Int("status", status))
}
