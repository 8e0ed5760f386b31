package parse_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/unicode"

	"sellingassistant/adapters/edi"
	"sellingassistant/adapters/einvoice"
	"sellingassistant/adapters/sheet"
	"sellingassistant/adapters/sniff"
	"sellingassistant/app/document/parse"
	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
)

// encodings writes a text of UTF-8 in each encoding.
func encodings(t *testing.T, text string) map[string]string {
	wide := func(e unicode.Endianness, mark unicode.BOMPolicy) string {
		out, err := unicode.UTF16(e, mark).NewEncoder().String(text)
		require.NoError(t, err)
		return out
	}
	return map[string]string{
		"UTF-8":                    text,
		"UTF-8 with a mark":        "\ufeff" + text,
		"UTF-16, little end first": wide(unicode.LittleEndian, unicode.UseBOM),
		"UTF-16, big end first":    wide(unicode.BigEndian, unicode.UseBOM),
		"UTF-16, little end first, without a mark": wide(unicode.LittleEndian, unicode.IgnoreBOM),
		"UTF-16, big end first, without a mark":    wide(unicode.BigEndian, unicode.IgnoreBOM),
	}
}

// Every kind of text is read alike in every encoding, from the detection of its type on.
func TestEncodingsOfTexts(t *testing.T) {
	p := &parse.Parser{Sheets: sheet.Reader{}, Invoices: einvoice.Reader{}.Read, EDI: edi.Reader{}.Read}
	const edifact = "UNA:+.? 'UNB+UNOC:3+S+R+260320:1200+1'UNH+1+INVOIC:D:96A:UN'BGM+380+RE-7'NAD+SU+++Müller Öl GmbH'" +
		"LIN+1++A-1:SA'IMD+F++:::Kännchen'QTY+47:2'MOA+203:3.00'PRI+AAA:1.50'UNS+S'MOA+77:3.00'UNT+11+1'UNZ+1+1'"
	const x12 = "ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260320*1200*U*00401*000000001*0*P*>~" +
		"GS*IN*SENDER*RECEIVER*20260320*1200*1*X*004010~ST*810*0001~BIG*20260320*RE-7~N1*SE*Müller Öl GmbH~" +
		"IT1**2*EA*1.50**VN*A-1~PID*F****Kännchen~TDS*300~SE*7*0001~GE*1*1~IEA*1*000000001~"
	const table = "Code;Bezeichnung;Menge;Preis;Betrag\nA-1;Kännchen;2;1,50;3,00\n"
	const page = "Rechnung RE-7\nMüller Öl GmbH\n\nCode   Bezeichnung   Menge   Preis   Betrag\nA-1    Kännchen      2       1,50    3,00\n"
	const xml = `<?xml version="1.0"?><Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"><ID>RE-7</ID>` +
		`<InvoiceLine><InvoicedQuantity>2</InvoicedQuantity><LineExtensionAmount>3.00</LineExtensionAmount><Item><Name>Kännchen</Name>` +
		`<SellersItemIdentification><ID>A-1</ID></SellersItemIdentification></Item><Price><PriceAmount>1.50</PriceAmount></Price></InvoiceLine></Invoice>`
	for _, c := range []struct {
		kind, text string
		names      []string
		method     reading.Method
		number     string
	}{
		{"EDIFACT", edifact, []string{"a.edi", "a.edifact", "a.txt", "a.csv", "a"}, reading.EDI, "RE-7"},
		{"X12", x12, []string{"a.edi", "a.x12", "a.txt", "a.csv", "a"}, reading.EDI, "RE-7"},
		{"CSV", table, []string{"a.csv", "a.tsv"}, reading.Table, ""},
		{"TXT", page, []string{"a.txt"}, reading.PDF, "RE-7"},
		{"XML", xml, []string{"a.xml", "a"}, reading.XML, "RE-7"},
	} {
		for encoding, file := range encodings(t, c.text) {
			for _, name := range c.names {
				t.Run(c.kind+", "+encoding+", "+name, func(t *testing.T) {
					content := []byte(file)
					media, err := document.Decide(sniff.New().Sniff(content, content), name, "")
					require.NoError(t, err)
					r, err := p.Read(t.Context(), parse.File{Media: media, Content: strings.NewReader(file), Size: int64(len(file))})
					require.NoError(t, err)
					require.Equal(t, c.method, r.Method)
					require.Equal(t, c.number, r.Header.InvoiceNumber)
					require.Len(t, r.Lines, 1)
					l := r.Lines[0]
					require.Equal(t, "Kännchen A-1", l.Description+" "+l.SupplierSKU)
					require.Equal(t, []string{"2", "1.5", "3"}, figures(l))
				})
			}
		}
	}
}

// figures returns quantity, price and total.
func figures(l reading.Line) (all []string) {
	for _, f := range []reading.Figure{l.Quantity, l.UnitPrice, l.LineTotal} {
		v, _ := f.Get()
		all = append(all, v.Trim(0).String())
	}
	return all
}
