package foreign

import (
	"fmt"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/tools/papers/foreign/invented"
	"sellingassistant/tools/papers/foreign/sheet"
)

var wine = trade{
	nouns: "Château Bellerive rouge|Côtes du Marquis rosé|Blanc sec Vieilles Vignes|Crémant brut|Pineau ambré|" +
		"Gamay nouveau",
	kinds: "AOP|IGP|HVE|bio", sizes: "2021|2022|2023|s.m.", code: "@@##-@", low: 320, high: 2450, packs: []int{6, 6, 12},
}

// frWine sells bottles in cartons and gives cartons for free. Its blocks have round corners.
func frWine(j *job) {
	j.sheetOf("P", "A4")
	seller, buyer := j.supplier(invented.France), j.customer(invented.France)
	j.fact("invoice_number", j.Code("F2#-####"))
	j.fact("tax_id", seller.TaxID)
	j.fact("currency", "EUR")
	j.dated(true)
	for range (j.Count() + 1) / 2 {
		i := j.product(wine)
		i.cases, i.rate = whole(j.Between(1, 20)), twenty
		i.quantity = times(i.cases, i.perCase)
		if j.Chance(40) {
			i.discount = whole([]int{3, 5, 10}[j.IntN(3)])
		}
		i = i.reckon()
		j.add(i)
		if j.Chance(15) {
			i.note, i.cases, i.quantity, i.price, i.discount = "Carton offert", decimal.One, i.perCase, decimal.Zero,
				decimal.Zero
			j.add(i.reckon())
		}
	}
	s := j.reckon(decimal.Zero, j.Cents(1500, 9500), twenty)
	j.prints(s, "subtotal shipping tax total")

	cols := []column{{14, 16, "L", "Réf."}, {31, 61, "L", "Désignation"}, {92, 9, "C", "cl"}, {102, 12, "R", "Bt/ct"},
		{115, 12, "R", "Cartons"},
		{128, 14, "R", "Bouteilles"}, {143, 15, "R", "P.U. HT"}, {159, 11, "R", "Rem."}, {171, 25, "R", "Montant HT"}}
	top := 0.0
	frame := func(bottom float64) {
		j.RoundedRect(12, top, 186, bottom-top, 3, "1234", "D")
		j.Line(12, top+7, 198, top+7)
	}
	head := func(carried string) float64 {
		if carried != "" {
			frame(258)
			j.Font("serif", "I", 9)
			j.Put(196, 263, "R", "À reporter : "+carried)
		}
		j.AddPage()
		j.Ink(110, 20, 50)
		j.Font("serif", "B", 20)
		j.Put(12, 22, "L", seller.Name)
		j.Font("serif", "I", 10)
		j.Put(12, 28, "L", "Propriétaire récoltant à "+seller.Town[6:])
		j.Ink(0, 0, 0)
		j.RoundedRect(112, 12, 86, 22, 3, "1234", "D")
		j.Font("serif", "B", 12)
		j.Put(155, 19, "C", "FACTURE N° "+j.facts["invoice_number"])
		j.Font("serif", "", 9.5)
		j.Put(155, 25, "C", "du "+j.issued.Format("02/01/2006")+" – échéance "+j.due.Format("02/01/2006"))
		j.Put(155, 30, "C", fmt.Sprintf("page %d / %s", j.PageNo(), sheet.AllPages))
		top = 42
		if j.PageNo() == 1 {
			j.RoundedRect(112, 38, 86, 28, 3, "1234", "D")
			j.Font("serif", "", 10.5)
			j.Block(117, 45, 5.4, "L", buyer.Lines()...)
			top = 76
		}
		j.Font("serif", "B", 9)
		j.heads(cols, top+5, 4)
		if carried != "" {
			j.Font("serif", "I", 9)
			j.Put(170, top+12, "R", "Report")
			j.Put(196, top+12, "R", carried)
			return top + 15
		}
		return top + 9
	}
	y := j.rows(table{cols: cols, family: "serif", size: 9.5, lead: 4.2, pad: 2, bottom: 254, turn: head,
		carriedIn: french,
		cells: func(_ int, i item) []string {
			name, price, off := i.name, french.Money(i.price), ""
			if i.note != "" {
				name, price = name+"\n"+i.note, "0,00"
			}
			if !i.discount.IsZero() {
				off = french.Short(i.discount) + " %"
			}
			return []string{i.code, name, "75", french.Short(i.perCase), french.Short(i.cases), french.Short(i.quantity),
				price, off, french.Money(i.total)}
		}}, head(""), j.items)
	if y > 205 {
		frame(258)
		y = head(carried(french, j.items))
	}
	y = max(y, 150)
	frame(y)
	j.RoundedRect(12, y+4, 100, 22, 3, "1234", "D")
	j.Font("serif", "", 9)
	for n, text := range []string{"Base HT", "Taux", "TVA"} {
		j.Put(36+34*float64(n), y+10, "R", text)
	}
	for n, t := range s.taxes {
		for at, text := range []string{french.Money(t.base), french.Short(t.rate) + " %", french.Money(t.tax)} {
			j.Put(36+34*float64(at), y+16+4*float64(n), "R", text)
		}
	}
	j.RoundedRect(120, y+4, 78, 32, 3, "1234", "D")
	for n, row := range [][2]string{{"Total HT marchandises", french.Money(s.subtotal)}, {"Port",
		french.Money(s.shipping)},
		{"Total HT", french.Money(plus(s.subtotal, s.shipping))}, {"Total TVA", french.Money(s.tax)}, {"NET À PAYER",
			french.Money(s.total) + " €"}} {
		if n == 4 {
			j.Font("serif", "B", 11)
		}
		j.Put(124, y+10+5.6*float64(n), "L", row[0])
		j.Put(195, y+10+5.6*float64(n), "R", row[1])
	}
	j.Font("serif", "", 7)
	j.Block(105, 277, 3.2, "C",
		"Escompte pour paiement anticipé : néant. Pénalités de retard : trois fois le taux légal. Indemnité "+
			"forfaitaire : 40 €.",
		seller.Street+" – "+seller.Town+" – TVA intracommunautaire "+seller.TaxID+" – IBAN FR76 1330 6000 1234 5678 9012 345")
}

var haberdashery = trade{
	nouns: "Fil à coudre polyester|Fermeture éclair invisible|Ruban satin|Boutons nacre|Élastique plat|Aiguilles " +
		"assorties|Biais coton",
	kinds: "écru|marine|bordeaux|noir|rouge|vert sapin", sizes: "500 m|22 cm|25 mm x 20 m|18 mm|10 m", code: "###-@##",
	ean:   "32##########",
	packs: []int{5, 10, 12, 20}, low: 100, high: 200,
}

// frDelivery lists ordered, delivered and outstanding quantities, without a price. It has boxes for
// signatures.
func frDelivery(j *job) {
	j.sheetOf("P", "A4")
	seller, buyer := j.supplier(invented.France), j.customer(invented.France)
	number := j.Code("BL######")
	j.fact("po_number", j.Code("CF-####"))
	j.fact("issue_date", j.issued.Format("2006-01-02"))
	for range j.Count() {
		i := j.product(haberdashery)
		i.ordered = times(i.perCase, whole(j.Between(1, 8)))
		if i.quantity = i.ordered; j.Chance(20) {
			i.quantity = times(i.perCase, whole(j.IntN(2))).Min(i.ordered)
		}
		i.unprinted = noPrice | noTotal
		j.add(i)
	}
	xs := []float64{10, 33, 62, 124, 140, 160, 180, 200}
	cols := []column{{11, 21, "L", "Référence"}, {34, 27, "L", "Code barre"}, {63, 60, "L", "Désignation"}, {125, 14,
		"C", "Condt."},
		{141, 18, "C", "Commandé"}, {161, 18, "C", "Livré"}, {181, 18, "C", "Reliquat"}}
	head := func(string) float64 {
		j.AddPage()
		j.Font("gomono", "B", 15)
		j.Put(10, 18, "L", "BON DE LIVRAISON")
		j.Font("gomono", "", 8.5)
		j.Block(10, 25, 4.2, "L", "N° "+number, "Date : "+j.issued.Format("02.01.2006"),
			"V/commande : "+j.facts["po_number"],
			fmt.Sprintf("Feuillet %d", j.PageNo()))
		j.Block(200, 18, 4.2, "R", append(seller.Lines(), "Tél. 03 20 55 01 44")...)
		j.Fill(100, 42, 100, 24, 240, 240, 240)
		j.Block(104, 48, 4.6, "L", append([]string{"LIVRÉ À"}, buyer.Lines()[:3]...)...)
		j.Fill(10, 72, 190, 7, 30, 30, 30)
		j.Ink(255, 255, 255)
		j.Font("gomono", "B", 8)
		j.heads(cols, 76.7, 4)
		j.Ink(0, 0, 0)
		return 79
	}
	y := j.rows(table{cols: cols, family: "gomono", size: 8, lead: 3.9, pad: 2, bottom: 252, turn: head,
		under: func(_ int, _ item, y, h float64) {
			for at := range len(xs) - 1 {
				j.Rect(xs[at], y, xs[at+1]-xs[at], h, "D")
			}
		},
		cells: func(_ int, i item) []string {
			due := "-"
			if d := minus(i.ordered, i.quantity); d.IsPos() {
				due = french.Short(d)
			}
			return []string{i.code, i.gtin, i.name, french.Short(i.perCase), french.Short(i.ordered),
				french.Short(i.quantity), due}
		}}, head(""), j.items)
	y = max(y, 200) + 4
	for n, text := range []string{"Préparé par", "Nb de colis / poids", "Cachet et signature du client"} {
		j.Rect(10+63.3*float64(n), y, 63.3, 26, "D")
		j.Font("gomono", "", 7.5)
		j.Put(12+63.3*float64(n), y+4, "L", text)
	}
	j.Scrawl(18, y+16, 16, j.Pick("Léa|Momo|S. B."))
	j.Font("gomono", "", 11)
	j.Put(84, y+16, "L", fmt.Sprintf("%d colis / %d,4 kg", j.Between(1, 9), j.Between(3, 60)))
	if j.Chance(50) {
		j.Stamp(146, y+8, 7, 40, 70, 160, strings.Fields(strings.ToUpper(buyer.Name))[0], "REÇU LE "+j.issued.AddDate(0,
			0, 1).Format("02/01/06"))
	}
}
