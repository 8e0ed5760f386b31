package telemetry

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/repricer/decision"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// EngineMetrics counts and logs the work of the repricer's engine.
type EngineMetrics struct {
	decided *prometheus.CounterVec
	waited  *prometheus.HistogramVec
	tripped prometheus.Counter
	dropped prometheus.Counter
	failed  prometheus.Counter
	log     *zap.Logger
}

func NewEngineMetrics(reg prometheus.Registerer, log *zap.Logger) (*EngineMetrics, error) {
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Namespace: "repricer", Name: name, Help: help})
	}
	e := &EngineMetrics{
		decided: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: "repricer", Name: "decisions_total", Help: "Decisions by action and reason.",
		}, []string{"action", "reason"}),
		waited: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: "repricer", Name: "queue_wait_seconds", Help: "From the wake-up of a row to its decision.",
			Buckets: []float64{.05, .2, 1, 5, 30, 120, 900, 3600, 14400},
		}, []string{"lane"}),
		tripped: counter("run_breaker_total", "How often falling prices of a team were frozen together."),
		dropped: counter("sweeps_dropped_total", "Sweeps of a marketplace that were not believed."),
		failed:  counter("evaluations_failed_total", "Rows that could not be evaluated and come again."),
		log:     log.Named("repricer"),
	}
	for _, c := range []prometheus.Collector{e.decided, e.waited, e.tripped, e.dropped, e.failed} {
		if err := reg.Register(c); err != nil {
			return nil, err
		}
	}
	return e, nil
}

var _ pricingports.Metrics = (*EngineMetrics)(nil)

func (e *EngineMetrics) Decided(v decision.Verdict, r decision.Reason, n int) {
	e.decided.WithLabelValues(string(v), string(r)).Add(float64(n))
}

func (e *EngineMetrics) Waited(p repricer.Priority, d time.Duration) {
	e.waited.WithLabelValues(string(p)).Observe(d.Seconds())
}

func (e *EngineMetrics) Tripped(team id.Team, falling int) {
	e.tripped.Inc()
	e.log.Error("falling prices of a team were frozen", zap.Int64("team", int64(team)), zap.Int("rows", falling))
}

func (e *EngineMetrics) SourceTripped(team id.Team, empty, read int) {
	e.dropped.Inc()
	e.log.Error("a sweep was dropped: too many offers were empty",
		zap.Int64("team", int64(team)), zap.Int("empty", empty), zap.Int("read", read))
}

func (e *EngineMetrics) Failed(team id.Team, rows int, err error) {
	e.failed.Add(float64(rows))
	e.log.Warn("rows were not evaluated", zap.Int64("team", int64(team)), zap.Int("rows", rows), zap.Error(err))
}
