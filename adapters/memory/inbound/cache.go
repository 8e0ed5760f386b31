// Package inbound keeps in memory what was read about inbound shipments.
package inbound

import (
	"container/list"
	"context"
	"sync"
	"time"

	"sellingassistant/ports/clock"
	port "sellingassistant/ports/inbound"
)

// Cache is the cache of one process. It is bounded by the records its answers
// hold, since one may hold thousands, and forgets the answer kept first when
// it is full.
type Cache struct {
	clock clock.Clock
	size  int

	mu      sync.Mutex
	entries map[port.Key]*list.Element
	age     *list.List // of entry, oldest first
	weight  int
}

type entry struct {
	key    port.Key
	value  any
	until  time.Time
	weight int
}

// NewCache makes a cache of at most size records.
func NewCache(c clock.Clock, size int) *Cache {
	return &Cache{clock: c, size: size, entries: map[port.Key]*list.Element{}, age: list.New()}
}

func (c *Cache) Get(_ context.Context, k port.Key) (any, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[k]
	if !ok {
		return nil, false
	}
	found := e.Value.(entry)
	if !c.clock.Now().Before(found.until) {
		c.remove(e)
		return nil, false
	}
	return found.value, true
}

// An answer without records counts as one; one that is bigger than the cache is not
// kept.
func (c *Cache) Put(_ context.Context, k port.Key, value any, keep time.Duration, weight int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[k]; ok {
		c.remove(e)
	}
	weight = max(1, weight)
	if weight > c.size {
		return
	}
	for c.weight+weight > c.size {
		c.remove(c.age.Front())
	}
	c.weight += weight
	c.entries[k] = c.age.PushBack(entry{k, value, c.clock.Now().Add(keep), weight})
}

func (c *Cache) remove(e *list.Element) {
	gone := c.age.Remove(e).(entry)
	delete(c.entries, gone.key)
	c.weight -= gone.weight
}
