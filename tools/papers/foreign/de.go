package foreign

import (
	"fmt"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/tools/papers/foreign/invented"
	"sellingassistant/tools/papers/foreign/sheet"
)

var (
	nineteen = whole(19)
	tools    = trade{
		nouns: "Spiralbohrer HSS-G|Trennscheibe|Ringschlüssel|Schleifvlies-Rolle|Sechskantschraube DIN 933|" +
			"Kabelbinder|Arbeitshandschuh",
		kinds: "verzinkt|geschliffen|Typ N|schwarz|extra lang|nach DIN EN 388",
		sizes: "Ø 8,0 mm|125 x 1,0 mm|M8 x 30|Gr. 10|SW 17|200 x 3,6",
		code:  "## ## ###", ean: "40##########", low: 180, high: 9900,
	}
)

// deTools follows the German letter norm: address window, marks for folding, a footer of four
// columns. Its prices are for 1, 100 or 1,000.
func deTools(j *job) {
	j.sheetOf("P", "A4")
	seller, buyer := j.supplier(invented.Germany), j.customer(invented.Germany)
	j.fact("invoice_number", j.Code("RE-2######"))
	j.fact("po_number", j.Code("B-#####"))
	j.fact("tax_id", seller.TaxID)
	j.fact("currency", "EUR")
	j.dated(false)
	for range j.Count() {
		i := j.product(tools)
		i.base, i.rate = whole([]int{1, 1, 1, 100, 1000}[j.IntN(5)]), nineteen
		i.quantity = whole(j.Between(1, 24))
		if i.base.Cmp(decimal.One) > 0 {
			i.quantity = times(i.quantity, whole(50))
		}
		if j.Chance(45) {
			i.discount = decimal.MustParse(j.Pick("5|10|12.5|20|33"))
		}
		i.unit, i.note = "ST", j.Code("KD######")
		j.add(i.reckon())
	}
	if j.Chance(30) {
		j.add(item{kind: reading.Fee, code: "99 00 001", name: "Mindermengenzuschlag", quantity: decimal.One, unit: "PA",
			price: decimal.MustNew(750, 2), rate: nineteen}.reckon())
	}
	s := j.reckon(decimal.Zero, j.Cents(490, 1990), nineteen)
	j.prints(s, "subtotal shipping tax total")

	cols := []column{{25, 8, "L", "Pos."}, {34, 20, "L", "Artikel-Nr."}, {56, 52, "L", "Bezeichnung"}, {108, 15, "R",
		"Menge"},
		{125, 8, "L", "ME"}, {133, 17, "R", "Preis"}, {151, 9, "R", "PE"}, {162, 11, "R", "Rab. %"}, {175, 21, "R",
			"Betrag EUR"}}
	j.SetFooterFunc(func() {
		j.Line(25, 272, 196, 272)
		j.Font("helvetica", "", 6.5)
		for n, part := range [][]string{{seller.Name, seller.Street, seller.Town}, {"Telefon 0521 55 01-0",
			"Telefax 0521 55 01-99", "www.beispiel.invalid"},
			{"Amtsgericht Musterstadt HRB 4471", "USt-IdNr. " + seller.TaxID, "Geschäftsführer: A. Brandt"},
			{"Volksbank Musterstadt", "IBAN DE12 4786 0125 0100 4477 00", "BIC GENODEM1XXX"}} {
			j.Block(25+44*float64(n), 276, 3, "L", part...)
		}
		j.SetLineWidth(0.1)
		j.Line(4, 105, 9, 105)
		j.Line(4, 210, 9, 210)
		j.SetLineWidth(0.2)
	})
	tableHead := func(y float64) float64 {
		j.Line(25, y, 196, y)
		j.Font("helvetica", "B", 8)
		j.heads(cols, y+4.2, 4)
		j.Line(25, y+6, 196, y+6)
		return y + 7.5
	}
	carry := func(y float64, word, carried string) float64 {
		j.Font("helvetica", "I", 8.5)
		j.Put(133, y+3, "L", word)
		j.Put(196, y+3, "R", carried)
		return y + 6
	}
	turn := func(carried string) float64 {
		carry(262, "Übertrag", carried)
		j.AddPage()
		j.Font("helvetica", "", 8)
		j.Put(25, 20, "L", "Rechnung "+j.facts["invoice_number"]+" vom "+j.issued.Format("02.01.2006"))
		j.Put(196, 20, "R", fmt.Sprintf("Seite %d", j.PageNo()))
		return carry(tableHead(24), "Übertrag", carried)
	}
	j.AddPage()
	j.Font("helvetica", "B", 18)
	j.Put(196, 22, "R", strings.Fields(seller.Name)[0])
	j.Font("helvetica", "", 6.5)
	j.Put(25, 49, "L", strings.Join(seller.Lines()[:3], " · "))
	j.Line(25, 50, 100, 50)
	j.Font("helvetica", "", 10)
	j.Block(25, 56, 4.8, "L", append([]string{"Firma"}, buyer.Lines()[:3]...)...)
	j.Font("helvetica", "", 8.5)
	j.Block(130, 52, 4.6, "L", "Rechnungs-Nr.:", "Rechnungsdatum:", "Kunden-Nr.:", "Ihre Bestellung:", "Lieferschein:",
		"Lieferdatum:", "Seite:")
	j.Block(163, 52, 4.6, "L", j.facts["invoice_number"], j.issued.Format("02.01.2006"), j.Code("#####"),
		j.facts["po_number"], j.Code("LS######"),
		j.issued.AddDate(0, 0, -2).Format("02.01.2006"), "1")
	j.Font("helvetica", "B", 13)
	j.Put(25, 98, "L", "Rechnung")
	j.Font("helvetica", "", 9)
	j.Put(25, 105, "L", "Wir danken für Ihren Auftrag und berechnen Ihnen:")
	y := j.rows(table{cols: cols, family: "helvetica", size: 8.5, lead: 3.8, pad: 1.6, bottom: 256, turn: turn,
		carriedIn: german,
		cells: func(n int, i item) []string {
			off, name := "", i.name
			if !i.discount.IsZero() {
				off = german.Scaled(i.discount, 1)
			}
			if i.gtin != "" {
				name += "\nEAN " + i.gtin + "\nIhre Art.-Nr. " + i.note
			}
			base := ""
			if i.base.Cmp(decimal.One) > 0 {
				base = i.base.String()
			}
			return []string{fmt.Sprint(10 * (n + 1)), i.code, name, german.Short(i.quantity), i.unit, german.Money(i.price),
				base, off, german.Money(i.total)}
		}}, tableHead(110), j.items)
	if y > 226 {
		y = turn(carried(german, j.items))
	}
	j.Line(25, y+1, 196, y+1)
	j.Font("helvetica", "", 9)
	for _, row := range [][2]string{{"Warenwert", german.Money(s.subtotal)}, {"Fracht und Verpackung",
		german.Money(s.shipping)},
		{"Nettobetrag", german.Money(plus(s.subtotal, s.shipping))}, {"19,00 % MwSt.", german.Money(s.tax)}} {
		y += 5
		j.Put(125, y, "L", row[0])
		j.Put(196, y, "R", row[1])
	}
	j.Font("helvetica", "B", 10)
	j.Put(125, y+7, "L", "Rechnungsbetrag EUR")
	j.Put(196, y+7, "R", german.Money(s.total))
	j.Font("helvetica", "", 8.5)
	j.Block(25, y+14, 4.2, "L", "Zahlbar innerhalb 10 Tagen mit 2 % Skonto = "+german.Money(percent(s.total,
		whole(98)))+" EUR oder 30 Tage netto.",
		"Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum.")
}

type crate struct {
	name    string
	deposit int64
}

// deDrinks has three blocks: drinks by the crate, deposit, returned crates.
func deDrinks(j *job) {
	j.sheetOf("P", "A4")
	seller, buyer := j.supplier(invented.Germany.Called("Getränke Ahlers|Quell & Hopfen|Getränke-Kontor "+
		"Saale", "GmbH|e.K.|OHG")),
		j.customer(invented.Germany)
	j.fact("invoice_number", j.Code("######"))
	j.fact("tax_id", seller.TaxID)
	j.fact("currency", "EUR")
	j.dated(true)
	crates := []crate{{"Kasten 20 x 0,50 Mehrweg", 310}, {"Kasten 12 x 0,70 Glas", 330}, {"Kasten 24 x 0,33", 342},
		{"Kasten 6 x 1,00", 240}}
	seven := whole(7)
	counts := map[crate]int{}
	for range (j.Count() + 1) / 2 {
		i := j.product(trade{nouns: "Pilsener|Helles Landbier|Apfelschorle|Mineralwasser medium|Radler naturtrüb|" +
			"Kakaotrunk|Weizen alkoholfrei",
			kinds: "Brauhof|Sonnquell|Bergthal|Hausmarke", code: "#####", low: 549, high: 2190})
		c := crates[j.IntN(len(crates))]
		i.note, i.rate, i.quantity = c.name, nineteen, whole(j.Between(1, 30))
		i.perCase = decimal.MustParse(strings.Fields(c.name)[1])
		if strings.HasPrefix(i.name, "Kakao") {
			i.rate = seven
		}
		n, _, _ := i.quantity.Int64(0)
		counts[c] += int(n)
		j.add(i.reckon())
	}
	goods := len(j.items)
	for _, c := range crates {
		if counts[c] > 0 {
			j.add(item{kind: reading.Deposit, name: "Pfand " + c.name, quantity: whole(counts[c]),
				price: decimal.MustNew(c.deposit, 2),
				rate:  nineteen}.reckon())
		}
	}
	deposits := len(j.items)
	for _, c := range crates[:j.Between(1, 4)] {
		j.add(item{kind: reading.Deposit, name: "Leergut " + c.name, quantity: whole(-j.Between(1, 25)),
			price: decimal.MustNew(c.deposit, 2),
			rate:  nineteen}.reckon())
	}
	s := j.reckon(decimal.Zero, decimal.Zero, decimal.Zero)
	j.prints(s, "subtotal tax total")

	cols := []column{{14, 14, "R", "Anzahl"}, {32, 18, "L", "Art.-Nr."}, {52, 56, "L", "Bezeichnung"}, {110, 34, "L",
		"Gebinde"},
		{144, 16, "R", "E-Preis"}, {161, 10, "C", "St."}, {172, 24, "R", "Gesamt"}}
	head := func(string) float64 {
		j.AddPage()
		j.Fill(0, 0, 7, 297, 40, 120, 70)
		j.Font("sans", "B", 16)
		j.Ink(40, 120, 70)
		j.Put(14, 18, "L", seller.Name)
		j.Ink(0, 0, 0)
		j.Font("sans", "", 8)
		j.Block(14, 23, 3.7, "L", seller.Street+", "+seller.Town, "USt-ID "+seller.TaxID)
		j.Font("sans", "B", 12)
		j.Put(196, 18, "R", "RECHNUNG / LIEFERSCHEIN")
		j.Font("sans", "", 9)
		j.Block(196, 24, 4.3, "R", "Rechnung Nr. "+j.facts["invoice_number"], "vom "+j.issued.Format("02.01.2006"),
			"Fällig am "+j.due.Format("02.01.2006"), "Tour 3 / Fahrer Jansen", fmt.Sprintf("Blatt %d", j.PageNo()))
		j.Block(14, 38, 4.5, "L", buyer.Lines()[:3]...)
		j.Font("sans", "B", 8.5)
		j.heads(cols, 60, 4)
		j.SetDashPattern([]float64{0.6, 0.8}, 0)
		j.Line(14, 62, 196, 62)
		j.SetDashPattern(nil, 0)
		return 64
	}
	t := table{cols: cols, family: "sans", size: 9, lead: 4.2, pad: 0.8, bottom: 270, turn: head,
		cells: func(_ int, i item) []string {
			rate := "1"
			if i.rate.Equal(seven) {
				rate = "2"
			}
			return []string{german.Short(i.quantity), i.code, i.name, i.note, german.Money(i.price), rate,
				german.Money(i.total)}
		}}
	y := head("")
	for _, part := range []struct {
		name  string
		items []item
	}{{"", j.items[:goods]}, {"Pfand", j.items[goods:deposits]}, {"Leergutrücknahme", j.items[deposits:]}} {
		if y > 258 {
			y = head("")
		}
		j.Font("sans", "B", 9)
		j.Put(32, y+5, "L", part.name)
		if part.name != "" {
			y += 6.5
		}
		y = j.rows(t, y, part.items)
		j.Font("sans", "", 8)
		j.Put(160, y+4, "R", "Summe "+part.name)
		j.Put(196, y+4, "R", carried(german, part.items))
		y += 5.5
	}
	if y > 235 {
		y = head("")
	}
	j.Rect(110, y+4, 86, 12+6*float64(len(s.taxes)), "D")
	j.Font("sans", "", 9)
	y = y + 9
	j.Put(113, y, "L", "Netto")
	j.Put(194, y, "R", german.Money(s.subtotal))
	for _, x := range s.taxes {
		y += 5.5
		code := "1"
		if x.rate.Equal(seven) {
			code = "2"
		}
		j.Put(113, y, "L", "MwSt. "+code+": "+german.Short(x.rate)+" % auf "+german.Money(x.base))
		j.Put(194, y, "R", german.Money(x.tax))
	}
	j.Font("sans", "B", 10)
	j.Put(113, y+6, "L", "Zu zahlen EUR")
	j.Put(194, y+6, "R", german.Money(s.total))
	if j.Chance(50) {
		j.Scrawl(20, y+2, 16, j.Pick("2 Kasten fehlen? ok|erhalten, M.|Danke!"))
	}
}

var shop = trade{
	nouns: "Teekanne Gusseisen|LED-Lichterkette|Notizbuch Leinen|Kinderrucksack Fuchs|Bambus-Schneidebrett|" +
		"Thermobecher|Wandkalender",
	kinds: "schwarz|natur|2er-Set|salbeigrün|groß", sizes: "0,8 l|10 m|A5|40 x 25 cm|450 ml", code: "SH-#####",
	ean: "42##########", low: 490, high: 5990,
}

// deShop has gross prices and no table: each item is a name, a grey line of codes and an amount.
func deShop(j *job) {
	j.sheetOf("P", "A4")
	j.gross = true
	seller, buyer := j.supplier(invented.Germany.Called("Schönes Zeug|Wohnlicht|Papiergarten|Fuchsbau",
		"Online-Shop GmbH|Versand UG (haftungsbeschränkt)")),
		j.customer(invented.Germany)
	j.fact("invoice_number", j.Code("####-#####"))
	j.fact("po_number", j.Code("#########"))
	j.fact("tax_id", seller.TaxID)
	j.fact("currency", "EUR")
	j.dated(false)
	for range (j.Count() + 2) / 3 {
		i := j.product(shop)
		i.quantity, i.rate = whole(j.Between(1, 4)), nineteen
		j.add(i.reckon())
	}
	coupon := j.Chance(35)
	if coupon {
		j.add(item{kind: reading.Discount, name: "Gutschein SOMMER5", total: decimal.MustNew(-500, 2), rate: nineteen,
			below:     true,
			unprinted: noQuantity | noPrice})
	}
	shipping := decimal.Zero
	if j.Chance(70) {
		shipping = decimal.MustParse(j.Pick("3.95|4.90|5.99"))
	}
	s := j.reckon(decimal.Zero, shipping, nineteen)
	members := "subtotal tax total"
	if !shipping.IsZero() {
		members += " shipping"
	}
	j.prints(s, members)

	j.SetFooterFunc(func() {
		j.Font("go", "", 7)
		j.Ink(130, 130, 130)
		j.Block(105, 283, 3.5, "C", seller.Name+" – "+seller.Street+" – "+seller.Town+" – USt-IdNr. "+seller.TaxID,
			fmt.Sprintf("Seite %d von %s", j.PageNo(), sheet.AllPages))
		j.Ink(0, 0, 0)
	})
	j.AddPage()
	j.Font("go", "B", 22)
	j.Put(22, 30, "L", "Rechnung")
	j.Font("go", "", 9.5)
	j.Block(22, 44, 5, "L", append([]string{"Rechnungsadresse", ""}, buyer.Lines()...)...)
	j.Block(120, 44, 5, "L", "Rechnungsnummer "+j.facts["invoice_number"], "Rechnungsdatum "+j.issued.Format("02.01.06"),
		"Bestellnummer "+j.facts["po_number"], "Leistungsdatum entspricht Rechnungsdatum", "Zahlart PayPal")
	y := 90.0
	for _, i := range j.items {
		if i.below {
			continue
		}
		if y > 258 {
			j.AddPage()
			y = 30
		}
		j.Font("go", "B", 10)
		j.Put(22, y, "L", i.name)
		j.Put(188, y, "R", german.Money(i.total)+" €")
		j.Font("go", "", 8)
		j.Ink(120, 120, 120)
		j.Put(22, y+4.5, "L", "Artikelnummer "+i.code+"   GTIN "+i.gtin)
		j.Put(188, y+4.5, "R", german.Short(i.quantity)+" × "+german.Money(i.price)+" €")
		j.Ink(0, 0, 0)
		j.SetDrawColor(225, 225, 225)
		j.Line(22, y+8, 188, y+8)
		j.SetDrawColor(0, 0, 0)
		y += 14
	}
	if y > 240 {
		j.AddPage()
		y = 30
	}
	rows := [][2]string{{"Zwischensumme", german.Money(s.subtotal) + " €"}}
	if coupon {
		rows = append(rows, [2]string{"Gutschein SOMMER5", "-5,00 €"})
	}
	if !shipping.IsZero() {
		rows = append(rows, [2]string{"Versand", german.Money(shipping) + " €"})
	}
	j.Font("go", "", 9.5)
	for _, row := range append(rows, [2]string{"Gesamtbetrag", german.Money(s.total) + " €"},
		[2]string{"darin enthaltene MwSt. 19 %", german.Money(s.tax) + " €"}) {
		j.Put(150, y, "R", row[0])
		j.Put(188, y, "R", row[1])
		y += 6
	}
	j.Stamp(30, y-12, 10, 40, 140, 60, "BEZAHLT")
}
