package spapi

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// strict fakes an upstream with exactly the published limit.
type strict struct {
	mu       sync.Mutex
	rate     Rate
	tokens   float64
	at       time.Time
	accepted int
	refused  int
}

func newStrict(r Rate) *strict { return &strict{rate: r, tokens: float64(r.Burst), at: time.Now()} }

func (s *strict) call() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	s.tokens = math.Min(float64(s.rate.Burst), s.tokens+now.Sub(s.at).Seconds()*s.rate.PerSecond)
	s.at = now
	if s.tokens < 1 {
		s.refused++
		return false
	}
	s.tokens--
	s.accepted++
	return true
}

// Constant callers of an operation get at least 95 % of its published rate and never a refusal,
// although each request takes its own time to arrive. Operations with equal limits share a case.
func TestPacing(t *testing.T) {
	named := map[Rate][]string{}
	for _, op := range operations {
		named[op.Rate] = append(named[op.Rate], op.ID)
	}
	require.Greater(t, len(named), 8, "limits seen")
	for r, names := range named {
		t.Run(fmt.Sprintf("%g per second, burst %d", r.PerSecond, r.Burst), func(t *testing.T) {
			t.Parallel()
			eachBuckets(t, 0, func(t *testing.T, open func() Buckets) {
				// Local buckets serve a single process, the others are shared.
				processes := 3
				if _, local := open().(*LocalBuckets); local {
					processes = 1
				}
				reached, refused := paced(r, processes, open)
				t.Logf("pacing: %5.1f %% of %g per second, burst %2d, %d refused, %d processes: %s",
					100*reached, r.PerSecond, r.Burst, refused, processes, strings.Join(names, " "))
				require.Zero(t, refused)
				require.GreaterOrEqual(t, reached, 0.95)
			})
		})
	}
}

// paced runs callers for ten simulated minutes, longer for slow limits, and returns the reached
// share of the rate.
func paced(r Rate, processes int, open func() Buckets) (reached float64, refused int) {
	span := time.Duration(math.Max(600, 100/r.PerSecond)) * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), span)
	defer cancel()
	upstream, until := newStrict(r), time.Now().Add(span)
	var wg sync.WaitGroup
	for range processes {
		pacer := NewPacer(nil, open())
		for range 12 / processes {
			wg.Go(func() {
				for pacer.Wait(ctx, "key", r, Interactive) == nil && time.Now().Before(until) {
					// Takes 10 to 30 ms: two calls may come 20 ms closer together.
					time.Sleep(10*time.Millisecond + time.Duration(rand.Int64N(int64(20*time.Millisecond))))
					upstream.call()
				}
			})
		}
	}
	wg.Wait()
	// Leaves out the first burst.
	return float64(upstream.accepted-r.Burst) / (span.Seconds() * r.PerSecond), upstream.refused
}

func TestHigherLanesGoFirst(t *testing.T) {
	eachBuckets(t, 0, func(t *testing.T, open func() Buckets) {
		pacer, r := NewPacer(nil, open()), Rate{1, 1}
		require.NoError(t, pacer.Wait(context.Background(), "key", r, Jobs))
		var mu sync.Mutex
		var order []Priority
		var wg sync.WaitGroup
		for _, l := range []Priority{Jobs, Jobs, Repricer, Interactive, Repricer, Interactive} {
			wg.Go(func() {
				if pacer.Wait(context.Background(), "key", r, l) == nil {
					mu.Lock()
					order = append(order, l)
					mu.Unlock()
				}
			})
			synctest.Wait()
		}
		wg.Wait()
		require.Equal(t, []Priority{Interactive, Interactive, Repricer, Repricer, Jobs, Jobs}, order)
	})
}

func TestCallersBeyondTheirBudgetAreRefusedAtOnce(t *testing.T) {
	eachBuckets(t, 0, func(t *testing.T, open func() Buckets) {
		pacer, r := NewPacer(nil, open()), Rate{5, 10}
		ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
		defer cancel()
		began := time.Now()
		var mu sync.Mutex
		served, refused := 0, 0
		var longest time.Duration
		var wg sync.WaitGroup
		for range 200 {
			wg.Go(func() {
				err := pacer.Wait(ctx, "key", r, Interactive)
				mu.Lock()
				defer mu.Unlock()
				var late tooLate
				switch {
				case err == nil:
					served++
					longest = max(longest, time.Since(began))
				case errors.As(err, &late):
					refused++
					require.Zero(t, time.Since(began), "a refused call does not wait")
					require.Greater(t, late.wait, 13*time.Second)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		// A burst of 9, then 4.85 a second for the 14 s that leave a second for the call.
		require.Equal(t, 200, served+refused)
		require.InDelta(t, 9+14*4.85, served, 1)
		require.LessOrEqual(t, longest, 14*time.Second)
	})
}

func TestWaitersLearnOfARefusal(t *testing.T) {
	eachBuckets(t, 0.99, func(t *testing.T, open func() Buckets) {
		pacer, r := NewPacer(nil, open()), Rate{1, 1}
		require.NoError(t, pacer.Wait(context.Background(), "key", r, Interactive))
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		began := time.Now()
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				var late tooLate
				require.ErrorAs(t, pacer.Wait(ctx, "key", r, Interactive), &late)
				require.Less(t, time.Since(began), 5*time.Second)
			})
		}
		synctest.Wait()
		require.NoError(t, pacer.Refused(context.Background(), "key", r, time.Minute))
		wg.Wait()
	})
}

func TestACallerWhoLeavesFreesTheLine(t *testing.T) {
	eachBuckets(t, 0, func(t *testing.T, open func() Buckets) {
		pacer, r := NewPacer(nil, open()), Rate{1, 1}
		require.NoError(t, pacer.Wait(context.Background(), "key", r, Interactive))
		ctx, cancel := context.WithCancel(context.Background())
		var wg sync.WaitGroup
		wg.Go(func() { require.ErrorIs(t, pacer.Wait(ctx, "key", r, Interactive), context.Canceled) })
		synctest.Wait()
		wg.Go(func() { require.NoError(t, pacer.Wait(context.Background(), "key", r, Interactive)) })
		synctest.Wait()
		began := time.Now()
		cancel()
		wg.Wait()
		require.Less(t, time.Since(began), 1100*time.Millisecond)
		require.Empty(t, pacer.lines.kept["key"].waiting)
	})
}
