// Package research keeps answers about products in memory.
package research

import (
	"context"

	"sellingassistant/adapters/memory/expiring"
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

// Put keeps an answer; one that is larger than the cache is not kept.
func (k *Kept) Put(_ context.Context, key port.Key, answer []byte) {
	k.answers.PutFor(key, answer, port.KeptFor, len(answer)+len(key.Asked))
}
