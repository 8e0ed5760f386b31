package table_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The rows below the lines as subtotal, discount, shipping, tax, total and charges.
func TestRowsBelowTheLines(t *testing.T) {
	const english = "SKU;Description;Qty;Unit price;Amount\nA-1;Lantern;10;20.00;200.00\n"
	const german = "Art.-Nr.;Bezeichnung;Menge;Einzelpreis;Betrag\nA-1;Laterne;10;20,00;200,00\n"
	const french = "Référence;Désignation;Qté;PU HT;Montant HT\nA-1;Lampe;10;20,00;200,00\n"
	const spanish = "Referencia;Descripción;Cantidad;Precio;Importe\nA-1;Farol;10;20,00;200,00\n"
	const italian = "Codice;Descrizione;Quantità;Prezzo;Importo\nA-1;Lanterna;10;20,00;200,00\n"
	const dutch = "Artikelnr;Omschrijving;Aantal;Prijs;Bedrag\nA-1;Lantaarn;10;20,00;200,00\n"
	const polish = "Indeks;Nazwa;Ilość;Cena;Wartość\nA-1;Lampa;10;20,00;200,00\n"
	for _, c := range []struct{ rows, want string }{
		// The tax in other words.
		{english + ";;;Subtotal;200.00\n;;;VAT at 20%;40.00\n;;;Total;240.00", "200 - - 40 240"},
		{english + ";;;Subtotal;200.00\n;;;VAT@20%;40.00\n;;;Total;240.00", "200 - - 40 240"},
		{english + ";;;Subtotal;200.00\n;;;+ VAT 20%;40.00\n;;;Total;240.00", "200 - - 40 240"},
		{english + ";;;Subtotal;200.00\n;;;Standard rate VAT 20%;40.00\n;;;Total;240.00", "200 - - 40 240"},
		{english + ";;;Subtotal;200.00\n;;;VAT;20;40.00\n;;;Total;240.00", "200 - - 40 240"},
		{english + ";;Subtotal;;200.00\n;;VAT %;20;40.00\n;;Total;;240.00", "200 - - 40 240"},
		{english + ";;Subtotal;;200.00\n;;VAT;20;40.00\n;;Total;;240.00", "200 - - 40 240"},
		{german + ";;;Netto;200,00\n;;;zzgl. gesetzl. MwSt. 19 %;38,00\n;;;Brutto;238,00", "200 - - 38 238"},
		{german + "Netto;;;;200,00\nMwSt. 19 %;;;;38,00\nBrutto;;;;238,00", "200 - - 38 238"},
		{french + ";;;Total HT;200,00\n;;;TVA au taux de 20 %;40,00\n;;;Total TTC;240,00", "200 - - 40 240"},
		{spanish + ";;;Base imponible bruta;200,00\n;;;IVA 21 %;42,00\n;;;Rec. equivalencia 5,2 %;10,40\n;;;Total factura EUR;252,40",
			"200 - - 52.4 252.4"},
		{italian + ";;;Imponibile lordo;200,00\n;;;4 % sconto;8,00\n;;;IVA al 22%;42,24\n;;;Totale fattura;234,24", "200 8 - 42.24 234.24"},
		{dutch + ";;;Totaal excl. btw;200,00\n;;;plus 21 % btw;42,00\n;;;Te betalen;242,00", "200 - - 42 242"},
		{polish + ";;;Razem netto;200,00\n;;;Podatek VAT 23%;46,00\n;;;Do zapłaty;246,00", "200 - - 46 246"},
		// A tax that the total includes.
		{german + ";;;Gesamtbetrag;200,00\n;;;darin enthaltene MwSt. 19 %;31,93", "- - - 31.93 200"},
		{german + ";;;Gesamtbetrag;200,00\n;;;inkl. 19 % MwSt.;31,93", "- - - 31.93 200"},
		{german + ";;;Gesamtbetrag;200,00\n;;;Im Betrag enthaltene USt. 19 %;31,93", "- - - 31.93 200"},
		{german + ";;;Gesamtbetrag;200,00\n;;;MwSt.-Anteil 19 %;31,93", "- - - 31.93 200"},
		{polish + ";;;Do zapłaty;200,00\n;;;w tym VAT 23%;37,40", "- - - 37.4 200"},
		{polish + ";;;Do zapłaty;200,00\n;;;w tym VAT 23%;18,70\n;;;w tym VAT 8%;7,41", "- - - 26.11 200"},
		{english + ";;;Total;200.00\n;;;Including VAT (20%);33.33", "- - - 33.33 200"},
		{english + ";;;Total;200.00\n;;;VAT included in total;33.33", "- - - 33.33 200"},
		{english + ";;;Total;200.00\n;;;VAT included;50.00", "- - - - 200 total_mismatch"},
		{french + ";;;Total TTC;200,00\n;;;TVA incluse 20 %;33,33", "- - - 33.33 200"},
		{spanish + ";;;Total factura;200,00\n;;;incluye IVA 21 %;34,71", "- - - 34.71 200"},
		{italian + ";;;Totale fattura;200,00\n;;;IVA compresa 22 %;36,07", "- - - 36.07 200"},
		{dutch + ";;;Totaal te betalen;200,00\n;;;btw 21% (inbegrepen);34,71", "- - - 34.71 200"},
		// Other sums in other words, and charges.
		{english + ";;;Goods total before discount;200.00\n;;;Volume discount;10.00\n;;;Total after discount;190.00\n" +
			";;;Delivery;18.00\n;;;Total excluding VAT;208.00\n;;;VAT at 20%;41.60\n;;;Total including VAT;249.60",
			"200 10 18 41.6 249.6"},
		{english + ";;;Total FOB;200.00\n;;;Ocean freight;42.00\n;;;Insurance;19.50\n;;;Total CIF USD;261.50\n" +
			";;;Less: advance received by T/T;100.00\n;;;Balance payable;161.50", "200 - 42 - 261.5 fee 19.5"},
		{german + ";;;Warenwert;200,00\n;;;3 % Rabatt;-6,00\n;;;Mautpauschale;2,50\n;;;abzgl. Jahresbonus;5,00\n;;;Nettobetrag;191,50\n" +
			";;;MwSt. 19 %;36,39\n;;;Rechnungsbetrag;227,89", "200 -6 - 36.39 227.89 fee 2.5 discount -5"},
		{english + ";;;Subtotal;200.00\n;;;Zorblax 20%;40.00\n;;;Total;240.00", "200 - - - 240 fee 40 placed"},
		{english + ";;;Shipping;5.00\n;;;Shipping;7.00\n;;;Total;212.00", "- - 12 - 212"},
		{english + ";;;Shipping;5.00\n;;;Shipping;5.00\n;;;Total;205.00", "- - 5 - 205"},
		{english + ";;;Discount;-5.00\n;;;Shipping;4.00\n;;;Discount;-7.00\n;;;Shipping;4.00\n;;;Total;196.00", "- -12 8 - 196"},
		{german + ";;;Warenwert;200,00\n;;;Sondermüll;7,00\n;;;Rechnungsbetrag;300,00", "200 - - - 300 fee 7 placed total_mismatch"},
	} {
		r := readTable(c.rows)
		h := r.Header
		got := []string{shown(h.Subtotal), shown(h.Discount), shown(h.Shipping), shown(h.Tax), shown(h.Total)}
		require.NotEmpty(t, r.Lines, c.rows)
		for _, l := range r.Lines[1:] {
			if got = append(got, string(l.Kind), shown(l.LineTotal)); l.Evidence == "placed" {
				got = append(got, "placed")
			}
		}
		for _, p := range r.Problems {
			if p.Code == "total_mismatch" {
				got = append(got, string(p.Code))
			}
		}
		if want := strings.Join(got, " "); want != c.want {
			t.Errorf("%s\n want %s\n got  %s", c.rows, c.want, want)
		}
	}
}

func TestLabelsWithANumberSign(t *testing.T) {
	const lines = "SKU;Description;Qty;Unit price;Amount\nA-1;Lantern;10;20.00;200.00\n"
	for label, want := range map[string]string{
		"Invoice #;BL-33": "BL-33", "Invoice #:;BL-33": "BL-33", "Inv #;BL-33": "BL-33", "Rechnung #;BL-33": "BL-33",
		"Invoice # BL-33": "BL-33", "Invoice #BL-33": "BL-33",
	} {
		r := readTable(label + "\n" + lines)
		require.Equal(t, want, r.Header.InvoiceNumber, label)
		require.Empty(t, r.Problems, label)
	}
}
