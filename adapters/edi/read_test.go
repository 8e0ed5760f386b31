package edi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/gtin"
	ports "sellingassistant/ports/document"
)

func read(file string) (reading.Reading, document.Guess, error) {
	r, guess, err := Reader{}.Read(context.Background(), strings.NewReader(file), ports.InterchangeFileLimits)
	if err == nil {
		r.Conclude(guess.Type)
	}
	return r, guess, err
}

// members pairs names with values; empty values are left out.
type members []any

func (m members) String() string {
	var all []string
	for i := 0; i < len(m); i += 2 {
		v := m[i+1]
		if f, ok := v.(reading.Figure); ok {
			v = ""
			if d, known := f.Get(); known {
				v = d.Trim(0).String()
			}
			if v == "0" {
				v = "0.0" // Writes zero, because it is known.
			}
		}
		if text := fmt.Sprint(v); text != "" && text != "[]" && text != "0" && (text != "1" || m[i] != "per") || m[i] == "qty" {
			all = append(all, fmt.Sprintf("%v=%s", m[i], text))
		}
	}
	return strings.Join(all, " ")
}

func codesOf(problems []reading.Problem) (c []string) {
	for _, p := range problems {
		c = append(c, string(p.Code))
	}
	return c
}

// described returns a row for the header, the checks, and each line.
func described(r reading.Reading, g document.Guess) []string {
	h := r.Header
	issued, due := "", ""
	if d, ok := h.IssueDate.Get(); ok {
		issued = d.String()
	}
	if d, ok := h.DueDate.Get(); ok {
		due = d.String()
	}
	var checks []string
	for _, c := range r.Checks {
		checks = append(checks, string(c.Result))
	}
	all := []string{
		members{
			"type", g.Type, "invoice", h.InvoiceNumber, "po", h.PONumber, "issued", issued, "due", due,
			"currency", h.Currency, "subtotal", h.Subtotal, "shipping", h.Shipping, "discount", h.Discount, "tax", h.Tax,
			"total", h.Total, "issuer", h.Issuer.Name, "id", h.Issuer.TaxID, "terms", h.PaymentTerms,
			"problems", codesOf(r.Problems),
		}.String(),
		strings.Join(checks, " "),
	}
	for _, l := range r.Lines {
		gt := ""
		if l.GTIN != (gtin.Code{}) {
			gt = l.GTIN.String()
		}
		kind := l.Kind
		if kind == reading.Product {
			kind = ""
		}
		all = append(all, members{
			"sku", l.SupplierSKU, "buyer", l.BuyerSKU, "gtin", gt, "mpn", l.MPN, "text", l.Description,
			"qty", l.Quantity, "unit", l.Unit, "pack", l.UnitsPerCase, "case", l.CasePrice, "price", l.UnitPrice,
			"per", l.PriceBase, "off", l.DiscountAmount, "off%", l.DiscountPercent, "tax", l.TaxRate, "total", l.LineTotal,
			"kind", kind, "problems", codesOf(l.Problems),
		}.String())
	}
	return all
}

// segments writes rows of segments as a text: each ends with the sign.
func segments(end string, rows ...string) string { return strings.Join(rows, end+"\n") + end + "\n" }

// un writes a message of EDIFACT in its interchange, with right counts and numbers.
func un(kind string, rows ...string) string {
	all := append([]string{"UNH+77+" + kind + ":D:96A:UN:EAN008"}, rows...)
	all = append(all, fmt.Sprintf("UNT+%d+77", len(all)+1))
	all = append([]string{"UNA:+.? '\nUNB+UNOC:3+9520000000004:14+9520000000011:14+260320:1200+R1"}, all...)
	return strings.TrimSuffix(segments("'", append(all, "UNZ+1+R1")...), "\n")
}

// x12of writes a transaction set of X12 in its interchange, with right counts and numbers.
func x12of(set string, rows ...string) string {
	all := append([]string{"ST*" + set + "*0001"}, rows...)
	all = append(all, fmt.Sprintf("SE*%d*0001", len(all)+1))
	all = append([]string{isa("*", ">"), "GS*IN*SENDER*RECEIVER*20260320*1200*5*X*004010"}, all...)
	return segments("~", append(all, "GE*1*5", "IEA*1*000000009")...)
}

func isa(element, component string) string {
	return strings.Join([]string{
		"ISA", "00", "          ", "00", "          ", "ZZ", "SENDER         ", "ZZ", "RECEIVER       ", "260320", "1200",
		"U", "00401", "000000009", "0", "P", component,
	}, element)
}

func check(t *testing.T, file string, want ...string) {
	t.Helper()
	r, guess, err := read(file)
	require.NoError(t, err)
	assert.Equal(t, want, described(r, guess))
}

// The example of the design: a line of 12 at 1.10, and a total with tax.
func TestInvoiceWithoutTax(t *testing.T) {
	check(t, "UNB+UNOC:3+9520000000004:14+9520000000011:14+260320:1200+1'\nUNH+1+INVOIC:D:96A:UN:EAN008'\nBGM+380+RE-77+9'\n"+
		"DTM+137:20260320:102'\nCUX+2:EUR:4'\nLIN+1++9520000000028:EN'\nQTY+47:12'\nMOA+203:13.20'\nPRI+AAA:1.10'\nUNS+S'\n"+
		"MOA+77:15.71'\nUNT+11+1'\nUNZ+1+1'\n",
		"type=invoice invoice=RE-77 issued=2026-03-20 currency=EUR total=15.71 problems=[total_mismatch]", "pass fail unknown",
		"gtin=9520000000028 qty=12 price=1.1 total=13.2")
}

func TestMessages(t *testing.T) {
	for _, c := range []struct {
		name, file string
		want       []string
	}{
		{"INVOIC with allowances, charges, taxes of two rates and terms", un("INVOIC",
			"BGM+380+RE-100+9", "DTM+137:202603201530:203", "FTX+AAI+++Thank you?: come again?'", "RFF+ON:PO-7", "RFF+DQ:LS-1",
			"NAD+BY+9520000000011::9++Buyer GmbH", "NAD+SU+9520000000004::9++Example Supply:GmbH+Road 1+Town++12345+DE",
			"RFF+FC:12/345", "RFF+VA:DE123456789", "CUX+2:EUR:4", "PAT+1++5:3:D:30", "DTM+13:20260419:102",
			"PAT+22++5:3:D:10", "PCD+12:2", "ALC+A+++1+DI", "MOA+8:10.00", "ALC+C+++1+FC", "MOA+8:5.00",
			"LIN+1++4012345001235:EN", "PIA+1+B-100:IN+A-77:SA", "IMD+F++:::Steel bottle:750 ml", "QTY+47:20:PCE", "QTY+59:6",
			"MOA+203:198.00", "PRI+AAA:9.90", "PRI+AAE:14.99::SRP", "TAX+7+VAT+++:::19.00+S",
			"LIN+2++S-4:SA", "IMD+C++CU", "IMD+F++:::Screw M4", "QTY+47:3000:PCE", "MOA+203:337.50", "PRI+AAB:12.50:::100:PCE",
			"TAX+7+VAT+++:::7+S", "ALC+A+++1+TD", "PCD+1:10",
			"UNS+S", "CNT+2:2", "MOA+79:535.50", "MOA+77:622.88", "MOA+176:92.38", "TAX+7+VAT+++:::19+S", "MOA+125:193.00",
			"MOA+124:36.67", "TAX+7+VAT+++:::7+S", "MOA+125:337.50", "MOA+124:23.63", "ALC+A++++DI", "MOA+8:10.00"), []string{
			"type=invoice invoice=RE-100 po=PO-7 issued=2026-03-20 due=2026-04-19 currency=EUR subtotal=535.5 shipping=5 discount=10 " +
				"tax=92.38 total=622.88 issuer=Example Supply GmbH id=DE123456789 terms=2% 10 Net 30", "pass pass pass",
			"sku=A-77 buyer=B-100 gtin=4012345001235 text=Steel bottle 750 ml qty=20 unit=piece pack=6 price=9.9 tax=19 total=198",
			"sku=S-4 text=Screw M4 qty=3000 unit=piece price=12.5 per=100 off%=10 tax=7 total=337.5"}},
		{"INVOIC with commas, a release of signs, and cases", un("INVOIC",
			"BGM+381+GS-1+9", "DTM+3:200326:2", "CUX+2:EUR:4", "LIN+1++?+A?:1??:SA", "IMD+F++:::Fritz?'s tea", "QTY+47:2:CS", "QTY+59:24",
			"MOA+203:12,34", "PRI+AAA:6,17", "LIN+2++7:SA", "QTY+47:1-:PCE", "MOA+203:3-", "PRI+AAA:3", "UNS+S", "MOA+86:9.34"), []string{
			"type=credit_note invoice=GS-1 issued=2026-03-20 currency=EUR total=9.34", "pass pass unknown",
			"sku=+A:1? text=Fritz's tea qty=2 unit=case pack=24 price=6.17 total=12.34",
			"sku=7 qty=-1 unit=piece price=3 total=-3"}},
		{"INVOIC of a later version without UNS, a price for a dozen, free goods, freight as a line", un("INVOIC",
			"BGM+380:::INVOICE+X+9", "DTM+137:20260301-20260331:718", "CUX+2:GBP:4+3:USD:4", "LIN+1++1:SA", "QTY+47:24:PCE", "QTY+192:2:PCE", "MOA+66:24.00",
			"PRI+AAA:12.00:::1:DZN", "LIN+2", "IMD+F++:::Carriage", "MOA+203:5.00", "MOA+79:29.00", "MOA+124:5.80", "MOA+39:34.80"), []string{
			"type=invoice invoice=X issued=2026-03-01 currency=GBP subtotal=29 tax=5.8 total=34.8", "pass pass pass",
			"sku=1 qty=24 unit=piece price=12 per=12 total=24", "sku=1 qty=2 unit=piece price=0.0 total=0.0",
			"text=Carriage qty=1 total=5 kind=freight"}},
		{"INVOIC with a line of the gross price less two allowances", un("INVOIC", "BGM+380+X", "CUX+2:EUR:4",
			"LIN+1++A:SA", "QTY+47:10", "MOA+203:81.00", "PRI+AAB:10.00", "ALC+A+++1+TD", "PCD+1:10", "MOA+8:10.00", "ALC+A+++2+DI", "PCD+1:10",
			"LIN+2++B:SA", "QTY+47:10", "MOA+203:95.00", "PRI+AAA:9.50", "PRI+AAB:10.00", "ALC+A+++1+TD", "MOA+8:5.00",
			"UNS+S", "MOA+77:176.00"), []string{
			"type=invoice invoice=X currency=EUR total=176", "pass pass unknown",
			"sku=A qty=10 price=10 off=19 total=81", "sku=B qty=10 price=9.5 total=95"}},
		{"INVOIC with a negative total, charges settled apart, figures that are none", un("INVOIC", "BGM+380+X", "CUX+2:EUR:4", "ALC+A++5+1+DI", "MOA+8:99",
			"LIN+1++A:SA", "QTY+47:two", "PRI+AAA:1.00", "LIN+2++B:SA", "QTY+47:l020", "MOA+203:9.00", "UNS+S", "MOA+77:-5.00"), []string{
			"type=credit_note invoice=X currency=EUR total=-5", "unknown unknown unknown",
			"sku=A qty= price=1 problems=[figure_unreadable missing_quantity]", "sku=B qty= total=9 problems=[figure_unreadable missing_quantity]"}},
		{"ORDERS", un("ORDERS", "BGM+220+PO-9+9", "DTM+137:20260401:102", "NAD+BY+1++Buyer", "NAD+SU+2++Example Supply", "CUX+2:EUR:9", "LIN+1++4006381333931:EN",
			"QTY+21:48:PCE", "PRI+AAA:2.00", "UNS+S", "CNT+2:1"), []string{
			"type=purchase_order po=PO-9 issued=2026-04-01 currency=EUR issuer=Example Supply", "pass unknown unknown",
			"gtin=4006381333931 qty=48 unit=piece price=2 total=96"}},
		{"INVOIC with quantities of cases or of their content, without a unit", un("INVOIC", "BGM+380+X", "CUX+2:EUR:4",
			"LIN+1++A:SA", "IMD+C++TU::9", "QTY+47:4", "QTY+59:12", "MOA+203:48", "PRI+AAA:12", "LIN+2++B:SA", "IMD+C++CU::9", "QTY+47:48", "QTY+59:12", "MOA+203:48", "PRI+AAA:1",
			"LIN+3++C:SA", "QTY+47:4", "QTY+59:12", "MOA+203:48", "PRI+AAA:12", "LIN+4++D:SA", "QTY+47:4", "QTY+59:12", "MOA+203:48", "PRI+AAA:12:::1:CT", "UNS+S", "MOA+77:192"), []string{
			"type=invoice invoice=X currency=EUR total=192", "pass pass unknown", "sku=A qty=4 unit=case pack=12 price=12 total=48",
			"sku=B qty=48 unit=piece pack=12 price=1 total=48", "sku=C qty=4 unit=case price=12 total=48", "sku=D qty=4 unit=case pack=12 price=12 total=48"}},
		{"ORDERS with prices for other units than it counts", un("ORDERS", "BGM+220+PO-9+9", "LIN+1++A:SA", "QTY+21:48:PCE", "QTY+59:12", "PRI+AAA:12.00:::1:CT",
			"LIN+2++B:SA", "QTY+21:48:PCE", "PRI+AAA:12.00:::1:CT", "LIN+3++C:SA", "QTY+21:5:PCE", "PRI+AAA:9.80:::1:KGM", "UNS+S"), []string{
			"type=purchase_order po=PO-9", "pass unknown unknown", "sku=A qty=48 unit=piece pack=12 price=12 per=12 total=48",
			"sku=B qty=48 unit=piece problems=[missing_price]", "sku=C qty=5 unit=piece problems=[missing_price]"}},
		{"ORDCHG with an item that is deleted, the number of its order", un("ORDCHG", "BGM+230+CH-1+4", "DTM+137:20260401:102", "RFF+ON:PO-9",
			"LIN+1+3+A:SA", "QTY+21:30:PCE", "PRI+AAA:2.00", "LIN+2+2+B:SA", "QTY+21:3", "PRI+AAA:1.00", "UNS+S"), []string{
			"type=purchase_order po=PO-9 issued=2026-04-01", "pass unknown unknown",
			"sku=A qty=30 unit=piece price=2 total=60", "sku=B qty=3 price=1 total=3 kind=comment"}},
		{"ORDRSP with none of an item", un("ORDRSP", "BGM+231+R-1+4", "RFF+ON:PO-9", "LIN+1+3+A:SA", "QTY+21:48", "QTY+113:0", "PRI+AAA:2.00", "UNS+S"), []string{
			"type=order_confirmation po=PO-9", "pass unknown unknown", "sku=A qty=0.0 price=2 total=0.0 kind=comment"}},
		{"ORDRSP that accepts nothing", un("ORDRSP", "BGM+231+R-1+27", "RFF+ON:PO-9", "LIN+1++A:SA", "QTY+21:48", "PRI+AAA:2.00", "UNS+S"), []string{
			"type=order_confirmation po=PO-9", "pass unknown unknown", "sku=A qty=48 price=2 total=96 kind=comment"}},
		{"INVOIC with the parts of a set", un("INVOIC", "BGM+380+X", "CUX+2:EUR:4", "LIN+1++SET:SA", "QTY+47:4", "MOA+203:100", "PRI+AAA:25", "LIN+2++A:SA+1:1", "QTY+47:8",
			"LIN+3++B:SA+1:1", "QTY+47:4", "MOA+203:2", "PRI+AAA:0.5", "UNS+S", "MOA+77:102"), []string{
			"type=invoice invoice=X currency=EUR total=102", "pass pass unknown", "sku=SET qty=4 price=25 total=100", "sku=A qty=8 kind=comment",
			"sku=B qty=4 price=0.5 total=2"}},
		{"INVOIC with texts that are cut inside of words", un("INVOIC", "BGM+380+X", "CUX+2:EUR:4", "NAD+SU+1++Example Supplies and Kitchen Utensi:ls GmbH:Town",
			"LIN+1++A:SA", "IMD+F++:::Kettle of steel, with a long handle: and a lid", "QTY+47:1", "MOA+203:9", "PRI+AAA:9", "UNS+S", "MOA+77:9"), []string{
			"type=invoice invoice=X currency=EUR total=9 issuer=Example Supplies and Kitchen Utensils GmbH Town", "pass pass unknown",
			"sku=A text=Kettle of steel, with a long handle and a lid qty=1 price=9 total=9"}},
		{"ORDRSP with an item that is not delivered", un("ORDRSP", "BGM+231+R-1+4", "DTM+137:260402:101", "RFF+ON:PO-9", "NAD+SU+2++Example Supply",
			"LIN+1+5+A:SA", "QTY+21:48", "QTY+113:40", "PRI+AAA:2.00", "LIN+2+7+B:SA", "QTY+21:3", "PRI+AAA:1.00", "UNS+S"), []string{
			"type=order_confirmation po=PO-9 issued=2026-04-02 issuer=Example Supply", "pass unknown unknown",
			"sku=A qty=40 price=2 total=80", "sku=B qty=3 price=1 total=3 kind=comment"}},
		{"DESADV with pallets, the order on its lines", un("DESADV", "BGM+351+D-3+9", "DTM+137:20260405:102", "NAD+SU+2++Example Supply", "CPS+1", "PAC+2", "CPS+2+1", "PAC+1",
			"LIN+1++4006381333931:EN", "QTY+12:40:PCE", "RFF+ON:PO-9", "CPS+3+1", "LIN+2++4006381333931:EN", "QTY+12:8:PCE", "RFF+ON:PO-9", "CNT+2:2"), []string{
			"type=packing_slip po=PO-9 issued=2026-04-05 issuer=Example Supply", "unknown unknown unknown",
			"gtin=4006381333931 qty=40 unit=piece", "gtin=4006381333931 qty=8 unit=piece"}},
		{"INVOIC with amounts of goods before their allowances, terms in months, other figures", un("INVOIC", "BGM+380+X", "CUX+2:EUR:4", "PAT+1++5:3:M:2",
			"LIN+1++A:SA", "QTY+47:10", "QTY+500:many", "MOA+66:100", "MOA+201:TEST", "PRI+AAB:10", "ALC+A", "PCD+1:5", "MOA+8:5", "UNS+S", "MOA+9:95", "MOA+260:5"), []string{
			"type=invoice invoice=X currency=EUR total=95 terms=Net 2 months", "pass pass unknown", "sku=A qty=10 price=10 off=5 total=95"}},
		{"INVOIC with tax as a charge, its supplier in two parts", un("INVOIC", "BGM+380+X", "NAD+SU+9520000000004::9", "NAD+SU+9520000000004::9++Example Supply", "CUX+2:USD:4",
			"ALC+C++++TX::28:TAX", "MOA+8:6.90", "LIN+1++A:SA", "QTY+47:1", "MOA+203:103.13", "PRI+AAB:125", "PRI+AAA:103.13:EUR:1:PCE", "UNS+S", "MOA+79:103.13", "MOA+9:110.03"), []string{
			"type=invoice invoice=X currency=USD subtotal=103.13 tax=6.9 total=110.03 issuer=Example Supply", "pass pass pass", "sku=A qty=1 price=103.13 total=103.13"}},
		{"INVOIC with a charge that takes its discount for early payment back", un("INVOIC", "BGM+380+X", "CUX+2:EUR:4", "ALC+A++++DI:::Skonto", "MOA+8:2.00",
			"ALC+C++++FC", "MOA+8:9.00", "ALC+C++++EAB", "MOA+8:2.00", "LIN+1++A:SA", "QTY+47:10", "MOA+203:100.00", "PRI+AAA:10.00", "UNS+S", "MOA+79:100.00", "MOA+77:109.00"), []string{
			"type=invoice invoice=X currency=EUR subtotal=100 shipping=9 discount=0.0 total=109", "pass pass pass", "sku=A qty=10 price=10 total=100"}},
		{"INVOIC with a charge below 0 for an early payment", un("INVOIC", "BGM+380+X", "CUX+2:EUR:4", "ALC+C++++EAB", "MOA+8:-2.00",
			"LIN+1++A:SA", "QTY+47:10", "MOA+203:100.00", "PRI+AAA:10.00", "UNS+S", "MOA+79:100.00", "MOA+77:98.00"), []string{
			"type=invoice invoice=X currency=EUR subtotal=100 shipping=0.0 discount=2 total=98", "pass pass pass", "sku=A qty=10 price=10 total=100"}},
		{"INVOIC with codes without qualifiers, of the maker and in words", un("INVOIC", "BGM+380+X", "CUX+2:EUR:4", "LIN+1++CODE-1",
			"PIA+1+M-1:MF+Blue mug:PD+4006381333931", "QTY+47:2", "MOA+203:2.00", "PRI+AAA:1.00", "UNS+S", "MOA+77:2.00"), []string{
			"type=invoice invoice=X currency=EUR total=2", "pass pass unknown",
			"sku=CODE-1 gtin=4006381333931 mpn=M-1 text=Blue mug qty=2 price=1 total=2"}},
		{"INVOIC that cancels another one", un("INVOIC", "BGM+380+X+1", "UNS+S", "MOA+77:5"), []string{
			"type=invoice invoice=X total=5 problems=[document_cancelled]", "unknown unknown unknown"}},

		{"810 with freight, a discount, tax, terms and packs", x12of("810", "BIG*20260320*INV-7*20260301*PO-9***DI", "CUR*SE*USD", "REF*DP*038", "N1*BT*Buyer Inc", "N1*SE*Example Supply Inc*92*7",
			"N3*1 Road", "REF*TJ*12-3456789", "ITD*01*3*2.000**10*20260419*30", "IT1*1*10*CA*24.00**UP*036000291452*VN*A-77*BP*B-100", "PID*F****Steel bottle", "PO4*12*750*ML",
			"IT1*2*300*EA*12.50*HP*VN*S-4", "PID*F*08***Screw M4", "SAC*A*C310***375*Z*10", "TXI*ST*2.70*8", "TDS*30225", "TXI*ST*16.00", "SAC*C*D240***1500********FREIGHT",
			"SAC*A*I170***250", "CTT*2"), []string{
			"type=invoice invoice=INV-7 po=PO-9 issued=2026-03-20 due=2026-04-19 currency=USD shipping=15 discount=2.5 tax=16 total=302.25 " +
				"issuer=Example Supply Inc id=12-3456789 terms=2% 10 Net 30", "pass pass unknown",
			"sku=A-77 buyer=B-100 gtin=036000291452 text=Steel bottle qty=10 unit=case pack=12 price=24 total=240",
			"sku=S-4 text=Screw M4 qty=300 unit=piece price=12.5 per=100 off=3.75 tax=8 total=33.75"}},
		{"810 with prices for each of a case", x12of("810", "BIG*260320*INV-8", "IT1**10*CA*2.00*PE*UK*10614141000415", "PO4*6****************2", "IT1**1*CA*5.00*PE*VN*B", "TDS*22000"), []string{
			"type=invoice invoice=INV-8 issued=2026-03-20 total=220", "pass unknown unknown",
			"gtin=10614141000415 qty=10 unit=case pack=6 case=12 price=2 total=120",
			"sku=B qty=1 unit=case problems=[missing_price]"}},
		{"810 with a price for each that is for a case, by its total", x12of("810", "BIG*20260320*INV-9", "IT1**10*CA*2.00*PE*VN*A", "PO4*6", "IT1**1*CA*5.00*PE*VN*B", "TDS*2500"), []string{
			"type=invoice invoice=INV-9 issued=2026-03-20 total=25", "pass pass unknown",
			"sku=A qty=10 unit=case pack=6 price=2 total=20", "sku=B qty=1 unit=case price=5 total=5"}},
		{"810 that is a credit, by its code", x12of("810", "BIG*20260320*CM-1*****CR", "IT1**-2*EA*3.00**VN*A", "TDS*-600"), []string{
			"type=credit_note invoice=CM-1 issued=2026-03-20 total=-6", "pass pass unknown", "sku=A qty=-2 unit=piece price=3 total=-6"}},
		{"810 that is a credit, by its total", x12of("810", "BIG*20260320*CM-1", "IT1**-2*EA*3.00**VN*A", "TDS*-6.00"), []string{
			"type=credit_note invoice=CM-1 issued=2026-03-20 total=-6", "pass pass unknown", "sku=A qty=-2 unit=piece price=3 total=-6"}},
		{"810 with tax as a charge, a rate, prices by weight, free goods, a price in CTP", x12of("810", "BIG*20260320*I", "IT1**4*EA*3.00**VN*A", "IT1**2*CA*3.10*PP*VN*MEAT", "IT1**1*EA**NC*VN*GIFT",
			"IT1**5*EA***VN*C", "CTP**MSR*9.99", "CTP**NET*1.20", "TDS*3000", "SAC*C*H850***180*********SALES TAX", "SAC*C*ZZZZ******0.50**4"), []string{
			"type=invoice invoice=I issued=2026-03-20 shipping=2 tax=1.8 total=30", "pass unknown unknown",
			"sku=A qty=4 unit=piece price=3 total=12", "sku=MEAT qty=2 unit=case problems=[missing_price]", "sku=GIFT qty=1 unit=piece price=0.0 total=0.0",
			"sku=C qty=5 unit=piece price=1.2 total=6"}},
		{"810 with a summary that repeats the charges and taxes of its lines", x12of("810", "BIG*20260320*I", "IT1**2*EA*99.99**VP*A", "SAC*C*G830***300", "SAC*C*H850***1998**********TOTAL ITEM TAX",
			"TXI*ST*15.99*8", "TXI*FD*3.99*2", "IT1**2*EA*79.99**VP*B", "SAC*C*G830***300", "TDS*40192", "AMT*1*359.96", "SAC*C*G830***600", "SAC*C*H850***3596**********TOTAL TAX",
			"TXI*ST*28.78*8", "TXI*FD*7.18*2"), []string{
			"type=invoice invoice=I issued=2026-03-20 subtotal=359.96 shipping=6 tax=35.96 total=401.92", "pass pass pass",
			"sku=A qty=2 unit=piece price=99.99 tax=10 total=199.98", "sku=B qty=2 unit=piece price=79.99 total=159.98"}},
		{"810 without the basis of its prices, a bank that is paid", x12of("810", "BIG*20260320*I", "N1*RI*Bank of Example", "IT1*1*12*EA*3.25*UP*036000291452*IN*B", "TDS*3900"), []string{
			"type=invoice invoice=I issued=2026-03-20 total=39", "pass pass unknown", "buyer=B gtin=036000291452 qty=12 unit=piece price=3.25 total=39"}},
		{"810 with a charge for a payment that was not early", x12of("810", "BIG*20260320*I", "IT1**10*EA*10.00**VN*A", "TDS*10200", "SAC*C*ZZZZ***200**********Cash discount lost"), []string{
			"type=invoice invoice=I issued=2026-03-20 shipping=0.0 total=102", "pass pass unknown", "sku=A qty=10 unit=piece price=10 total=100",
			"text=Cash discount lost qty= total=2 kind=fee"}},
		{"810 with ITA in place of SAC", x12of("810", "BIG*20260320*I", "IT1**20*EA*10**VN*A", "ITA*A**520*02***1000***20", "IT1**1*EA*5**VN*B", "ITA*A**520*03***100", "TDS*20750",
			"ITA*C**450*02***1250******FREIGHT"), []string{
			"type=invoice invoice=I issued=2026-03-20 shipping=12.5 total=207.5", "pass pass unknown",
			"sku=A qty=20 unit=piece price=10 off=10 total=190", "sku=B qty=1 unit=piece price=5 total=5"}},
		{"810 with prices of units beside its cases", x12of("810", "BIG*20260320*I", "IT1**16*CA***VN*A", "CTP**UCP*2.19*384*EA", "IT1**2*CA*12**VN*B", "CTP**UCP*1.00*24*EA",
			"IT1**2*CA*12**VN*C", "CTP**UCP*1.05*24*EA", "TDS*88896"), []string{
			"type=invoice invoice=I issued=2026-03-20 total=888.96", "pass pass unknown",
			"sku=A qty=16 unit=case pack=24 case=52.56 price=2.19 total=840.96", "sku=B qty=2 unit=case pack=12 price=12 total=24", "sku=C qty=2 unit=case price=12 total=24"}},
		{"810 with a price for each of a dozen, by its total", x12of("810", "BIG*20260320*I", "IT1**5*DZ*1*PE*VN*A", "TDS*6000"), []string{
			"type=invoice invoice=I issued=2026-03-20 total=60", "pass pass unknown", "sku=A qty=5 unit=dozen price=12 total=60"}},
		{"810 with a price for each that is for a dozen, by its total", x12of("810", "BIG*20260320*I", "IT1**5*DZ*12*PE*VN*A", "TDS*6000"), []string{
			"type=invoice invoice=I issued=2026-03-20 total=60", "pass pass unknown", "sku=A qty=5 unit=dozen price=12 total=60"}},
		{"810 with a price for each of a dozen, and another total", x12of("810", "BIG*20260320*I", "IT1**5*DZ*1*PE*VN*A", "TDS*7000"), []string{
			"type=invoice invoice=I issued=2026-03-20 total=70", "unknown unknown unknown", "sku=A qty=5 unit=dozen problems=[missing_price]"}},
		{"810 with an item that is out of stock", x12of("810", "BIG*20260320*I", "IT1**2*EA*3**VN*A", "IT1**0*EA*4**VN*B", "TDS*600"), []string{
			"type=invoice invoice=I issued=2026-03-20 total=6", "pass pass unknown", "sku=A qty=2 unit=piece price=3 total=6",
			"sku=B qty=0.0 unit=piece price=4 total=0.0 kind=comment"}},
		{"860 with an item that is deleted", x12of("860", "BCH*04*NE*PO-9***20260301*****20260310", "N1*SU*Example Supply", "POC*1*QD*12*8*EA*10*PE*VN*A*IN*7", "PID*F****Kettle",
			"POC*2*DI*0*5*EA*4*PE*VN*B", "POC*3*DI*9*0*EA*4*PE*VN*C", "CTT*3"), []string{
			"type=purchase_order po=PO-9 issued=2026-03-10 issuer=Example Supply", "pass unknown unknown", "sku=A buyer=7 text=Kettle qty=12 unit=piece price=10 total=120",
			"sku=B qty=0.0 unit=piece price=4 total=0.0 kind=comment", "sku=C qty=9 unit=piece price=4 total=36 kind=comment"}},
		{"865 with an item that is accepted in part", x12of("865", "BCA*00*AC*PO-9***20260301****20260311", "POC*1*CA*20**EA*10*PE*VN*A", "ACK*IQ*15*EA", "POC*2*CA*5**EA*4*PE*VN*B", "ACK*IR*5*EA", "CTT*2"), []string{
			"type=order_confirmation po=PO-9 issued=2026-03-11", "pass unknown unknown", "sku=A qty=15 unit=piece price=10 total=150",
			"sku=B qty=5 unit=piece price=4 total=20 kind=comment"}},
		{"855 that accepts nothing", x12of("855", "BAK*00*RD*PO-9*20260401", "PO1*1*48*EA*2.00**VN*A"), []string{
			"type=order_confirmation po=PO-9 issued=2026-04-01", "pass unknown unknown", "sku=A qty=48 unit=piece price=2 total=96 kind=comment"}},
		{"850", x12of("850", "BEG*00*SA*PO-9**20260401", "CUR*BY*USD", "N1*BY*Buyer Inc", "N1*SU*Example Supply", "PO1*1*48*EA*2.00**UP*036000291452*IN*B-1", "AMT*1*96.00", "CTT*1", "AMT*TT*96.00"), []string{
			"type=purchase_order po=PO-9 issued=2026-04-01 currency=USD total=96 issuer=Example Supply", "pass pass unknown",
			"buyer=B-1 gtin=036000291452 qty=48 unit=piece price=2 total=96"}},
		{"855 with a backorder and a rejection", x12of("855", "BAK*00*AC*PO-9*20260401*****20260402", "N1*SE*Example Supply", "PO1*1*48*EA*2.00**VN*A", "ACK*IA*40*EA", "ACK*IB*8*EA",
			"PO1*2*3*EA*1.00**VN*B", "ACK*IR*3*EA", "PO1*3*5*EA*1.00**VN*C", "ACK*IP", "ACK*DR", "ACK*IQ*4*EA", "ACK*ID*1*EA", "PO1*4*6*EA*1.00**VN*D", "ACK*IA", "CTT*4"), []string{
			"type=order_confirmation po=PO-9 issued=2026-04-02 issuer=Example Supply", "pass unknown unknown",
			"sku=A qty=48 unit=piece price=2 total=96", "sku=B qty=3 unit=piece price=1 total=3 kind=comment", "sku=C qty=4 unit=piece price=1 total=4",
			"sku=D qty=6 unit=piece price=1 total=6"}},
		{"856", x12of("856", "BSN*00*S-1*20260405*1200*0001", "HL*1**S", "N1*SF*Example Supply", "N1*ST*Warehouse", "HL*2*1*O", "PRF*PO-9", "HL*3*2*P", "MAN*GM*00106141411234567897", "HL*4*3*I",
			"LIN**UP*036000291452*VN*A-77", "SN1**40*EA", "PID*F****Steel bottle", "HL*5*3*I", "LIN*2*VN*B", "SN1**2*CA", "PO4*1*12*EA", "CTT*5"), []string{
			"type=packing_slip po=PO-9 issued=2026-04-05 issuer=Example Supply", "unknown unknown unknown",
			"sku=A-77 gtin=036000291452 text=Steel bottle qty=40 unit=piece", "sku=B qty=2 unit=case pack=12"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, guess, err := read(c.file)
			require.NoError(t, err)
			assert.Equal(t, reading.EDI, r.Method)
			assert.Equal(t, c.want, described(r, guess))
		})
	}
}

// All separators of segments, elements and components give the same reading.
func TestSeparators(t *testing.T) {
	edifact := un("INVOIC", "BGM+380+X", "CUX+2:EUR:4", "LIN+1++A:SA", "IMD+F++:::T", "QTY+47:2", "MOA+203:3.00", "PRI+AAA:1.50", "UNS+S", "MOA+77:3.00")
	want := []string{"type=invoice invoice=X currency=EUR total=3", "pass pass unknown", "sku=A text=T qty=2 price=1.5 total=3"}
	swap := func(file string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(file) }
	head := "UNA:+.? '\n"
	for name, file := range map[string]string{
		"as usual":       edifact,
		"without UNA":    strings.TrimPrefix(edifact, head),
		"without rows":   strings.ReplaceAll(edifact, "\n", ""),
		"Windows rows":   strings.ReplaceAll(edifact, "\n", "\r\n"),
		"wrapped rows":   strings.ReplaceAll(strings.ReplaceAll(edifact, "\n", ""), "47", "4\r\n7"),
		"a byte order":   "\ufeff" + edifact,
		"other signs":    swap(edifact, ":", "|", "+", "#", "'", "~"),
		"five signs":     swap(edifact, head, "UNA:+.?'"),
		"no release":     swap(edifact, head, "UNA:+.  '\n"),
		"a comma":        swap(edifact, head, "UNA:+,? '\n", "203:3.00", "203:3,00"),
		"unprintable":    swap(strings.TrimPrefix(edifact, head), ":", "\x1f", "+", "\x1d", "'", "\x1c"),
		"rows as ends":   swap(strings.TrimPrefix(edifact, head), "'", ""),
		"no end at all":  strings.TrimSuffix(edifact, "'"),
		"empty segments": strings.ReplaceAll(strings.TrimPrefix(edifact, head), "'", "''"),
		"repetitions":    swap(edifact, head, "UNA:+.?*'\n", "IMD+F++:::T", "IMD+F++:::T*:::U"),
		"in lower case":  swap(edifact, "LIN+", "lin+", "QTY+", "qty+"),
	} {
		t.Run(name, func(t *testing.T) { check(t, file, want...) })
	}
	x12 := x12of("810", "BIG*20260320*X", "IT1**2*EA*1.50**VN*A", "PID*F****T", "TDS*300")
	want = []string{"type=invoice invoice=X issued=2026-03-20 total=3", "pass pass unknown", "sku=A text=T qty=2 unit=piece price=1.5 total=3"}
	for name, file := range map[string]string{
		"as usual":       x12,
		"without rows":   strings.ReplaceAll(x12, "\n", ""),
		"bars":           swap(x12, "*", "|", "~", "'"),
		"rows as ends":   swap(x12, "~", ""),
		"Windows rows":   swap(x12, "~\n", "\r\n"),
		"rows of spaces": swap(x12, "~\n", " \r\n"),
		"unprintable":    swap(x12, "*", "\x1d", "~\n", "\x1e", ">", "\x1f"),
		"short names":    swap(x12, "SENDER         ", "SENDER", "RECEIVER       ", "RECEIVER"),
		"repetitions":    swap(x12, "*U*00401*", "*^*00501*", "****T", "****T^U"),
	} {
		t.Run(name, func(t *testing.T) { check(t, file, want...) })
	}
}

func TestCharacters(t *testing.T) {
	for file, want := range map[string]string{
		un("INVOIC", "BGM+380+X", "LIN+1++A:SA", "IMD+F++:::Tür"):                                                  "Tür",
		un("INVOIC", "BGM+380+X", "LIN+1++A:SA", "IMD+F++:::T\xfcr"):                                               "Tür",
		strings.Replace(un("INVOIC", "BGM+380+X", "LIN+1++A:SA", "IMD+F++:::\xb1\xea"), "UNOC", "UNOD", 1):         "ąę",
		strings.Replace(un("INVOIC", "BGM+380+X", "LIN+1++A:SA", "IMD+F++:::\xe4\xef\xec\xe1"), "UNOC", "UNOF", 1): "δομα",
	} {
		r, _, err := read(file)
		require.NoError(t, err)
		require.Equal(t, want, r.Lines[0].Description)
	}
}

func TestEnvelopes(t *testing.T) {
	edifact := un("INVOIC", "BGM+380+X", "LIN+1++A:SA", "QTY+47:1", "PRI+AAA:1", "UNS+S", "CNT+2:1")
	x12 := x12of("810", "BIG*20260320*X", "IT1**1*EA*1**VN*A", "TDS*100", "CTT*1")
	second := segments("'", "UNH+2+INVOIC:D:96A:UN", "BGM+380+Y", "UNT+3+2", "UNH+3+CONTRL:D:3:UN", "UNT+2+3")
	swap := func(file string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(file) }
	for _, c := range []struct {
		name, file string
		want       []string
	}{
		{"right", edifact, nil},
		{"right", x12, nil},
		{"segments miscounted", swap(edifact, "UNT+8+", "UNT+9+"), []string{"count_differs"}},
		{"a count beyond all numbers", swap(edifact, "UNT+8+", "UNT+999999999999999999999999+"), []string{"count_differs"}},
		{"lines miscounted", swap(edifact, "CNT+2:1", "CNT+2:7"), []string{"count_differs"}},
		{"messages miscounted", swap(edifact, "UNZ+1", "UNZ+2"), []string{"count_differs"}},
		{"another message ends", swap(edifact, "UNT+8+77", "UNT+8+78"), []string{"control_number_differs"}},
		{"another interchange ends", swap(edifact, "UNZ+1+R1", "UNZ+1+R2"), []string{"control_number_differs"}},
		{"cut off", edifact[:strings.Index(edifact, "UNS")], []string{"envelope_incomplete"}},
		{"no interchange", edifact[strings.Index(edifact, "UNH"):strings.Index(edifact, "UNZ")], []string{"envelope_incomplete"}},
		{"segments miscounted", swap(x12, "SE*6", "SE*5"), []string{"count_differs"}},
		{"lines miscounted", swap(x12, "CTT*1", "CTT*2"), []string{"count_differs"}},
		{"sets miscounted", swap(x12, "GE*1", "GE*2"), []string{"count_differs"}},
		{"groups miscounted", swap(x12, "IEA*1", "IEA*3"), []string{"count_differs"}},
		{"another set ends", swap(x12, "SE*6*0001", "SE*6*0002"), []string{"control_number_differs"}},
		{"another group ends", swap(x12, "GE*1*5", "GE*1*6"), []string{"control_number_differs"}},
		{"another interchange ends", swap(x12, "IEA*1*000000009", "IEA*1*000000008"), []string{"control_number_differs"}},
		{"zeros in front", swap(x12, "IEA*1*000000009", "IEA*1*9"), nil},
		{"cut off", x12[:strings.Index(x12, "TDS")], []string{"envelope_incomplete"}},
		{"no interchange", x12[strings.Index(x12, "ST*"):strings.Index(x12, "GE*")], []string{"envelope_incomplete"}},
		{"the end of another part", swap(edifact, "UNT+8+77'", "UNE+1+1'"), []string{"envelope_incomplete"}},
		{"an acknowledgement before it", swap(edifact, "UNH+77", "UNH+1+CONTRL:D:3:UN'\nUNT+2+1'\nUNH+77", "UNZ+1", "UNZ+2"), nil},
		{"a group", swap(edifact, "UNH+77", "UNG+INVOIC+A+B+260320:1200+4+UN+D:96A'\nUNH+77", "UNZ", "UNE+1+4'\nUNZ"), nil},
		{"several messages", swap(edifact, "UNZ+1", second+"UNZ+3"), []string{"several_documents"}},
		{"several interchanges", x12 + swap(x12, "*", "|", "~", "'", ">", "<", "20260320|X", "20260320|Z"), []string{"several_documents"}},
	} {
		r, guess, err := read(c.file)
		require.NoError(t, err, c.name)
		require.Equal(t, c.want, codesOf(r.Problems), "%s\n%s", c.name, c.file)
		require.Equal(t, document.Invoice, guess.Type, c.name)
		require.Len(t, r.Lines, 1, c.name)
	}
}

func TestFurtherDocumentsAreNamed(t *testing.T) {
	rows := "BGM+380+X'\n"
	var more strings.Builder
	for n := range 23 {
		fmt.Fprintf(&more, "UNH+%d+INVOIC:D:96A:UN'\nBGM+380+N%d'\nUNT+3+%d'\n", n, n, n)
	}
	r, _, err := read("UNB+UNOC:3+A+B+260320:1200+1'\nUNH+9+INVOIC:D:96A:UN'\n" + rows + "UNT+3+9'\n" + more.String() + "UNZ+24+1'")
	require.NoError(t, err)
	require.Equal(t, "X", r.Header.InvoiceNumber)
	require.Equal(t, "Only the first document of the file was read. The others: INVOIC N0, INVOIC N1, INVOIC N2, INVOIC N3, INVOIC N4, "+
		"INVOIC N5, INVOIC N6, INVOIC N7, INVOIC N8, INVOIC N9, INVOIC N10, INVOIC N11, INVOIC N12, INVOIC N13, INVOIC N14, INVOIC N15, "+
		"INVOIC N16, INVOIC N17, INVOIC N18, INVOIC N19 and 3 more.", r.Problems[0].Message)
}

func TestOtherMessages(t *testing.T) {
	for _, file := range []string{
		"UNB+UNOC:3+400000+500000+260320:1000+1'", un("CONTRL"), un("PRICAT", "BGM+9+X"), x12of("997", "AK1*IN*1"), "ST*837*0001~BHT*1~SE*3*0001~",
	} {
		r, guess, err := read(file)
		require.NoError(t, err, file)
		require.Equal(t, []string{"edi_not_read"}, codesOf(r.Problems), file)
		require.Equal(t, []any{reading.None, document.Type(""), 0}, []any{r.Method, guess.Type, len(r.Lines)}, file)
	}
}

func TestHostileInterchanges(t *testing.T) {
	late := ports.InterchangeFileLimits
	late.Time = time.Nanosecond
	lines := func(n int) string {
		return "UNB+UNOC:3+A+B+260320:1200+1'UNH+1+INVOIC:D:96A:UN'BGM+380+X'" + strings.Repeat("LIN+1++A:SA'", n) + "UNT+3+1'UNZ+1+1'"
	}
	begin := "UNB+UNOC:3+A+B+260320:1200+1'UNH+1+INVOIC:D:96A:UN'BGM+380+X'"
	for _, c := range []struct {
		name string
		file io.Reader
		lim  ports.InterchangeLimits
		want document.FailureCode
	}{
		{"a segment of 10 MB", strings.NewReader(begin + "FTX+AAI+++" + strings.Repeat("x", 10<<20) + "'"), ports.InterchangeFileLimits, document.OverLimits},
		{"no separators", strings.NewReader("UNB+UNOC:3" + strings.Repeat("A", 10<<20)), ports.InterchangeFileLimits, document.OverLimits},
		{"only release characters", strings.NewReader(begin + strings.Repeat("?", 10<<20)), ports.InterchangeFileLimits, document.OverLimits},
		{"a long segment", strings.NewReader(begin + "FTX+AAI+++" + strings.Repeat("x", 64<<10-10) + "'"), ports.InterchangeFileLimits, ""},
		{"elements without end", strings.NewReader(begin + "IMD" + strings.Repeat("+", 60_000) + "'"), ports.InterchangeFileLimits, ""},
		{"repetitions without end", strings.NewReader("UNA:+.?*'" + begin + "PIA+1" + strings.Repeat("*:", 30_000) + "'"), ports.InterchangeFileLimits, ""},
		{"many segments", strings.NewReader(begin + strings.Repeat("A+'", 1_000_000)), ports.InterchangeFileLimits, document.OverLimits},
		{"empty segments", strings.NewReader(begin + strings.Repeat("'", 20<<20)), ports.InterchangeFileLimits, document.OverLimits},
		{"many lines", strings.NewReader(lines(5_001)), ports.InterchangeFileLimits, document.OverLimits},
		{"just not too many lines", strings.NewReader(lines(5_000)), ports.InterchangeFileLimits, ""},
		{"many parties, terms and allowances", strings.NewReader(begin + strings.Repeat("NAD+SU+1'PAT+1++5:3:D:30'ALC+A'MOA+8:1'TAX+7+VAT+++:::19'MOA+124:1'", 20_000)), ports.InterchangeFileLimits, ""},
		{"many allowances of a line", strings.NewReader(begin + "LIN+1'QTY+47:1'PRI+AAA:1'" + strings.Repeat("ALC+A'PCD+1:1'", 100_000)), ports.InterchangeFileLimits, ""},
		{"figures beyond all numbers", strings.NewReader(begin + "LIN+1'QTY+47:" + strings.Repeat("9", 60) + "'PRI+AAA:1e300'MOA+203:9999999999999999999'UNS+S'MOA+77:-9999999999999999999'"), ports.InterchangeFileLimits, ""},
		{"binary", strings.NewReader("UNB+UNOC:3" + strings.Repeat("\x00\xff'", 1000)), ports.InterchangeFileLimits, ""},
		{"another text", strings.NewReader("Dear customer"), ports.InterchangeFileLimits, document.Unreadable},
		{"nothing", strings.NewReader(""), ports.InterchangeFileLimits, ""},
		{"ISA cut off", strings.NewReader("ISA*00*          *00*"), ports.InterchangeFileLimits, document.Unreadable},
		{"ISA without an end", strings.NewReader(isa("*", ">")), ports.InterchangeFileLimits, document.Unreadable},
		{"ISA with letters as signs", strings.NewReader(isa("*", ">") + "XGS*"), ports.InterchangeFileLimits, document.Unreadable},
		{"ISA without signs", strings.NewReader(isa("*", "") + "\nGS*"), ports.InterchangeFileLimits, document.Unreadable},
		{"a file that breaks off", io.MultiReader(strings.NewReader("UNB+UNOC"), iotest.ErrReader(io.ErrUnexpectedEOF)), ports.InterchangeFileLimits, document.Unreadable},
		{"time", strings.NewReader(lines(5_000)), late, document.ParserTimeout},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := Reader{}.Read(context.Background(), c.file, c.lim)
			var got document.FailureCode
			if refused := (*ports.ReadError)(nil); errors.As(err, &refused) {
				got = refused.Code
			}
			assert.Equal(t, c.want, got, "%v", err)
			assert.Equal(t, c.want == "", err == nil, "%v", err)
		})
	}
}

func FuzzInterchanges(f *testing.F) {
	f.Add(un("INVOIC", "BGM+380+X", "CUX+2:EUR:4", "ALC+A", "PCD+1:3", "LIN+1++A:SA", "QTY+47:2", "MOA+203:3.00", "PRI+AAA:1.50:::10:DZN", "UNS+S", "MOA+77:3.00"))
	f.Add(x12of("810", "BIG*20260320*X", "IT1**2*CA*1.50*PE*VN*A", "PO4*6", "SAC*C*D240***100", "TDS*300"))
	f.Add(x12of("856", "BSN*00*S", "HL*1**S", "LIN**UP*036000291452", "SN1**1e9*EA"))
	f.Add("UNA:+.?*'UNH+1+ORDRSP'LIN+1+7'QTY+113:1'ALC+C'RTE+1:2:3'")
	f.Fuzz(func(t *testing.T, file string) {
		r, _, err := read(file)
		refused := (*ports.ReadError)(nil)
		if err != nil && !errors.As(err, &refused) {
			t.Fatal(err)
		}
		for _, l := range r.Lines {
			if len(l.Description) > longest || err == nil && !l.Confidence.Valid() {
				t.Fatalf("%+v", l)
			}
		}
	})
}
