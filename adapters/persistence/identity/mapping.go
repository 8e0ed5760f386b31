package identity

import (
	"fmt"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
)

func teamRowOf(s identity.TeamSnapshot) teamRow {
	e := s.Settings.DefaultExpenses
	return teamRow{
		ID: int64(s.ID), Name: s.Name, PlanCode: s.PlanCode, PlanStatus: string(s.PlanStatus),
		PlanRenewsAt: db.NullMicros(s.RenewsAt), TokensMonth: s.TokensMonth, Currency: string(s.Currency),
		Timezone: s.Timezone, DefaultMarketplaceID: string(s.DefaultMarketplace),
		Settings: db.JSONOf(settingsDoc{
			CostMethod:         string(s.Settings.CostMethod),
			OverReceiptPercent: units(s.Settings.OverReceiptPercent),
			DefaultExpenses: expensesDoc{
				PrepPerUnit: units(e.PrepPerUnit), InboundPerUnit: units(e.InboundPerUnit), MiscPerUnit: units(e.MiscPerUnit),
				SalesTaxPercent: units(e.SalesTaxPercent), ReturnsPercent: units(e.ReturnsPercent),
			},
		}),
		Features: db.JSONOf(s.Features), Version: s.Version,
		CreatedAt: db.Micros(s.CreatedAt), UpdatedAt: db.Micros(s.UpdatedAt),
	}
}

func (r teamRow) team() (identity.Team, error) {
	d := r.Settings.V
	e := d.DefaultExpenses
	return identity.RestoreTeam(identity.TeamSnapshot{
		ID: id.Team(r.ID), Name: r.Name, PlanCode: r.PlanCode, PlanStatus: identity.PlanStatus(r.PlanStatus),
		RenewsAt: db.FromNullMicros(r.PlanRenewsAt), TokensMonth: r.TokensMonth, Currency: money.Currency(r.Currency),
		Timezone: r.Timezone, DefaultMarketplace: marketplace.ID(r.DefaultMarketplaceID),
		Settings: identity.Settings{
			CostMethod:         identity.CostMethod(d.CostMethod),
			OverReceiptPercent: from(d.OverReceiptPercent, money.PercentFromUnits),
			DefaultExpenses: identity.Expenses{
				PrepPerUnit:     from(e.PrepPerUnit, money.FromUnits),
				InboundPerUnit:  from(e.InboundPerUnit, money.FromUnits),
				MiscPerUnit:     from(e.MiscPerUnit, money.FromUnits),
				SalesTaxPercent: from(e.SalesTaxPercent, money.PercentFromUnits),
				ReturnsPercent:  from(e.ReturnsPercent, money.PercentFromUnits),
			},
		},
		Features: r.Features.V, Version: r.Version,
		CreatedAt: db.FromMicros(r.CreatedAt), UpdatedAt: db.FromMicros(r.UpdatedAt),
	})
}

func (r userRow) user() identity.User {
	return identity.User{ID: id.User(r.ID), Email: r.Email, Name: r.Name, CreatedAt: db.FromMicros(r.CreatedAt)}
}

func keyRowOf(s identity.KeySnapshot) keyRow {
	scopes := make([]string, len(s.Scopes))
	for i, scope := range s.Scopes {
		scopes[i] = string(scope)
	}
	return keyRow{
		ID: int64(s.ID), TeamID: int64(s.Team), UserID: int64(s.User), Name: s.Name, Prefix: s.Prefix, Last4: s.Last4,
		Digest: s.Digest[:], Scopes: db.JSONOf(scopes), LastUsedAt: db.NullMicros(s.LastUsedAt),
		ExpiresAt: db.NullMicros(s.ExpiresAt), RevokedAt: db.NullMicros(s.RevokedAt), CreatedAt: db.Micros(s.CreatedAt),
	}
}

func (r keyRow) key() (identity.Key, error) {
	var digest identity.Digest
	if copy(digest[:], r.Digest) != len(digest) {
		return identity.Key{}, fmt.Errorf("identity: stored key %d has a short digest", r.ID)
	}
	scopes := make([]caller.Scope, len(r.Scopes.V))
	for i, scope := range r.Scopes.V {
		scopes[i] = caller.Scope(scope)
	}
	return identity.RestoreKey(identity.KeySnapshot{
		ID: id.Key(r.ID), Team: id.Team(r.TeamID), User: id.User(r.UserID), Name: r.Name, Prefix: r.Prefix, Last4: r.Last4,
		Digest: digest, Scopes: scopes, LastUsedAt: db.FromNullMicros(r.LastUsedAt),
		ExpiresAt: db.FromNullMicros(r.ExpiresAt), RevokedAt: db.FromNullMicros(r.RevokedAt),
		CreatedAt: db.FromMicros(r.CreatedAt),
	})
}

func units[T interface{ Units() int64 }](v *T) *int64 {
	if v == nil {
		return nil
	}
	n := (*v).Units()
	return &n
}

func from[T any](units *int64, made func(int64) T) *T {
	if units == nil {
		return nil
	}
	v := made(*units)
	return &v
}
