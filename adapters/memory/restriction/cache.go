// Package restriction keeps restriction statuses in memory.
package restriction

import (
	"context"

	"sellingassistant/adapters/memory/expiring"
	"sellingassistant/domain/restriction"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/restriction"
)

// Cache caches statuses in one process.
type Cache struct {
	kept *expiring.Cache[port.Key, restriction.Status]
}

// NewCache makes a cache of at most size statuses.
func NewCache(c clock.Clock, size int) *Cache {
	return &Cache{expiring.New[port.Key, restriction.Status](c, port.CacheFor, size)}
}

func (c *Cache) Get(_ context.Context, k port.Key) (restriction.Status, bool) { return c.kept.Get(k) }

func (c *Cache) Put(_ context.Context, k port.Key, s restriction.Status) { c.kept.Put(k, s) }
