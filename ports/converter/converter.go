// Package converter has the ports of the identifier converters.
package converter

import (
	"context"
	"time"

	"sellingassistant/domain/converter"
	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/ports/cache"
)

// CatalogReader reads the marketplace's catalogue. Its faults are Invalid
// upstream_rejected, Forbidden integration_needs_attention, Limited
// upstream_rate_limited with RetryAfter, Unavailable upstream_unavailable.
type CatalogReader interface {
	// ASINs lists every product with a code. Without such a product the list is empty.
	ASINs(ctx context.Context, s account.Seller, m marketplace.ID, l converter.Lookup) ([]asin.ASIN, error)
	// ByCodes lists the products with each of any number of codes of one type. Codes without a
	// product are left out.
	ByCodes(ctx context.Context, s account.Seller, m marketplace.ID, kind string, codes []string) (map[string][]asin.ASIN, error)
	// Identifiers lists the codes of a product in the catalogue. An unknown product is NotFound.
	Identifiers(ctx context.Context, s account.Seller, m marketplace.ID, a asin.ASIN) ([]converter.Identifier, error)
}

// CacheFor sets how long answers are cached: codes hardly ever change.
const CacheFor = 24 * time.Hour

// Key names a cached answer. Each team pays for its own answers: a free answer would disclose that
// another team has asked.
type Key struct {
	Team        id.Team
	Marketplace marketplace.ID
	// Asked has the code, or the ASIN with a mark that no code has.
	Asked string
}

// Cache has answers.
type Cache = cache.Cache[Key, []converter.Identifier]
