package purchasing

import (
	"context"

	identityapp "sellingassistant/app/identity"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/fault"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	purchasingports "sellingassistant/ports/purchasing"
)

// Teams reads the teams of purchase orders.
type Teams struct {
	teams *identityapp.Teams
	users *identityapp.Users
}

// NewTeams makes the bridge from identity to purchasing.
func NewTeams(t *identityapp.Teams, u *identityapp.Users) *Teams { return &Teams{t, u} }

var _ purchasingports.Teams = (*Teams)(nil)

// Buyer reads the data of a team that orders need. In the United States and Canada, prices are
// shown without tax.
func (t *Teams) Buyer(ctx context.Context, team id.Team) (purchasingports.Buyer, error) {
	found, err := t.teams.Find(ctx, caller.Caller{Team: team})
	if err != nil {
		return purchasingports.Buyer{}, err
	}
	s := found.Snapshot()
	home, _ := marketplace.ByID(s.DefaultMarketplace)
	tax := optional.Of(s.Settings.Tax)
	return purchasingports.Buyer{
		PurchasesWithTax: tax.Or(identity.Tax{}).PricesIncludeVAT, Registrations: s.Settings.VAT().Registrations,
		Name: s.Name, Address: optional.Of(s.Settings.Address).Or(""), Currency: s.Currency, PricesWithTax: !home.Untaxed,
		Surplus: optional.Of(s.Settings.OverReceiptPercent), Average: s.Settings.CostMethod == identity.CostWeightedAverage,
	}, nil
}

// Member reports whether a user is a member of the team.
func (t *Teams) Member(ctx context.Context, team id.Team, user id.User) (bool, error) {
	_, err := t.users.Name(ctx, caller.Caller{Team: team, User: user})
	if fault.Is(err, fault.CodeNotFound) {
		return false, nil
	}
	return err == nil, err
}
