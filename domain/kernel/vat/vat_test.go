package vat_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

func percent(s string) money.Percent { return money.MustParsePercent(s) }

func market(t *testing.T, domain string) marketplace.Marketplace {
	t.Helper()
	m, err := marketplace.Choice{Domain: domain}.Resolve("")
	require.NoError(t, err)
	return m
}

func day(s string) date.Date { return date.MustParse(s) }

func TestSettingsOfAMarketplace(t *testing.T) {
	may := day("2026-05-10")
	us := vat.Given{}.On(market(t, "amazon.com"), may)
	require.Equal(t, vat.Settings{Scheme: vat.SchemeNone}, us)
	require.Empty(t, us.Notes())
	de := vat.Given{}.On(market(t, "amazon.de"), may)
	require.Equal(t, vat.Settings{Scheme: vat.SchemeStandard, Rate: percent("19"), Cost: percent("19"), Basis: vat.BasisAssumed}, de)
	require.Equal(t, []string{"vat_rate_assumed"}, de.Notes())
	require.Equal(t, percent("16"), vat.Given{}.On(market(t, "amazon.de"), day("2020-12-31")).Rate)
	given := vat.Given{
		Scheme: optional.Some(vat.SchemeFlat), Rate: optional.Some(percent("7")), Cost: optional.Some(percent("5")),
		Flat: optional.Some(percent("6.5")),
	}.On(market(t, "amazon.de"), may)
	require.Equal(t, vat.Settings{
		Scheme: vat.SchemeFlat, Rate: percent("7"), Cost: percent("5"), Flat: percent("6.5"), Basis: vat.BasisGiven,
	}, given)
	require.Empty(t, given.Notes())
	gb := vat.Given{Rate: optional.Some(percent("5"))}.On(market(t, "amazon.co.uk"), may)
	require.Equal(t, percent("5"), gb.Cost, "the cost contains the rate of the sale")
	none := vat.Given{Scheme: optional.Some(vat.SchemeNone)}.On(market(t, "amazon.de"), may)
	require.Empty(t, none.Notes(), "no rate counts")
}

// Every country: standard, reduced, super reduced and zero of today, "-" without a rate.
func TestRatesOfToday(t *testing.T) {
	want := map[string]string{
		"US": "- - - -", "CA": "- - - -", "BR": "- - - -", "MX": "16 - - -", "GB": "20 5 - 0", "DE": "19 7 - -", "FR": "20 10 2.1 -",
		"IT": "22 10 4 -", "ES": "21 10 4 -", "IE": "23 13.5 4.8 0", "NL": "21 9 - -", "BE": "21 12 6 -", "SE": "25 12 6 -", "PL": "23 8 5 -",
		"TR": "20 - - -", "EG": "14 - - -", "SA": "15 - - -", "AE": "5 - - -", "ZA": "15 - - -", "IN": "18 - - -", "JP": "10 - - -",
		"AU": "10 - - -", "SG": "9 - - -",
	}
	got, standard := map[string]string{}, vat.ClassStandard
	for _, m := range marketplace.All() {
		var found []string
		for _, class := range standard.Words() {
			text := "-"
			if rate, ok := vat.Rate(m.Country, class, day("2026-11-27")); ok {
				text = rate.String()
			}
			found = append(found, text)
		}
		got[m.Country] = strings.Join(found, " ")
		present, _ := vat.Rate(m.Country, vat.ClassStandard, day("2026-11-27"))
		require.Equal(t, present, vat.Present(m.Country), m.Country)
	}
	require.Equal(t, want, got)
}

func TestRatesChangeOnTheirDay(t *testing.T) {
	for _, c := range []struct {
		country       string
		class         vat.Class
		day           string
		before, after string
	}{
		{"DE", vat.ClassStandard, "2020-07-01", "19", "16"},
		{"DE", vat.ClassStandard, "2021-01-01", "16", "19"},
		{"DE", vat.ClassReduced, "2020-07-01", "7", "5"},
		{"DE", vat.ClassReduced, "2021-01-01", "5", "7"},
		{"IE", vat.ClassStandard, "2020-09-01", "23", "21"},
		{"IE", vat.ClassStandard, "2021-03-01", "21", "23"},
		{"NL", vat.ClassReduced, "2019-01-01", "6", "9"},
		{"TR", vat.ClassStandard, "2023-07-10", "18", "20"},
		{"SA", vat.ClassStandard, "2020-07-01", "5", "15"},
		{"JP", vat.ClassStandard, "2019-10-01", "8", "10"},
		{"SG", vat.ClassStandard, "2023-01-01", "7", "8"},
		{"SG", vat.ClassStandard, "2024-01-01", "8", "9"},
		{"FR", vat.ClassStandard, "2014-01-01", "20", "20"},
	} {
		before, _ := vat.Rate(c.country, c.class, day(c.day).Add(-1))
		after, _ := vat.Rate(c.country, c.class, day(c.day))
		require.Equal(t, []string{c.before, c.after}, []string{before.String(), after.String()}, c.country+" "+c.day)
	}
}

func TestResolve(t *testing.T) {
	some := func(s string) optional.Maybe[money.Percent] { return optional.Some(percent(s)) }
	class := func(c vat.Class) optional.Maybe[vat.Class] { return optional.Some(c) }
	for name, c := range map[string]struct {
		given  vat.Given
		domain string
		rate   string
		basis  vat.Basis
	}{
		"given":                     {vat.Given{Rate: some("5.5"), CostLayer: some("20"), Class: class(vat.ClassReduced)}, "amazon.fr", "5.5", vat.BasisGiven},
		"given as 0":                {vat.Given{Rate: some("0")}, "amazon.de", "0", vat.BasisGiven},
		"cost layer":                {vat.Given{CostLayer: some("5.5"), Class: class(vat.ClassReduced)}, "amazon.fr", "5.5", vat.BasisCostLayer},
		"cost layer of 0":           {vat.Given{CostLayer: some("0")}, "amazon.de", "0", vat.BasisCostLayer},
		"class":                     {vat.Given{Class: class(vat.ClassZero)}, "amazon.co.uk", "0", vat.BasisClass},
		"reduced":                   {vat.Given{Class: class(vat.ClassReduced)}, "amazon.de", "7", vat.BasisClass},
		"standard class":            {vat.Given{Class: class(vat.ClassStandard)}, "amazon.de", "19", vat.BasisClass},
		"class without a rate":      {vat.Given{Class: class(vat.ClassZero)}, "amazon.de", "19", vat.BasisAssumed},
		"nothing":                   {vat.Given{}, "amazon.it", "22", vat.BasisAssumed},
		"prices without tax":        {vat.Given{}, "amazon.com", "0", ""},
		"a layer without an effect": {vat.Given{CostLayer: some("19"), Class: class(vat.ClassReduced)}, "amazon.com", "0", ""},
		"a country without a rate":  {vat.Given{}, "amazon.com.br", "0", vat.BasisAssumed},
	} {
		rate, basis := c.given.Resolve(market(t, c.domain), day("2026-05-10"))
		require.Equal(t, []string{c.rate, string(c.basis)}, []string{rate.String(), string(basis)}, name)
	}
}

// A product that is usually reduced is unsure until its class or its rate is set.
func TestUnsureUntilTheClassIsSet(t *testing.T) {
	may, de := day("2026-05-10"), market(t, "amazon.de")
	class := func(c vat.Class) optional.Maybe[vat.Class] { return optional.Some(c) }
	both, assumed := []string{"vat_rate_assumed", "vat_class_unsure"}, []string{"vat_rate_assumed"}
	require.Equal(t, both, vat.Given{Unsure: true}.On(de, may).Notes())
	require.Equal(t, assumed, vat.Given{Unsure: true, Class: class(vat.ClassZero)}.On(de, may).Notes(), "the country has no such rate")
	require.Empty(t, vat.Given{Unsure: true, Class: class(vat.ClassStandard)}.On(de, may).Notes())
	require.Empty(t, vat.Given{Unsure: true, CostLayer: optional.Some(percent("7"))}.On(de, may).Notes())
	require.Empty(t, vat.Given{Unsure: true, Rate: optional.Some(percent("7"))}.On(de, may).Notes())
	require.Empty(t, vat.Given{Unsure: true}.On(market(t, "amazon.com"), may).Notes())
	require.Empty(t, vat.Given{Unsure: true, Scheme: optional.Some(vat.SchemeNone)}.On(de, may).Notes(), "no rate counts")
}

func TestDefaultsOfATeam(t *testing.T) {
	de, us, may := market(t, "amazon.de"), market(t, "amazon.com"), day("2026-05-10")
	defaults := vat.Defaults{Scheme: optional.Some(vat.SchemeFlat), Flat: optional.Some(percent("7.5"))}
	require.Equal(t, vat.Given{Scheme: optional.Some(vat.SchemeFlat), Flat: optional.Some(percent("7.5"))}, defaults.For(de, may, vat.Given{}))
	require.Equal(t, vat.SchemeNone, defaults.For(us, may, vat.Given{}).On(us, may).Scheme, "prices exclude tax")
	given := vat.Given{Scheme: optional.Some(vat.SchemeStandard), Flat: optional.Some(percent("6"))}
	require.Equal(t, given, defaults.For(de, may, given), "the own value wins")
	require.Equal(t, vat.SchemeStandard, vat.Defaults{}.For(de, may, vat.Given{}).On(de, may).Scheme)
}
