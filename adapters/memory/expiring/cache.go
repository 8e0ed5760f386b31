// Package expiring is a bounded map in memory whose entries all live equally
// long. The caches of the contexts are made of it.
package expiring

import (
	"container/list"
	"sync"
	"time"

	"sellingassistant/ports/clock"
)

// Cache keeps values for a fixed time and forgets the oldest first when it is
// full. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	clock clock.Clock
	life  time.Duration
	size  int

	mu      sync.Mutex
	entries map[K]*list.Element
	// age holds the entries oldest first: all live equally long, so this is
	// also the order in which they expire.
	age *list.List
}

type entry[K comparable, V any] struct {
	key   K
	value V
	until time.Time
}

// New makes a cache of at most size values that are kept for life.
func New[K comparable, V any](c clock.Clock, life time.Duration, size int) *Cache[K, V] {
	return &Cache[K, V]{clock: c, life: life, size: size, entries: map[K]*list.Element{}, age: list.New()}
}

// Get returns the value of a key that has not expired.
func (c *Cache[K, V]) Get(k K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[k]
	if !ok {
		return value, false
	}
	found := e.Value.(entry[K, V])
	if !c.clock.Now().Before(found.until) {
		c.remove(e)
		return value, false
	}
	return found.value, true
}

// Put keeps a value under a key from now on.
func (c *Cache[K, V]) Put(k K, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.entries[k]; ok {
		c.remove(e)
	}
	for len(c.entries) >= c.size {
		c.remove(c.age.Front())
	}
	c.entries[k] = c.age.PushBack(entry[K, V]{k, v, c.clock.Now().Add(c.life)})
}

func (c *Cache[K, V]) remove(e *list.Element) {
	delete(c.entries, e.Value.(entry[K, V]).key)
	c.age.Remove(e)
}
