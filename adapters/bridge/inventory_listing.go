package bridge

import (
	"context"

	connectionapp "sellingassistant/app/connection"
	identityapp "sellingassistant/app/identity"
	restrictionapp "sellingassistant/app/restriction"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/restriction"
	ports "sellingassistant/ports/inventory"
)

// ListingHomes tells drafts where a team sells.
type ListingHomes struct {
	teams       *identityapp.Teams
	connections *connectionapp.Connections
}

// NewListingHomes makes the bridge from identity and connection to inventory.
func NewListingHomes(t *identityapp.Teams, c *connectionapp.Connections) *ListingHomes {
	return &ListingHomes{t, c}
}

// Marketplace implements inventory.ListingHomes.
func (h *ListingHomes) Marketplace(ctx context.Context, team id.Team) (marketplace.ID, error) {
	return h.teams.Home(ctx, caller.Caller{Team: team})
}

// Seller implements inventory.ListingHomes.
func (h *ListingHomes) Seller(ctx context.Context, team id.Team, m marketplace.Marketplace) (ports.ListingSeller, error) {
	c, err := h.connections.ForMarketplace(ctx, team, m)
	if err != nil {
		return ports.ListingSeller{}, err
	}
	snap := c.Snapshot()
	return ports.ListingSeller{Team: snap.Team, Connection: snap.ID, Region: snap.Region, ID: snap.SellerID}, nil
}

// ListingPermissions tells drafts what a seller may sell.
type ListingPermissions struct {
	checks *restrictionapp.Checks
	count  func(ctx context.Context, team id.Team) error
}

// NewListingPermissions makes the bridge from restriction to inventory. count
// counts a check that the marketplace is asked for against the team's limit of
// checks.
func NewListingPermissions(c *restrictionapp.Checks, count func(ctx context.Context, team id.Team) error) *ListingPermissions {
	return &ListingPermissions{c, count}
}

// Permission implements inventory.Restrictions.
func (p *ListingPermissions) Permission(ctx context.Context, team id.Team, m marketplace.Marketplace, a asin.ASIN, c inventory.Condition) (inventory.Permission, error) {
	word, ok := conditionWords[c]
	if !ok {
		// Restrictions of collectible units do not tell how good they are.
		word = "collectible_like_new"
	}
	status, err := p.checks.Admitted(ctx, team, m, a, restriction.Condition(word), func(ctx context.Context) error {
		return p.count(ctx, team)
	})
	return inventory.Permission(status), err
}

// conditionWords are the marketplace's words of conditions. Collectible has
// none: there are four of them, by how good the units are.
var conditionWords = map[inventory.Condition]string{
	inventory.ConditionNew: "new_new", inventory.ConditionUsedLikeNew: "used_like_new",
	inventory.ConditionUsedVeryGood: "used_very_good", inventory.ConditionUsedGood: "used_good",
	inventory.ConditionUsedAcceptable: "used_acceptable", inventory.ConditionRefurbished: "refurbished_refurbished",
}
