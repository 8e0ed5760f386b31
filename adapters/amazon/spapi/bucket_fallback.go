package spapi

import (
	"context"
	"strconv"
	"time"

	"sellingassistant/adapters/redis"
)

// fallbackBuckets shares buckets through Redis. While Redis is away, each process uses its share.
type fallbackBuckets struct {
	together Buckets
	alone    *LocalBuckets
	fallback *redis.Fallback
}

// NewFallbackBuckets shares buckets through Redis as long as it answers.
func NewFallbackBuckets(together Buckets, alone *LocalBuckets, f *redis.Fallback) Buckets {
	return &fallbackBuckets{together, alone, f}
}

func (b *fallbackBuckets) Take(ctx context.Context, key string, r Rate, l Priority) (turn Turn, err error) {
	err = b.either(ctx, key, r, func() error {
		turn, err = b.together.Take(ctx, key, r, l)
		return err
	}, func(key string, r Rate, _ int) error {
		turn, err = b.alone.Take(ctx, key, r, l)
		return err
	})
	return turn, err
}

func (b *fallbackBuckets) Refused(ctx context.Context, key string, r Rate, retryAfter time.Duration) error {
	return b.either(ctx, key, r, func() error { return b.together.Refused(ctx, key, r, retryAfter) },
		func(key string, r Rate, _ int) error { return b.alone.Refused(ctx, key, r, retryAfter) })
}

func (b *fallbackBuckets) Answered(ctx context.Context, key string, r Rate, perSecond float64) error {
	return b.either(ctx, key, r, func() error { return b.together.Answered(ctx, key, r, perSecond) },
		func(key string, r Rate, n int) error { return b.alone.Answered(ctx, key, r, perSecond/float64(n)) })
}

// either runs a call on Redis, else on the share of this process. Each number of processes has
// buckets of its own.
func (b *fallbackBuckets) either(
	ctx context.Context, key string, r Rate, together func() error, alone func(key string, r Rate, processes int) error,
) error {
	err := together()
	switch {
	case err == nil:
		b.fallback.Worked()
		return nil
	case ctx.Err() != nil:
		return err
	}
	n := b.fallback.Failed(ctx, err)
	return alone(key+"|"+strconv.Itoa(n), Rate{PerSecond: r.PerSecond / float64(n), Burst: max(1, r.Burst/n)}, n)
}
