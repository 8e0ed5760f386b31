package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDocumentsRead(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "invoice.TXT")
	require.NoError(t, os.WriteFile(file, []byte("Invoice 7\nDate 2026-03-20\n\nCode   Item      Qty   Price   Amount\n"+
		"A-1    Mug        10    3.00    30.00\n                     Total GBP  30.00\n"), 0o600))
	code, out, errs := execute(t, "", "documents", "read", file)
	require.Empty(t, errs)
	require.Equal(t, exitOK, code)
	require.JSONEq(t, `{"type":"invoice","confidence":0.95,"classifier":"rules","method":"pdf","pages":1,
"header":{"invoice_number":"7","issue_date":"2026-03-20","currency":"GBP","total":30},
"lines":[{"line_no":1,"page":1,"kind":"product","supplier_sku":"A-1","description":"Mug","quantity":10,"unit_price":3,"price_base_quantity":1,
 "line_total":30,"currency":"GBP","evidence":"columns","confidence":0.99,"problems":[],"raw_text":"A-1 Mug 10 3.00 30.00"}],
"checks":[{"code":"line_arithmetic","result":"pass","difference":0},{"code":"sum_of_lines","result":"pass","difference":0},{"code":"grand_total","result":"unknown"}],
"problems":[]}`, out)
}

func TestDocumentsReadEveryKind(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	codes := func(members []any, name string) (list []string) {
		for _, m := range members {
			list = append(list, fmt.Sprint(m.(map[string]any)[name]))
		}
		return list
	}
	for _, c := range []struct {
		file, content string
		want          string
		lines         []string
	}{
		{"inv.csv", "SKU,Description,Qty,Unit price,Total\nA-77,Steel bottle,24,12.50,300.00\nB-2,Mug,2,3.00,6.00\n", "other none table []", []string{"A-77", "B-2"}},
		{"slip.tsv", "Packing list 7\t\nSKU\tQty\nA-77\t24\n", "packing_slip structure table []", []string{"A-77"}},
		{"list.csv", "Code,EAN,Price,Cost\n" + strings.Repeat("A-77,4006381333931,9.00,3.00\n", 20), "price_list structure table []", slices.Repeat([]string{"A-77"}, 20)},
		{"unsure.csv", "Code,Net price,Net price\nA,1.00,2.00\nB,3.00,4.00\n", "other none table [columns_unsure]", []string{"A", "B"}},
		{"cp1252.txt", "Rechnung 9\n\nArtikel   St\xfcck  Einzelpreis  Gesamtpreis\nT-1          2         3,00         6,00\n", "invoice rules pdf []", []string{"<nil>"}},
		{"edi.txt", "UNB+UNOC:3+400000+500000+260320:1000+1'", "other none none [edi_not_read]", nil},
		{"letter.txt", "Dear customer,\n\nwe look forward to seeing you on 2 April at 10.30.\n", "other none pdf [no_lines]", nil},
		{
			"invoice.edi", "UNB+UNOC:3+A+B+260320:1000+1'UNH+1+INVOIC:D:96A:UN'BGM+380+7'LIN+1++A-77:SA'QTY+47:2'PRI+AAA:3'UNS+S'UNT+7+1'UNZ+1+1'",
			"invoice edi edi []", []string{"A-77"},
		},
		{
			"order.X12", "ISA*00*          *00*          *ZZ*A              *ZZ*B              *260320*1200*U*00401*000000001*0*P*>~" +
				"GS*PO*A*B*20260320*1200*1*X*004010~ST*850*1~BEG*00*SA*PO-9**20260320~PO1*1*2*EA*3**VN*T-9~SE*4*1~GE*1*1~IEA*1*000000001~",
			"purchase_order edi edi []", []string{"T-9"},
		},
		{"order.csv", "ST*850*1~BEG*00*SA*PO-9~PO1*1*2*EA*3**VN*T-9~SE*4*1~", "purchase_order edi edi [envelope_incomplete]", []string{"T-9"}},
		{"order.xml", `<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"><ID>PO-9</ID><OrderLine><LineItem><ID>1</ID><Quantity unitCode="C62">48</Quantity>` +
			`<Price><PriceAmount>2.00</PriceAmount></Price><Item><Name>Tray</Name><SellersItemIdentification><ID>T-9</ID></SellersItemIdentification></Item></LineItem></OrderLine></Order>`, "purchase_order xml xml []", []string{"T-9"}},
		{"invoice.pdf", printed("Invoice 7", "", "Code   Item      Qty   Price   Amount", "A-1    Mug        10    3.00    30.00", "                     Total GBP  30.00"), "invoice rules pdf []", []string{"A-1"}},
	} {
		file := filepath.Join(folder, c.file)
		require.NoError(t, os.WriteFile(file, []byte(c.content), 0o600))
		code, out, errs := execute(t, "", "documents", "read", file)
		require.Equal(t, exitOK, code, "%s: %s", c.file, errs)
		var got struct {
			Type, Classifier, Method string
			Lines                    []any
			Problems                 []string
		}
		require.NoError(t, json.Unmarshal([]byte(out), &got))
		require.Equal(t, c.want, fmt.Sprint(got.Type, " ", got.Classifier, " ", got.Method, " ", got.Problems), c.file)
		require.Equal(t, c.lines, codes(got.Lines, "supplier_sku"), c.file)
	}
}

func TestDocumentsReadRefuses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, c := range []struct{ file, content, want string }{
		{"long.csv", "Code,Qty,Price,Total\n" + strings.Repeat("A,2,1.00,2.00\n", 5_001), "over_limits: more than 5000 lines"},
		{"wide.txt", strings.Repeat("x", 1<<20+1) + "\n", "over_limits: a line of more than 1048576 bytes"},
		{"rows.txt", strings.Repeat("\n", 250_100), "over_limits: more than 250100 rows"},
		{"dense.txt", strings.Repeat(strings.Repeat("x", 100)+"\n", 30_001), "over_limits: more than 3000000 characters"},
		{"xxe.xml", `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><Invoice>&e;</Invoice>`, "over_limits: the message declares a document type"},
		{"other.xml", "<Report/>", "unsupported_content"},
		{"torn.pdf", printed("Invoice 7")[:40], "unreadable"},
		{"torn.xml", "<Invoice><ID>", "unreadable"},
		{"empty.csv", "", "The file is empty."},
		{"song.mp3", "ID3\x03", "Only PDF, CSV"},
	} {
		file := filepath.Join(folder, c.file)
		require.NoError(t, os.WriteFile(file, []byte(c.content), 0o600))
		code, out, errs := execute(t, "", "documents", "read", file)
		require.NotEqual(t, exitOK, code, c.file)
		require.Empty(t, out, c.file)
		require.Contains(t, errs, c.want, c.file)
	}
}

// printed is a PDF of a page in Courier, without the table of its objects, which readers find without it.
func printed(rows ...string) string {
	text := "BT /F 10 Tf 12 TL 40 780 Td"
	for _, r := range rows {
		text += " (" + r + ") Tj T*"
	}
	text += " ET"
	return "%PDF-1.7\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj 2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n" +
		"3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj\n" +
		"5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Courier>> endobj\n" +
		fmt.Sprintf("4 0 obj <</Length %d>> stream\n%s\nendstream endobj\ntrailer <</Root 1 0 R>>\n", len(text), text)
}
