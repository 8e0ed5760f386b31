// Package research caches products found in research in memory.
package research

import (
	"context"

	"sellingassistant/adapters/memory/expiring"
	"sellingassistant/domain/research/lookup"
	"sellingassistant/ports/clock"
	port "sellingassistant/ports/research"
)

// Known caches products that were found.
type Known struct {
	products *expiring.Cache[port.ProductKey, lookup.Found]
}

// NewKnown makes a cache of about this many bytes.
func NewKnown(c clock.Clock, bytes int) *Known {
	return &Known{expiring.New[port.ProductKey, lookup.Found](c, port.KeptFor, bytes)}
}

// Get returns a product that has not expired.
func (k *Known) Get(_ context.Context, key port.ProductKey) (lookup.Found, bool) {
	return k.products.Get(key)
}

// Put stores a product.
func (k *Known) Put(_ context.Context, key port.ProductKey, f lookup.Found) {
	k.products.PutFor(key, f, port.KeptFor, f.Weight())
}
