package sheet

import (
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/table"
	"sellingassistant/domain/kernel/asin"
	"sellingassistant/domain/kernel/gtin"
	ports "sellingassistant/ports/document"
)

// readLines reads a file as a document of a type.
func readLines(t *testing.T, file string, kind document.Type) (reading.Reading, table.Mapping) {
	t.Helper()
	lim := ports.TextLimits
	if strings.HasPrefix(file, "PK") {
		lim = ports.WorkbookLimits
	}
	in := strings.NewReader(file)
	r, m, err := table.Read(func(row func(string, int, []table.Cell) error) error {
		return Reader{}.Read(context.Background(), in, in.Size(), lim, row)
	}, func() (rune, error) { return Reader{}.Delimiter(in, in.Size()) })
	require.NoError(t, err)
	r.Conclude(kind)
	return r, m
}

// described returns a line for the document if it has members, and a text for each line: its known
// members by name.
func described(r reading.Reading) []string {
	var all []string
	say := func(first string, members ...any) {
		parts := []string{first}
		for i := 0; i < len(members); i += 2 {
			v := members[i+1]
			if f, ok := v.(reading.Figure); ok {
				v = ""
				if d, known := f.Get(); known {
					v = d.Trim(0).String()
				}
			}
			if text := fmt.Sprint(v); text != "" && text != "0" {
				parts = append(parts, fmt.Sprintf("%v=%s", members[i], text))
			}
		}
		all = append(all, strings.Join(parts, " "))
	}
	codes := func(problems []reading.Problem) string {
		var c []string
		for _, p := range problems {
			c = append(c, string(p.Code))
		}
		return strings.Join(c, ",")
	}
	h := r.Header
	issued := ""
	if d, ok := h.IssueDate.Get(); ok {
		issued = d.String()
	}
	checks := ""
	for _, c := range r.Checks {
		if c.Result != reading.Unknown {
			checks += fmt.Sprintf("%s:%s", c.Code, c.Result)
		}
	}
	say("document", "invoice", h.InvoiceNumber, "po", h.PONumber, "issued", issued, "currency", h.Currency, "subtotal", h.Subtotal, "shipping", h.Shipping, "tax", h.Tax, "total", h.Total,
		"checks", strings.ReplaceAll(strings.ReplaceAll(checks, "pass", "pass,"), "fail", "fail,"), "problems", codes(r.Problems))
	if all[0] == "document" {
		all = nil
	}
	for _, l := range r.Lines {
		gt, as, kind, base := "", "", string(l.Kind), l.PriceBase.String()
		if l.GTIN != (gtin.Code{}) {
			gt = l.GTIN.String()
		}
		if l.ASIN != (asin.ASIN{}) {
			as = l.ASIN.String()
		}
		if l.Kind == reading.Product {
			kind = ""
		}
		if base == "1" {
			base = ""
		}
		say(fmt.Sprint(l.No), "sku", l.SupplierSKU, "gtin", gt, "asin", as, "text", l.Description, "qty", l.Quantity, "unit", l.Unit, "pack", l.UnitsPerCase, "case", l.CasePrice, "price", l.UnitPrice, "base", base,
			"off", l.DiscountAmount, "off%", l.DiscountPercent, "tax", l.TaxRate, "total", l.LineTotal, "cur", l.Currency, "kind", kind, "by", l.Evidence, "problems", codes(l.Problems))
	}
	return all
}

func bytesOf(t *testing.T, encoded string) string {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(encoded)
	require.NoError(t, err)
	return string(b)
}

func TestLines(t *testing.T) {
	teas := "EAN\tProduct\tBrand\tPack\tWholesale price\tRRP\n"
	var wantTeas []string
	for i := range 25 {
		code := fmt.Sprintf("400638133%03d", 100+i)
		full := ""
		for d := range 10 {
			if c, err := gtin.Parse(fmt.Sprintf("%s%d", code, d)); err == nil {
				full = c.String()
			}
		}
		teas += fmt.Sprintf("%s\tTea no %d\tLeaf\t6\t2.%02d\t4.99\n", full, i+1, 10+i)
		wantTeas = append(wantTeas, fmt.Sprintf("%d gtin=%s text=Tea no %d pack=6 price=%s by=columns", i+1, full, i+1, strings.TrimSuffix(fmt.Sprintf("2.%02d", 10+i), "0")))
	}
	for _, c := range []struct {
		name, file string
		kind       document.Type
		want       []string
	}{
		{"commas and dots", "sku,description,qty,unit price,total\nA-77,Steel bottle 750ml,24,12.50,300.00\nB-12,\"Lid, black\",100,0.45,45.00\n", document.Invoice, []string{
			"document checks=line_arithmetic:pass,",
			"1 sku=A-77 text=Steel bottle 750ml qty=24 price=12.5 total=300 by=columns", "2 sku=B-12 text=Lid, black qty=100 price=0.45 total=45 by=columns"}},
		{"semicolons, thousands and currency signs", "Artikelnr;Bezeichnung;Menge;Einzelpreis;Gesamt\nK-1;Kessel 1,7 l;1.200;11,40 €;13.680,00 €\nK-2;Deckel;50;€ 0,95;47,50\n", document.Invoice, []string{
			"document currency=EUR checks=line_arithmetic:pass,",
			"1 sku=K-1 text=Kessel 1,7 l qty=1200 price=11.4 total=13680 cur=EUR by=columns", "2 sku=K-2 text=Deckel qty=50 price=0.95 total=47.5 cur=EUR by=columns"}},
		{"the wholesale column is the cost, the retail price never", teas, document.PriceList, wantTeas},
		{"rows above and below, empty rows", "Example Supply Ltd,,,,\nInvoice INV-881,,,,\nDate,2026-03-20,,,\n,,,,\nCode,Item,Qty,Price,Amount\nA-1,Mug,10,3.00,30.00\n,,,,\nA-2,Plate,5,4.20,21.00\n,,,Total,51.00\n", document.Invoice, []string{
			"document invoice=INV-881 issued=2026-03-20 total=51 checks=line_arithmetic:pass,sum_of_lines:pass,",
			"1 sku=A-1 text=Mug qty=10 price=3 total=30 by=columns", "2 sku=A-2 text=Plate qty=5 price=4.2 total=21 by=columns"}},
		{"Windows-1252", bytesOf(t, "QXJ0aWtlbDtHcvbfZTtNZW5nZTtQcmVpcztCZXRyYWcKVPxyIHdlad87Z3Jv3zszOzEyLDAwIIA7MzYsMDAggAo="), document.Invoice, []string{
			"document currency=EUR checks=line_arithmetic:pass,", "1 text=Tür weiß qty=3 price=12 total=36 cur=EUR by=columns"}},
		{"UTF-16 and tabs", bytesOf(t, "//5TAEsAVQAJAEQAZQBzAGMAcgBpAHAAdABpAG8AbgAJAFEAdAB5AAkAUAByAGkAYwBlAAkAVABvAHQAYQBsAAoAyQAtADkACQBDAGEAZgDpACAAZgBpAGwAdAByAGUACQA4AAkAMgAuADIANQAJADEAOAAuADAAMAAKAA=="), document.Invoice, []string{
			"document checks=line_arithmetic:pass,", "1 sku=É-9 text=Café filtre qty=8 price=2.25 total=18 by=columns"}},
		{"codes mended and refused", "UPC,Title,Cost\n36000291452,Soap,1.10\n8.80E+12,Cream,2.20\n4006381333930,Pen,0.80\n4006381333931,Marker,0.95\n", document.PriceList, []string{
			"1 gtin=036000291452 text=Soap price=1.1 by=columns problems=identifier_repaired", "2 text=Cream price=2.2 by=columns problems=invalid_identifier",
			"3 text=Pen price=0.8 by=columns problems=invalid_identifier", "4 gtin=4006381333931 text=Marker price=0.95 by=columns"}},
		{"case price and pack", "SKU,Description,Case pack,Case price\nC-1,Water 1 l,12,30.00\nC-2,Juice,6,10.00\n", document.PriceList, []string{
			"1 sku=C-1 text=Water 1 l pack=12 case=30 price=2.5 by=columns", "2 sku=C-2 text=Juice pack=6 case=10 price=1.6667 by=columns"}},
		{"a comma of thousands beside dots", "item,qty,price,total\nBolt,\"1,234\",0.10,123.40\nNut,\"2,500\",0.02,50.00\n", document.Invoice, []string{
			"document checks=line_arithmetic:pass,", "1 text=Bolt qty=1234 price=0.1 total=123.4 by=columns", "2 text=Nut qty=2500 price=0.02 total=50 by=columns"}},
		{"two columns could be the cost", "code,name,price 1,price 2\nA,Ant,2.00,2.50\nB,Bee,3.00,2.80\nC,Cat,4.00,4.10\n", document.PriceList, []string{
			"document problems=columns_unsure", "1 sku=A text=Ant by=placed problems=missing_price,low_confidence",
			"2 sku=B text=Bee by=placed problems=missing_price,low_confidence", "3 sku=C text=Cat by=placed problems=missing_price,low_confidence"}},
		{"freight is no product", "sku,description,qty,price,total\nA-1,Mug,10,3.00,30.00\n,Shipping,1,12.00,12.00\n", document.Invoice, []string{
			"document checks=line_arithmetic:pass,", "1 sku=A-1 text=Mug qty=10 price=3 total=30 by=columns", "2 text=Shipping qty=1 price=12 total=12 kind=freight by=columns"}},

		{"freight without a quantity is a sum", "sku;qty;price;total\nA;2;3,00;6,00\nVersandkosten;;;4,90\nGesamtbetrag;;;10,90\n", document.Invoice, []string{
			"document shipping=4.9 total=10.9 checks=line_arithmetic:pass,sum_of_lines:pass,", "1 sku=A qty=2 price=3 total=6 by=columns"}},
		{"tax and net total", "Art.-Nr;Menge;Preis;Betrag\nA;2;3,00;6,00\n;;Nettosumme;6,00\n;;MwSt 19%;1,14\n;;Gesamtbetrag;7,14 €\n", document.Invoice, []string{
			"document currency=EUR subtotal=6 tax=1.14 total=7.14 checks=line_arithmetic:pass,sum_of_lines:pass,grand_total:pass,", "1 sku=A qty=2 price=3 total=6 cur=EUR by=columns"}},
		{"a product that begins like a sum", "sku,name,price\nA,Total care shampoo,3.20\nB,Delivery van (toy),9.99\n", document.PriceList, []string{
			"1 sku=A text=Total care shampoo price=3.2 by=columns", "2 sku=B text=Delivery van (toy) price=9.99 by=columns"}},
		{"the header again on each page", "sku,qty,price\nA,1,2.00\nsku,qty,price\nB,3,4.00\n", document.Invoice, []string{
			"1 sku=A qty=1 price=2 by=columns", "2 sku=B qty=3 price=4 by=columns"}},
		{"no header, arithmetic says which is which", "A-1,Mug,10,3.00,30.00\nA-2,Plate,5,4.20,21.00\nA-3,Bowl,3,1.10,3.30\n", document.Invoice, []string{
			"document checks=line_arithmetic:pass,", "1 qty=10 price=3 total=30 by=product", "2 qty=5 price=4.2 total=21 by=product", "3 qty=3 price=1.1 total=3.3 by=product"}},
		{"no header, codes and one amount", "4006381333931,1.20\n4012345001235,2.30\n", document.PriceList, []string{
			"1 gtin=4006381333931 price=1.2 by=placed problems=low_confidence", "2 gtin=4012345001235 price=2.3 by=placed problems=low_confidence"}},
		{"ASINs below an unknown label", "thing,brand,cost\nB000000001,Acme,1.20\nB0TEST0002,Acme,2.30\n", document.PriceList, []string{"1 price=1.2 by=columns", "2 price=2.3 by=columns"}},
		{"a price above the retail price is no cost", "sku,price,unit price,rrp\nA,9.00,3.00,5.00\nB,8.00,2.00,4.00\n", document.PriceList, []string{"1 sku=A price=3 by=columns", "2 sku=B price=2 by=columns"}},
		{"only a retail price", "sku,name,rrp\nA,Ant,5.00\nB,Bee,4.00\n", document.PriceList, []string{
			"document problems=columns_unsure",
			"1 sku=A text=Ant by=placed problems=missing_price,low_confidence", "2 sku=B text=Bee by=placed problems=missing_price,low_confidence"}},
		{"cost before price", "sku,price,your price\nA,5.00,3.00\n", document.PriceList, []string{"1 sku=A price=3 by=columns"}},
		{"two labelled costs", "sku,cost,dealer\nA,5.00,3.00\n", document.PriceList, []string{"document problems=columns_unsure", "1 sku=A by=placed problems=missing_price,low_confidence"}},
		{"two amounts and a quantity", "sku,qty,price,amount,net total\nA,2,5.00,10.00,12.00\nB,3,2.00,6.00,7.20\n", document.Invoice, []string{
			"document checks=line_arithmetic:pass,", "1 sku=A qty=2 price=5 total=10 by=columns", "2 sku=B qty=3 price=2 total=6 by=columns"}},
		{"shipped, not ordered", "sku;bestellt;geliefert;preis\nA;10;8;1,50\n", document.Invoice, []string{"1 sku=A qty=8 price=1.5 by=columns"}},
		{"only ordered", "sku;bestellt;preis\nA;10;1,50\n", document.PurchaseOrder, []string{"1 sku=A qty=10 price=1.5 by=columns"}},
		{"discounts in percent", "sku,qty,price,disc %,total\nA,10,2.00,10,18.00\nB,1,2.00,,2.00\n", document.Invoice, []string{
			"document checks=line_arithmetic:pass,", "1 sku=A qty=10 price=2 off%=10 total=18 by=columns", "2 sku=B qty=1 price=2 total=2 by=columns"}},
		{"discounts with a meaning by the total", "sku,qty,price,discount,total\nA,10,2.00,10,18.00\nB,10,2.00,3.00,17.00\n", document.Invoice, []string{
			"document checks=line_arithmetic:pass,", "1 sku=A qty=10 price=2 off%=10 total=18 by=columns", "2 sku=B qty=10 price=2 off=3 total=17 by=columns"}},
		{"a wrong product is shown as it is", "sku,qty,price,total\nA,10,5.00,55.00\nB,2,1.50,3.00\n", document.Invoice, []string{
			"document checks=line_arithmetic:fail,", "1 sku=A qty=10 price=5 total=55 by=placed problems=arithmetic_mismatch,low_confidence", "2 sku=B qty=2 price=1.5 total=3 by=columns"}},
		{"the price of a hundred", "sku;menge;preis per 100;betrag\nA;3.000;12,50;375,00\n", document.Invoice, []string{"document checks=line_arithmetic:pass,", "1 sku=A qty=3000 price=12.5 base=100 total=375 by=columns"}},
		{"a column for how many units the price is", "sku;menge;preis;pe;betrag\nA;3000;12,50;100;375,00\n", document.Invoice, []string{"document checks=line_arithmetic:pass,", "1 sku=A qty=3000 price=12.5 base=100 total=375 by=columns"}},
		{"units beside quantities", "sku;menge;preis\nA;20 Stk;1,50\nB;3 Karton;2,50\n", document.Invoice, []string{"1 sku=A qty=20 unit=piece price=1.5 by=columns", "2 sku=B qty=3 unit=case price=2.5 by=columns"}},
		{"negative in all ways", "sku,qty,price,total\nA,-2,12.50,-25.00\nB,2-,12.50,25.00-\nC,(2),12.50,(25.00)\n", document.CreditNote, []string{
			"document checks=line_arithmetic:pass,", "1 sku=A qty=-2 price=12.5 total=-25 by=columns", "2 sku=B qty=-2 price=12.5 total=-25 by=columns", "3 sku=C qty=-2 price=12.5 total=-25 by=columns"}},
		{"blanks and apostrophes in thousands", "sku;qty;price;total\nA;1 000;1,50;1 500,00\nB;2'000;2,00;4'000,00\n", document.Invoice, []string{
			"document checks=line_arithmetic:pass,", "1 sku=A qty=1000 price=1.5 total=1500 by=columns", "2 sku=B qty=2000 price=2 total=4000 by=columns"}},
		{"a quantity is missing", "sku,qty,price,total\nA,,1.50,3.00\nB,2,1.50,3.00\n", document.Invoice, []string{
			"document checks=line_arithmetic:pass,", "1 sku=A price=1.5 total=3 by=placed problems=missing_quantity,low_confidence", "2 sku=B qty=2 price=1.5 total=3 by=columns"}},
		{"a price on request", "sku,name,price\nA,Ant,on request\nB,Bee,2.00\n", document.PriceList, []string{"1 sku=A text=Ant by=columns problems=missing_price", "2 sku=B text=Bee price=2 by=columns"}},
		{"twice the same line", "sku,qty,price\nA,1,2.00\nA,1,2.00\n", document.Invoice, []string{"1 sku=A qty=1 price=2 by=columns", "2 sku=A qty=1 price=2 by=columns problems=duplicate_line"}},
		{"a column of currencies", "sku,qty,price,currency\nA,1,2.00,GBP\n", document.Invoice, []string{"document currency=GBP", "1 sku=A qty=1 price=2 cur=GBP by=columns"}},
		{"group headings", "sku,name,price\n,Drinks,\nA,Tea,2.00\n,Food,\nB,Rice,3.00\n", document.PriceList, []string{"1 sku=A text=Tea price=2 by=columns", "2 sku=B text=Rice price=3 by=columns"}},
		{"EAN and UPC in two columns", "ean,upc,cost\n,036000291452,1.00\n4006381333931,,2.00\n", document.PriceList, []string{"1 gtin=036000291452 price=1 by=columns", "2 gtin=4006381333931 price=2 by=columns"}},
		{"codes with blanks and hyphens", "ean,cost\n4006381-333931,1.00\n4 012345 001235,2.00\n", document.PriceList, []string{"1 gtin=4006381333931 price=1 by=columns", "2 gtin=4012345001235 price=2 by=columns"}},
		{"words in place of a code", "ean,sku,cost\nn/a,A,1.00\n", document.PriceList, []string{"1 sku=A price=1 by=columns"}},
		{"an empty file", "", document.Other, nil},
		{"only a header", "sku,qty,price\n", document.Invoice, nil},
		{"prose", "Dear customer\nthank you for your visit.\n", document.Other, nil},

		{"workbook: numbers, lost zeros", built(t, func(f *excelize.File) {
			require.NoError(t, f.SetSheetRow("Sheet1", "A1", &[]any{"UPC", "Title", "Cost"}))
			require.NoError(t, f.SetSheetRow("Sheet1", "A2", &[]any{36000291452, "Soap", 1.1}))
			require.NoError(t, f.SetSheetRow("Sheet1", "A3", &[]any{4006381333931, "Marker", 0.95}))
		}), document.PriceList, []string{"1 gtin=036000291452 text=Soap price=1.1 by=columns problems=identifier_repaired", "2 gtin=4006381333931 text=Marker price=0.95 by=columns"}},
		{"workbook: a stored number is no printed one", built(t, func(f *excelize.File) {
			require.NoError(t, f.SetSheetRow("Sheet1", "A1", &[]any{"sku", "qty", "price", "total"}))
			require.NoError(t, f.SetSheetRow("Sheet1", "A2", &[]any{"A", 2, 1.125, 2.25}))
		}), document.Invoice, []string{"document checks=line_arithmetic:pass,", "1 sku=A qty=2 price=1.125 total=2.25 by=columns"}},
		{"workbook: a longer table after a cover", built(t, func(f *excelize.File) {
			require.NoError(t, f.SetCellValue("Sheet1", "A1", "Welcome"))
			_, err := f.NewSheet("Prices")
			require.NoError(t, err)
			for i, r := range [][]any{{"sku", "cost"}, {"A", 1.5}, {"B", 2.5}} {
				require.NoError(t, f.SetSheetRow("Prices", fmt.Sprintf("A%d", i+1), &r))
			}
		}), document.PriceList, []string{"1 sku=A price=1.5 by=columns", "2 sku=B price=2.5 by=columns"}},
		{"workbook: a later sheet has to be twice as long", built(t, func(f *excelize.File) {
			_, err := f.NewSheet("Other")
			require.NoError(t, err)
			for i, r := range [][]any{{"sku", "cost"}, {"A", 1.5}} {
				require.NoError(t, f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &r))
				require.NoError(t, f.SetSheetRow("Other", fmt.Sprintf("A%d", i+1), &[]any{"x", 1}))
			}
			require.NoError(t, f.SetCellValue("Other", "A3", "y"))
		}), document.PriceList, []string{"1 sku=A price=1.5 by=columns"}},
		{"workbook: the date above the table", built(t, func(f *excelize.File) {
			require.NoError(t, f.SetSheetRow("Sheet1", "A1", &[]any{"Invoice date", 46101}))
			style(t, f, "B1", "dd/mm/yyyy")
			require.NoError(t, f.SetSheetRow("Sheet1", "A3", &[]any{"sku", "qty", "price"}))
			require.NoError(t, f.SetSheetRow("Sheet1", "A4", &[]any{"A", 2, 1.5}))
		}), document.Invoice, []string{"document issued=2026-03-20", "1 sku=A qty=2 price=1.5 by=columns"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, _ := readLines(t, c.file, c.kind)
			assert.Equal(t, c.want, described(r))
		})
	}
}

func TestMappingHasCandidates(t *testing.T) {
	_, m := readLines(t, "Prices of May\ncode,name,price 1,price 2\nA,Ant,2.00,2.50\nB,Bee,3.00,2.80\n", document.PriceList)
	assert.Equal(t, 2, m.HeaderRow)
	assert.Equal(t, "price 2", m.Columns[3].Label)
	assert.Equal(t, map[string][]int{"price": {2, 3}}, map[string][]int{"price": m.Candidates["price"]})
	assert.True(t, m.Unsure())
	_, m = readLines(t, "code,cost\nA,2.00\n", document.PriceList)
	assert.False(t, m.Unsure())
	assert.Equal(t, 0, m.Column("sku"))
	assert.Equal(t, -1, m.Column("asin"))
}

// The decimal sign of a file changes no line, and neither does the encoding.
func TestSignsAndEncodingsChangeNoLine(t *testing.T) {
	dots := "sku;text;qty;price;total\nA;Tür;1,200;1.25;1,500.00\nB;weiß;3;0.50;1.50\n"
	commas := strings.NewReplacer(",", ".", ".", ",").Replace(dots)
	want, _ := readLines(t, dots, document.Invoice)
	require.Len(t, want.Lines, 2)
	for _, file := range []string{commas, "\xef\xbb\xbf" + dots, encode(t, charmap.Windows1252.NewEncoder(), commas), strings.ReplaceAll(dots, ";", "\t"), strings.ReplaceAll(commas, "\n", "\r\n")} {
		got, _ := readLines(t, file, document.Invoice)
		for i := range got.Lines {
			got.Lines[i].RawText = want.Lines[i].RawText
		}
		assert.Equal(t, want, got)
	}
}

func FuzzLines(f *testing.F) {
	f.Add("sku,qty,price,total\nA,1,2.00,2.00\n,,Total,2.00\n")
	f.Add("4006381333931;1,20;7\nB000000001;;\n")
	f.Fuzz(func(t *testing.T, file string) {
		in := strings.NewReader(file)
		r, _, err := table.Read(func(row func(string, int, []table.Cell) error) error {
			return Reader{}.Read(context.Background(), in, in.Size(), ports.TextLimits, row)
		}, func() (rune, error) { return Reader{}.Delimiter(in, in.Size()) })
		if err != nil {
			return
		}
		for _, kind := range []document.Type{document.Invoice, document.PriceList} {
			concluded := r
			concluded.Lines = slices.Clone(r.Lines)
			concluded.Conclude(kind)
			for _, l := range concluded.Lines {
				if !l.Confidence.Valid() || len(l.Description) > 2000 {
					t.Fatalf("%+v", l)
				}
			}
		}
	})
}
