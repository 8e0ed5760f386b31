// Package settings has the flags of a team's settings, and encodes teams as JSON.
package settings

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	domain "sellingassistant/domain/identity"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

// numberOrNone reads an option that keeps, clears with "none", or sets a number.
func numberOrNone[T any](c *pflag.FlagSet, name, text string, parse func(string) (T, error)) (
	optional.Field[T], error,
) {
	switch {
	case !c.Changed(name):
		return optional.Field[T]{}, nil
	case text == "none":
		return optional.Clear[T](), nil
	}
	n, err := parse(text)
	if err != nil {
		return optional.Field[T]{}, errors.New("--" + name + " must be a number, or none")
	}
	return optional.Put(n), nil
}

// Flags has the flags of a team's settings. Each keeps its setting unless it is given.
type Flags struct {
	set                                     *pflag.FlagSet
	currency, timezone, home                *string
	method, surplus                         *string
	prep, inbound, misc, salesTax, returned *string
	months, scheme, flat                    *string
	registrations                           *[]string
	withVAT                                 *bool
	address                                 *string
}

// Add adds the flags of a team's settings to a command. oneOf adds a flag with a closed list of
// words.
func Add(v *pflag.FlagSet, oneOf func(name, standard, help string, words ...string) *string) *Flags {
	return &Flags{
		set:      v,
		currency: v.String("currency", "", "ISO 4217 code of calls that name none, and of the amounts below: EUR."),
		timezone: v.String("timezone", "", "IANA name, such as Europe/Berlin."),
		home:     v.String("marketplace", "", "The default marketplace: its id, domain or country, such as amazon.de."),
		method: oneOf("cost-method", "", "latest, or weighted_average: what receipts make of the cost of a product.",
			"latest", "weighted_average", "fifo", ""),
		surplus:  v.String("over-receipt-percent", "", "How much more than ordered may be received, or none for no limit."),
		prep:     v.String("prep-per-unit", "", "Preparation of a unit, or none."),
		inbound:  v.String("inbound-per-unit", "", "Transport of a unit to the marketplace's warehouse, or none."),
		misc:     v.String("misc-per-unit", "", "Anything else per unit, or none."),
		salesTax: v.String("sales-tax-percent", "", "Sales tax on purchases, 0 to 100, or none."),
		returned: v.String("returns-percent", "", "Units that come back, 0 to 100, or none."),
		months:   v.String("storage-months", "", "Months in Amazon's warehouse, 0 to 120, or none to count 1."),
		scheme: oneOf("vat-scheme", "", "Without a registration: none, standard, not_registered, flat, or default.",
			"none", "standard", "not_registered", "flat", "default", ""),
		flat: v.String("vat-flat-percent", "", "Rate of the scheme flat, 0 to 100, or none."),
		registrations: v.StringSlice("vat-registration", nil, "COUNTRY:SCHEME[:NUMBER[:SINCE]], such as "+
			"DE:standard:DE123456788:2024-01-01; none for registered nowhere, unknown to state nothing."),
		address: v.String("address", "", "Address of the company on purchase orders, also on several lines, or none."),
		withVAT: v.Bool("prices-include-vat", false, "Purchase prices contain VAT; beside --vat-registration."),
	}
}

// Names lists the flags.
var Names = []string{
	"currency", "timezone", "marketplace", "cost-method", "over-receipt-percent",
	"prep-per-unit", "inbound-per-unit", "misc-per-unit", "sales-tax-percent", "returns-percent",
	"storage-months", "vat-scheme", "vat-flat-percent", "vat-registration", "address",
}

// Patch reads the given flags.
func (f *Flags) Patch() (p domain.SettingsPatch, err error) {
	amount := func(name, text string) optional.Field[money.Amount] {
		field, bad := numberOrNone(f.set, name, text, money.Parse)
		err = cmp.Or(err, bad)
		return field
	}
	percent := func(name, text string) optional.Field[money.Percent] {
		field, bad := numberOrNone(f.set, name, text, money.ParsePercent)
		err = cmp.Or(err, bad)
		return field
	}
	p = domain.SettingsPatch{
		Currency:           Given[money.Currency](f.set, "currency", *f.currency),
		Timezone:           Given[string](f.set, "timezone", *f.timezone),
		DefaultMarketplace: Given[marketplace.ID](f.set, "marketplace", homeOf(*f.home)),
		CostMethod:         Given[domain.CostMethod](f.set, "cost-method", *f.method),
		OverReceipt:        percent("over-receipt-percent", *f.surplus),
		DefaultExpenses: domain.ExpensesPatch{
			PrepPerUnit: amount("prep-per-unit", *f.prep), InboundPerUnit: amount("inbound-per-unit", *f.inbound),
			MiscPerUnit: amount("misc-per-unit", *f.misc), SalesTaxPercent: percent("sales-tax-percent", *f.salesTax),
			ReturnsPercent: percent("returns-percent", *f.returned), StorageMonths: amount("storage-months", *f.months),
			VATFlatPercent: percent("vat-flat-percent", *f.flat), VATScheme: Given[vat.Scheme](f.set, "vat-scheme", *f.scheme),
		},
	}
	if p.Address = Given[string](f.set, "address", *f.address); *f.address == "none" {
		p.Address = optional.Clear[string]()
	}
	if *f.scheme == "default" {
		p.DefaultExpenses.VATScheme = optional.Clear[vat.Scheme]()
	}
	if _, known := marketplace.Named(*f.home); !known && f.set.Changed("marketplace") {
		err = cmp.Or(err, errors.New("--marketplace must be a known marketplace, such as amazon.de"))
	}
	if err != nil {
		return p, err
	}
	p.Tax, err = f.tax()
	return p, err
}

// homeOf returns the id of a marketplace, and other texts as they are.
func homeOf(text string) string {
	if m, ok := marketplace.Named(text); ok {
		return string(m.ID)
	}
	return text
}

// Given sets a member if its flag is given.
func Given[T ~string](v *pflag.FlagSet, name, text string) optional.Field[T] {
	if !v.Changed(name) {
		return optional.Field[T]{}
	}
	return optional.Put(T(text))
}

func (f *Flags) tax() (optional.Field[domain.Tax], error) {
	switch list := *f.registrations; {
	case !f.set.Changed("vat-registration"):
		if f.set.Changed("prices-include-vat") {
			return optional.Field[domain.Tax]{}, errors.New("--prices-include-vat needs --vat-registration")
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
			return optional.Field[domain.Tax]{}, errors.New("--vat-registration must be COUNTRY:SCHEME[:NUMBER[:SINCE]]")
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
