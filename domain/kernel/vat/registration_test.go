package vat_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

func registered(country string, scheme vat.RegistrationScheme, since string) vat.Registration {
	r := vat.Registration{Country: country, Scheme: scheme}
	if since != "" {
		r.Since = optional.Some(day(since))
	}
	return r
}

func TestALaterRegistrationReplacesAnEarlierOne(t *testing.T) {
	all := vat.Registrations{
		registered("DE", vat.RegisteredStandard, "2025-01-01"), registered("DE", vat.RegisteredSmall, ""),
		registered("FR", vat.RegisteredMargin, "2026-03-01"),
	}
	for _, c := range []struct {
		country, day string
		want         vat.RegistrationScheme
	}{
		{"DE", "2024-12-31", "small_business"}, {"DE", "2025-01-01", "standard"}, {"DE", "2026-05-10", "standard"},
		{"FR", "2026-02-28", ""}, {"FR", "2026-03-01", "margin"}, {"GB", "2026-05-10", ""},
	} {
		found, ok := all.On(c.country, day(c.day))
		require.Equal(t, c.want, found.Scheme, c)
		require.Equal(t, c.want != "", ok, c)
	}
	require.Equal(t, vat.Registrations{all[1], all[0], all[2]}, all.Sorted())
	var scheme vat.RegistrationScheme
	for _, s := range scheme.Words() {
		require.Equal(t, s != "small_business", s.Recovers(), s)
	}
}

// The registration in the country of the sale decides before the default scheme. Without a
// registration the rate counts, with a note.
func TestARegistrationDecidesTheSchemeOfASale(t *testing.T) {
	may := day("2026-05-10")
	flat := vat.Defaults{Scheme: optional.Some(vat.SchemeFlat), Flat: optional.Some(percent("7.5"))}
	with := func(d vat.Defaults, list ...vat.Registration) vat.Defaults {
		d.Registrations = optional.Some(vat.Registrations(list))
		return d
	}
	for name, c := range map[string]struct {
		of     vat.Defaults
		given  vat.Given
		domain string
		scheme vat.Scheme
		notes  []string
	}{
		"nothing was stated":        {vat.Defaults{}, vat.Given{}, "amazon.de", "standard", []string{"vat_rate_assumed"}},
		"no registration":           {with(vat.Defaults{}), vat.Given{}, "amazon.de", "standard", []string{"vat_rate_assumed", "no_registration"}},
		"only in another country":   {with(vat.Defaults{}, registered("DE", "standard", "")), vat.Given{}, "amazon.fr", "standard", []string{"vat_rate_assumed", "no_registration"}},
		"standard before a default": {with(flat, registered("DE", "standard", "")), vat.Given{}, "amazon.de", "standard", []string{"vat_rate_assumed"}},
		"small business":            {with(vat.Defaults{}, registered("DE", "small_business", "")), vat.Given{}, "amazon.de", "not_registered", []string{"vat_rate_assumed"}},
		"flat":                      {with(vat.Defaults{}, registered("GB", "flat", "")), vat.Given{}, "amazon.co.uk", "flat", []string{"vat_rate_assumed"}},
		"margin":                    {with(vat.Defaults{}, registered("DE", "margin", "")), vat.Given{}, "amazon.de", "standard", []string{"vat_rate_assumed", "margin_scheme"}},
		"not yet":                   {with(vat.Defaults{}, registered("DE", "standard", "2026-05-11")), vat.Given{}, "amazon.de", "standard", []string{"vat_rate_assumed", "no_registration"}},
		"the default elsewhere":     {with(flat, registered("DE", "standard", "")), vat.Given{}, "amazon.fr", "flat", []string{"vat_rate_assumed", "no_registration"}},
		"nothing is due":            {with(vat.Defaults{}), vat.Given{Scheme: optional.Some(vat.SchemeNotRegistered)}, "amazon.de", "not_registered", []string{"vat_rate_assumed"}},
		"no VAT counts":             {with(vat.Defaults{}), vat.Given{Scheme: optional.Some(vat.SchemeNone)}, "amazon.de", "none", nil},
		"a given rate":              {with(vat.Defaults{}), vat.Given{Rate: optional.Some(percent("7"))}, "amazon.de", "standard", []string{"no_registration"}},
		"prices without tax":        {with(vat.Defaults{}), vat.Given{}, "amazon.com", "none", nil},
	} {
		m := market(t, c.domain)
		got := c.of.For(m, may, c.given).On(m, may)
		require.Equal(t, c.scheme, got.Scheme, name)
		require.Equal(t, c.notes, got.Notes(), name)
	}
}

// Stating no registration changes no figure: only the note is new.
func TestStatingNoRegistrationChangesNoRate(t *testing.T) {
	may, stated := day("2026-05-10"), vat.Defaults{Registrations: optional.Some(vat.Registrations{})}
	for _, m := range marketplace.All() {
		want, got := vat.Defaults{}.For(m, may, vat.Given{}).On(m, may), stated.For(m, may, vat.Given{}).On(m, may)
		require.Equal(t, !m.Untaxed, got.Doubt == "no_registration", m.Country)
		got.Doubt = ""
		require.Equal(t, want, got, m.Country)
	}
}

func TestRatesOfADay(t *testing.T) {
	require.Equal(t, []vat.ClassRate{
		{Country: "DE", Class: "standard", Since: day("2020-07-01"), Rate: percent("16")},
		{Country: "DE", Class: "reduced", Since: day("2020-07-01"), Rate: percent("5")},
	}, vat.RatesOn("DE", day("2020-12-31")))
	require.Equal(t, []vat.ClassRate{
		{Country: "DE", Class: "standard", Since: day("2007-01-01"), Rate: percent("19")},
		{Country: "DE", Class: "reduced", Since: day("2007-01-01"), Rate: percent("7")},
	}, vat.RatesOn("DE", day("1990-01-01")), "before the first row that row counts")
	require.Empty(t, vat.RatesOn("US", day("2026-11-28")))
	var countries []string
	for _, r := range vat.RatesOn("", day("2026-11-28")) {
		rate, ok := vat.Rate(r.Country, r.Class, day("2026-11-28"))
		require.True(t, ok)
		require.Equal(t, rate, r.Rate)
		countries = append(countries, r.Country)
	}
	require.IsNonDecreasing(t, countries)
	require.Len(t, countries, 39)
}
