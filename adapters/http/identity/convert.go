package identity

import (
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/identity"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

func meOf(v app.MeView) Me {
	return Me{
		ID: int64(v.User.ID), Email: v.User.Email, Name: v.User.Name,
		TokensLeft: v.TokensLeft, TokensUsed: v.TokensUsed, TokensLimit: v.TokensLimit,
		TokensRefillAt: body.TimeOf(v.RefillAt),
	}
}

func accountOf(v app.TeamView) Account {
	t := v.Team
	e := t.Settings.DefaultExpenses
	return Account{
		ID: int64(t.ID), Name: t.Name,
		Plan:     Plan{Code: t.PlanCode, Status: string(t.PlanStatus), RenewsAt: body.NullTime(t.RenewsAt)},
		Currency: string(t.Currency), Timezone: t.Timezone, DefaultMarketplaceID: string(t.DefaultMarketplace),
		Connections: body.Each(v.Connections, connectionOf), Limits: limitsOf(v.Limits), Usage: limitsOf(v.Usage),
		Settings: Settings{
			CostMethod:         string(t.Settings.CostMethod),
			OverReceiptPercent: body.NullPercent(t.Settings.OverReceiptPercent),
			DefaultExpenses: Expenses{
				PrepPerUnit: body.NullMoney(e.PrepPerUnit), InboundPerUnit: body.NullMoney(e.InboundPerUnit),
				MiscPerUnit: body.NullMoney(e.MiscPerUnit), SalesTaxPercent: body.NullPercent(e.SalesTaxPercent),
				ReturnsPercent: body.NullPercent(e.ReturnsPercent), StorageMonths: body.NullMoney(e.StorageMonths),
				VATScheme:      body.Text(optional.Of(e.VATScheme).Or("")),
				VATFlatPercent: body.NullPercent(e.VATFlatPercent),
			},
			Tax: body.Null(t.Settings.Tax, taxOf), Address: t.Settings.Address,
		},
		Features: t.Features, Version: t.Version, CreatedAt: body.TimeOf(t.CreatedAt), UpdatedAt: body.TimeOf(t.UpdatedAt),
	}
}

func taxOf(t identity.Tax) TeamTax {
	return TeamTax{
		Registrations: body.Each(t.Registrations, func(r vat.Registration) VATRegistration {
			return VATRegistration{
				Country: r.Country, VATNumber: r.Number.Ptr(), Scheme: string(r.Scheme),
				Since: body.Maybe(r.Since, date.Date.String),
			}
		}),
		PricesIncludeVAT: t.PricesIncludeVAT,
	}
}

func connectionOf(c app.Connection) Connection {
	return Connection{
		ID: int64(c.ID), Type: "amazon", Region: string(c.Region), SellerIDLast4: c.SellerIDLast4,
		MarketplaceIDs: body.Words[string](c.Marketplaces), Status: c.Status, ConnectedAt: body.TimeOf(c.ConnectedAt),
		ProvenAt: body.NullTime(c.ProvenAt), Shared: c.Shared, LastSyncAt: body.NullTime(c.LastSyncAt),
		LastErrorCode: c.LastErrorCode,
	}
}

func limitsOf(l identity.Limits) Limits {
	return Limits{
		TokensMonth: l.TokensMonth, DocumentBytes: l.DocumentBytes, PriceListRowsMonth: l.PriceListRowsMonth,
		RepricerProducts: l.RepricerProducts, Members: l.Members,
	}
}

func userOf(v app.UserView) User {
	return User{
		ID: int64(v.User.ID), Email: v.User.Email, Name: v.User.Name, Role: string(v.User.Role),
		Teams: body.Each(v.Teams, func(t identity.TeamRef) TeamRef {
			return TeamRef{ID: int64(t.ID), Name: t.Name, Active: t.ID == v.Key.Team}
		}),
		APIKey: APIKey{
			ID: int64(v.Key.ID), Name: v.Key.Name, Prefix: v.Key.Prefix, Last4: v.Key.Last4,
			Scopes:     body.Words[string](v.Key.Scopes),
			LastUsedAt: body.NullTime(v.Key.LastUsedAt), ExpiresAt: body.NullTime(v.Key.ExpiresAt),
		},
	}
}
