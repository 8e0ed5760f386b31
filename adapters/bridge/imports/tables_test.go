package imports_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	bridge "sellingassistant/adapters/bridge/imports"
	"sellingassistant/adapters/sheet"
	"sellingassistant/app/document/tablefile"
	"sellingassistant/domain/imports"
	"sellingassistant/domain/kernel/money"
)

// A rate of VAT below 1 is a share that lost its percent sign: 0.2 is not one fifth of a percent.
func TestARateBelowOneIsRefused(t *testing.T) {
	for cell, c := range map[string]struct{ rate, refusal string }{
		"0.2":   {refusal: `vat_rate: "0.2" is below 1: write 20 for twenty percent, and 0.2% for less than one percent.`},
		"0.055": {refusal: `vat_rate: "0.055" is below 1: write 20 for twenty percent, and 0.2% for less than one percent.`},
		"0.5%":  {rate: "0.5"}, "20": {rate: "20"}, "20%": {rate: "20"}, "5.5": {rate: "5.5"}, "1": {rate: "1"}, "0": {rate: "0"},
	} {
		tables := bridge.NewTables(tablefile.Reader{Sheets: sheet.Reader{}})
		content := []byte("SKU,Cost,VAT rate\nA-1,11.00," + cell + "\nA-2,12.50,19.00\n")
		table, err := tables.Survey(t.Context(), content, imports.SKU, imports.Wanted{})
		require.NoError(t, err, cell)
		m, err := table.Map(imports.SKU, imports.Wanted{}, nil)
		require.NoError(t, err, cell)
		var lines []imports.Line
		require.NoError(t, tables.Lines(t.Context(), content, m, func(l imports.Line) error { lines = append(lines, l); return nil }))
		require.Len(t, lines, 2, cell)
		if c.refusal != "" {
			require.Equal(t, c.refusal, lines[0].Err.Message)
			continue
		}
		require.Nil(t, lines[0].Err, cell)
		require.Contains(t, lines[0].Cells, imports.Cell{Field: imports.VATRate, Text: c.rate})
	}
}

// A sign in the column of currencies is its code. A sign of several currencies stays, and fails its
// row.
func TestSignsInAColumnOfCurrencies(t *testing.T) {
	for cell, want := range map[string]string{"RM": "MYR", "zł": "PLN", "pen": "PEN", "€": "EUR", "Rs.": "Rs.", "XYZ": "XYZ"} {
		tables := bridge.NewTables(tablefile.Reader{Sheets: sheet.Reader{}})
		content := []byte("SKU,Cost,Currency\nA-1,11.00," + cell + "\n")
		table, err := tables.Survey(t.Context(), content, imports.SKU, imports.Wanted{})
		require.NoError(t, err, cell)
		m, err := table.Map(imports.SKU, imports.Wanted{}, nil)
		require.NoError(t, err, cell)
		var lines []imports.Line
		require.NoError(t, tables.Lines(t.Context(), content, m, func(l imports.Line) error { lines = append(lines, l); return nil }))
		require.Len(t, lines, 1, cell)
		require.Contains(t, lines[0].Cells, imports.Cell{Field: imports.Currency, Text: want})
	}
}

// tableOf surveys and maps a table of costs, and reads its rows.
func tableOf(t *testing.T, content string) ([]imports.Line, error) {
	t.Helper()
	tables := bridge.NewTables(tablefile.Reader{Sheets: sheet.Reader{}})
	table, err := tables.Survey(t.Context(), []byte(content), imports.SKU, imports.Wanted{})
	if err != nil {
		return nil, err
	}
	m, err := table.Map(imports.SKU, imports.Wanted{}, nil)
	if err != nil {
		return nil, err
	}
	var lines []imports.Line
	read := func(l imports.Line) error { lines = append(lines, l); return nil }
	return lines, tables.Lines(t.Context(), []byte(content), m, read)
}

func TestACurrencyBesideTheTableIsThatOfItsCosts(t *testing.T) {
	for content, want := range map[string][]money.Currency{
		"All costs in EUR;\nSKU;Cost\nA-1;18.20\n":                      {"EUR"},
		"SKU;Cost\nA-1;18.20\nPrices in GBP;\n":                         {"GBP"},
		"All costs in GBP;\nSKU;Cost (EUR)\nA-1;18.20\n":                {"EUR"},
		"All costs in EUR;;\nSKU;Cost;Currency\nA-1;18.20;GBP\n":        nil,
		"Minimum order 250 EUR, prices net;\nSKU;Cost\nA-1;18.20\n":     nil,
		"SKU;Cost\n;EUR\nA-1;18.20\n":                                   {"EUR"},
		"Costs in EUR;\nSKU;Cost\nA-1;$18.20\n":                         {"USD", "CAD", "AUD", "NZD", "MXN", "SGD", "HKD", "TWD"},
		"SKU;Cost;Min\nA-1;18.20;1.125\nPrices in GBP for all rows;;\n": {"GBP"},
	} {
		lines, err := tableOf(t, content)
		require.NoError(t, err, content)
		var found []money.Currency
		for _, l := range lines {
			if l.Key.SKU == "A-1" {
				require.Nil(t, l.Err, content)
				found = l.Cells[0].Currencies
			}
		}
		require.Equal(t, want, found, content)
	}
	lines, err := tableOf(t, "Costs in EUR or USD;\nSKU;Cost\nA-1;18.20\n")
	require.NoError(t, err)
	require.Contains(t, lines[0].Err.Message, "several currencies")
}

func TestRowsThatAreLongerThanTheHeader(t *testing.T) {
	_, err := tableOf(t, "SKU,Cost\nA-1,11,25\nA-2,9,80\n")
	require.ErrorContains(t, err, "more cells than the header")
	lines, err := tableOf(t, "SKU,Cost\nA-1,11.25\nA-2,9,80\nA-3,7.00,sold out\n")
	require.NoError(t, err)
	require.Nil(t, lines[0].Err)
	require.ErrorContains(t, lines[1].Err, "more cells than the header")
	require.Nil(t, lines[2].Err)
	_, err = tableOf(t, "SKU,Cost,\nA-1,11,25\nA-2,9,80\n")
	require.NoError(t, err, "the header has the column too")
}

func TestACostOfAnotherUnitIsNoUnitCost(t *testing.T) {
	for cell, ok := range map[string]bool{
		"12.00 €/Stk": true, "12.00": true, "12.00 €/Karton": false, "3.20 €/kg": false, "3.20 kg": false,
	} {
		lines, err := tableOf(t, "SKU;Cost\nA-1;"+cell+"\nA-2;11.25\n")
		require.NoError(t, err, cell)
		require.Equal(t, ok, lines[0].Err == nil, cell)
	}
}

// A table of several blocks repeats its header, in another order or with fewer columns.
func TestARepeatedHeaderMovesItsColumns(t *testing.T) {
	cost, postage := imports.Cell{Field: imports.UnitCost, Text: "9.1"}, imports.Cell{Field: imports.Postage, Text: "3"}
	for block, want := range map[string][]imports.Cell{
		"SKU,Cost,Postage\nA-2,9.10,3.00\n":  {cost, postage},
		"SKU,Postage,Cost\nA-2,3.00,9.10\n":  {cost, postage},
		"SKU,Postage\nA-2,3.00\n":            {postage},
		",SKU,Cost\n,A-2,9.10\n":             {cost},
		"SKU,Freight,Cost\nA-2,77.00,9.10\n": {cost},
	} {
		lines, err := tableOf(t, "SKU,Cost,Postage\nA-1,14.90,2.00\n"+block)
		require.NoError(t, err, block)
		require.Len(t, lines, 2, block)
		require.Nil(t, lines[1].Err, block)
		require.Equal(t, "A-2", lines[1].Key.SKU, block)
		require.Equal(t, want, lines[1].Cells, block)
	}
}
