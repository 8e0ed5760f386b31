package words_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/words"
)

// A missing quantity does not turn the sizes of all packs into quantities.
func TestPacksAreNoQuantitiesOfCards(t *testing.T) {
	_, lines := read("Code     Description        Pack          Qty     Price     VAT      Value\n"+
		"134067   Mango Lassi        8 x 275ml       1      7.92      S         7.92\n"+
		"980448   Sparkling Water    12 x 750ml     12      9.24      S       110.88\n"+
		"304304   Apple Juice        12 x 250ml             7.92      Z        31.68\n"+
		"Goods Total                                                         150.48\n", words.Hints{})
	require.Equal(t, []string{
		"134067|Mango Lassi S|1|7.92|7.92|columns", "980448|Sparkling Water S|12|9.24|110.88|columns",
		"304304|Apple Juice 250ml Z||7.92|31.68|placed",
	}, lines)
}

func TestCodesInTexts(t *testing.T) {
	for _, c := range []struct {
		name, text string
		lines      []string
	}{
		{"groups of digits after a label",
			"Artikel                     Menge     Preis      Betrag\nSpültabs                        3     35,63      106,89\nArt.-Nr.: 11 509 30\n" +
				"Haferdrink                      3     12,50       37,50\nArt.-Nr.: 66 744 83\n",
			[]string{"11 509 30|Spültabs|3|35.63|106.89|columns", "66 744 83|Haferdrink|3|12.5|37.5|columns"}},
		{"like a measure after a label",
			"Artikel                     Menge     Preis      Betrag\nSpültabs                        3     35,63      106,89\nArt.-Nr.: 6702V | lose\n" +
				"Haferdrink                      3     12,50       37,50\nArt.-Nr.: 8146F | lose\n",
			[]string{"6702V|Spültabs | lose|3|35.63|106.89|columns", "8146F|Haferdrink | lose|3|12.5|37.5|columns"}},
		{"before a dash",
			"Aantal   Omschrijving                     Prijs     Bedrag\n     3   32902.46 - Stroopwafels          35,63     106,89\n     3   74136.06 - Hagelslag             12,50      37,50\n",
			[]string{"32902.46|Stroopwafels|3|35.63|106.89|columns", "74136.06|Hagelslag|3|12.5|37.5|columns"}},
		{"of the buyer beside those of the vendor",
			"Our Item    Vendor Item   Description     Qty     Cost     Total\n40000591    CG46014       Lemonade          3    35.63    106.89\n40004563    MH22971       Cordial           3    12.50     37.50\n",
			[]string{"CG46014|Lemonade|3|35.63|106.89|columns", "MH22971|Cordial|3|12.5|37.5|columns"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, lines := read(c.text, words.Hints{})
			require.Equal(t, c.lines, lines)
		})
	}
}

func TestSizesOfCases(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       int64
	}{
		{"a size in the text before the column of packs",
			"Item #     Description                Case Pack    Qty\nTK-6250    Puzzle Lighthouse 500pc            6     12\n", 6},
		{"cans with a number", "Item       Description    Pack         Qty    Price    Total\nTK-6250    Tomatoes       6/#10CAN       2     4.50     9.00\n", 6},
		{"a title of a card", "Tumbler (Case of 72)\nItem # BAF0544\nQty: 12 @ $1.70 / case   $20.40\n\nLadle\nItem # FKX6407\nQty: 2 @ $3.00   $6.00\n\nSubtotal   $26.40\n", 72},
		{"after a bar", "Towar               Ilość   J.m.     Cena     Wartość\nZeszyt A5               5   opak.   26,40      132,00\nIndeks: 8146F | opak. zb. 10 szt.\n", 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := readPages(grid.FromText(c.text), words.Hints{})
			r.Conclude(document.Invoice)
			require.NotEmpty(t, r.Lines)
			require.Equal(t, c.want, r.Lines[0].UnitsPerCase)
		})
	}
}

func TestIssuersOfShops(t *testing.T) {
	const table = "\nItem      Qty     Price     Total\nMug         2      4.00      8.00\n\nTotal                        8.00\n"
	for _, c := range []struct{ name, text, want string }{
		{"no title", "Orderbevestiging\nZuiderveld Import B.V.\nTransportweg 12, 5928 RL Venlo\n" + table, "Zuiderveld Import B.V."},
		{"no town of Nevada", "Basin Wine\n2100 Silver St, Reno, NV 89502\n" + table, "Basin Wine"},
		{"no street of the buyer beside sums", "Order #4711\n\nShipping Address         Summary\nMarcy Odell              Subtotal   $8.00\n12 Garnet Way            Total      $8.00\nProvo, UT 84601\n" + table, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, _ := read(c.text, words.Hints{})
			require.Equal(t, c.want, r.Header.Issuer.Name)
		})
	}
}

func TestDatesOfTightGrids(t *testing.T) {
	r, _ := read("Auftragsnummer   Datum            Kundennr.\nAB46741          8. August 2026 D-20871\n\n"+
		"Artikel      Menge     Preis      Betrag\nTasse            2      4,00        8,00\n", words.Hints{})
	require.Equal(t, "2026-08-08", day(r.Header.IssueDate))
}

func TestSummariesAboveTheLines(t *testing.T) {
	r, _ := read("Totaal excl. btw   1.786,68\nBtw 21%              375,20\nTotaal incl. btw   2.161,88\n\n"+
		"Artikel      Aantal     Prijs     Totaal\nTasse             2    223,05     446,10\nLepel             1  1.340,58   1.340,58\n",
		words.Hints{})
	require.Equal(t, "1786.68|375.2|2161.88", printed(r.Header.Subtotal)+"|"+printed(r.Header.Tax)+"|"+printed(r.Header.Total))
	require.Empty(t, r.Problems)
}

func TestTermsOfSuppliers(t *testing.T) {
	const table = "\n\nArtikel      Menge     Preis      Betrag\nTasse            2      4,00        8,00\n"
	for text, want := range map[string]string{
		"Conditions de paiement :     45 jours date de facture": "45 jours date de facture", "Termin płatności: 21 dni": "21 dni",
		"Sposób zapłaty: przelew 14 dni": "przelew 14 dni",
	} {
		r, _ := read(text+table, words.Hints{})
		require.Equal(t, want, r.Header.PaymentTerms)
	}
}

func TestBarcodesInGroups(t *testing.T) {
	r, _ := read("Item       Description    UPC                Qty    Price    Total\nTK-6250    Tomatoes       0 36000 29145 2      2     4.50     9.00\n",
		words.Hints{})
	require.Equal(t, "036000291452", r.Lines[0].GTIN.String())
	require.Empty(t, r.Lines[0].Problems)
}

// A name in the largest letters heads the page of a shop; a greeting does not.
func TestLargeNamesOfShops(t *testing.T) {
	const table = "\n\nOrder Number: W53252970\nOrder Date: May 7, 2026\n\nItem      Qty     Price     Total\nMug         2      4.00      8.00\n\nTotal                        8.00\n"
	for name, want := range map[string]string{"Circuitry Depot": "Circuitry Depot", "Your Parcel": ""} {
		pages := grid.FromText(name + table)
		for i := range pages[0][:2] {
			pages[0][i].Top -= 12
		}
		r := readPages(pages, words.Hints{})
		require.Equal(t, want, r.Header.Issuer.Name)
	}
}
