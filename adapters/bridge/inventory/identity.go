package inventory

import (
	"context"

	identityapp "sellingassistant/app/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

// ProductTeams gives the inventory the data of a team that it needs.
type ProductTeams struct {
	teams *identityapp.Teams
	users *identityapp.Users
}

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
