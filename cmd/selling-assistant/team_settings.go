package main

import (
	"cmp"
	"slices"
	"strings"

	domain "sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// settingFlags has the flags of a team's settings. Each keeps its setting unless it is given.
type settingFlags struct {
	verb                                    *verb
	currency, timezone, home                *string
	method, surplus                         *string
	prep, inbound, misc, salesTax, returned *string
	months, scheme, flat                    *string
	registrations                           *[]string
	withVAT                                 *bool
}

// settings adds the flags of a team's settings.
func (v *verb) settings() *settingFlags {
	return &settingFlags{
		verb:     v,
		currency: v.String("currency", "", "ISO 4217 code of calls that name none, and of the amounts below: EUR."),
		timezone: v.String("timezone", "", "IANA name, such as Europe/Berlin."),
		home:     v.String("marketplace", "", "Id of the default marketplace."),
		method: v.oneOf("cost-method", "", "latest, or weighted_average: what receipts make of the cost of a product.",
			"latest", "weighted_average", "fifo", ""),
		surplus:  v.String("over-receipt-percent", "", "How much more than ordered may be received, or none for no limit."),
		prep:     v.String("prep-per-unit", "", "Preparation of a unit, or none."),
		inbound:  v.String("inbound-per-unit", "", "Transport of a unit to the marketplace's warehouse, or none."),
		misc:     v.String("misc-per-unit", "", "Anything else per unit, or none."),
		salesTax: v.String("sales-tax-percent", "", "Sales tax on purchases, 0 to 100, or none."),
		returned: v.String("returns-percent", "", "Units that come back, 0 to 100, or none."),
		months:   v.String("storage-months", "", "Months in Amazon's warehouse, 0 to 120, or none to count 1."),
		scheme: v.oneOf("vat-scheme", "", "Without a registration: none, standard, not_registered, flat, or default.",
			"none", "standard", "not_registered", "flat", "default", ""),
		flat: v.String("vat-flat-percent", "", "Rate of the scheme flat, 0 to 100, or none."),
		registrations: v.StringSlice("vat-registration", nil, "COUNTRY:SCHEME[:NUMBER[:SINCE]], such as "+
			"DE:standard:DE123456788:2024-01-01; none for registered nowhere, unknown to state nothing."),
		withVAT: v.Bool("prices-include-vat", false, "Purchase prices contain VAT; beside --vat-registration."),
	}
}

// settingNames lists the flags.
var settingNames = []string{
	"currency", "timezone", "marketplace", "cost-method", "over-receipt-percent",
	"prep-per-unit", "inbound-per-unit", "misc-per-unit", "sales-tax-percent", "returns-percent",
	"storage-months", "vat-scheme", "vat-flat-percent", "vat-registration",
}

// patch reads the given flags.
func (f *settingFlags) patch() (p domain.SettingsPatch, err error) {
	amount := func(name, text string) optional.Field[money.Amount] {
		field, bad := numberOrNone(f.verb, name, text, money.Parse)
		err = cmp.Or(err, bad)
		return field
	}
	percent := func(name, text string) optional.Field[money.Percent] {
		field, bad := numberOrNone(f.verb, name, text, money.ParsePercent)
		err = cmp.Or(err, bad)
		return field
	}
	p = domain.SettingsPatch{
		Currency:           given[money.Currency](f.verb, "currency", *f.currency),
		Timezone:           given[string](f.verb, "timezone", *f.timezone),
		DefaultMarketplace: given[marketplace.ID](f.verb, "marketplace", *f.home),
		CostMethod:         given[domain.CostMethod](f.verb, "cost-method", *f.method),
		OverReceipt:        percent("over-receipt-percent", *f.surplus),
		DefaultExpenses: domain.ExpensesPatch{
			PrepPerUnit: amount("prep-per-unit", *f.prep), InboundPerUnit: amount("inbound-per-unit", *f.inbound),
			MiscPerUnit: amount("misc-per-unit", *f.misc), SalesTaxPercent: percent("sales-tax-percent", *f.salesTax),
			ReturnsPercent: percent("returns-percent", *f.returned), StorageMonths: amount("storage-months", *f.months),
			VATFlatPercent: percent("vat-flat-percent", *f.flat), VATScheme: given[vat.Scheme](f.verb, "vat-scheme", *f.scheme),
		},
	}
	if *f.scheme == "default" {
		p.DefaultExpenses.VATScheme = optional.Clear[vat.Scheme]()
	}
	if err != nil {
		return p, err
	}
	p.Tax, err = f.tax()
	return p, err
}

// given sets a member if its flag is given.
func given[T ~string](v *verb, name, text string) optional.Field[T] {
	if !v.Changed(name) {
		return optional.Field[T]{}
	}
	return optional.Put(T(text))
}

func (f *settingFlags) tax() (optional.Field[domain.Tax], error) {
	switch list := *f.registrations; {
	case !f.verb.Changed("vat-registration"):
		if f.verb.Changed("prices-include-vat") {
			return optional.Field[domain.Tax]{}, usageError{"--prices-include-vat needs --vat-registration"}
		}
		return optional.Field[domain.Tax]{}, nil
	case slices.Equal(list, []string{"unknown"}):
		return optional.Clear[domain.Tax](), nil
	case slices.Equal(list, []string{"none"}):
		return optional.Put(domain.Tax{PricesIncludeVAT: *f.withVAT}), nil
	}
	t := domain.Tax{PricesIncludeVAT: *f.withVAT}
	for _, text := range *f.registrations {
		r, ok := registrationOf(text)
		if !ok {
			return optional.Field[domain.Tax]{}, usageError{"--vat-registration must be COUNTRY:SCHEME[:NUMBER[:SINCE]]"}
		}
		t.Registrations = append(t.Registrations, r)
	}
	return optional.Put(t), nil
}

// registrationOf reads DE:standard:DE123456788:2024-01-01. The number may be empty.
func registrationOf(text string) (r vat.Registration, ok bool) {
	parts := strings.Split(text, ":")
	if len(parts) < 2 || len(parts) > 4 {
		return r, false
	}
	r.Country, r.Scheme = parts[0], vat.RegistrationScheme(parts[1])
	if len(parts) > 2 && parts[2] != "" {
		r.Number = optional.Some(parts[2])
	}
	if len(parts) == 4 {
		day, err := date.Parse(parts[3])
		if err != nil {
			return r, false
		}
		r.Since = optional.Some(day)
	}
	return r, true
}

// taxResult encodes registrations as JSON.
type taxResult struct {
	Registrations    []registrationResult `json:"registrations"`
	PricesIncludeVAT bool                 `json:"prices_include_vat"`
}

type registrationResult struct {
	Country string  `json:"country"`
	Number  *string `json:"vat_number"`
	Scheme  string  `json:"scheme"`
	Since   *string `json:"since"`
}

// taxResultOf returns nil for a team that stated nothing.
func taxResultOf(t *domain.Tax) *taxResult {
	if t == nil {
		return nil
	}
	r := taxResult{Registrations: []registrationResult{}, PricesIncludeVAT: t.PricesIncludeVAT}
	for _, of := range t.Registrations {
		r.Registrations = append(r.Registrations, registrationResult{
			of.Country, of.Number.Ptr(), string(of.Scheme), optional.Convert(of.Since, date.Date.String).Ptr(),
		})
	}
	return &r
}

// currencyResult encodes a change of the currency as JSON.
type currencyResult struct {
	From     money.Currency   `json:"from"`
	To       money.Currency   `json:"to"`
	ReadAnew map[string]int64 `json:"read_anew"`
	Kept     map[string]int64 `json:"kept"`
}

// currencyResultOf returns nil if the currency stays.
func currencyResultOf(c *domain.CurrencyChange) *currencyResult {
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
	return &currencyResult{c.From, c.To, counts(c.ReadAnew), counts(c.Kept)}
}
