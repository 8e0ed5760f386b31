package einvoice

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
	"golang.org/x/text/encoding/unicode"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/kernel/gtin"
	ports "sellingassistant/ports/document"
)

func read(file string) (reading.Reading, document.Guess, error) {
	r, guess, err := Reader{}.Read(context.Background(), strings.NewReader(file), ports.XMLFileLimits)
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
		}
		if text := fmt.Sprint(v); text != "" && text != "[]" && text != "0" {
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

// described returns a line for the header, the checks, and each line.
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
		members{"type", g.Type, "sure", int64(g.Confidence), "invoice", h.InvoiceNumber, "po", h.PONumber, "issued", issued, "due", due, "currency", h.Currency, "subtotal", h.Subtotal, "shipping", h.Shipping,
			"discount", h.Discount, "tax", h.Tax, "total", h.Total, "issuer", h.Issuer.Name, "id", h.Issuer.TaxID, "problems", codesOf(r.Problems)}.String(),
		strings.Join(checks, " "),
	}
	for _, l := range r.Lines {
		gt := ""
		if l.GTIN != (gtin.Code{}) {
			gt = l.GTIN.String()
		}
		all = append(all, members{"no", l.No, "sku", l.SupplierSKU, "gtin", gt, "mpn", l.MPN, "text", l.Description, "qty", l.Quantity, "unit", l.Unit, "pack", l.UnitsPerCase, "price", l.UnitPrice, "per", l.PriceBase, "off", l.DiscountAmount,
			"off%", l.DiscountPercent, "tax", l.TaxRate, "total", l.LineTotal, "cur", l.Currency, "kind", l.Kind, "sure", int64(l.Confidence), "problems", codesOf(l.Problems)}.String())
	}
	return all
}

// el writes an element with its content.
func el(name string, content ...string) string {
	end, _, _ := strings.Cut(name, " ")
	return "<" + name + ">" + strings.Join(content, "") + "</" + end + ">"
}

func ciiItem(sku, name, code, price, basis, unit, quantity, settled string) string {
	return el("ram:IncludedSupplyChainTradeLineItem",
		el("ram:SpecifiedTradeProduct", code, el("ram:SellerAssignedID", sku), el("ram:Name", name)),
		el("ram:SpecifiedLineTradeAgreement", el("ram:NetPriceProductTradePrice", el("ram:ChargeAmount", price), basis)),
		el("ram:SpecifiedLineTradeDelivery", el(`ram:BilledQuantity unitCode="`+unit+`"`, quantity)),
		el("ram:SpecifiedLineTradeSettlement", settled))
}

func ciiSum(total string) string {
	return el("ram:SpecifiedTradeSettlementLineMonetarySummation", el("ram:LineTotalAmount", total))
}

func cii(code string, lines string, sums string) string {
	return el(`rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="r" xmlns:udt="u"`,
		el("rsm:ExchangedDocument", el("ram:ID", "RE-77"), el("ram:TypeCode", code), el("ram:IssueDateTime", el(`udt:DateTimeString format="102"`, "20260320"))),
		el("rsm:SupplyChainTradeTransaction", lines,
			el("ram:ApplicableHeaderTradeAgreement", el("ram:SellerTradeParty", el("ram:Name", "Example Supply GmbH"),
				el("ram:SpecifiedTaxRegistration", el(`ram:ID schemeID="FC"`, "12/345")), el("ram:SpecifiedTaxRegistration", el(`ram:ID schemeID="VA"`, "DE123456789")))),
			el("ram:ApplicableHeaderTradeSettlement", el("ram:InvoiceCurrencyCode", "EUR"), el("ram:SpecifiedTradeSettlementHeaderMonetarySummation", sums))))
}

const ublSpaces = ` xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="a" xmlns:cbc="b"`

func TestMessages(t *testing.T) {
	vat := el("ram:ApplicableTradeTax", el("ram:TypeCode", "VAT"), el("ram:RateApplicablePercent", "19"))
	order := el("cac:OrderReference", el("cbc:ID", "PO-9"))
	fattura := func(kind, lines, summary, total string) string {
		return el(`p:FatturaElettronica versione="FPR12" xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2"`,
			el("FatturaElettronicaHeader", el("CedentePrestatore", el("DatiAnagrafici", el("IdFiscaleIVA", el("IdPaese", "IT"), el("IdCodice", "01234567890")), el("Anagrafica", el("Denominazione", "Esempio SRL"))))),
			el("FatturaElettronicaBody", el("DatiGenerali", el("DatiGeneraliDocumento", el("TipoDocumento", kind), el("Divisa", "EUR"), el("Data", "2026-03-20"), el("Numero", "123"), el("ImportoTotaleDocumento", total))),
				el("DatiBeniServizi", lines, summary)))
	}
	summary := el("DatiRiepilogo", el("AliquotaIVA", "22.00"), el("ImponibileImporto", "25.00"), el("Imposta", "5.50"))
	for _, c := range []struct {
		name, file string
		want       []string
	}{
		{"CII with the price of a hundred", cii("380",
			ciiItem("TB100A4", "Trennblätter A4", el(`ram:GlobalID schemeID="0160"`, "4012345001235"), "9.90", "", "H87", "20", vat+ciiSum("198.00"))+
				ciiItem("S-4", "Schraube M4", "", "12.50", el(`ram:BasisQuantity unitCode="H87"`, "100"), "H87", "3000", vat+ciiSum("375.00")),
			el("ram:LineTotalAmount", "573.00")+el("ram:TaxBasisTotalAmount", "573.00")+el(`ram:TaxTotalAmount currencyID="GBP"`, "92.00")+el(`ram:TaxTotalAmount currencyID="EUR"`, "108.87")+el("ram:GrandTotalAmount", "681.87")), []string{
			"type=invoice sure=9900 invoice=RE-77 issued=2026-03-20 currency=EUR subtotal=573 tax=108.87 total=681.87 issuer=Example Supply GmbH id=DE123456789", "pass pass pass",
			"no=1 sku=TB100A4 gtin=4012345001235 text=Trennblätter A4 qty=20 unit=piece price=9.9 per=1 tax=19 total=198 cur=EUR kind=product sure=10000",
			"no=2 sku=S-4 text=Schraube M4 qty=3000 unit=piece price=12.5 per=100 tax=19 total=375 cur=EUR kind=product sure=10000"}},
		{"CII credit note, allowance and charge, groups", cii("381",
			ciiItem("A", "Mug", "", "10.00", "", "C62", "10", el("ram:SpecifiedTradeAllowanceCharge", el("ram:ChargeIndicator", el("udt:Indicator", "false")), el("ram:ActualAmount", "10.00"))+
				el("ram:SpecifiedTradeAllowanceCharge", el("ram:ChargeIndicator", el("udt:Indicator", "true")), el("ram:ActualAmount", "2.50"))+ciiSum("92.50"))+
				el("ram:IncludedSupplyChainTradeLineItem", el("ram:AssociatedDocumentLineDocument", el("ram:LineStatusReasonCode", "GROUP")), el("ram:SpecifiedTradeProduct", el("ram:Name", "Group")), el("ram:SpecifiedLineTradeSettlement", ciiSum("92.50"))),
			el("ram:LineTotalAmount", "92.50")+el("ram:ChargeTotalAmount", "5.00")+el("ram:AllowanceTotalAmount", "1.50")+el("ram:TaxTotalAmount", "0")+el("ram:GrandTotalAmount", "96.00")), []string{
			"type=credit_note sure=9900 invoice=RE-77 issued=2026-03-20 currency=EUR subtotal=92.5 shipping=5 discount=1.5 total=96 issuer=Example Supply GmbH id=DE123456789", "pass pass pass",
			"no=1 sku=A text=Mug qty=10 unit=piece price=10 per=1 off=7.5 total=92.5 cur=EUR kind=product sure=10000", "no=2 text=Group per=1 cur=EUR kind=comment sure=10000"}},
		{"UBL invoice with an allowance", el("Invoice"+ublSpaces, el("cbc:ID", "U-1"), el("cbc:IssueDate", "2026-03-20"), el("cbc:InvoiceTypeCode", "380"), el("cbc:DocumentCurrencyCode", "GBP"), el("cac:OrderReference", el("cbc:ID", "PO-000031")),
			el("cac:AccountingSupplierParty", el("cac:Party", el("cac:PartyName", el("cbc:Name", "Example Supply Ltd")))), el("cac:TaxTotal", el(`cbc:TaxAmount currencyID="GBP"`, "18.00")),
			el("cac:LegalMonetaryTotal", el("cbc:LineExtensionAmount", "90.00"), el("cbc:PayableAmount", "108.00")),
			el("cac:InvoiceLine", el("cbc:ID", "10"), el(`cbc:InvoicedQuantity unitCode="C62"`, "10"), el("cbc:LineExtensionAmount", "90.00"), el("cac:AllowanceCharge", el("cbc:ChargeIndicator", "false"), el("cbc:Amount", "10.00")),
				el("cac:Item", el("cbc:Name", "Mug"), el("cac:SellersItemIdentification", el("cbc:ID", "M-1"))), el("cac:Price", el("cbc:PriceAmount", "10.00")))), []string{
			"type=invoice sure=9900 invoice=U-1 po=PO-000031 issued=2026-03-20 currency=GBP subtotal=90 tax=18 total=108 issuer=Example Supply Ltd", "pass pass pass",
			"no=1 sku=M-1 text=Mug qty=10 unit=piece price=10 per=1 off=10 total=90 cur=GBP kind=product sure=10000"}},
		{"UBL order", el("Order"+ublSpaces, el("cbc:ID", "PO-9"), el("cbc:IssueDate", "2026-04-01"), el("cbc:DocumentCurrencyCode", "EUR"),
			el("cac:OrderLine", el("cac:LineItem", el("cbc:ID", "1"), el(`cbc:Quantity unitCode="C62"`, "48"), el("cbc:LineExtensionAmount", "96.00"), el("cac:Price", el("cbc:PriceAmount", "2.00")),
				el("cac:Item", el("cbc:Name", "Tray"), el("cac:StandardItemIdentification", el(`cbc:ID schemeID="0160"`, "4006381333931")))))), []string{
			"type=purchase_order sure=9900 po=PO-9 issued=2026-04-01 currency=EUR", "pass unknown unknown",
			"no=1 gtin=4006381333931 text=Tray qty=48 unit=piece price=2 per=1 total=96 cur=EUR kind=product sure=10000"}},
		{"UBL despatch advice", el("DespatchAdvice"+ublSpaces, el("cbc:ID", "D-3"), el("cbc:IssueDate", "2026-04-05"), order,
			el("cac:DespatchLine", el("cbc:ID", "1"), el(`cbc:DeliveredQuantity unitCode="C62"`, "40"), el("cac:OrderLineReference", el("cbc:LineID", "1")), el("cac:Item", el("cbc:Name", "Tray")))), []string{
			"type=packing_slip sure=9900 po=PO-9 issued=2026-04-05", "unknown unknown unknown", "no=1 text=Tray qty=40 unit=piece per=1 kind=product sure=10000"}},
		{"UBL order response, a code with a wrong check digit", el("OrderResponse"+ublSpaces, el("cbc:ID", "R-1"), order, el("cac:OrderLine", el("cac:LineItem", el(`cbc:Quantity unitCode="XCS"`, "2"),
			el("cac:Item", el("cbc:Name", "Tray"), el("cac:ManufacturersItemIdentification", el("cbc:ID", "MP")), el("cac:StandardItemIdentification", el(`cbc:ID schemeID="0160"`, "4006381333930")))))), []string{
			"type=order_confirmation sure=9900 po=PO-9", "unknown unknown unknown", "no=1 mpn=MP text=Tray qty=2 unit=case per=1 kind=product sure=10000 problems=[invalid_identifier missing_price]"}},
		{"UBL credit note with a base quantity", el("CreditNote"+ublSpaces, el("cbc:ID", "C-1"), el("cbc:DocumentCurrencyCode", "EUR"), el("cac:CreditNoteLine", el(`cbc:CreditedQuantity unitCode="KGM"`, "5"), el("cbc:LineExtensionAmount", "1.25"),
			el("cac:Item", el("cbc:Name", "Rice"), el("cac:ClassifiedTaxCategory", el("cbc:Percent", "7"))), el("cac:Price", el("cbc:PriceAmount", "2.50"), el("cbc:BaseQuantity", "10.00")))), []string{
			"type=credit_note sure=9900 invoice=C-1 currency=EUR", "pass unknown unknown", "no=1 text=Rice qty=5 unit=kg price=2.5 per=10 tax=7 total=1.25 cur=EUR kind=product sure=10000"}},
		{"UBL catalogue", el("Catalogue"+ublSpaces, el("cbc:ID", "K"), el("cac:CatalogueLine", el("cac:RequiredItemLocationQuantity", el("cac:Price", el("cbc:PriceAmount", "2.50"))),
			el("cac:Item", el("cbc:PackSizeNumeric", "6"), el("cbc:Name", "Rice")))), []string{
			"type=price_list sure=9900", "unknown unknown unknown", "no=1 text=Rice pack=6 price=2.5 per=1 kind=product sure=10000"}},
		{"FatturaPA", fattura("TD01", el("DettaglioLinee", el("NumeroLinea", "1"), el("CodiceArticolo", el("CodiceTipo", "EAN"), el("CodiceValore", "4006381333931")), el("Descrizione", "Bottiglia"),
			el("Quantita", "5.00"), el("PrezzoUnitario", "5.00"), el("PrezzoTotale", "25.00"), el("AliquotaIVA", "22.00")), summary, "30.50"), []string{
			"type=invoice sure=9900 invoice=123 issued=2026-03-20 currency=EUR subtotal=25 tax=5.5 total=30.5 issuer=Esempio SRL id=IT01234567890", "pass pass pass",
			"no=1 gtin=4006381333931 text=Bottiglia qty=5 price=5 per=1 tax=22 total=25 cur=EUR kind=product sure=10000"}},
		{"FatturaPA, credit note with reductions", fattura("TD04",
			el("DettaglioLinee", el("CodiceArticolo", el("CodiceTipo", "INT"), el("CodiceValore", "A-1")), el("Descrizione", "Uno"), el("Quantita", "2"), el("UnitaMisura", "PZ"), el("PrezzoUnitario", "5.00"),
				el("ScontoMaggiorazione", el("Tipo", "SC"), el("Percentuale", "10.00")), el("PrezzoTotale", "9.00"))+
				el("DettaglioLinee", el("Descrizione", "Due"), el("Quantita", "2"), el("PrezzoUnitario", "10.00"), el("ScontoMaggiorazione", el("Tipo", "SC"), el("Percentuale", "20.00")),
					el("ScontoMaggiorazione", el("Tipo", "SC"), el("Importo", "1.00")), el("ScontoMaggiorazione", el("Tipo", "MG"), el("Importo", "0.50")), el("PrezzoTotale", "15.00")), "", "24.00"), []string{
			"type=credit_note sure=9900 invoice=123 issued=2026-03-20 currency=EUR total=24 issuer=Esempio SRL id=IT01234567890", "pass pass unknown",
			"no=1 sku=A-1 text=Uno qty=2 unit=piece price=5 per=1 off%=10 total=9 cur=EUR kind=product sure=10000",
			"no=2 text=Due qty=2 price=10 per=1 off=5 total=15 cur=EUR kind=product sure=10000"}},
		{"another type code", cii("999", "", ""), []string{"invoice=RE-77 issued=2026-03-20 currency=EUR issuer=Example Supply GmbH id=DE123456789", "unknown unknown unknown"}},
		{"encodings that the declaration names", `<?xml version="1.0" encoding="ISO-8859-1"?>` + el("Catalogue", el("CatalogueLine", el("Item", el("Name", "T\xfcr")))), []string{
			"type=price_list sure=9900", "unknown unknown unknown", "no=1 text=Tür per=1 kind=product sure=10000 problems=[missing_price]"}},
		{"UTF-16", func() string {
			s, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(`<?xml version="1.0" encoding="UTF-16"?>` + el("Catalogue", el("CatalogueLine", el("Item", el("Name", "Tür")))))
			return s
		}(), []string{"type=price_list sure=9900", "unknown unknown unknown", "no=1 text=Tür per=1 kind=product sure=10000 problems=[missing_price]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, guess, err := read(c.file)
			require.NoError(t, err)
			assert.Equal(t, reading.XML, r.Method)
			assert.Equal(t, c.want, described(r, guess))
		})
	}
}

func TestHostileMessages(t *testing.T) {
	late := ports.XMLFileLimits
	late.Time = time.Nanosecond
	for _, c := range []struct {
		name string
		file io.Reader
		lim  ports.XMLLimits
		want document.FailureCode
	}{
		{"a document type", strings.NewReader(`<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><Invoice>&e;</Invoice>`), ports.XMLFileLimits, document.OverLimits},
		{"an entity", strings.NewReader(`<Invoice>&e;</Invoice>`), ports.XMLFileLimits, document.Unreadable},
		{"deep", strings.NewReader("<Invoice>" + strings.Repeat("<a>", 64) + strings.Repeat("</a>", 64) + "</Invoice>"), ports.XMLFileLimits, document.OverLimits},
		{"just not too deep", strings.NewReader("<Invoice>" + strings.Repeat("<a>", 63) + strings.Repeat("</a>", 63) + "</Invoice>"), ports.XMLFileLimits, ""},
		{"many elements", strings.NewReader("<Invoice>" + strings.Repeat("<InvoiceLine>"+strings.Repeat("<a/>", 1000)+"</InvoiceLine>", 1000) + "</Invoice>"), ports.XMLFileLimits, document.OverLimits},
		{"many lines", strings.NewReader("<Invoice>" + strings.Repeat("<InvoiceLine/>", 5001) + "</Invoice>"), ports.XMLFileLimits, document.OverLimits},
		{"just not too many lines", strings.NewReader("<Invoice>" + strings.Repeat("<InvoiceLine/>", 5000) + "</Invoice>"), ports.XMLFileLimits, ""},
		{"many outside of lines", strings.NewReader("<Invoice>" + strings.Repeat("<a/>", 100_001) + "</Invoice>"), ports.XMLFileLimits, document.OverLimits},
		{"many in a line", strings.NewReader("<Invoice><InvoiceLine>" + strings.Repeat("<a/>", 100_001) + "</InvoiceLine></Invoice>"), ports.XMLFileLimits, document.OverLimits},
		{"many attributes", strings.NewReader("<Invoice " + strings.Repeat(`a="" `, 257) + "/>"), ports.XMLFileLimits, document.OverLimits},
		{"just not too many attributes", strings.NewReader("<Invoice " + strings.Repeat(`a="" `, 256) + "/>"), ports.XMLFileLimits, ""},
		{"a long tag", strings.NewReader(`<Invoice a="` + strings.Repeat("x", 64<<10) + `"/>`), ports.XMLFileLimits, document.OverLimits},
		{"attributes of many elements", strings.NewReader("<Invoice>" + strings.Repeat("<a"+attributes(200)+"/>", 500) + "</Invoice>"), ports.XMLFileLimits, document.OverLimits},
		{"attributes that end nowhere", strings.NewReader(`<Invoice a=">" ` + strings.Repeat(`a="" `, 1<<20) + "/>"), ports.XMLFileLimits, document.Unreadable},
		{"a long comment", strings.NewReader("<Invoice><!-- > " + strings.Repeat("x", 1<<20) + "--></Invoice>"), ports.XMLFileLimits, ""},
		{"cut off", strings.NewReader("<Invoice><InvoiceLine>"), ports.XMLFileLimits, document.Unreadable},
		{"crossed", strings.NewReader("<Invoice><a></Invoice></a>"), ports.XMLFileLimits, document.Unreadable},
		{"nothing", strings.NewReader(""), ports.XMLFileLimits, document.Unreadable},
		{"another kind", strings.NewReader("<html/>"), ports.XMLFileLimits, document.UnsupportedContent},
		{"an unknown encoding", strings.NewReader(`<?xml version="1.0" encoding="klingon"?><Invoice/>`), ports.XMLFileLimits, document.Unreadable},
		{"a file that breaks off", io.MultiReader(strings.NewReader("<Invoice>"), iotest.ErrReader(io.ErrUnexpectedEOF)), ports.XMLFileLimits, document.Unreadable},
		{"time", strings.NewReader("<Invoice>" + strings.Repeat("<InvoiceLine/>", 5000) + "</Invoice>"), late, document.ParserTimeout},
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

// A file inside of a message is not kept.
func TestLongTextsAreCut(t *testing.T) {
	r, _, err := read(el("Catalogue", el("CatalogueLine", el("Item", el("Name", strings.Repeat("ä", 1<<20))))))
	require.NoError(t, err)
	assert.Len(t, r.Lines[0].Description, 2000)
	file := strings.Repeat("QUJD", 1<<20)
	for _, inside := range []string{file, "<![CDATA[" + file + "]]>", "<![CDATA[<a> ]] > " + file + "]]]]>", "<!-- > " + file + "-->x", strings.Repeat("&amp;", 1<<20)} {
		r, _, err = read(el("Catalogue", el("CatalogueLine", el("Item", el("File", inside), el("Name", "Mug")))))
		require.NoError(t, err, inside[:20])
		assert.Equal(t, "Mug", r.Lines[0].Description, inside[:20])
	}
}

// TestBoundedHoldsLittle passes texts in pieces of any size, and bounds long texts for the parser.
func TestBoundedHoldsLittle(t *testing.T) {
	short := `<?xml version="1.0"?><a b="1>2"><!-- - -- > --><![CDATA[]]]]>&amp;ä</a>`
	for _, r := range []io.Reader{strings.NewReader(short), iotest.OneByteReader(strings.NewReader(short)), iotest.DataErrReader(strings.NewReader(short))} {
		got, err := io.ReadAll(newBounded(r))
		require.NoError(t, err)
		assert.Equal(t, short, string(got))
	}
	got, err := io.ReadAll(newBounded(strings.NewReader("<a>" + strings.Repeat("x", 10<<20) + "</a>")))
	require.NoError(t, err)
	assert.Equal(t, "<a>"+strings.Repeat("x", 64<<10)+"</a>", string(got))
}

// attributes writes n attributes with names of their own.
func attributes(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ` a%d=""`, i)
	}
	return b.String()
}

func FuzzMessages(f *testing.F) {
	f.Add(cii("380", ciiItem("A", "Mug", "", "10.00", "", "C62", "10", ciiSum("100.00")), el("ram:LineTotalAmount", "100.00")))
	f.Add(el("Order", el("OrderLine", el("LineItem", el("Quantity", "1"))), el("IssueDate", "2026")))
	f.Add(el("FatturaElettronica", el("DettaglioLinee", el("Quantita", "1e9"), el("ScontoMaggiorazione", el("Percentuale", "10")))))
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
