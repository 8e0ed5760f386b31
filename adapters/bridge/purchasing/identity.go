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

// Buyers reads the teams of purchase orders.
type Buyers struct {
	teams *identityapp.Teams
	users *identityapp.Users
}

func NewBuyers(t *identityapp.Teams, u *identityapp.Users) *Buyers { return &Buyers{t, u} }

var _ purchasingports.Buyers = (*Buyers)(nil)

// Buyer reads the data of a team that orders need. In the United States and Canada, prices are
// shown without tax.
func (b *Buyers) Buyer(ctx context.Context, team id.Team) (purchasingports.Buyer, error) {
	t, err := b.teams.Find(ctx, caller.Caller{Team: team})
	if err != nil {
		return purchasingports.Buyer{}, err
	}
	s := t.Snapshot()
	home, _ := marketplace.ByID(s.DefaultMarketplace)
	tax := optional.Of(s.Settings.Tax)
	return purchasingports.Buyer{
		PurchasesWithTax: tax.Or(identity.Tax{}).PricesIncludeVAT, Registrations: s.Settings.VAT().Registrations,
		Name: s.Name, Address: optional.Of(s.Settings.Address).Or(""), Currency: s.Currency, PricesWithTax: !home.Untaxed,
		Surplus: optional.Of(s.Settings.OverReceiptPercent), Average: s.Settings.CostMethod == identity.CostWeightedAverage,
	}, nil
}

// Member reports whether a user is a member of the team.
func (b *Buyers) Member(ctx context.Context, team id.Team, user id.User) (bool, error) {
	_, err := b.users.Name(ctx, caller.Caller{Team: team, User: user})
	if fault.Is(err, fault.CodeNotFound) {
		return false, nil
	}
	return err == nil, err
}
