package telemetry

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"

	"sellingassistant/domain/repricer/history"
	sendingports "sellingassistant/ports/repricer/sending"
)

// SendMetrics counts and logs the results of the prices that the repricer sends.
type SendMetrics struct {
	prices   *prometheus.CounterVec
	breakers prometheus.Counter
	log      *zap.Logger
}

func NewSendMetrics(reg prometheus.Registerer, log *zap.Logger) (*SendMetrics, error) {
	w := &SendMetrics{
		prices: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: "repricer", Name: "prices_total", Help: "Prices by the lane they were sent in (patch, feed) and their outcome.",
		}, []string{"lane", "outcome"}),
		breakers: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: "repricer", Name: "reject_breaker_trips_total", Help: "Lanes that were stopped because too many of their prices were refused.",
		}),
		log: log.Named("repricer"),
	}
	if err := reg.Register(w.prices); err != nil {
		return nil, err
	}
	return w, reg.Register(w.breakers)
}

var _ sendingports.Metrics = (*SendMetrics)(nil)

func (w *SendMetrics) Outcome(l history.Route, o history.Outcome, n int) {
	w.prices.WithLabelValues(string(l), string(o)).Add(float64(n))
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
