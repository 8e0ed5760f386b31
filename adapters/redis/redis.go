// Package redis runs scripts in the Redis server that several processes share.
package redis

import (
	"context"
	"errors"
	"net"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gomodule/redigo/redis"
)

const (
	// answerWithin bounds a call, the wait for a connection included.
	answerWithin = time.Second
	// restFor bounds how long calls fail at once after a call without an answer. So a caller with
	// several calls in a row waits only once.
	restFor = time.Second
	// A connection that was idle for longer is tested first, so that a restart of the server fails
	// no later call.
	trustedFor = time.Second
	closeAfter = 5 * time.Minute
)

// Client has a pool of connections, made on demand.
type Client struct {
	pool *redis.Pool
	rest atomic.Int64 // end of the time in which calls fail at once, in nanoseconds since 1970
}

var errResting = errors.New("gave no answer a moment ago")

// Open reads an address such as rediss://user:password@host:6379/0. It does not connect: calls fail
// while the server is away.
func Open(address string) (*Client, error) {
	u, err := url.Parse(address)
	if err != nil || u.Opaque != "" || u.RawQuery != "" {
		// The address may contain a password, so it is not repeated.
		return nil, errors.New("not an address of Redis")
	}
	if number := strings.TrimPrefix(u.Path, "/"); number != "" {
		if _, err := strconv.ParseUint(number, 10, 31); err != nil {
			return nil, errors.New("the path is not the number of a database")
		}
	}
	return New(func(ctx context.Context) (redis.Conn, error) {
		return redis.DialURLContext(ctx, address, redis.DialConnectTimeout(answerWithin), redis.DialTLSHandshakeTimeout(answerWithin),
			redis.DialReadTimeout(answerWithin), redis.DialWriteTimeout(answerWithin))
	}), nil
}

// New returns a client that connects by dial.
func New(dial func(context.Context) (redis.Conn, error)) *Client {
	most := 10 * runtime.GOMAXPROCS(0)
	return &Client{pool: &redis.Pool{
		DialContext: dial, MaxIdle: most, MaxActive: most, Wait: true, IdleTimeout: closeAfter,
		TestOnBorrowContext: func(ctx context.Context, c redis.Conn, used time.Time) error {
			if time.Since(used) < trustedFor {
				return nil
			}
			_, err := redis.DoContext(c, ctx, "PING")
			return err
		},
	}}
}

// Close ends the connections.
func (c *Client) Close() error { return c.pool.Close() }

// Run runs a script on one key, as one step of the server.
func (c *Client) Run(ctx context.Context, script *redis.Script, key string, args ...any) (any, error) {
	return c.do(ctx, func(ctx context.Context, conn redis.Conn) (any, error) {
		return script.DoContext(ctx, conn, append([]any{key}, args...)...)
	})
}

// Ping reports whether the server answers.
func (c *Client) Ping(ctx context.Context) error {
	_, err := c.do(ctx, func(ctx context.Context, conn redis.Conn) (any, error) { return redis.DoContext(conn, ctx, "PING") })
	return err
}

func (c *Client) do(ctx context.Context, ask func(context.Context, redis.Conn) (any, error)) (any, error) {
	if time.Now().UnixNano() < c.rest.Load() {
		return nil, errResting
	}
	within, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	out, err := c.ask(within, ask)
	var late net.Error
	if errors.As(err, &late) && late.Timeout() && ctx.Err() == nil {
		c.rest.Store(time.Now().Add(restFor).UnixNano())
	}
	return out, err
}

func (c *Client) ask(ctx context.Context, ask func(context.Context, redis.Conn) (any, error)) (any, error) {
	conn, err := c.pool.GetContext(ctx)
	if err != nil {
		return nil, err
	}
	// This drops a broken connection.
	defer func() { _ = conn.Close() }()
	return ask(ctx, conn)
}
