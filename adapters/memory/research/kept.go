// Package research keeps answers about products in memory.
package research

import (
	"context"

	"sellingassistant/adapters/memory/expiring"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/research"
)

// Kept is the cache of one process.
type Kept struct {
	answers *expiring.Cache[port.Key, []byte]
}

// NewKept bounds the cache by the bytes of its answers.
func NewKept(c clock.Clock, bytes int) *Kept {
	return &Kept{expiring.New[port.Key, []byte](c, port.KeptFor, bytes)}
}

// Get returns an answer that has not expired.
func (k *Kept) Get(_ context.Context, key port.Key) ([]byte, bool) { return k.answers.Get(key) }

// Known is the cache of what was found of products.
type Known struct {
	products *expiring.Cache[port.ProductKey, lookup.Found]
}

// NewKnown bounds the cache by about the bytes of what it keeps.
func NewKnown(c clock.Clock, bytes int) *Known {
	return &Known{expiring.New[port.ProductKey, lookup.Found](c, port.KeptFor, bytes)}
}

// Get returns what has not expired.
func (k *Known) Get(_ context.Context, key port.ProductKey) (lookup.Found, bool) {
	return k.products.Get(key)
}

// Put keeps what was found.
func (k *Known) Put(_ context.Context, key port.ProductKey, f lookup.Found) {
	k.products.PutFor(key, f, port.KeptFor, f.Weight())
}

// Put keeps an answer; one that is larger than the cache is not kept.
func (k *Kept) Put(_ context.Context, key port.Key, answer []byte) {
	k.answers.PutFor(key, answer, port.KeptFor, len(answer)+len(key.Asked))
}
