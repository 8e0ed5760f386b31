package pricelist

import (
	"context"

	identityapp "sellingassistant/app/identity"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
	"sellingassistant/domain/pricelist"
	"sellingassistant/ports/clock"
	ports "sellingassistant/ports/pricelist"
)

// Teams returns the limits and the expenses of teams.
type Teams struct {
	teams  *identityapp.Teams
	tokens *identityapp.Tokens
	clock  clock.Clock
}

// NewTeams makes the bridge from identity to price lists.
func NewTeams(t *identityapp.Teams, tokens *identityapp.Tokens, c clock.Clock) *Teams {
	return &Teams{t, tokens, c}
}

var _ ports.Teams = (*Teams)(nil)

// RowsMonth returns the limit of the plan.
func (t *Teams) RowsMonth(ctx context.Context, team id.Team) (int64, error) {
	limits, err := t.teams.Limits(ctx, caller.Caller{Team: team})
	return limits.PriceListRowsMonth, err
}

// TokensLeft returns the remaining tokens of the plan.
func (t *Teams) TokensLeft(ctx context.Context, team id.Team) (int64, error) {
	return t.tokens.Left(ctx, team)
}

// Defaults returns the default expenses of the team's settings.
func (t *Teams) Defaults(
	ctx context.Context, team id.Team, m marketplace.Marketplace,
) (pricelist.ExpensesPatch, error) {
	found, err := t.teams.Find(ctx, caller.Caller{Team: team})
	if err != nil {
		return pricelist.ExpensesPatch{}, err
	}
	s := found.Snapshot()
	var sale vat.Given
	if !m.Untaxed {
		sale = s.Settings.VAT().For(m, m.Day(t.clock.Now()), sale)
	}
	return defaults(s.Settings.DefaultExpenses, sale, s.Currency == m.Currency), nil
}

// VATDoubt returns the doubt about the VAT of sales that follows from the team's registrations.
func (t *Teams) VATDoubt(ctx context.Context, team id.Team, m marketplace.Marketplace) (string, error) {
	found, err := t.teams.Find(ctx, caller.Caller{Team: team})
	if err != nil {
		return "", err
	}
	return found.Snapshot().Settings.VAT().For(m, m.Day(t.clock.Now()), vat.Given{}).Doubt, nil
}

// defaults leaves out amounts of another currency, since no exchange rate is known.
func defaults(e identity.Expenses, sale vat.Given, sameCurrency bool) pricelist.ExpensesPatch {
	field := func(a *money.Amount) optional.Field[money.Amount] {
		if !sameCurrency {
			return optional.Field[money.Amount]{}
		}
		return optional.FieldOf(optional.Of(a))
	}
	var tax optional.Field[pricelist.VAT]
	if sale.Scheme.Known() || sale.Flat.Known() {
		tax = optional.Put(pricelist.VAT{Scheme: sale.Scheme, Flat: sale.Flat})
	}
	return pricelist.ExpensesPatch{
		StorageMonths: optional.FieldOf(optional.Of(e.StorageMonths)), VAT: tax,
		Prep: field(e.PrepPerUnit), Inbound: field(e.InboundPerUnit), Misc: field(e.MiscPerUnit),
		SalesTax: optional.FieldOf(optional.Of(e.SalesTaxPercent)), Returns: optional.FieldOf(optional.Of(e.ReturnsPercent)),
	}
}
