package spapi

import (
	"context"
	_ "embed"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	redigo "github.com/gomodule/redigo/redis"

	"sellingassistant/adapters/redis"
)

//go:embed bucket.lua
var bucketScript string

// RedisBuckets shares buckets between all processes. One script applies the rules and uses the
// Redis server's time, so the clocks of the processes need not agree.
type RedisBuckets struct {
	client *redis.Client
	script *redigo.Script
	luck   func() float64
}

// NewRedisBuckets shares buckets through a Redis server.
func NewRedisBuckets(client *redis.Client) *RedisBuckets {
	return &RedisBuckets{client: client, script: redigo.NewScript(1, bucketScript), luck: rand.Float64}
}

func (s *RedisBuckets) Take(ctx context.Context, key string, r Rate, l Priority) (Turn, error) {
	rows, err := redigo.Strings(s.run(ctx, key, r, "take", strconv.Itoa(int(l)), "0"))
	if err != nil {
		return Turn{}, fmt.Errorf("take a token: %w", err)
	}
	if len(rows) != 4 {
		return Turn{}, fmt.Errorf("take a token: %d values instead of 4", len(rows))
	}
	var n [4]float64
	for i, row := range rows {
		if n[i], err = strconv.ParseFloat(row, 64); err != nil {
			return Turn{}, fmt.Errorf("take a token: %w", err)
		}
	}
	return Turn{OK: n[0] == 1, Wait: micros(n[1]), Left: n[2], Interval: micros(n[3])}, nil
}

func (s *RedisBuckets) Refused(ctx context.Context, key string, r Rate, retryAfter time.Duration) error {
	_, err := s.run(ctx, key, r, "refused", number(float64(retryAfter.Microseconds())), number(s.luck()))
	return err
}

func (s *RedisBuckets) Answered(ctx context.Context, key string, r Rate, told float64) error {
	_, err := s.run(ctx, key, r, "answered", number(told), "0")
	return err
}

func (s *RedisBuckets) run(ctx context.Context, key string, r Rate, verb, a, b string) (any, error) {
	return s.client.Run(ctx, s.script, "amazon:bucket:"+key,
		verb, number(r.PerSecond), number(r.size()), number(jobSize(r)), a, b)
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func micros(f float64) time.Duration { return time.Duration(f) * time.Microsecond }
