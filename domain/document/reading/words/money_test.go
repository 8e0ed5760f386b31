package words_test

import (
	"cmp"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/words"
)

const goods = "INVOICE\nInvoice number: Q-1\n\nSKU      Description             Qty    Unit price      Amount\n" +
	"A-1      Lantern brass            10         20.00      200.00\n"

func TestSumsOfTexts(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{goods + "                  Subtotal   200.00\n                  VAT 20%     40.00\n                  Total      240.00\n", "200 - - 40 240"},
		{goods + "                  Subtotal   200.00\n                  20 % VAT    40.00\n                  Total      240.00\n", "200 - - 40 240"},
		{goods + "                  Subtotal   200.00\n                  VAT @ 20%   40.00\n                  Total      240.00\n", "200 - - 40 240"},
		{goods + "                  Subtotal   200.00\n                  Sales tax (8.25 %)  16.50\n                  Total      216.50\n", "200 - - 16.5 216.5"},
		{goods + "                  Subtotal   200.00\n                  Discount 5 %  10.00\n                  VAT 20 %    38.00\n                  Total      228.00\n", "200 - 10 38 228"},
		{"Discount   4.00\nINVOICE\n" + goods, "- - - - -"},
		{"Total   200.00\nINVOICE\n" + goods, "- - - - 200"},
		{"Subtotal   200.00\nINVOICE\n" + goods, "- - - - -"},
		{goods + "                  Subtotal   200.00\n                  Discount      4.00\n                  Subtotal\n                  less discount  196.00\n" +
			"                  Total      196.00\n", "200 - 4 - 196"},
		{goods + "                  Subtotal   200.00\n                  Discount      4.00\n                  Subtotal less discount  196.00\n" +
			"                  Total      196.00\n", "200 - 4 - 196"},
		{goods + "                  Subtotal   200.00\nPlease complain within 2 days of        VAT total    0.00\n" +
			"delivery. No return will be accepted.   Total      200.00\n", "200 - - 0 200"},
		{goods + "                  Subtotal   200.00\n                  Sea freight   31.00\n                  Total      231.00\n" +
			"                  Deposit paid 30 %   69.30\n                  Balance due  161.70\n", "200 31 - - 231"},
		{goods + "                  Subtotal   200.00\n                  Total          10\n", "200 - - - -"},
		{goods + "        Subtotal        Sales tax      Grand total\n          200.00            40.00           240.00\n", "200 - - 40 240"},
		{goods + "                  Zwischensumme   200.00\n      abzgl. Sondernachlass   10%   von   200.00   -20.00\n" +
			"                  zzgl. Versandkosten   5.80\n                  Endbetrag   185.80\n", "200 5.8 -20 - 185.8"},
		{goods + "      Rechnungssumme Netto (excl. USt.)   200.00\n      Steuerbasisbetrag USt. 19%   200.00   38.00\n" +
			"      Rechnungssumme Brutto (inkl. USt.)  238.00\n", "200 - - 38 238"},
		{goods + "                  VAT 20%     40.00\n                             240.00\n                  Grand total\n", "- - - 40 240"},
		{goods + "                  Total      240.00\n\nVAT rate    Net amount    VAT amount\n20 %            200.00         40.00\n", "- - - 40 240"},
	} {
		r, err := words.Read(context.Background(), grid.FromText(c.text), words.Hints{})
		require.NoError(t, err)
		h := r.Header
		var got []string
		for _, f := range []reading.Figure{h.Subtotal, h.Shipping, h.Discount, h.Tax, h.Total} {
			if text := printed(f); text != "" {
				got = append(got, text)
			} else {
				got = append(got, "-")
			}
		}
		require.Equal(t, c.want, strings.Join(got, " "), c.text)
		require.Len(t, r.Lines, 1, c.text)
		require.Equal(t, "A-1 Lantern brass 10 20.00 200.00", r.Lines[0].RawText, c.text)
	}
}

func TestLinesBelowAnEmptyColumnOfPrices(t *testing.T) {
	r, err := words.Read(context.Background(), grid.FromText("RECHNUNG\n\nPos  Artikel-Nr.  Bezeichnung            Menge  Einheit  Einzelpreis     Entgelt\n"+
		"1    E-11         Fugenband 10 m            12  Stk                        54,00\n"+
		"2    E-12         Silikon grau               8  Stk                        31,60\n"+
		"                                         Summe Entgelt                     85,60\n"+
		"                                         USt 19 %                          16,26\n"+
		"                                         Rechnungsbetrag                  101,86\n"), words.Hints{})
	require.NoError(t, err)
	require.Len(t, r.Lines, 2)
	require.Equal(t, "12 54 8 31.6", strings.Join([]string{
		printed(r.Lines[0].Quantity), printed(r.Lines[0].LineTotal), printed(r.Lines[1].Quantity), printed(r.Lines[1].LineTotal),
	}, " "))
}

func TestPricesWithTaxAreNoticed(t *testing.T) {
	r, err := words.Read(context.Background(), grid.FromText("FACTUUR\n\nArtikelnr   Omschrijving         Aantal   Prijs incl. btw   Totaal incl. btw\n"+
		"W-10        Muis                      2             24,20              48,40\n"+
		"W-22        Toetsenbord               1             60,50              60,50\n"+
		"                                     Totaal incl. btw                 108,90\n"+
		"                                     Waarvan btw 21 %                  18,90\n"), words.Hints{})
	require.NoError(t, err)
	r.Conclude(document.Invoice)
	require.Equal(t, "18.9 108.9", printed(r.Header.Tax)+" "+printed(r.Header.Total))
	require.Contains(t, r.Problems, reading.ProblemOf(reading.PricesIncludeTax))
}

// Counts a rounding as a part of the total, not as an item.
func TestRoundingsOfTexts(t *testing.T) {
	const foot = goods + "                  Subtotal   200.00\n                  VAT 20%     40.30\n"
	for text, want := range map[string]string{
		foot + "                  Round Off    -0.30\n                  Total      240.00\n":                                                  "240 fee -0.3",
		foot + "                  Round off adj.  -0.30\n                  Total      240.00\n":                                               "240 fee -0.3",
		foot + "                  Rounding    0.70\n                  Total      241.00\n":                                                    "241 fee 0.7",
		foot + "                  Rundung     0.70\n                  Total      241.00\n":                                                    "241 fee 0.7",
		foot + "                  Arrondi     0.70\n                  Total      241.00\n":                                                    "241 fee 0.7",
		foot + "                  Less: Round off   0.30\n                  Total      240.00\n":                                              "240 fee -0.3",
		foot + "                  Less : ROUND OFF (-)0.30\n                  Total      240.00\n":                                            "240 fee -0.3",
		foot + "                  Total      240.30\n                  Rounding    -0.30\n                  Amount due   240.00\n":            "240 fee -0.3",
		goods + "                  Total sales  200.00\n                  Rounding adjustment   0.01\n                  Net total   200.01\n": "200.01 fee 0.01",
		goods + "                  Total       200.02\n                  Less: Rounding   0.02\n                  Net total   200.00\n":       "200 fee -0.02",
		foot + "                  Rounding     0.00\n                  Total      240.30\n":                                                   "240.3",
		foot + "                  Rounding     0.30\n                  Total      240.30\n":                                                   "240.3",
	} {
		r, err := words.Read(context.Background(), grid.FromText(text), words.Hints{})
		require.NoError(t, err)
		got := []string{printed(r.Header.Total)}
		for _, l := range r.Lines[1:] {
			got = append(got, string(l.Kind), printed(l.LineTotal))
		}
		require.Equal(t, want, strings.Join(got, " "), text)
	}
}

// Two taxes of one amount, a rounding and no subtotal, as Indian programs print them.
func TestARoundingBesideTwoTaxes(t *testing.T) {
	r, err := words.Read(context.Background(), grid.FromText("Tax Invoice\nInvoice No. 851       Dated 28-Mar-26\n\n"+
		"Sl  Description of Goods      HSN      Quantity    Rate       Amount\n"+
		"1   Feed mix 25 kg            2309     120 nos     280.00     33,600.00\n"+
		"2   Mineral salt 5 kg         2309     10 nos      200.20      2,002.00\n\n"+
		"                                   CGST                 392.04\n"+
		"                                   SGST                 392.04\n"+
		"                                   Less : Round Off    (-)0.08\n"+
		"                                   Total       INR 36,386.00\n"), words.Hints{})
	require.NoError(t, err)
	require.Equal(t, "784.08 36386", printed(r.Header.Tax)+" "+printed(r.Header.Total))
	require.Equal(t, "33600 2002 -0.08", printed(r.Lines[0].LineTotal)+" "+printed(r.Lines[1].LineTotal)+" "+printed(r.Lines[2].LineTotal))
	require.Equal(t, "piece", r.Lines[0].Unit)
}

// A sign that names no currency is asked for.
func TestCurrenciesOfTexts(t *testing.T) {
	page := func(sign, foot string) string {
		return "INVOICE\nInvoice number: Q-1\n\nSKU      Description             Qty      Unit price          Amount\n" +
			"A-1      Lantern brass            10      " + sign + "20.00      " + sign + "200.00\n" +
			"A-2      Lantern iron              2      " + sign + "10.00       " + sign + "20.00\n" +
			"                                Total                 " + sign + "220.00\n" + foot
	}
	for _, c := range []struct{ text, want string }{
		{page("RM ", ""), "MYR "}, {page("R$ ", ""), "BRL "}, {page("MYR ", ""), "MYR "}, {page("₹", ""), "INR "},
		{strings.ReplaceAll(page("", ""), "Amount\n", "Amount (RM)\n"), "MYR "}, {strings.ReplaceAll(page("", ""), "Amount\n", "Amount (Rs.)\n"), " currency_unknown"},
		{page("", "Currency: KES\n"), "KES "}, {page("", "NAD 3020 spare parts on request\n"), " "}, {page("KES ", ""), "KES "},
		{page("Rs. ", ""), " currency_unknown"}, {page("kr ", ""), " currency_unknown"}, {page("Q ", ""), " currency_unknown"},
		{page("Rs. ", "Mumbai, India\n"), "INR "}, {page("Q ", "Mumbai, India\n"), " currency_unknown"}, {page("", ""), " "}, {page("€ ", ""), "EUR "},
	} {
		r, err := words.Read(context.Background(), grid.FromText(c.text), words.Hints{})
		require.NoError(t, err)
		problem := ""
		for _, p := range r.Problems {
			problem = string(p.Code)
		}
		require.Equal(t, c.want, string(r.Header.Currency)+" "+problem, c.text)
		require.Len(t, r.Lines, 2, c.text)
	}
}

// Lines without a cost are kept for a person to check: goods are gifts, or arrive later.
func TestLinesThatCostNothing(t *testing.T) {
	r, err := words.Read(context.Background(), grid.FromText("INVOICE\nInvoice number: Q-1\n\n"+
		"SKU      Description             Qty    Unit price      Amount\n"+
		"A-1      Lantern brass            10         20.00      200.00\n"+
		"A-2      Sample plate              2          0.00        0.00\n"+
		"A-3      Bowl blue                 1          5.00        0.00\n"+
		"A-4      Tray free                 4                      0.00\n"+
		"A-5      Cup                       6          2.00       12.00\n"+
		"                                    Subtotal            212.00\n"+
		"                                    VAT 0 %               0.00\n"+
		"                                    Total               212.00\n"), words.Hints{})
	require.NoError(t, err)
	r.Conclude(document.Invoice)
	var got []string
	for _, l := range r.Lines {
		line := []string{l.SupplierSKU, l.Description, printed(l.Quantity), printed(l.UnitPrice), printed(l.LineTotal)}
		for _, p := range l.Problems {
			line = append(line, string(p.Code))
		}
		got = append(got, strings.Join(line, " "))
	}
	require.Equal(t, []string{
		"A-1 Lantern brass 10 20 200", "A-2 Sample plate 2 0 0", "A-3 Bowl blue 1 5 0 arithmetic_mismatch low_confidence",
		"A-4 Tray free 4  0 low_confidence", "A-5 Cup 6 2 12",
	}, got)
	require.Equal(t, []reading.Result{reading.Fail, reading.Pass, reading.Pass},
		[]reading.Result{r.Checks[0].Result, r.Checks[1].Result, r.Checks[2].Result})
}

// A price with its tax is a cost only beside the tax, which a table without its name may print.
func TestTotalsWithTheirTax(t *testing.T) {
	const lines = "FACTURE\nNuméro de la facture: F-7\n\n" +
		"Description                 Qté     Prix unitaire HT    Taux TVA    Prix unitaire TTC      Total TTC\n" +
		"Lanterne en laiton            2            50,00 €         20 %            60,00 €      120,00 €\n" +
		"                                                         Facture total              120,00 €\n"
	for text, want := range map[string]string{
		lines: "- columns_unsure",
		lines + "\n             Taux TVA        Total HT         TVA\n                 20 %       100,00 €     20,00 €\n": "20 prices_include_tax",
		strings.ReplaceAll(lines, "TTC", "   "): "-",
	} {
		r, err := words.Read(context.Background(), grid.FromText(text), words.Hints{})
		require.NoError(t, err)
		r.Conclude(document.Invoice)
		got := []string{cmp.Or(printed(r.Header.Tax), "-")}
		for _, p := range r.Problems {
			got = append(got, string(p.Code))
		}
		require.Equal(t, want, strings.Join(got, " "), text)
		require.Equal(t, strings.HasPrefix(want, "- c"), r.Lines[0].Confidence < reading.Sure, text)
	}
}
