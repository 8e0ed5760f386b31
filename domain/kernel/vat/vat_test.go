package vat_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/kernel/marketplace"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/kernel/optional"
	"sellingassistant/domain/kernel/vat"
)

func percent(s string) money.Percent { return money.MustParsePercent(s) }

func market(t *testing.T, domain string) marketplace.Marketplace {
	t.Helper()
	m, err := marketplace.Choice{Domain: domain}.Resolve()
	require.NoError(t, err)
	return m
}

func TestSettingsOfAMarketplace(t *testing.T) {
	require.Equal(t, vat.Settings{Scheme: vat.SchemeNone}, vat.Given{}.On(market(t, "amazon.com")))
	require.Equal(t, vat.Settings{Scheme: vat.SchemeStandard, Rate: percent("19"), Cost: percent("19")},
		vat.Given{}.On(market(t, "amazon.de")))
	require.Equal(t,
		vat.Settings{Scheme: vat.SchemeFlat, Rate: percent("7"), Cost: percent("5"), Flat: percent("6.5")},
		vat.Given{
			Scheme: optional.Some(vat.SchemeFlat), Rate: optional.Some(percent("7")), Cost: optional.Some(percent("5")),
			Flat: optional.Some(percent("6.5")),
		}.On(market(t, "amazon.de")))
	require.Equal(t, vat.Settings{Scheme: vat.SchemeStandard, Rate: percent("5"), Cost: percent("5")},
		vat.Given{Rate: optional.Some(percent("5"))}.On(market(t, "amazon.co.uk")), "the cost contains the rate of the sale")
}
