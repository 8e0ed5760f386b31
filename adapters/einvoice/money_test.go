package einvoice

import (
	"errors"
	"strings"
	"testing"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	ports "sellingassistant/ports/document"
)

// ublItem writes a line; price has the elements of cac:Price.
func ublItem(sku, name, unit, quantity, net, extra, price string) string {
	return el("cac:InvoiceLine", el(`cbc:InvoicedQuantity unitCode="`+unit+`"`, quantity), el("cbc:LineExtensionAmount", net), extra,
		el("cac:Item", el("cbc:Name", name), el("cac:SellersItemIdentification", el("cbc:ID", sku))), el("cac:Price", price))
}

func amount(value string) string { return el("cbc:PriceAmount", value) }

func per(unit, quantity string) string { return el(`cbc:BaseQuantity unitCode="`+unit+`"`, quantity) }

func charge(indicator, value string) string {
	return el("cac:AllowanceCharge", el("cbc:ChargeIndicator", indicator), el("cbc:Amount", value))
}

func ubl(code, lines, subtotal, total string) string {
	return el("Invoice"+ublSpaces, el("cbc:ID", "U-1"), el("cbc:InvoiceTypeCode", code),
		el("cac:LegalMonetaryTotal", el("cbc:LineExtensionAmount", subtotal), el("cbc:PayableAmount", total)), lines)
}

// The net of a line decides, for any stated quantity of its price.
func TestPricesOfMessages(t *testing.T) {
	for _, c := range []struct{ name, line, net, want string }{
		{"base quantity equals the quantity", ublItem("A", "Lux", "C62", "15", "150.00", "", amount("10.00")+per("C62", "15")), "150.00",
			"no=1 sku=A text=Lux qty=15 unit=piece price=10 per=1 total=150 kind=product sure=10000"},
		{"base quantity equals the price", ublItem("A", "Lux", "C62", "15", "150.00", "", amount("10.00")+per("C62", "10")), "150.00",
			"no=1 sku=A text=Lux qty=15 unit=piece price=10 per=1 total=150 kind=product sure=10000"},
		{"base quantity of a dozen", ublItem("A", "Light", "C62", "24", "24.00", "", amount("12.00")+per("DZN", "1")), "24.00",
			"no=1 sku=A text=Light qty=24 unit=piece price=12 per=12 total=24 kind=product sure=10000"},
		{"a quantity of hundreds", ublItem("A", "Pin", "CEN", "5", "60.00", "", amount("12.00")), "60.00",
			"no=1 sku=A text=Pin qty=5 unit=hundred price=12 per=1 total=60 kind=product sure=10000"},
		{"a quantity of hundreds, a price per hundred pieces", ublItem("A", "Pin", "CEN", "5", "60.00", "", amount("12.00")+per("C62", "100")), "60.00",
			"no=1 sku=A text=Pin qty=5 unit=hundred price=12 per=1 total=60 kind=product sure=10000"},
		{"base quantity of a thousand", ublItem("A", "Pin", "H87", "50000", "61.50", "", amount("1.23")+per("MIL", "1")), "61.50",
			"no=1 sku=A text=Pin qty=50000 unit=piece price=1.23 per=1000 total=61.5 kind=product sure=10000"},
		{"a true base quantity stays", ublItem("A", "Pin", "H87", "50000", "61.50", "", amount("1.23")+per("H87", "1000")), "61.50",
			"no=1 sku=A text=Pin qty=50000 unit=piece price=1.23 per=1000 total=61.5 kind=product sure=10000"},
		{"price 0.00 with a net", ublItem("A", "Mug", "C62", "10", "71.40", "", amount("0.00")), "71.40",
			"no=1 sku=A text=Mug qty=10 unit=piece per=1 total=71.4 kind=product sure=10000"},
		{"an impossible price, with nets that add up", ublItem("A", "Mug", "C62", "10", "71.40", "", amount("9.99")), "71.40",
			"no=1 sku=A text=Mug qty=10 unit=piece per=1 total=71.4 kind=product sure=10000"},
		{"an impossible price, with nets that do not add up", ublItem("A", "Mug", "C62", "10", "71.40", "", amount("9.99")), "99.90",
			"no=1 sku=A text=Mug qty=10 unit=piece price=9.99 per=1 total=71.4 kind=product sure=10000 problems=[arithmetic_mismatch]"},
		{"a free sample", ublItem("A", "Mug", "C62", "10", "0.00", "", amount("0.00")), "0.00",
			"no=1 sku=A text=Mug qty=10 unit=piece per=1 kind=product sure=10000"},
		{"a quantity above all limits", ublItem("A", "Tag", "C62", "74391833", "99.83", "", amount("0.134195")+per("C62", "100000")), "99.83",
			"no=1 sku=A text=Tag qty=74391833 unit=piece price=0.134195 per=100000 total=99.83 kind=product sure=10000"},
		{"a negative allowance counts by its size", ublItem("A", "Mug", "C62", "10", "95.00", charge("false", "-5.00"), amount("10.00")), "95.00",
			"no=1 sku=A text=Mug qty=10 unit=piece price=10 per=1 off=5 total=95 kind=product sure=10000"},
		{"a charge", ublItem("A", "Mug", "C62", "10", "105.00", charge("true", "5.00"), amount("10.00")), "105.00",
			"no=1 sku=A text=Mug qty=10 unit=piece price=10 per=1 off=-5 total=105 kind=product sure=10000"},
		{"an allowance on a negative line", ublItem("A", "Mug", "C62", "-4", "-900.00", charge("false", "100.00"), amount("200.00")), "-900.00",
			"no=1 sku=A text=Mug qty=-4 unit=piece price=200 per=1 off=100 total=-900 kind=product sure=10000"},
		{"a negative allowance on a negative line", ublItem("A", "Mug", "C62", "-4", "-700.00", charge("false", "-100.00"), amount("200.00")), "-700.00",
			"no=1 sku=A text=Mug qty=-4 unit=piece price=200 per=1 off=-100 total=-700 kind=product sure=10000"},
		{"a discount", ublItem("D", "Loyalty discount", "C62", "-1", "-10.00", "", amount("10.00")), "-10.00",
			"no=1 sku=D text=Loyalty discount qty=-1 unit=piece price=10 per=1 total=-10 kind=discount sure=10000"},
		{"a heading", ublItem("", "Garden", "C62", "0.0", "0.00", "", amount("0.00")), "0.00",
			"no=1 text=Garden unit=piece per=1 kind=comment sure=10000"},
		{"empties", ublItem("", "Leergut", "C62", "-5", "-15.00", "", amount("3.00")), "-15.00",
			"no=1 text=Leergut qty=-5 unit=piece price=3 per=1 total=-15 kind=deposit sure=10000"},
	} {
		r, guess, err := read(ubl("380", c.line, c.net, c.net))
		require.NoError(t, err, c.name)
		got := described(r, guess)
		assert.Equal(t, c.want, strings.ReplaceAll(got[2], " problems=[]", ""), c.name)
	}
}

// Discounts, surcharges and stamps of the head of FatturaPA become lines if the printed sums have them.
func TestFatturaAmountsOfTheHead(t *testing.T) {
	for _, c := range []struct{ head, taxable, total, want string }{
		{el("ScontoMaggiorazione", el("Tipo", "SC"), el("Importo", "20.00")), "180.00", "180.00", "text=Sconto per=1 total=-20 kind=discount"},
		{el("ScontoMaggiorazione", el("Tipo", "SC"), el("Percentuale", "5.00")), "190.00", "190.00", "text=Sconto per=1 total=-10 kind=discount"},
		{el("ScontoMaggiorazione", el("Tipo", "MG"), el("Importo", "8.00")), "208.00", "208.00", "text=Maggiorazione per=1 total=8 kind=fee"},
		{el("ScontoMaggiorazione", el("Tipo", "SC"), el("Importo", "20.00")), "200.00", "200.00", ""},
		{el("DatiBollo", el("ImportoBollo", "2.00")), "200.00", "202.00", "text=Imposta di bollo per=1 total=2 kind=fee"},
		{el("DatiBollo", el("ImportoBollo", "2.00")), "200.00", "200.00", ""},
	} {
		r, guess, err := read(el("FatturaElettronica", el("FatturaElettronicaBody",
			el("DatiGenerali", el("DatiGeneraliDocumento", el("TipoDocumento", "TD01"), c.head, el("ImportoTotaleDocumento", c.total))),
			el("DatiBeniServizi", el("DettaglioLinee", el("Descrizione", "Sedia"), el("Quantita", "10.00"), el("PrezzoUnitario", "20.00"), el("PrezzoTotale", "200.00")),
				el("DatiRiepilogo", el("ImponibileImporto", c.taxable), el("Imposta", "0.00"))))))
		require.NoError(t, err)
		lines := described(r, guess)[2:]
		want := 1
		if c.want != "" {
			want = 2
			assert.Contains(t, lines[len(lines)-1], c.want)
		}
		assert.Len(t, r.Lines, want, c.head)
	}
}

// An answer to an order names the agreed quantity after the requested quantity. The agreed one counts.
func TestAgreedQuantitiesCount(t *testing.T) {
	r, _, err := read(el("SCRDMCCBDACIOMessageStructure", el("SupplyChainTradeTransaction", el("IncludedSupplyChainTradeLineItem",
		el("SpecifiedTradeProduct", el("Name", "Mug")), el("SpecifiedLineTradeDelivery", el("RequestedQuantity", "20"), el("AgreedQuantity", "15"))))))
	require.NoError(t, err)
	assert.Equal(t, "15", r.Lines[0].Quantity.Or(decimal.Zero).String())
}

// Items that an answer or a change takes out of the order are comments.
func TestItemsOutOfAnOrder(t *testing.T) {
	item := func(status, quantity string) string {
		return el("OrderLine", el("LineItem", el("LineStatusCode", status), el("Quantity", quantity), el("Item", el("Name", "Mug"))))
	}
	lines := item("5", "3") + item("7", "3") + item("2", "3") + item("Cancelled", "3") + item("3", "0")
	order := el("ID", "CH-1") + el("OrderReference", el("ID", "PO-9"))
	for _, c := range []struct{ root, head, want string }{
		{"OrderResponse", order, "order_confirmation PO-9 product comment comment comment comment"},
		{"OrderResponse", order + el("OrderResponseCode", "RE"), "order_confirmation PO-9 comment comment comment comment comment"},
		{"OrderChange", order, "purchase_order PO-9 product comment comment comment comment"},
		{"OrderChange", el("ID", "PO-9"), "purchase_order PO-9 product comment comment comment comment"},
	} {
		r, guess, err := read(el(c.root, c.head, lines))
		require.NoError(t, err)
		got := []string{string(guess.Type), r.Header.PONumber}
		for _, l := range r.Lines {
			got = append(got, string(l.Kind))
		}
		assert.Equal(t, c.want, strings.Join(got, " "), c.root)
	}
	r, _, err := read(el("SCRDMCCBDACIOMessageStructure", el("SupplyChainTradeTransaction", el("IncludedSupplyChainTradeLineItem",
		el("AssociatedDocumentLineDocument", el("LineStatusCode", "7")), el("SpecifiedLineTradeDelivery", el("RequestedQuantity", "20"))))))
	require.NoError(t, err)
	assert.Equal(t, reading.Comment, r.Lines[0].Kind)
}

func TestFatturaLinesWithoutQuantity(t *testing.T) {
	item := func(kind, text, price, total string) string {
		sort := ""
		if kind != "" {
			sort = el("TipoCessionePrestazione", kind)
		}
		return el("FatturaElettronica", el("DettaglioLinee", sort, el("Descrizione", text), el("PrezzoUnitario", price), el("PrezzoTotale", total)))
	}
	for _, c := range []struct{ file, want string }{
		{item("AC", "Trasporto (totale Euro 6,50)", "6.50000000", "6.50"), "no=1 text=Trasporto (totale Euro 6,50) qty=1 price=6.5 per=1 total=6.5 kind=freight sure=10000"},
		{item("AC", "Contributo", "2.00", "2.00"), "no=1 text=Contributo qty=1 price=2 per=1 total=2 kind=fee sure=10000"},
		{item("SC", "Fedelta", "-10.00", "-10.00"), "no=1 text=Fedelta qty=1 price=-10 per=1 total=-10 kind=discount sure=10000"},
		{item("PR", "Premio", "-1.00", "-1.00"), "no=1 text=Premio qty=1 price=-1 per=1 total=-1 kind=discount sure=10000"},
		{item("AB", "Merce", "-1.00", "-1.00"), "no=1 text=Merce qty=1 price=-1 per=1 total=-1 kind=discount sure=10000"},
		{item("SC", "Nota", "0.00", "0.00"), "no=1 text=Nota per=1 kind=comment sure=10000"},
		{item("", "DDT n. 55", "0.00", "0.00"), "no=1 text=DDT n. 55 per=1 kind=comment sure=10000"},
		{item("", "Consulenza", "120.00", "120.00"), "no=1 text=Consulenza qty=1 price=120 per=1 total=120 kind=product sure=10000"},
	} {
		r, guess, err := read(c.file)
		require.NoError(t, err)
		assert.Equal(t, c.want, described(r, guess)[2])
	}
}

func TestTypesOfMessages(t *testing.T) {
	line := ublItem("A", "Mug", "C62", "2", "40.00", "", amount("20.00"))
	for code, want := range map[string]document.Type{
		"326": document.Invoice, "383": document.Invoice, "386": document.Invoice, "388": document.Invoice, "393": document.Invoice,
		"875": document.Invoice, "876": document.Invoice, "877": document.Invoice, "380": document.Invoice, "384": document.Invoice,
		"381": document.CreditNote, "396": document.CreditNote, "": document.Invoice, "999": "",
	} {
		_, guess, err := read(ubl(code, line, "40.00", "47.60"))
		require.NoError(t, err)
		assert.Equal(t, want, guess.Type, code)
	}
	back := ublItem("A", "Mug", "C62", "-2", "-40.00", "", amount("20.00"))
	_, guess, err := read(ubl("380", back, "-40.00", "-47.60"))
	require.NoError(t, err)
	assert.Equal(t, document.CreditNote, guess.Type, "an invoice over less than nothing")
	_, guess, err = read("<Invoice/>")
	require.NoError(t, err)
	assert.Empty(t, guess.Type, "nothing is no invoice")
}

func TestRootsOfMessages(t *testing.T) {
	const header = "<StandardBusinessDocumentHeader><HeaderVersion>1.0</HeaderVersion><DocumentIdentification><Type>Invoice</Type>" +
		"</DocumentIdentification></StandardBusinessDocumentHeader>"
	const sbd = `StandardBusinessDocument xmlns="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"`
	invoice := ubl("380", ublItem("A", "Mug", "C62", "2", "40.00", "", amount("20.00")), "40.00", "40.00")
	r, guess, err := read(el(sbd, header, invoice))
	require.NoError(t, err)
	assert.Equal(t, []string{"type=invoice sure=9900 invoice=U-1 subtotal=40 total=40", "pass pass pass",
		"no=1 sku=A text=Mug qty=2 unit=piece price=20 per=1 total=40 kind=product sure=10000"}, described(r, guess))

	item := el("ram:IncludedSupplyChainTradeLineItem", el("ram:SpecifiedTradeProduct", el("ram:SellerAssignedID", "A-1"), el("ram:Name", "Mug")),
		el("ram:SpecifiedLineTradeAgreement", el("ram:NetPriceProductTradePrice", el("ram:ChargeAmount", "10.00"))),
		el("ram:SpecifiedLineTradeDelivery", el(`ram:RequestedQuantity unitCode="C62"`, "6")), el("ram:SpecifiedLineTradeSettlement", ciiSum("60.00")))
	orderX := el(`rsm:SCRDMCCBDACIOMessageStructure xmlns:rsm="urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:100" xmlns:ram="r"`,
		el("rsm:ExchangedDocument", el("ram:ID", "PO-7"), el("ram:TypeCode", "220")), el("rsm:SupplyChainTradeTransaction", item))
	r, guess, err = read(orderX)
	require.NoError(t, err)
	assert.Equal(t, []string{"type=purchase_order sure=9900 po=PO-7", "pass unknown unknown",
		"no=1 sku=A-1 text=Mug qty=6 unit=piece price=10 per=1 total=60 kind=product sure=10000"}, described(r, guess))

	for _, c := range []struct{ file, named string }{
		{`<Invoice xmlns="http://www.ebinterface.at/schema/6p1/"><InvoiceNumber>1</InvoiceNumber></Invoice>`, "ebinterface"},
		{`<fe:Facturae xmlns:fe="http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_2.xml"/>`, "Facturae"},
		{`<Invoice xmlns="http://rep.oio.dk/ubl/xml/schemas/0p71/pie/"/>`, "oio.dk"},
		{`<cXML><Request><InvoiceDetailRequest/></Request></cXML>`, "cXML"},
		{el(sbd, header), "envelope"},
		{el(sbd, header, invoice, invoice), "several messages"},
		{el(sbd, header, `<Invoice xmlns="http://www.ebinterface.at/schema/6p1/"/>`), "ebinterface"},
	} {
		_, _, err := read(c.file)
		var refused *ports.ReadError
		require.True(t, errors.As(err, &refused), c.named)
		assert.Equal(t, document.UnsupportedContent, refused.Code, c.named)
		assert.Contains(t, refused.Reason, c.named)
	}
}
