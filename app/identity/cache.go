package identity

import (
	"crypto/sha256"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/id"
)

// cacheLife bounds how long a key is used without asking the store again. A key that another
// process revoked may thus work so long, if the news of it was lost.
const cacheLife = 5 * time.Second

// known has a key that was looked up.
type known struct {
	access identity.Access
	key    id.Key
	loaded time.Time
	// login has the login of a token; nil for a key.
	login *identity.Login
	// noted has the last use that was noted, in microseconds; 0 before the first.
	noted atomic.Int64
}

func (k *known) fresh(now time.Time) bool {
	// A clock that was set back must not extend the life of a key.
	age := now.Sub(k.loaded)
	return age >= 0 && age < cacheLife
}

// fingerprint identifies a key in the memory of the process. Unlike a stored digest it never leaves
// memory, so it needs no pepper and costs less to make.
type fingerprint [sha256.Size]byte

// cache keeps a bounded number of keys.
type cache struct {
	size int

	mu      sync.RWMutex
	entries map[fingerprint]*known
	// forgotten counts removals, so that a lookup that began before a removal is not kept.
	forgotten uint64
}

func newCache(size int) *cache {
	return &cache{size: size, entries: make(map[fingerprint]*known)}
}

func (c *cache) get(d fingerprint, now time.Time) (*known, uint64) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if k := c.entries[d]; k != nil && k.fresh(now) {
		return k, c.forgotten
	}
	return nil, c.forgotten
}

// put keeps a key looked up when the count of removals was as given.
func (c *cache) put(d fingerprint, k *known, forgotten uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.forgotten != forgotten {
		return
	}
	if c.entries[d] == nil && len(c.entries) >= c.size {
		c.makeRoom(k.loaded)
	}
	c.entries[d] = k
}

// makeRoom drops expired entries, or any single entry if all are fresh.
func (c *cache) makeRoom(now time.Time) {
	for d, k := range c.entries {
		if !k.fresh(now) {
			delete(c.entries, d)
		}
	}
	for d := range c.entries {
		if len(c.entries) < c.size {
			return
		}
		delete(c.entries, d)
	}
}

func (c *cache) forget(which func(*known) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forgotten++
	maps.DeleteFunc(c.entries, func(_ fingerprint, k *known) bool { return which(k) })
}
