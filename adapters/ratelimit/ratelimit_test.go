package ratelimit_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	adapter "sellingassistant/adapters/ratelimit"
	"sellingassistant/adapters/redis"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/ports/ratelimit"
)

// steady is a clock that the test moves.
type steady struct {
	mu  sync.Mutex
	now time.Time
}

func (c *steady) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *steady) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// each runs a test on both limiters with a clock the test moves.
func each(t *testing.T, test func(t *testing.T, l ratelimit.Limiter, add func(time.Duration))) {
	t.Run("memory", func(t *testing.T) {
		c := &steady{now: start}
		test(t, adapter.NewMemory(c.Now), c.add)
	})
	t.Run("redis", func(t *testing.T) {
		server := miniredis.RunT(t)
		now := start
		server.SetTime(now)
		test(t, adapter.NewRedis(connect(t, "redis://"+server.Addr())), func(d time.Duration) {
			now = now.Add(d)
			server.SetTime(now)
			server.FastForward(d)
		})
	})
}

func connect(t *testing.T, address string) *redis.Client {
	t.Helper()
	c, err := redis.Open(address)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

func take(t *testing.T, l ratelimit.Limiter, key string, limit ratelimit.Limit) ratelimit.State {
	t.Helper()
	s, err := l.Take(t.Context(), key, limit)
	require.NoError(t, err)
	return s
}

func TestWindowSlides(t *testing.T) {
	each(t, func(t *testing.T, l ratelimit.Limiter, add func(time.Duration)) {
		limit := ratelimit.Limit{Calls: 2, Window: time.Minute}
		peek := func() ratelimit.State {
			s, err := l.Peek(t.Context(), "a", limit)
			require.NoError(t, err)
			return s
		}
		require.Equal(t, ratelimit.State{Allowed: true, Remaining: 2}, peek())
		require.Equal(t, ratelimit.State{Allowed: true, Remaining: 1, Reset: time.Minute}, take(t, l, "a", limit))
		add(20 * time.Second)
		require.Equal(t, ratelimit.State{Allowed: true, Remaining: 0, Reset: 40 * time.Second}, take(t, l, "a", limit))
		require.Equal(t, ratelimit.State{Allowed: false, Remaining: 0, Reset: 40 * time.Second}, take(t, l, "a", limit))
		require.Equal(t, ratelimit.State{Allowed: false, Remaining: 0, Reset: 40 * time.Second}, peek())
		require.True(t, take(t, l, "b", limit).Allowed, "another key has its own limit")
		add(40*time.Second - time.Microsecond)
		require.False(t, take(t, l, "a", limit).Allowed)
		add(time.Microsecond)
		require.Equal(t, ratelimit.State{Allowed: true, Remaining: 1, Reset: 20 * time.Second}, peek())
		require.Equal(t, ratelimit.State{Allowed: true, Remaining: 0, Reset: 20 * time.Second}, take(t, l, "a", limit))
		add(time.Hour)
		require.Equal(t, ratelimit.State{Allowed: true, Remaining: 2}, peek())
	})
}

func TestALoweredLimitHoldsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, l ratelimit.Limiter, add func(time.Duration)) {
		for range 5 {
			take(t, l, "a", ratelimit.Limit{Calls: 10, Window: time.Minute})
			add(time.Second)
		}
		lower := ratelimit.Limit{Calls: 3, Window: time.Minute}
		// Calls at 0..4 s, now 5 s: the third oldest must leave for a call to fit.
		require.Equal(t, ratelimit.State{Allowed: false, Remaining: 0, Reset: 57 * time.Second}, take(t, l, "a", lower))
		add(57 * time.Second)
		require.True(t, take(t, l, "a", lower).Allowed)
	})
}

func TestNoWindowHoldsMoreThanTheLimit(t *testing.T) {
	each(t, func(t *testing.T, l ratelimit.Limiter, add func(time.Duration)) {
		run := 0
		rapid.Check(t, func(t *rapid.T) {
			run++
			key := fmt.Sprintf("calls|%d", run)
			limit := ratelimit.Limit{Calls: rapid.IntRange(1, 12).Draw(t, "calls"), Window: 10 * time.Second}
			var at time.Duration
			var accepted []time.Duration
			for i := range rapid.IntRange(1, 60).Draw(t, "steps") {
				step := time.Duration(rapid.IntRange(0, 3000).Draw(t, fmt.Sprint("ms", i))) * time.Millisecond
				add(step)
				at += step
				s, err := l.Take(context.Background(), key, limit)
				if err != nil {
					t.Fatal(err)
				}
				live := 0
				for _, a := range accepted {
					if at-a < limit.Window {
						live++
					}
				}
				if want := live < limit.Calls; s.Allowed != want {
					t.Fatalf("at %s with %d of %d live: allowed %v", at, live, limit.Calls, s.Allowed)
				}
				if s.Allowed {
					accepted = append(accepted, at)
					live++
				}
				if s.Remaining != limit.Calls-live {
					t.Fatalf("at %s: %d remain, want %d", at, s.Remaining, limit.Calls-live)
				}
			}
		})
	})
}

// race sends calls from three clients, some at once, and counts the accepted calls. On a busy
// machine, all 500 at once would wait longer than a call may take.
func race(t *testing.T, clients [3]ratelimit.Limiter, limit ratelimit.Limit) int64 {
	t.Helper()
	var accepted, failed atomic.Int64
	var callers errgroup.Group
	callers.SetLimit(24)
	for i := range 500 {
		callers.Go(func() error {
			s, err := clients[i%3].Take(context.Background(), "calls|1|restrictions", limit)
			switch {
			case err != nil:
				failed.Add(1)
			case s.Allowed:
				accepted.Add(1)
			}
			return nil
		})
	}
	require.NoError(t, callers.Wait())
	require.Zero(t, failed.Load())
	return accepted.Load()
}

func TestThreeClientsRaceForTheLastCalls(t *testing.T) {
	limit := ratelimit.Limit{Calls: 60, Window: time.Minute}
	t.Run("memory", func(t *testing.T) {
		l := adapter.NewMemory(nil)
		require.EqualValues(t, 60, race(t, [3]ratelimit.Limiter{l, l, l}, limit))
	})
	t.Run("redis", func(t *testing.T) {
		server := miniredis.RunT(t)
		var clients [3]ratelimit.Limiter
		for i := range clients {
			clients[i] = adapter.NewRedis(connect(t, "redis://"+server.Addr()))
		}
		require.EqualValues(t, 60, race(t, clients, limit))
	})
}

func TestMemoryForgetsIdleKeysAndBoundsTheirNumber(t *testing.T) {
	c := &steady{now: start}
	l := adapter.NewMemory(c.Now)
	limit := ratelimit.Limit{Calls: 3, Window: time.Minute}
	const many = 200_000
	refused := 0
	for i := range many {
		if _, err := l.Take(t.Context(), fmt.Sprintf("key-failures|%d", i), limit); err != nil {
			f, ok := fault.As(err)
			require.True(t, ok)
			require.Equal(t, fault.Unavailable, f.Kind)
			refused++
		}
	}
	require.Greater(t, refused, 0, "the number of live keys is bounded")
	require.LessOrEqual(t, l.Keys(), 128<<10)
	require.True(t, take(t, l, "calls|1|documents", limit).Allowed, "another kind is not crowded out")
	c.add(2 * time.Minute)
	for i := range 10_000 {
		require.True(t, take(t, l, fmt.Sprintf("key-failures|new%d", i), limit).Allowed)
	}
	for i := range 30_000 {
		c.add(time.Second)
		take(t, l, fmt.Sprintf("key-failures|slow%d", i), limit)
	}
	require.Less(t, l.Keys(), 64*130, "keys without live calls are dropped")
}

func TestAClockSetBackNeverAllowsMore(t *testing.T) {
	c := &steady{now: start}
	l := adapter.NewMemory(c.Now)
	limit := ratelimit.Limit{Calls: 2, Window: time.Minute}
	take(t, l, "a", limit)
	c.add(-time.Hour)
	require.True(t, take(t, l, "a", limit).Allowed)
	require.False(t, take(t, l, "a", limit).Allowed)
}

func TestRedisAwayIsAFaultAndHidesThePassword(t *testing.T) {
	server := miniredis.RunT(t)
	server.RequireAuth("hunter2")
	l := adapter.NewRedis(connect(t, "redis://:hunter2@"+server.Addr()))
	require.True(t, take(t, l, "a", ratelimit.Limit{Calls: 1, Window: time.Minute}).Allowed)
	server.Close()
	_, err := l.Take(t.Context(), "a", ratelimit.Limit{Calls: 1, Window: time.Minute})
	f, ok := fault.As(err)
	require.True(t, ok)
	require.Equal(t, fault.Unavailable, f.Kind)
	require.Equal(t, fault.CodeServiceUnavailable, f.Code)
	require.Equal(t, time.Second, f.RetryAfter)
	require.NotContains(t, err.Error(), "hunter2")
}

func BenchmarkMemoryTake(b *testing.B) {
	l := adapter.NewMemory(nil)
	limit := ratelimit.Limit{Calls: 1 << 20, Window: time.Minute}
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			_, _ = l.Take(context.Background(), "calls|1|documents", limit)
		}
	})
}
