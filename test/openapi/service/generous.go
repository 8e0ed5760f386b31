package service

import (
	"context"
	"time"

	"sellingassistant/adapters/amazon/spapi"
)

// generosity is the factor by which the test marketplace allows more calls than Amazon. Its slowest
// operation allows a call in thirty seconds.
const generosity = 10_000

// generous applies it in the client.
type generous struct{ spapi.Buckets }

func scaled(r spapi.Rate) spapi.Rate {
	return spapi.Rate{PerSecond: r.PerSecond * generosity, Burst: r.Burst * generosity}
}

// Take implements spapi.Buckets.
func (g generous) Take(ctx context.Context, key string, r spapi.Rate, l spapi.Priority) (spapi.Turn, error) {
	return g.Buckets.Take(ctx, key, scaled(r), l)
}

// Refused implements spapi.Buckets.
func (g generous) Refused(ctx context.Context, key string, r spapi.Rate, retryAfter time.Duration) error {
	return g.Buckets.Refused(ctx, key, scaled(r), retryAfter)
}

// Answered implements spapi.Buckets.
func (g generous) Answered(ctx context.Context, key string, r spapi.Rate, number float64) error {
	return g.Buckets.Answered(ctx, key, scaled(r), number)
}
