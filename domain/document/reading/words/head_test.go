package words_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/grid"
	"sellingassistant/domain/document/reading/words"
	"sellingassistant/domain/kernel/date"
	"sellingassistant/domain/kernel/optional"
)

func readText(t *testing.T, text string) reading.Reading {
	t.Helper()
	r, err := words.Read(context.Background(), grid.FromText(text), words.Hints{})
	require.NoError(t, err)
	return r
}

func dayOf(d optional.Maybe[date.Date]) string {
	if one, ok := d.Get(); ok {
		return one.String()
	}
	return "-"
}

const table = "\nSKU      Description             Qty    Unit price      Amount\n" +
	"A-1      Lantern brass            10         20.00      200.00\n                                       Total      200.00\n"

// Large values beside small labels are printed half a row lower.
func TestValuesHalfARowBelowTheirLabels(t *testing.T) {
	pages := grid.FromText("Rechnungsnummer                    R-12\n\nRechnungsdatum                20.03.2026\n\nLeistungsdatum                18.03.2026\n" + table)
	for i := range pages[0] {
		if w := &pages[0][i]; w.Text == "R-12" || w.Text == "20.03.2026" || w.Text == "18.03.2026" {
			half := 0.5 * (w.Bottom - w.Top)
			w.Top, w.Bottom = w.Top+half, w.Bottom+half
		}
	}
	r, err := words.Read(context.Background(), pages, words.Hints{})
	require.NoError(t, err)
	require.Equal(t, []string{"R-12", "2026-03-20"}, []string{r.Header.InvoiceNumber, dayOf(r.Header.IssueDate)})
}

func TestValuesOfLabels(t *testing.T) {
	for name, c := range map[string]struct {
		text                          string
		number, po, issued, due, term string
	}{
		"above the values, in two grids": {
			"                                        Invoice\n100 Mill Ct.                       Date          Invoice #\nSalem, OR 97000\n" +
				"                                 6/27/2024         96116\n\n P.O. Number      Terms       Rep     Ship Date     Via\n" +
				"  838407         2%15 N45            6/27/2024   Truck\n" + table,
			"96116", "838407", "2024-06-27", "-", "2%15 N45",
		},
		"terms before a due date": {
			"INVOICE                 Date         Number      Page\n                      4/19/2024      3017745       1\n" +
				"Customer ID   Customer PO   Terms     Due Date     Slip No\n   40100       830555       Net 30    5/19/2024     20110\n" + table,
			"3017745", "830555", "2024-04-19", "2024-05-19", "Net 30",
		},
		"left of the values": {
			"Invoice No:   SI 2827      Date:   19/05/2024\nYour order:   P-77          Due date:  18/06/2024\nPayment terms:  30 days net\n" + table,
			"SI 2827", "P-77", "2024-05-19", "2024-06-18", "30 days net",
		},
		"below the values": {
			"   A-1207         20.03.2026       PO-5\n Invoice No      Invoice Date    Your order\n" + table, "A-1207", "PO-5", "2026-03-20", "-", "",
		},
		"labels in two languages": {
			"  Numero doc./Doc. No.    Data doc./Date    Pag.\n         815/00          17/02/2025      1 / 1\n" + table, "815/00", "", "2025-02-17", "-", "",
		},
		"two days with one value": {
			"Date de la facture/Date de la livraison     02.12.2025\nNuméro de la facture     GB51\n" + table, "GB51", "", "2025-12-02", "-", "",
		},
		"a number and a date that are close": {
			"NUMERO        DATE        REFERENCE\nFA2502 30/04/25\n" + table, "FA2502", "", "2025-04-30", "-", "",
		},
		"in a sentence in German": {
			"Rechnung Nr. 900 vom 20.03.2026\n" + table + "Zahlbar bis 30.03.2026 mit 2 % Skonto, bis 19.04.2026 netto.\n",
			"900", "", "2026-03-20", "2026-04-19", "Zahlbar bis 30.03.2026 mit 2 % Skonto, bis 19.04.2026 netto.",
		},
		"a value of an order that is 0": {"Invoice No: 5\nDate: 2026-03-20\nFixed PO Value      0\n" + table, "5", "", "2026-03-20", "-", ""},
		"a title beside a town": {
			"SALES INVOICE      31200 TROUVILLE\nORDER NUM: PV3633\nINVOICE NO: R-9\nDATE: 2026-09-17\n" + table,
			"R-9", "PV3633", "2026-09-17", "-", "",
		},
		"an order beside a town": {
			"SALE ORDER      31200 TROUVILLE - NORD\nORDER NUM: PV3633      FRANCE\nDATE: 2026-09-17\n" + table,
			"", "PV3633", "2026-09-17", "-", "",
		},
		"a discount over two rows": {
			"Rechnung Nr. 900\nDatum: 20.03.2026\n" + table + "14 Tage 2 % Skonto,\n30 Tage netto\n",
			"900", "", "2026-03-20", "-", "14 Tage 2 % Skonto, 30 Tage netto",
		},
		"in French": {
			"Facture N° F-12          Date : 05/03/2026\nConditions de paiement : 30 jours fin de mois\nÉchéance : 30/04/2026\n" + table,
			"F-12", "", "2026-03-05", "2026-04-30", "30 jours fin de mois",
		},
		"in Spanish": {
			"Factura Nº: 2026/88     Fecha: 05/03/2026     Vencimiento: 24/04/2026\nForma de pago: transferencia 30 días\n" + table,
			"2026/88", "", "2026-03-05", "2026-04-24", "transferencia 30 días",
		},
		"in Italian": {
			"Fattura n. 55 del 05/03/2026\nPagamento: 30 gg data fattura fine mese\nScadenza 30/04/2026\n" + table,
			"55", "", "2026-03-05", "2026-04-30", "30 gg data fattura fine mese",
		},
		"in Dutch": {
			"Factuurnummer: 77      Factuurdatum: 05-03-2026     Vervaldatum: 24-04-2026\nBetaling binnen 30 dagen\n" + table,
			"77", "", "2026-03-05", "2026-04-24", "Betaling binnen 30 dagen",
		},
		"a due date that is none":            {"Invoice No: 5\nDate: 2026-03-20\nDue date: Net 30\n" + table, "5", "", "2026-03-20", "-", "Net 30"},
		"terms of sale are no payment terms": {"Invoice No: 5\nTerms and conditions apply.\n" + table, "5", "", "-", "-", ""},
		"labels of two rows": {
			"                               Facture\n  Numéro           Date             Référence\n" +
				"  de facture       de facture       commande\n  F-12             05.03.2026       PO-7\n" + table, "F-12", "PO-7", "2026-03-05", "-", "",
		},
		"labels that are parted": {
			"  Beleg-      Beleg-         Liefer-         Ihr\n  nummer      datum          datum           Auftrag\n" +
				"  R-12        05.03.2026     01.03.2026      P-7\n" + table, "R-12", "P-7", "2026-03-05", "-", "",
		},
		"rows below each other are no label of two rows": {
			"Fecha      05.03.2026\nPedido     P-7\nVencimiento   04.04.2026\n" + table, "", "P-7", "2026-03-05", "2026-04-04", "",
		},
		"a colon between label and value": {
			"Invoice No      :      INV-01\nDate            :      2026-03-20\n" + table, "INV-01", "", "2026-03-20", "-", "",
		},
		"a number beside a short label": {
			"FACTURE\nAcme SARL                N°          RE-2935\n                         Date        16.07.2026\n" + table,
			"RE-2935", "", "2026-07-16", "-", "",
		},
		"the number of somebody else": {"Kunde Acme\nNr.   10148\n\nRechnung R-5\n" + table, "R-5", "", "-", "-", ""},
		"terms that are a day": {
			"Rechnung Nr. 900\nDatum: 20.03.2026\nZahlungsziel   19.04.2026\nZahlungsbedingungen   30 Tage netto\n" + table,
			"900", "", "2026-03-20", "2026-04-19", "30 Tage netto",
		},
		"terms of delivery and of sale": {
			"Invoice No: 5\nTERMS & DELIVERY\nTerms of delivery: EXW\nUnder our usual terms prepaid goods stay here\nTerms: Stability\n" + table,
			"5", "", "-", "-", "",
		},
		"how to pay":  {"Invoice No: 5\nTerms: ACH NET 20\n" + table, "5", "", "-", "-", "ACH NET 20"},
		"days to pay": {"Invoice No: 5\nTerms: 30\n" + table, "5", "", "-", "-", "30"},
		"the date of a letter": {
			"Lampen GmbH\n\n                         Bad Homburg, den 20.03.2026\n\nRechnung 900\n" + table, "900", "", "2026-03-20", "-", "",
		},
		"a date below the title":   {"Lampen GmbH     INVOICE\n              20.03.2026\n\nInvoice No: 5\n" + table, "5", "", "2026-03-20", "-", ""},
		"a date beside the title":  {"Lampen GmbH\n\nBeitragsrechnung          20. März 2026\n" + table, "", "", "2026-03-20", "-", ""},
		"a date without any words": {"Lampen GmbH\n\n                         20.03.2026\n\nRechnung 900\n" + table, "900", "", "-", "-", ""},
		"two dates without labels": {
			"Lampen GmbH\n\n                         20.03.2026\n\n\n                         21.03.2026\n\nRechnung 900\n" + table,
			"900", "", "-", "-", "",
		},
		"a date of something else":           {"Lampen GmbH\n\nGültig ab     20.03.2026\n\nRechnung 900\n" + table, "900", "", "-", "-", ""},
		"a date of delivery before the date": {"Invoice No: 5\nDelv. Date: 2026-03-18\nDate: 2026-03-20\n" + table, "5", "", "2026-03-20", "-", ""},
		"a date of signing on another page": {
			"Amendment Date: 2026-03-18\nPO No: P-7\n" + table + "\f Approved by\n Date: 2026-03-20\n", "", "P-7", "2026-03-18", "-", "",
		},
		"an invoice that has a receipt":        {"Receipt No: 77\nInvoice No: 5\nDate: 2026-03-20\n" + table, "5", "", "2026-03-20", "-", ""},
		"a collective invoice":                 {"Sammelrechnung 20269443\nDatum: 20.03.2026\n" + table, "20269443", "", "2026-03-20", "-", ""},
		"the number of an order from outside":  {"Invoice No. 5\nExternal Doc. No.: PO-7\n" + table, "5", "PO-7", "-", "-", ""},
		"dollars to Britain, nothing American": {"Acme Ltd\nLeeds LS1 4AB\nInvoice No: 5\nDate: 03/04/2026\nTotal $5.00\n" + table, "5", "", "-", "-", ""},
		"dollars to Britain, with Item #": {
			"Acme Ltd\nLeeds LS1 4AB\nInvoice No: 5\nDate: 03/04/2026\nItem #       Total $5.00\n" + table, "5", "", "2026-03-04", "-", "",
		},
		"nothing shows the order": {"Invoice No: 5\nDate: 03/04/2026\n" + table, "5", "", "-", "-", ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := readText(t, c.text).Header
			require.Equal(t, []string{c.number, c.po, c.issued, c.due, c.term},
				[]string{h.InvoiceNumber, h.PONumber, dayOf(h.IssueDate), dayOf(h.DueDate), h.PaymentTerms})
		})
	}
	require.Contains(t, readText(t, "Invoice No: 5\nDate: 03/04/2026\n"+table).Problems, reading.ProblemOf(reading.DateUnsure))
}

func TestIssuersOfDocuments(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a letterhead before the buyer": {
			"Paperlark Office House\n100 Mill St, Salem, OR 97000      INVOICE\nBill To:\nZenfold Trading Inc\n200 Hill St, Troy, NY 12180\n" + table, "Paperlark Office House",
		},
		"the payee of cheques": {
			"INVOICE\nBill To:\nZenfold Trading Inc\n200 Hill St, Troy, NY 12180\n" + table + "Please make checks payable to Paperlark Office House\n", "Paperlark Office House",
		},
		"the buyer on the left, the seller on the right": {
			"Bill To:                                   From:\nZenfold Trading Inc                        Paperlark House\n200 Hill St                                100 Mill St\n" + table,
			"Paperlark House",
		},
		"a buyer in the row of its label": {"Ship To: Zenfold Trading Inc\nInvoice 5\n" + table + "Paperlark House Ltd, 12 Mill Lane\n", "Paperlark House Ltd"},
		"a buyer below a German letterhead": {
			"Zwirnmoor Großhandel GmbH\nHafenstraße 1\n20457 Hamburg\nLieferadresse\nKunde Handel AG\n" + table, "Zwirnmoor Großhandel GmbH",
		},
		"a letterhead above a company": {
			"Paperlark Office House\n100 Mill St, Salem, OR 97000\n\nZenfold Trading Inc\n200 Hill St, Troy, NY 12180\n" + table, "Paperlark Office House",
		},
		"a company that is registered below another address": {
			"Efficient Invoice Processor\nSesamestreet 46\n5555 NH Tommycity\n\nPaperlark House B.V.\nMill 100, 3528 BJ Utrecht\nKVK Utrecht: 32147380\n" + table,
			"Paperlark House B.V.",
		},
		"a name over two rows": {
			"Verkäufer:\nVMV Musterhafter\nVersicherungsverein Musterstadt a.G.\nMühlstr. 12\n12345 Musterstadt\n" + table,
			"VMV Musterhafter Versicherungsverein Musterstadt a.G.",
		},
		"a company that its form mentions": {
			"DELIVERY COPY            CONFIDENTIAL PROPERTY OF NORDWARTE\nHarbour Court Hotel\n600 Airport Rd, Salem, OR 97000\n\n" +
				"                         NORDWARTE SALEM, INC.\n                         26250 Park Center Dr.\n                         Wilson, Oregon 97070\n" +
				"NORDWARTE opens at 8:00 AM\n" + table, "NORDWARTE SALEM, INC.",
		},
		"a name above the kind of its company": {
			"MVN Nordwarte\nVersicherungsverein Nordstadt a.G.\n\nHerrn\nMax Beispiel\nMusterstr. 11\n12346 Bad Nordhausen\n" + table,
			"MVN Nordwarte Versicherungsverein Nordstadt a.G.",
		},
		"a name above the key of a form": {
			"Verkäufer\nNummer:         549910\n                MVN Nordwarte\nName:           Versicherungsverein Nordstadt a.G.\nAnschrift:      Musterstr. 12\n" + table,
			"MVN Nordwarte Versicherungsverein Nordstadt a.G.",
		},
		"a company in small letters": {"Au bon moulin SARL\n12 rue du Four, 59800 Lille\n" + table, "Au bon moulin SARL"},
		"a salesman in a grid": {
			"Horeca Groothandel Maas\nHavenstraat 12, 3011 AA Rotterdam\n\nUw bestelling    Pakbon     Verkoper\nPO-7             4711       Jan Smit\n" + table,
			"Horeca Groothandel Maas",
		},
		"a buyer beside its label": {"Customer:     White Triangle Ltd\nAddress:      Unit 1, Fork Works, S1 1RT\n" + table, ""},
		"the number of an order is no buyer": {
			"Customer PO: P-7\nPaperlark House Ltd\n" + table, "Paperlark House Ltd",
		},
		"a line of several parts":                 {"Terms of Use | Privacy © 1996-2026, Paperlark House, Inc.\n" + table, "Paperlark House, Inc."},
		"a sentence about a company":              {"By signing below, supplier agrees with the terms of Paperlark House Inc\n" + table, ""},
		"the label of the issuer inside":          {"Von: Lampen GmbH\n" + table, "Lampen GmbH"},
		"nobody but the buyer":                    {"Bill To:\nZenfold Trading Inc\n" + table, ""},
		"a letterhead and its address on the web": {"Paperlark House\ninfo@paperlark-house.example\nBill To: Zenfold Inc\n" + table, "Paperlark House"},
	} {
		require.Equal(t, c.want, readText(t, c.text).Header.Issuer.Name, name)
	}
}

func TestTaxNumbersOfBuyers(t *testing.T) {
	for text, want := range map[string]string{
		"VAT no: GB123456789\nYour VAT no: GB987654321\n":                                    "GB123456789",
		"contact@example.com   BTW NL123456789B01\nVAT 20% 5.00\n":                           "NL123456789B01",
		"Customer       10148\nVAT no         GB123456789\n":                                 "GB123456789",
		"Customer: 10148\nVAT no: GB123456789\n":                                             "GB123456789",
		"TVA : FR12345678901 - SIRET : 12345678900012\n":                                     "FR12345678901",
		"SIRET 123 456 789 00012\n":                                                          "12345678900012",
		"SIRET 123 456 789 00012\nN° TVA FR12345678901\n":                                    "FR12345678901",
		"Uw BTW nummer: NL123456789B01\n":                                                    "",
		"Partita IVA Cliente/V.A.T. No.\nFR 08818534919\n":                                   "",
		"Bill To:\nZenfold Trading Ltd\n1 Hill St\nVAT no: GB987654321\n":                    "",
		"Bill To:                                VAT no: GB123456789\nZenfold Trading Ltd\n": "GB123456789",
		"Customer PO: P-7\nVAT reg no: GB123456789\n":                                        "GB123456789",
	} {
		require.Equal(t, want, readText(t, text+"\n"+table).Header.Issuer.TaxID, text)
	}
}

func TestCurrencyOfTheAddress(t *testing.T) {
	const bare = "INVOICE NUMBER  652900117\nINVOICE DATE    6/12/24\n" + table
	require.Equal(t, "USD", string(readText(t, "QUARRYFIELD FOODS, INC.\nSALEM, OREGON 97000\n"+bare).Header.Currency))
	require.Equal(t, "2024-06-12", dayOf(readText(t, "QUARRYFIELD FOODS, INC.\nSALEM, OREGON 97000\n"+bare).Header.IssueDate))
	require.Equal(t, "GBP", string(readText(t, "QUARRYFIELD FOODS LTD\nVAT no GB123456789\n"+bare).Header.Currency))
	require.Equal(t, "2024-12-06", dayOf(readText(t, "QUARRYFIELD FOODS LTD\nVAT no GB123456789\n"+bare).Header.IssueDate))
	require.Empty(t, readText(t, bare).Header.Currency)
}

// A figure that both signs can read is not read, until a row or the language shows the sign.
func TestUndecidedSignsOfTexts(t *testing.T) {
	const english = "SKU   Description     Qty   Unit price    Amount\n"
	line := func(quantity, price, total string) string {
		return fmt.Sprintf("A-1   Lamp          %5s   %10s    %6s\n", quantity, price, total)
	}
	for name, c := range map[string]struct{ text, want string }{
		"nothing shows it":           {"SKU   Brand           Qté   PU            Total \n" + line("1", "35.125", "35.125"), "1 - -"},
		"a row shows the point":      {english + line("8", "35.125", "281"), "8 35.125 281"},
		"a row shows the comma":      {english + line("5", "225", "1,125"), "5 225 1125"},
		"another figure shows it":    {english + line("2", "35.125", "70.25"), "2 35.125 70.25"},
		"the language confirms it":   {english + line("1", "35.125", "35.125"), "1 35.125 35.125"},
		"the language of the comma":  {"SKU   Bezeichnung   Menge   Einzelpreis   Betrag\n" + line("1", "35,125", "35,125"), "1 35.125 35.125"},
		"the language contradicts":   {english + line("1", "35,125", "35,125"), "1 - -"},
		"most figures show the sign": {english + line("1", "35.125", "35.13") + line("1", "2.50", "2.50") + "Lamp 2,5 mm\n", "1 35.125 35.13"},
	} {
		r := readText(t, "INVOICE 5\n\n"+c.text)
		require.NotEmpty(t, r.Lines, name)
		l := r.Lines[0]
		got := ""
		for _, f := range []reading.Figure{l.Quantity, l.UnitPrice, l.LineTotal} {
			text := printed(f)
			if text == "" {
				text = "-"
			}
			got += " " + text
		}
		require.Equal(t, " "+c.want, got, name)
		unsure := false
		for _, p := range r.Problems {
			unsure = unsure || p.Code == reading.ColumnsUnsure
		}
		require.Equal(t, c.want == "1 - -", unsure, name)
	}
	r := readText(t, "INVOICE 5\n\nSKU   Brand           Qté   PU            Total \n"+line("10", "20", "200")+"                     Total         1.125\n")
	require.False(t, r.Header.Total.Known(), "a sum that both signs can read")
	require.Equal(t, []reading.Problem{reading.ProblemOf(reading.ColumnsUnsure)}, r.Problems)
}

// Figures of a column share a format: a thousand among plain quantities, or three decimals in all.
func TestThousandsAmongQuantities(t *testing.T) {
	for name, c := range map[string]struct {
		label, first, second, third string
		want                        []string
	}{
		"a point of thousands":          {"Menge", "5", "1.000", "300", []string{"5", "1000", "300"}},
		"a comma of thousands":          {"Menge", "5", "1,000", "300", []string{"5", "1000", "300"}},
		"a comma in English":            {"Qty", "12", "2,000", "85", []string{"12", "2000", "85"}},
		"three decimals of each":        {"Menge", "5,000", "1,000", "300,000", []string{"5", "1", "300"}},
		"three decimals in English":     {"Qty", "5.000", "1.000", "300.000", []string{"5", "1", "300"}},
		"other decimals in the column":  {"Menge", "5", "1,000", "1,125", []string{"5", "1", "1.125"}},
		"both signs, nothing shows one": {"Menge", "5", "1.000", "1,000", []string{"5", "", ""}},
		"hardly a plain quantity":       {"Menge", "1.000", "2.000", "85", []string{"", "", "85"}},
	} {
		text := fmt.Sprintf("Artikel   Bezeichnung   %7s\n", c.label)
		if c.label == "Qty" {
			text = fmt.Sprintf("SKU       Description   %7s\n", c.label)
		}
		for i, quantity := range []string{c.first, c.second, c.third} {
			text += fmt.Sprintf("AB-%d    Lamp          %7s\n", 101+i, quantity)
		}
		r := readText(t, text)
		var got []string
		for _, l := range r.Lines {
			got = append(got, printed(l.Quantity))
		}
		require.Equal(t, c.want, got, name)
	}
}

func TestTextWithoutMeaning(t *testing.T) {
	page := func(text string) []grid.Page { return grid.FromText(text) }
	private := "\ue001\ue002\ue003\ue004 \ue005\ue006\ue007\ue008 \ue009\ue00a\ue00b\ue00c\ue00d \ue001\ue002\ue003\ue004\ue005\ue006\ue007"
	require.True(t, grid.Unusable(page(private), false))
	require.True(t, grid.Unusable(page("INVOICE 5 "+private), true))
	require.True(t, grid.Unusable(page("QYRLFH GDWH TWXB SULFH WRWDO QXPEHU VKLS FXVW RUGHU WHUPV"), false))
	require.False(t, grid.Unusable(page("QYRLFH GDWH TWXB SULFH WRWDO QXPEHU VKLS FXVW RUGHU WHUPV"), true), "codes of lines that were read")
	require.False(t, grid.Unusable(page("INVOICE 5"+table), true))
	require.False(t, grid.Unusable(page("Παραγγελία αριθμός ημερομηνία ποσότητα τιμή σύνολο"), false), "another alphabet")
	require.False(t, grid.Unusable(page(""), false))
}
