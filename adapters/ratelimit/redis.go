package ratelimit

import (
	"context"
	"fmt"
	"time"

	redigo "github.com/gomodule/redigo/redis"

	"sellingassistant/adapters/redis"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/ports/ratelimit"
)

const redisPrefix = "sa:limit:"

// script keeps the log of a key as a list of times in microseconds, oldest first. It runs as one
// step in Redis and uses its clock, so processes with differing clocks agree. It returns whether
// the call is accepted, how many are left, and the microseconds until the oldest call leaves.
var script = redigo.NewScript(1, `
local calls, window, take = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3] == '1'
local clock = redis.call('TIME')
local now = tonumber(clock[1]) * 1000000 + tonumber(clock[2])
local newest = tonumber(redis.call('LINDEX', KEYS[1], -1))
if newest and newest > now then now = newest end
local oldest = tonumber(redis.call('LINDEX', KEYS[1], 0))
while oldest and now - oldest >= window do
  redis.call('LPOP', KEYS[1])
  oldest = tonumber(redis.call('LINDEX', KEYS[1], 0))
end
local count = redis.call('LLEN', KEYS[1])
local allowed = count < calls
if take and allowed then
  redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
  redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000) + 1000)
  count = count + 1
  oldest = oldest or now
end
local reset = 0
if count > calls then oldest = tonumber(redis.call('LINDEX', KEYS[1], count - calls)) end
if oldest then reset = oldest + window - now end
return {allowed and 1 or 0, math.max(0, calls - count), reset}
`)

// Redis keeps the limits that several processes share.
type Redis struct{ client *redis.Client }

// NewRedis does not own the client: the caller closes it.
func NewRedis(client *redis.Client) *Redis { return &Redis{client} }

func (r *Redis) Take(ctx context.Context, key string, limit ratelimit.Limit) (ratelimit.State, error) {
	return r.run(ctx, key, limit, 1)
}

func (r *Redis) Peek(ctx context.Context, key string, limit ratelimit.Limit) (ratelimit.State, error) {
	return r.run(ctx, key, limit, 0)
}

func (r *Redis) run(ctx context.Context, key string, limit ratelimit.Limit, take int) (ratelimit.State, error) {
	out, err := redigo.Int64s(r.client.Run(ctx, script, redisPrefix+key, limit.Calls, limit.Window.Microseconds(), take))
	if err == nil && len(out) != 3 {
		err = fmt.Errorf("the script answered %d values", len(out))
	}
	if err != nil {
		return ratelimit.State{}, fault.New(fault.Unavailable, fault.CodeServiceUnavailable, "The call limits cannot be reached. Try again.").
			After(time.Second).Because(err)
	}
	return ratelimit.State{
		Allowed: out[0] == 1, Remaining: int(out[1]), Reset: time.Duration(out[2]) * time.Microsecond,
	}, nil
}
