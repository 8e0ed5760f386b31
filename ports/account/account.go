// Package account lets contexts look up the seller accounts of teams.
package account

import (
	"context"

	"sellingassistant/domain/kernel/account"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
)

// Sellers finds connected seller accounts; removed ones are left out. An unreachable store is an
// Unavailable fault.
type Sellers interface {
	// OfTeam lists the team's accounts, working or not, by connection; none is an
	// empty list.
	OfTeam(ctx context.Context, team id.Team) ([]account.Seller, error)
	// All is OfTeam over all teams.
	All(ctx context.Context) ([]account.Seller, error)
	// Of returns the account of one of the team's connections; an unknown one is
	// Missing.
	Of(ctx context.Context, team id.Team, c id.Connection) (account.Seller, error)
	// For picks the team's active account for a marketplace, the oldest of several. Faults:
	// Forbidden integration_required if the team has none, Rule marketplace_not_connected if none
	// serves the marketplace, Forbidden integration_needs_attention if those that do are not
	// active.
	For(ctx context.Context, team id.Team, m marketplace.Marketplace) (account.Seller, error)
	// ForSeller is For among the accounts with a seller id. A team that has
	// accounts, but none with it, gets Missing.
	ForSeller(ctx context.Context, team id.Team, sellerID string, m marketplace.Marketplace) (account.Seller, error)
}
