package settings

import (
	domain "sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/id"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// Team encodes a team as JSON.
type Team struct {
	ID         id.Team           `json:"id"`
	Name       string            `json:"name"`
	Tokens     int64             `json:"tokens_month"`
	PlanStatus domain.PlanStatus `json:"plan_status"`
	Currency   money.Currency    `json:"currency"`
	Timezone   string            `json:"timezone"`
	Home       marketplace.ID    `json:"default_marketplace_id"`
	CostMethod domain.CostMethod `json:"cost_method"`
	// OverReceipt may be null for no limit.
	OverReceipt *string `json:"over_receipt_percent"`
	// Null marks an unset default.
	PrepPerUnit     *string     `json:"prep_per_unit"`
	InboundPerUnit  *string     `json:"inbound_per_unit"`
	MiscPerUnit     *string     `json:"misc_per_unit"`
	SalesTaxPercent *string     `json:"sales_tax_percent"`
	ReturnsPercent  *string     `json:"returns_percent"`
	StorageMonths   *string     `json:"storage_months"`
	VATScheme       *vat.Scheme `json:"vat_scheme"`
	VATFlatPercent  *string     `json:"vat_flat_percent"`
	Tax             *tax        `json:"tax"`
	Address         *string     `json:"address"`
}

// TeamOf converts a team.
func TeamOf(t domain.Team) Team {
	s := t.Snapshot()
	e := s.Settings.DefaultExpenses
	amount := func(a *money.Amount) *string { return optional.Convert(optional.Of(a), money.Amount.String).Ptr() }
	percent := func(p *money.Percent) *string { return optional.Convert(optional.Of(p), money.Percent.String).Ptr() }
	return Team{
		ID: s.ID, Name: s.Name, Tokens: s.TokensMonth, PlanStatus: s.PlanStatus, Currency: s.Currency, Timezone: s.Timezone,
		Home: s.DefaultMarketplace, CostMethod: s.Settings.CostMethod, OverReceipt: percent(s.Settings.OverReceiptPercent),
		PrepPerUnit: amount(e.PrepPerUnit), InboundPerUnit: amount(e.InboundPerUnit), MiscPerUnit: amount(e.MiscPerUnit),
		SalesTaxPercent: percent(e.SalesTaxPercent), ReturnsPercent: percent(e.ReturnsPercent),
		StorageMonths: amount(e.StorageMonths), VATScheme: e.VATScheme, VATFlatPercent: percent(e.VATFlatPercent),
		Tax: taxOf(s.Settings.Tax), Address: s.Settings.Address,
	}
}

// tax encodes registrations as JSON.
type tax struct {
	Registrations    []registration `json:"registrations"`
	PricesIncludeVAT bool           `json:"prices_include_vat"`
}

type registration struct {
	Country string  `json:"country"`
	Number  *string `json:"vat_number"`
	Scheme  string  `json:"scheme"`
	Since   *string `json:"since"`
}

// taxOf returns nil for a team that stated nothing.
func taxOf(t *domain.Tax) *tax {
	if t == nil {
		return nil
	}
	r := tax{Registrations: []registration{}, PricesIncludeVAT: t.PricesIncludeVAT}
	for _, of := range t.Registrations {
		r.Registrations = append(r.Registrations, registration{
			of.Country, of.Number.Ptr(), string(of.Scheme), optional.Convert(of.Since, date.Date.String).Ptr(),
		})
	}
	return &r
}

// Currency encodes a change of the currency as JSON.
type Currency struct {
	From     money.Currency   `json:"from"`
	To       money.Currency   `json:"to"`
	ReadAnew map[string]int64 `json:"read_anew"`
	Kept     map[string]int64 `json:"kept"`
}

// CurrencyOf returns nil if the currency stays.
func CurrencyOf(c *domain.CurrencyChange) *Currency {
	if c == nil {
		return nil
	}
	counts := func(list []domain.Amounts) map[string]int64 {
		out := map[string]int64{}
		for _, a := range list {
			out[a.Kind] = a.Count
		}
		return out
	}
	return &Currency{c.From, c.To, counts(c.ReadAnew), counts(c.Kept)}
}
