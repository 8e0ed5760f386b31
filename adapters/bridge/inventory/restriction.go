package inventory

import (
	"context"

	restrictionapp "sellingassistant/app/restriction"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/restriction"
)

// ListingPermissions checks which products a seller may sell, for drafts.
type ListingPermissions struct {
	checks *restrictionapp.Checks
	count  func(ctx context.Context, team id.Team) error
}

// NewListingPermissions makes the bridge from restriction to inventory. count counts each check
// that calls the marketplace against the team's limit of checks.
func NewListingPermissions(c *restrictionapp.Checks, count func(ctx context.Context, team id.Team) error) *ListingPermissions {
	return &ListingPermissions{c, count}
}

func (p *ListingPermissions) Permission(ctx context.Context, team id.Team, m marketplace.Marketplace, a asin.ASIN, c inventory.Condition) (inventory.Permission, error) {
	word := c.Amazon()
	if word == "" {
		// Restrictions of collectible units have no grade.
		word = "collectible_like_new"
	}
	status, err := p.checks.Admitted(ctx, team, m, a, restriction.Condition(word), func(ctx context.Context) error {
		return p.count(ctx, team)
	})
	return inventory.Permission(status), err
}
