package httpx

import (
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics is the histogram of calls by operation and status.
type metrics struct {
	vec  *prometheus.HistogramVec
	none *meter // of calls that reached no operation
}

// meter is the part of one operation. It remembers the observer of each status
// so that a call does not look labels up.
type meter struct {
	operation string
	vec       *prometheus.HistogramVec
	byStatus  [600]atomic.Pointer[prometheus.Observer]
}

func newMetrics(reg prometheus.Registerer) *metrics {
	vec := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "http_request_duration_seconds",
		Help:    "How long calls took, by operation id and status. 499 is a client that did not wait.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
	}, []string{"operation", "status"})
	if reg != nil {
		reg.MustRegister(vec)
	}
	m := &metrics{vec: vec}
	m.none = m.meter("none")
	return m
}

func (m *metrics) meter(operation string) *meter { return &meter{operation: operation, vec: m.vec} }

func (m *meter) observe(status int, took time.Duration) {
	if status < 0 || status >= len(m.byStatus) {
		return
	}
	o := m.byStatus[status].Load()
	if o == nil {
		made := m.vec.WithLabelValues(m.operation, strconv.Itoa(status))
		o = &made
		m.byStatus[status].Store(o)
	}
	(*o).Observe(took.Seconds())
}
