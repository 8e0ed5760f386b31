package words_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/words"
)

// cased formats a line as sku|description|quantity|unit|units per case|unit price|case price|total.
func cased(l reading.Line) string {
	return strings.Join([]string{
		l.SupplierSKU, l.Description, printed(l.Quantity), l.Unit, strconv.FormatInt(l.UnitsPerCase, 10), printed(l.UnitPrice), printed(l.CasePrice),
		printed(l.LineTotal),
	}, "|")
}

func TestCasesOfTexts(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a content in the row below",
			"CODE    DESCRIPTION         CASES    CASE PRICE     VALUE\n81002   Ginger Ale              2         10.80     21.60\n        Case size: 12\n",
			"81002|Ginger Ale Case size: 12|2|case|12|0.9|10.8|21.6"},
		{"a content that names the case in the row below",
			"CODE    DESCRIPTION         CASES    CASE PRICE     VALUE\n81002   Ginger Ale              2         10.80     21.60\n        12 x 500ml per case\n",
			"81002|Ginger Ale 12 x 500ml per case|2|case|12|0.9|10.8|21.6"},
		{"a content after a label in the row below",
			"ARTIKEL    OMSCHRIJVING        DOZEN    PRIJS PER DOOS     BEDRAG\n81002      Gemberbier              2             10,80     21,60\n           Inhoud doos: 12 stuks\n",
			"81002|Gemberbier Inhoud doos: 12 stuks|2||12|0.9|10.8|21.6"},
		{"a content beside the quantity",
			"CODE    DESCRIPTION        QTY        CASE PRICE     VALUE\n81002   Ginger Ale         2 x 12          10.80     21.60\n",
			"81002|Ginger Ale|2||12|0.9|10.8|21.6"},
		{"units that are no multiple of the cases",
			"CODE    DESCRIPTION        COUNT     CASES     CASE PRICE     VALUE\n81002   Ginger Ale            12         5          10.80     54.00\n",
			"81002|Ginger Ale|5|case|0||10.8|54"},
		{"a content of a pack as the unit",
			"CODE    DESCRIPTION        UNIT     QTY      PRICE     VALUE\n81002   Ginger Ale         PK12       2      10.80     21.60\n",
			"81002|Ginger Ale|2||12|10.8||21.6"},
		{"inner packs beside outers",
			"CODE    DESCRIPTION        INNER     OUTER     OUTERS     PRICE     VALUE\n81002   Ginger Ale             6        12          2     10.80     21.60\n",
			"81002|Ginger Ale|2|case|12|10.8||21.6"},
		{"a content in brackets",
			"CODE    DESCRIPTION            QTY      PRICE     VALUE\n81002   Ginger Ale [12/CS]    2 CS      10.80     21.60\n",
			"81002|Ginger Ale [12/CS]|2|case|12|10.8||21.6"},
		{"a content below a container alone",
			"CODE    DESCRIPTION         CASE     QTY      PRICE     VALUE\n81002   Ginger Ale           12s       2      10.80     21.60\n",
			"81002|Ginger Ale|2||12|10.8||21.6"},
		{"a content of a French table",
			"CODE    DESIGNATION         COND.    QTE      PRIX      MONTANT\n81002   Eau plate            C/12      2      10,80     21,60\n",
			"81002|Eau plate|2||12|10.8||21.6"},
		{"a size of units and a retail price",
			"CODE    DESCRIPTION         PACK SIZE    QTY    PRICE     VALUE    RRP\n81002   Ginger Ale          24 330ml       2    10.80     21.60   1.29\n",
			"81002|Ginger Ale|2|case|24|10.8||21.6"},
		{"a retail price alone",
			"CODE    DESCRIPTION         UPC    QTY    PRICE     VALUE    RRP\n81002   Ginger Ale           24     24    10.80    259.20   1.29\n",
			"81002|Ginger Ale|24|case|24|10.8||259.2"},
		{"sizes of wine", "Code    Description     Pack       Qty    Price    Amount\n81002   House red       12/750ml     3    60.00    180.00\n",
			"81002|House red|3|case|12|60||180"},
		{"cases and pieces in each",
			"Item    Description     Cartons   Pcs/ctn   Unit price     Amount\nQL-9    Bamboo tray          40        24         1.25   1,200.00\n",
			"QL-9|Bamboo tray|40|case|24|1.25|30|1200"},
		{"a price for a case", "Art.-Nr.  Bezeichnung        Menge   VE      Preis/VE    Betrag\nG-1       Saft 0,7 l            10   12 Fl.     10,80    108,00\n",
			"G-1|Saft 0,7 l|10||12|0.9|10.8|108"},
		{"a unit with its content", "Code    Description     Qty   UoM      Price    Amount\nA-77    Steel jar         4   CS/6     30.00    120.00\n",
			"A-77|Steel jar|4|case|6|30||120"},
		{"a unit of several words", "Code    Description     Qty   UoM             Price    Amount\nA-77    Steel jar         4   case of 6       30.00    120.00\n",
			"A-77|Steel jar|4|case|6|30||120"},
		{"a case that was split", "QTY      PACK/SIZE   ITEM CODE   DESCRIPTION          UNIT PRICE     EXTENDED\n" +
			" 2S ONLY 64OZ        3100171     GRAPE JUICE                4.55         9.10\n", "3100171|ONLY GRAPE JUICE|2|piece|0|4.55||9.1"},
		{"French cases", "Réf.     Désignation         Colis   Pièces par colis     PU HT    Montant HT\nMI-40    Miel 500 g              4                  6      2,50         60,00\n",
			"MI-40|Miel 500 g|4|case|6|2.5|15|60"},
		{"Dutch cases beside units", "Artikelnr  Omschrijving     Colli   Aantal    Prijs   Bedrag\nK-9        Kaars                3       36     0,90    32,40\n",
			"K-9|Kaars|36||12|0.9||32.4"},
		{"units beside their cases, below a label that nobody knows",
			"Réf.     Désignation         Colis   Cond.   Ensemble     PU HT    Montant HT\n48462    Muscadet                5      20        100      1,30        130,00\n",
			"48462|Muscadet|100||20|1.3||130"},
		{"units beside their cases and their size",
			"Code    Description     Cases   Pack         Units    Unit price    Amount\nA-77    Cola               19   8 x 330ml      152          3.71    563.92\n",
			"A-77|Cola|152||8|3.71||563.92"},
		{"units beside cartons, their size and a discount",
			"Réf.     Désignation    Bt/ct   Cartons   Btles     PU HT    Remise    Montant HT\n" +
				"FG56     Gamay bio          6         9      54     21,13       5 %      1.083,97\n",
			"FG56|Gamay bio|54||6|21.13||1083.97"},
		{"a size in the text of a line that counts cases",
			"Réf.     Désignation              Colis    Prix colis    Montant\nA-802    Coquillettes 4x500g         13          9,80     127,40\n",
			"A-802|Coquillettes 4x500g|13|case|4|2.45|9.8|127.4"},
		{"a case of so many in the text",
			"Item #   Description              Cases      Price        Total\nA-802    Flour (Case of 12)          2      40.44        80.88\n",
			"A-802|Flour (Case of 12)|2|case|12|40.44||80.88"},
		{"two sizes in the text",
			"Item #   Description              Cases      Price        Total\nA-802    Mix 6x1kg 12x500g           2      40.44        80.88\n",
			"A-802|Mix 6x1kg 12x500g|2|case|0|40.44||80.88"},
		{"a size in the text of a line that counts anything",
			"Item #   Description              Qty        Price        Total\nA-802    Flour 6x1kg                 2      40.44        80.88\n",
			"A-802|Flour 6x1kg|2||0|40.44||80.88"},
		{"a container beside units in it",
			"ArtNr       Bezeichnung        Karton    Stk/Kt      Stückpreis       Betrag\nHK84984     Konfitüre               3         4            5,20        62,40\n",
			"HK84984|Konfitüre|3|case|4|5.2|20.8|62.4"},
		{"a container beside a quantity has units",
			"ArtNr       Bezeichnung        Menge    Karton           Preis       Betrag\nHK84984     Konfitüre              8         4            5,20        41,60\n",
			"HK84984|Konfitüre|8||4|5.2||41.6"},
		{"a size below a label that nobody knows",
			"Code    Description     Cases   Bundle       Price    Amount\nA-77    Steel jar           3        4        5.20     62.40\n",
			"A-77|Steel jar|3|case|4|5.2|20.8|62.4"},
		{"goods by weight",
			"Code    Description    Cartons    Weight kg    Per kg      Value\n52829   Flour                4        8.871      4.85      43.02\n",
			"52829|Flour|8.871|kg|0|4.85||43.02"},
		{"goods by weight in pounds",
			"Code    Description    Cases    Net weight    Price per lb      Value\n52829   Beef               8         12.40            4.85      60.14\n",
			"52829|Beef|12.4|lb|0|4.85||60.14"},
		{"a weight beside the quantity",
			"Code    Description    Weight kg    Qty     Price      Value\n52829   Flour              8.871      4      4.85      19.40\n",
			"52829|Flour|4||0|4.85||19.4"},
		{"pieces in multiples of the case", "Code    Description     Case size   Qty    Price    Amount\nA-77    Steel jar              12    24     1.20     28.80\n",
			"A-77|Steel jar|24||12|1.2||28.8"},
	} {
		r, _ := read(c.text, words.Hints{})
		require.Len(t, r.Lines, 1, c.name)
		require.Equal(t, c.want, cased(r.Lines[0]), c.name)
	}
}

func TestCodes(t *testing.T) {
	for _, c := range []struct {
		name, text string
		lines      []string
	}{
		{"codes that touch the text", "CODE         DESCRIPTION            QTY    PRICE      VALUE\n" +
			"81002 Ginger Ale Can 330ml            2    10.80      21.60\n81377 Cloudy Apple 330ml              3     4.92      14.76\n",
			[]string{"81002|Ginger Ale Can 330ml|2|10.8|21.6|columns", "81377|Cloudy Apple 330ml|3|4.92|14.76|columns"}},
		{"codes of two words", "Artikelnummer   Bezeichnung       Menge   Preis   Betrag\nKM 1234         Lampe                 2    3,00     6,00\nKM 1288         Vase                  4    2,50    10,00\n",
			[]string{"KM 1234|Lampe|2|3|6|columns", "KM 1288|Vase|4|2.5|10|columns"}},
		{"words after the code", "Item Code       Description       Qty   Price   Amount\n105000-50 (boxed) Lantern            64    1.50    96.00\n",
			[]string{"105000-50|(boxed) Lantern|64|1.5|96|columns"}},
		{"a code above the text", "Product                Qty   UoM       Price       Total\nWR-81                   25   EA         1.20       30.00\nGasket ring\nWR-99                   40   EA         0.85       34.00\nHose clamp\n",
			[]string{"WR-81|Gasket ring|25|1.2|30|columns", "WR-99|Hose clamp|40|0.85|34|columns"}},
		{"a code below the text", "Product                Qty   UoM       Price       Total\nGasket ring             25   EA         1.20       30.00\nWR-81\nHose clamp              40   EA         0.85       34.00\nWR-99\n",
			[]string{"WR-81|Gasket ring|25|1.2|30|columns", "WR-99|Hose clamp|40|0.85|34|columns"}},
		{"labels below the text", "Description             Qty       Price       Total\nGasket ring              25        1.20       30.00\nCat No: WR-81\nHose clamp               40        0.85       34.00\nItem #99102\n",
			[]string{"WR-81|Gasket ring|25|1.2|30|columns", "99102|Hose clamp|40|0.85|34|columns"}},
		{"labels of other languages", "Bezeichnung             Menge     Preis      Betrag\nDichtring                  25      1,20       30,00\nArt.-Nr. WR-81\nSchelle                    40      0,85       34,00\nArtikel: WR-99\n",
			[]string{"WR-81|Dichtring|25|1.2|30|columns", "WR-99|Schelle|40|0.85|34|columns"}},
		{"a French label", "Désignation             Qté       Prix       Montant\nJoint 40 mm              25        1,20        30,00\nRéf. : WR-81\n",
			[]string{"WR-81|Joint 40 mm|25|1.2|30|columns"}},
		{"the customer's number is not the supplier's", "Description             Qty       Price       Total\nGasket ring              25        1.20       30.00\nYour item no: 4711\n",
			[]string{"|Gasket ring Your item no: 4711|25|1.2|30|columns"}},
		{"a label of the maker's number", "Description             Qty       Price       Total\nGasket ring              25        1.20       30.00\nMfr No: WR-81\n",
			[]string{"|Gasket ring|25|1.2|30|columns"}},
		{"a label below a column of codes", "SKU          Description             Qty       Price       Total\n99102        Gasket ring              25        1.20       30.00\n" +
			"             Item no: WR-81\n", []string{"99102|Gasket ring Item no: WR-81|25|1.2|30|columns"}},
		{"a size is no code", "Product                Qty       Price       Total\nGasket ring             25        1.20       30.00\n330ml\nHose clamp              40        0.85       34.00\n330ml\n",
			[]string{"|Gasket ring 330ml|25|1.2|30|columns", "|Hose clamp 330ml|40|0.85|34|columns"}},
		{"a quantity that touches the code", "Description           SKU          Qty    Unit Price      Amount\nKeyboard              KEY-MECH-00634         $149.99      $599.96\nDrive                 SSD-2TB-01     8        $299.99     $2399.92\n",
			[]string{"KEY-MECH-0063|Keyboard|4|149.99|599.96|columns", "SSD-2TB-01|Drive|8|299.99|2399.92|columns"}},
	} {
		_, got := read(c.text, words.Hints{})
		require.Equal(t, c.lines, got, c.name)
	}
}

// Product codes have columns of their own, or are anywhere if their check digit fits.
func TestProductCodesOfTexts(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"ASIN         Description     Qty   Price    Amount\nB0SIM00003   Mug               2    3.00      6.00\n", "|B0SIM00003||Mug"},
		{"ASIN         Description     Qty   Price    Amount\nB0SIM        Mug               2    3.00      6.00\n", "|||Mug"},
		{"EAN            Description     Qty   Price    Amount\n4006381333931  Mug               2    3.00      6.00\n", "4006381333931|||Mug"},
		{"EAN            Description     Qty   Price    Amount\n4006381333932  Mug               2    3.00      6.00\n", "||invalid_identifier|Mug"},
		{"EAN            Description     Qty   Price    Amount\n36000291452    Mug               2    3.00      6.00\n", "036000291452||identifier_repaired|Mug"},
		{head + "A-1    Mug              2    3.00      6.00\n       012345678905\n", "012345678905|||Mug"},
		{head + "A-1    Mug              2    3.00      6.00\n       4006381333932\n", "|||Mug 4006381333932"},
	} {
		r, _ := read(c.text, words.Hints{})
		require.Len(t, r.Lines, 1, c.text)
		l := r.Lines[0]
		problem := ""
		if len(l.Problems) > 0 {
			problem = string(l.Problems[0].Code)
		}
		require.Equal(t, c.want, strings.Join([]string{l.GTIN.String(), l.ASIN.String(), problem, l.Description}, "|"), c.text)
	}
}

func TestCards(t *testing.T) {
	for _, c := range []struct {
		name, text string
		lines      []string
	}{
		{"at a price, with a label for the code", "Copy Paper, Case Of 10\nItem #7712041\nQty: 1 @ $40.99 / carton\n$40.99\n\nNotes, 16 Pads\nItem #771398\nQty: 2 @ $23.88 / pack\n$47.76\n\nItem Subtotal:   $88.75\n",
			[]string{"7712041|Copy Paper, Case Of 10|1|40.99|40.99|product", "771398|Notes, 16 Pads|2|23.88|47.76|product"}},
		{"times and an amount", "1. Webcam      x10     $4999.90\n2. Docking     x12     $1559.88\n     Total:    $6559.78\n",
			[]string{"|Webcam|10||4999.9|product", "|Docking|12||1559.88|product"}},
		{"times before a price", "Lampe blau\n2 x 23,88 € = 47,76 €\n\nVase\n3 x 4,00 € = 12,00 €\n\nGesamtsumme   59,76 €\n",
			[]string{"|Lampe blau|2|23.88|47.76|product", "|Vase|3|4|12|product"}},
		{"labels in rows", "Miroir\nQuantité : 2  Prix : 10,50 €\n\nVase\nQuantité : 1  Prix : 4,00 €\n\nTotal   25,00 €\n",
			[]string{"|Miroir|2|10.5|21|product", "|Vase|1|4|4|product"}},
		{"each price in parentheses", "Steel mug\nQty: 3 ($4.49 each)   $13.47\n\nTea pot\nQty: 1 ($20.00 each)   $20.00\n\nSubtotal  $33.47\n",
			[]string{"|Steel mug|3|4.49|13.47|product", "|Tea pot|1|20|20|product"}},
		{"text below the figures", "2 x £3.00   £6.00\nMug\n\n4 x £2.50   £10.00\nPlate\n\nTotal  £16.00\n", []string{"|Mug|2|3|6|product", "|Plate|4|2.5|10|product"}},
		{"a price before the count", "Lampe\n$23.88 x 2\n\nVase\n$4.00 x 3\n\nTotal   $59.76\n",
			[]string{"|Lampe|2|23.88|47.76|product", "|Vase|3|4|12|product"}},
		{"lone amounts that are prices", "1. Webcam      x10     $499.99\n2. Docking     x12     $129.99\n     Total:    $6559.78\n",
			[]string{"|Webcam|10|499.99|4999.9|product", "|Docking|12|129.99|1559.88|product"}},
		{"a size is no card", "1. Webcam      x10     $4999.90\n2. Docking     x12     $1559.88\n3. Cable x2\n     Total:    $6559.78\n",
			[]string{"|Webcam|10||4999.9|product", "|Docking|12||1559.88|product"}},
		{"a head on each page", "Lantern House\nMug\n2 x £3.00   £6.00\n\fLantern House\nPlate\n4 x £2.50   £10.00\n" +
			"\fLantern House\nVase\n1 x £4.00   £4.00\n\nTotal  £20.00\n",
			[]string{"|Mug|2|3|6|product", "|Plate|4|2.5|10|product", "|Vase|1|4|4|product"}},
		{"a card without an amount", "Mug\nQty: 2\n\nVase\nQty: 3   $4.00\n\nTotal   $12.00\n", []string{}},
		{"cards that do not add up", "Lampe\n2 x 23,88 €\n\nVase\n3 x 4,00 €\n\nGesamtsumme   99,00 €\n", []string{}},
		{"a card without a sum", "Lampe\n2 x 23,88 €\n", []string{}},
	} {
		_, got := read(c.text, words.Hints{})
		require.Equal(t, c.lines, got, c.name)
	}
}

func TestPriceListsOfTexts(t *testing.T) {
	rows := ""
	for i := range 20 {
		rows += "AB-" + strconv.Itoa(100+i) + "     Sauce of the day 350 g            " + strconv.Itoa(2+i) + ".49\n"
	}
	r := readPages(grid.FromText("Some Foods\n"+rows), words.Hints{})
	r.Conclude(document.PriceList)
	require.Len(t, r.Lines, 20)
	require.Equal(t, "AB-100|Sauce of the day 350 g||2.49||placed", short(r.Lines[0]))
	require.Equal(t, reading.LowConfidence, r.Lines[0].Problems[0].Code)

	r = readPages(grid.FromText("Product Code   Product Description        Sale Price\n"+rows), words.Hints{})
	r.Conclude(document.PriceList)
	require.Equal(t, "AB-119|Sauce of the day 350 g||21.49||columns", short(r.Lines[19]))

	for _, text := range []string{
		"Preisliste 2026\nGewürze\nAB-1   Pfeffer schwarz    3,49 €\nAB-2   Paprika            2,99 €\nTee\nAB-3   Kamille            1,99 €\n",
		"PRICE LIST\nAB-1   Pepper   3.49     AB-2   Paprika   2.99\nAB-3   Camomile   1.99\n",
	} {
		r = readPages(grid.FromText(text), words.Hints{})
		r.Conclude(document.PriceList)
		require.Len(t, r.Lines, 3, text)
		require.Equal(t, "AB-2|Paprika||2.99||placed", short(r.Lines[1]), text)
	}
	r = readPages(grid.FromText("Price list\nAB-1   Pepper   3.49\n\fPrice list\nAB-2   Paprika   2.99\n\fPrice list\nAB-3   Camomile   1.99\n"), words.Hints{})
	require.Len(t, r.Lines, 3, "the head of each page is no line")
	require.Equal(t, "AB-2|Paprika||2.99||placed", short(r.Lines[1]))
	r = readPages(grid.FromText("Price list\nCode   Product          Case price    RRP\nAB-1   Pepper                  3.49   5.99\n"+
		"AB-2   Paprika                 2.99   4.99\nAB-3   Camomile                1.99   3.99\n"), words.Hints{})
	require.Len(t, r.Lines, 3)
	require.Equal(t, "AB-2|Paprika||||2.99|", strings.Replace(cased(r.Lines[1]), "|0|", "|", 1))
	// The labels decide which of two amounts is the price. Without labels no amount is.
	two := "Price list\nCode   Product          Trade price    RRP\nAB-1   Pepper                  3.49   5.99\nAB-2   Paprika                 2.99   4.99\nAB-3   Camomile                1.99   3.99\n"
	r = readPages(grid.FromText(two), words.Hints{})
	require.Equal(t, "AB-2|Paprika||2.99||columns", short(r.Lines[1]))
	r = readPages(grid.FromText("Price list\nAB-1   Pepper    3.49   5.99\nAB-2   Paprika   2.99   4.99\nAB-3   Camomile  1.99   3.99\n"), words.Hints{})
	require.Len(t, r.Lines, 3)
	require.Equal(t, "AB-2|Paprika||||placed", short(r.Lines[1]))
}

func TestFiguresWithoutProof(t *testing.T) {
	// Finds a single unit by its price of two decimals.
	_, got := read("Kodas          Pavadinimas            Kiekis   Vnt      Kaina          Suma   PVM\n"+
		"34997829       Lampa                     1,000 KS         620,51        620,51 21%\n763402         Zasuvka                   1,000 KS         152,48        152,48 21%\n", words.Hints{})
	require.Equal(t, []string{"34997829|Lampa 21%|1|620.51|620.51|product", "763402|Zasuvka 21%|1|152.48|152.48|product"}, got)
	// Which of two figures is the price?
	r, _ := read("3  Mug    7   21.00\n4  Plate  2    8.00\n", words.Hints{})
	require.Equal(t, document.Confidence(6_100), r.Lines[0].Confidence)
	// A weight, or a price with three decimals?
	r, got = read("52829   Flour   8.871   4.85   43.02\n52830   Rice    2.500   3.20    8.00\n                    Total     51.02\n", words.Hints{})
	require.Equal(t, []string{"52829|Flour|4.85|8.871|43.02|product", "52830|Rice|3.2|2.5|8|product"}, got)
	require.Equal(t, document.Confidence(6_100), r.Lines[0].Confidence)
	// Most rows do not say what is counted; a single case of 24 is no proof.
	rows := "Code    Description    Lage    Tray      Price      Amount\nA-1     Oil               1      24       9.76      234.24\nA-2     Jam               3       4       5.20       62.40\n"
	r, got = read(rows, words.Hints{})
	require.Equal(t, []string{"A-1|Oil|24|9.76|234.24|product"}, got)
	require.Equal(t, document.Confidence(6_100), r.Lines[0].Confidence)
	// Allowances of a few cents do not make a line.
	_, got = read("Item   Qty   Price   Amount\nJam    2     3.00      6.00\nGross price 1.50   Allowance 0.03   Item 1   Allowance 0.02\n", words.Hints{})
	require.Equal(t, []string{"|Jam|2|3|6|columns"}, got)
	// By chance 42 x 210.00 makes the gross total; the taxable amount is 42 x 200.00.
	_, got = read("S No  Goods              Qty    Rate   Taxable   CGST %  CGST Amt  SGST %  SGST Amt     Total\n"+
		"1     NUGGETS           42.00  200.00  8400.00      2.5    210.00     2.5    210.00   8820.00\n", words.Hints{})
	require.Equal(t, []string{"|NUGGETS|42|200|8400|columns"}, got)
	// An empty column of prices: the totals make the printed sum.
	r, got = read("Artikel-Nr.  Bezeichnung            Menge   Einzelpreis     Entgelt\nEN-1         Band                      12                     54,00\nEN-2         Silikon                    8                     31,60\n"+
		"                                   Summe Entgelt              85,60\n", words.Hints{})
	require.Equal(t, []string{"EN-1|Band|12||54|joined", "EN-2|Silikon|8||31.6|joined"}, got)
	require.Equal(t, document.Confidence(9_700), r.Lines[0].Confidence)
}
