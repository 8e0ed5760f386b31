package repricer

import (
	"context"

	identityapp "sellingassistant/app/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// RepricerPlans returns the limit of repricer rows in a team's plan.
type RepricerPlans struct{ teams *identityapp.Teams }

func NewRepricerPlans(t *identityapp.Teams) *RepricerPlans { return &RepricerPlans{t} }

func (p *RepricerPlans) Rows(ctx context.Context, team id.Team) (int64, error) {
	limits, err := p.teams.Limits(ctx, caller.Caller{Team: team})
	return limits.RepricerProducts, err
}

// TeamExpenses gives the repricer a team's default expenses.
type TeamExpenses struct{ teams *identityapp.Teams }

func NewTeamExpenses(t *identityapp.Teams) *TeamExpenses { return &TeamExpenses{t} }

func (t *TeamExpenses) Defaults(ctx context.Context, team id.Team) (pricingports.Expenses, error) {
	found, err := t.teams.Find(ctx, caller.Caller{Team: team})
	if err != nil {
		return pricingports.Expenses{}, err
	}
	s := found.Snapshot().Settings
	return pricingports.Expenses{StorageMonths: optional.Of(s.DefaultExpenses.StorageMonths), VAT: s.VAT()}, nil
}
