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
	twenty = whole(20)
	drinks = trade{
		nouns: "Oakwell Cider|Brightwater Still Water|Farrow Ginger Beer|Penny Cola|Old Mill Lager|Hop Garden IPA|" +
			"Sunny Squash Orange",
		kinds: "PM £1.29|4 Pack|Can|Glass|Zero", sizes: "24 x 330ml|12 x 500ml|6 x 1.5L|8 x 75cl|20 x 50cl",
		code: "######", ean: "50#########0", low: 399, high: 2899,
	}
)

// ukDrinks has letters for tax rates, retail prices and margins, and deals of several for a price.
func ukDrinks(j *job) {
	j.sheetOf("P", "A4")
	seller, buyer := j.supplier(invented.Britain), j.customer(invented.Britain)
	number := j.fact("invoice_number", j.Code("@#######"))
	j.fact("currency", "GBP")
	j.fact("tax_id", seller.TaxID)
	j.dated(false)
	for range j.Count() {
		if len(j.items) > 57 {
			break
		}
		i := j.product(drinks)
		i.rate = twenty
		if strings.Contains(i.name, "Zero") {
			i.rate = decimal.Zero
		}
		count := i.name[:strings.Index(i.name, " x ")]
		i.perCase = decimal.MustParse(count[strings.LastIndex(count, " ")+1:])
		i.quantity = whole(j.Between(1, 20))
		i = i.reckon()
		j.add(i)
		if j.Chance(12) {
			off := percent(i.total, whole(8)).Neg()
			j.add(item{kind: reading.Discount, name: j.Pick("Deal: any 3 save 8%|Multibuy saving|Manager's special"),
				rate: i.rate, total: off,
				unprinted: noQuantity | noPrice})
		}
	}
	s := j.reckon(decimal.Zero, decimal.Zero, decimal.Zero)
	j.prints(s, "subtotal tax total")

	cols := []column{{11, 16, "L", "Code"}, {28, 62, "L", "Product"}, {92, 22, "L", "Case"}, {116, 10, "R", "Qty"},
		{128, 17, "R", "Price"}, {147, 19, "R", "Goods £"}, {168, 6, "C", "V"}, {174, 12, "R", "RRP"}, {187, 12, "R",
			"POR%"}}
	account, drop := j.Code("@@@###"), fmt.Sprintf("14 / %d", j.Between(1, 30))
	vat := func(rate decimal.Decimal) string {
		if rate.IsZero() {
			return "Z"
		}
		return "A"
	}
	head := func(carried string) float64 {
		if carried != "" {
			j.Font("sans", "", 8)
			j.Put(146, 271, "R", "Carried forward")
			j.Put(166, 271, "R", carried)
		}
		j.AddPage()
		j.Fill(128, 8, 72, 24, 20, 60, 110)
		j.Ink(255, 255, 255)
		j.Font("sans", "B", 13)
		j.Put(164, 17, "C", seller.Name)
		j.Font("sans", "", 7.5)
		j.Block(164, 22, 3.6, "C", seller.Street+", "+seller.Town, "VAT Reg No "+seller.TaxID)
		j.Ink(0, 0, 0)
		j.Font("sans", "B", 19)
		j.Put(11, 18, "L", "INVOICE")
		j.Font("sans", "", 9)
		j.Block(11, 28, 4.4, "L", buyer.Lines()[:3]...)
		j.Font("sans", "", 8)
		for n, fact := range [][2]string{{"Invoice", number}, {"Date/tax point", j.issued.Format("02/01/2006")},
			{"Account", account},
			{"Route / drop", drop}} {
			j.Rect(128+18*float64(n), 36, 18, 11, "D")
			j.Put(137+18*float64(n), 40, "C", fact[0])
			j.Put(137+18*float64(n), 45, "C", fact[1])
		}
		j.Fill(10, 50, 190, 6, 225, 230, 240)
		j.Font("sans", "B", 8)
		j.heads(cols, 54, 4)
		if carried != "" {
			j.Font("sans", "", 8)
			j.Put(146, 60, "R", "Brought forward")
			j.Put(166, 60, "R", carried)
			return 62
		}
		return 57
	}
	y := j.rows(table{cols: cols, family: "sans", size: 8.5, lead: 3.9, pad: 1, bottom: 266, turn: head,
		carriedIn: english,
		cells: func(_ int, i item) []string {
			if i.kind == reading.Discount {
				return []string{"", i.name, "", "", "", english.Money(i.total), vat(i.rate), "", ""}
			}
			at := strings.LastIndex(i.name[:strings.Index(i.name, " x ")], " ")
			return []string{i.code, i.name[:at] + "\n" + i.gtin, i.name[at+1:], english.Short(i.quantity),
				english.Money(i.price),
				english.Money(i.total), vat(i.rate), english.Money(decimal.MustNew(int64(j.Between(99, 399)), 2)), "2" +
					j.Pick("1.4|4.0|8.7|9.9")}
		}}, head(""), j.items)
	if y > 235 {
		y = head(carried(english, j.items))
	}
	j.Line(10, y+1, 200, y+1)
	j.Font("sans", "", 8)
	for n, text := range []string{"VAT", "Rate %", "Goods", "VAT amount"} {
		j.Put(14+20*float64(n), y+6, "L", text)
	}
	for n, t := range s.taxes {
		row := y + 10 + 4*float64(n)
		j.Put(14, row, "L", vat(t.rate))
		j.Put(34, row, "L", english.Money(t.rate))
		j.Put(66, row, "R", english.Money(t.base))
		j.Put(90, row, "R", english.Money(t.tax))
	}
	j.Font("sans", "B", 9)
	for n, row := range [][2]string{{"Total goods", english.Money(s.subtotal)}, {"Total VAT", english.Money(s.tax)},
		{"INVOICE TOTAL", "£" + english.Money(s.total)}} {
		j.Put(150, y+6+5*float64(n), "R", row[0])
		j.Put(198, y+6+5*float64(n), "R", row[1])
	}
	j.Font("sans", "", 7)
	j.Put(11, 288, "L",
		"Goods remain our property until paid. Shortages within 24 hours. Bank: sort code 20-11-43 account 3341 9087")
}

var office = trade{
	nouns: "Lever Arch File A4|Ballpoint Pen|Copier Paper 80gsm|Sticky Notes|Envelope DL Window|Whiteboard Marker|" +
		"Box File|Staples 26/6",
	kinds: "Black|Blue|Assorted|White|Recycled", sizes: "Medium|Foolscap|Pk of 12|Ream|", code: "@@@####", low: 145,
	high: 4499,
}

// ukCredit credits returned goods, priced for 1, 10 or 100, less a restocking charge.
func ukCredit(j *job) {
	j.sheetOf("P", "A4")
	seller, buyer := j.supplier(invented.Britain), j.customer(invented.Britain)
	j.fact("invoice_number", j.Code("CN#####"))
	j.fact("tax_id", seller.TaxID)
	j.fact("currency", "GBP")
	j.dated(false)
	goods := decimal.Zero
	for range (j.Count() + 2) / 3 {
		i := j.product(office)
		i.base = whole([]int{1, 1, 10, 100}[j.IntN(4)])
		i.quantity, i.rate = times(whole(j.Between(1, 9)), i.base), twenty
		i.note = j.Pick("Damaged in transit|Wrong item picked|Ordered in error|Short delivered")
		i = i.reckon()
		goods = plus(goods, i.total)
		j.add(i)
	}
	if j.Chance(50) {
		j.add(item{kind: reading.Fee, name: "Less restocking charge 10%", total: percent(goods, whole(10)).Neg(),
			rate:      twenty,
			unprinted: noQuantity | noPrice})
	}
	s := j.reckon(decimal.Zero, decimal.Zero, decimal.Zero)
	j.prints(s, "subtotal tax total")

	origin := j.Code("IN#####")
	xs := []float64{15, 38, 104, 119, 135, 153, 165, 181, 195}
	cols := []column{{16, 21, "L", "Stock No"}, {39, 64, "L", "Description"}, {105, 13, "R", "Qty"}, {120, 14, "C",
		"Unit"},
		{136, 16, "R", "Price"}, {154, 10, "C", "Per"}, {166, 14, "R", "VAT %"}, {182, 12.5, "R", "Net"}}
	top := 0.0
	sides := func(bottom float64) {
		for _, x := range xs {
			j.Line(x, top, x, bottom)
		}
		j.Line(xs[0], bottom, xs[len(xs)-1], bottom)
	}
	head := func() float64 {
		j.AddPage()
		j.Font("times", "B", 20)
		j.Put(105, 20, "C", seller.Name)
		j.Font("times", "I", 10)
		j.Put(105, 26, "C", strings.Join(seller.Lines()[1:], ", ")+"   VAT "+seller.TaxID)
		j.SetLineWidth(0.6)
		j.Line(15, 29, 195, 29)
		j.SetLineWidth(0.2)
		j.Font("times", "B", 15)
		j.Put(195, 40, "R", "CREDIT NOTE")
		j.Font("times", "", 10)
		j.Rect(15, 35, 80, 26, "D")
		j.Block(18, 41, 5, "L", buyer.Lines()...)
		j.Block(140, 47, 5, "L", "Credit note no:", "Date:", "Our invoice:", "Page:")
		j.Block(195, 47, 5, "R", j.facts["invoice_number"], j.issued.Format("2 January 2006"), origin,
			fmt.Sprintf("%d of %s", j.PageNo(), sheet.AllPages))
		top = 70
		j.Font("times", "B", 9.5)
		j.heads(cols, top+4.5, 4)
		j.Line(xs[0], top, 195, top)
		j.Line(xs[0], top+6, 195, top+6)
		return top + 7
	}
	y := j.rows(table{cols: cols, family: "times", size: 9.5, lead: 4.2, pad: 1.2, bottom: 255,
		turn: func(string) float64 { sides(255); return head() },
		cells: func(_ int, i item) []string {
			if i.kind == reading.Fee {
				return []string{"", i.name, "", "", "", "", english.Money(i.rate), english.Money(i.total)}
			}
			return []string{i.code, i.name + "\nReason: " + i.note, english.Short(i.quantity), "EA", english.Money(i.price),
				english.Short(i.base),
				english.Money(i.rate), english.Money(i.total)}
		}}, head(), j.items)
	sides(max(y, 150))
	y = max(y, 150) + 6
	j.Font("times", "", 10)
	for _, row := range [][2]string{{"Goods total", english.Money(s.subtotal)}, {"VAT at 20.00%", english.Money(s.tax)},
		{"TOTAL CREDIT  GBP", english.Money(s.total)}} {
		j.Put(172, y, "R", row[0])
		j.Put(194.5, y, "R", row[1])
		y += 5.5
	}
	j.Put(15, y-10, "L", "This amount will be set against your account.")
	j.Stamp(30, y-4, 6, 200, 40, 40, "CREDIT")
}

var cloth = trade{
	nouns: "Herringbone Tweed|Worsted Flannel|Cotton Drill|Linen Union|Merino Jersey|Waxed Canvas|Velvet",
	kinds: "Charcoal|Moss|Oatmeal|Ink|Rust|Heather",
	sizes: "148cm 320g/m², 100% wool, dry clean|152cm 410g/m², brushed|140cm 250g/m²",
	code:  "####/##", low: 690, high: 4850,
}

// ukCloth sells by the metre and lists the length of each piece. Its letterhead is at the bottom.
func ukCloth(j *job) {
	j.sheetOf("P", "A4")
	seller, buyer := j.supplier(invented.Britain.Called("Calderbrook|Isla|Weir Bank|Shaw & Firth", "Mills Ltd|"+
		"Weavers Limited")),
		j.customer(invented.Britain)
	j.fact("invoice_number", j.Code("#####"))
	j.fact("po_number", j.Code("@@/###"))
	j.fact("currency", "GBP")
	j.fact("tax_id", seller.TaxID)
	j.dated(true)
	for range (j.Count() + 1) / 2 {
		i := j.product(cloth)
		var pieces []string
		for range j.Between(1, 5) {
			length := decimal.MustNew(int64(j.Between(180, 620)), 1)
			i.quantity = plus(i.quantity, length)
			pieces = append(pieces, english.Scaled(length, 1))
		}
		i.note, i.cases, i.rate = "Pcs: "+strings.Join(pieces, " + "), whole(len(pieces)), twenty
		j.add(i.reckon())
	}
	s := j.reckon(decimal.Zero, j.Cents(1200, 6400), twenty)
	j.prints(s, "subtotal shipping tax total")

	cols := []column{{20, 20, "L", "Design"}, {42, 72, "L", "Quality and shade"}, {116, 12, "R", "Pcs"}, {130, 18, "R",
		"Metres"},
		{150, 18, "R", "£ per m"}, {170, 24, "R", "£"}}
	j.SetFooterFunc(func() {
		j.Ink(90, 40, 30)
		j.Line(20, 272, 194, 272)
		j.Font("caps", "", 13)
		j.Put(107, 279, "C", seller.Name)
		j.Font("go", "", 7)
		j.Put(107, 284, "C", strings.Join(seller.Lines()[1:],
			" · ")+" · VAT "+seller.TaxID+" · Registered in England 0"+"4471822")
		j.Ink(0, 0, 0)
	})
	head := func(carried string) float64 {
		j.AddPage()
		j.Font("caps", "", 26)
		j.Ink(90, 40, 30)
		j.Put(20, 24, "L", strings.ToLower(strings.Fields(seller.Name)[0]))
		j.Ink(0, 0, 0)
		y := 32.0
		if j.PageNo() == 1 {
			j.Font("go", "", 9)
			j.Block(20, 38, 4.5, "L", buyer.Lines()...)
			j.Block(150, 38, 4.5, "R", "Invoice number", "Invoice date", "Your order", "Payment due")
			j.Block(154, 38, 4.5, "L", j.facts["invoice_number"], j.issued.Format("2 Jan 2006"), j.facts["po_number"],
				j.due.Format("2 Jan 2006"))
			y = 66
		}
		j.Font("gomedium", "", 9)
		j.heads(cols, y, 4)
		if carried != "" {
			j.Font("go", "", 9)
			j.Put(168, y+6, "R", "brought forward")
			j.Put(194, y+6, "R", carried)
			return y + 9
		}
		return y + 3
	}
	y := j.rows(table{cols: cols, family: "go", size: 9, lead: 4.3, pad: 2.4, bottom: 262, last: true, turn: head,
		carriedIn: english,
		cells: func(_ int, i item) []string {
			return []string{i.code, i.name + "\n" + i.note, english.Short(i.cases), english.Money(i.quantity),
				english.Money(i.price),
				english.Money(i.total)}
		}}, head(""), j.items)
	if y > 232 {
		y = head(carried(english, j.items))
	}
	j.Font("go", "", 9)
	for n, row := range [][2]string{{"Goods", english.Money(s.subtotal)}, {"Carriage", english.Money(s.shipping)},
		{"VAT @ 20%", english.Money(s.tax)}, {"Amount due", "£ " + english.Money(s.total)}} {
		row0 := y + 7 + 5.5*float64(n)
		j.Put(140, row0, "L", row[0])
		j.Put(194, row0, "R", row[1])
		if n == 3 {
			j.Line(168, row0-4, 194, row0-4)
			j.Line(168, row0+1.2, 194, row0+1.2)
			j.Line(168, row0+2, 194, row0+2)
		}
	}
}

var fixings = []trade{
	{nouns: "Woodscrew csk pozi", sizes: "3.5 x 25|4.0 x 40|5.0 x 60|6.0 x 100", code: "W####", low: 95, high: 1250,
		packs: []int{100, 200}},
	{nouns: "Hex bolt zinc 8.8", sizes: "M6 x 40|M8 x 60|M10 x 80|M12 x 120", code: "HB###", low: 450, high: 8900,
		packs: []int{25, 50, 100}},
	{nouns: "Form A washer", sizes: "M6|M8|M10|M12|M16", code: "FW###", low: 60, high: 480, packs: []int{100, 500}},
	{nouns: "Nylon plug", sizes: "red 5.5mm|brown 7mm|blue 10mm", code: "NP###", low: 110, high: 690, packs: []int{100,
		1000}},
}

// ukPrices lists prices per hundred in two tables beside each other.
func ukPrices(j *job) {
	j.sheetOf("P", "A4")
	seller := j.supplier(invented.Britain.Called(invented.Britain.Names, "Fixings Ltd|Fasteners Ltd"))
	j.fact("currency", "GBP")
	j.fact("issue_date", j.issued.Format("2006-01-02"))
	j.SetFooterFunc(func() {
		j.Fill(0, 287, 210, 10, 235, 180, 30)
		j.Font("helvetica", "B", 9)
		j.Put(12, 293, "L", seller.Name+"  "+seller.Town)
		j.Put(198, 293, "R", fmt.Sprintf("%d", j.PageNo()))
	})
	page := func() {
		j.AddPage()
		j.Fill(0, 0, 210, 16, 235, 180, 30)
		j.Font("helvetica", "B", 15)
		j.Put(12, 10.5, "L", "TRADE PRICE LIST")
		j.Font("helvetica", "", 9)
		j.Put(198, 10.5, "R", "Prices from "+j.issued.Format("2 January 2006")+", GBP excluding VAT")
	}
	page()
	side, y := 0.0, 24.0
	next := func() {
		if y = 24; side == 0 {
			side = 98
		} else {
			side = 0
			page()
		}
	}
	for n := range max(8, j.Count()) {
		t := fixings[n/15]
		i := j.product(t)
		i.base, i.unprinted = hundred, noQuantity|noTotal
		if n%15 == 0 {
			if y > 100 {
				next()
			}
			j.Fill(12+side, y, 88, 6, 60, 60, 60)
			j.Ink(255, 255, 255)
			j.Font("helvetica", "B", 9)
			j.Put(14+side, y+4.2, "L", t.nouns)
			j.Ink(0, 0, 0)
			j.Font("helvetica", "B", 7)
			j.Put(13+side, y+9.5, "L", "Code")
			j.Put(31+side, y+9.5, "L", "Size")
			j.Put(78+side, y+9.5, "R", "Box qty")
			j.Put(99+side, y+9.5, "R", "£ per 100")
			y += 11
		}
		j.add(i)
		j.Font("helvetica", "", 8.5)
		j.Put(13+side, y+3.5, "L", i.code)
		j.Put(31+side, y+3.5, "L", strings.TrimPrefix(i.name, t.nouns+" "))
		j.Put(78+side, y+3.5, "R", english.Short(i.perCase))
		j.Put(99+side, y+3.5, "R", english.Money(i.price))
		j.SetDrawColor(200, 200, 200)
		j.Line(12+side, y+5, 100+side, y+5)
		j.SetDrawColor(0, 0, 0)
		if y += 5.2; y > 278 {
			next()
		}
	}
}
