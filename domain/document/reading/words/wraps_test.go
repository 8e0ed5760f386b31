package words_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/words"
)

const (
	coded = "Part Number   Description        Qty    Price     Amount\n"
	total = "                                    Subtotal     46.00\n"
)

// The rows of a table show which codes continue in the row below them.
func TestWrappedCodes(t *testing.T) {
	for _, c := range []struct {
		name, text string
		lines      []string
	}{
		{"codes that end with a sign",
			coded + "OVB-1449-     Clip 10-25           2     3.00       6.00\n752-PWR-64\n" +
				"OVB-26-ZN/    Gland                4     2.50      10.00\n8814-3891\n" + total,
			[]string{"OVB-1449-752-PWR-64|Clip 10-25|2|3|6|columns", "OVB-26-ZN/8814-3891|Gland|4|2.5|10|columns"}},
		{"a code of three rows beside a text of two",
			coded + "OVB-1449-     Clip of steel        2     3.00       6.00\n752-PWR-      with screw\n64\n" +
				"OVB-26-ZN/    Gland                4     2.50      10.00\n8814-3891\n",
			[]string{"OVB-1449-752-PWR-64|Clip of steel with screw|2|3|6|columns", "OVB-26-ZN/8814-3891|Gland|4|2.5|10|columns"}},
		{"a rest that looks like an amount",
			coded + "HW-3339.      Clip                 2     3.00       6.00\n1889.12\nHW-3156.      Gland                4     2.50      10.00\n9494.32\n",
			[]string{"HW-3339.1889.12|Clip|2|3|6|columns", "HW-3156.9494.32|Gland|4|2.5|10|columns"}},
		{"letters before the sign",
			coded + "VG-INOX-      Clip                 2     3.00       6.00\n1523-A4\nVG/141/       Gland                4     2.50      10.00\n4398-ES\n",
			[]string{"VG-INOX-1523-A4|Clip|2|3|6|columns", "VG/141/4398-ES|Gland|4|2.5|10|columns"}},
		{"rests that begin with a sign",
			coded + "OVB-1449      Clip                 2     3.00       6.00\n-752-PWR\nOVB-2681      Gland                4     2.50      10.00\n-881-FAC\n",
			[]string{"OVB-1449-752-PWR|Clip|2|3|6|columns", "OVB-2681-881-FAC|Gland|4|2.5|10|columns"}},
		{"the shape of a complete code",
			coded + "RN5968A18     Clip                 2     3.00       6.00\nRN6429        Gland                4     2.50      10.00\nB65\n",
			[]string{"RN5968A18|Clip|2|3|6|columns", "RN6429B65|Gland|4|2.5|10|columns"}},
		{"codes that fill their column",
			"Item          Description        Qty    Price     Amount\n1234567890123 Clip                 2     3.00       6.00\n45\n" +
				"2234567890123 Gland                4     2.50      10.00\n46\n778           Fitting              1     2.00       2.00\n",
			[]string{"123456789012345|Clip|2|3|6|columns", "223456789012346|Gland|4|2.5|10|columns", "778|Fitting|1|2|2|columns"}},
		{"a second code below is no rest",
			coded + "1234-AB       Clip                 2     3.00       6.00\nMF-A123/45\n2234-CD       Gland                4     2.50      10.00\nMF-B777/10\n",
			[]string{"1234-AB|Clip MF-A123/45|2|3|6|columns", "2234-CD|Gland MF-B777/10|4|2.5|10|columns"}},
		{"codes that all end with a sign",
			coded + "1234-         Clip                 2     3.00       6.00\nRED\n2234-         Gland                4     2.50      10.00\n",
			[]string{"1234-|Clip RED|2|3|6|columns", "2234-|Gland|4|2.5|10|columns"}},
		{"an abbreviation is no code",
			"Item          Qty    Price     Amount\nClip, incl.     2     3.00       6.00\nM8\nGland, excl.    4     2.50      10.00\nM6\n",
			[]string{"|Clip, incl. M8|2|3|6|columns", "|Gland, excl. M6|4|2.5|10|columns"}},
		{"a text below is no rest",
			coded + "1234-AB-      Clip                 2     3.00       6.00\nboxed\n", []string{"1234-AB-|Clip boxed|2|3|6|columns"}},
	} {
		_, got := read(c.text, words.Hints{})
		require.Equal(t, c.lines, got, c.name)
	}
}

// The label decides whether codes are the buyer's or the seller's.
func TestCodesOfBuyers(t *testing.T) {
	for label, want := range map[string]string{
		"OUR CODE    YOUR CODE   DESCRIPTION     QTY    PRICE     VALUE\n":   "L431U,ACM3825,Clip",
		"Unsere Nr.  Ihre Nr.    Bezeichnung     Menge  Preis     Betrag\n":  "L431U,ACM3825,Clip",
		"Ns. codice  Vs. codice  Descrizione     Q.tà   Prezzo    Importo\n": "L431U,ACM3825,Clip",
		"Réf.        Réf. client Désignation     Qté    Prix      Montant\n": "L431U,ACM3825,Clip",
		"Part No     Cust. item  Description     Qty    Price     Amount\n":  "L431U,ACM3825,Clip",
	} {
		r, _ := read(label+"L431U       ACM3825     Clip                2     3.00       6.00\n", words.Hints{})
		require.Len(t, r.Lines, 1, label)
		l := r.Lines[0]
		require.Equal(t, want, l.SupplierSKU+","+l.BuyerSKU+","+l.Description, label)
	}
}

func TestCodesOfColumns(t *testing.T) {
	for _, c := range []struct {
		name, text string
		lines      []string
	}{
		{"codes of two and three words",
			"Qty    Description        Cat. No.          Price     Amount\n5      Fuse               556 7167           3.00      15.00\n" +
				"6      Relay              776 1392           3.00      18.00\n2      Cable 4m           W 19 515           2.00       4.00\n",
			[]string{"556 7167|Fuse|5|3|15|columns", "776 1392|Relay|6|3|18|columns", "W 19 515|Cable 4m|2|2|4|columns"}},
		{"a first column without a known label",
			"Kod       Description     Qty    Price     Amount\n5273      Mug               2     3.00       6.00\nLC313     Bowl              4     2.50      10.00\n",
			[]string{"5273|Mug|2|3|6|columns", "LC313|Bowl|4|2.5|10|columns"}},
		{"numbers of lines before the codes",
			"No. Article   Description     Qty    Price     Amount\n 1  A-154      Mug               2     3.00       6.00\n 2  14.745     Bowl              4     2.50      10.00\n",
			[]string{"A-154|Mug|2|3|6|columns", "14.745|Bowl|4|2.5|10|columns"}},
		{"codes in a row of their own, below texts of different length",
			"Item              Unit price    Qty   Total\nWall print            2.00       3    6.00\nATGT1623\nSize: large one\n\n" +
				"Globe                 2.50       4   10.00\non a stand\nWQX90318\nSize: a small one\n\n",
			[]string{"ATGT1623|Wall print Size: large one|3|2|6|columns", "WQX90318|Globe on a stand Size: a small one|4|2.5|10|columns"}},
		{"labels of five rows, and a note below the code",
			"       Art-Nr-Kunde                                       Positions-\n       Art-Nr-Lief.                                       betrag\n" +
				"Pos    Art-Nr         Beschreibung    Preis     Menge     ohne\n       (Art)                                              Steuern\n" +
				"1                     Papier           9,90       20     198,00\n       TB100A4        A4\n       (GLN)\n" +
				"2                     Joghurt          5,50       50     275,00\n       ARNR2\n       (GLN)\n",
			[]string{"TB100A4|Papier A4|20|9.9|198|columns", "ARNR2|Joghurt|50|5.5|275|columns"}},
		{"codes in brackets",
			"Description               Qty    Price     Amount\n[FURN_7777] Chair           2     3.00       6.00\nAssembly                    4     2.50      10.00\n",
			[]string{"FURN_7777|Chair|2|3|6|columns", "|Assembly|4|2.5|10|columns"}},
		{"codes that begin the text",
			"Description               Qty    Price     Amount\nWR-5501 Clip of steel       2     3.00       6.00\nHK-77120 Gland              4     2.50      10.00\n",
			[]string{"WR-5501|WR-5501 Clip of steel|2|3|6|columns", "HK-77120|HK-77120 Gland|4|2.5|10|columns"}},
		{"years and sizes that begin the text",
			"Description               Qty    Price     Amount\n2026 Calendar               2     3.00       6.00\n2027 Calendar               4     2.50      10.00\n",
			[]string{"|2026 Calendar|2|3|6|columns", "|2027 Calendar|4|2.5|10|columns"}},
		{"a column with an unknown label between others",
			"Description       Kennung    Qty    Price     Amount\nMug               WR-551       2     3.00       6.00\nBowl              WR-907       4     2.50      10.00\n",
			[]string{"WR-551|Mug|2|3|6|columns", "WR-907|Bowl|4|2.5|10|columns"}},
		{"lots are no codes of products",
			"Description       Lot        Qty    Price     Amount\nMug               WR-551       2     3.00       6.00\nBowl              WR-907       4     2.50      10.00\n",
			[]string{"|Mug WR-551|2|3|6|columns", "|Bowl WR-907|4|2.5|10|columns"}},
		{"a number sign in the label",
			"Stock #   Description     Qty    Price     Amount\n527301    Mug               2     3.00       6.00\n", []string{"527301|Mug|2|3|6|columns"}},
		{"a dot below a code",
			"Item #         Description     Qty    Price     Amount\n1172693RG0SM\n.\n               Hat               2     3.00       6.00\n\n" +
				"Special Charge\n.\n               MINIMUM           1     5.00       5.00\n",
			[]string{"1172693RG0SM|Hat|2|3|6|columns", "|Special Charge MINIMUM|1|5|5|columns"}},
		{"numbers of an order's lines before codes",
			"Item #   Material #   Description     Qty    Price     Amount\n60       6105650      Jar               2     3.00       6.00\n" +
				"80       900477       Holder            4     2.50      10.00\n",
			[]string{"6105650|Jar|2|3|6|columns", "900477|Holder|4|2.5|10|columns"}},
		{"the number of the only line before its code",
			"Item #   Material #   Description     Qty    Price     Amount\n80       137414       Server            1    34.30      34.30\n",
			[]string{"137414|Server|1|34.3|34.3|columns"}},
		{"codes above texts, below a label of both",
			"LINE                        PRODUCT          QTY      UNIT    AMOUNT\n" +
				" NO.                    AND DESCRIPTION   SHIPPED    PRICE     (NET)\n" +
				"  1   MUE W 10147                             12      3.81     45.72     T\n" +
				"      STAKED-STOP COUPLING\n" +
				"  2   CLMP 5/8 OD CLAMP                       10      0.98      9.80     T\n" +
				"      5/8 OD CUSHION\n" +
				"  3   GAS Q NITROGEN CONT                      2     39.48     78.96     T\n" +
				"      Q 80 CU FT NITROGEN\n",
			[]string{"MUE W 10147|T STAKED-STOP COUPLING|12|3.81|45.72|columns", "CLMP 5/8 OD CLAMP|T 5/8 OD CUSHION|10|0.98|9.8|columns",
				"GAS Q NITROGEN CONT|T Q CU FT NITROGEN|2|39.48|78.96|columns"}},
		{"names above texts are no codes",
			"LINE                        PRODUCT          QTY      UNIT    AMOUNT\n" +
				" NO.                    AND DESCRIPTION   SHIPPED    PRICE     (NET)\n" +
				"  1   Copper pipe 15                          12      3.81     45.72\n" +
				"      three metres long\n" +
				"  2   Copper pipe 22                          10      0.98      9.80\n" +
				"      three metres long\n",
			[]string{"|Copper pipe 15 three metres long|12|3.81|45.72|columns", "|Copper pipe 22 three metres long|10|0.98|9.8|columns"}},
		{"groups of goods are no codes",
			"Item          Description     Qty    Price     Amount\nMemory cards  SD 16 GB          2     3.00       6.00\nFSN A77\nTable lamps   LED               4     2.50      10.00\n",
			[]string{"|Memory cards SD 16 GB FSN A77|2|3|6|columns", "|Table lamps LED|4|2.5|10|columns"}},
		{"codes below the label of a number",
			"No.       Description     Qty    Price     Amount\n52.301    Mug               2     3.00       6.00\nHK-313    Bowl              4     2.50      10.00\n",
			[]string{"52.301|Mug|2|3|6|columns", "HK-313|Bowl|4|2.5|10|columns"}},
		{"numbers of lines below the label of a number",
			"No.       Description     Qty    Price     Amount\n1010      Mug               2     3.00       6.00\n1020      Bowl              4     2.50      10.00\n" +
				"1030      Vase              1     2.50       2.50\n",
			[]string{"|Mug|2|3|6|columns", "|Bowl|4|2.5|10|columns", "|Vase|1|2.5|2.5|columns"}},
		{"the number of one delivery is no code",
			"Note      Description     Qty    Price     Amount\n52731     Mug               2     3.00       6.00\n52731     Bowl              4     2.50      10.00\n",
			[]string{"|Mug|2|3|6|columns", "|Bowl|4|2.5|10|columns"}},
		{"numbers that count are no codes",
			"Step      Description     Qty    Price     Amount\n0010      Mug               2     3.00       6.00\n0020      Bowl              4     2.50      10.00\n" +
				"0030      Vase              1     2.50       2.50\n",
			[]string{"|Mug 0010|2|3|6|columns", "|Bowl 0020|4|2.5|10|columns", "|Vase 0030|1|2.5|2.5|columns"}},
	} {
		_, got := read(c.text, words.Hints{})
		require.Equal(t, c.lines, got, c.name)
	}
}
