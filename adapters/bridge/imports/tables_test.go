package imports_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	bridge "sellingassistant/adapters/bridge/imports"
	"sellingassistant/adapters/sheet"
	"sellingassistant/app/document/tablefile"
	"sellingassistant/domain/imports"
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
