package pricelist_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	bridge "sellingassistant/adapters/bridge/pricelist"
	"sellingassistant/adapters/sheet"
	"sellingassistant/domain/kernel/money"
	"sellingassistant/domain/pricelist"
)

// list reads a list of one row below its header, and returns the header of its cost and the headers that could be it.
func list(t *testing.T, header, row string) (cost string, candidates []string, in pricelist.Input) {
	t.Helper()
	return listIn(t, "USD", header, row)
}

// listIn reads a list of a currency.
func listIn(t *testing.T, currency money.Currency, header, row string) (cost string, candidates []string, in pricelist.Input) {
	t.Helper()
	tables := bridge.NewTables(sheet.Reader{})
	content := []byte(header + "\n" + row + "\n")
	table, err := tables.Survey(t.Context(), content, pricelist.Wanted{})
	require.NoError(t, err)
	for _, at := range table.Candidates[pricelist.FieldCost] {
		candidates = append(candidates, table.Headers[at])
	}
	if len(candidates) > 0 {
		return "", candidates, in
	}
	m, err := table.Map(pricelist.Wanted{}, nil)
	require.NoError(t, err)
	for _, c := range m.Of(pricelist.FieldCost) {
		cost = c.Header
	}
	require.NoError(t, tables.Rows(t.Context(), content, m, currency, func(read pricelist.Input) error { in = read; return nil }))
	return cost, nil, in
}

func TestThePriceOfAnotherColumnCanBeTheCost(t *testing.T) {
	for columns, c := range map[string]struct {
		cost string
		asks []string
	}{
		"Price;MSRP":                       {cost: "Price"},
		"Price;Price incl. VAT":            {cost: "Price"},
		"Price;Amazon price":               {cost: "Price"},
		"Price per kg;Price":               {cost: "Price"},
		"Buy price;Price":                  {cost: "Buy price"},
		"Your price;List price":            {cost: "Your price"},
		"Our price;Price":                  {asks: []string{"Our price", "Price"}},
		"Price;Special price":              {asks: []string{"Price", "Special price"}},
		"Preis;Aktionspreis":               {asks: []string{"Preis", "Aktionspreis"}},
		"Price;Promo cost":                 {asks: []string{"Price", "Promo cost"}},
		"Price;Discount %;Net":             {asks: []string{"Price", "Net"}},
		"Preis;Rabatt %;Netto;Bestand":     {asks: []string{"Preis", "Netto"}},
		"Price;Discount %;Net price":       {cost: "Net price"},
		"Price;Discount %;Amount;Quantity": {cost: "Price"},
	} {
		figures := strings.Repeat(";8.10", strings.Count(columns, ";"))
		figures = strings.Replace("4.00"+figures, ";8.10", ";10", strings.Count(columns, "%"))
		if strings.HasSuffix(columns, "y") || strings.HasSuffix(columns, "d") {
			figures = strings.TrimSuffix(figures, "8.10") + "3"
		}
		cost, asks, _ := list(t, "EAN;Title;"+columns, "4006381333931;Pen;"+figures)
		require.Equal(t, c.asks, asks, columns)
		require.Equal(t, c.cost, cost, columns)
	}
}

func TestTheCurrencyOfALabelIsThatOfItsCosts(t *testing.T) {
	for header, want := range map[string]money.Currency{
		"Cost": "", "Cost (GBP)": "GBP", "Cost £": "GBP", "Cost EUR": "EUR", "EUR cost": "EUR", "cost_eur": "EUR", "Cost in GBP": "GBP",
		"Net price €/unit": "EUR", "Preis [CHF]": "CHF", "Wholesale price CAD": "CAD", "Cost (kr)": "SEK", "Cost (USD)": "USD",
	} {
		_, asks, in := list(t, "EAN;Title;"+header, "4006381333931;Pen;4.10")
		require.Empty(t, asks, header)
		require.Equal(t, want, in.Currency, header)
	}
	_, _, in := list(t, "EAN;Title;Cost (GBP)", "4006381333931;Pen;€4.10")
	require.Equal(t, money.Currency("EUR"), in.Currency, "a cell says more than its label")
	_, _, in = list(t, "EAN;Title;Cost;Currency", "4006381333931;Pen;4.10;PLN")
	require.Equal(t, money.Currency("PLN"), in.Currency)
}

func TestASignOfSeveralCurrenciesIsTheListsCurrency(t *testing.T) {
	for _, c := range []struct {
		list         money.Currency
		header, cell string
		want         money.Currency
	}{
		{"CAD", "Cost", "$4.10", "CAD"}, {"CAD", "Cost ($)", "4.10", "CAD"}, {"USD", "Cost", "$4.10", "USD"},
		{"CAD", "Cost", "US$4.10", "USD"}, {"CAD", "Cost (USD)", "4.10", "USD"}, {"EUR", "Cost", "$4.10", "USD"},
		{"SEK", "Cost", "kr 4.10", "SEK"}, {"DKK", "Price (kr)", "4.10", "DKK"}, {"EUR", "Cost", "4.10 kr", "SEK"},
		{"CNY", "Cost", "¥4.10", "CNY"}, {"JPY", "Cost", "¥410", "JPY"}, {"EUR", "Cost", "4.10", ""},
	} {
		_, asks, in := listIn(t, c.list, "EAN;Title;"+c.header, "4006381333931;Pen;"+c.cell)
		require.Empty(t, asks, c)
		require.Equal(t, c.want, in.Currency, c)
	}
	_, _, in := listIn(t, "AUD", "EAN;Title;Cost;Currency", "4006381333931;Pen;4.10;$")
	require.Equal(t, money.Currency("AUD"), in.Currency)
}
