// Package restriction has the ports of the restriction check.
package restriction

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/restriction"
	"sellingassistant/ports/cache"
)

// RestrictionChecker asks the marketplace. It lists the restrictions of a product in a condition
// for the seller. The list is empty if there is no restriction or no such product. It may include
// records of other conditions and marketplaces. Faults: Invalid upstream_rejected, Forbidden
// integration_needs_attention, Limited upstream_rate_limited with RetryAfter, Unavailable
// upstream_unavailable.
type RestrictionChecker func(ctx context.Context, s account.Seller, item restriction.Item) ([]restriction.Record, error)

// CacheFor sets how long a status is cached.
const CacheFor = 10 * time.Minute

// Key names a cached status.
type Key struct {
	Team       id.Team
	Connection id.Connection
	Item       restriction.Item
}

// Cache has statuses.
type Cache = cache.Cache[Key, restriction.Status]
