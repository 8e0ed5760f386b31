package words_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading"
)

// Charges and discounts below the lines as subtotal, discount, shipping, tax, total and lines.
func TestChargesBelowTheLines(t *testing.T) {
	const english = "INVOICE 5\n\nSKU      Description          Unit  Qty    Unit price      Amount\n" +
		"A-1      Lantern brass        pcs    10         20.00      200.00\n"
	const german = "RECHNUNG 5\n\nArt.-Nr.   Bezeichnung          Menge    Preis      Betrag\n" +
		"A-1        Laterne                 10    20,00      200,00\n"
	const label = "                              "
	for _, c := range []struct{ text, want string }{
		{german + label + "Warenwert             200,00\n" + label + "abzgl. Jahresbonus     30,00-\n" + label + "zzgl. Fracht           20,00\n" +
			label + "zzgl. Verpackung        5,00\n" + label + "Nettobetrag           195,00\n" + label + "19 % MwSt.             37,05\n" +
			label + "Rechnungsbetrag EUR   232,05\n", "200 - 20 37.05 232.05 discount -30 fee 5"},
		{german + label + "Warenwert             200,00\n" + label + "Pfand                  93,00\n" + label + "Leergut               -46,50\n" +
			label + "Nettobetrag           246,50\n" + label + "MwSt. 19 %             46,84\n" + label + "Rechnungsbetrag EUR   293,34\n",
			"200 - - 46.84 293.34 deposit 93 deposit -46.5"},
		{english + "         Promotional allowance                             -30.00\n" + label + "Subtotal              170.00\n" +
			label + "VAT 20%                34.00\n" + label + "Total                 204.00\n", "170 - - 34 204 discount -30"},
		{english + "         Special discount                                  -30.00\n" + label + "Subtotal              170.00\n" +
			label + "VAT 20%                34.00\n" + label + "Total                 204.00\n", "170 - - 34 204 discount -30"},
		// A tax in other words is no fee.
		{german + label + "Nettobetrag           200,00\n" + label + "zzgl. gesetzl. MwSt. 19 %   38,00\n" + label +
			"Gesamtbetrag          238,00\n", "200 - - 38 238"},
		{english + label + "Subtotal              200.00\n" + label + "Standard rate VAT 20% 40.00\n" + label + "Total                 240.00\n",
			"200 - - 40 240"},
		{english + label + "Subtotal              200.00\n" + label + "Zorblax 20%            40.00\n" + label + "Total                 240.00\n",
			"200 - - - 240"},
		// Amounts that make no sum are none.
		{english + label + "Subtotal              200.00\n" + label + "Insured value          50.00\n" + label + "VAT 20%                40.00\n" +
			label + "Total                 240.00\n", "200 - - 40 240"},
		// A tax that the total includes.
		{english + label + "Total                 200.00\n" + label + "Incl. 20% VAT          33.33\n", "- - - 33.33 200"},
		{german + label + "Gesamtbetrag          200,00\n" + label + "darin enthalten 19 % MwSt.  31,93\n", "- - - 31.93 200"},
		{german + label + "Netto                 200,00\n" + label + "inkl. 19 % MwSt.      238,00\n", "200 - - - -"},
		{german + label + "Nettobetrag           200,00\n" + label + "+ 19 % MwSt.           38,00\n" + label + "Gesamtbetrag          238,00\n",
			"200 - - 38 238"},
	} {
		r := readText(t, c.text)
		h := r.Header
		got := []string{}
		for _, f := range []reading.Figure{h.Subtotal, h.Discount, h.Shipping, h.Tax, h.Total} {
			got = append(got, cmp.Or(printed(f), "-"))
		}
		require.NotEmpty(t, r.Lines, c.text)
		require.Equal(t, "Lantern brass", strings.Replace(r.Lines[0].Description, "Laterne", "Lantern brass", 1), c.text)
		for _, l := range r.Lines[1:] {
			got = append(got, string(l.Kind), printed(l.LineTotal))
		}
		if want := strings.Join(got, " "); want != c.want {
			t.Errorf("%s\n want %s\n got  %s", c.text, c.want, want)
		}
	}
}

// Prices with tax below labels that say so.
func TestLabelsOfPricesWithTax(t *testing.T) {
	for _, labels := range [][2]string{
		{"Price inc VAT", "Total inc VAT"}, {"Price incl. VAT", "Total incl. VAT"}, {"Unit price (inc. VAT)", "Amount (inc. VAT)"},
		{"Preis inkl. MwSt", "Betrag inkl. MwSt"}, {"Prix TTC", "Total TTC"}, {"Prijs incl. btw", "Totaal incl. btw"},
	} {
		pad := func(words string) string { return strings.Repeat(" ", 24-len(words)) + words }
		r := readText(t, "INVOICE 5\n\nCode      Description             Qty "+pad(labels[0])+pad(labels[1])+
			"\nPW-1      Wooden train set          4 "+pad("36.00")+pad("144.00")+
			"\nPW-7      Stacking rings           10 "+pad("7.20")+pad("72.00")+
			"\n\n                          Total excl. VAT                  180.00\n"+
			"                          VAT 20%                           36.00\n"+
			"                          Total inc. VAT                   216.00\n")
		require.Len(t, r.Lines, 2, labels)
		l := r.Lines[0]
		require.Equal(t, "4 36 144 216", strings.Join([]string{printed(l.Quantity), printed(l.UnitPrice), printed(l.LineTotal),
			printed(r.Header.Total)}, " "), labels)
	}
}
