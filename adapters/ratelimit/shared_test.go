package ratelimit_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	adapter "sellingassistant/adapters/ratelimit"
	"sellingassistant/adapters/redis"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/ports/ratelimit"
)

// process makes a limiter that shares the server; processes returns the number of sharers.
func process(t *testing.T, server *miniredis.Miniredis, processes func(context.Context) (int, error)) (*adapter.Shared, *redis.Fallback, *prometheus.Registry) {
	t.Helper()
	reg := prometheus.NewRegistry()
	f, err := redis.NewFallback(processes, zap.NewNop(), reg)
	require.NoError(t, err)
	c := &steady{now: start}
	return adapter.NewShared(adapter.NewRedis(connect(t, "redis://"+server.Addr())), adapter.NewMemory(c.Now), f), f, reg
}

func TestEachProcessHasItsShareWithoutRedis(t *testing.T) {
	server := miniredis.RunT(t)
	limit := ratelimit.Limit{Calls: 10, Window: time.Minute}
	three := func(context.Context) (int, error) { return 3, nil }
	first, f, reg := process(t, server, three)
	second, _, _ := process(t, server, three)
	for range 2 {
		require.True(t, take(t, first, "a", limit).Allowed)
	}
	require.False(t, f.Away())

	server.Close()
	require.Equal(t, ratelimit.State{Allowed: true, Remaining: 0, Reset: time.Minute}, take(t, first, "a", limit), "2 were taken before, of a share of 3")
	require.True(t, f.Away())
	require.False(t, take(t, first, "a", limit).Allowed)
	require.True(t, take(t, first, "b", limit).Allowed, "another key")
	for range 3 {
		require.True(t, take(t, second, "a", limit).Allowed)
	}
	require.False(t, take(t, second, "a", limit).Allowed)
	few := ratelimit.Limit{Calls: 2, Window: time.Minute}
	require.True(t, take(t, second, "few", few).Allowed)
	require.False(t, take(t, second, "few", few).Allowed)
	require.False(t, take(t, second, "none", ratelimit.Limit{Window: time.Minute}).Allowed)
	st, err := second.Peek(t.Context(), "c", limit)
	require.NoError(t, err)
	require.Equal(t, ratelimit.State{Allowed: true, Remaining: 3}, st)
	families, err := reg.Gather()
	require.NoError(t, err)
	require.Equal(t, "redis_away", families[0].GetName())
	require.InDelta(t, 1, families[0].GetMetric()[0].GetGauge().GetValue(), 0)
	require.Equal(t, "redis_fallback_total", families[1].GetName())
	require.InDelta(t, 3, families[1].GetMetric()[0].GetCounter().GetValue(), 0, "its own calls")

	require.NoError(t, server.Restart())
	require.Eventually(t, func() bool { return take(t, first, "d", limit).Remaining == 9 }, time.Minute, time.Millisecond)
	require.False(t, f.Away())
}

func TestACallerWhoLeftIsNotCounted(t *testing.T) {
	server := miniredis.RunT(t)
	l, f, _ := process(t, server, func(context.Context) (int, error) { return 0, errors.New("away too") })
	gone, leave := context.WithCancel(t.Context())
	leave()
	_, err := l.Take(gone, "a", ratelimit.Limit{Calls: 1, Window: time.Minute})
	require.True(t, fault.Is(err, fault.CodeServiceUnavailable))
	require.False(t, f.Away())
	server.Close()
	require.True(t, take(t, l, "a", ratelimit.Limit{Calls: 1, Window: time.Minute}).Allowed, "nobody can be counted: the process is alone")
}
