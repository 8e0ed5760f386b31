package words_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/label"
	"sellingassistant/domain/document/reading/words"
)

// short formats a line as sku|description|quantity|price|total|evidence.
func short(l reading.Line) string {
	return strings.Join([]string{l.SupplierSKU, l.Description, printed(l.Quantity), printed(l.UnitPrice), printed(l.LineTotal), string(l.Evidence)}, "|")
}

func read(text string, hints words.Hints) (reading.Reading, []string) {
	r := readPages(grid.FromText(text), hints)
	r.Conclude(document.Invoice)
	list := []string{}
	for _, l := range r.Lines {
		list = append(list, short(l))
	}
	return r, list
}

func TestHeadersInSixLanguages(t *testing.T) {
	for _, header := range []string{
		"Item no    Description     Qty   Unit price       Amount",
		"Art.-Nr    Bezeichnung   Menge  Einzelpreis  Gesamtpreis",
		"Référence  Désignation     Qté  Prix unit.    Montant HT",
		"Ref.       Descripción    Cant       Precio      Importe",
		"Codice     Descrizione    Q.tà       Prezzo      Importo",
		"Artikelnr  Omschrijving Aantal  Stuksprijs        Bedrag",
		"Code       Item            Qty    Price EUR      Ext.\n                                   each         price",
		"SKU        Product         Qty  Retail EUR       Total",
	} {
		text := header + "\nA-77       Mug              24        12.50       300.00\nB-12       Plate           100         0.45        45.00\n"
		_, got := read(text, words.Hints{})
		want := []string{"A-77|Mug|24|12.5|300|columns", "B-12|Plate|100|0.45|45|columns"}
		if strings.Contains(header, "Retail") { // no price column: the figures multiply
			want = []string{"A-77|Mug|24|12.5|300|product", "B-12|Plate|100|0.45|45|product"}
		}
		require.Equal(t, want, got, header)
	}
}

const head = "Code   Description     Qty   Price    Amount\n"

func TestEvidence(t *testing.T) {
	for _, c := range []struct {
		name, text string
		lines      []string
		problems   []reading.Code
	}{
		{"a price for a hundred that no label names", head + "A-1    Screw         3000   12.50    375.00\n", []string{"A-1|Screw|3000|12.5|375|columns"}, nil},
		{"a total of 0 before an amount", "SKU    Description    Qty   Price   Amount\nA-1    Lamp            5    0.00     0.00     90.00\n", []string{"A-1|Lamp 90.00|5|0|0|placed"}, nil},
		{"amounts with unknown labels", "SKU    Description    Qty    Xyz      Zyx\nA-1    Lamp            5    20.00    90.00\n",
			[]string{"A-1|Lamp|5|||placed"}, nil},
		{"a rate between price and total", "A-1    Lamp      8     4.55    10 %    32.76\nA-2    Mug       2     3.00            6.00\n",
			[]string{"|A-1 Lamp|8|4.55|32.76|product", "|A-2 Mug|2|3|6|product"}, nil},
		{"an allowance beside", head + "A-1    Lamp             5   20.00     90.00\n       Allowance                      10.00\n", []string{"A-1|Lamp|5|20|90|allowance"}, nil},
		{"two allowances", head + "A-1    Lamp             5   20.00     85.00\n       Allowance                      10.00\n       Bonus                           5.00\n", []string{"A-1|Lamp|5|20|85|allowance"}, nil},
		{"three allowances", head + "A-1    Lamp             5   20.00     83.00\n       Allowance                      10.00\n       Bonus                           5.00\n" +
			"       Rebate                          2.00\n", []string{"A-1|Lamp|5|20|83|allowance"}, nil},
		{"duties beside a discount", "Código   Producto    Cdad.   Precio    Dto     Tasa    Importe IVA\nA-1      Agua            2    10.00    4.00    0.30      16.30  21.00\n" +
			"A-2      Zumo            1     7.00            0.20       7.20  21.00\n", []string{"A-1|Agua|2|10|16.3|allowance", "A-2|Zumo|1|7|7.2|allowance"}, nil},
		{"a discount of the whole price", "Código   Producto    Cdad.   Precio    Dto     Xyz     Zyx    Importe\nA-1      Agua            1    43.37   43.37    0.41    0.02       0.43\n", []string{"A-1|Agua|1|43.37|0.43|allowance"}, nil},
		{"an amount beside that does not fit", "Código   Producto    Cdad.   Precio    Dto     Tasa    Importe\nA-1      Agua            2    10.00    4.00    0.40      16.30\n", []string{"A-1|Agua|2|10|16.3|placed"}, nil},
		{"the total below its allowances", head + "A-1    Lamp             5   20.00\n       Trade discount 10 %           -10.00\n       Promotion 5 %      -4.50      85.50\n" +
			"A-2    Mug              2    3.00      6.00\n", []string{"A-1|Lamp|5|20|85.5|allowance", "A-2|Mug|2|3|6|columns"}, nil},
		{"an amount that is taken off is no total", head + "A-1    Lamp             5   20.00\n       Promotion 10 %                   -10.00\n", []string{}, nil},
		{"a total below that does not fit", head + "A-1    Lamp             5   20.00\n       Promotion 5 %      -4.50      85.50\n", []string{}, nil},
		{"a percentage in the text", head + "A-1    Lamp 10 %        5   20.00     90.00\n", []string{"A-1|Lamp 10 %|5|20|90|allowance"}, nil},
		{"the price is no allowance", head + "A-1    Basket          10    5.00     55.00\n", []string{"A-1|Basket|10|5|55|placed"}, nil},
		{"a rule is no part of a code", head + "A-1    Jar              1   41.85     41.85\n       with lid\n-----------------------------------------\n" +
			"                     Subtotal     41.85\n", []string{"A-1|Jar with lid|1|41.85|41.85|columns"}, nil},
		{"dots lead to a sum", head + "A-1    Jar              1   41.85     41.85\n=========================================\n" +
			"Total ..........................  41.85\n", []string{"A-1|Jar|1|41.85|41.85|columns"}, nil},
		{"free goods", head + "A-1    Sample           1    0.00      0.00\n", []string{"A-1|Sample|1|0|0|columns"}, nil},
		{"only lines that agree after the grand total", head + "A-1    Mug              2    3.00      6.00\n                       Total      6.00\nA-2    Bowl             9    3.00      6.00\n", []string{"A-1|Mug|2|3|6|columns"}, nil},
		{"a sum is no line", head + "A-1    Mug              2    3.00      6.00\nTotal quantity          2              6.00\n", []string{"A-1|Mug|2|3|6|columns"}, nil},
		{"freight is a line", head + "A-1    Mug              2    3.00      6.00\n       Shipping         1    4.00      4.00\n", []string{"A-1|Mug|2|3|6|columns", "|Shipping|1|4|4|columns"}, nil},
		{"freight with a code is a line", "Réf      Désignation            Qté    Px unit.euro    Mt HT euro\nVASE1    Vase                     2            3.00          6.00\n" +
			"TRANS1   Transport dept 83        1            4.00          4.00\n", []string{"VASE1|Vase|2|3|6|product", "TRANS1|Transport dept 83|1|4|4|product"}, nil},
		{"a wrong line is left out where the rest meets the sum", head + "A-1    Mug              2    3.00      6.00\nX      Basket          10    5.00     55.00\n                     Subtotal      6.00\n", []string{"A-1|Mug|2|3|6|columns"}, []reading.Code{"sum_resolved"}},
		{"a line without a price is taken where the sum needs it", head + "A-1    Mug              2    3.00      6.00\nA-2    Box              4              5.00\n                     Subtotal     11.00\n", []string{"A-1|Mug|2|3|6|columns", "A-2|Box|4||5|placed"}, []reading.Code{"sum_resolved"}},
		{"a line without a price is not taken without a sum", head + "A-1    Mug              2    3.00      6.00\nA-2    Box              4              5.00\n", []string{"A-1|Mug|2|3|6|columns"}, nil},
		{"of two lines without a price the line that the sum needs", head + "A-1    Mug              2    3.00      6.00\nA-2    Box              4              5.00\n" +
			"A-3    Jar              2              7.00\n              Subtotal      11.00\n",
			[]string{"A-1|Mug|2|3|6|columns", "A-2|Box|4||5|placed"}, []reading.Code{"sum_resolved"}},
		{"it stays at its printed place", head + "A-1    Mug              2    3.00      6.00\nA-2    Box              4              5.00\n" +
			"A-3    Jar              2              7.00\nA-4    Cup              1    2.00      2.00\n              Subtotal      13.00\n",
			[]string{"A-1|Mug|2|3|6|columns", "A-2|Box|4||5|placed", "A-4|Cup|1|2|2|columns"}, []reading.Code{"sum_resolved"}},
		{"the number of a row is no quantity", "Pos   Code   Description     Qty   Price    Amount\n2     A-1    Lamp              3    5.00     10.00\n",
			[]string{"A-1|Lamp|3|5|10|placed"}, nil},
		{"a product that is called like a sum", head + "A-1    Total Care       2    3.00      6.00\n", []string{"A-1|Total Care|2|3|6|columns"}, nil},
		{"a head on each page without labels", "Lantern House\n2  Mug    3.00   6.00\n\fLantern House\n4  Plate  2.50  10.00\n\fLantern House\n2  Vase   2.50  5.00\n",
			[]string{"|Mug|2|3|6|product", "|Plate|4|2.5|10|product", "|Vase|2|2.5|5|product"}, nil},
		{"no header, rows that multiply", "2  Mug    3.00   6.00\n4  Plate  2.50  10.00\n", []string{"|Mug|2|3|6|product", "|Plate|4|2.5|10|product"}, nil},
		{"no header, one row that multiplies", "2  Mug    3.00   6.00\nRoom 4, at 2.50 pm\n", []string{}, nil},
		{"shipped counts, not ordered", "Code   Description   Ordered  Shipped  Price  Amount\nA-1    Mug                10        4   3.00   12.00\n", []string{"A-1|Mug|4|3|12|columns"}, nil},
		{"a packing slip", "PACKING SLIP\n\nCode   Description     Qty\nA-1    Mug               4\nA-2    Plate            12\n", []string{"A-1|Mug|4|||columns", "A-2|Plate|12|||columns"}, nil},
		{"text above its figures", head + "A-1    Mug              2    3.00      6.00\n\n       Tea pot\nA-2    of glass         4    2.50     10.00\n", []string{"A-1|Mug|2|3|6|columns", "A-2|Tea pot of glass|4|2.5|10|columns"}, nil},
		{"empty", "", []string{}, nil},
	} {
		r, got := read(c.text, words.Hints{})
		require.Equal(t, c.lines, got, c.name)
		if c.problems != nil {
			require.Equal(t, c.problems, codes(r.Problems), c.name)
		}
	}
}

// A column of discounts has amounts or percentages: the total decides.
func TestDiscountsOfAColumn(t *testing.T) {
	for _, c := range []struct{ less, total, want string }{{"12.00", "138.00", "|12"}, {"10.00", "135.00", "10|"}, {"12.00", "120.00", "|"}} {
		r, _ := read("Code   Description     Qty   Price    Disc.    Amount\nA-1    Lamp              5   30.00    "+c.less+"    "+c.total+"\n", words.Hints{})
		require.Len(t, r.Lines, 1, c)
		require.Equal(t, c.want, printed(r.Lines[0].DiscountPercent)+"|"+printed(r.Lines[0].DiscountAmount), c)
	}
}

// In typeset pages, digits around a stray space are closer than words.
func TestTornDigitsJoin(t *testing.T) {
	page := grid.FromText(strings.Replace(head, "Qty ", "Qty     ", 1) + "A-1    Mug               2   1~980,00  3~960,00\n")[0]
	var torn grid.Page
	for _, w := range page {
		first, second, ok := strings.Cut(w.Text, "~")
		if !ok {
			torn = append(torn, w)
			continue
		}
		left, right := w, w
		left.Text, right.Text = first, second
		left.Right = w.Left + 6*float64(len(first))
		right.Left = left.Right + 4
		torn = append(torn, left, right)
	}
	r := readPages([]grid.Page{torn}, words.Hints{})
	require.Len(t, r.Lines, 1)
	require.Equal(t, "A-1|Mug|2|1980|3960|columns", short(r.Lines[0]))
}

func TestHeadsOfThreePagesAreNoLines(t *testing.T) {
	var pages []string
	want := []string{}
	for i := range 3 {
		header := ""
		if i == 0 {
			header = head
		}
		pages = append(pages, header+strings.Repeat("\n", 1-min(i, 1))+"Page                   "+fmt.Sprint(i+1)+"       7       5\n"+
			fmt.Sprintf("A-%d    Mug %c            2    3.00      6.00\n", i, 'a'+i))
		want = append(want, fmt.Sprintf("A-%d|Mug %c|2|3|6|columns", i, 'a'+i))
	}
	pages[1], pages[2] = "\n\n"+pages[1], "\n\n"+pages[2]
	_, got := read(strings.Join(pages, "\f"), words.Hints{})
	require.Equal(t, want, got)
	_, got = read(strings.Join(pages[:2], "\f"), words.Hints{})
	require.NotEqual(t, want[:2], got, "two pages do not make a head")
}

func TestALayoutThatWasConfirmed(t *testing.T) {
	const text = "Kode   Ware   Zahl   Kurs   Betrag   Menge   Preis\nA-1    Mug       2   3.00     6.00      12    0.50\n"
	r, got := read(text, words.Hints{})
	require.Equal(t, []string{"|A-1 Mug|12|0.5|6|columns"}, got)
	require.Equal(t, "kode|ware|zahl|kurs|betrag|menge|preis|", r.Layout.Fingerprint)
	taught := []label.Column{label.SKU, label.Text, label.Quantity, label.Price, label.Total, label.Pack, label.Retail}
	_, got = read(text, words.Hints{Layouts: map[string][]label.Column{r.Layout.Fingerprint: taught}})
	require.Equal(t, []string{"A-1|Mug|2|3|6|columns"}, got)
	// Columns that do not agree lose against the labels.
	wrong := []label.Column{label.SKU, label.Text, label.Price, label.Pack, label.Total, label.Quantity, label.Retail}
	_, got = read(text, words.Hints{Layouts: map[string][]label.Column{r.Layout.Fingerprint: wrong}})
	require.Equal(t, []string{"|A-1 Mug|12|0.5|6|columns"}, got)
}

func TestASupplierCodeIsFoundAnywhere(t *testing.T) {
	r, _ := read("Description       Qty   Price    Amount\nMug QX-9 blue       2    3.00      6.00\n", words.Hints{SKUs: map[string]bool{"QX-9": true}})
	require.Equal(t, "QX-9", r.Lines[0].SupplierSKU)
}

func TestHeader(t *testing.T) {
	for text, want := range map[string]map[string]string{
		"Muster GmbH\nRechnungsnummer: R-12   Rechnungsdatum: 20.03.2026\nFällig am 03.04.2026   Bestellnummer PO-7": {
			"issuer": "Muster GmbH", "invoice_number": "R-12", "issue_date": "2026-03-20", "due_date": "2026-04-03", "po_number": "PO-7",
		},
		"Invoice Number   Invoice Date     Due Date\nINV-9            March 20, 2026   04/03/2026\n\nTotal $5.00": {
			"invoice_number": "INV-9", "issue_date": "2026-03-20", "due_date": "2026-04-03", "currency": "USD", "total": "5",
		},
		"Facture N° F77\nDate : 20 mars 2026\nTotal HT 100,00 €\nTVA 5,5% 5,50\nTVA 20% 20,00\nTotal TTC 125,50": {
			"invoice_number": "F77", "issue_date": "2026-03-20", "currency": "EUR", "subtotal": "100", "tax": "25.5", "total": "125.5",
		},
		"Total 100.00\nVAT 20.00\nTotal 120.00\nAmount due 0.00": {"subtotal": "100", "tax": "20", "total": "120"},
		"Date 31/02/2026": {"issue_date": ""},
	} {
		r := readPages(grid.FromText(text), words.Hints{})
		got := headerOf(r.Header)
		for name, value := range want {
			require.Equal(t, value, got[name], "%s in %s", name, text)
		}
	}
}

// Words in one place make every label overlap every figure: time is bounded, not the number of
// comparisons.
func TestReadEndsWithItsContext(t *testing.T) {
	var page grid.Page
	for i := range 300_000 {
		text := []string{"Qty", "Price", "Amount", "9,90", "2"}[i%5]
		page = append(page, grid.Word{Text: text, Box: reading.Box{Left: 10, Right: 20, Top: float64(i / 3_000 * 12), Bottom: float64(i/3_000*12 + 12)}})
	}
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	_, err := words.Read(ctx, []grid.Page{page}, words.Hints{})
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

func TestTextsOfALineAreBounded(t *testing.T) {
	r := readPages(grid.FromText("Qty  Item                    Price  Amount\n2    Mug                      3.00    6.00\n"+
		strings.Repeat("     "+strings.Repeat("é", 18)+"\n", 1_000)), words.Hints{})
	require.Len(t, r.Lines, 1)
	require.LessOrEqual(t, len(r.Lines[0].RawText), 2_000)
	require.LessOrEqual(t, len(r.Lines[0].Description), 2_000)
	require.Greater(t, len(r.Lines[0].Description), 1_900)
}
