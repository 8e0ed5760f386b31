package store_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace/noop"
	"go.uber.org/zap"

	"sellingassistant/adapters/jobs"
	"sellingassistant/adapters/persistence/db"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/jobs"
	"sellingassistant/test/stores"
)

// BenchmarkJobs works b.N jobs that write a row and end with it, by how many
// run at once.
func BenchmarkJobs(b *testing.B) {
	for name, open := range map[string]func(testing.TB) *db.Store{"sqlite": stores.SQLite, "postgres": stores.Postgres} {
		for _, perLane := range []int{4, 16} {
			b.Run(fmt.Sprintf("%s/%d", name, perLane), func(b *testing.B) { benchmarkJobs(b, open(b), perLane) })
		}
	}
}

func benchmarkJobs(b *testing.B, s *db.Store, perLane int) {
	q, err := jobs.NewQueue(s, jobs.Traces{Of: traceOf, With: withTrace, Spans: noop.NewTracerProvider()}, zap.NewNop())
	require.NoError(b, err)
	numbers, err := jobs.NewNumbers(s, prometheus.NewRegistry(), zap.NewNop())
	require.NoError(b, err)
	_, err = s.DB().ExecContext(b.Context(), "CREATE TABLE effects (job BIGINT NOT NULL)")
	require.NoError(b, err)
	begin := time.Now()
	require.NoError(b, s.InTx(b.Context(), func(ctx context.Context) error {
		for range b.N {
			if _, err := q.Enqueue(ctx, port.Request{Kind: "test.work", Queue: port.Bulk}); err != nil {
				return err
			}
		}
		return nil
	}))
	enqueued := time.Since(begin)

	w := &world{store: s}
	workers, err := jobs.NewWorkers(jobs.Config{PerLane: perLane, StopWithin: time.Second}, q, clock.System{}, numbers, zap.NewNop(),
		[]port.Handler{w.writing("test.work")}, nil)
	require.NoError(b, err)
	ctx, end := context.WithCancel(b.Context())
	over := make(chan error, 1)
	b.ResetTimer()
	go func() { over <- workers.Run(ctx) }()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for n := int64(0); n < int64(b.N); <-tick.C {
		require.NoError(b, s.Hot(b.Context()).QueryRow(b.Context(), "SELECT count(*) FROM effects").Scan(&n))
	}
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
	b.ReportMetric(float64(b.N)/enqueued.Seconds(), "enqueued/s")
	end()
	require.NoError(b, <-over)
}
