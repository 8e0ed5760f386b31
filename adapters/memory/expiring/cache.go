// Package expiring has caches in the memory of one process.
package expiring

import (
	"container/list"
	"context"
	"sync"
	"time"

	"sellingassistant/ports/clock"
)

// Cache keeps values for a time, and drops the oldest first when it is full. It is safe for
// concurrent use.
type Cache[K comparable, V any] struct {
	clock clock.Clock
	life  time.Duration
	size  int

	mu      sync.Mutex
	entries map[K]*list.Element
	age     *list.List // of entry, oldest first
	weight  int
}

type entry[K comparable, V any] struct {
	key   K
	value V
	// until is zero for an entry that does not expire.
	until  time.Time
	weight int
}

// New makes a cache of at most size values that live for a time. With life 0 values remain until
// the cache is full.
func New[K comparable, V any](c clock.Clock, life time.Duration, size int) *Cache[K, V] {
	return &Cache[K, V]{clock: c, life: life, size: size, entries: map[K]*list.Element{}, age: list.New()}
}

// Get returns the value of a key that has not expired.
func (c *Cache[K, V]) Get(_ context.Context, k K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[k]
	if !ok {
		return value, false
	}
	found := e.Value.(entry[K, V])
	if !found.until.IsZero() && !c.clock.Now().Before(found.until) {
		c.remove(e)
		return value, false
	}
	return found.value, true
}

// Put stores a value under a key for the cache's life.
func (c *Cache[K, V]) Put(ctx context.Context, k K, v V) { c.PutFor(ctx, k, v, c.life, 1) }

// PutFor stores a value with its own life, and counts it as weight values, at least one. A value
// that is larger than the cache is not stored.
func (c *Cache[K, V]) PutFor(_ context.Context, k K, v V, life time.Duration, weight int) {
	weight = max(1, weight)
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[k]; ok {
		c.remove(e)
	}
	if weight > c.size {
		return
	}
	for c.weight+weight > c.size {
		c.remove(c.age.Front())
	}
	e := entry[K, V]{key: k, value: v, weight: weight}
	if life > 0 {
		e.until = c.clock.Now().Add(life)
	}
	c.weight += weight
	c.entries[k] = c.age.PushBack(e)
}

func (c *Cache[K, V]) remove(e *list.Element) {
	gone := c.age.Remove(e).(entry[K, V])
	delete(c.entries, gone.key)
	c.weight -= gone.weight
}
