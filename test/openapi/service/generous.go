package service

import (
	"context"
	"time"

	"sellingassistant/adapters/amazon"
)

// generosity is how many times more often than Amazon the marketplace of the
// tests may be called. Its slowest operation is one call in thirty seconds.
const generosity = 10_000

// generous lets the client know of it.
type generous struct{ amazon.Buckets }

func scaled(r amazon.Rate) amazon.Rate {
	return amazon.Rate{PerSecond: r.PerSecond * generosity, Burst: r.Burst * generosity}
}

// Take implements amazon.Buckets.
func (g generous) Take(ctx context.Context, key string, r amazon.Rate, l amazon.Lane) (amazon.Turn, error) {
	return g.Buckets.Take(ctx, key, scaled(r), l)
}

// Refused implements amazon.Buckets.
func (g generous) Refused(ctx context.Context, key string, r amazon.Rate, retryAfter time.Duration) error {
	return g.Buckets.Refused(ctx, key, scaled(r), retryAfter)
}

// Answered implements amazon.Buckets.
func (g generous) Answered(ctx context.Context, key string, r amazon.Rate, told float64) error {
	return g.Buckets.Answered(ctx, key, scaled(r), told)
}
