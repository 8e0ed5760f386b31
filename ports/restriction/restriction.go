// Package restriction holds what the restriction check needs from outside.
package restriction

import (
	"context"
	"time"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/restriction"
)

// Connection is a team's link to a seller account.
type Connection struct {
	ID     id.Connection
	Team   id.Team
	Region marketplace.Region
	// SellerID is Amazon's identifier of the seller.
	SellerID string
}

// Connections finds seller accounts.
type Connections interface {
	// For picks the team's connection for a marketplace. It returns a fault:
	// Forbidden integration_required when the team has none at all, Rule
	// marketplace_not_connected when none serves the marketplace, Forbidden
	// integration_needs_attention when the one that does is not active.
	For(ctx context.Context, team id.Team, m marketplace.Marketplace) (Connection, error)
}

// RestrictionChecker asks the marketplace.
type RestrictionChecker interface {
	// Restrictions lists the restrictions of a product in a condition for the
	// seller, none when there is no restriction or no such product. Records of
	// other conditions and marketplaces may be among them. It returns a fault:
	// Invalid upstream_rejected, Forbidden integration_needs_attention,
	// Limited upstream_rate_limited with RetryAfter, Unavailable
	// upstream_unavailable.
	Restrictions(ctx context.Context, c Connection, item restriction.Item) ([]restriction.Record, error)
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
