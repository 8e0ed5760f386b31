package bridge

import (
	"context"

	identityapp "sellingassistant/app/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/optional"
	pricingports "sellingassistant/ports/repricer/pricing"
)

// TeamExpenses gives the repricer a team's default expenses.
type TeamExpenses struct{ teams *identityapp.Teams }

// NewTeamExpenses makes the bridge from repricer to identity.
func NewTeamExpenses(t *identityapp.Teams) *TeamExpenses { return &TeamExpenses{t} }

var _ pricingports.TeamExpenses = (*TeamExpenses)(nil)

func (t *TeamExpenses) Defaults(ctx context.Context, team id.Team) (pricingports.Expenses, error) {
	found, err := t.teams.Find(ctx, caller.Caller{Team: team})
	if err != nil {
		return pricingports.Expenses{}, err
	}
	e := found.Snapshot().Settings.DefaultExpenses
	return pricingports.Expenses{StorageMonths: optional.Of(e.StorageMonths), VAT: e.VAT()}, nil
}
