package telemetry

import (
	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"

	"sellingassistant/domain/exchange"
	"sellingassistant/domain/kernel/date"
	ports "sellingassistant/ports/exchange"
)

// RateMetrics counts and logs readings of the file of reference rates.
type RateMetrics struct {
	readings *prometheus.CounterVec
	refused  prometheus.Counter
	newest   prometheus.Gauge
	log      *zap.Logger
}

// NewRateMetrics registers its metrics.
func NewRateMetrics(reg prometheus.Registerer, log *zap.Logger) (*RateMetrics, error) {
	w := &RateMetrics{
		readings: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: "exchange", Name: "readings_total",
			Help: "Readings of the file of reference rates, by outcome: read or failed.",
		}, []string{"outcome"}),
		refused: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: "exchange", Name: "rates_refused_total",
			Help: "Reference rates that moved too far or could not be read.",
		}),
		newest: prometheus.NewGauge(prometheus.GaugeOpts{
			Namespace: "exchange", Name: "newest_rate_timestamp_seconds",
			Help: "The day of the newest reference rate.",
		}),
		log: log.Named("exchange"),
	}
	for _, c := range []prometheus.Collector{w.readings, w.refused, w.newest} {
		if err := reg.Register(c); err != nil {
			return nil, err
		}
	}
	return w, nil
}

var _ ports.Watch = (*RateMetrics)(nil)

// Read logs each refused rate, and new rates.
func (w *RateMetrics) Read(stored int64, refused exchange.Book, unread int, newest date.Date) {
	w.readings.WithLabelValues("read").Inc()
	w.refused.Add(float64(len(refused) + unread))
	w.newest.Set(float64(newest.Start().Unix()))
	for _, v := range refused {
		w.log.Warn("a reference rate was refused: it moves too far, or has a day that is not over",
			zap.String("currency", string(v.Quote)), zap.String("date", v.Day.String()), zap.String("rate", v.Rate.String()))
	}
	if unread > 0 {
		w.log.Warn("lines of the file of reference rates could not be read", zap.Int("lines", unread))
	}
	if stored > 0 {
		w.log.Info("reference rates were stored", zap.Int64("rates", stored), zap.String("newest", newest.String()))
	}
}

// Failed logs the failure with the newest day that remains.
func (w *RateMetrics) Failed(err error, newest *date.Date) {
	w.readings.WithLabelValues("failed").Inc()
	kept := "none"
	if newest != nil {
		kept = newest.String()
		w.newest.Set(float64(newest.Start().Unix()))
	}
	w.log.Warn("the file of reference rates could not be read; the stored rates stay",
		zap.Error(err), zap.String("newest", kept))
}
