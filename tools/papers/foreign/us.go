package foreign

import (
	"fmt"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/tools/papers/foreign/invented"
	"sellingassistant/tools/papers/foreign/notation"
	"sellingassistant/tools/papers/foreign/sheet"
)

var spares = trade{
	nouns: "BRAKE PAD SET|OIL FILTER|WHEEL HUB|ALTERNATOR|STARTER MOTOR|TIE ROD END|SERPENTINE BELT|SPARK PLUG|CV AXLE",
	kinds: "FRT|RR|HD|PREM|REMAN|OE STYLE", sizes: "CHEV 14-18|FORD F150|TOY CAMRY 2.5L|HONDA 2.4|UNIV|DODGE 5.7L",
	code: "@@####-#", low: 389, high: 18950,
}

// usParts looks like the printer of a parts counter: one width of letters, rules of dashes, minus
// signs after numbers.
func usParts(j *job) {
	j.sheetOf("P", "Letter")
	seller, buyer := j.supplier(invented.America), j.customer(invented.America)
	n := notation.Style{Point: ".", Group: ",", Trailing: true}
	number, order := j.fact("invoice_number", j.Code("##-######")), j.fact("po_number", j.Code("PO####"))
	j.fact("currency", "USD")
	j.dated(false)
	for range j.Count() {
		if len(j.items) > 55 {
			break
		}
		i := j.product(spares)
		i.list = i.price
		i.price = notation.Round(must(times(i.list, whole(j.Between(52, 80))).Quo(hundred)), 2)
		i.ordered = whole(j.Between(1, 12))
		if i.quantity = i.ordered; j.Chance(15) {
			i.quantity = whole(j.IntN(3)).Min(i.ordered)
		}
		i.untaxed = true
		i = i.reckon()
		j.add(i)
		if strings.Contains(i.name, "REMAN") && i.quantity.IsPos() {
			core := item{kind: reading.Deposit, code: i.code, name: "CORE CHARGE", quantity: i.quantity, ordered: i.quantity,
				price: j.Cents(1200, 6500), untaxed: true}
			core.list = core.price
			j.add(core.reckon())
			if j.Chance(40) {
				core.name, core.quantity, core.ordered = "CORE RETURN", whole(-1), whole(-1)
				j.add(core.reckon())
			}
		}
	}
	if j.Chance(50) {
		j.add(item{kind: reading.Fee, name: "FUEL SURCHARGE", total: j.Cents(295, 695), below: true, untaxed: true,
			unprinted: noQuantity | noPrice})
	}
	s := j.reckon(decimal.Zero, j.Cents(850, 4200), decimal.Zero)
	j.prints(s, "subtotal shipping total")

	const left, right = 10.0, 206.0
	phone, account := "PH "+j.Code("(###) 555-01##"), j.Code("C####")
	rule := func(y float64) float64 {
		j.Font("courier", "", 9)
		j.Put(left, y, "L", strings.Repeat("-", 103))
		return y + 4
	}
	head := func() float64 {
		j.AddPage()
		j.Font("courier", "B", 14)
		j.Put(left, 14, "L", strings.ToUpper(seller.Name))
		j.Put(right, 14, "R", "I N V O I C E")
		j.Font("courier", "", 9)
		j.Block(left, 19, 4, "L", strings.ToUpper(seller.Street), strings.ToUpper(seller.Town),
			phone)
		j.Put(right, 19, "R", fmt.Sprintf("PAGE %d", j.PageNo()))
		j.Block(left+8, 36, 4, "L", append([]string{"SOLD TO:"}, buyer.Lines()[:3]...)...)
		j.Block(115, 36, 4, "L", append([]string{"SHIP TO:"}, buyer.Lines()[:3]...)...)
		y := rule(54)
		j.Put(left, y, "L", fmt.Sprintf("%-13s%-11s%-10s%-12s%-16s%-20s", "INVOICE NO", "DATE", "CUST NO", "YOUR PO",
			"SHIP VIA", "TERMS"))
		j.Put(left, y+4, "L", fmt.Sprintf("%-13s%-11s%-10s%-12s%-16s%-20s", number, j.issued.Format("01/02/06"),
			account, order,
			"OUR TRUCK 7", "1% 10TH NET 25TH"))
		y = rule(y + 8)
		j.Put(left, y, "L", fmt.Sprintf("%4s %4s %4s  %-11s%-38s%11s%11s%13s", "ORD", "SHP", "B/O", "PART NO",
			"DESCRIPTION", "LIST", "NET", "EXTENSION"))
		return rule(y + 4)
	}
	y := head()
	for _, i := range j.items {
		if i.below {
			continue
		}
		if y > 236 {
			j.Put(right, y+4, "R", "*** CONTINUED ON NEXT PAGE ***")
			y = head()
		}
		j.Font("courier", "", 9)
		back := ""
		if d := minus(i.ordered, i.quantity); d.IsPos() {
			back = n.Short(d)
		}
		j.Put(left, y, "L", fmt.Sprintf("%4s %4s %4s  %-11s%-38s%11s%11s%13s", n.Short(i.ordered), n.Short(i.quantity),
			back, i.code, i.name,
			n.Money(i.list), n.Money(i.price), n.Money(i.total)))
		y += 4
	}
	y = rule(y + 2)
	sum := func(name string, d decimal.Decimal) {
		j.Put(left, y, "L", fmt.Sprintf("%89s%14s", name, n.Money(d)))
		y += 4
	}
	sum("MERCHANDISE", s.subtotal)
	sum("FREIGHT", s.shipping)
	for _, i := range j.items {
		if i.below {
			sum(i.name, i.total)
		}
	}
	sum("RESALE - SALES TAX EXEMPT", decimal.Zero)
	sum("PAY THIS AMOUNT  $", s.total)
	j.Put(left, 268, "L",
		"NO RETURNS AFTER 30 DAYS. 15% RESTOCKING ON SPECIAL ORDERS. RECEIVED BY: ______________________")
	if j.Chance(40) {
		j.Scrawl(150, 262, 15, j.Pick("R. Diaz|J. Pruitt|T.K."))
	}
}

var beauty = trade{
	nouns: "Velvet Matte Lipstick|Hydra Glow Serum|Rose Clay Mask|Lash Lift Mascara|Brow Gel|Body Butter|Micellar " +
		"Water|Nail Lacquer",
	kinds: "Coral|Nude No. 4|Sensitive|Original|Bergamot|Midnight|Fragrance Free",
	sizes: "1.7 fl oz|30 ml|0.12 oz|8 oz jar|2-pack",
	code:  "LB-####@", ean: "8########01", low: 250, high: 2400, packs: []int{3, 6, 12},
}

// usBeauty looks like the confirmation of a wholesale portal: two rows of text to an item, coloured
// bars, no lines.
func usBeauty(j *job) {
	j.sheetOf("P", "Letter")
	seller, buyer := j.supplier(invented.America.Called("Lumabelle|Petal & Pine|Sea Ritual|Honey Atelier", "Beauty "+
		"Co.|Cosmetics LLC")),
		j.customer(invented.America)
	j.fact("po_number", j.Code("SO-26####"))
	j.fact("currency", "USD")
	j.dated(false)
	for range j.Count() {
		i := j.product(beauty)
		i.list, i.unit = times(i.price, whole(2)), "ea"
		i.cases = whole(j.Between(1, 6))
		i.quantity = times(i.cases, i.perCase)
		if j.Chance(12) {
			i.name, i.price, i.quantity = i.name+" TESTER", decimal.Zero, decimal.One
		}
		j.add(i.reckon())
	}
	off := decimal.Zero
	if j.Chance(60) {
		off = whole([]int{5, 10, 15}[j.IntN(3)])
	}
	s := j.reckon(off, j.Cents(0, 3500), decimal.Zero)
	members := "subtotal shipping total"
	if !off.IsZero() {
		members += " discount"
	}
	j.prints(s, members)

	cols := []column{{16, 84, "L", "Item"}, {104, 20, "C", "Case of"}, {126, 14, "C", "Qty"}, {142, 18, "R", "MSRP"},
		{162, 18, "R", "Wholesale"}, {182, 20, "R", "Total"}}
	bar := func(y float64) float64 {
		j.Fill(12, y, 192, 8, 232, 92, 130)
		j.Ink(255, 255, 255)
		j.Font("helvetica", "B", 9)
		j.heads(cols, y+5.3, 4)
		j.Ink(40, 40, 40)
		return y + 9
	}
	j.SetFooterFunc(func() {
		j.Font("helvetica", "", 7)
		j.Ink(120, 120, 120)
		j.Put(108, 270, "C",
			seller.Name+"  |  "+seller.Street+", "+seller.Town+"  |  Page "+fmt.Sprint(j.PageNo())+" of "+sheet.AllPages)
		j.Ink(40, 40, 40)
	})
	j.AddPage()
	j.Fill(0, 0, 216, 22, 252, 233, 239)
	j.Ink(232, 92, 130)
	j.Font("times", "I", 24)
	j.Put(12, 15, "L", seller.Name)
	j.Ink(40, 40, 40)
	j.Font("helvetica", "B", 17)
	j.Put(12, 36, "L", "Thank you for your order!")
	j.Font("helvetica", "", 10)
	j.Put(12, 43, "L", "Order Confirmation "+j.facts["po_number"])
	y := j.Block(12, 54, 5, "L", append([]string{"Ship to"}, buyer.Lines()...)...)
	j.Font("helvetica", "", 10)
	for n, fact := range [][2]string{{"Order date", j.issued.Format("January 2, 2006")}, {"Estimated ship date",
		j.issued.AddDate(0, 0, 9).Format("January 2, 2006")}, {"Payment", "Net 60 through portal"}, {"Sales rep",
		"Dana W."}} {
		j.Put(120, 54+6*float64(n), "L", fact[0])
		j.Put(204, 54+6*float64(n), "R", fact[1])
	}
	y = j.rows(table{cols: cols, family: "helvetica", size: 9, lead: 4.2, pad: 4, bottom: 256,
		turn: func(string) float64 { j.AddPage(); return bar(14) },
		cells: func(_ int, i item) []string {
			if i.price.IsZero() {
				return []string{i.name + "\nSKU " + i.code + "   UPC " + i.gtin, "", "1", "", "FREE", "$0.00"}
			}
			return []string{i.name + "\nSKU " + i.code + "   UPC " + i.gtin, english.Short(i.perCase),
				english.Short(i.quantity),
				"$" + english.Money(i.list), "$" + english.Money(i.price), "$" + english.Money(i.total)}
		},
		under: func(n int, _ item, y, h float64) {
			if n%2 == 1 {
				j.Fill(12, y, 192, h, 250, 244, 246)
			}
		}}, bar(y+4), j.items)
	if y > 225 {
		j.AddPage()
		y = 20
	}
	for _, row := range [][2]string{{"Subtotal", "$" + english.Money(s.subtotal)},
		{fmt.Sprintf("Opening order promo (%s%%)", off), "-$" + english.Money(s.discount)},
		{"Shipping", "$" + english.Money(s.shipping)}, {"Order total (USD)", "$" + english.Money(s.total)}} {
		if strings.HasPrefix(row[0], "Opening") && off.IsZero() {
			continue
		}
		y += 6.5
		if j.Font("helvetica", "", 10); strings.HasPrefix(row[0], "Order total") {
			j.Font("helvetica", "B", 12)
		}
		j.Put(130, y, "L", row[0])
		j.Put(202, y, "R", row[1])
	}
}

var grocery = trade{
	nouns: "ORG ROLLED OATS|GF PASTA PENNE|ALMOND BUTTER|KOMBUCHA GINGER|COCONUT WATER|TOMATO BASIL SCE|CHIA SEED|" +
		"VEG BROTH",
	kinds: "UNSWT|LOW SOD|ORIG|SMOOTH|FAIR TRD", sizes: "6/16 OZ|12/8 OZ|8/32 OZ|1/25 LB|12/11.2 OZ|4/6 CT",
	code: "######", ean: "0##########", low: 1199, high: 9850,
}

// usGrocery lies on its side, in departments with their own sums.
func usGrocery(j *job) {
	j.sheetOf("L", "Letter")
	seller, buyer := j.supplier(invented.America), j.customer(invented.America)
	number := j.fact("invoice_number", j.Code("########"))
	j.fact("po_number", j.Code("######"))
	j.fact("currency", "USD")
	j.dated(true)
	brands := "HARVEST MOON|FIELD & FARM|TRUE ROOT|GOOD ACRE"
	left := j.Count()
	for _, department := range []string{"GROCERY", "BULK", "CHILL"} {
		for range left/3 + 1 {
			i := j.product(grocery)
			i.unit, i.note, i.untaxed = department, j.Pick(brands), true
			i.ordered = whole(j.Between(1, 8))
			if i.quantity = i.ordered; j.Chance(10) {
				i.quantity = decimal.Zero
			}
			if i.list = i.price; j.Chance(30) {
				i.cases = whole([]int{5, 10, 20}[j.IntN(3)])
				i.price = minus(i.list, percent(i.list, i.cases))
			}
			j.add(i.reckon())
		}
	}
	j.add(item{kind: reading.Freight, code: "DLV", name: "DELIVERY CHARGE", unit: "CHARGES", quantity: decimal.One,
		ordered: decimal.One,
		price:   j.Cents(1500, 4500), untaxed: true}.reckon())
	s := j.reckon(decimal.Zero, decimal.Zero, decimal.Zero)
	j.prints(s, "total")

	cols := []column{{10, 10, "R", "QTY\nORD"}, {21, 10, "R", "QTY\nSHP"}, {34, 18, "L", "ITEM\nNUMBER"}, {54, 26, "L",
		"UPC"},
		{82, 26, "L", "BRAND"}, {109, 52, "L", "DESCRIPTION"}, {163, 22, "L", "PACK\nSIZE"}, {183, 20, "R", "CASE\nPRICE"},
		{204, 14, "R", "DISC\n%"}, {219, 20, "R", "NET\nPRICE"}, {240, 26, "R", "EXTENDED\nAMOUNT"}}
	head := func() float64 {
		j.AddPage()
		j.Font("sans", "B", 13)
		j.Put(10, 14, "L", seller.Name)
		j.Font("sans", "", 8)
		j.Put(10, 19, "L", seller.Street+" "+seller.Town)
		j.Font("sans", "B", 11)
		j.Put(266, 14, "R", "INVOICE "+number)
		j.Font("sans", "", 8)
		j.Block(266, 19, 4, "R", "Invoice date "+j.issued.Format("02-Jan-2006"), "Due "+j.due.Format("02-Jan-2006"),
			"Cust PO "+j.facts["po_number"], fmt.Sprintf("Page %d", j.PageNo()))
		j.Block(110, 14, 4, "L", buyer.Lines()[:3]...)
		j.SetLineWidth(0.5)
		j.Line(10, 36, 266, 36)
		j.Font("sans", "B", 7)
		j.heads(cols, 40, 3)
		j.Line(10, 45, 266, 45)
		j.SetLineWidth(0.2)
		return 46
	}
	department := func(n int) decimal.Decimal {
		sum := decimal.Zero
		for _, i := range j.items {
			if i.unit == j.items[n].unit {
				sum = plus(sum, i.total)
			}
		}
		return sum
	}
	y := j.rows(table{cols: cols, family: "sans", size: 8, lead: 3.6, pad: 0.9, bottom: 188,
		turn: func(string) float64 { return head() },
		between: func(n int, i item, y float64) float64 {
			if n > 0 && j.items[n-1].unit == i.unit {
				return y
			}
			j.Font("sans", "B", 8)
			if n > 0 {
				j.Put(238, y+4, "R", "TOTAL "+j.items[n-1].unit)
				j.Put(266, y+4, "R", english.Money(department(n-1)))
				y += 6
			}
			j.Put(12, y+4, "L", "*** "+i.unit+" ***")
			return y + 6
		},
		cells: func(_ int, i item) []string {
			name, size := i.name, ""
			if i.kind == reading.Product {
				at := strings.LastIndex(name[:strings.LastIndex(name, " ")], " ")
				name, size = name[:at], name[at+1:]
			}
			off := ""
			if !i.cases.IsZero() {
				off = english.Short(i.cases)
			}
			if i.list.IsZero() {
				i.list = i.price
			}
			if i.quantity.IsZero() {
				name += " - OUT OF STOCK"
			}
			return []string{english.Short(i.ordered), english.Short(i.quantity), i.code, i.gtin, i.note, name, size,
				english.Money(i.list), off, english.Money(i.price), english.Money(i.total)}
		}}, head(), j.items)
	j.Font("sans", "B", 8)
	last := len(j.items) - 1
	j.Put(238, y+4, "R", "TOTAL "+j.items[last].unit)
	j.Put(266, y+4, "R", english.Money(department(last)))
	j.Font("sans", "B", 11)
	j.Put(266, y+13, "R", "INVOICE TOTAL   USD "+english.Money(s.total))
	if j.Chance(30) {
		j.Stamp(110, min(y+6, 192), 8, 190, 30, 30, "RECEIVED", j.issued.AddDate(0, 0, 2).Format("Jan 2 2006"))
	}
}
