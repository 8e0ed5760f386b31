package identity

import (
	"fmt"

	"sellingassistant/adapters/persistence/db"
	"sellingassistant/adapters/persistence/record"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/caller"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

func teamRowOf(s identity.TeamSnapshot) teamRow {
	e := s.Settings.DefaultExpenses
	return teamRow{
		ID: int64(s.ID), Name: s.Name, PlanCode: s.PlanCode, PlanStatus: string(s.PlanStatus),
		PlanRenewsAt: db.NullMicros(s.RenewsAt), TokensMonth: s.TokensMonth, Currency: string(s.Currency),
		Timezone: s.Timezone, DefaultMarketplaceID: string(s.DefaultMarketplace),
		Settings: db.JSONOf(settingsDoc{
			CostMethod:         string(s.Settings.CostMethod),
			OverReceiptPercent: record.Units(s.Settings.OverReceiptPercent),
			DefaultExpenses: expensesDoc{
				PrepPerUnit: record.Units(e.PrepPerUnit), InboundPerUnit: record.Units(e.InboundPerUnit), MiscPerUnit: record.Units(e.MiscPerUnit),
				SalesTaxPercent: record.Units(e.SalesTaxPercent), ReturnsPercent: record.Units(e.ReturnsPercent),
				StorageMonths: record.Units(e.StorageMonths), VATScheme: string(optional.Of(e.VATScheme).Or("")),
				VATFlatPercent: record.Units(e.VATFlatPercent),
			},
			Tax: taxDocOf(s.Settings.Tax), Address: s.Settings.Address,
		}),
		Features: db.JSONOf(s.Features), Version: s.Version,
		CreatedAt: db.Micros(s.CreatedAt), UpdatedAt: db.Micros(s.UpdatedAt),
	}
}

func (r *teamRow) snapshot() (identity.TeamSnapshot, error) {
	d := r.Settings.V
	e := d.DefaultExpenses
	return identity.TeamSnapshot{
		ID: id.Team(r.ID), Name: r.Name, PlanCode: r.PlanCode, PlanStatus: identity.PlanStatus(r.PlanStatus),
		RenewsAt: db.FromNullMicros(r.PlanRenewsAt), TokensMonth: r.TokensMonth, Currency: money.Currency(r.Currency),
		Timezone: r.Timezone, DefaultMarketplace: marketplace.ID(r.DefaultMarketplaceID),
		Settings: identity.Settings{
			CostMethod:         identity.CostMethod(d.CostMethod),
			OverReceiptPercent: record.FromUnits(d.OverReceiptPercent, money.PercentFromUnits),
			DefaultExpenses: identity.Expenses{
				PrepPerUnit:     record.FromUnits(e.PrepPerUnit, money.FromUnits),
				InboundPerUnit:  record.FromUnits(e.InboundPerUnit, money.FromUnits),
				MiscPerUnit:     record.FromUnits(e.MiscPerUnit, money.FromUnits),
				SalesTaxPercent: record.FromUnits(e.SalesTaxPercent, money.PercentFromUnits),
				ReturnsPercent:  record.FromUnits(e.ReturnsPercent, money.PercentFromUnits),
				StorageMonths:   record.FromUnits(e.StorageMonths, money.FromUnits),
				VATScheme:       schemeOf(e.VATScheme),
				VATFlatPercent:  record.FromUnits(e.VATFlatPercent, money.PercentFromUnits),
			},
			Tax: d.Tax.tax(), Address: d.Address,
		},
		Features: r.Features.V, Version: r.Version,
		CreatedAt: db.FromMicros(r.CreatedAt), UpdatedAt: db.FromMicros(r.UpdatedAt),
	}, nil
}

func taxDocOf(t *identity.Tax) *taxDoc {
	if t == nil {
		return nil
	}
	doc := taxDoc{Registrations: make([]registrationDoc, len(t.Registrations)), PricesIncludeVAT: t.PricesIncludeVAT}
	for i, r := range t.Registrations {
		doc.Registrations[i] = registrationDoc{
			Country: r.Country, VATNumber: r.Number.Ptr(), Scheme: string(r.Scheme),
			Since: optional.Convert(r.Since, date.Date.Days).Ptr(),
		}
	}
	return &doc
}

func (d *taxDoc) tax() *identity.Tax {
	if d == nil {
		return nil
	}
	t := identity.Tax{Registrations: make(vat.Registrations, len(d.Registrations)), PricesIncludeVAT: d.PricesIncludeVAT}
	for i, r := range d.Registrations {
		t.Registrations[i] = vat.Registration{
			Country: r.Country, Number: optional.Of(r.VATNumber), Scheme: vat.RegistrationScheme(r.Scheme),
			Since: optional.Convert(optional.Of(r.Since), date.FromDays),
		}
	}
	return &t
}

func schemeOf(s string) *vat.Scheme {
	if s == "" {
		return nil
	}
	return new(vat.Scheme(s))
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

func (r *keyRow) snapshot() (identity.KeySnapshot, error) {
	var digest identity.Digest
	if copy(digest[:], r.Digest) != len(digest) {
		return identity.KeySnapshot{}, fmt.Errorf("identity: stored key %d has a short digest", r.ID)
	}
	scopes := make([]caller.Scope, len(r.Scopes.V))
	for i, scope := range r.Scopes.V {
		scopes[i] = caller.Scope(scope)
	}
	return identity.KeySnapshot{
		ID: id.Key(r.ID), Team: id.Team(r.TeamID), User: id.User(r.UserID), Name: r.Name, Prefix: r.Prefix, Last4: r.Last4,
		Digest: digest, Scopes: scopes, LastUsedAt: db.FromNullMicros(r.LastUsedAt),
		ExpiresAt: db.FromNullMicros(r.ExpiresAt), RevokedAt: db.FromNullMicros(r.RevokedAt),
		CreatedAt: db.FromMicros(r.CreatedAt),
	}, nil
}
