package words_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/words"
)

// A quantity without price and total needs labels that fill their cells, and no street after it.
func TestQuantitiesAloneNeedLabels(t *testing.T) {
	const table = "Item      Description      Qty\nA-1       Mug              4\nA-2       Plate            12\n"
	lines := []string{"A-1|Mug|4|||columns", "A-2|Plate|12|||columns"}
	for _, c := range []struct {
		name, text string
		lines      []string
	}{
		{"an address below Ship to", "Order no           SO-771\nItem release       IR-90\nSHIP TO            Ship via   POST\n" +
			"Anna Berg\n1350   Birch Lane\nLeeds LS1 4AP\n\n" + table, lines},
		{"a street below the quantities", "Qty   Code    Description\n4     A-1     Mug\n12    A-2     Plate\n\n14 Mill Lane, Leeds\n", lines},
		{"a figure far from its label", "Qty                    Description\n4                      Mug\n\n       Box 3           Plate\n", []string{"|Mug|4|||columns"}},
		{"a quantity close before its text", "Qty Item\n4   Mug\n12  Plate\n", []string{"|Mug|4|||columns", "|Plate|12|||columns"}},
		{"a unit after the quantity", "Code    Qty          Item\nA-1     4 pcs        Mug\nA-2     12 pcs       Plate\n", lines},
		{"a picking list with a place", "PICKING LIST\n\nLocation   Item      Description      Quantity\nR-04-2     A-1       Mug              4\n" +
			"R-11-1     A-2       Plate            12\n", []string{"A-1|Mug R-04-2|4|||columns", "A-2|Plate R-11-1|12|||columns"}},
	} {
		_, got := read(c.text, words.Hints{})
		require.Equal(t, c.lines, got, c.name)
	}
}

// raised draws a word closer to the row above it than rows of a text are.
func raised(page grid.Page, text string) grid.Page {
	for i := range page {
		if page[i].Text == text {
			page[i].Top, page[i].Bottom = page[i].Top-6, page[i].Bottom-6
		}
	}
	return page
}

// Labels of several rows end beside the other labels, or say the same below each header.
func TestLabelsAreNoTextOfLines(t *testing.T) {
	const labels = "Item               Price     Qty     Amount     Shipping &     Tax\n                                                Delivery\n"
	const first = "Wall clock of oak\nwith brass hands  20.00       1      20.00                    1.60\n"
	const second = "Garden bench of\nfine teak         90.00       1      90.00                    7.20\n"
	want := []string{"Wall clock of oak with brass hands|1|20|product", "Garden bench of fine teak|1|90|product"}
	kinds := func(pages []grid.Page) (list []string) {
		r := readPages(pages, words.Hints{})
		for _, l := range r.Lines {
			list = append(list, strings.Join([]string{l.Description, printed(l.Quantity), printed(l.LineTotal), string(l.Kind)}, "|"))
		}
		return list
	}
	require.Equal(t, want, kinds(grid.FromText(labels+first+"\f"+labels+second)), "below each header")
	require.Equal(t, want[:1], kinds([]grid.Page{raised(grid.FromText(labels + first)[0], "Delivery")}), "beside the labels")
	plain := strings.Split(labels, "\n")[0] + "\n"
	require.Equal(t, []string{"Delivery Wall clock of oak with brass hands|1|20|product", "Delivery to the door|1|90|freight"},
		kinds(grid.FromText(plain+"Delivery\n"+first+"\f"+plain+strings.ReplaceAll(strings.ReplaceAll(second, "Garden bench of", "Delivery to"), "fine teak", "the door ")+"")),
		"a heading")
}

// Unread rows that look like lines are reported.
func TestRowsThatWereNotRead(t *testing.T) {
	const line = "A-1    Mug              2    3.00      6.00\n"
	for _, c := range []struct{ name, text, problem string }{
		{"a row without a price", head + line + "A-2    Box              4              5.00\n",
			"A row of the table looks like a line and was not read: A-2 Box 4 5.00"},
		{"two rows", head + line + "A-2    Box              4              5.00\nA-3    Jar              5              7.00\n",
			"2 rows of the table look like lines and were not read. The first: A-2 Box 4 5.00"},
		{"the lines make the sum", head + line + "A-2    Box              4              5.00\n               Subtotal         6.00\n", ""},
		{"a text with a figure", head + line + "       boxed by 4\n", ""},
		{"sums without a label", head + line + "                               6.00      6.00\n", ""},
		{"a row after the sums", head + line + "                  Total      6.00\nA-2    Box              4              5.00\n", ""},
		{"a number of pieces", "Code   Description     Qty\nA-1    Mug               4\nA-2    Plate            12\n\nTotal qty on slip       20\n",
			"The document counts 20 pieces, its lines have 16."},
		{"the right number of pieces", "Code   Description     Qty\nA-1    Mug               4\nA-2    Plate            12\n\nTotal pieces: 16\n", ""},
		{"a number of pieces below a word for all", "Code   Description     Qty\nA-1    Mug               4\nA-2    Plate            12\n       Total            20\n", ""},
		{"a number of lines", "Code   Description     Qty\nA-1    Mug               4\nA-2    Plate            12\n\nTotal units    2\n", ""},
	} {
		r, _ := read(c.text, words.Hints{})
		said := ""
		for _, p := range r.Problems {
			if p.Code == reading.RowsNotRead {
				said = p.Message
			}
		}
		require.Equal(t, c.problem, said, c.name)
	}
}

// Lines at one height of each page differ in more than the number of the page.
func TestLinesAtOneHeightOfThreePages(t *testing.T) {
	page := func(mark, quantity, number string) string {
		return "Qty    Description     Mark      Length\n" + quantity + "      Beam 8x10       " + mark + "     7' 8\"\n\n\nYour order 77, page " + number + "\n"
	}
	_, got := read(page("346B", "1", "1")+"\f"+page("340B", "1", "2")+"\f"+page("341B", "3", "3"), words.Hints{})
	require.Equal(t, []string{"|Beam 8x10 346B 7' 8\"|1|||columns", "|Beam 8x10 340B 7' 8\"|1|||columns", "|Beam 8x10 341B 7' 8\"|3|||columns"}, got)
}

func TestTablesDrawnWithBars(t *testing.T) {
	for evidence, text := range map[string]string{
		"product": "Code | Description   | Qty | Price | Amount\nA-1  | Mug | 2000| 3.00 | 6,000.00\n     | of clay\nA-2  | Plate | 12 | 4.00 | 48.00\n",
		"columns": "+------+---------------+-----+-------+--------+\n| Code | Description   | Qty | Price | Amount |\n+------+---------------+-----+-------+--------+\n" +
			"| A-1  | Mug           |2000 | 3.00  |6,000.00|\n|      | of clay       |     |       |        |\n| A-2  | Plate         |  12 | 4.00  |  48.00 |\n",
	} {
		_, got := read(text, words.Hints{})
		require.Equal(t, []string{"A-1|Mug of clay|2000|3|6000|" + evidence, "A-2|Plate|12|4|48|" + evidence}, got, text)
	}
	require.Equal(t, "Lantern House | London | UK", grid.RowsOf(grid.FromText("Lantern House | London | UK\n"))[0].Text())
}

// Cells below Unit are prices without another label of prices.
func TestPricesBelowUnit(t *testing.T) {
	_, got := read("Description       Qty      Unit        Disc     Amount\nLoudspeaker         1    20.000 KD        -    20.000 KD\n"+
		"Cable               3     1.250 KD        -     3.750 KD\n", words.Hints{})
	require.Equal(t, []string{"|Loudspeaker|1|20|20|columns", "|Cable|3|1.25|3.75|columns"}, got)
}

func TestANumberOfUnitsIsNoPrice(t *testing.T) {
	_, got := read("Item          Quantity     Unit      Amount\nPallet            5.75      540    3,105.00\n", words.Hints{})
	require.NotContains(t, got, "|Pallet|5.75|540|3105|columns")
}

func TestBarsInsideTextsStay(t *testing.T) {
	_, got := read(head+"A-1    Mug| 8 x 9| blue  2    3.00      6.00\nA-2    Cup| 8 x 9| blue  2    3.00      6.00\n"+
		"A-3    Jar| 8 x 9| blue  2    3.00      6.00\n", words.Hints{})
	require.Equal(t, "A-1|Mug| 8 x 9| blue|2|3|6|columns", got[0])
}

// Savings reduce the lines of an order, and the subtotal is printed before them.
func TestCardsBelowASubtotalWithSavings(t *testing.T) {
	_, got := read("Gala apples, each            Weighed Qty 5     $4.20\nOat milk, 96 oz              Shopped Qty 1     $4.67\n"+
		"Rice, 2 lb                   Shopped Qty 2     $6.00\n\nSubtotal     $15.07\nSavings     -$0.20\nTax     $1.00\nTotal     $15.87\n", words.Hints{})
	require.Equal(t, []string{"|Gala apples, each Weighed|5||4.2|product", "|Oat milk, 96 oz Shopped|1||4.67|product", "|Rice, 2 lb Shopped|2||6|product"}, got)
}

func TestCountsWithCodesInBrackets(t *testing.T) {
	r := readPages(grid.FromText("Packing slip\nOrder no: 9582\n\nOrder details:\n   2 x Trousers - black - 36 (SKU: 692-5)\n   1x Scarf (Art. 25920)\n   3 x with pleasure (see below)\n"), words.Hints{})
	r.Conclude(document.PackingSlip)
	list := []string{}
	for _, l := range r.Lines {
		list = append(list, short(l))
	}
	require.Equal(t, []string{"692-5|Trousers - black - 36|2|||columns", "25920|Scarf|1|||columns"}, list)
}
