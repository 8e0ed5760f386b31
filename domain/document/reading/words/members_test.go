package words_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading"
)

// A code counts beside amounts or at a label. The code beside the totals wins.
func TestPlacesOfCurrencies(t *testing.T) {
	const row = "SKU      Description          Unit  Qty    Unit price      Amount\n"
	for name, c := range map[string]struct {
		text, want string
		asked      bool
	}{
		"beside the total": {"INVOICE 5\n" + row + "A-1      Lantern brass        pcs    10         20.00      200.00\n" +
			"                                       Total  EUR      200.00\n", "EUR", false},
		"a unit that is a code too": {"NIF B12345678   IBAN ES12\n" + row + "A-1      Cerveza barril       BRL     2         20.00       40.00\n" +
			"A-2      Agua                 CAJ     1         10.00       10.00\n                                       Total           50.00\n", "", false},
		"a unit beside a sign": {"INVOICE 5\n" + row + "A-1      Lantern brass        SEK    10        €20.00     €200.00\n" +
			"                                       Total          €200.00\n", "EUR", false},
		"two, the second beside the total": {"INVOICE 5\n" + row + "A-1      Lantern brass        pcs    10     20.00 USD   200.00 USD\n" +
			"                                       Total           180.00 EUR\n", "EUR", false},
		"two beside prices": {"INVOICE 5\n" + row + "A-1      Lantern brass        pcs    10     20.00 USD   200.00 USD\n" +
			"A-2      Lantern steel        pcs    10     20.00 EUR   200.00 EUR\n                                       Total           400.00\n", "", true},
		"below its label":     {"INVOICE 5\n   CURRENCY        Terms\n   SEK             Net 30\n\n" + table, "SEK", false},
		"a rare code":         {"INVOICE 5\n   CURRENCY        Terms\n   KWD             Net 30\n\n" + table, "KWD", false},
		"after its label":     {"INVOICE 5\nCurrency: NOK\n" + table, "NOK", false},
		"a section of an act": {"INVOICE 5\nCurrency: EUR\nexempt under $4 No 10 of the act\n" + table, "EUR", false},
		"in a sentence":       {"INVOICE 5\nAll prices in DKK\n" + table, "DKK", false},
		"a dollar of Canada":  {"INVOICE 5\nPrices in CAD\n" + strings.ReplaceAll(table, "200.00", "$200.00"), "CAD", false},
	} {
		r := readText(t, c.text)
		require.Equal(t, c.want, string(r.Header.Currency), name)
		asked := false
		for _, p := range r.Problems {
			asked = asked || p.Code == reading.CurrencyUnknown
		}
		require.Equal(t, c.asked, asked, name)
	}
}

func TestDatesThatDateNoDocument(t *testing.T) {
	for name, c := range map[string]struct{ text, issued, due, po string }{
		"a day of need beside the order date": {
			"Purchase Order\nP.O. Number: R-77      Order Date: 12/15/2025\nShip To: Zenfold Inc\n\nRequired Date      Ship VIA\n12/28/2025         Truck\n" + table,
			"2025-12-15", "-", "R-77",
		},
		"a number and a date below one label": {
			"Purchase order\nPO number/date\n4512000001 / 01/27/2026\nDelivery date: Day 02/03/2026\n" + table, "2026-01-27", "-", "4512000001",
		},
		"a number and a date with a gap between them": {
			"Purchase order\nPO number/date\n4512000001 /       01/27/2026\nDelivery date: Day 02/03/2026\n" + table, "2026-01-27", "-", "4512000001",
		},
		"a number and a date beside one label": {
			"Purchase order\nPO number/date 4512000001 /       01/27/2026\nDelivery date: 02/03/2026\n" + table, "2026-01-27", "-", "4512000001",
		},
		"a day of sending in Spanish": {
			"Pedido de compra\nFecha pedido: 14/06/2026\nFecha envío: 15/06/2026\nNIF B12345678\n" + table, "2026-06-14", "-", "",
		},
		"nothing but a day of delivery":     {"INVOICE\nInvoice No: 5\nDelivery date: 2026-03-18\n" + table, "-", "-", ""},
		"a packing slip and its day":        {"DELIVERY NOTE\nDespatch date: 2026-03-18\nPO No: P-7\n" + table, "2026-03-18", "-", "P-7"},
		"nothing but a promise":             {"INVOICE\nInvoice No: 5\nPromised Date   2026-03-18\n" + table, "-", "-", ""},
		"a day of payment":                  {"INVOICE\nInvoice No: 5\nOrder Date   2026-03-18\nPayment Date     Method\n2026-03-18       Card\n" + table, "2026-03-18", "-", ""},
		"the day when an order is due":      {"Purchase Order\nPO No: P-7\nPO Date: 2026-03-18\nDue Date: 2026-03-25\n" + table, "2026-03-18", "-", "P-7"},
		"a date below the number":           {"Lampen GmbH            RECHNUNG\n                       Rechnung Nr. 256460\n                       vom 08.03.2026\n                       Fällig am 22.04.2026\n" + table, "2026-03-08", "2026-04-22", ""},
		"a day of a request to remit":       {"INVOICE\nInvoice No: 5\nInvoice Date: 2026-03-18\n" + table + "\nPlease remit until 2026-04-08.\n", "2026-03-18", "2026-04-08", ""},
		"a request to remit in German":      {"RECHNUNG\nRechnung Nr. 5\nRechnungsdatum: 18.03.2026\n" + table + "\nBitte überweisen Sie bis zum 08.04.2026.\n", "2026-03-18", "2026-04-08", ""},
		"a due date is no date of a letter": {"Lampen GmbH            RECHNUNG\n                       Fällig am 22.04.2026\n" + table, "-", "2026-04-22", ""},
		"a town of two words beside a number": {
			"Hof Moser KG\nRechnung Nr. 2026/187                    Sankt Marein, 14. Februar 2026\n" + table, "2026-02-14", "-", "",
		},
	} {
		h := readText(t, c.text).Header
		require.Equal(t, []string{c.issued, c.due, c.po}, []string{dayOf(h.IssueDate), dayOf(h.DueDate), h.PONumber}, name)
	}
}

func TestNumbersOfTexts(t *testing.T) {
	for name, c := range map[string]struct{ text, number, po string }{
		"below a title":                   {"Acme Ltd             INVOICE\n1 Mill Lane          No. INV/2026/00007\n", "INV/2026/00007", ""},
		"below the title of an order":     {"Acme Ltd             PURCHASE ORDER\n1 Mill Lane          No. P00342\n", "", "P00342"},
		"above the date of an order":      {"                        Number: PO1210027\n       PURCHASE ORDER\n                       PO Date: 2026-01-08\n", "", "PO1210027"},
		"a reference of an order":         {"PURCHASE ORDER\nDocument Reference: PO-2026-GT-9876/REV.2\n", "", "PO-2026-GT-9876/REV.2"},
		"an order in Spanish":             {"Pedido de Compra No.4300004732\n", "", "4300004732"},
		"a sign without a width":          {"Invoice\u200b Number\u200b: 1001\n", "1001", ""},
		"a sentence in German":            {"Die Rechnungsnummer für diesen Vorgang lautet M-1675. Bitte geben Sie sie an.\n", "M-1675", ""},
		"a label that touches the number": {"INVOICE\nNO:G227260\nDate:2026-01-03\n", "G227260", ""},
		"a colon that touches the number": {"Facture\nNuméro :F20260511131\nDate :dimanche 11 mai 2026\n", "F20260511131", ""},
		"a bar code in letters":           {"PURCHASE ORDER\nP.O. Number : *NP011847*\n", "", "NP011847"},
		"the order of the buyer":          {"TAX INVOICE\nInvoice No 5\nOrder No     0004802421\nPO No.       7507078617\n", "5", "7507078617"},
		"only the order of the seller":    {"TAX INVOICE\nInvoice No 5\nOrder No     0004802421\n", "5", "0004802421"},
		"in Hungarian":                    {"Számla\nSzámla sorszáma: NF2026-29336\n", "NF2026-29336", ""},
		"a label in one word":             {"TAX INVOICE\nInvoiceNo          221905496\n", "221905496", ""},
		"nothing but a number":            {"Acme Ltd\nNo. 4711\n", "", ""},
	} {
		h := readText(t, c.text+"\n"+table).Header
		require.Equal(t, []string{c.number, c.po}, []string{h.InvoiceNumber, h.PONumber}, name)
	}
}

// The issuer of an order is the supplier, whom a label names. The letterhead is the buyer's.
func TestIssuersOfOrders(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"below the label":        {"Zenfold Trading Inc\n200 Hill St, Troy, NY 12180\nPURCHASE ORDER\n\nVendor:                  Ship To:\nPaperlark House          Zenfold Inc\n100 Mill St              200 Hill St\n", "Paperlark House"},
		"below a number":         {"PURCHASE ORDER\n\nVendor Address           Information\nVendor#: 3002130         PO Number   4711\nPaperlark House Inc      Terms       Net 30\n", "Paperlark House Inc"},
		"beside the label":       {"PURCHASE ORDER\nPO No: P-7\nSupplier:     Paperlark House\n              100 Mill St\n", "Paperlark House"},
		"beside a box of a town": {"PURCHASE ORDER\nSupplier      Paperlark House       Bill To     Zenfold Inc\n              PO BOX 281033                     Troy, NY 12180\n", "Paperlark House"},
		"a supplier whose label says that it bills": {"PURCHASE ORDER\nInvoice To            Voucher No.   Dated\nZenfold Pvt Ltd       12            2-Mar-24\n" +
			"Leeds 4\nConsignee (Ship to)\nZenfold Pvt Ltd\nLeeds 4\nSupplier (Bill from)\nPaperlark Systems\nMill St 100\n", "Paperlark Systems"},
		"the details of a supplier": {"Zenfold Works\nPURCHASE ORDER\nDetails of Supplier                   Billing Address\n" +
			"M/S PAPERLARK HOUSE LIMITED           ZENFOLD WORKS\nPLOT 2 MILL ROAD                      HILL ST 200\n", "PAPERLARK HOUSE LIMITED"},
		"from the buyer to the seller":   {"PURCHASE ORDER\nPO No: P-7\nFrom: Zenfold Trading Inc\nTo: Paperlark House Ltd\n", "Paperlark House Ltd"},
		"a name of the buyer alone":      {"PURCHASE ORDER\nPO No: P-7\nFrom: Zenfold Trading Inc\n", ""},
		"papers that the buyer wants":    {"PURCHASE ORDER\nPO No: P-7\nix) Beneficiary Certificate\n", ""},
		"a courtesy that touches a name": {"PURCHASE ORDER\nSupplier:\nM/s.Paperlark House Ltd\nMill St 100\n", "Paperlark House Ltd"},
		"a number beside a label":        {"PURCHASE ORDER\nORDERED FROM     PAP200       SHIP TO\nPaperlark House               Zenfold Inc\n100 Mill St                   200 Hill St\n", "Paperlark House"},
		"nobody but the buyer":           {"Zenfold Trading Inc\n200 Hill St, Troy, NY 12180\nPURCHASE ORDER\nPO No: P-7\n", ""},
		"a number after the name":        {"PURCHASE ORDER\nSupplier: Paperlark House - 104805\n", "Paperlark House"},
		"the addressee":                  {"ORDEN DE COMPRA\nZenfold Trading Inc\n\nSeñores\n1004691 - Paperlark House\n100 Mill St\n", "Paperlark House"},
		"to and ship to":                 {"PURCHASE ORDER\n\nTO:                      SHIP TO:\nPaperlark House          Zenfold Inc\n100 Mill St              200 Hill St\n", "Paperlark House"},
		"an address in rows of its own": {
			"PURCHASE ORDER\n\nHyderabad        Vendor     PAPERLARK ENTERPRISES\nGSTIN 36AAC\n                            EAST MILLPALLY\nFax\n" +
				"                            HYDERABAD 500026\n", "PAPERLARK ENTERPRISES",
		},
		"a hyphen after the label": {"PURCHASE ORDER\nVendor – Paperlark Pvt. Ltd.\n", "Paperlark Pvt. Ltd"},
	} {
		require.Equal(t, c.want, strings.TrimSuffix(readText(t, c.text+"\n"+table).Header.Issuer.Name, "."), name)
	}
}

func TestNamesThatAreNoIssuers(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a condition":                {"INVOICE\nPlease reference Paperlark House Company\n" + table, ""},
		"a long line":                {"INVOICE\nall goods that were bought before this day remain the property of Paperlark House Inc\n" + table, ""},
		"a request":                  {"INVOICE\nPLEASE CONTACT US FOR AVAILABILITY AS\n" + table, ""},
		"the payee below the lines":  {"INVOICE\n" + table + "\nBENEFICIARY: PAPERLARK CO., LTD.\n", "PAPERLARK CO., LTD."},
		"sold by":                    {"FACTUUR\nVerkocht door Paperlark EU S.à r.l.\n" + table, "Paperlark EU S.à r.l."},
		"a customer in Spanish":      {"                        Razón Social\n                        412 COFFEE S.L\nPaperlark Begudes SL\nC/Mill 1\n\n" + table, "Paperlark Begudes SL"},
		"a form of several words":    {"RECHNUNG\nPaperlark Versand UG (haftungsbeschränkt)\nHafen 1, 20457 Hamburg\n" + table, "Paperlark Versand UG (haftungsbeschränkt)"},
		"a merchant":                 {"Quell & Hopfen e.K.          RECHNUNG\nHafenweg 85, 24103 Kiel\n\nMüller & Roth GbR\nGewerbering 71\n" + table, "Quell & Hopfen e.K."},
		"a form after a hyphen":      {"RECHNUNG\nSteinfurth Handels-GmbH · Hafenweg 39 · 97070 Würzburg\nFirma\nVersand Lindner\nRing 8\n" + table, "Steinfurth Handels-GmbH"},
		"a letterhead and its taxes": {"Kaashuis Westerveld en Zonen\nHandelskade 24 | 8911 KL Leeuwarden | BTW NL465705706B01\n\nPolderland B.V.\nHandelskade 78\n" + table, "Kaashuis Westerveld en Zonen"},
		"a company with its register": {
			"INVOICE\nHigh Street Traders Ltd\n45 Mill Lane\n\n" + table + "\n   Paperlark Weavers Limited\n   Registered in England 04471822\n", "Paperlark Weavers Limited",
		},
		"a letterhead in the first row": {
			"Maison Paperlark SAS\n8 quai du Port, 33000 Lille\n\nFACTURE\n" + table + "\n   Acme Weavers SA\n   IBAN FR76\n", "Maison Paperlark SAS",
		},
		"a bank with an account": {"INVOICE\nHigh Street Traders Ltd\n45 Mill Lane\n\n" + table + "\n   Volksbank Mill AG\n   IBAN DE12\n", "High Street Traders Ltd"},
	} {
		require.Equal(t, c.want, readText(t, c.text).Header.Issuer.Name, name)
	}
}

func TestPaymentTermsOfTexts(t *testing.T) {
	for text, want := range map[string]string{
		"Terms of Payment: NET 30 DAYS\n": "NET 30 DAYS", "Deliv. terms: EXW\n": "", "Terms of delivery: FOB\n": "", "TERMS & RECEIVING\n": "",
		"Payment terms: 2% 10 net 30\n": "2% 10 net 30", "Zahlungsbedingungen: Vorkasse\n": "Vorkasse",
		"Payment within 14 days. Please name the invoice with the payment.\n":                                 "Payment within 14 days",
		"Interest shall be charged if payment is made after 30 days\n":                                        "",
		"100 % Prepayment     0.00     200.00\n":                                                              "100 % Prepayment",
		"Terms: " + "payment within 30 days of the receipt of the goods and of the invoice by the customer\n": "",
	} {
		require.Equal(t, want, readText(t, "INVOICE\nInvoice No: 5\n"+text+table).Header.PaymentTerms, text)
	}
}

// Item numbers that count the lines, texts, amounts and quantities are no codes.
func TestCodesThatAreNoCodes(t *testing.T) {
	const heads = "Item No.             Description              Quantity      Unit price      Amount\n"
	for name, c := range map[string]struct {
		rows string
		want []string
	}{
		"a number of the only line":   {"10                   Pallet blue                    10           20.00      200.00\n", []string{""}},
		"numbers that count":          {"0010                 Pallet blue                    10           20.00      200.00\n0020                 Pallet red                      1           30.00       30.00\n", []string{"", ""}},
		"codes that do not count":     {"1040                 Pallet blue                    10           20.00      200.00\n1077                 Pallet red                      1           30.00       30.00\n", []string{"1040", "1077"}},
		"words":                       {"PremiumCord DVI cable 24 pins                       10           20.00      200.00\n", []string{""}},
		"a quantity with its unit":    {"510/EA               Pallet blue                    10           20.00      200.00\n", []string{""}},
		"an amount":                   {"3,108.60             Pallet blue                    10           20.00      200.00\n", []string{""}},
		"an amount of millions":       {"3,108,600.00         Pallet blue                    10           20.00      200.00\n", []string{""}},
		"groups of digits and points": {"857.439.82           Pallet blue                    10           20.00      200.00\n", []string{"857.439.82"}},
		"groups of digits":            {"66 30 011            Pallet blue                    10           20.00      200.00\n", []string{"66 30 011"}},
	} {
		r := readText(t, "INVOICE\n\n"+heads+c.rows)
		var got []string
		for _, l := range r.Lines {
			got = append(got, l.SupplierSKU)
		}
		require.Equal(t, c.want, got, name)
	}
}
