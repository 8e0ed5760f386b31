package telemetry

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"

	"sellingassistant/domain/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
)

// SendMetrics counts and logs the results of the prices that the repricer sends.
type SendMetrics struct {
	prices   *prometheus.CounterVec
	last     prometheus.Gauge
	breakers prometheus.Counter
	log      *zap.Logger
}

func NewSendMetrics(reg prometheus.Registerer, log *zap.Logger) (*SendMetrics, error) {
	w := &SendMetrics{
		prices: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: "repricer", Name: "prices_total", Help: "Prices by the lane they were sent in (patch, feed) and their outcome.",
		}, []string{"lane", "outcome"}),
		last: prometheus.NewGauge(prometheus.GaugeOpts{
			Namespace: "repricer", Name: "last_price_timestamp_seconds",
			Help: "The last time that Amazon took a price of this process.",
		}),
		breakers: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: "repricer", Name: "reject_breaker_trips_total", Help: "Lanes that were stopped because too many of their prices were refused.",
		}),
		log: log.Named("repricer"),
	}
	return w, errors.Join(reg.Register(w.prices), reg.Register(w.last), reg.Register(w.breakers))
}

var _ sendingports.Metrics = (*SendMetrics)(nil)

func (w *SendMetrics) Outcome(l history.Route, o history.Outcome, n int) {
	w.prices.WithLabelValues(string(l), string(o)).Add(float64(n))
	if n > 0 && (o == history.OutcomeSubmitted || o == history.OutcomeAccepted) {
		w.last.SetToCurrentTime()
	}
}

func (w *SendMetrics) Tripped(k sendingports.Account, until time.Time) {
	w.breakers.Inc()
	w.log.Error("too many prices were rejected, so sending is paused", append(lane(k), zap.Time("until", until))...)
}

func (w *SendMetrics) Failed(k sendingports.Account, err error) {
	w.log.Warn("work on an account's prices failed and is retried", append(lane(k), zap.Error(err))...)
}

func lane(k sendingports.Account) []zap.Field {
	return []zap.Field{zap.Int64("team", int64(k.Team)), zap.String("seller_id", k.SellerID), zap.String("region", string(k.Region))}
}
