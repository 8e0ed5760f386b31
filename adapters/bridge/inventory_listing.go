package bridge

import (
	"context"
	"time"

	identityapp "sellingassistant/app/identity"
	"sellingassistant/app/repricer/pricing"
	restrictionapp "sellingassistant/app/restriction"
	"sellingassistant/domain/inventory"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/notification"
	"sellingassistant/domain/repricer"
	"sellingassistant/domain/restriction"
	inventoryports "sellingassistant/ports/inventory"
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

// conditionWords maps conditions to the marketplace's words. Collectible has no single word: the
// marketplace has four, by the grade of the units.
var conditionWords = map[inventory.Condition]string{
	inventory.ConditionNew: "new_new", inventory.ConditionUsedLikeNew: "used_like_new",
	inventory.ConditionUsedVeryGood: "used_very_good", inventory.ConditionUsedGood: "used_good",
	inventory.ConditionUsedAcceptable: "used_acceptable", inventory.ConditionRefurbished: "refurbished_refurbished",
}

// ProductTeams gives the inventory the data of a team that it needs.
type ProductTeams struct {
	teams *identityapp.Teams
	users *identityapp.Users
}

// NewProductTeams makes the bridge from identity to inventory.
func NewProductTeams(t *identityapp.Teams, u *identityapp.Users) *ProductTeams {
	return &ProductTeams{t, u}
}

func (p *ProductTeams) Currency(ctx context.Context, team id.Team) (money.Currency, error) {
	return p.teams.Currency(ctx, caller.Caller{Team: team})
}

func (p *ProductTeams) Marketplace(ctx context.Context, team id.Team) (marketplace.ID, error) {
	return p.teams.Home(ctx, caller.Caller{Team: team})
}

func (p *ProductTeams) PersonName(ctx context.Context, team id.Team, user id.User) (string, error) {
	return p.users.Name(ctx, caller.Caller{Team: team, User: user})
}

// ListingEvents passes the listing states that the inventory reads to the repricer, because the
// marketplace's own notifications can get lost.
type ListingEvents struct{ intake *pricing.Intake }

// NewListingEvents makes the bridge from inventory to repricer.
func NewListingEvents(i *pricing.Intake) *ListingEvents { return &ListingEvents{i} }

var _ inventoryports.ListingWatch = (*ListingEvents)(nil)

func (n *ListingEvents) ListingsSeen(ctx context.Context, team id.Team, at time.Time, rows []inventory.Observation) error {
	found := make(map[repricer.Key]repricer.ListingState, len(rows))
	for _, o := range rows {
		if problem, clear := problemOf(o); clear {
			k := repricer.Key{SellerID: o.Seller, MarketplaceID: o.Marketplace, SKU: o.SKU}
			found[k] = repricer.ListingState{At: at, Problem: problems[problem], Since: at}
		}
	}
	return n.intake.ListingsRead(ctx, team, found)
}

// problemOf applies the rules for events to a listing. It returns false if it cannot decide: a
// listing that is not on sale may only be out of stock, which needs no alert.
func problemOf(o inventory.Observation) (notification.Problem, bool) {
	switch {
	case o.PriceIssue:
		return notification.PriceIssue, true
	case o.Buyable:
		return notification.NoProblem, true
	}
	return notification.NotOnSale, o.Status == inventory.SKUSuppressed
}
