package redis_test

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
