// Package relay holds what passing calls on to Amazon needs from outside.
package relay

import (
	"context"

	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/relay"
)

// Seller is a seller account of a team.
type Seller struct {
	Team       id.Team
	Connection id.Connection
	Region     marketplace.Region
	// SellerID is Amazon's identifier of the account.
	SellerID     string
	Marketplaces []marketplace.ID
}

// Sellers finds seller accounts. Both methods return these faults: Forbidden
// integration_required when the team has none at all, Rule
// marketplace_not_connected when none serves the marketplace, Forbidden
// integration_needs_attention when the one that does is not active.
type Sellers interface {
	// For picks the team's account for a marketplace.
	For(ctx context.Context, team id.Team, m marketplace.Marketplace) (Seller, error)
	// ByID picks among the team's accounts with this seller id; one that is
	// unknown or another team's is Missing.
	ByID(ctx context.Context, team id.Team, sellerID string, m marketplace.Marketplace) (Seller, error)
}

// Marketplace is called with what the relay passes on.
type Marketplace interface {
	// Call makes a call for a seller account. It returns a fault that carries
	// Amazon's words in its Errors: Invalid upstream_rejected, Forbidden
	// integration_needs_attention, NotFound, TooLarge and Unsupported for a
	// body, Limited upstream_rate_limited with RetryAfter, Unavailable
	// upstream_unavailable.
	Call(ctx context.Context, s Seller, r relay.Request) (relay.Answer, error)
}
