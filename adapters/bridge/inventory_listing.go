package bridge

import (
	"context"

	restrictionapp "sellingassistant/app/restriction"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/restriction"
)

// ListingPermissions says what a seller may sell, for drafts.
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

func (p *ListingPermissions) Permission(ctx context.Context, team id.Team, m marketplace.Marketplace, a asin.ASIN, c inventory.Condition) (inventory.Permission, error) {
	word, ok := conditionWords[c]
	if !ok {
		// Restrictions of collectible units have no grade.
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
