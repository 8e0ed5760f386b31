package foreign

import (
	"fmt"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/tools/papers/foreign/invented"
	"sellingassistant/tools/papers/foreign/notation"
	"sellingassistant/tools/papers/foreign/sheet"
)

var dairy = trade{
	nouns: "Boerenkaas jong belegen|Volle yoghurt|Karnemelk|Roomboter ongezouten|Chocolademelk|Kwark mager|Geitenkaas",
	kinds: "stuk|beker|fles|wikkel|emmer", sizes: "500 g|1 ltr|250 g|5 kg|200 ml", code: "#####", ean: "87##########",
	low: 79, high: 2890,
	packs: []int{6, 8, 12, 20},
}

// nlDairy sells pieces in boxes at two tax rates, and lends crates and trolleys.
func nlDairy(j *job) {
	j.sheetOf("P", "A4")
	seller, buyer := j.supplier(invented.Holland), j.customer(invented.Holland)
	j.fact("invoice_number", j.Code("2#######"))
	j.fact("po_number", j.Code("WEB####"))
	j.fact("tax_id", seller.TaxID)
	j.fact("currency", "EUR")
	j.dated(true)
	low, high := whole(9), whole(21)
	for range j.Count() {
		i := j.product(dairy)
		i.cases, i.rate = whole(j.Between(1, 12)), low
		if i.quantity = times(i.cases, i.perCase); j.Chance(15) {
			i.rate = high
		}
		if j.Chance(20) {
			i.discount = decimal.MustParse(j.Pick("2.5|5|7.5"))
		}
		j.add(i.reckon())
	}
	goods := len(j.items)
	for _, lent := range []struct {
		name  string
		cents int64
	}{{"Krat CBL 11", 386}, {"Rolcontainer", 12500}, {"Fles statiegeld", 10}} {
		count := j.Between(-6, 20)
		if count != 0 {
			j.add(item{kind: reading.Deposit, name: lent.name, quantity: whole(count), price: decimal.MustNew(lent.cents, 2),
				untaxed: true}.reckon())
		}
	}
	s := j.reckon(decimal.Zero, decimal.Zero, decimal.Zero)
	j.prints(s, "subtotal tax total")

	cols := []column{{16, 15, "L", "Artikel"}, {32, 62, "L", "Omschrijving"}, {94, 12, "R", "Colli"}, {107, 12, "R",
		"Inhoud"}, {120, 14, "R", "Aantal"},
		{136, 16, "R", "Prijs"}, {153, 11, "R", "Korting"}, {167, 20, "R", "Bedrag"}, {188, 8, "C", "BTW"}}
	head := func(string) float64 {
		j.AddPage()
		j.Fill(0, 0, 210, 30, 0, 90, 160)
		j.Fill(0, 30, 210, 1.5, 250, 200, 0)
		j.Ink(255, 255, 255)
		j.Font("go", "B", 17)
		j.Put(16, 15, "L", seller.Name)
		j.Font("go", "", 8)
		j.Put(16, 22, "L", seller.Street+" | "+seller.Town+" | BTW "+seller.TaxID+" | KvK 0"+"4123987")
		j.Font("go", "B", 15)
		j.Put(196, 15, "R", "Factuur")
		j.Font("go", "", 8)
		j.Put(196, 22, "R", fmt.Sprintf("blad %d van %s", j.PageNo(), sheet.AllPages))
		j.Ink(0, 0, 0)
		j.Block(16, 42, 4.6, "L", buyer.Lines()[:3]...)
		for n, fact := range [][2]string{{"Factuurnummer", j.facts["invoice_number"]}, {"Factuurdatum",
			j.issued.Format("02-01-2006")},
			{"Vervaldatum", j.due.Format("02-01-2006")}, {"Uw referentie", j.facts["po_number"]}} {
			j.Put(130, 42+4.6*float64(n), "L", fact[0])
			j.Put(158, 42+4.6*float64(n), "L", ": "+fact[1])
		}
		j.Ink(0, 90, 160)
		j.Font("go", "B", 8)
		j.heads(cols, 68, 4)
		j.Line(16, 70, 196, 70)
		j.Ink(0, 0, 0)
		return 71
	}
	rate := func(i item) string {
		switch {
		case i.untaxed:
			return "0"
		case i.rate.Equal(low):
			return "L"
		}
		return "H"
	}
	y := j.rows(table{cols: cols, family: "go", size: 8.2, lead: 3.8, pad: 1.6, bottom: 272, turn: head,
		cells: func(_ int, i item) []string {
			off := ""
			if !i.discount.IsZero() {
				off = german.Short(i.discount) + "%"
			}
			return []string{i.code, i.name + "\nEAN " + i.gtin, german.Short(i.cases), german.Short(i.perCase),
				german.Short(i.quantity),
				german.Money(i.price), off, german.Money(i.total), rate(i)}
		}}, head(""), j.items[:goods])
	if y > 222 {
		y = head("")
	}
	if goods < len(j.items) {
		j.Font("go", "B", 8.2)
		j.Put(32, y+5, "L", "Emballage")
		y = j.rows(table{cols: cols, family: "go", size: 8.2, lead: 3.8, pad: 1, bottom: 272, turn: head,
			cells: func(_ int, i item) []string {
				return []string{"", i.name, "", "", german.Short(i.quantity), german.Money(i.price), "", german.Money(i.total),
					rate(i)}
			}}, y+6.5, j.items[goods:])
	}
	j.Line(16, y+2, 196, y+2)
	y += 8
	j.Font("go", "", 8.5)
	for n, t := range s.taxes {
		j.Put(16, y+5*float64(n), "L", fmt.Sprintf("BTW %s%% over € %s", german.Short(t.rate), german.Money(t.base)))
		j.Put(80, y+5*float64(n), "R", german.Money(t.tax))
	}
	for n, row := range [][2]string{{"Totaal excl. BTW", german.Money(s.subtotal)}, {"Totaal BTW", german.Money(s.tax)},
		{"Te betalen", "€ " + german.Money(s.total)}} {
		if n == 2 {
			j.Font("go", "B", 11)
		}
		j.Put(130, y+6*float64(n), "L", row[0])
		j.Put(187, y+6*float64(n), "R", row[1])
	}
	j.Font("go", "", 7.5)
	j.Put(105, 287, "C",
		"Gelieve te betalen op NL91 ABNA 0417 1643 00 onder vermelding van het factuurnummer. Emballage wordt bij "+
			"retour gecrediteerd.")
}

var bearings = trade{
	nouns: "Ball bearing 6204-2RS|Oil seal NBR|V-belt SPA|Shock absorber rear|Brake disc vented|Gasket set|Water pump",
	kinds: "for Fiat Ducato|for VW T5|universal|for Škoda Octavia|reinforced",
	sizes: "20x47x14|1250 mm|Ø 280|left/right", code: "@@@-####/#",
	low: 210, high: 9900,
}

// plParts confirms an order in English, with the net price, tax, gross value and week of delivery
// of each line.
func plParts(j *job) {
	j.sheetOf("P", "A4")
	seller, buyer := j.supplier(invented.Poland), j.customer(invented.Poland)
	number := j.Code("ZK/####") + j.issued.Format("/01/2006")
	j.fact("po_number", j.Code("4500######"))
	j.fact("tax_id", seller.TaxID)
	j.fact("currency", "EUR")
	j.dated(false)
	rate := decimal.Zero
	if j.Chance(40) {
		rate = whole(23)
	}
	for range j.Count() {
		i := j.product(bearings)
		i.quantity, i.rate, i.unit = whole(j.Between(1, 80)), rate, "pcs"
		i.note = fmt.Sprintf("%02d/%d", j.Between(1, 52), j.issued.Year())
		if j.Chance(20) {
			i.unit = "set"
		}
		j.add(i.reckon())
	}
	// The tax of each line is rounded, as its gross value is.
	s := j.reckon(decimal.Zero, decimal.Zero, decimal.Zero)
	s.tax = decimal.Zero
	for _, i := range j.items {
		s.tax = plus(s.tax, percent(i.total, rate))
	}
	s.total = plus(s.subtotal, s.tax)
	j.prints(s, "subtotal tax total")

	space := notation.Style{Point: ",", Group: " "}
	cols := []column{{10, 7, "R", "No."}, {19, 26, "L", "Part no."}, {46, 46, "L", "Name of goods"}, {93, 11, "R",
		"Qty"}, {106, 7, "L", "Unit"},
		{113, 16, "R", "Net\nprice"}, {130, 20, "R", "Net\nvalue"}, {151, 8, "R", "VAT\n%"}, {160, 15, "R",
			"VAT\namount"}, {176, 20, "R", "Gross\nvalue"},
		{197, 8, "C", "Week"}}
	head := func(string) float64 {
		j.AddPage()
		j.Font("sans", "", 8)
		j.Put(205, 12, "R", seller.Town[7:]+", "+j.issued.Format("2006-01-02"))
		if j.PageNo() > 1 {
			j.Put(10, 12, "L", fmt.Sprintf("Order confirmation %s  page %d/%s", number, j.PageNo(), sheet.AllPages))
		} else {
			j.Font("sans", "B", 14)
			j.Put(105, 22, "C", "ORDER CONFIRMATION No. "+number)
			j.Font("sans", "", 9)
			j.Put(105, 28, "C", "to your order "+j.facts["po_number"])
			for n, p := range []invented.Party{seller, buyer} {
				x := 10 + 100*float64(n)
				j.Fill(x, 34, 95, 5.5, 220, 220, 220)
				j.Font("sans", "B", 8.5)
				j.Put(x+2, 38, "L", []string{"SELLER", "BUYER"}[n])
				j.Font("sans", "", 9)
				if n == 0 {
					j.Block(x+2, 44, 4.4, "L", p.Name, p.Street, p.Town, "NIP (VAT ID): "+p.TaxID)
				} else {
					j.Block(x+2, 44, 4.4, "L", j.Wrapped(p.Name, 90)...)
				}
			}
		}
		top := 62.0
		if j.PageNo() > 1 {
			top = 16
		}
		j.Fill(10, top, 195, 9, 245, 245, 245)
		j.Rect(10, top, 195, 9, "D")
		j.Font("sans", "B", 7.5)
		j.heads(cols, top+3.8, 3.4)
		return top + 9
	}
	y := j.rows(table{cols: cols, family: "sans", size: 8, lead: 3.6, pad: 2, bottom: 275, turn: head,
		under: func(_ int, _ item, y, h float64) { j.Rect(10, y, 195, h, "D") },
		cells: func(n int, i item) []string {
			tax := percent(i.total, rate)
			return []string{fmt.Sprint(n + 1), i.code, i.name, space.Short(i.quantity), i.unit, space.Money(i.price),
				space.Money(i.total),
				space.Short(rate), space.Money(tax), space.Money(plus(i.total, tax)), i.note[:2]}
		}}, head(""), j.items)
	if y > 240 {
		y = head("")
	}
	j.Font("sans", "B", 8.5)
	j.Put(128, y+6, "R", "TOTAL EUR")
	j.Put(150, y+6, "R", space.Money(s.subtotal))
	j.Put(175, y+6, "R", space.Money(s.tax))
	j.Put(196, y+6, "R", space.Money(s.total))
	j.Font("sans", "", 8.5)
	note := "Delivery terms FCA. Payment by transfer, PL61 1090 1014 0000 0712 1981 2874."
	if rate.IsZero() {
		note += " Intra-Community supply, VAT 0%."
	}
	j.Block(10, y+16, 4.4, "L", j.Wrapped(note, 190)...)
	j.Line(140, y+38, 200, y+38)
	j.Put(170, y+42, "C", "issued by")
	j.Scrawl(150, y+36, 17, j.Pick("K. Nowak|A. Wrona"))
}
