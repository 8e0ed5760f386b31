package words_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/words"
)

// listed reads a price list.
func listed(text string) []string {
	r := readPages(grid.FromText(text), words.Hints{})
	r.Conclude(document.PriceList)
	list := []string{}
	for _, l := range r.Lines {
		list = append(list, short(l))
	}
	return list
}

func TestColumnsOfPriceLists(t *testing.T) {
	for _, c := range []struct {
		name, text string
		lines      []string
	}{
		{"codes like figures", "Trade price list\nCode      Description         Trade price\n57.190    Hex Bolt M8 x 40          £12.50\nA-327     Drill Bit 2.50 mm          £3.00\n10234     Washer                 £1,200.00\n",
			[]string{"57.190|Hex Bolt M8 x 40||12.5||columns", "A-327|Drill Bit 2.50 mm||3||columns", "10234|Washer||1200||columns"}},
		{"codes after the text", "Prijslijst\nOmschrijving            Artikelnr.     Prijs EUR\nBlond bier              57.190             12,50\nCola                    HK00512             3,00\nTonic                   10234               1,20\n",
			[]string{"57.190|Blond bier||12.5||columns", "HK00512|Cola||3||columns", "10234|Tonic||1.2||columns"}},
		{"codes after the text without labels", "Prijslijst\nBlond bier              57.190             12,50\nCola                    HK00512             3,00\nTonic                   10234               1,20\n",
			[]string{"57.190|Blond bier||12.5||placed", "HK00512|Cola||3||placed", "10234|Tonic||1.2||placed"}},
		{"a currency as the label", "Preisliste\nArt.      Bezeichnung          CHF\n57.190    Relais 24 V        12.50\nA-327     Klemme              3.00\n10234     Netzteil 12 V    1'200.00\n",
			[]string{"57.190|Relais 24 V||12.5||columns", "A-327|Klemme||3||columns", "10234|Netzteil 12 V||1200||columns"}},
		{"columns beside each other",
			"Preisliste\nArt.      Bezeichnung          CHF   Art.      Bezeichnung          CHF\n57.190    Relais 24 V        12.50   10234     Netzteil 12 V   1'200.00\n" +
				"A-327     Klemme              3.00   HK00512   Sicherung           0.35\n77.001    Stiftleiste 2x5     4.00\n",
			[]string{"57.190|Relais 24 V||12.5||columns", "10234|Netzteil 12 V||1200||columns", "A-327|Klemme||3||columns", "HK00512|Sicherung||0.35||columns",
				"77.001|Stiftleiste 2x5||4||columns"}},
		{"headings of groups, and a text of two rows",
			"Price list\nCode      Description         Price\nFasteners\n57.190    Hex Bolt M8         12.50\n          zinc plated\nFittings\nA-327     Elbow                3.00\n10234     Tee                  1.20\n",
			[]string{"57.190|Hex Bolt M8 zinc plated||12.5||columns", "A-327|Elbow||3||columns", "10234|Tee||1.2||columns"}},
		{"a note with an amount", "Pricelist\nCode      Description         Price\n57.190    Hex Bolt M8         12.50\nA-327     Elbow                3.00\n10234     Tee                  1.20\nCarriage on small orders       9.50\n",
			[]string{"57.190|Hex Bolt M8||12.5||columns", "A-327|Elbow||3||columns", "10234|Tee||1.2||columns"}},
		{"prices of three decimals", "Price list\nCode      Description         Price\n57.190    Hex Bolt M8        0.0125\nA-327     Elbow              3.0000\n10234     Tee                1.2050\n",
			[]string{"57.190|Hex Bolt M8||0.0125||columns", "A-327|Elbow||3||columns", "10234|Tee||1.205||columns"}},
		{"labels of two rows", "Price list\nItem      Description         Trade\nno.                           price\n57.190    Hex Bolt M8         12.50\nA-327     Elbow                3.00\n10234     Tee                  1.20\n",
			[]string{"57.190|Hex Bolt M8||12.5||columns", "A-327|Elbow||3||columns", "10234|Tee||1.2||columns"}},
		{"a sentence above the rows is no header", "Price list\nPrice per item in pounds without tax\nA-1   Pepper   3.49\nA-2   Paprika   2.99\nA-3   Camomile   1.99\n",
			[]string{"A-1|Pepper||3.49||placed", "A-2|Paprika||2.99||placed", "A-3|Camomile||1.99||placed"}},
		{"a heading between the rows", "Price list\nCode      Description         Price\n57.190    Hex Bolt M8         12.50\n                    All of steel\nA-327     Elbow                3.00\n10234     Tee                  1.20\n",
			[]string{"57.190|Hex Bolt M8||12.5||columns", "A-327|Elbow||3||columns", "10234|Tee||1.2||columns"}},
		{"whole prices", "Price list\nCode      Description         Price\n57.190    Hex Bolt M8            12\nA-327     Elbow                   3\n10234     Tee 40                120\n",
			[]string{"57.190|Hex Bolt M8||12||columns", "A-327|Elbow||3||columns", "10234|Tee 40||120||columns"}},
		{"the price after a discount", "Price list\nCode      Description         Rate      Final rate\n57.190    Hex Bolt M8        80.00            8.00\nA-327     Elbow             120.00           12.00\n10234     Tee             1,500.00          150.00\n",
			[]string{"57.190|Hex Bolt M8||8||columns", "A-327|Elbow||12||columns", "10234|Tee||150||columns"}},
		{"prices of larger orders", "Price list\nCode      Description     Origin     Price    10+    50+\n57.190    Hex Bolt M8     Sweden       $12    $11    $10\nA-327     Elbow           Italy         $3      -     $2\n10234     Tee             Italy        $20    $19    $18\n",
			[]string{"57.190|Hex Bolt M8 Sweden||12||columns", "A-327|Elbow Italy -||3||columns", "10234|Tee Italy||20||columns"}},
		{"barcodes and counts between prices", "Lista de precios\n57190    Tornillo grande      12,50   7791234567898   12   144    1,04\nA-327    Codo recto            3,00   7791234567881   10   100    0,30\n10234    Rama corta            1,20                   24   240    0,05\n",
			[]string{"57190|Tornillo grande||12.5||placed", "A-327|Codo recto||3||placed", "10234|Rama corta||1.2||placed"}},
		{"a total makes no list", "Price list\nCode      Description         Price\n57.190    Hex Bolt M8         12.50\nA-327     Elbow                3.00\n10234     Tee                  1.20\nTotal                         16.70\n",
			[]string{}},
	} {
		require.Equal(t, c.lines, listed(c.text), c.name)
	}
}

// An order form has empty cells below the labels of quantities. With quantities it is an order.
func TestOrderFormsArePriceLists(t *testing.T) {
	text := "Code      Description         Price      Qty\n"
	for i := range 25 {
		text += fmt.Sprintf("A-%d     Relay %d            %d.50\n", 100+i, i, 40+i)
	}
	got := listed(text)
	require.Len(t, got, 25)
	require.Equal(t, "A-124|Relay 24||64.5||columns", got[24])
}

// A statement of account has as many rows of texts and amounts as a price list.
func TestAmountsWithoutATitleAreUnsure(t *testing.T) {
	text := "Number      Text                    Amount\n"
	for i := range 25 {
		text += fmt.Sprintf("%d       Invoice of the day      %d.50\n", 10_000+i, 100+i)
	}
	got := listed(text)
	require.Len(t, got, 25)
	require.Equal(t, "10000|Invoice of the day||100.5||placed", got[0])
}

func TestCasesOfPriceLists(t *testing.T) {
	r := readPages(grid.FromText("PRICE LIST\nCODE      PRODUCT           CASE          CASE PRICE GBP\n57.190    Rice              12 x 400g              24.00\n"+
		"A-327     Flour             6 x 1kg                 9.00\n10234     Oil               4 x 500g               10.00\n"), words.Hints{})
	r.Conclude(document.PriceList)
	require.Len(t, r.Lines, 3)
	require.Equal(t, "57.190|Rice|||12|2|24|", strings.Replace(cased(r.Lines[0]), "|case|", "||", 1))
}

// Figures of a long list make products by chance: 4.00 x 3.10 = 12.40. They are no lines.
func TestProductsByChanceInPriceLists(t *testing.T) {
	text := "Art.     Bezeichnung     CHF   Art.     Bezeichnung      CHF\n"
	for i := range 20 {
		text += fmt.Sprintf("A-%d    Relais         4.00   B-%d    Relais 3.10     12.40\n", 100+i, 100+i)
	}
	got := listed(text)
	require.Len(t, got, 40)
	require.Equal(t, "A-100|Relais||4||columns", got[0])
	require.Equal(t, "B-119|Relais 3.10||12.4||columns", got[39])
	for _, l := range got {
		require.True(t, strings.HasSuffix(l, "||"+string(reading.Columns)), l)
	}
}

// Labels that repeat beside each other are above columns of the page, also with a date in place of a
// label of names. A sign in a name is no currency of the prices.
func TestNamesAndPricesBesideEachOther(t *testing.T) {
	text := "22 giugno 2026             ns.acquisto   ns.vendita     22 giugno 2026        ns.acquisto   ns.vendita\n"
	for i := range 12 {
		text += fmt.Sprintf("1\\2 STERLINA %c               39%d,50       42%d,50     20 $ LIBERTY %c               0,00     1.75%d,00\n",
			'A'+rune(i), i%10, i%10, 'A'+rune(i), i%10)
	}
	r := readPages(grid.FromText(text), words.Hints{})
	r.Conclude(document.PriceList)
	require.Len(t, r.Lines, 24)
	require.Equal(t, `|1\2 STERLINA A||420.5||columns`, short(r.Lines[0]))
	require.Equal(t, "|20 $ LIBERTY A||1750||columns", short(r.Lines[1]))
	require.Empty(t, r.Header.Currency)
}

// Rows with a code and figures that are no prices for sure are not left out in silence.
func TestSkippedRowsOfPriceLists(t *testing.T) {
	r := readPages(grid.FromText("Price list\nHX1810    HEXA glass      180     30.80\nHX1812    HEXA glass      180     31.80\n"+
		"HX2022    HEXA glass      200     30.25\nHX2012    HEXA glass      200        33\nHX2015    HEXA glass      200      37.4\n"), words.Hints{})
	r.Conclude(document.PriceList)
	require.Len(t, r.Lines, 3)
	require.Equal(t, reading.ColumnsUnsure, r.Problems[0].Code)
}
