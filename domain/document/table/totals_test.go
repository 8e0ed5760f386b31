package table_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading"
)

// Columns with tax: price and total of the first line, tax, total, and whether the prices have tax.
func TestColumnsWithTax(t *testing.T) {
	const rows = "AB-1;Scarf;6;30.00;180.00\nAB-2;Brooch;10;12.00;120.00\n;;;Total excl. VAT;250.00\n;;;VAT 20%;50.00\n" +
		";;;Total inc. VAT;300.00\n"
	const parts = "AB-1;Scarf;11;20.00;220.00;10;22.00;242.00\nAB-2;Brooch;30;6.50;195.00;10;19.50;214.50\n"
	for _, c := range []struct{ rows, want string }{
		{"Référence;Désignation;Quantité;Prix TTC;Total TTC\n" + rows, "30 180 50 300 included"},
		{"Code;Description;Qty;Price inc VAT;Total inc VAT\n" + rows, "30 180 50 300 included"},
		{"Code;Description;Qty;Unit price (inc. VAT);Amount (inc. VAT)\n" + rows, "30 180 50 300 included"},
		{"Artikelnr.;Artikel;Menge;Preis brutto;Gesamt brutto\n" + rows, "30 180 50 300 included"},
		{"Codice;Descrizione;Qta;Prezzo ivato;Totale ivato\n" + rows, "30 180 50 300 included"},
		{"Indeks;Nazwa;Ilość;Cena brutto;Wartość brutto\n" + rows, "30 180 50 300 included"},
		{"Code;Description;Qty;Gross price;Gross amount\n" + rows, "30 180 50 300 included"},
		{"Codice;Descrizione;Qta;Prezzo;Imponibile;Aliquota;Imposta;Totale\n" + parts + ";;;Totale imponibile;415.00;;;\n" +
			";;;Totale imposta;;;41.50;\n;;;Totale fattura;;;;456.50\n", "20 220 41.5 456.5"},
		{"Code;Description;Qty;Price;Net;Rate;VAT;Gross\n" + parts + ";;;Net total;415.00;;;\n;;;Total VAT;;;41.50;\n" +
			";;;Invoice total;;;;456.50\n", "20 220 41.5 456.5"},
		// Without a tax nobody knows the costs.
		{"Référence;Désignation;Quantité;Prix TTC;Total TTC\nAB-1;Scarf;6;30.00;180.00\n;;;Total TTC;180.00\n",
			"30 180 - 180 columns_unsure"},
	} {
		r := readTable(c.rows)
		require.NotEmpty(t, r.Lines, c.rows)
		got := []string{shown(r.Lines[0].UnitPrice), shown(r.Lines[0].LineTotal), shown(r.Header.Tax), shown(r.Header.Total)}
		if slices.Contains(codesOf(r.Problems), reading.PricesIncludeTax) {
			got = append(got, "included")
		}
		if slices.Contains(codesOf(r.Problems), reading.ColumnsUnsure) {
			got = append(got, "columns_unsure")
		}
		require.Equal(t, c.want, strings.Join(got, " "), c.rows)
	}
}

// A header that nobody knows is a row like the others: figures below it are no prices.
func TestAmountsBelowAnUnknownHeader(t *testing.T) {
	require.Empty(t, readTable("product_id;min_price\n13;26.50\n14;26.50\n").Lines)
}
