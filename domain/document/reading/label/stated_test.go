package label_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/label"
)

func TestTheCurrencyThatATextStates(t *testing.T) {
	for text, want := range map[string]string{
		"All prices in EUR, excl. VAT.":            "EUR",
		"Alle Preise in EUR zzgl. MwSt.":           "EUR",
		"Currency: GBP":                            "GBP",
		"Trade price list (USD)":                   "USD",
		"Prezzi in Euro, IVA esclusa":              "Euro",
		"Prix en euros":                            "euros",
		"Preisliste 2026 CHF":                      "",
		"Preisliste CHF 2026":                      "CHF",
		"Kostenliste Stand 11/2026 - Werte in EUR": "EUR",
		"Prices in $":                              "$",
		"Prices in $ CAD":                          "CAD",
		"Prices in EUR or USD":                     "EUR/USD",
		"Prices from 250 EUR on request":           "",
		"Prices on request, delivery EUR 12":       "",
		"Euro pallets and prices":                  "",
		"Delivery to EUR countries":                "",
		"Preise freibleibend":                      "",
	} {
		require.Equal(t, want, label.Stated(text), text)
	}
	require.Equal(t, "EUR", label.JoinStated("EUR", "", "€"))
	require.Equal(t, "EUR/GBP", label.JoinStated("EUR", "GBP"))
}
