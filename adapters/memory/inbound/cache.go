// Package inbound keeps in memory what was read about inbound shipments.
package inbound

import (
	"context"
	"time"

	"sellingassistant/adapters/memory/expiring"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/inbound"
)

// Cache is the cache of one process. It is bounded by the records its answers
// hold, since one may hold thousands.
type Cache struct {
	kept *expiring.Cache[port.Key, any]
}

// NewCache makes a cache of at most size records.
func NewCache(c clock.Clock, size int) *Cache {
	return &Cache{expiring.New[port.Key, any](c, 0, size)}
}

func (c *Cache) Get(_ context.Context, k port.Key) (any, bool) { return c.kept.Get(k) }

// An answer without records counts as one.
func (c *Cache) Put(_ context.Context, k port.Key, value any, keep time.Duration, weight int) {
	c.kept.PutFor(k, value, keep, max(1, weight))
}
