// Package restriction holds what the restriction check needs from outside.
package restriction

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/restriction"
)

// RestrictionChecker asks the marketplace.
type RestrictionChecker interface {
	// Restrictions lists the restrictions of a product in a condition for the
	// seller, none when there is no restriction or no such product. Records of
	// other conditions and marketplaces may be among them. It returns a fault:
	// Invalid upstream_rejected, Forbidden integration_needs_attention,
	// Limited upstream_rate_limited with RetryAfter, Unavailable
	// upstream_unavailable.
	Restrictions(ctx context.Context, s account.Seller, item restriction.Item) ([]restriction.Record, error)
}

// CacheFor is how long a status is kept.
const CacheFor = 10 * time.Minute

// Key names a cached status.
type Key struct {
	Team       id.Team
	Connection id.Connection
	Item       restriction.Item
}

// Cache keeps statuses for CacheFor. Failures are never kept, and a cache that
// does not work is an empty one, so its methods return no error.
type Cache interface {
	Get(ctx context.Context, k Key) (restriction.Status, bool)
	Put(ctx context.Context, k Key, s restriction.Status)
}
