// Package inbound caches answers about inbound shipments in memory.
package inbound

import (
	"context"
	"time"

	"sellingassistant/adapters/memory/expiring"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/inbound"
)

// Cache caches answers in one process. Its limit counts the records of all answers, since an answer
// may have thousands.
type Cache struct {
	kept *expiring.Cache[port.Key, any]
}

// NewCache makes a cache of at most size records.
func NewCache(c clock.Clock, size int) *Cache {
	return &Cache{expiring.New[port.Key, any](c, 0, size)}
}

func (c *Cache) Get(_ context.Context, k port.Key) (any, bool) { return c.kept.Get(k) }

// Put counts an answer without records as one record.
func (c *Cache) Put(_ context.Context, k port.Key, value any, keep time.Duration, weight int) {
	c.kept.PutFor(k, value, keep, max(1, weight))
}
