package jobs

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"

	"sellingassistant/adapters/persistence/db"
	port "sellingassistant/ports/jobs"
)

// Numbers has the metrics of the queue.
type Numbers struct {
	runs  *prometheus.CounterVec
	took  *prometheus.HistogramVec
	taken prometheus.Counter
}

// NewNumbers registers the metrics. Waiting jobs are counted at each scrape.
func NewNumbers(s *db.Store, reg prometheus.Registerer, log *zap.Logger) (*Numbers, error) {
	n := &Numbers{
		runs: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: "jobs", Name: "runs_total", Help: "Runs of background jobs by kind and outcome.",
		}, []string{"kind", "outcome"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: "jobs", Name: "run_seconds", Help: "How long runs of background jobs took.",
			Buckets: []float64{.005, .02, .1, .5, 2, 10, 60, 300, 1800},
		}, []string{"kind"}),
		taken: prometheus.NewCounter(prometheus.CounterOpts{
			Namespace: "jobs", Name: "taken_over_total", Help: "Jobs of dead processes that this one gave to others.",
		}),
	}
	for _, c := range []prometheus.Collector{n.runs, n.took, n.taken, backlog{s, log}} {
		if err := reg.Register(c); err != nil {
			return nil, err
		}
	}
	return n, nil
}

func (n *Numbers) ran(kind string, end outcome, took time.Duration) {
	n.runs.WithLabelValues(kind, string(end)).Inc()
	n.took.WithLabelValues(kind).Observe(took.Seconds())
}

func (n *Numbers) rescued() { n.taken.Inc() }

// backlog counts waiting jobs in the table.
type backlog struct {
	store *db.Store
	log   *zap.Logger
}

var (
	waitingJobs = prometheus.NewDesc("jobs_waiting", "Background jobs that could run if a worker were free.", []string{"lane"}, nil)
	oldestJob   = prometheus.NewDesc("jobs_oldest_waiting_seconds", "For how long the oldest of them has been due.", []string{"lane"}, nil)
)

// countWithin bounds the count, so that a scrape does not hang on an unreachable database.
const countWithin = 2 * time.Second

func (backlog) Describe(to chan<- *prometheus.Desc) {
	to <- waitingJobs
	to <- oldestJob
}

func (b backlog) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), countWithin)
	defer cancel()
	waiting, oldest, err := b.count(ctx)
	if err != nil {
		b.log.Warn("waiting jobs were not counted", zap.Error(err))
		return
	}
	for _, queue := range port.QueueNames() {
		to <- prometheus.MustNewConstMetric(waitingJobs, prometheus.GaugeValue, float64(waiting[queue]), string(queue))
		to <- prometheus.MustNewConstMetric(oldestJob, prometheus.GaugeValue, oldest[queue].Seconds(), string(queue))
	}
}

func (b backlog) count(ctx context.Context) (waiting map[port.QueueName]int64, oldest map[port.QueueName]time.Duration, err error) {
	now, age := "now()", "extract(epoch FROM now() - min(scheduled_at)) * 1000"
	if b.store.Dialect() == db.SQLite {
		now, age = "datetime('now', 'subsec')", "(julianday('now', 'subsec') - julianday(min(scheduled_at))) * 86400000"
	}
	rows, err := b.store.Hot(ctx).Query(ctx, "SELECT queue, count(*), CAST("+age+" AS BIGINT) FROM river_job"+
		" WHERE state IN ('available', 'retryable', 'scheduled') AND scheduled_at <= "+now+" GROUP BY queue")
	if err != nil {
		return nil, nil, db.Fault(err)
	}
	defer rows.Close()
	waiting, oldest = map[port.QueueName]int64{}, map[port.QueueName]time.Duration{}
	for rows.Next() {
		var queue string
		var n, ms int64
		if err := rows.Scan(&queue, &n, &ms); err != nil {
			return nil, nil, db.Fault(err)
		}
		waiting[port.QueueName(queue)], oldest[port.QueueName(queue)] = n, time.Duration(ms)*time.Millisecond
	}
	return waiting, oldest, db.Fault(rows.Err())
}
