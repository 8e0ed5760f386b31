package words_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/words"
)

// The size of a pack is neither quantity nor price, wherever it is printed.
func TestSizesOfPacks(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"one case below an unknown label of sizes",
			"CODE      DESCRIPTION          QTY  FORMAT         PRICE     VALUE\n391538    Tea bags               1  8 x 330ml      39.12     39.12\n",
			"391538|Tea bags|1|case|8|39.12||39.12"},
		{"a number of units below an unknown label",
			"CODE      DESCRIPTION          QTY  SIZE           PRICE     VALUE\n391538    Tea bags               2  8's            39.12     78.24\n",
			"391538|Tea bags|2||8|39.12||78.24"},
		{"numbers that count no cases",
			"CODE      DESCRIPTION          CASE     QTY     PRICE     VALUE\n391538    Tea bags               12       2     39.12     78.24\n",
			"391538|Tea bags|2||12|39.12||78.24"},
		{"a content in the row above",
			"CODE      DESCRIPTION          QTY     PRICE     VALUE\n\n          24 x 330ml\n391538    Tea bags               2     39.12     78.24\n",
			"391538|24 x 330ml Tea bags|2|case|24|39.12||78.24"},
		{"cases of a size in the text, at the price of a unit",
			"CODE      DESCRIPTION                 QTY     PRICE     VALUE\n391538    Tea bags 48 x 50g             1      8.90    427.20\n",
			"391538|Tea bags 48 x 50g|1|case|48|8.9|427.2|427.2"},
		{"pieces of which ten would be a base of the price",
			"CODE      DESCRIPTION          PCS     QTY     PRICE     VALUE\n391538    Tea bags              10       1     27.20     27.20\n",
			"391538|Tea bags|1||0|27.2||27.2"},
		{"codes after the text",
			"Omschrijving          Artikel     Aantal     Prijs     Bedrag\nSlangklem 20 mm       GS-8252         17     21,04     357,68\n",
			"GS-8252|Slangklem 20 mm|17||0|21.04||357.68"},
		{"a measure that is a factor by chance",
			"Artikel     Omschrijving          Aantal     Prijs     Bedrag\nGS-8252     Slangklem 20 mm           17     21,04     340,01\n" +
				"            Korting 2 %                      -7,15\n            Korting 3 %                     -10,52\n",
			"GS-8252|Slangklem 20 mm|17||0|21.04||340.01"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := readPages(grid.FromText(c.text), words.Hints{})
			r.Conclude(document.Invoice)
			require.Len(t, r.Lines, 1)
			require.Equal(t, c.want, cased(r.Lines[0]))
		})
	}
}
