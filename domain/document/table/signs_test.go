package table_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/number"
	"sellingassistant/domain/document/table"
)

// decided returns the sign and the open figure of the last column, after language, delimiter and
// currency.
func decided(delimiter rune, header string, rows ...string) (number.Sign, string) {
	var s table.Survey
	for n, line := range append([]string{header}, rows...) {
		var cells []table.Cell
		for text := range strings.SplitSeq(line, "|") {
			cells = append(cells, table.Cell{Text: text})
		}
		s.Add("", n+1, cells)
	}
	m, _ := s.ChooseAt("", 1)
	m.Decide(delimiter)
	last := m.Columns[len(m.Columns)-1]
	return last.Sign, last.Open
}

func TestDecimalSignOfAColumn(t *testing.T) {
	for _, c := range []struct {
		why, header string
		delimiter   rune
		rows        []string
		sign        number.Sign
		open        string
	}{
		{"nothing shows it", "SKU|Min", ';', []string{"A|95.125"}, 0, "95.125"},
		{"neutral labels and commas", "SKU|Min", ',', []string{"A|35.125"}, 0, "35.125"},
		{"neutral labels in a workbook", "ASIN|P1", 0, []string{"A|1.125"}, 0, "1.125"},
		{"neutral labels and tabs", "ASIN|P1", '\t', []string{"A|1,125", "B|12"}, 0, "1,125"},
		{"another column", "SKU|RRP|P1", ';', []string{"A|19.99|1.125"}, '.', ""},
		{"another column with thousands", "SKU|RRP|P1", ';', []string{"A|1,999.00|1,125"}, '.', ""},
		{"two other columns that contradict", "SKU|RRP|Fee|P1", ';', []string{"A|19.99|0,50|1.125"}, 0, "1.125"},
		{"its own figures", "SKU|P1", ';', []string{"A|1.030,50", "B|1.125"}, ',', ""},
		{"its own figures that contradict", "SKU|P1", ';', []string{"A|10,50", "B|10.50", "C|1.125"}, 0, "1.125"},
		{"English and commas", "ASIN|Description|Cost", ',', []string{"A|x|1.125"}, '.', ""},
		{"English and commas, thousands in quotes", "ASIN|Description|Cost", ',', []string{"A|x|1,125"}, '.', ""},
		{"English and semicolons", "ASIN|Description|Cost", ';', []string{"A|x|1.125"}, 0, "1.125"},
		{"English in a workbook confirms decimals", "ASIN|Unit cost", 0, []string{"A|1.125"}, '.', ""},
		{"English in a workbook is no evidence of thousands", "ASIN|Unit cost", 0, []string{"A|1,125"}, 0, "1,125"},
		{"German and semicolons", "ASIN|Bezeichnung|EK", ';', []string{"A|x|1,125"}, ',', ""},
		{"German and semicolons, thousands", "ASIN|Bezeichnung|EK", ';', []string{"A|x|1.125"}, ',', ""},
		{"German with an English word", "ASIN|Brand|Title|Einkaufspreis", ';', []string{"A|x|y|1,125"}, ',', ""},
		{"German and commas", "ASIN|Bezeichnung|EK", ',', []string{"A|x|1,125"}, 0, "1,125"},
		{"German in a workbook", "ASIN|Stückpreis", 0, []string{"A|1,125"}, ',', ""},
		{"German in a workbook is no evidence of thousands", "ASIN|Stückpreis", 0, []string{"A|1.125"}, 0, "1.125"},
		{"French", "ASIN|Désignation|Prix", ';', []string{"A|x|2,375"}, ',', ""},
		{"Italian", "ASIN|Descrizione|Prezzo", ';', []string{"A|x|2,375"}, ',', ""},
		{"Spanish and tabs", "ASIN|Descripción|Precio", '\t', []string{"A|x|2,375"}, ',', ""},
		{"Dutch", "ASIN|Omschrijving|Inkoopprijs", ';', []string{"A|x|2,375"}, ',', ""},
		{"Polish", "ASIN|Nazwa|Cena", ';', []string{"A|x|2,375"}, ',', ""},
		{"Swiss francs", "ASIN|Bezeichnung|Preis CHF", ';', []string{"A|x|2.375"}, 0, "2.375"},
		{"yen in the label", "ASIN|P1 (JPY)", ';', []string{"A|1,125"}, '.', ""},
		{"yen beside the figure", "ASIN|P1", ';', []string{"A|¥1.125"}, ',', ""},
		{"article numbers are no figures", "Artikelnr|Bezeichnung|EK", ';', []string{"104.20|x|1,125"}, ',', ""},
		{"article numbers below neutral labels", "Art|ASIN|P1", ';', []string{"10.20|A|1,125"}, 0, "1,125"},
		{"customs codes against the language", "EAN|Zolltarifnr|Bezeichnung|EK", ';', []string{"A|3926.90|x|1,125"}, 0, "1,125"},
		{"ratings against the language", "ASIN|Rating|Bezeichnung|EK", ';', []string{"A|4.8|x|1,125"}, 0, "1,125"},
		{"a rate against the language", "ASIN|Désignation|TVA %|Prix", ';', []string{"A|x|5.5|1,125"}, 0, "1,125"},
		{"weights that agree with the language", "ASIN|Gewicht|Bezeichnung|EK", ';', []string{"A|0,35|x|1,125"}, ',', ""},
		{"weights alone", "ASIN|Weight|P1", ';', []string{"A|0.35|1.125"}, 0, "1.125"},
		{"amounts and language against weights", "ASIN|Gewicht|UVP|EK", ';', []string{"A|0.35|2,99|1,125"}, ',', ""},
		{"amounts before the language", "ASIN|Bezeichnung|UVP|EK", ';', []string{"A|x|2.99|1.125"}, '.', ""},
		{"a price that is not chosen", "ASIN|Price 1|Price 2|P1", ';', []string{"A|2.99|3.99|1.125"}, '.', ""},
		{"no figure is open", "ASIN|P1", ';', []string{"A|12"}, 0, ""},
		{"a figure below the first rows", "ASIN|P1", ';', []string{"A|12", "B|1.125"}, 0, "1.125"},
	} {
		sign, open := decided(c.delimiter, c.header, c.rows...)
		require.Equal(t, c.sign, sign, c.why)
		require.Equal(t, c.open, open, c.why)
	}
}

// TestLateFigures puts the first ambiguous figure after the rows that vote.
func TestLateFigures(t *testing.T) {
	var s table.Survey
	s.Add("", 1, []table.Cell{{Text: "SKU"}, {Text: "Min"}})
	for n := range 25_000 {
		s.Add("", n+2, []table.Cell{{Text: "A"}, {Text: "12"}})
	}
	s.Add("", 25_002, []table.Cell{{Text: "A"}, {Text: "1.125"}})
	m, _ := s.ChooseAt("", 1)
	require.Equal(t, "1.125", m.Columns[1].Open)
}

func TestNumbersOfAWorkbookAreNotOpen(t *testing.T) {
	var s table.Survey
	s.Add("Sheet1", 1, []table.Cell{{Text: "ASIN"}, {Text: "P1"}})
	s.Add("Sheet1", 2, []table.Cell{{Text: "A"}, {Text: "1.125", Kind: table.Number}})
	m, _ := s.ChooseAt("", 1)
	require.False(t, m.Undecided())
}
