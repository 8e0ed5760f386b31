// Package research keeps in memory what was found of products.
package research

import (
	"context"

	"sellingassistant/adapters/memory/expiring"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/research"
)

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
