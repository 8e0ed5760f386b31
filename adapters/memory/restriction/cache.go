// Package restriction keeps restriction statuses in memory.
package restriction

import (
	"container/list"
	"context"
	"sync"
	"time"

	"sellingassistant/domain/restriction"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/restriction"
)

// Cache is the cache of one process. It forgets the oldest entries first when
// it is full.
type Cache struct {
	clock clock.Clock
	size  int

	mu      sync.Mutex
	entries map[port.Key]*list.Element
	// age holds the entries oldest first: all live equally long, so this is
	// also the order in which they expire.
	age *list.List
}

type entry struct {
	key    port.Key
	status restriction.Status
	until  time.Time
}

// NewCache makes a cache of at most size statuses.
func NewCache(c clock.Clock, size int) *Cache {
	return &Cache{clock: c, size: size, entries: map[port.Key]*list.Element{}, age: list.New()}
}

// Get implements the port.
func (c *Cache) Get(_ context.Context, k port.Key) (restriction.Status, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[k]
	if !ok {
		return "", false
	}
	found := e.Value.(entry)
	if !c.clock.Now().Before(found.until) {
		c.remove(e)
		return "", false
	}
	return found.status, true
}

// Put implements the port.
func (c *Cache) Put(_ context.Context, k port.Key, s restriction.Status) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[k]; ok {
		c.remove(e)
	}
	for len(c.entries) >= c.size {
		c.remove(c.age.Front())
	}
	c.entries[k] = c.age.PushBack(entry{k, s, c.clock.Now().Add(port.CacheFor)})
}

func (c *Cache) remove(e *list.Element) {
	delete(c.entries, e.Value.(entry).key)
	c.age.Remove(e)
}
