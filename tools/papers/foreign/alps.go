package foreign

import (
	"fmt"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/tools/papers/foreign/invented"
	"sellingassistant/tools/papers/foreign/notation"
)

var farm = trade{
	nouns: "Äpfel Topaz|Karotten|Erdäpfel festkochend|Kürbis Hokkaido|Zwiebeln gelb|Rote Rüben|Zwetschken|Vogerlsalat",
	kinds: "Kl. I, Herkunft Österreich|Kl. II, Herkunft Steiermark|bio, AT-BIO-301", low: 89, high: 690,
}

// monate has the names of months as Austrians write them.
var monate = []string{"Jänner", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
	"November", "Dezember"}

// atFarm has its letterhead in a column at the left side, goods by weight without codes, and crates
// with a deposit.
func atFarm(j *job) {
	j.sheetOf("P", "A4")
	seller, buyer := j.supplier(invented.Austria), j.customer(invented.Austria)
	number := j.fact("invoice_number", fmt.Sprintf("%d/%s", j.issued.Year(), j.Code("###")))
	j.fact("tax_id", seller.TaxID)
	j.fact("currency", "EUR")
	j.dated(true)
	ten := whole(10)
	for range (j.Count() + 1) / 2 {
		i := j.product(farm)
		i.quantity, i.rate, i.unit = decimal.MustNew(int64(j.Between(15, 900)), 1), ten, "kg"
		if j.Chance(20) {
			i.unit, i.quantity = "Bund", whole(j.Between(5, 60))
		}
		j.add(i.reckon())
	}
	if j.Chance(60) {
		i := j.product(trade{nouns: "Apfelmost naturtrüb 1 l|Birnenbrand 0,5 l", low: 290, high: 2400})
		i.unit, i.rate, i.quantity = "Fl.", twenty, whole(j.Between(2, 36))
		j.add(i.reckon())
	}
	taken := j.Between(2, 20)
	j.add(item{kind: reading.Deposit, name: "Pfand E2-Kiste", unit: "Stk", quantity: whole(taken),
		price: decimal.MustNew(450, 2), rate: twenty}.reckon())
	if j.Chance(70) {
		j.add(item{kind: reading.Deposit, name: "Retour E2-Kiste", unit: "Stk", quantity: whole(-j.Between(1, taken)),
			price: decimal.MustNew(450, 2),
			rate:  twenty}.reckon())
	}
	s := j.reckon(decimal.Zero, decimal.Zero, decimal.Zero)
	j.prints(s, "subtotal tax total")

	cols := []column{{62, 16, "R", "Menge"}, {80, 10, "L", ""}, {91, 56, "L", "Ware"}, {148, 15, "R", "€/Einheit"},
		{164, 12, "R", "USt"}, {178, 20, "R", "€"}}
	date := fmt.Sprintf("%d. %s %d", j.issued.Day(), monate[j.issued.Month()-1], j.issued.Year())
	head := func(string) float64 {
		j.AddPage()
		j.Fill(0, 0, 52, 297, 236, 243, 224)
		j.SetFillColor(120, 160, 70)
		j.Circle(26, 30, 14, "F")
		j.Ink(60, 90, 30)
		j.Font("serif", "B", 12)
		y := j.Block(8, 56, 5, "L", j.Wrapped(seller.Name, 40)...)
		j.Font("serif", "", 8.5)
		j.Block(8, y+4, 4.5, "L", seller.Street, seller.Town, seller.Country, "", "UID "+seller.TaxID,
			"Kontrollstelle AT-BIO-301", "",
			"Raiffeisenbank Region", "IBAN AT61 3200 0000", "0123 4567", "", "Ab-Hof-Verkauf", "Fr 14 - 18 Uhr")
		j.Ink(0, 0, 0)
		j.Font("serif", "", 11)
		if j.PageNo() > 1 {
			j.Put(62, 22, "L", fmt.Sprintf("Rechnung %s, Seite %d", number, j.PageNo()))
			j.Font("serif", "I", 10)
			j.heads(cols, 31, 4)
			return 33
		}
		j.Block(62, 30, 5.2, "L", buyer.Lines()...)
		j.Font("serif", "B", 17)
		j.Put(62, 66, "L", "Rechnung Nr. "+number)
		j.Font("serif", "", 10.5)
		j.Put(198, 66, "R", seller.Town[5:]+", "+date)
		j.Put(62, 73, "L", fmt.Sprintf("Lieferung vom %s. Zahlbar bis %s ohne Abzug.", j.issued.Format("2.1.2006"),
			j.due.Format("2.1.2006")))
		j.Font("serif", "I", 10)
		j.heads(cols, 84, 4)
		j.Line(62, 86, 198, 86)
		return 87
	}
	y := j.rows(table{cols: cols, family: "serif", size: 10.5, lead: 4.6, pad: 1.8, bottom: 275, turn: head,
		cells: func(_ int, i item) []string {
			return []string{german.Short(i.quantity), i.unit, i.name, german.Money(i.price), german.Short(i.rate) + "%",
				german.Money(i.total)}
		}}, head(""), j.items)
	if y > 240 {
		y = head("")
	}
	j.Line(148, y+2, 198, y+2)
	j.Font("serif", "", 10.5)
	y += 7
	j.Put(160, y, "R", "Summe netto")
	j.Put(198, y, "R", german.Money(s.subtotal))
	for _, t := range s.taxes {
		y += 5.5
		j.Put(160, y, "R", fmt.Sprintf("+ %s%% USt von %s", german.Short(t.rate), german.Money(t.base)))
		j.Put(198, y, "R", german.Money(t.tax))
	}
	j.Font("serif", "B", 12)
	j.Put(160, y+7, "R", "Gesamt EUR")
	j.Put(198, y+7, "R", german.Money(s.total))
	j.Scrawl(66, y+6, 18, j.Pick("Vielen Dank!|Danke, bis Freitag|Kisten bitte retour"))
}

var paper = trade{
	nouns: "Couvert C5 ohne Fenster|Register A-Z|Kopierpapier weiss 80 g|Ordner 7 cm|Zeigemappe|Korrekturroller|" +
		"Heftklammern",
	kinds: "weiss|blau|recycling|FSC|grau", sizes: "A4|100 Stk|500 Blatt|C5", code: "###.###.##", low: 85, high: 6400,
	packs: []int{1, 5, 10, 50},
}

// chStationery rounds to five centimes and has a payment part below the last table.
func chStationery(j *job) {
	j.sheetOf("P", "A4")
	seller, buyer := j.supplier(invented.Switzerland), j.customer(invented.Switzerland)
	j.fact("invoice_number", j.Code("R######"))
	j.fact("tax_id", seller.TaxID)
	j.fact("currency", "CHF")
	j.dated(true)
	rate := decimal.MustParse("8.1")
	for range j.Count() {
		i := j.product(paper)
		i.rate, i.cases = rate, whole(j.Between(1, 15))
		i.base = whole([]int{1, 1, 1, 100}[j.IntN(4)])
		i.quantity = times(i.cases, i.perCase)
		if i.base.Equal(hundred) {
			i.quantity = times(i.quantity, hundred)
			i.perCase = times(i.perCase, hundred)
		}
		if j.Chance(25) {
			i.discount = whole([]int{3, 5, 15}[j.IntN(3)])
		}
		j.add(i.reckon())
	}
	s := j.reckon(decimal.Zero, decimal.MustNew(900, 2), rate)
	twentieth := decimal.MustNew(5, 2)
	rounded := times(notation.Round(must(s.total.Quo(twentieth)), 0), twentieth)
	if off := minus(rounded, s.total); !off.IsZero() {
		j.add(item{kind: reading.Fee, name: "Rundung", total: off, below: true, untaxed: true,
			unprinted: noQuantity | noPrice})
		s = j.reckon(decimal.Zero, decimal.MustNew(900, 2), rate)
	}
	j.prints(s, "subtotal shipping tax total")

	cols := []column{{20, 24, "L", "Artikel"}, {46, 62, "L", "Bezeichnung"}, {108, 16, "R", "Menge"}, {126, 10, "R",
		"VPE"},
		{138, 17, "R", "Preis"}, {156, 8, "R", "per"}, {165, 9, "R", "%"}, {175, 19, "R", "CHF"}}
	head := func(string) float64 {
		j.AddPage()
		j.Fill(20, 14, 6, 6, 200, 30, 40)
		j.Fill(27, 14, 3, 6, 90, 90, 90)
		j.Font("helvetica", "B", 14)
		j.Put(33, 19, "L", seller.Name)
		j.Font("helvetica", "", 8)
		if j.PageNo() > 1 {
			j.Put(194, 19, "R", fmt.Sprintf("Rechnung %s / Seite %d", j.facts["invoice_number"], j.PageNo()))
			j.Font("helvetica", "B", 8.5)
			j.heads(cols, 30, 4)
			return 32
		}
		j.Block(33, 24, 3.8, "L", seller.Street+", "+seller.Town, seller.TaxID)
		j.Font("helvetica", "", 10)
		j.Block(120, 44, 5, "L", buyer.Lines()[:3]...)
		j.Font("helvetica", "B", 13)
		j.Put(20, 74, "L", "Rechnung")
		j.Font("helvetica", "", 9)
		j.Block(20, 81, 4.6, "L", "Nummer", "Datum", "Zahlbar bis", "Kundennummer")
		j.Block(48, 81, 4.6, "L", j.facts["invoice_number"], j.issued.Format("02.01.2006"), j.due.Format("02.01.2006"),
			j.Code("#####"))
		j.Font("helvetica", "B", 8.5)
		j.heads(cols, 106, 4)
		return 108
	}
	y := j.rows(table{cols: cols, family: "helvetica", size: 9, lead: 4.1, pad: 1.4, bottom: 280, turn: head,
		under: func(n int, _ item, y, h float64) {
			if n%2 == 0 {
				j.Fill(19, y, 176, h, 243, 243, 243)
			}
		},
		cells: func(_ int, i item) []string {
			off := ""
			if !i.discount.IsZero() {
				off = swiss.Short(i.discount)
			}
			return []string{i.code, i.name, swiss.Short(i.quantity), swiss.Short(i.perCase), swiss.Money(i.price),
				swiss.Short(i.base), off, swiss.Money(i.total)}
		}}, head(""), j.above())
	if y > 150 {
		y = head("")
	}
	rows := [][2]string{{"Total Waren", swiss.Money(s.subtotal)}, {"Porto und Verpackung", swiss.Money(s.shipping)},
		{"MWST 8.1% auf " + swiss.Money(s.taxes[0].base), swiss.Money(s.tax)}}
	for _, i := range j.items {
		if i.below {
			rows = append(rows, [2]string{i.name, swiss.Money(i.total)})
		}
	}
	for _, row := range append(rows, [2]string{"Rechnungsbetrag CHF", swiss.Money(s.total)}) {
		y += 5.2
		j.Font("helvetica", "", 9)
		j.Put(120, y, "L", row[0])
		j.Put(194, y, "R", row[1])
	}
	j.payment(seller, buyer, swiss.Money(s.total))
}

// above lists the items of the table.
func (j *job) above() []item {
	var list []item
	for _, i := range j.items {
		if !i.below {
			list = append(list, i)
		}
	}
	return list
}

// payment draws a receipt and a payment part as banks ask for, with a pattern of squares.
func (j *job) payment(seller, buyer invented.Party, amount string) {
	j.SetDashPattern([]float64{1, 1}, 0)
	j.Line(0, 192, 210, 192)
	j.Line(62, 192, 62, 297)
	j.SetDashPattern(nil, 0)
	j.SetFillColor(0, 0, 0)
	for at := range 23 * 23 {
		if j.Chance(48) {
			j.Rect(67+2*float64(at%23), 209+2*float64(at/23), 2, 2, "F")
		}
	}
	for n, x := range []float64{5, 67} {
		j.Font("helvetica", "B", 11)
		j.Put(x, 200, "L", []string{"Empfangsschein", "Zahlteil"}[n])
	}
	account := j.Code("CH## 3000 ####")
	for _, x := range []float64{5, 118} {
		y := 207.0
		j.Font("helvetica", "B", 6.5)
		j.Put(x, y, "L", "Konto / Zahlbar an")
		j.Font("helvetica", "", 8)
		y = j.Block(x, y+3.6, 3.6, "L", append([]string{account + " 0000 1"}, seller.Lines()[:3]...)...)
		j.Font("helvetica", "B", 6.5)
		j.Put(x, y+3, "L", "Zahlbar durch")
		j.Font("helvetica", "", 8)
		j.Block(x, y+6.6, 3.6, "L", buyer.Lines()[:3]...)
	}
	j.Font("helvetica", "", 8)
	for _, x := range []float64{5, 67} {
		j.Block(x, 265, 4, "L", "Währung", "CHF")
		j.Block(x+16, 265, 4, "L", "Betrag", amount)
	}
}
