package identity

import (
	"sellingassistant/adapters/http/httpx/body"
	app "sellingassistant/app/identity"
	"sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// AccountPatch changes the team.
type AccountPatch struct {
	body.AtLeastOne

	Name     body.Opt[string]        `json:"name,omitzero" minLength:"1" maxLength:"200" doc:"Not blank, on one line."`
	Currency body.Opt[body.Currency] `json:"currency,omitzero" doc:"ISO 4217 code. See confirm."`
	Timezone body.Opt[string]        `json:"timezone,omitzero" minLength:"1" maxLength:"100" doc:"IANA name."`

	DefaultMarketplaceID body.Opt[body.MarketplaceID] `json:"default_marketplace_id,omitzero" doc:"Default of calls."`

	CostMethod body.Opt[body.Word[identity.CostMethod]] `json:"cost_method,omitzero" doc:"fifo is 422 not_supported."`

	OverReceiptPercent body.Field[body.Percent] `json:"over_receipt_percent,omitzero" minimum:"0" maximum:"1000" doc:"Null: any."`

	DefaultExpenses body.Opt[AccountExpensesPatch] `json:"default_expenses,omitzero" doc:"Absent members stay."`

	Tax body.Field[TaxInput] `json:"tax,omitzero" doc:"Replaced as a whole. Null states nothing."`

	Address body.Field[string] `json:"address,omitzero" minLength:"1" maxLength:"500" doc:"Not blank. Null clears it."`

	Confirm body.Opt[string] `json:"confirm,omitzero" enum:"keep_amounts" doc:"Lets the currency change beside amounts."`
}

// AccountExpensesPatch changes default expenses.
type AccountExpensesPatch struct {
	PrepPerUnit    body.Field[body.Money] `json:"prep_per_unit,omitzero" minimum:"0" doc:"Preparation. Null clears it."`
	InboundPerUnit body.Field[body.Money] `json:"inbound_per_unit,omitzero" minimum:"0" doc:"Transport. Null clears it."`
	MiscPerUnit    body.Field[body.Money] `json:"misc_per_unit,omitzero" minimum:"0" doc:"Anything else. Null clears it."`

	SalesTaxPercent body.Field[body.Percent] `json:"sales_tax_percent,omitzero" minimum:"0" maximum:"100" doc:"Or null."`

	ReturnsPercent body.Field[body.Percent] `json:"returns_percent,omitzero" minimum:"0" maximum:"100" doc:"Or null."`

	StorageMonths body.Field[body.Money] `json:"storage_months,omitzero" minimum:"0" maximum:"120" doc:"Null counts 1."`

	VATScheme body.Field[body.Word[vat.Scheme]] `json:"vat_scheme,omitzero" doc:"Null counts standard."`

	VATFlatPercent body.Field[body.Percent] `json:"vat_flat_percent,omitzero" minimum:"0" maximum:"100" doc:"Null is 0."`
}

// TaxInput states where the team is registered for VAT.
type TaxInput struct {
	Registrations []NewVATRegistration `json:"registrations" maxItems:"50" doc:"Each country once for each first day."`

	PricesIncludeVAT body.Opt[bool] `json:"prices_include_vat,omitzero" doc:"Of purchases; false when absent."`
}

// NewVATRegistration registers the team in a country.
type NewVATRegistration struct {
	Country body.Country `json:"country" doc:"ISO 3166-1 code of two letters."`

	VATNumber body.Field[string] `json:"vat_number,omitzero" minLength:"2" maxLength:"40" doc:"Letters and digits, at most 20."`

	Scheme body.Word[vat.RegistrationScheme] `json:"scheme" doc:"small_business owes no VAT and recovers no VAT."`
	Since  body.Field[body.Day]              `json:"since,omitzero" doc:"The first day. Absent: always."`
}

// ChangedAccount has the team after a change.
type ChangedAccount struct {
	Account
	CurrencyChange *CurrencyChange `json:"currency_change" doc:"Of a new currency; null if the currency stays."`
}

// CurrencyChange says which amounts a new currency reads anew. No amount was converted.
type CurrencyChange struct {
	From     string        `json:"from" doc:"The currency before."`
	To       string        `json:"to" doc:"The currency now."`
	ReadAnew []RecordCount `json:"read_anew" doc:"Amounts that are in the new currency from now on."`
	Kept     []RecordCount `json:"kept" doc:"Records with a currency of their own, which they keep."`
}

// RecordCount counts records of a kind.
type RecordCount struct {
	Type  string `json:"type" doc:"default_expense, supplier, purchase_order, product_cost, sku_cost or price_list_row."`
	Count int64  `json:"count" minimum:"1" doc:"How many there are."`
}

// VATRates has the rates of a day.
type VATRates struct {
	Date  string    `json:"date" format:"date" doc:"The day."`
	Rates []VATRate `json:"rates" doc:"By country and class. An empty list for a country without rates."`
}

// VATRate has the rate of a class in a country.
type VATRate struct {
	Country  string       `json:"country" doc:"ISO 3166-1 code of two letters."`
	VATClass string       `json:"vat_class" enum:"standard,reduced,super_reduced,zero" doc:"The class of products."`
	Percent  body.Percent `json:"percent" doc:"In percent of the price without VAT."`
	Since    string       `json:"since" format:"date" doc:"The first day of the rate."`
}

func (p AccountPatch) change(ifMatch *int64) app.Change {
	e := p.DefaultExpenses.Value
	return app.Change{
		IfMatch: ifMatch, KeepAmounts: p.Confirm.Value == "keep_amounts",
		Patch: identity.Patch{Settings: identity.SettingsPatch{
			Name: p.Name.Field, Timezone: p.Timezone.Field, CostMethod: body.Said(p.CostMethod),
			Currency:           plain[money.Currency](p.Currency),
			DefaultMarketplace: plain[marketplace.ID](p.DefaultMarketplaceID),
			OverReceipt:        percentOf(p.OverReceiptPercent),
			DefaultExpenses: identity.ExpensesPatch{
				PrepPerUnit: amountOf(e.PrepPerUnit), InboundPerUnit: amountOf(e.InboundPerUnit),
				MiscPerUnit:     amountOf(e.MiscPerUnit),
				SalesTaxPercent: percentOf(e.SalesTaxPercent), ReturnsPercent: percentOf(e.ReturnsPercent),
				StorageMonths: amountOf(e.StorageMonths), VATFlatPercent: percentOf(e.VATFlatPercent),
				VATScheme: optional.Map(e.VATScheme.Field, func(w body.Word[vat.Scheme]) vat.Scheme { return vat.Scheme(w) }),
			},
			Tax: optional.Map(p.Tax.Field, TaxInput.tax), Address: p.Address.Field,
		}},
	}
}

// plain converts a text of a request to a domain's type.
func plain[T, S ~string](o body.Opt[S]) optional.Field[T] {
	return optional.Map(o.Field, func(text S) T { return T(text) })
}

func amountOf(f body.Field[body.Money]) optional.Field[money.Amount] {
	return optional.Map(f.Field, body.Money.Amount)
}

func percentOf(f body.Field[body.Percent]) optional.Field[money.Percent] {
	return optional.Map(f.Field, body.Percent.Exact)
}

func (t TaxInput) tax() identity.Tax {
	return identity.Tax{
		Registrations: body.Each(t.Registrations, func(r NewVATRegistration) vat.Registration {
			return vat.Registration{
				Country: string(r.Country), Number: r.VATNumber.Maybe(), Scheme: vat.RegistrationScheme(r.Scheme),
				Since: optional.Map(r.Since.Field, body.Day.Date).Maybe(),
			}
		}),
		PricesIncludeVAT: t.PricesIncludeVAT.Value,
	}
}

func changedAccountOf(c app.ChangedView) ChangedAccount {
	return ChangedAccount{accountOf(c.TeamView), body.Null(c.Currency, currencyChangeOf)}
}

func currencyChangeOf(c identity.CurrencyChange) CurrencyChange {
	count := func(a identity.Amounts) RecordCount { return RecordCount{a.Kind, a.Count} }
	return CurrencyChange{string(c.From), string(c.To), body.Each(c.ReadAnew, count), body.Each(c.Kept, count)}
}

func vatRatesOf(v app.VATRates) VATRates {
	return VATRates{v.Day.String(), body.Each(v.Rates, func(r vat.ClassRate) VATRate {
		return VATRate{r.Country, string(r.Class), body.PercentOf(r.Rate), r.Since.String()}
	})}
}

var exampleRegistration = VATRegistration{
	Country: "DE", VATNumber: new("DE123456788"), Scheme: "standard", Since: new("2024-01-01"),
}

func exampleAccountPatch() AccountPatch {
	return AccountPatch{
		Name: body.OptOf("Acme Trading"), Timezone: body.OptOf("America/New_York"),
		DefaultExpenses: body.OptOf(AccountExpensesPatch{
			PrepPerUnit: body.FieldOf(body.MoneyOf(money.MustParse("0.45"))), ReturnsPercent: body.NullField[body.Percent](),
		}),
		Tax: body.FieldOf(TaxInput{Registrations: []NewVATRegistration{{
			Country: "DE", VATNumber: body.FieldOf("DE123456788"), Scheme: "standard",
			Since: body.FieldOf(body.Day("2024-01-01")),
		}}}),
	}
}

func exampleChangedAccount() ChangedAccount {
	a := exampleAccount
	a.Timezone, a.Version = "America/New_York", 2
	a.Settings.DefaultExpenses.PrepPerUnit = new(body.MoneyOf(money.MustParse("0.45")))
	a.Settings.Tax = &TeamTax{Registrations: []VATRegistration{exampleRegistration}}
	return ChangedAccount{Account: a}
}

func exampleVATRates() VATRates {
	day := date.MustParse("2026-11-28")
	return vatRatesOf(app.VATRates{Day: day, Rates: vat.RatesOn("DE", day)})
}
