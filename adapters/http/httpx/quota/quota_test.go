package quota_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/http/httpx/quota"
	"sellingassistant/adapters/ratelimit"
	"sellingassistant/adapters/redis"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	limits "sellingassistant/ports/ratelimit"
)

var limit = limits.Limit{Calls: 1, Window: time.Minute}

// gone is a caller that does not wait for its answer.
func gone(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}

// hasty lets its caller go as soon as a call is counted.
type hasty struct {
	limits.Limiter
	leave context.CancelFunc
}

func (h *hasty) Take(ctx context.Context, key string, l limits.Limit) (limits.State, error) {
	defer h.leave()
	return h.Limiter.Take(ctx, key, l)
}

// Several processes share a quota, and each learns of its end from its own next
// refused call.
func TestProcessesShareTheQuotaOfRefusedCalls(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	server := miniredis.RunT(t)
	server.SetTime(now)
	client, err := redis.Open("redis://" + server.Addr())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, client.Close()) })
	for name, l := range map[string]limits.Limiter{"memory": ratelimit.NewMemory(clock), "redis": ratelimit.NewRedis(client)} {
		t.Run(name, func(t *testing.T) {
			h := &hasty{Limiter: l}
			refusals, other := quota.NewRefusals(h, clock, limit), quota.NewRefusals(h, clock, limit)
			count := func(r *quota.Refusals) (limits.State, error) {
				var ctx context.Context
				ctx, h.leave = context.WithCancel(t.Context())
				return r.Count(ctx, 7)
			}
			for i := range 9 {
				left, err := count(refusals)
				require.NoError(t, err)
				require.Equal(t, 9-i, left.Remaining)
			}
			_, err := refusals.Barred(gone(t), 7)
			require.NoError(t, err)
			_, err = count(other)
			require.NoError(t, err, "the tenth")
			left, err := other.Barred(gone(t), 7)
			require.True(t, fault.Is(err, fault.CodeRateLimited), err)
			require.Equal(t, limits.State{Reset: time.Minute}, left)
			_, err = refusals.Barred(gone(t), 7)
			require.NoError(t, err)
			_, err = count(refusals)
			require.True(t, fault.Is(err, fault.CodeRateLimited), err)
			_, err = refusals.Barred(gone(t), 7)
			require.True(t, fault.Is(err, fault.CodeRateLimited), err)
			_, err = refusals.Barred(gone(t), 8)
			require.NoError(t, err, "another team")
			now = now.Add(time.Minute)
			server.SetTime(now)
			for _, process := range []*quota.Refusals{refusals, other} {
				_, err = process.Barred(gone(t), 7)
				require.NoError(t, err, "a minute later")
			}
		})
	}
}

// A client that does not pause gets the fewer answers the longer it goes on.
func TestRefusalsWaitLongerAndLonger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := quota.NewRefusals(ratelimit.NewMemory(time.Now), time.Now, limit)
		for n := 1; n <= 12; n++ {
			begin := time.Now()
			_, err := r.Count(t.Context(), 7)
			require.Equal(t, n > 10, err != nil)
			require.Equal(t, time.Duration(min(n, 10))*50*time.Millisecond, time.Since(begin))
		}
	})
}

func enter(t *testing.T, r *quota.Room, team id.Team, bytes int64) func() {
	t.Helper()
	leave, err := r.Enter(t.Context(), team, bytes)
	require.NoError(t, err)
	return leave
}

func TestRoomForBodies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := quota.NewRoom()
		var leave []func()
		for range 4 {
			leave = append(leave, enter(t, r, 1, 1<<20))
		}
		begin := time.Now()
		_, err := r.Enter(t.Context(), 1, 1)
		require.EqualError(t, err, "rate_limited: Too many bodies of this team are being read.")
		require.Equal(t, time.Second, time.Since(begin))
		f, _ := fault.As(err)
		require.Equal(t, time.Second, f.RetryAfter)

		// Seven other teams fill what is left to all.
		for team := id.Team(2); team <= 8; team++ {
			leave = append(leave, enter(t, r, team, 4<<20))
		}
		_, err = r.Enter(t.Context(), 9, 1)
		require.EqualError(t, err, "service_unavailable: Too many bodies are being read. Try again.")

		// A call that waits comes in when another one leaves.
		var wg sync.WaitGroup
		wg.Go(func() { enter(t, r, 9, 1<<20)() })
		synctest.Wait()
		for _, l := range leave {
			l()
		}
		wg.Wait()
		enter(t, r, 1, 4<<20)()
	})
}

func TestRoomIsNeverExceeded(t *testing.T) {
	r := quota.NewRoom()
	var own [3]atomic.Int64
	var wg sync.WaitGroup
	for i := range 60 {
		team := i % 3
		wg.Go(func() {
			for range 20 {
				leave, err := r.Enter(t.Context(), id.Team(team), 1<<20)
				if err != nil {
					continue // it waited a second on a machine that is busy
				}
				if held := own[team].Add(1); held > 4 {
					t.Errorf("%d MiB of one team", held)
				}
				own[team].Add(-1)
				leave()
			}
		})
	}
	wg.Wait()
	for team := range 3 {
		enter(t, r, id.Team(team), 4<<20)()
	}
}
