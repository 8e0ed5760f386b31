package telemetry

import (
	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/repricer"
	alertsports "sellingassistant/ports/repricer/alerts"
)

// AlertMetrics counts and logs the delivery of the repricer's messages to people.
type AlertMetrics struct {
	messages  *prometheus.CounterVec
	forgotten prometheus.Counter
	log       *zap.Logger
}

func NewAlertMetrics(reg prometheus.Registerer, log *zap.Logger) (*AlertMetrics, error) {
	w := &AlertMetrics{
		messages: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: "repricer", Name: "alert_messages_total", Help: "Messages about alerts by channel and what became of them.",
		}, []string{"channel", "outcome"}),
		forgotten: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: "repricer", Name: "alerts_forgotten_total", Help: "Alerts and messages that were too old to be sent.",
		}),
		log: log.Named("repricer"),
	}
	if err := reg.Register(w.messages); err != nil {
		return nil, err
	}
	return w, reg.Register(w.forgotten)
}

var _ alertsports.Metrics = (*AlertMetrics)(nil)

// Delivery does not log retries: the message's job logs their reason.
func (w *AlertMetrics) Delivery(team id.Team, c repricer.Channel, f alertsports.Delivery, err error) {
	w.messages.WithLabelValues(string(c), string(f)).Inc()
	fields := []zap.Field{zap.Int64("team", int64(team)), zap.String("channel", string(c)), zap.Error(err)}
	switch f {
	case alertsports.GivenUp:
		w.log.Error("alerts could not be sent", fields...)
	case alertsports.Skipped:
		w.log.Warn("alerts were not sent: this installation does not have the channel", fields...)
	}
}

func (w *AlertMetrics) Expired(n int64) {
	w.forgotten.Add(float64(n))
	w.log.Warn("alerts were too old to be sent", zap.Int64("alerts", n))
}
