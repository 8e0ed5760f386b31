package queue

import (
	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"

	"sellingassistant/domain/notification"
	ports "sellingassistant/ports/notification"
)

// Watch counts and logs the results of messages.
type Watch struct {
	messages *prometheus.CounterVec
	log      *zap.Logger
}

func NewWatch(reg prometheus.Registerer, log *zap.Logger) (*Watch, error) {
	w := &Watch{
		messages: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: "notification", Name: "messages_total", Help: "Messages of the marketplace by type and what became of them.",
		}, []string{"type", "outcome"}),
		log: log.Named("notification"),
	}
	return w, reg.Register(w.messages)
}

// Took counts unknown types under a single label, because senders may invent more types.
func (w *Watch) Took(t notification.Type, o ports.Outcome) {
	name := string(t)
	switch {
	case t == "":
		name = "unreadable"
	case !t.Known():
		name = "other"
	}
	w.messages.WithLabelValues(name, string(o)).Inc()
}

func (w *Watch) Gave(reason error, tries int) {
	w.log.Error("a notification was put aside", zap.Int("tries", tries), zap.Error(reason))
}
