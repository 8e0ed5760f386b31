package field_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document/reading/field"
	"sellingassistant/domain/kernel/money"
)

func TestDaysInWords(t *testing.T) {
	for text, want := range map[string]string{
		"20 March 2026": "2026-03-20", "March 20, 2026": "2026-03-20", "Mar-20-26": "2026-03-20", "20-MAR-2026": "2026-03-20",
		"Montag, den 20. März 2026": "2026-03-20", "20 de marzo de 2026": "2026-03-20", "le 20 mars 2026": "2026-03-20",
		"20 dicembre 2026": "2026-12-20", "2026 March 20": "2026-03-20", "20 / 03 / 2026": "2026-03-20", "20 03 2026": "2026-03-20",
		"2026/03/20": "2026-03-20", "20.03.26": "2026-03-20", "20.3.2026.": "2026-03-20",
		"123/04/26": "", "20.03.202": "", "30 5/19/2024": "", "805-555-0100": "", "3/4-16X3": "", "10.2.12.5": "", "INV-2827": "", "2% 10 Net 30": "", "1 2 3": "",
	} {
		day, ok := field.Day(strings.Fields(text), field.DayFirst)
		require.Equal(t, want != "", ok, text)
		if ok {
			require.Equal(t, want, day.String(), text)
		}
	}
	for text, want := range map[string]bool{
		"3/4/2026": true, "03-04-2026": true, "3/20/2026": false, "3.4.2026": false, "3/3/2026": false, "2026-03-04": false,
	} {
		require.Equal(t, want, field.Undecided([]string{text}), text)
	}
}

func TestDueDates(t *testing.T) {
	for text, want := range map[string]string{
		"28.11.2026 mit 2 % Skonto, bis 18.12.2026 netto.":      "2026-12-18",
		"18.12.2026, bei Zahlung bis 28.11.2026 2 % Skonto":     "2026-12-18",
		"2 % Skonto bis 28.11.2026, netto bis 18.12.2026":       "2026-12-18",
		"bis 28.11.2026 2% Skonto bis 18.12.2026 ohne Abzug":    "2026-12-18",
		"le 28.11.2026 avec escompte de 2 %, le 18.12.2026 net": "2026-12-18",
		"18.12.2026 less 2% discount if paid by 28.11.2026":     "2026-12-18",
		"entro il 28.11.2026 sconto 2 %, entro il 18.12.2026":   "2026-12-18",
		"18.12.2026 28.11.2026 mit 2 % Skonto":                  "2026-12-18",
		"18.12.2026":                                            "2026-12-18",
		"2 % Skonto bis 28.11.2026":                             "",
		"Net 30":                                                "",
	} {
		day, known, _ := field.Due(strings.Fields(text), field.DayFirst)
		require.Equal(t, want != "", known, text)
		if known {
			require.Equal(t, want, day.String(), text)
		}
	}
}

func TestPaymentTerms(t *testing.T) {
	for _, text := range []string{
		"Net 30", "NET30", "N45", "2%15 N45", "2/10 net 30", "2% 10, Net 30", "1.5% 10 days, net 60 days", "30 days net", "Payment within 14 days",
		"Zahlbar innerhalb von 10 Tagen mit 2 % Skonto", "14 Tage 2 % Skonto, 30 Tage netto", "30 Tage netto", "Zahlbar sofort ohne Abzug",
		"30 jours fin de mois", "Paiement à 45 jours date de facture", "Escompte 2 % sous 8 jours", "Pago a 30 días fecha factura", "30 giorni data fattura fine mese",
		"Pagamento 60 gg DFFM", "Betaling binnen 30 dagen", "2 % korting voor contant", "Due on receipt", "Payable upon receipt", "Cash on delivery", "Rimessa diretta",
	} {
		require.True(t, field.Terms(text), text)
	}
	for _, text := range []string{
		"", "Rep Ship Date Via", "Returns within 30 days", "Overdue invoices are charged 1.5 % interest after 30 days", "Delivery within 5 days", "10 % discount", "Net weight 30 kg",
		"Warranty 365 days", "Net 30 from " + strings.Repeat("now ", 500), "Reklamationen innerhalb von 8 Tagen", "UPS Ground", "Antenna, Rover", "une facilité de paiement de 24 mensualités de 8,00€ d’un montant de 192", "Offer valid for 30 days of payment",
	} {
		require.False(t, field.Terms(text), text)
	}
}

func TestTextsBesideTheLabelOfTerms(t *testing.T) {
	for _, text := range []string{
		"Net 30", "30", "30 Days", "ACH NET 20", "Prepaid", "COD", "UPON RECEIPT (A/P)", "30 DAYS FROM RECEIPT", "Vorkasse", "Lastschrift",
		"transferencia 30 días", "bonifico 60 gg", "30% d'acompte, solde à 30 j", "30d", "2% 10d net 30d", "NET 30 DAYS ADI", "14 Tage netto.", "Virement",
	} {
		require.True(t, field.Paying(text), text)
	}
	for _, text := range []string{
		"", "EXW", "I036", "6 month contract", "& DELIVERY", "of delivery", "Stability", "and conditions of sale within 30 days", "2026", "Incoterm DAP",
		"of the order that was placed with us by wire in the last month", "Lieferung in 14 Tagen",
	} {
		require.False(t, field.Paying(text), text)
	}
}

func TestWholeDates(t *testing.T) {
	for text, want := range map[string]bool{
		"20.03.2026": true, "March 20, 2026": true, "20 March 2026": true, "20.03.2026 at noon": false, "Net 30": false, "": false,
	} {
		require.Equal(t, want, field.Whole(strings.Fields(text)), text)
	}
}

func TestPlacesDecideCurrencyAndOrderOfDates(t *testing.T) {
	for _, c := range []struct {
		texts    string
		currency money.Currency
		printed  money.Currency
		comma    bool
		order    field.Order
	}{
		{"100 Sample St|Anytown, CA 90000", "USD", "", false, field.MonthFirst},
		{"ANYTOWN, OREGON 97000", "USD", "", false, field.MonthFirst},
		{"Anytown, New York 10001-1234", "USD", "", false, field.MonthFirst},
		{"DE 12345 Berlin", "", "", false, field.Certain},
		{"VAT no GB123456789", "GBP", "", false, field.DayFirst},
		{"12 Mill Lane|Leeds LS1 4AP", "GBP", "", false, field.DayFirst},
		{"Toronto, ON M5V 2T6", "CAD", "", false, field.Certain},
		{"Sydney NSW 2000", "AUD", "", false, field.DayFirst},
		{"USt-IdNr. DE123456789|12345 Berlin", "EUR", "", false, field.DayFirst},
		{"Tel. +33 1 23 45 67 89", "EUR", "", false, field.DayFirst},
		{"Anytown, CA 90000|VAT no GB123456789", "", "", false, field.DayFirst},
		{"Anytown, CA 90000|12 Mill Lane, Leeds LS1 4AP", "", "", false, field.Certain},
		{"Anytown, CA 90000|12 Mill Lane, Leeds LS1 4AP", "", "GBP", false, field.DayFirst},
		{"12 Mill Lane, Leeds LS1 4AP|Sales tax 8 %", "GBP", "USD", false, field.MonthFirst},
		{"12 Mill Lane, Leeds LS1 4AP", "GBP", "USD", false, field.Certain},
		{"12 Mill Lane, Leeds LS1 4AP|Item #", "GBP", "USD", false, field.MonthFirst},
		{"12 Mill Lane, Leeds LS1 4AP|Ship Via", "GBP", "USD", false, field.MonthFirst},
		{"12 Mill Lane, Leeds LS1 4AP|Order #1001", "GBP", "USD", false, field.Certain},
		{"12 Mill Lane, Leeds LS1 4AP|Item #|VAT no GB123456789", "GBP", "USD", false, field.DayFirst},
		{"Despatch date", "", "", false, field.DayFirst},
		{"Made in China", "", "", false, field.Certain},
		{"Shenzhen, China", "CNY", "USD", false, field.DayFirst},
		{"", "", "USD", false, field.MonthFirst},
		{"", "", "EUR", false, field.DayFirst},
		{"", "", "", true, field.DayFirst},
		{"", "", "", false, field.Certain},
		{"Due 5/19/2024", "", "", false, field.MonthFirst},
		{"Due 19/05/2024", "", "USD", false, field.DayFirst},
		{"Due 5/19/2024|Shipped 19/05/2024", "", "", false, field.Certain},
	} {
		var p field.Place
		for text := range strings.SplitSeq(c.texts, "|") {
			p.Add(text)
		}
		require.Equal(t, c.currency, p.Currency(), c.texts)
		require.Equal(t, c.order, p.Order(c.printed, c.comma), c.texts)
	}
}

// A bare $ is the dollar of the only country with one, and of America without a sign of another.
func TestADollarIsThatOfItsCountry(t *testing.T) {
	for _, c := range []struct {
		texts, more string
		want        money.Currency
		unknown     bool
	}{
		{"Parramatta NSW 2150|ABN 00 000 000 000|GST 10%", "", "AUD", false},
		{"Toronto, ON M5V 2T6", "", "CAD", false},
		{"UEN 200000000X|GST 9%", "", "SGD", false},
		{"Tel. +64 9 000 0000", "", "NZD", false},
		{"Kowloon, Hong Kong", "", "HKD", false},
		{"RFC ABC010101XX1", "", "MXN", false},
		{"Santa Fe, New Mexico", "", "USD", false},
		{"Anytown, CA 90000|Toronto, ON M5V 2T6", "", "USD", false},
		{"Toronto, ON M5V 2T6|Sales tax 8 %", "", "USD", false},
		{"Toronto, ON M5V 2T6|All amounts in USD", "", "USD", false},
		{"Toronto, ON M5V 2T6", "US$", "USD", false},
		{"VAT no GB123456789", "", "USD", false},
		{"", "", "USD", false},
		{"GST 10%", "", "", true},
		{"Parramatta NSW 2150|Toronto, ON M5V 2T6", "", "", true},
	} {
		var p field.Place
		for text := range strings.SplitSeq(c.texts, "|") {
			p.Add(text)
		}
		var signs field.Dollars
		signs.Count("$")
		signs.Count(c.more)
		got, unknown := p.Settle("", "USD", signs)
		require.Equal(t, c.want, got, c.texts)
		require.Equal(t, c.unknown, unknown, c.texts)
	}
}

func TestNamesOfCompanies(t *testing.T) {
	for text, want := range map[string]int{
		"Bolthaven Fastener Inc.": 3, "Zwirnmoor Großhandel GmbH": 3, "Mill & Co": 3, "100 Sample St, Anytown, CO 80000": 0, "Nordvik AS": 2, "as it was": 0,
		"Oak Pty Ltd": 3, "Paperlark Office House": 0,
	} {
		require.Equal(t, want, field.Company(strings.Fields(text)), text)
	}
	for text, want := range map[string]bool{
		"Paperlark Office House": true, "House of Lanterns": true, "Paperlark | Office": false, "Paperlark – Office House": true, "Sold To": false, "INVOICE": false, "USA": false, "Invoice Date": false, "Bill To": false,
		"100 Sample Street 12345": false, "Hotel Details": false, "thank you for your order": false, "info@example.com": false, "CORPORATE HEADQUARTERS": false, "Razón Social": false, "ORDERED FROM": false, "A B C D": false, "Page 1": false,
	} {
		require.Equal(t, want, field.Name(text), text)
	}
}
