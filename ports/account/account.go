// Package account lets contexts look up the seller accounts of teams.
package account

import (
	"context"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// Sellers finds connected seller accounts, except removed accounts. An unreachable store is an
// Unavailable fault.
type Sellers interface {
	// OfTeam lists the team's accounts, working or not, by connection. Without accounts the list is
	// empty.
	OfTeam(ctx context.Context, team id.Team) ([]account.Seller, error)
	// All lists the accounts of all teams, like OfTeam.
	All(ctx context.Context) ([]account.Seller, error)
	// Of returns the account of one of the team's connections; an unknown connection is Missing.
	Of(ctx context.Context, team id.Team, c id.Connection) (account.Seller, error)
	// For returns the team's oldest active account for a marketplace. Faults: Forbidden
	// integration_required if the team has no account, Rule marketplace_not_connected if no account
	// serves the marketplace, Forbidden integration_needs_attention if such accounts exist but are
	// not active.
	For(ctx context.Context, team id.Team, m marketplace.Marketplace) (account.Seller, error)
	// ForSeller does the same among the accounts with a seller id. It returns Missing if the team
	// has accounts, but no account with this seller id.
	ForSeller(ctx context.Context, team id.Team, sellerID string, m marketplace.Marketplace) (account.Seller, error)
}
