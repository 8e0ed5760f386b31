package sheet

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"sellingassistant/domain/document"
)

// The content of an invoice of two lines, in every form.
const (
	agreed = "document checks=line_arithmetic:pass,"
	mugs   = "1 sku=A-1 text=Mug qty=10 price=3 total=30 by=columns"
	plates = "2 sku=A-2 text=Plate qty=5 price=4.2 total=21 by=columns"
)

var twoLines = []string{agreed, mugs, plates}

const commaInvoice = "Code,Item,Qty,Price,Amount\nA-1,Mug,10,3.00,30.00\nA-2,Plate,5,4.20,21.00\n"

// workbookOf has a sheet with these rows from a cell on.
func workbookOf(t *testing.T, from string, rows [][]any, more ...func(*excelize.File)) string {
	return built(t, func(f *excelize.File) {
		column, row, err := excelize.CellNameToCoordinates(from)
		require.NoError(t, err)
		for i, r := range rows {
			at, err := excelize.CoordinatesToCellName(column, row+i)
			require.NoError(t, err)
			require.NoError(t, f.SetSheetRow("Sheet1", at, &r))
		}
		for _, m := range more {
			m(f)
		}
	})
}

var invoiceRows = [][]any{{"Code", "Item", "Qty", "Price", "Amount"}, {"A-1", "Mug", 10, 3, 30}, {"A-2", "Plate", 5, 4.2, 21}}

// awkwardTexts returns texts with the oddities of exports, spreadsheets and people.
func awkwardTexts(t *testing.T) []awkward {
	utf16 := func(e unicode.Endianness, mark unicode.BOMPolicy, s string) string {
		return encode(t, unicode.UTF16(e, mark).NewEncoder(), s)
	}
	german := "Artikelnr;Bezeichnung;Menge;Einzelpreis;Gesamt\nA-1;Becher grün;10;3,00;30,00\nA-2;Teller weiß;5;4,20;21,00\n"
	germanLines := []string{agreed, "1 sku=A-1 text=Becher grün qty=10 price=3 total=30 by=columns", "2 sku=A-2 text=Teller weiß qty=5 price=4.2 total=21 by=columns"}
	return []awkward{
		// Encodings and ends of lines.
		{"a mark of UTF-8 before a quoted label", "\xef\xbb\xbf\"Code\",Item,Qty,Price,Amount\nA-1,Mug,10,3.00,30.00\nA-2,Plate,5,4.20,21.00\n", document.Invoice, twoLines},
		{"UTF-16, big end first", utf16(unicode.BigEndian, unicode.UseBOM, german), document.Invoice, germanLines},
		{"UTF-16 without a mark", utf16(unicode.LittleEndian, unicode.IgnoreBOM, german), document.Invoice, germanLines},
		{"Windows-1252", encode(t, charmap.Windows1252.NewEncoder(), german), document.Invoice, germanLines},
		{"Windows-1251", encode(t, charmap.Windows1251.NewEncoder(), "Code;Description;Qty;Price;Total\nA-1;Кружка керамическая большая;10;3,00;30,00\nA-2;Тарелка глубокая белая фарфоровая;5;4,20;21,00\nA-3;Салфетки бумажные трёхслойные;2;1,00;2,00\n"), document.Invoice,
			[]string{agreed, "1 sku=A-1 text=Кружка керамическая большая qty=10 price=3 total=30 by=columns", "2 sku=A-2 text=Тарелка глубокая белая фарфоровая qty=5 price=4.2 total=21 by=columns",
				"3 sku=A-3 text=Салфетки бумажные трёхслойные qty=2 price=1 total=2 by=columns"}},
		{"Shift JIS", encode(t, japanese.ShiftJIS.NewEncoder(), "Code,Description,Qty,Price,Total\nA-1,ステンレスボトル大きいサイズ,10,3.00,30.00\nA-2,まな板と包丁のセットです,5,4.20,21.00\n"), document.Invoice,
			[]string{agreed, "1 sku=A-1 text=ステンレスボトル大きいサイズ qty=10 price=3 total=30 by=columns", "2 sku=A-2 text=まな板と包丁のセットです qty=5 price=4.2 total=21 by=columns"}},
		{"ends of lines of Windows", strings.ReplaceAll(commaInvoice, "\n", "\r\n"), document.Invoice, twoLines},
		{"ends of lines of the old Macintosh", strings.ReplaceAll(commaInvoice, "\n", "\r"), document.Invoice, twoLines},
		{"no end of the last line", strings.TrimSuffix(commaInvoice, "\n"), document.Invoice, twoLines},
		{"empty lines before, between and behind", "\n\n" + strings.ReplaceAll(commaInvoice, "\n", "\n\n") + "\n\n", document.Invoice, twoLines},
		{"the mark of the end of a file of DOS", commaInvoice + "\x1a", document.Invoice, twoLines},
		{"blanks that are none", strings.NewReplacer("Mug", "\u00a0Mug\u200b", "10", "\u202f10\u00a0").Replace(commaInvoice), document.Invoice, twoLines},

		// Delimiters and quotes.
		{"a line that names the delimiter", "sep=;\n" + strings.ReplaceAll(commaInvoice, ",", ";"), document.Invoice, twoLines},
		{"a line that names a bar, in capitals", "SEP=|\r\n" + strings.ReplaceAll(commaInvoice, ",", "|"), document.Invoice, twoLines},
		{"a delimiter that only such a line can say", "sep=^\n" + strings.ReplaceAll(commaInvoice, ",", "^"), document.Invoice, twoLines},
		{"bars", strings.ReplaceAll(commaInvoice, ",", "|"), document.Invoice, twoLines},
		{"tabs in a file called CSV", strings.ReplaceAll(commaInvoice, ",", "\t"), document.Invoice, twoLines},
		{"decimal commas between semicolons", strings.NewReplacer(",", ";", ".", ",").Replace(commaInvoice), document.Invoice, twoLines},
		{"decimal commas in quotes between commas", "Code,Item,Qty,Price,Amount\nA-1,Mug,10,\"3,00\",\"30,00\"\nA-2,Plate,5,\"4,20\",\"21,00\"\n", document.Invoice, twoLines},
		{"everything in quotes", "\"" + strings.NewReplacer(",", "\",\"", "\n", "\"\n\"").Replace(strings.TrimSuffix(commaInvoice, "\n")) + "\"\n", document.Invoice, twoLines},
		{"quotes over three lines", "Code,Item,Qty,Price,Amount\nA-1,\"Mug,\nblue\n(new)\",10,3.00,30.00\nA-2,Plate,5,4.20,21.00\n", document.Invoice,
			[]string{agreed, "1 sku=A-1 text=Mug, blue (new) qty=10 price=3 total=30 by=columns", plates}},
		{"doubled quotes", "Code,Item,Qty,Price,Amount\nA-1,\"Mug \"\"Blue\"\"\",10,3.00,30.00\nA-2,Plate,5,4.20,21.00\n", document.Invoice,
			[]string{agreed, `1 sku=A-1 text=Mug "Blue" qty=10 price=3 total=30 by=columns`, plates}},
		{"inches", "Code,Item,Qty,Price,Amount\nA-1,Monitor 24\",10,3.00,30.00\nA-2,Plate,5,4.20,21.00\n", document.Invoice,
			[]string{agreed, `1 sku=A-1 text=Monitor 24" qty=10 price=3 total=30 by=columns`, plates}},
		{"a quote that is never closed", "Code,Item,Qty,Price,Amount\nA-1,\"Mug,10,3.00,30.00\nA-2,Plate,5,4.20,21.00\n", document.Invoice,
			[]string{agreed, mugs, plates}},
		{"a delimiter inside of quotes", strings.Replace(commaInvoice, "Mug", `"Mug, large, blue"`, 1), document.Invoice,
			[]string{agreed, "1 sku=A-1 text=Mug, large, blue qty=10 price=3 total=30 by=columns", plates}},
		{"blanks around delimiters", strings.ReplaceAll(commaInvoice, ",", " , "), document.Invoice, twoLines},

		// Rows.
		{"short rows", "Code,Item,Qty,Price,Amount,Remark\nA-1,Mug,10,3.00,30.00\nA-2,Plate,5,4.20,21.00,late\n", document.Invoice, twoLines},
		{"long rows", "Code,Item,Qty,Price,Amount\nA-1,Mug,10,3.00,30.00,,,x\nA-2,Plate,5,4.20,21.00,\n", document.Invoice, twoLines},
		{"a delimiter at the end of each row", strings.ReplaceAll(commaInvoice, "\n", ",\n"), document.Invoice, twoLines},
		{"an empty column in front", "," + strings.TrimSuffix(strings.ReplaceAll(commaInvoice, "\n", "\n,"), ","), document.Invoice, twoLines},
		{"rows of delimiters alone", "Code,Item,Qty,Price,Amount\n,,,,\nA-1,Mug,10,3.00,30.00\n,,,,\nA-2,Plate,5,4.20,21.00\n,,,,\n,,,,\n", document.Invoice, twoLines},
		{"a subtotal between groups and a total", "Code,Item,Qty,Price,Amount\nA-1,Mug,10,3.00,30.00\n,Subtotal,,,30.00\nA-2,Plate,5,4.20,21.00\n,Subtotal,,,21.00\n,Grand total,,,51.00\n", document.Invoice,
			[]string{"document total=51 checks=line_arithmetic:pass,sum_of_lines:pass,", mugs, plates}},
		{"rows of remarks", "# exported by Shop 3.1\n# 2 rows\n" + commaInvoice + "# end\n", document.Invoice, twoLines},
		{"text after the table", commaInvoice + "\nAll prices without VAT\nThank you for your order\n", document.Invoice, twoLines},

		// Heads.
		{"eleven rows above the head", strings.Repeat("Acme Wholesale Ltd,,,,\nwww.example.com,,,,\n", 5) + "Stock of May,,,,\n" + commaInvoice, document.Invoice, twoLines},
		{"the head again after each row", "Code,Item,Qty,Price,Amount\nA-1,Mug,10,3.00,30.00\nCode,Item,Qty,Price,Amount\nA-2,Plate,5,4.20,21.00\n", document.Invoice, twoLines},
		{"labels of a database", strings.Replace(commaInvoice, "Code,Item,Qty,Price,Amount", "ITEM_CODE,ITEM_NAME,QTY,UNIT_PRICE,LINE_TOTAL", 1), document.Invoice, twoLines},
		{"labels with a line break", strings.Replace(commaInvoice, "Code,Item,Qty,Price,Amount", "\"Item\ncode\",Item,Qty,\"Unit\nprice\",\"Line\ntotal\"", 1), document.Invoice, twoLines},
		{"labels before marks", strings.Replace(commaInvoice, "Code,Item,Qty,Price,Amount", "Code*,Item:,Qty.,Price:,Amount:", 1), document.Invoice, twoLines},
		{"labels with currency and unit", strings.Replace(commaInvoice, "Code,Item,Qty,Price,Amount", "Code,Item,Qty (pcs),Price (GBP),Amount (GBP)", 1), document.Invoice, []string{
			"document currency=GBP checks=line_arithmetic:pass,", "1 sku=A-1 text=Mug qty=10 price=3 total=30 cur=GBP by=columns",
			"2 sku=A-2 text=Plate qty=5 price=4.2 total=21 cur=GBP by=columns",
		}},
		{"Spanish", "Referencia;Descripción;Cantidad;Precio;Importe\nA-1;Taza;10;3,00;30,00\n", document.Invoice, []string{agreed, "1 sku=A-1 text=Taza qty=10 price=3 total=30 by=columns"}},
		{"Italian", "Codice;Descrizione;Quantità;Prezzo;Importo\nA-1;Tazza;10;3,00;30,00\n", document.Invoice, []string{agreed, "1 sku=A-1 text=Tazza qty=10 price=3 total=30 by=columns"}},
		{"Dutch", "Artikelnr.;Omschrijving;Aantal;Prijs;Bedrag\nA-1;Mok;10;3,00;30,00\n", document.Invoice, []string{agreed, "1 sku=A-1 text=Mok qty=10 price=3 total=30 by=columns"}},

		// Figures and codes.
		{"codes made formulas, to keep their zeros", "EAN;Article;Cost\n=\"036000291452\";Soap;1,10\n=\"4006381333931\";Marker;0,95\n", document.PriceList,
			[]string{"1 gtin=036000291452 text=Soap price=1.1 by=columns", "2 gtin=4006381333931 text=Marker price=0.95 by=columns"}},
		{"codes with an apostrophe before them", "EAN;Article;Cost\n'036000291452;Soap;1,10\n'4006381333931;Marker;0,95\n", document.PriceList,
			[]string{"1 gtin=036000291452 text=Soap price=1.1 by=columns", "2 gtin=4006381333931 text=Marker price=0.95 by=columns"}},
		{"a code that was a number with a decimal", "EAN,Article,Cost\n4006381333931.0,Marker,0.95\n36000291452.0,Soap,1.10\n", document.PriceList,
			[]string{"1 gtin=4006381333931 text=Marker price=0.95 by=columns", "2 gtin=036000291452 text=Soap price=1.1 by=columns problems=identifier_repaired"}},
		{"codes in scientific form with a comma", "EAN;Article;Cost\n4,00638E+12;Marker;0,95\n", document.PriceList, []string{"1 text=Marker price=0.95 by=columns problems=invalid_identifier"}},
		{"codes of the supplier keep their zeros", "SKU,Item,Cost\n00123,Mug,3.00\n000045,Plate,4.20\n", document.PriceList, []string{"1 sku=00123 text=Mug price=3 by=columns", "2 sku=000045 text=Plate price=4.2 by=columns"}},
		{"minus signs of all kinds", "Code,Item,Qty,Price,Amount\nA-1,Mug,-10,3.00,-30.00\nA-2,Plate,\u22125,4.20,\u221221.00\nA-3,Bowl,2-,1.00,2.00-\nA-4,Pan,(3),2.00,(6.00)\n", document.CreditNote,
			[]string{agreed, "1 sku=A-1 text=Mug qty=-10 price=3 total=-30 by=columns", "2 sku=A-2 text=Plate qty=-5 price=4.2 total=-21 by=columns", "3 sku=A-3 text=Bowl qty=-2 price=1 total=-2 by=columns",
				"4 sku=A-4 text=Pan qty=-3 price=2 total=-6 by=columns"}},
		{"Swiss figures", "Artikelnr;Bezeichnung;Menge;Preis;Betrag\nA-1;Becher;1'000;3.50;3'500.00\nA-2;Teller;5;12.--;60.—\n", document.Invoice,
			[]string{agreed, "1 sku=A-1 text=Becher qty=1000 price=3.5 total=3500 by=columns", "2 sku=A-2 text=Teller qty=5 price=12 total=60 by=columns"}},
		{"currencies before and behind", "Code;Item;Qty;Price;Amount\nA-1;Mug;10;EUR 3,00;30,00 EUR\nA-2;Plate;5;€4,20;21,00 €\n", document.Invoice,
			[]string{"document currency=EUR checks=line_arithmetic:pass,", "1 sku=A-1 text=Mug qty=10 price=3 total=30 cur=EUR by=columns", "2 sku=A-2 text=Plate qty=5 price=4.2 total=21 cur=EUR by=columns"}},
		{"a column of dots beside a column of commas", "Code;Item;Qty;Price;Amount\nA-1;Mug;1.000;0,035;35,00\nA-2;Plate;2.500;0,120;300,00\n", document.Invoice,
			[]string{agreed, "1 sku=A-1 text=Mug qty=1000 price=0.035 total=35 by=columns", "2 sku=A-2 text=Plate qty=2500 price=0.12 total=300 by=columns"}},
		{"days are no quantities", "Date,Code,Item,Qty,Price,Amount\n2026-03-20,A-1,Mug,10,3.00,30.00\n20/03/2026,A-2,Plate,5,4.20,21.00\n", document.Invoice, twoLines},
	}
}

// awkward has a file and its expected content.
type awkward struct {
	name, file string
	kind       document.Type
	want       []string
}

// awkwardBooks returns workbooks with the oddities of people and programs.
func awkwardBooks(t *testing.T) []awkward {
	return []awkward{
		{"a table that begins in C7", workbookOf(t, "C7", invoiceRows), document.Invoice, twoLines},
		{"a thousand rows with a format and nothing in them", workbookOf(t, "A1", invoiceRows, func(f *excelize.File) {
			id, err := f.NewStyle(&excelize.Style{NumFmt: 4})
			require.NoError(t, err)
			require.NoError(t, f.SetCellStyle("Sheet1", "A4", "E1003", id))
		}), document.Invoice, twoLines},
		{"numbers that are text", workbookOf(t, "A1", [][]any{{"Code", "Item", "Qty", "Price", "Amount"}, {"A-1", "Mug", "10", "3,00", "30,00"}, {"A-2", "Plate", "5", "4,20", "21,00"}}), document.Invoice, twoLines},
		{"numbers that are text beside numbers", workbookOf(t, "A1", [][]any{{"Code", "Item", "Qty", "Price", "Amount"}, {"A-1", "Mug", "10", 3, "30.00"}, {"A-2", "Plate", 5, "4.20", 21}}), document.Invoice, twoLines},
		{"formulas with their values", workbookOf(t, "A1", invoiceRows, func(f *excelize.File) {
			for _, at := range []string{"E2", "E3"} {
				require.NoError(t, f.SetCellFormula("Sheet1", at, "C2*D2"))
			}
			set(t, f, "Sheet1", map[string]any{"E2": 30, "E3": 21})
		}), document.Invoice, twoLines},
		{"noise of binary numbers", workbookOf(t, "A1", [][]any{{"Code", "Item", "Qty", "Price", "Amount"}, {"A-1", "Mug", 3, 0.1 + 0.2, 0.9000000000000001}}), document.Invoice,
			[]string{agreed, "1 sku=A-1 text=Mug qty=3 price=0.3 total=0.9 by=columns"}},
		{"a hidden sheet that is longer", workbookOf(t, "A1", invoiceRows, func(f *excelize.File) {
			_, err := f.NewSheet("Old")
			require.NoError(t, err)
			for i := range 40 {
				require.NoError(t, f.SetSheetRow("Old", fmt.Sprintf("A%d", i+1), &[]any{fmt.Sprintf("X-%d", i), "Old", 1, 1, 1}))
			}
			require.NoError(t, f.SetSheetVisible("Old", false))
		}), document.Invoice, twoLines},
		{"a merged title above the head", workbookOf(t, "A3", invoiceRows, func(f *excelize.File) {
			set(t, f, "Sheet1", map[string]any{"A1": "Acme Wholesale, list of May"})
			require.NoError(t, f.MergeCell("Sheet1", "A1", "E1"))
		}), document.Invoice, twoLines},
		{"a date with the format of a date is no quantity", workbookOf(t, "A1", [][]any{{"Date", "Code", "Item", "Qty", "Price", "Amount"}, {46101, "A-1", "Mug", 10, 3, 30}, {46102, "A-2", "Plate", 5, 4.2, 21}}, func(f *excelize.File) {
			style(t, f, "A2", "dd.mm.yyyy")
			style(t, f, "A3", "dd.mm.yyyy")
		}), document.Invoice, twoLines},
		{"discounts that are shown in percent", workbookOf(t, "A1", [][]any{{"Code", "Item", "Qty", "Price", "Discount", "Amount"}, {"A-1", "Mug", 10, 3, 0.1, 27}, {"A-2", "Plate", 5, 4.2, 0, 21}}, func(f *excelize.File) {
			style(t, f, "E2", "0.0%")
			style(t, f, "E3", "0%")
		}), document.Invoice, []string{agreed, "1 sku=A-1 text=Mug qty=10 price=3 off%=10 total=27 by=columns", "2 sku=A-2 text=Plate qty=5 price=4.2 total=21 by=columns"}},
		{"amounts with formats that show a currency", workbookOf(t, "A1", invoiceRows, func(f *excelize.File) {
			for _, at := range []string{"D2", "E2", "D3", "E3"} {
				style(t, f, at, `[$RM-43E]#,##0.00`)
			}
		}), document.Invoice, []string{
			"document currency=MYR checks=line_arithmetic:pass,", "1 sku=A-1 text=Mug qty=10 price=3 total=30 cur=MYR by=columns",
			"2 sku=A-2 text=Plate qty=5 price=4.2 total=21 cur=MYR by=columns",
		}},
		{"errors of formulas", workbookOf(t, "A1", [][]any{{"Code", "Item", "Qty", "Price"}, {"A-1", "Mug", 10, 3}, {"A-2", "Plate", 5, 4.2}}, func(f *excelize.File) {
			set(t, f, "Sheet1", map[string]any{"E1": "Amount", "E2": "#REF!", "E3": 21})
		}), document.Invoice, []string{agreed, "1 sku=A-1 text=Mug qty=10 price=3 by=placed problems=low_confidence", plates}},
		{"codes that were numbers", workbookOf(t, "A1", [][]any{{"EAN", "Item", "Cost"}, {4006381333931, "Marker", 0.95}, {36000291452, "Soap", 1.1}, {8.8e12, "Cream", 2.2}}), document.PriceList,
			[]string{"1 gtin=4006381333931 text=Marker price=0.95 by=columns", "2 gtin=036000291452 text=Soap price=1.1 by=columns problems=identifier_repaired", "3 text=Cream price=2.2 by=columns problems=invalid_identifier"}},
		{"text in pieces, with reading aids", byHand(t, `<row r="1"><c t="inlineStr"><is><t>Code</t></is></c><c t="inlineStr"><is><t>Item</t></is></c><c t="inlineStr"><is><t>Qty</t></is></c><c t="inlineStr"><is><t>Price</t></is></c><c t="inlineStr"><is><t>Amount</t></is></c></row>`+
			`<row r="2"><c t="inlineStr"><is><t>A-1</t></is></c><c t="s"><v>0</v></c><c><v>10</v></c><c><v>3</v></c><c><v>30</v></c></row>`+
			`<row r="3"><c t="inlineStr"><is><t>A-2</t></is></c><c t="s"><v>1</v></c><c><v>5</v></c><c><v>4.2</v></c><c><v>21</v></c></row>`,
			`<si><r><t>M</t></r><r><t>ug</t></r><rPh sb="0" eb="1"><t>mag</t></rPh></si><si><t>Plate</t></si>`, ""), document.Invoice, twoLines},
	}
}

func TestAwkwardFiles(t *testing.T) {
	files := append(awkwardTexts(t), awkwardBooks(t)...)
	require.GreaterOrEqual(t, len(files), 60)
	for _, c := range files {
		t.Run(c.name, func(t *testing.T) {
			r, _ := readLines(t, c.file, c.kind)
			assert.Equal(t, c.want, described(r))
		})
	}
}
