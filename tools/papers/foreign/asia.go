package foreign

import (
	"fmt"
	"strings"

	"github.com/govalues/decimal"

	"sellingassistant/domain/document/reading"
	"sellingassistant/tools/papers/foreign/invented"
	"sellingassistant/tools/papers/foreign/notation"
)

var gadgets = trade{
	nouns: "Silicone Kitchen Spatula|LED Desk Lamp|Canvas Tote Bag|Cordless Drill Bit Case|Bamboo Toothbrush|Pet " +
		"Grooming Glove|Yoga Strap",
	kinds: "with custom logo on colour box|in assorted colours, OPP bag|with hang tag and header card|with USB " +
		"cable, CE approved",
	sizes: "Size 28 x 6 cm|Size 38 x 40 cm|Length 180 cm|Material ABS + PP", code: "SH-####@", low: 18, high: 899,
	packs: []int{24, 48, 100, 200},
}

// cnProforma offers cartons in US dollars, with volumes, a sum in words, a part to be paid at once
// and a round stamp.
func cnProforma(j *job) {
	j.sheetOf("P", "A4")
	seller, buyer := j.supplier(invented.China), j.customer(invented.America)
	number := j.Code("PI2#####")
	j.fact("currency", "USD")
	j.fact("issue_date", j.issued.Format("2006-01-02"))
	for range (j.Count() + 2) / 3 {
		i := j.product(gadgets)
		i.cases = whole(j.Between(2, 60))
		i.quantity, i.untaxed = times(i.cases, i.perCase), true
		i.list = decimal.MustNew(int64(j.Between(20, 95)), 3)
		if j.Chance(30) {
			i.price = plus(i.price, decimal.MustNew(5, 3))
		}
		j.add(i.reckon())
	}
	if j.Chance(40) {
		j.add(item{kind: reading.Fee, name: "Mould / printing plate charge (one time)", quantity: decimal.One,
			price:   j.Cents(5000, 35000),
			untaxed: true}.reckon())
	}
	s := j.reckon(decimal.Zero, decimal.Zero, decimal.Zero)
	j.prints(s, "total")

	xs := []float64{8, 16, 36, 56, 112, 127, 140, 155, 170, 184, 204}
	cols := []column{{8, 8, "C", "No."}, {37, 18, "C", "Item No."}, {57, 54, "L", "Description of goods"}, {112, 15,
		"C", "Q'ty\n(PCS)"},
		{127, 13, "C", "PCS/\nCTN"}, {140, 15, "C", "CTNS"}, {155, 15, "C", "CBM"}, {170, 14, "C", "FOB\nUSD/PC"}, {185,
			18, "R", "Amount\n(USD)"}}
	heading := func(y float64) float64 {
		j.Fill(8, y, 196, 11, 198, 224, 180)
		for at := range len(xs) - 1 {
			j.Rect(xs[at], y, xs[at+1]-xs[at], 11, "D")
		}
		j.Font("times", "B", 9)
		j.Put(26, y+4.5, "C", "Photo")
		j.heads(cols, y+4.5, 4)
		return y + 11
	}
	j.AddPage()
	j.Font("times", "B", 17)
	j.Ink(180, 20, 20)
	j.Put(105, 16, "C", strings.ToUpper(seller.Name))
	j.Ink(0, 0, 0)
	j.Font("times", "", 9)
	j.Put(105, 22, "C", "ADD: "+strings.Join(seller.Lines()[1:], ", "))
	j.Put(105, 27, "C", "TEL: 0086-574-5550 0144   FAX: 0086-574-5550 0145   E-MAIL: sales@supplier.invalid")
	j.Line(8, 30, 204, 30)
	j.Font("times", "BU", 15)
	j.Put(105, 38, "C", "PROFORMA INVOICE")
	j.Font("times", "", 10)
	j.Block(8, 46, 5, "L", "TO: "+buyer.Name, buyer.Street, buyer.Town)
	j.Block(204, 46, 5, "R", "P/I NO.: "+number, "DATE: "+strings.ToUpper(j.issued.Format("Jan. 02, 2006")),
		"PORT: NINGBO, CHINA")
	volume, cartons, pieces := decimal.Zero, decimal.Zero, decimal.Zero
	for _, i := range j.items {
		volume, cartons = plus(volume, times(i.cases, i.list)), plus(cartons, i.cases)
		if i.kind == reading.Product {
			pieces = plus(pieces, i.quantity)
		}
	}
	y := j.rows(table{cols: cols, family: "times", size: 9, lead: 4, pad: 7, bottom: 270,
		turn: func(string) float64 { j.AddPage(); return heading(12) },
		under: func(_ int, i item, y, h float64) {
			for at := range len(xs) - 1 {
				j.Rect(xs[at], y, xs[at+1]-xs[at], h, "D")
			}
			if i.kind == reading.Product {
				j.Fill(20, y+2, 12, h-4, j.Between(120, 230), j.Between(120, 230), j.Between(120, 230))
			}
		},
		cells: func(n int, i item) []string {
			if i.kind == reading.Fee {
				return []string{fmt.Sprint(n + 1), "", i.name, "1", "", "", "", english.Money(i.price), english.Money(i.total)}
			}
			return []string{fmt.Sprint(n + 1), i.code, i.name, english.Short(i.quantity), english.Short(i.perCase),
				english.Short(i.cases),
				english.Scaled(times(i.cases, i.list), 3), english.Scaled(i.price, 3), english.Money(i.total)}
		}}, heading(64), j.items)
	if y > 205 {
		j.AddPage()
		y = 12
	}
	j.Rect(8, y, 196, 7, "D")
	j.Font("times", "B", 9.5)
	j.Put(84, y+5, "C", "TOTAL")
	j.Put(119.5, y+5, "C", english.Short(pieces))
	j.Put(147.5, y+5, "C", english.Short(cartons))
	j.Put(162.5, y+5, "C", english.Scaled(volume, 3))
	j.Put(203, y+5, "R", "USD "+english.Money(s.total))
	dollars, cents, _ := s.total.Int64(2)
	words := "SAY TOTAL US DOLLARS " + strings.ToUpper(notation.Spelled(dollars, notation.Western))
	if cents > 0 {
		words += " AND CENTS " + strings.ToUpper(notation.Spelled(cents, notation.Western))
	}
	y = j.Block(8, y+13, 4.6, "L", j.Wrapped(words+" ONLY.", 190)...)
	part := percent(s.total, whole(30))
	j.Font("times", "", 9.5)
	y = j.Block(8, y+2, 4.8, "L",
		"1. PAYMENT: 30% T/T DEPOSIT USD "+english.Money(part)+", BALANCE USD "+english.Money(minus(s.total, part))+
			" BEFORE SHIPMENT.", "2. LEAD TIME: 35 DAYS AFTER DEPOSIT AND ARTWORK.", "3. PACKING: STANDARD EXPORT CARTON.",
		"4. BENEFICIARY: "+strings.ToUpper(seller.Name),
		"    BANK: BANK OF EAST PORT, NINGBO BRANCH   SWIFT: BEPTCNBN   A/C NO.: "+j.Code("#### #### ####"))
	j.Block(20, y+8, 5, "L", "THE BUYER:")
	j.Block(130, y+8, 5, "L", "THE SELLER:")
	j.Ink(200, 30, 30)
	j.SetLineWidth(0.8)
	j.Circle(160, y+20, 14, "D")
	j.SetLineWidth(0.2)
	j.Font("times", "B", 7)
	j.Put(160, y+14, "C", strings.ToUpper(strings.Join(strings.Fields(seller.Name)[:2], " ")))
	j.Font("zapfdingbats", "", 16)
	j.Text(157.5, y+22, "H")
	j.Ink(0, 0, 0)
	j.Scrawl(134, y+24, 20, j.Pick("Cindy Wang|Leo Chen|Amy Xu"))
}

var fabrics = trade{
	nouns: "Rayon Printed Fabric|Cotton Kurti|Silk Blend Saree|Block Print Bedsheet|Denim Roll|Georgette Dupatta",
	kinds: "Design 4471|Multicolour|Indigo|Maroon/Gold|Assorted", sizes: `44" width|XL|6.3 mtr|King|60" width`,
	code: "", low: 6500, high: 189000,
}

// inTextiles splits the tax into a central and a state half, gives pieces for free, rounds to
// rupees and writes the total in words.
func inTextiles(j *job) {
	j.sheetOf("P", "A4")
	seller, buyer := j.supplier(invented.India), j.customer(invented.India)
	j.fact("invoice_number", j.Code("GST/###")+"/2"+j.Pick("5-26|6-27"))
	j.fact("po_number", j.Code("PO-####"))
	j.fact("tax_id", seller.TaxID)
	j.fact("currency", "INR")
	j.dated(false)
	rupees := notation.Style{Point: ".", Group: ",", Lakhs: true}
	five, twelve := whole(5), whole(12)
	for range (j.Count() + 1) / 2 {
		i := j.product(fabrics)
		i.quantity, i.rate, i.unit, i.note = whole(j.Between(2, 150)), five, "Pcs", j.Pick("5408|5208|6304|6214")
		if strings.HasSuffix(i.name, "width") {
			i.unit, i.quantity = "Mtr", decimal.MustNew(int64(j.Between(200, 3500)), 1)
		}
		if j.Chance(25) {
			i.rate = twelve
		}
		if j.Chance(30) {
			i.discount = whole(j.Between(1, 4))
		}
		j.add(i.reckon())
		if j.Chance(12) {
			i.name, i.quantity, i.price, i.discount = i.name+" (scheme, free of cost)", whole(j.Between(1, 5)), decimal.Zero,
				decimal.Zero
			j.add(i.reckon())
		}
	}
	s := j.reckon(decimal.Zero, decimal.Zero, decimal.Zero)
	// Both halves of a tax are rounded.
	s.tax = decimal.Zero
	half := func(t taxed) decimal.Decimal { return percent(t.base, must(t.rate.Quo(whole(2)))) }
	for _, t := range s.taxes {
		s.tax = plus(s.tax, times(half(t), whole(2)))
	}
	s.total = plus(s.subtotal, s.tax)
	if off := minus(notation.Round(s.total, 0), s.total); !off.IsZero() {
		j.add(item{kind: reading.Fee, name: "Round Off", total: off, below: true, untaxed: true,
			unprinted: noQuantity | noPrice})
		s.total = plus(s.total, off)
	}
	j.prints(s, "subtotal tax total")

	xs := []float64{8, 17, 82, 99, 120, 141, 151, 163, 202}
	cols := []column{{8, 9, "C", "Sl\nNo."}, {18, 63, "L", "Description of Goods"}, {82, 17, "C", "HSN/SAC"}, {100,
		19.5, "R", "Quantity"},
		{121, 19, "R", "Rate"}, {141, 10, "C", "per"}, {152, 10, "R", "Disc. %"}, {164, 37, "R", "Amount"}}
	top, carrier := 0.0, j.Pick("VRL Logistics|By Hand|Transport")
	frame := func(bottom float64) {
		for _, x := range xs {
			j.Line(x, top, x, bottom)
		}
		j.Line(8, bottom, 202, bottom)
	}
	head := func(string) float64 {
		if j.PageNo() > 0 {
			frame(280)
			j.Font("sans", "", 8)
			j.Put(201, 284, "R", "continued ...")
		}
		j.AddPage()
		j.Font("sans", "B", 11)
		j.Put(105, 11, "C", "Tax Invoice")
		j.Font("sans", "", 7)
		j.Put(202, 11, "R", "(ORIGINAL FOR RECIPIENT)")
		j.Rect(8, 14, 194, 58, "D")
		j.Line(105, 14, 105, 72)
		j.Line(8, 43, 105, 43)
		j.Font("sans", "B", 9)
		j.Put(10, 18.5, "L", seller.Name)
		j.Font("sans", "", 8.5)
		j.Block(10, 23, 4.2, "L", seller.Street, seller.Town, "GSTIN/UIN: "+seller.TaxID, "State Name : Gujarat, Code : 24")
		j.Font("sans", "", 7.5)
		j.Put(10, 47, "L", "Buyer (Bill to)")
		j.Font("sans", "B", 9)
		j.Put(10, 51.5, "L", buyer.Name)
		j.Font("sans", "", 8.5)
		j.Block(10, 56, 4.2, "L", buyer.Street, buyer.Town, "GSTIN/UIN : "+buyer.TaxID)
		for n, cell := range [][2]string{{"Invoice No.", j.facts["invoice_number"]}, {"Dated",
			j.issued.Format("2-Jan-06")}, {"Delivery Note", ""},
			{"Mode/Terms of Payment", "45 Days"}, {"Buyer's Order No.", j.facts["po_number"]}, {"Dated", j.issued.AddDate(0,
				0, -6).Format("2-Jan-06")},
			{"Dispatched through", carrier}, {"Destination", buyer.Town}} {
			x, y := 105+48.5*float64(n%2), 14+14.5*float64(n/2)
			j.Rect(x, y, 48.5, 14.5, "D")
			j.Font("sans", "", 7)
			j.Put(x+1, y+3.5, "L", cell[0])
			j.Font("sans", "B", 8.5)
			j.Put(x+1, y+8.5, "L", cell[1])
		}
		top = 72
		j.Font("sans", "", 7.5)
		j.heads(cols, top+4, 3.4)
		j.Line(8, top+9, 202, top+9)
		return top + 10
	}
	y := j.rows(table{cols: cols, family: "sans", size: 8.5, lead: 4, pad: 1.2, bottom: 276, turn: head,
		cells: func(n int, i item) []string {
			off := ""
			if !i.discount.IsZero() {
				off = i.discount.String() + " %"
			}
			return []string{fmt.Sprint(n + 1), i.name, i.note, rupees.Short(i.quantity) + " " + i.unit,
				rupees.Money(i.price), i.unit, off,
				rupees.Money(i.total)}
		}}, head(""), j.above())
	if y > 185 {
		y = head("")
	}
	j.Font("sans", "", 8.5)
	row := func(style, name, value string) {
		j.Font("sans", style, 8.5)
		j.Put(80, y+4, "R", name)
		j.Put(201, y+4, "R", value)
		y += 5
	}
	j.Line(163, y, 202, y)
	row("", "", rupees.Money(s.subtotal))
	for _, t := range s.taxes {
		rate := must(t.rate.Quo(whole(2))).Trim(0).String()
		row("B", "CGST @ "+rate+"%", rupees.Money(half(t)))
		row("B", "SGST @ "+rate+"%", rupees.Money(half(t)))
	}
	if last := j.items[len(j.items)-1]; last.below {
		row("", "Round Off", rupees.Money(last.total))
	}
	y = max(y+3, 190)
	j.Line(8, y, 202, y)
	row("B", "Total", "Rs. "+rupees.Money(s.total))
	frame(y + 1)
	amount, _, _ := s.total.Int64(0)
	j.Rect(8, y+1, 194, 284-y, "D")
	j.Font("sans", "", 7.5)
	j.Put(10, y+6, "L", "Amount Chargeable (in words)")
	j.Put(201, y+6, "R", "E. & O.E")
	j.Font("sans", "B", 9)
	y = j.Block(10, y+11, 4.2, "L", j.Wrapped("INR "+notation.Spelled(amount, notation.Indian)+" Only", 185)...)
	j.Font("sans", "", 7.5)
	for n, text := range []string{"Taxable Value", "CGST", "SGST", "Total Tax"} {
		j.Put(80+38*float64(n), y+4, "R", text)
	}
	for n, t := range s.taxes {
		for at, d := range []decimal.Decimal{t.base, half(t), half(t), times(half(t), whole(2))} {
			j.Put(80+38*float64(at), y+8.5+4*float64(n), "R", rupees.Money(d))
		}
	}
	y += 10 + 4*float64(len(s.taxes))
	j.Block(10, y+6, 4, "L", "Company's Bank Details", "A/c No. : "+j.Code("###########"),
		"Branch & IFS Code : Ring Road & GUJB0000"+j.Code("###"))
	j.Font("sans", "B", 8)
	j.Put(200, y+6, "R", "for "+seller.Name)
	j.Scrawl(160, y+16, 16, j.Pick("Ramesh P.|N. Shah"))
	j.Font("sans", "", 7.5)
	j.Put(200, y+22, "R", "Authorised Signatory")
	j.Put(105, 290, "C", "SUBJECT TO SURAT JURISDICTION. This is a Computer Generated Invoice")
}
