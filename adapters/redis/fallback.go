package redis

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"
)

const (
	// countedFor bounds the age of a count of processes.
	countedFor = 3 * time.Second
	countIn    = time.Second
)

// Fallback lets each process count for itself while Redis is away. A process gets its share of a
// limit, by the number of live processes.
type Fallback struct {
	processes func(context.Context) (int, error)
	log       *zap.Logger
	away      atomic.Bool
	used      prometheus.Counter

	mu      sync.Mutex
	sharing int
	until   time.Time
}

// NewFallback registers the metrics. processes counts live processes.
func NewFallback(
	processes func(context.Context) (int, error), log *zap.Logger, reg prometheus.Registerer,
) (*Fallback, error) {
	f := &Fallback{processes: processes, log: log.Named("redis"), sharing: 1}
	f.used = prometheus.NewCounter(prometheus.CounterOpts{
		Namespace: "redis", Name: "fallback_total", Help: "Limits counted in this process because Redis did not answer.",
	})
	away := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: "redis", Name: "away", Help: "1 while limits are counted in each process because Redis does not answer.",
	}, func() float64 {
		if f.Away() {
			return 1
		}
		return 0
	})
	for _, metric := range []prometheus.Collector{f.used, away} {
		if err := reg.Register(metric); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// Away reports whether the last call got no answer.
func (f *Fallback) Away() bool { return f.away.Load() }

// Worked notes an answer of Redis.
func (f *Fallback) Worked() {
	if f.away.Load() && f.away.CompareAndSwap(true, false) {
		f.log.Info("Redis answers again: limits are shared")
	}
}

// Failed notes a call without an answer, and returns the number of processes that share the limits.
func (f *Fallback) Failed(ctx context.Context, err error) int {
	f.used.Inc()
	first := f.away.CompareAndSwap(false, true)
	if first {
		f.log.Warn("Redis does not answer: each process counts its share of the limits", zap.Error(err))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := time.Now(); first || now.After(f.until) {
		within, cancel := context.WithTimeout(context.WithoutCancel(ctx), countIn)
		defer cancel()
		if n, err := f.processes(within); err != nil {
			f.log.Warn("the processes cannot be counted", zap.Int("assumed", f.sharing), zap.Error(err))
		} else {
			f.sharing = max(1, n)
		}
		f.until = now.Add(countedFor)
	}
	return f.sharing
}
