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
	"sellingassistant/domain/pricelist"
	ports "sellingassistant/ports/pricelist"
)

// Teams returns the limits and the expenses of teams.
type Teams struct {
	teams  *identityapp.Teams
	tokens *identityapp.Tokens
}

func NewTeams(t *identityapp.Teams, tokens *identityapp.Tokens) *Teams { return &Teams{t, tokens} }

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
	return defaults(s.Settings.DefaultExpenses, s.Currency == m.Currency, !m.Untaxed), nil
}

// defaults leaves out amounts of another currency, since no exchange rate is known, and VAT if
// prices exclude tax.
func defaults(e identity.Expenses, sameCurrency, taxed bool) pricelist.ExpensesPatch {
	field := func(a *money.Amount) optional.Field[money.Amount] {
		if !sameCurrency {
			return optional.Field[money.Amount]{}
		}
		return optional.FieldOf(optional.Of(a))
	}
	var tax optional.Field[pricelist.VAT]
	if of := e.VAT(); taxed && (of.Scheme.Known() || of.Flat.Known()) {
		tax = optional.Put(pricelist.VAT{Scheme: of.Scheme, Flat: of.Flat})
	}
	return pricelist.ExpensesPatch{
		StorageMonths: optional.FieldOf(optional.Of(e.StorageMonths)), VAT: tax,
		Prep: field(e.PrepPerUnit), Inbound: field(e.InboundPerUnit), Misc: field(e.MiscPerUnit),
		SalesTax: optional.FieldOf(optional.Of(e.SalesTaxPercent)), Returns: optional.FieldOf(optional.Of(e.ReturnsPercent)),
	}
}
