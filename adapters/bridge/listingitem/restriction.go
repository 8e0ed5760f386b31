package listingitem

import (
	"context"

	restrictionapp "sellingassistant/app/restriction"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/listingitem"
	"sellingassistant/domain/restriction"
)

// Permissions checks which products a seller may sell, for listing items.
type Permissions struct{ checks *restrictionapp.Checks }

func NewPermissions(c *restrictionapp.Checks) *Permissions { return &Permissions{c} }

func (p *Permissions) Permission(ctx context.Context, team id.Team, m marketplace.Marketplace, a asin.ASIN, c listingitem.Condition) (listingitem.Permission, error) {
	status, err := p.checks.Within(ctx, team, m, a, restriction.Condition(c))
	switch {
	case err != nil:
		return listingitem.NotEligible, err
	case status == restriction.AllowedToSell:
		return listingitem.Allowed, nil
	case status == restriction.ApprovalRequired:
		return listingitem.ApprovalRequired, nil
	}
	return listingitem.NotEligible, nil
}
