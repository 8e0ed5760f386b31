package spapi

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alicebob/miniredis/v2"
	redigo "github.com/gomodule/redigo/redis"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/redis"
)

// eachBuckets runs a test on both kinds of buckets, in a bubble of simulated time. luck sets the
// draw after a refusal.
func eachBuckets(t *testing.T, luck float64, test func(t *testing.T, open func() Buckets)) {
	t.Run("local", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			b := NewLocalBuckets(nil)
			b.luck = func() float64 { return luck }
			test(t, func() Buckets { return b })
		})
	})
	t.Run("redis", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			// Connects by pipes, because a listener would never come to rest.
			server := miniredis.NewMiniRedis()
			t.Cleanup(server.Close)
			test(t, func() Buckets {
				client := redis.New(func(context.Context) (redigo.Conn, error) {
					pipe, err := server.Dial()
					return redigo.NewConn(pipe, 0, 0), err
				})
				t.Cleanup(func() { _ = client.Close() })
				b := NewRedisBuckets(client)
				b.luck = func() float64 { return luck }
				return b
			})
		})
	})
}

func take(t *testing.T, b Buckets, r Rate, l Priority) Turn {
	t.Helper()
	turn, err := b.Take(context.Background(), "key", r, l)
	require.NoError(t, err)
	return turn
}

func TestBucketEmptiesAndRefills(t *testing.T) {
	eachBuckets(t, 0, func(t *testing.T, open func() Buckets) {
		b, r := open(), Rate{PerSecond: 0.5, Burst: 4}
		for i := range 3 { // less a reserve of one token
			turn := take(t, b, r, Interactive)
			require.True(t, turn.OK)
			require.InDelta(t, 2-i, turn.Left, 1e-6)
		}
		turn := take(t, b, r, Interactive)
		require.False(t, turn.OK)
		require.InDelta(t, 1/(0.5*0.985), turn.Wait.Seconds(), 1e-4)
		require.InDelta(t, 1/(0.5*0.985), turn.Interval.Seconds(), 1e-4)
		time.Sleep(turn.Wait - time.Millisecond)
		require.False(t, take(t, b, r, Interactive).OK)
		time.Sleep(time.Millisecond + time.Microsecond)
		require.True(t, take(t, b, r, Interactive).OK)
		time.Sleep(time.Hour)
		for range 3 {
			require.True(t, take(t, b, r, Interactive).OK)
		}
		require.False(t, take(t, b, r, Interactive).OK)
	})
}

func TestRefusalsDouble(t *testing.T) {
	const every = 1 / 0.985
	for luck, waits := range map[float64][]float64{
		0:   {every, every, every},
		0.5: {every * 1.5, every * 2.5, every * 4.5},
	} {
		eachBuckets(t, luck, func(t *testing.T, open func() Buckets) {
			ctx, b, r := context.Background(), open(), Rate{PerSecond: 1, Burst: 5}
			for _, want := range waits {
				require.NoError(t, b.Refused(ctx, "key", r, 0))
				turn := take(t, b, r, Interactive)
				require.False(t, turn.OK)
				require.InDelta(t, want, turn.Wait.Seconds(), 1e-4)
				time.Sleep(turn.Wait)
				require.True(t, take(t, b, r, Interactive).OK)
				require.False(t, take(t, b, r, Interactive).OK, "the bucket was emptied")
			}
			require.NoError(t, b.Answered(ctx, "key", r, 0))
			require.NoError(t, b.Refused(ctx, "key", r, 0))
			require.InDelta(t, waits[0], take(t, b, r, Interactive).Wait.Seconds(), 1e-4, "an answer ends the doubling")
			require.NoError(t, b.Refused(ctx, "key", r, 90*time.Second))
			require.InDelta(t, 90, take(t, b, r, Interactive).Wait.Seconds(), 1e-4, "advice is kept to")
		})
	}
}

func TestRateFollowsTheUpstream(t *testing.T) {
	eachBuckets(t, 0, func(t *testing.T, open func() Buckets) {
		ctx, b, r := context.Background(), open(), Rate{PerSecond: 2, Burst: 1}
		told := func(rate float64) float64 {
			require.NoError(t, b.Answered(ctx, "key", r, rate))
			time.Sleep(10 * time.Minute)
			return 1 / (take(t, b, r, Interactive).Interval.Seconds() * 0.97)
		}
		require.InDelta(t, 2, told(0), 1e-4)
		require.InDelta(t, 1, told(1), 1e-4, "lower counts at once")
		for range 9 {
			require.InDelta(t, 1, told(5), 1e-4)
		}
		require.InDelta(t, 1, told(4), 1e-4, "another reading starts the count anew")
		for range 9 {
			require.InDelta(t, 1, told(5), 1e-4)
		}
		require.InDelta(t, 5, told(5), 1e-4, "the tenth equal one counts")
		require.InDelta(t, 0.02, told(0.0000001), 1e-6, "junk does not stop an operation")
		for range 9 {
			told(999999)
		}
		require.InDelta(t, 200, told(999999), 1, "nor does it let it loose")
	})
}

func TestJobsLeaveRoom(t *testing.T) {
	eachBuckets(t, 0, func(t *testing.T, open func() Buckets) {
		b, r := open(), Rate{PerSecond: 1, Burst: 11}
		served := func(l Priority, d time.Duration) int {
			n := 0
			for end := time.Now().Add(d); time.Now().Before(end); {
				turn := take(t, b, r, l)
				if turn.OK {
					n++
					continue
				}
				time.Sleep(turn.Wait)
			}
			return n
		}
		require.InDelta(t, 10+98.5, served(Jobs, 100*time.Second), 1, "alone, jobs use all of it")
		time.Sleep(time.Hour)
		require.True(t, take(t, b, r, Interactive).OK)
		require.InDelta(t, 8+0.8*0.985*50, served(Jobs, 50*time.Second), 1.1, "beside others, four fifths")
		require.True(t, take(t, b, r, Interactive).OK, "and so there is room at once")
	})
}

func TestHigherLanesHoldBackLower(t *testing.T) {
	eachBuckets(t, 0, func(t *testing.T, open func() Buckets) {
		b, r := open(), Rate{PerSecond: 1, Burst: 1}
		require.True(t, take(t, b, r, Jobs).OK)
		wait := take(t, b, r, Interactive).Wait
		time.Sleep(wait)
		require.False(t, take(t, b, r, Repricer).OK, "the token is for the one who waits")
		require.True(t, take(t, b, r, Interactive).OK)
	})
}

func TestBucketsThatAreAwayStopEverything(t *testing.T) {
	client, err := redis.Open("redis://127.0.0.1:1")
	require.NoError(t, err)
	defer client.Close()
	_, err = NewRedisBuckets(client).Take(context.Background(), "key", Rate{1, 1}, Interactive)
	require.Error(t, err)
}

func TestIdleBucketsAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewLocalBuckets(nil)
		for i := range 3 * sweepFrom {
			_, err := b.Take(context.Background(), time.Duration(i).String(), Rate{10, 1}, Interactive)
			require.NoError(t, err)
			time.Sleep(time.Millisecond)
		}
		require.LessOrEqual(t, len(b.all.kept), sweepFrom)
	})
}
