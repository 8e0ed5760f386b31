package foreign

import (
	"fmt"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/tools/papers/foreign/invented"
)

var food = trade{
	nouns: "Aceite de oliva virgen extra|Aceitunas rellenas|Turrón de Alicante|Pan de molde|Queso curado oveja|" +
		"Atún claro|Garbanzo pedrosillano",
	kinds: "Serrano|Marisol|El Molino|Casa Paca", sizes: "1 L|350 g|pack 3|5 kg|450 g", code: "#####", low: 95,
	high: 1690, packs: []int{6, 10, 12, 24},
}

// esFood groups lines by delivery note. It has two discounts in a row, and a tax surcharge.
func esFood(j *job) {
	j.sheetOf("P", "A4")
	seller, buyer := j.supplier(invented.Spain), j.customer(invented.Spain)
	j.fact("invoice_number", j.Code("A/######"))
	j.fact("tax_id", seller.TaxID)
	j.fact("currency", "EUR")
	j.dated(true)
	extra := map[string]string{"4": "0.5", "10": "1.4", "21": "5.2"}
	notes, day := []string{j.Code("AL#####"), j.Code("AL#####"), j.Code("AL#####")}, j.issued.AddDate(0, 0, -9)
	left := j.Count()
	for n, note := range notes[:min(3, left)] {
		for range (left + 2 - n) / 3 {
			i := j.product(food)
			i.cases = whole(j.Between(1, 9))
			i.quantity, i.note = times(i.cases, i.perCase), note
			i.rate = whole([]int{10, 10, 10, 4, 21}[j.IntN(5)])
			if j.Chance(40) {
				i.list = whole([]int{5, 10, 15}[j.IntN(3)])
				i.discount = i.list
				if j.Chance(40) {
					// Three percent of the rest.
					i.discount = plus(i.list, must(times(minus(hundred, i.list), whole(3)).Quo(hundred)))
					i.ordered = whole(3)
				}
			}
			j.add(i.reckon())
		}
	}
	if j.Chance(50) {
		j.add(item{kind: reading.Freight, name: "Portes", note: j.items[len(j.items)-1].note, quantity: decimal.One,
			price: j.Cents(600, 1800),
			rate:  whole(21)}.reckon())
	}
	surcharge := j.Chance(40)
	s := j.reckon(decimal.Zero, decimal.Zero, decimal.Zero)
	if surcharge {
		for _, t := range s.taxes {
			off := percent(t.base, decimal.MustParse(extra[t.rate.String()]))
			s.tax, s.total = plus(s.tax, off), plus(s.total, off)
		}
	}
	j.prints(s, "subtotal tax total")

	cols := []column{{12, 16, "L", "CÓDIGO"}, {29, 66, "L", "DESCRIPCIÓN"}, {95, 12, "R", "CAJAS"}, {108, 13, "R",
		"UDS."}, {122, 17, "R", "PRECIO"},
		{140, 9, "R", "%DTO"}, {150, 9, "R", "%DTO"}, {160, 22, "R", "IMPORTE"}, {184, 14, "R", "%IVA"}}
	account := j.Code("430####")
	head := func(carried string) float64 {
		if carried != "" {
			j.Font("helvetica", "I", 8)
			j.Put(182, 263, "R", "Suma y sigue   "+carried)
		}
		j.AddPage()
		j.Font("times", "B", 17)
		j.Put(12, 18, "L", seller.Name)
		j.Font("helvetica", "", 8)
		j.Block(12, 23, 3.8, "L", seller.Street, seller.Town, "C.I.F.: "+seller.TaxID)
		j.Rect(110, 12, 88, 26, "D")
		j.Font("helvetica", "B", 9)
		j.Block(114, 18, 4.6, "L", buyer.Lines()[:3]...)
		j.Font("helvetica", "", 8)
		j.Put(114, 33, "L", "NIF: "+buyer.TaxID)
		for n, cell := range [][2]string{{"FACTURA", j.facts["invoice_number"]}, {"FECHA", j.issued.Format("02-01-2006")},
			{"VENCIMIENTO", j.due.Format("02-01-2006")}, {"CLIENTE", account}, {"HOJA", fmt.Sprint(j.PageNo())}} {
			x := 12 + 37.2*float64(n)
			j.Fill(x, 44, 37.2, 5, 215, 225, 200)
			j.Rect(x, 44, 37.2, 11, "D")
			j.Font("helvetica", "B", 7)
			j.Put(x+18.6, 47.5, "C", cell[0])
			j.Font("helvetica", "", 9)
			j.Put(x+18.6, 53, "C", cell[1])
		}
		j.Font("helvetica", "B", 7.5)
		j.heads(cols, 62, 4)
		j.Line(12, 64, 198, 64)
		return 65
	}
	y := j.rows(table{cols: cols, family: "helvetica", size: 8.5, lead: 3.9, pad: 1, bottom: 250, turn: head,
		carriedIn: german,
		between: func(n int, i item, y float64) float64 {
			if n > 0 && j.items[n-1].note == i.note {
				return y
			}
			j.Font("helvetica", "I", 8.5)
			day = day.AddDate(0, 0, 2)
			j.Put(29, y+4, "L", "Albarán "+i.note+" de fecha "+day.Format("02-01-2006"))
			return y + 5.5
		},
		cells: func(_ int, i item) []string {
			first, second, cases := "", "", ""
			if !i.list.IsZero() {
				first = german.Short(i.list)
			}
			if !i.ordered.IsZero() {
				second = german.Short(i.ordered)
			}
			if !i.cases.IsZero() {
				cases = german.Short(i.cases)
			}
			return []string{i.code, i.name, cases, german.Short(i.quantity), german.Scaled(i.price, 3), first, second,
				german.Money(i.total),
				german.Short(i.rate)}
		}}, head(""), j.items)
	if y > 228 {
		head(carried(german, j.items))
	}
	y = 236
	j.Rect(12, y, 186, 30, "D")
	j.Font("helvetica", "B", 7.5)
	for n, text := range []string{"BASE IMPONIBLE", "% IVA", "CUOTA IVA", "% R.E.", "CUOTA R.E."} {
		j.Put(40+24*float64(n), y+5, "R", text)
	}
	j.Font("helvetica", "", 8.5)
	for n, t := range s.taxes {
		cells := []string{german.Money(t.base), german.Money(t.rate), german.Money(t.tax), "", ""}
		if surcharge {
			more := decimal.MustParse(extra[t.rate.String()])
			cells[3], cells[4] = german.Money(more), german.Money(percent(t.base, more))
		}
		for at, text := range cells {
			j.Put(40+24*float64(at), y+11+4.5*float64(n), "R", text)
		}
	}
	j.Put(150, y+24, "R", "Suma "+german.Money(s.subtotal)+"    Impuestos "+german.Money(s.tax))
	j.Fill(154, y, 44, 30, 215, 225, 200)
	j.Font("helvetica", "B", 8)
	j.Put(176, y+8, "C", "TOTAL FACTURA EUR")
	j.Font("helvetica", "B", 14)
	j.Put(176, y+20, "C", german.Money(s.total))
	j.Font("helvetica", "", 7.5)
	j.Put(12, 271, "L", "Forma de pago: recibo domiciliado. Cuenta ES91 2100 0418 4502 0005 1332")
}

var cosmetics = trade{
	nouns: "CREMA VISO|SHAMPOO DELICATO|BAGNODOCCIA|OLIO CORPO|PROFUMO EDP|SMALTO|MASCHERA CAPELLI",
	kinds: "ARGAN|LAVANDA|FIORI BIANCHI|VITAMINA C|MELOGRANO", sizes: "ML 50|ML 250|ML 500|ML 15", code: "@@###",
	ean: "80##########",
	low: 180, high: 3450, packs: []int{6, 12, 24},
}

// itCosmetics has a small name in each box, discounts written as 10+5, and gifts with a discount of
// 100 percent.
func itCosmetics(j *job) {
	j.sheetOf("P", "A4")
	seller, buyer := j.supplier(invented.Italy), j.customer(invented.Italy)
	j.fact("invoice_number", fmt.Sprintf("%s/%s", j.Code("####"), j.issued.Format("06")))
	j.fact("tax_id", seller.TaxID)
	j.fact("currency", "EUR")
	j.dated(true)
	rate := whole(22)
	for range j.Count() {
		i := j.product(cosmetics)
		i.quantity, i.rate, i.unit = whole(j.Between(1, 48)), rate, "PZ"
		switch n := j.IntN(10); {
		case n < 3:
			i.discount, i.note = decimal.MustParse("14.5"), "10+5"
		case n < 5:
			i.discount, i.note = whole(30), "30"
		case n == 5:
			i.discount, i.note = hundred, "100"
			i.name += " SCONTO MERCE"
		}
		j.add(i.reckon())
	}
	if j.Chance(60) {
		j.add(item{kind: reading.Fee, name: "SPESE INCASSO", total: decimal.MustNew(350, 2), rate: rate, below: true,
			unprinted: noQuantity | noPrice})
	}
	s := j.reckon(decimal.Zero, j.Cents(0, 1500), rate)
	members := "subtotal tax total"
	if !s.shipping.IsZero() {
		members += " shipping"
	}
	j.prints(s, members)

	box := func(x, y, w, h float64, name string, lines ...string) {
		j.Rect(x, y, w, h, "D")
		j.Font("helvetica", "", 5.5)
		j.Put(x+1, y+2.4, "L", name)
		j.Font("helvetica", "", 8.5)
		j.Block(x+2, y+7, 4, "L", lines...)
	}
	xs := []float64{8, 28, 96, 106, 121, 139, 153, 178, 190, 202}
	cols := []column{{9, 18, "L", "Codice"}, {29, 66, "L", "Descrizione della merce"}, {97, 8, "C", "U.M."}, {107, 13,
		"R", "Quantità"},
		{122, 16, "R", "Prezzo unit."}, {140, 12, "C", "Sconto"}, {154, 23, "R", "Importo"}, {179, 10, "C", "IVA"}, {191,
			10, "R", "Conf."}}
	account := j.Code("#####")
	head := func(string) float64 {
		if j.PageNo() > 0 {
			j.Font("helvetica", "I", 8)
			j.Put(201, 244, "R", "segue")
		}
		j.AddPage()
		j.Ink(130, 90, 20)
		j.Font("times", "BI", 22)
		j.Put(8, 20, "L", seller.Name)
		j.Ink(0, 0, 0)
		j.Font("helvetica", "", 7)
		j.Put(8, 25, "L", strings.Join(seller.Lines()[1:3], " - ")+" - P.IVA "+seller.TaxID)
		box(8, 30, 95, 26, "Luogo di destinazione", buyer.Lines()[:3]...)
		box(105, 30, 97, 26, "Spett.le", buyer.Lines()...)
		box(8, 58, 50, 9, "Tipo documento", "FATTURA ACCOMPAGNATORIA")
		box(58, 58, 30, 9, "Numero", j.facts["invoice_number"])
		box(88, 58, 28, 9, "Data", j.issued.Format("02/01/2006"))
		box(116, 58, 30, 9, "Cod. cliente", account)
		box(146, 58, 38, 9, "Scadenza", j.due.Format("02/01/2006"))
		box(184, 58, 18, 9, "Pag.", fmt.Sprint(j.PageNo()))
		for at := range len(xs) - 1 {
			j.Rect(xs[at], 70, xs[at+1]-xs[at], 170, "D")
		}
		j.Font("helvetica", "", 6.5)
		j.heads(cols, 73.5, 3)
		j.Line(8, 75, 202, 75)
		return 76
	}
	j.rows(table{cols: cols, family: "helvetica", size: 8.2, lead: 3.8, pad: 1.2, bottom: 239, turn: head,
		cells: func(_ int, i item) []string {
			return []string{i.code, i.name + "\n" + i.gtin, i.unit, german.Money(i.quantity), german.Scaled(i.price, 4),
				i.note, german.Money(i.total),
				german.Short(i.rate), german.Short(i.perCase)}
		}}, head(""), j.above())
	collect := "0,00"
	if last := j.items[len(j.items)-1]; last.below {
		collect = german.Money(last.total)
	}
	box(8, 248, 32, 10, "Totale merce", german.Money(s.subtotal))
	box(40, 248, 32, 10, "Spese trasporto", german.Money(s.shipping))
	box(72, 248, 32, 10, "Spese incasso", collect)
	box(104, 248, 32, 10, "Imponibile", german.Money(s.taxes[0].base))
	box(136, 248, 14, 10, "Aliq.", "22")
	box(150, 248, 26, 10, "Imposta", german.Money(s.tax))
	box(8, 258, 40, 11, "Causale del trasporto", "VENDITA")
	box(48, 258, 40, 11, "Aspetto dei beni", "CARTONI N. "+fmt.Sprint(j.Between(1, 20)))
	box(88, 258, 88, 11, "Banca d'appoggio", "IT60 X054 2811 1010 0000 0123 456")
	j.Fill(176.2, 248.2, 25.6, 20.6, 240, 230, 205)
	j.Font("helvetica", "", 5.5)
	j.Put(177, 250.5, "L", "TOTALE FATTURA EUR")
	j.Font("helvetica", "B", 12)
	j.Put(201, 262, "R", german.Money(s.total))
	box(8, 269, 97, 14, "Firma del vettore")
	box(105, 269, 97, 14, "Firma del destinatario")
	j.Scrawl(120, 279, 15, j.Pick("G. Rossi|Iris M.|Paolo"))
}
