package table_test

import (
	"strings"
	"testing"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/table"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
)

// readTable reads rows of cells with a semicolon between them.
func readTable(rows string) reading.Reading {
	var s table.Survey
	var all [][]table.Cell
	for line := range strings.Lines(rows) {
		var cells []table.Cell
		for text := range strings.SplitSeq(strings.TrimRight(line, "\n"), ";") {
			cells = append(cells, table.Cell{Text: text})
		}
		all = append(all, cells)
		s.Add("", len(all), cells)
	}
	m := s.Choose()
	lines := m.Lines()
	r := reading.Reading{Method: reading.Table}
	for i, cells := range all {
		if line, ok := lines.Row("", i+1, cells); ok {
			r.Lines = append(r.Lines, line)
		}
	}
	header, found := lines.Finish()
	r.Header, r.Lines = header, append(r.Lines, lines.Charges()...)
	for _, code := range found {
		r.Note(code)
	}
	r.Conclude(document.Invoice)
	return r
}

func shown(f reading.Figure) string {
	if !f.Known() {
		return "-"
	}
	return f.Or(decimal.Zero).Trim(0).String()
}

// A percentage is a rate anywhere, and the amount is the next figure.
func TestRatesBesideAmounts(t *testing.T) {
	const english = "SKU;Description;Qty;Unit price;Amount\nA-1;Lantern;10;20.00;200.00\n"
	const german = "Art.-Nr.;Bezeichnung;Menge;Einzelpreis;Betrag\nA-1;Laterne;10;20,00;200,00\n"
	const french = "Référence;Désignation;Qté;PU HT;Montant HT\nA-1;Lampe;10;20,00;200,00\n"
	const spanish = "Referencia;Descripción;Cantidad;Precio unitario;Importe\nA-1;Farol;10;20,00;200,00\n"
	const italian = "Codice;Descrizione;Quantità;Prezzo unitario;Importo\nA-1;Lanterna;10;20,00;200,00\n"
	const dutch = "Artikelnummer;Omschrijving;Aantal;Prijs;Bedrag\nA-1;Lantaarn;10;20,00;200,00\n"
	for _, c := range []struct{ rows, want string }{
		{english + ";;;Subtotal;200.00\n;;;Discount 5 %;10.00\n;;;VAT 20 %;38.00\n;;;Total;228.00", "200 10 38 228"},
		{english + ";;;Subtotal;200.00\n;;;Discount (5%);-10.00\n;;;VAT @ 20%;38.00\n;;;Total;228.00", "200 -10 38 228"},
		{english + ";;;Subtotal;200.00\n;;;5 % discount;10.00\n;;;20 % VAT;38.00\n;;;Total;228.00", "200 10 38 228"},
		{english + ";;;Subtotal;200.00\n;;;Sales tax (8.25 %);16.50\n;;;Total;216.50", "200 - 16.5 216.5"},
		{english + ";;;Subtotal;200.00\n;;;Sales tax 8.25% on 200.00;16.50\n;;;Total;216.50", "200 - 16.5 216.5"},
		{english + ";;;Subtotal;200.00\n;;VAT;20 %;40.00\n;;;Total;240.00", "200 - 40 240"},
		{english + ";;;Subtotal;200.00\n;;VAT;(20 %);40.00\n;;;Total;240.00", "200 - 40 240"},
		{english + ";;;Subtotal;200.00\n;;;VAT 20%: 40.00;\n;;;Total;240.00", "200 - 40 240"},
		{english + ";;;Subtotal;200.00\n;;;VAT 20 %;30.00\n;;;VAT 5 %;2.50\n;;;Total;232.50", "200 - 32.5 232.5"},
		{english + ";;;Subtotal;200.00\n;;;VAT 20 %;30.00\n;;;VAT 5 %;2.50\n;;;Total VAT;32.50\n;;;Total;232.50", "200 - 32.5 232.5"},
		{english + ";;;Subtotal;200.00\n;;;Total VAT;32.50\n;;;VAT 20 %;30.00\n;;;VAT 5 %;2.50\n;;;Total;232.50", "200 - 32.5 232.5"},
		{english + ";;;Subtotal;200.00\n;VAT 20 %;;200.00;40.00\n;;;Total;240.00", "200 - 40 240"},
		{english + ";VAT;20 %;200.00;40.00\n;;;Subtotal;200.00\n;;;VAT 20 %;40.00\n;;;Total;240.00", "200 - 40 240"},
		{english + ";;;Subtotal;200.00\n;;;VAT 10 %;10.00\n;;;VAT 5 %;10.00\n;;;Total;220.00", "200 - 20 220"},
		{english + ";;;Subtotal;200.00\n;;;VAT 20 %;\n;;;Total;240.00", "200 - - 240"},
		{german + ";;;Zwischensumme;200,00\n;;;zzgl. 19 % MwSt.;38,00\n;;;Gesamtbetrag;238,00", "200 - 38 238"},
		{german + ";;;Zwischensumme;200,00\n;;;MwSt. (19 %);38,00\n;;;Gesamtbetrag;238,00", "200 - 38 238"},
		{german + ";;;Zwischensumme;200,00\n;;;19,0 % USt;38,00\n;;;Gesamtbetrag;238,00", "200 - 38 238"},
		{german + ";;;Zwischensumme;200,00\n;;;Rabatt 5%;-10,00\n;;;MwSt 19 % auf 190,00;36,10\n;;;Gesamtbetrag;226,10", "200 -10 36.1 226.1"},
		{french + ";;;Total HT;200,00\n;;;Remise 5 %;10,00\n;;;TVA 20 %;38,00\n;;;Total TTC;228,00", "200 10 38 228"},
		{french + ";;;Total HT;200,00\n;;;TVA à 5,5 %;11,00\n;;;Total TTC;211,00", "200 - 11 211"},
		{spanish + ";;;Base imponible;200,00\n;;;IVA 21 %;42,00\n;;;Total factura;242,00", "200 - 42 242"},
		{spanish + ";;;Base imponible;200,00\n;;;21% IVA;42,00\n;;;Total factura;242,00", "200 - 42 242"},
		{italian + ";;;Imponibile;200,00\n;;;IVA (22 %);44,00\n;;;Totale fattura;244,00", "200 - 44 244"},
		{dutch + ";;;Subtotaal;200,00\n;;;BTW 21 %;42,00\n;;;Totaal incl. btw;242,00", "200 - 42 242"},
		{dutch + ";;;Subtotaal;200,00\n;;;21 % BTW over 200,00;42,00\n;;;Totaal incl. btw;242,00", "200 - 42 242"},
	} {
		r := readTable(c.rows)
		h := r.Header
		require.Len(t, r.Lines, 1, c.rows)
		require.Equal(t, c.want, strings.Join([]string{shown(h.Subtotal), shown(h.Discount), shown(h.Tax), shown(h.Total)}, " "), c.rows)
	}
}

func TestWhatStandsAroundATable(t *testing.T) {
	r := readTable("Gletschwil Handels AG;;;;\nRechnungsnummer;GW-25C;;;\nDatum;05.11.2026;;;\n" +
		"Artikel-Nr.;Bezeichnung;Menge;Preis CHF;Betrag CHF\nGW-1;Kuhglocke;120;1'250.50;150'060.00\n;Pfand Kiste;6;1.50;9.00\n" +
		";;;Zwischensumme;150'069.00\n;;;Versand;25.00\n;;;MWST 8.1 %;12'157.61\n;;;Rundung;0.01\n;;;Total CHF;162'251.62\n")
	h := r.Header
	require.Equal(t, "Gletschwil Handels AG GW-25C CHF", h.Issuer.Name+" "+h.InvoiceNumber+" "+string(h.Currency))
	require.Equal(t, []string{"150069", "25", "12157.61", "162251.62"}, []string{shown(h.Subtotal), shown(h.Shipping), shown(h.Tax), shown(h.Total)})
	kinds := []reading.Kind{}
	for _, l := range r.Lines {
		kinds = append(kinds, l.Kind)
	}
	require.Equal(t, []reading.Kind{reading.Product, reading.Deposit, reading.Fee}, kinds)
}

func TestNegativeRows(t *testing.T) {
	r := readTable("SKU;Description;Qty;Unit price;Amount\nA-1;Lantern;10;20.00;200.00\n;Loyalty discount;1;-10.00;-10.00\n" +
		"DISC10;Promo autumn;-1;10.00;10.00-\nA-9;Returned lantern;-3;15.00;(45.00)\n;Freight;1;25.00;25.00\n;;;Subtotal;160.00\n;;;Shipping;0.00\n;;;Total;160.00\n")
	var got []string
	for _, l := range r.Lines {
		got = append(got, string(l.Kind)+" "+shown(l.Quantity)+" "+shown(l.LineTotal))
	}
	require.Equal(t, []string{"product 10 200", "discount 1 -10", "discount -1 -10", "product -3 -45", "freight 1 25"}, got)
	require.Equal(t, reading.Pass, r.Checks[1].Result)
}

// TestTaxesOfSeveralNamesAreSummed covers sums of federal and provincial taxes.
func TestTaxesOfSeveralNamesAreSummed(t *testing.T) {
	for rows, tax := range map[string]string{
		";;;GST 5%;7.50\n;;;QST 9.975%;14.96\n;;;Total CAD;172.46\n":          "22.46",
		";;;TPS (5 %);7.50\n;;;TVQ (9.975 %);14.96\n;;;Total;172.46\n":        "22.46",
		";;;CGST @ 9%;13.50\n;;;SGST @ 9%;13.50\n;;;Grand Total;177.00\n":     "27",
		";;;GST;7.50\n;;;PST;10.50\n;;;Total;168.00\n":                        "18",
		";;;CGST;13.50\n;;;SGST;13.50\n;;;Total GST;27.00\n;;;Total;177.00\n": "27",
		";;;GST 5%;7.50\n;;;GST;7.50\n;;;Total;157.50\n":                      "7.5",
		";;;IGST 18%;27.00\n;;;Grand Total;177.00\n":                          "27",
		";;;PPN 11%;16.50\n;;;Total;166.50\n":                                 "16.5",
	} {
		r := readAll(t, "Invoice;4471\nItem No;Description;Qty;Unit Price;Amount\nAA-1;Mug;10;10.00;100.00\n"+
			"AA-2;Bowl;5;10.00;50.00\n;;;Subtotal;150.00\n"+rows)
		require.Len(t, r.Lines, 2, rows)
		got, ok := r.Header.Tax.Get()
		require.True(t, ok, rows)
		require.Equal(t, tax, got.Trim(0).String(), rows)
	}
}

func TestIssuersOfTables(t *testing.T) {
	const lines = "Item code;Description;Qty;Unit price;Amount\nA-1;Lantern;10;20.00;200.00\n"
	for above, issuer := range map[string]string{
		"Muster Handel GmbH;;;;\n":                                         "Muster Handel GmbH",
		"Bill to;Muster Handel GmbH;;;\n":                                  "",
		"Bill to;;Muster Handel GmbH;;\n":                                  "",
		"Bill to;;;;\nMuster Handel GmbH;;;;\n":                            "",
		"Bill to;;;;\nMr Kim;;;;\nMuster Handel GmbH;;;;\n":                "",
		"Bill to;;;Nordlicht Lampen GmbH;\n;;;;\nMuster Handel GmbH;;;;\n": "",
		"Bill to;;;;\nMr Kim;;;;\n;;;;\n;;;;\nNordlicht Lampen GmbH;;;;\n": "Nordlicht Lampen GmbH",
		"Bill to;;;;\nMuster Handel GmbH;;;Nordlicht Lampen GmbH;\n":       "Nordlicht Lampen GmbH",
		"Lantern House;;;;\n12 Mill Lane, Leeds LS1 4AP;;;;\n":             "Lantern House",
		"Lantern House;;;;\nBest prices;;;;\n":                             "",
		"Lantern House;;;;\nNordlicht Lampen GmbH;;;;\n12 Mill Lane;;;;\n": "Nordlicht Lampen GmbH",
	} {
		require.Equal(t, issuer, readAll(t, above+lines).Header.Issuer.Name, above)
	}
	const list = "Product;Price\nLantern;20.00\nRed Rope;\n12 Mill Lane, Leeds LS1 4AP;\n"
	require.Empty(t, readAll(t, list).Header.Issuer.Name)
}

// A list with the price of consumers alone has no cost: that is a question.
func TestListsWithRetailPricesOnly(t *testing.T) {
	r := readAll(t, "SKU;Description;MSRP\nA-1;Lantern;20.00\nA-2;Rope;2.50\n")
	require.Len(t, r.Lines, 2)
	require.Equal(t, reading.ColumnsUnsure, r.Problems[0].Code)
	require.Empty(t, readAll(t, "SKU;Description;MSRP;Cost\nA-1;Lantern;20.00;10.00\nA-2;Rope;2.50;1.00\n").Problems)
}

// A price that nothing names is unsure. A price of zero in a list is no price.
func TestRowsWithoutNameOrPrice(t *testing.T) {
	r := readTable("SKU;Description;Price\nA-1;Lantern;20.00\n;;3.00\nA-2;Rope;0\nA-3;;2.50\n")
	require.Len(t, r.Lines, 4)
	var got []string
	for _, l := range r.Lines {
		got = append(got, l.SupplierSKU+" "+shown(l.UnitPrice)+" "+string(l.Evidence))
	}
	require.Equal(t, []string{"A-1 20 columns", " 3 placed", "A-2 - columns", "A-3 2.5 columns"}, got)
	r = readTable("SKU;Description;Qty;Price;Amount\nA-1;Lantern;2;20.00;40.00\nA-2;Sample;1;0;0\n")
	require.Equal(t, "0", shown(r.Lines[1].UnitPrice))
}

// Dates and terms of the rows around a table, as issue date|due date|terms|date unsure.
func TestDatesOfTables(t *testing.T) {
	const english = "Item code;Description;Qty;Unit price;Amount\nA-1;Lantern;10;20;200\n"
	const german = "Art.-Nr.;Bezeichnung;Menge;Einzelpreis;Betrag\nA-1;Laterne;10;20;200\n"
	for _, c := range []struct{ rows, want string }{
		{"Invoice date;2026-03-01;;;\n" + english, "2026-03-01|||"},
		{"Invoice date;3/4/2026;;;\n" + english, "|||unsure"},
		{"Rechnungsdatum;03/04/2026;;;\n" + german, "2026-04-03|||"},
		{"Order date;2026-02-20;;;\n" + english, "2026-02-20|||"},
		{"Order date;2026-02-20;;;\nInvoice date;2026-03-01;;;\n" + english, "2026-03-01|||"},
		{"Due date;2026-03-31;;;\nInvoice date;2026-03-01;;;\n" + english, "2026-03-01|2026-03-31||"},
		{"Due date;2026-03-31;;;\nDue date;2026-04-30;;;\n" + english, "|2026-03-31||"},
		{"Due date;soon;;;\nInvoice date;2026-03-01;;;\n" + english, "2026-03-01|||"},
		{english + "Net 30;;;;\nPayable within 14 days;;;;\n", "||Net 30|"},
		{english + "2 % cash discount until 2026-03-10, net until 2026-03-31;;;;\n",
			"|2026-03-31|2 % cash discount until 2026-03-10, net until 2026-03-31|"},
		{"Invoice no.;Invoice date;Due date;;\nR-17;2026-03-01;2026-03-31;;\n" + english, "2026-03-01|2026-03-31||"},
		{"Invoice no.;Invoice date;;;\n;;;;\nR-17;2026-03-01;;;\n" + english, "2026-03-01|||"},
	} {
		r := readAll(t, c.rows)
		day := func(d optional.Maybe[date.Date]) string {
			if !d.Known() {
				return ""
			}
			return d.Or(date.Date{}).String()
		}
		unsure := ""
		for _, p := range r.Problems {
			if p.Code == reading.DateUnsure {
				unsure = "unsure"
			}
		}
		require.Equal(t, c.want, strings.Join([]string{day(r.Header.IssueDate), day(r.Header.DueDate), r.Header.PaymentTerms, unsure}, "|"), c.rows)
		require.Len(t, r.Lines, 1, c.rows)
	}
}

func TestTextsBesideSumsAreNoAmounts(t *testing.T) {
	const lines = "Item code;Description;Qty;Unit price;Amount\nA-1;Lantern;10;20.00;200.00\n"
	for _, c := range []struct{ rows, want string }{
		{lines + ";;Subtotal;EUR;200.00\n;;Total;EUR;240.00\n", "|200|240"},
		{lines + ";;Total;;240.00\n;;Paid;;240.00\n;;Total;;0.00\n", "|-|240"},
		{"Invoice number 4711 is the number that you give when you pay, not the customer number;;;;\n" + lines, "|-|-"},
		{"3 % invoice no. R-17;;;;\n" + lines, "|-|-"},
		{"Invoice no. R-17;;;;\n" + lines, "R-17|-|-"},
	} {
		h := readAll(t, c.rows).Header
		require.Equal(t, c.want, strings.Join([]string{h.InvoiceNumber, shown(h.Subtotal), shown(h.Total)}, "|"), c.rows)
	}
}

// Without evidence of the decimal sign, a figure with two readings is left out, and the document
// has a problem.
func TestFiguresWithTwoReadingsAreLeftOut(t *testing.T) {
	for _, c := range []struct{ rows, price, total string }{
		{"Item code;Description;Qty;Unit price\nA-1;Lantern;10;20\n;;Total;1.200\n", "20", "-"},
		{"Item code;Description;Unit price\nA-1;Lantern;1.125\n", "-", "-"},
		{"Item code;Description;Qty;Unit price\nA-1;Lantern;10;1.125\n", "-", "-"},
	} {
		r := readAll(t, c.rows)
		require.Len(t, r.Lines, 1, c.rows)
		require.Equal(t, []string{c.price, c.total}, []string{shown(r.Lines[0].UnitPrice), shown(r.Header.Total)}, c.rows)
		require.Equal(t, []reading.Problem{reading.ProblemOf(reading.ColumnsUnsure)}, r.Problems, c.rows)
	}
}

func TestTextsOfLinesAreBounded(t *testing.T) {
	long := strings.Repeat("Lämp ", 500)
	r := readAll(t, "Item code;ASIN;Description;Qty;Unit price\nA-1;B0SIM0000;"+long+";10;20.00\n")
	require.Len(t, r.Lines, 1)
	l := r.Lines[0]
	require.Equal(t, long[:1_999], l.Description, "the last letter does not fit, so it is left out")
	require.Equal(t, asin.ASIN{}, l.ASIN)
	require.Equal(t, []reading.Problem{reading.ProblemOf(reading.InvalidIdentifier)}, l.Problems)
}

// A sign that names no currency is asked for, and never left to the currency of the team.
func TestCurrenciesOfTables(t *testing.T) {
	rows := func(sign, label, foot string) string {
		return "Code;Description;Qty;Unit price" + label + ";Amount" + label + "\nA-1;Lantern;2;" + sign + "39.85;" + sign + "79.70\n" + foot
	}
	for _, c := range []struct {
		rows, price, currency string
		problems              []reading.Code
	}{
		{rows("RM ", "", ""), "39.85", "MYR", nil},
		{rows("R$ ", "", ""), "39.85", "BRL", nil},
		{rows("S$", "", ""), "39.85", "SGD", nil},
		{rows("", " (zł)", ""), "39.85", "PLN", nil},
		{rows("", " MYR", ""), "39.85", "MYR", nil},
		{rows("", " (RM)", ""), "39.85", "MYR", nil},
		{rows("Rs. ", "", ""), "39.85", "", []reading.Code{"currency_unknown"}},
		{rows("", " (Rs.)", ""), "39.85", "", []reading.Code{"currency_unknown"}},
		{rows("", "", ";;;Total (Rs.);79.70\n"), "39.85", "", []reading.Code{"currency_unknown"}},
		{rows("kr ", "", ""), "39.85", "", []reading.Code{"currency_unknown"}},
		{rows("Q ", "", ""), "39.85", "", []reading.Code{"currency_unknown"}},
		{rows("¤", "", ""), "39.85", "", []reading.Code{"currency_unknown"}},
		{rows("Rs. ", "", ";;;Total;INR 79.70"), "39.85", "INR", nil},
		{rows("Rs. ", "", ";;Mumbai, India;;\n"), "39.85", "INR", nil},
		{rows("Q ", "", ";;Mumbai, India;;\n"), "39.85", "", []reading.Code{"currency_unknown"}},
		{rows("", "", ""), "39.85", "", nil},
	} {
		r := readTable(c.rows)
		require.Len(t, r.Lines, 1, c.rows)
		require.Equal(t, c.price, shown(r.Lines[0].UnitPrice), c.rows)
		require.Equal(t, c.currency, string(r.Header.Currency), c.rows)
		var problems []reading.Code
		for _, p := range r.Problems {
			problems = append(problems, p.Code)
		}
		require.Equal(t, c.problems, problems, c.rows)
	}
	r := readTable("Code;Description;Qty;Unit price;Currency;Amount\nA-1;Lantern;2;39.85;PEN;79.70\nA-2;Lamp;2;5.00;XYZ;10.00\n")
	require.Equal(t, []string{"PEN", ""}, []string{string(r.Lines[0].Currency), string(r.Lines[1].Currency)})
}

// An amount in pence or cents is a hundredth, and a sign that cannot mean the document's currency
// is asked for.
func TestSignsOfSingleLines(t *testing.T) {
	for prices, want := range map[string][]string{
		"99p £1.25":   {"0.99 GBP", "1.25 GBP"},
		"99¢ $2.10":   {"0.99 USD", "2.1 USD"},
		"99¢ 2.10":    {"0.99", "2.1"},
		"99¢ £2.10":   {"0.99 currency_unknown", "2.1 GBP"},
		"99zlp £2.10": {"99 currency_unknown", "2.1 GBP"},
		"100p 250p":   {"1 currency_unknown", "2.5 currency_unknown"},
		"$1.10 €2.10": {"1.1 USD", "2.1 EUR"},
	} {
		first, second, _ := strings.Cut(prices, " ")
		r := readAll(t, "Code;Description;Qty;Unit price\nA-1;Lantern;2;"+first+"\nA-2;Lamp;3;"+second+"\n")
		var got []string
		for _, l := range r.Lines {
			text := shown(l.UnitPrice) + " " + string(l.Currency)
			for _, p := range l.Problems {
				text += string(p.Code)
			}
			got = append(got, strings.TrimSpace(text))
		}
		require.Equal(t, want, got, prices)
	}
}

// Counts a rounding as a part of the total, above and below it.
func TestRoundingsOfTables(t *testing.T) {
	const goods = "SKU;Description;Qty;Unit price;Amount\nA-1;Lantern;10;20.00;200.00\n"
	for rows, want := range map[string]string{
		goods + ";;;Subtotal;200.00\n;;;VAT 20 %;40.30\n;;;Round Off;-0.30\n;;;Total;240.00":        "200 240 fee -0.3",
		goods + ";;;Subtotal;200.00\n;;;VAT 20 %;40.30\n;;;Less: Round off;0.30\n;;;Total;240.00":   "200 240 fee -0.3",
		goods + ";;;Subtotal;200.00\n;;;VAT 20 %;40.30\n;;;Round off adj.;(-)0.30\n;;;Total;240.00": "200 240 fee -0.3",
		goods + ";;;Total;200.30\n;;;Rounding;-0.30\n;;;Amount due;200.00":                          "- 200 fee -0.3",
		goods + ";;;Total;200.00\n;;;Rounding adjustment;0.01\n;;;Net total;200.01":                 "- 200.01 fee 0.01",
	} {
		r, _, err := table.Read(func(row func(string, int, []table.Cell) error) error {
			for i, line := range strings.Split(rows, "\n") {
				var cells []table.Cell
				for text := range strings.SplitSeq(line, ";") {
					cells = append(cells, table.Cell{Text: text})
				}
				if err := row("", i+1, cells); err != nil {
					return err
				}
			}
			return nil
		}, func() (rune, error) { return ';', nil })
		require.NoError(t, err, rows)
		require.Len(t, r.Lines, 2, rows)
		l := r.Lines[1]
		require.Equal(t, want, shown(r.Header.Subtotal)+" "+shown(r.Header.Total)+" "+string(l.Kind)+" "+shown(l.LineTotal), rows)
	}
}

// A price for two hides neither the header nor the other rows, and is no price of a unit.
func TestOddCellsBelowAHeader(t *testing.T) {
	for _, c := range []struct{ rows, want string }{
		{"Code;Price\nA-1;2/$5.00\n", "A-1 -"},
		{"Code;Price\nA-1;2/$5.00\nA-2;3 for $4.00\nA-3;$1.50\n", "A-1 -,A-2 -,A-3 1.5"},
		{"Code;Description;Price\nA-1;Mug;2/5.00\nA-2;Cup;3.00\n", "A-1 -,A-2 3"},
		{"Code;Description;Price\nA-1;Mug;Q 5.00\nA-2;Cup;Q 3.00\n", "A-1 5,A-2 3"},
	} {
		r := readTable(c.rows)
		var got []string
		for _, l := range r.Lines {
			got = append(got, l.SupplierSKU+" "+shown(l.UnitPrice))
		}
		require.Equal(t, c.want, strings.Join(got, ","), c.rows)
	}
}

// A row with a price has a name, also below a label that nobody knows.
func TestNamesInPriceLists(t *testing.T) {
	for _, header := range []string{"Sales Description;Sales Price;Order Qty", "Titolo;Prezzo;Note", "Goods sold;Unit price;Pack"} {
		r := readAll(t, header+"\nMango curry;23.99;\nAviyal;22.79;\n")
		require.Len(t, r.Lines, 2, header)
		require.Equal(t, "Aviyal", r.Lines[1].Description, header)
		require.Equal(t, "22.79", r.Lines[1].UnitPrice.Or(decimal.Zero).String(), header)
	}
}
