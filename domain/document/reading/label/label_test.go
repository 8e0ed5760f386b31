package label_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/label"
)

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "Qty": "qty", " Unit   Price: ": "unit price", "Prix unit. (HT)": "prix unit ht", "Größe": "grosse", "Quantité": "quantite",
		"Art.-Nr": "art nr", "N°": "n", "MwSt. %": "mwst %", "Q.tà": "q ta", "Œuvre": "oeuvre", "e\u0301te": "ete", "№ 5": "5", "Date\u200b:": "date", "In\u200bvoice": "invoice",
	} {
		require.Equal(t, want, label.Fold(text), text)
		require.Equal(t, want, label.Fold(want), text)
	}
}

// Every label is found as it is written, also before a foreign word, and has a single meaning.
func TestEveryLabel(t *testing.T) {
	everyLabel(t, label.Columns)
	everyLabel(t, label.Fields)
	everyLabel(t, label.Sorts)
}

func TestALabelWithTwoMeaningsIsNamed(t *testing.T) {
	l := label.Names(map[label.Field]string{label.Sum: "sum, amount", label.Paid: "paid, amount"})
	require.Len(t, l.Repeated(), 1)
	require.Contains(t, []string{"total: amount", "paid: amount"}, l.Repeated()[0])
}

func everyLabel[K ~string](t *testing.T, l label.Lexicon[K]) {
	require.Empty(t, l.Repeated())
	for words, want := range l.Meanings() {
		got, ok := l.Whole(strings.ToUpper(words) + ":")
		require.True(t, ok, words)
		require.Equal(t, want, got, words)
		got, n := l.At(append(strings.Fields(words), "xyzzy"))
		require.Equal(t, want, got, words)
		require.Equal(t, len(strings.Fields(words)), n, words)
		require.Equal(t, words, label.Fold(words))
	}
}

func TestColumnOf(t *testing.T) {
	for text, want := range map[string]label.Column{
		"Qty": "qty", "Menge": "qty", "Quantité": "qty", "Cantidad": "qty", "Quantità": "qty", "Aantal": "qty", "Liefermenge": "qty", "Qty ordered": "ordered",
		"Unit price": "price", "Einzelpreis": "price", "Verkaufspreis": "price", "Prix unitaire": "price", "Precio": "price", "Prezzo unitario": "price", "Stuksprijs": "price",
		"Amount": "total", "Gesamtpreis": "total", "Positionswert": "total", "Montant HT": "total", "Importe": "total", "Importo": "total", "Bedrag": "total", "Regelbedrag": "total",
		"Steuerbetrag": "tax_amount", "Basisbetrag": "taxbase", "Base imponible": "taxbase", "USt Satz": "tax", "IVA": "tax", "BTW %": "tax",
		"Gesamt-Preis": "total", "Remise": "disc", "Mengenrabatt": "disc", "Art.-Nr": "sku", "EAN": "gtin", "UPC": "gtin", "Wholesale price": "cost", "RRP": "rrp", "UVP": "rrp",
		"Case pack": "pack", "Case price": "case_price", "Kartonpreis": "case_price", "Total TTC": "gross", "Einheit": "unit",
	} {
		got, base, ok := label.ColumnOf(text)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
		require.Equal(t, int64(1), base, text)
	}
	for text, want := range map[string]int64{
		"Preis per 100": 100, "Preis/100": 100, "Price per 1000": 1000, "Prix par 10": 10, "Einzelpreis je 100 Stk": 100, "Prezzo per 100": 100,
	} {
		got, base, ok := label.ColumnOf(text)
		require.True(t, ok, text)
		require.Equal(t, label.Price, got, text)
		require.Equal(t, want, base, text)
	}
	for _, text := range []string{"", "price 1", "Menge per 100", "100", "Kessel", "preis", "Best regards"} {
		_, _, ok := label.ColumnOf(text)
		require.Equal(t, text == "preis", ok, text)
	}
}

func TestNamesAreNotSettledAsCodes(t *testing.T) {
	for first, want := range map[string]label.Column{"Item": "sku", "Artikel": "sku", "Product name": "desc", "Titolo": "desc"} {
		kinds := []label.Column{"desc", "desc"}
		label.Settle(kinds, []string{first, "Description"})
		require.Equal(t, want, kinds[0], first)
	}
}

func TestLabelsThatOthersDecide(t *testing.T) {
	for _, c := range []struct {
		labels []string
		want   []label.Column
	}{
		{[]string{"Our Item", "Vendor Item", "Description"}, []label.Column{"own", "sku", "desc"}},
		{[]string{"Lieferanten-Nr.", "Unsere Nr."}, []label.Column{"sku", "own"}},
		{[]string{"Our code", "Description"}, []label.Column{"sku", "desc"}},
		{[]string{"Code", "Description", "Qty", "Price", "Goods"}, []label.Column{"sku", "desc", "qty", "price", "total"}},
	} {
		kinds := make([]label.Column, len(c.labels))
		for i, text := range c.labels {
			kinds[i], _, _ = label.ColumnOf(text)
		}
		label.Settle(kinds, c.labels)
		require.Equal(t, c.want, kinds)
	}
}

func TestSettle(t *testing.T) {
	for _, c := range [][2][]label.Column{
		{{"desc", "desc", "qty"}, {"sku", "desc", "qty"}},
		{{"sku", "desc", "desc"}, {"sku", "desc", "desc"}},
		{{"desc", "qty"}, {"desc", "qty"}},
		{{}, {}},
	} {
		label.Settle(c[0], make([]string, len(c[0])))
		require.Equal(t, c[1], c[0])
	}
}

func TestIn(t *testing.T) {
	kind, rest, ok := label.Fields.In(strings.Fields("Example GmbH Rechnung Nr. 900"))
	require.True(t, ok)
	require.Equal(t, label.InvoiceNumber, kind)
	require.Equal(t, []string{"900"}, rest)
	_, _, ok = label.Fields.In([]string{"Tasse", ":"})
	require.False(t, ok)
}
