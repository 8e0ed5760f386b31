package words_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/words"
)

// The printed sum decides about lines that do not multiply out.
func TestLinesThatTheSumDecides(t *testing.T) {
	const (
		head   = "Pos  Artikel    Nettopreis    Menge     USt.           Betrag\n"
		policy = head + "1    Dach           61,20     1 Stk    0 % USt (E)     75,00\n"
	)
	for _, c := range []struct {
		name, text string
		lines      []string
		sum        reading.Result
	}{
		{"the tax of a rate is no sum", policy + "2    Keller        110,40     1 Stk    0 % USt (E)    130,00\n\nPositionssumme    205,00\n",
			[]string{"|Dach USt (E)|1|61.2|75|placed", "|Keller USt (E)|1|110.4|130|placed"}, reading.Pass},
		{"a row that begins with a tax", head + "1    Dach           60,00     1 Stk    0 % USt        60,00\nUSt            1,00     2 Stk    0 % USt       9,00\n",
			[]string{"|Dach USt|1|60|60|columns"}, reading.Unknown},
		{"a total half a row below that only the sum makes",
			head + "1    Dach           60,00     1 Stk     7 %           60,00\n2    Pfand         2,7700    20 Stk    19 %\n" +
				"                                                      55,46\nPositionssumme    115,46\n",
			[]string{"|Dach|1|60|60|columns", "|Pfand|20|2.77|55.46|placed"}, reading.Pass},
		{"a total below that no sum makes",
			head + "1    Dach           60,00     1 Stk     7 %           60,00\n2    Pfand         2,7700    20 Stk    19 %\n" +
				"                                                      71,46\nPositionssumme    115,46\n",
			[]string{"|Dach|1|60|60|columns"}, reading.Fail},
		{"one line with its total below",
			head + "1    Police       1.000,00    1 Stk     0 %\n                                                     1.163,40\nPositionssumme    1.163,40\n",
			[]string{"|Police|1|1000|1163.4|placed"}, reading.Pass},
	} {
		r, got := read(c.text, words.Hints{})
		require.Equal(t, c.lines, got, c.name)
		require.Equal(t, c.sum, r.Checks[1].Result, c.name)
		for _, l := range r.Lines {
			require.Equal(t, l.Evidence == reading.Placed, l.Confidence < reading.Sure, c.name)
		}
	}
}

// A discount below a line lowers it only if the printed sum of the lines is lower too.
func TestDiscountsBelowLines(t *testing.T) {
	const (
		head   = "SKU      Description             Qty    Unit price      Amount\n"
		first  = "A-1      Turf green                3          4.00       12.00\n"
		less   = "                        abzgl.   16.7% Rabatt          -2.00\n"
		second = "B-2      Lamp oil                  5          4.00       20.00\n"
	)
	for _, c := range []struct {
		name, text string
		lines      []string
		// discount of the first line, and of the document
		discount, whole string
	}{
		{"between the lines", head + first + less + second + "Subtotal   30.00\n",
			[]string{"A-1|Turf green|3|4|10|allowance", "B-2|Lamp oil|5|4|20|columns"}, "2", ""},
		{"below both", head + first + less + second + "         Rabatt                                       -5.00\nSubtotal   25.00\n",
			[]string{"A-1|Turf green|3|4|10|allowance", "B-2|Lamp oil|5|4|15|allowance"}, "2", ""},
		{"the sum has it outside", head + first + less + second + "Subtotal   32.00\n",
			[]string{"A-1|Turf green|3|4|12|columns", "B-2|Lamp oil|5|4|20|columns"}, "", ""},
		{"of the whole document", head + first + second + "Discount   -2.00\nNet total   30.00\n",
			[]string{"A-1|Turf green|3|4|12|columns", "B-2|Lamp oil|5|4|20|columns"}, "", "-2"},
		{"of another amount", head + first + less + second + "Subtotal   29.00\n",
			[]string{"A-1|Turf green|3|4|12|columns", "B-2|Lamp oil|5|4|20|columns"}, "", ""},
	} {
		r, got := read(c.text, words.Hints{})
		require.Equal(t, c.lines, got, c.name)
		require.Equal(t, c.discount, printed(r.Lines[0].DiscountAmount), c.name)
		require.Equal(t, c.whole, printed(r.Header.Discount), c.name)
	}
}

// A number sign heads quantities where the figures have decimals and multiply out.
func TestQuantitiesBelowANumberSign(t *testing.T) {
	const head = "#        Produkt               USt   Einzelpreis      Summe\n"
	_, got := read(head+"2,00     Lampe                 19%       30,00 €    60,00 €\n400,00   Ballon                19%        0,79 €   316,00 €\n", words.Hints{})
	require.Equal(t, []string{"|Lampe|2|30|60|columns", "|Ballon|400|0.79|316|columns"}, got)
	_, got = read(head+"2        Lampe                 19%       30,00 €    60,00 €\n", words.Hints{})
	require.Empty(t, got, "the second row of a table")
}
