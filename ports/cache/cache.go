// Package cache has the port of caches that may lose their values at any time.
package cache

import (
	"context"
	"time"
)

// Cache stores values for a time. A cache that fails counts as empty, so its methods return no
// error. Failures are not stored, and returned values must not be changed.
type Cache[K comparable, V any] interface {
	Get(ctx context.Context, k K) (V, bool)
	// Put stores a value for the life of the cache, as one value.
	Put(ctx context.Context, k K, v V)
	// PutFor stores a value for a life of its own. weight is its share of the size of the cache, at
	// least 1.
	PutFor(ctx context.Context, k K, v V, life time.Duration, weight int)
}
