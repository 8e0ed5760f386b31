package redis_test

import (
	"context"
	"net"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alicebob/miniredis/v2"
	redigo "github.com/gomodule/redigo/redis"
	"github.com/stretchr/testify/require"

	"sellingassistant/adapters/redis"
)

var increase = redigo.NewScript(1, `return redis.call('INCRBY', KEYS[1], ARGV[1])`)

func TestAddresses(t *testing.T) {
	server := miniredis.RunT(t)
	server.RequireUserAuth("user", "hunter2")
	for address, database := range map[string]int{
		"redis://user:hunter2@" + server.Addr():        0,
		"redis://user:hunter2@" + server.Addr() + "/":  0,
		"redis://user:hunter2@" + server.Addr() + "/7": 7,
	} {
		c, err := redis.Open(address)
		require.NoError(t, err, address)
		n, err := redigo.Int(c.Run(t.Context(), increase, "key", 3))
		require.NoError(t, err, address)
		require.Positive(t, n)
		require.True(t, server.DB(database).Exists("key"), address)
		require.NoError(t, c.Close())
	}
	for _, address := range []string{"redis://h/x", "redis://h/-1", "redis://h/1/2", "redis:h", "redis://h?db=1", "redis://:hunter2@h:port"} {
		_, err := redis.Open(address)
		require.Error(t, err, address)
		require.NotContains(t, err.Error(), "hunter2")
	}
}

func TestARestartFailsNoLaterCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := miniredis.NewMiniRedis()
		c := redis.New(func(context.Context) (redigo.Conn, error) {
			pipe, err := server.Dial()
			return redigo.NewConn(pipe, 0, 0), err
		})
		run := func() (int, error) { return redigo.Int(c.Run(t.Context(), increase, "key", 1)) }
		n, err := run()
		require.NoError(t, err)
		require.Equal(t, 1, n)
		server.Close()
		server = miniredis.NewMiniRedis()
		time.Sleep(2 * time.Second)
		n, err = run()
		require.NoError(t, err)
		require.Equal(t, 1, n, "the new server has nothing yet")
		require.NoError(t, c.Close())
		server.Close()
	})
}

func TestACallEndsWithItsContext(t *testing.T) {
	server := miniredis.RunT(t)
	c, err := redis.Open("redis://" + server.Addr())
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = c.Run(ctx, increase, "key", 1)
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, c.Close())
}

// frozen runs a server that takes connections and never answers.
func frozen(t *testing.T) (address string, connections *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, l.Close()) })
	connections = &atomic.Int64{}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			connections.Add(1)
			t.Cleanup(func() { _ = c.Close() })
		}
	}()
	return l.Addr().String(), connections
}

// TestAFrozenServerIsWaitedForOnce needs the wall clock: the deadline is the socket's.
func TestAFrozenServerIsWaitedForOnce(t *testing.T) {
	for _, user := range []string{"", "user:hunter2@"} {
		address, connections := frozen(t)
		c, err := redis.Open("redis://" + user + address)
		require.NoError(t, err)
		begin := time.Now()
		_, err = c.Run(t.Context(), increase, "key", 1)
		require.Error(t, err)
		for range 100 {
			require.Error(t, c.Ping(t.Context()))
		}
		require.Less(t, time.Since(begin), 30*time.Second, "101 waits of a second")
		require.EqualValues(t, 1, connections.Load())
		require.NoError(t, c.Close())
	}
}

func TestARestEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := miniredis.NewMiniRedis()
		broken := true
		c := redis.New(func(ctx context.Context) (redigo.Conn, error) {
			if broken {
				<-ctx.Done()
				return nil, ctx.Err()
			}
			pipe, err := server.Dial()
			return redigo.NewConn(pipe, 0, 0), err
		})
		begin := time.Now()
		require.ErrorIs(t, c.Ping(t.Context()), context.DeadlineExceeded)
		require.Equal(t, time.Second, time.Since(begin))
		broken = false
		require.Error(t, c.Ping(t.Context()), "nothing is asked so soon")
		require.Equal(t, time.Second, time.Since(begin))
		time.Sleep(time.Second)
		require.NoError(t, c.Ping(t.Context()))
		// A caller that leaves does not prove that the server is silent.
		broken = true
		left, leave := context.WithTimeout(t.Context(), time.Millisecond)
		defer leave()
		server.Close()
		time.Sleep(2 * time.Second)
		require.Error(t, c.Ping(left))
		broken, server = false, miniredis.NewMiniRedis()
		require.NoError(t, c.Ping(t.Context()))
		require.NoError(t, c.Close())
		server.Close()
	})
}
