// Package converter keeps answers of the identifier converters in memory.
package converter

import (
	"context"

	"sellingassistant/adapters/memory/expiring"
	"sellingassistant/domain/converter"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/converter"
)

// Cache caches answers in one process.
type Cache struct {
	kept *expiring.Cache[port.Key, []converter.Identifier]
}

// NewCache makes a cache of at most size answers.
func NewCache(c clock.Clock, size int) *Cache {
	return &Cache{expiring.New[port.Key, []converter.Identifier](c, port.CacheFor, size)}
}

func (c *Cache) Get(_ context.Context, k port.Key) ([]converter.Identifier, bool) {
	return c.kept.Get(k)
}

func (c *Cache) Put(_ context.Context, k port.Key, found []converter.Identifier) {
	c.kept.Put(k, found)
}
