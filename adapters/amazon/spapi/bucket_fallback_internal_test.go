package spapi

import (
	"context"
	"errors"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alicebob/miniredis/v2"
	redigo "github.com/gomodule/redigo/redis"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"sellingassistant/adapters/redis"
)

// Without Redis each of two processes calls at half the rate.
func TestBucketsWithoutRedis(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := miniredis.NewMiniRedis()
		var open []net.Conn
		gone := false
		client := redis.New(func(context.Context) (redigo.Conn, error) {
			if gone {
				return nil, errors.New("connection refused")
			}
			pipe, err := server.Dial()
			open = append(open, pipe)
			return redigo.NewConn(pipe, 0, 0), err
		})
		defer func() { _ = client.Close() }()
		f, err := redis.NewFallback(func(context.Context) (int, error) { return 2, nil }, zap.NewNop(), prometheus.NewRegistry())
		require.NoError(t, err)
		b, r := NewFallbackBuckets(NewRedisBuckets(client), NewLocalBuckets(nil), f), Rate{PerSecond: 2, Burst: 6}
		require.True(t, take(t, b, r, Interactive).OK)
		require.False(t, f.Away())

		gone = true
		for _, pipe := range open {
			require.NoError(t, pipe.Close())
		}
		server.Close()
		time.Sleep(2 * time.Second)
		for range 2 { // a burst of 3, less a reserve of one token
			require.True(t, take(t, b, r, Interactive).OK)
		}
		require.True(t, f.Away())
		turn := take(t, b, r, Interactive)
		require.False(t, turn.OK)
		require.Equal(t, Rate{PerSecond: 1, Burst: 3}.interval(1), turn.Interval)
		require.NoError(t, b.Answered(t.Context(), "key", r, 1))
		require.Equal(t, Rate{PerSecond: 1, Burst: 3}.interval(0.5), take(t, b, r, Interactive).Interval, "Amazon tells the rate of all")
		require.NoError(t, b.Refused(t.Context(), "key", r, time.Minute))
		require.Greater(t, take(t, b, r, Interactive).Wait, 55*time.Second)
	})
}
