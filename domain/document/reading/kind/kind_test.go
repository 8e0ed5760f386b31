package kind_test

import (
	"testing"

	"github.com/govalues/decimal"
	"github.com/stretchr/testify/require"

	"sellingassistant/domain/document"
	"sellingassistant/domain/document/reading"
	"sellingassistant/domain/document/reading/kind"
	"sellingassistant/domain/kernel/optional"
)

func TestTitles(t *testing.T) {
	for text, want := range map[string]document.Type{
		"INVOICE": "invoice", "Rechnung 4711": "invoice", "FACTURE": "invoice", "Factura nº 3": "invoice", "Fattura": "invoice", "Factuur": "invoice",
		"CREDIT NOTE CN-5": "credit_note", "Gutschrift": "credit_note", "Nota de crédito": "credit_note", "Lieferschein 7": "packing_slip",
		"Purchase Order": "purchase_order", "Auftragsbestätigung": "order_confirmation", "Preisliste 2026": "price_list", "Receipt": "receipt",
		"Account statement": "statement", "Letter of Authorization": "authorization_letter", "Bill of Lading": "shipping_document",
	} {
		g, method, ok := kind.Of(reading.Reading{}, [][]string{{"Example Ltd", text}})
		require.True(t, ok, text)
		require.Equal(t, want, g.Type, text)
		require.Equal(t, document.ByRules, method, text)
		require.GreaterOrEqual(t, g.Confidence, document.Confidence(8000), text)
	}
	for _, text := range []string{"Dear customer,", "Invoices are enclosed", "our invoice", ""} {
		_, method, ok := kind.Of(reading.Reading{}, [][]string{{text}})
		require.False(t, ok, text)
		require.Equal(t, document.ByNone, method)
	}
}

func TestMoreTitles(t *testing.T) {
	for text, want := range map[string]document.Type{
		"SALES ORDER": "order_confirmation", "Pedido de Compra No.43": "purchase_order", "PEDIDO": "purchase_order",
		"DETALLE DEL PEDIDO (POR SABOR)": "purchase_order", "BON D'EXPÉDITION": "packing_slip", "Számla": "invoice",
		"Final Details for Order #112-5": "receipt", "Albarán-Factura": "invoice", "Recibo Domiciliado": "",
		"Handelsrechnung (380) Nr. 5512 vom 07.04.2026": "invoice", "Rechnungskorrektur (384) Nr. 8": "credit_note",
		"RECHNUNGS-KORREKTUR":                    "credit_note",
		"Mietrechnung Nr. 8/00/M vom 07.04.2026": "invoice", "Umrechnung Nr. 8": "",
	} {
		g, _, _ := kind.Of(reading.Reading{}, [][]string{{"Example Ltd", text}})
		require.Equal(t, want, g.Type, text)
	}
	for want, rows := range map[document.Type][][]string{
		document.Invoice:           {{"Sales order", "SO-1"}, {"Invoice"}},
		document.CreditNote:        {{"Pedido"}, {"Factura rectificativa"}},
		document.OrderConfirmation: {{"SALES ORDER"}, {"Pedido 7"}},
	} {
		g, _, _ := kind.Of(reading.Reading{}, rows)
		require.Equal(t, want, g.Type)
	}
	form := [][]string{{"DATE", "CUSTOMER", "INVOICE NUMBER"}, {"7 MILL LANE", "ROUTE", "PURCHASE ORDER"}}
	g, _, _ := kind.Of(reading.Reading{}, form)
	require.Equal(t, document.Invoice, g.Type, "a label among others")
	require.False(t, kind.Ordered(form))
	require.True(t, kind.Ordered([][]string{{"Lantern Ltd", "Leeds", "PURCHASE ORDER"}, {"Order number", "Date"}}))
	counted := reading.Reading{Lines: []reading.Line{{Quantity: optional.Some(decimal.One)}}}
	for want, rows := range map[document.Type][][]string{
		document.PurchaseOrder: {{"Purchase Order"}, {"Job Name: Sol"}},
		document.PackingSlip:   {{"Purchase Order", "4711"}, {"Delivery note"}},
	} {
		g, _, _ := kind.Of(counted, rows)
		require.Equal(t, want, g.Type, "quantities without prices")
	}
}

func TestAnOrderThatAnInvoiceNamesIsNotItsTitle(t *testing.T) {
	for want, rows := range map[document.Type][][]string{
		document.Invoice:       {{"Purchase order PO-004700"}, {"Tax invoice INV-2857"}},
		document.PackingSlip:   {{"Bestellung 4711", "Lieferschein"}},
		document.PurchaseOrder: {{"Example Ltd"}, {"Purchase order PO-004700"}},
	} {
		g, _, ok := kind.Of(reading.Reading{}, rows)
		require.True(t, ok)
		require.Equal(t, want, g.Type)
	}
	g, _, _ := kind.Of(reading.Reading{}, [][]string{{"Purchase order"}, {"Invoice address: Example Ltd"}})
	require.Equal(t, document.PurchaseOrder, g.Type, "a title of its own")
}

func TestLabelsOfOtherDocumentsAreNoTitles(t *testing.T) {
	summed := reading.Reading{Header: reading.Header{Total: optional.Some(decimal.MustParse("5.00"))}}
	for name, c := range map[string]struct {
		r    reading.Reading
		rows [][]string
		want document.Type
	}{
		"a delivery note among labels":        {rows: [][]string{{"Votre commande", "Bon de livraison", "Page"}, {"PO-1", "47", "1"}, {"FACTURE"}}, want: "invoice"},
		"a delivery note with its number":     {rows: [][]string{{"Kunden-Nr.", "Lieferschein-Nr.", "Rechnungsdatum"}, {"5", "47", "20.03.2026"}, {"Rechnung"}}, want: "invoice"},
		"nothing but labels":                  {rows: [][]string{{"Votre commande", "Bon de livraison"}}, want: "packing_slip"},
		"an order beside its number":          {rows: [][]string{{"Bestellung", "PO-007681"}, {"Rechnung 20261086"}}, want: "invoice"},
		"a delivery that is billed":           {r: summed, rows: [][]string{{"Lieferschein 4711"}, {"Rechnung 5"}}, want: "invoice"},
		"a delivery with a number to be paid": {r: summed, rows: [][]string{{"Lieferschein 4711"}, {"Rechnungsnummer 5"}}, want: "invoice"},
		"a delivery note with sums":           {r: summed, rows: [][]string{{"Lieferschein 4711"}}, want: "packing_slip"},
		"an address of the invoice":           {rows: [][]string{{"Purchase Order", "641802", "Payment Terms", "NET 30"}, {"Invoice Address", "Example Ltd"}}, want: "purchase_order"},
		"an order of a shop":                  {rows: [][]string{{"Example Ltd"}, {"Order details"}}, want: "order_confirmation"},
		"thanks of a shop":                    {rows: [][]string{{"Thanks for your order"}}, want: "order_confirmation"},
		"thanks in a sentence":                {rows: [][]string{{"Thank you for your order of 3 March"}}, want: ""},
	} {
		g, _, _ := kind.Of(c.r, c.rows)
		require.Equal(t, c.want, g.Type, name)
	}
}

func TestTitlesFarBelow(t *testing.T) {
	for text, want := range map[string]document.Type{
		"Rechnung 55004970": "invoice", "Rechnung Nr. R-77": "invoice", "FACTURE": "invoice", "Invoice terms apply": "", "Rechnung folgt": "",
	} {
		rows := [][]string{}
		for range 18 {
			rows = append(rows, []string{"Musterstrasse 1"})
		}
		g, _, _ := kind.Of(reading.Reading{}, append(rows, []string{text}))
		require.Equal(t, want, g.Type, text)
		g, _, _ = kind.Of(reading.Reading{}, append(rows, []string{text, "5.00"}))
		require.Empty(t, g.Type, text)
	}
}

func TestTheLabelOfANumberNamesAnInvoice(t *testing.T) {
	for _, text := range []string{"Rechnungsnummer", "Rechnungs-Nr. RG-1", "Numéro de facture", "N° de factura 7", "Numero fattura", "Factuurnummer: 9"} {
		g, method, ok := kind.Of(reading.Reading{}, [][]string{{"Example GmbH"}, {text, "RG-1"}})
		require.True(t, ok, text)
		require.Equal(t, document.Guess{Type: document.Invoice, Confidence: 8000}, g, text)
		require.Equal(t, document.ByRules, method, text)
	}
	numbered := reading.Reading{Header: reading.Header{InvoiceNumber: "RG-1", Tax: optional.Some(decimal.MustParse("1.90"))}}
	g, _, _ := kind.Of(numbered, [][]string{{"Re.-Nr.", "RG-1"}})
	require.Equal(t, document.Guess{Type: document.Invoice, Confidence: 8000}, g)
	g, _, _ = kind.Of(reading.Reading{}, [][]string{{"Rechnungsnummer", "RG-1"}, {"Lieferschein"}})
	require.Equal(t, document.PackingSlip, g.Type, "a title comes first")
}

func TestANegativeInvoiceIsACreditNote(t *testing.T) {
	r := reading.Reading{Header: reading.Header{Total: optional.Some(decimal.MustParse("-5.00"))}}
	g, _, ok := kind.Of(r, [][]string{{"Invoice"}})
	require.True(t, ok)
	require.Equal(t, document.CreditNote, g.Type)
	g, _, ok = kind.Of(r, [][]string{{"Rechnungsnummer", "RG-1"}})
	require.True(t, ok)
	require.Equal(t, document.CreditNote, g.Type, "also without a title")
}

func TestStructure(t *testing.T) {
	one := optional.Some(decimal.One)
	priced := reading.Line{SupplierSKU: "A", UnitPrice: one}
	lines := func(l reading.Line, n int) []reading.Line {
		var list []reading.Line
		for range n {
			list = append(list, l)
		}
		return list
	}
	for _, c := range []struct {
		lines []reading.Line
		want  document.Type
	}{
		{lines(priced, 20), "price_list"}, {lines(priced, 19), ""}, {lines(reading.Line{UnitPrice: one}, 30), ""},
		{lines(reading.Line{SupplierSKU: "A", UnitPrice: one, LineTotal: one}, 30), ""},
		{lines(reading.Line{Quantity: one}, 1), "packing_slip"}, {nil, ""},
	} {
		g, _, _ := kind.Of(reading.Reading{Lines: c.lines}, nil)
		require.Equal(t, c.want, g.Type)
	}
}

// An invoice stays one where its prices could not be read: 15.000 may be fifteen thousand.
// An order without prices is no packing slip, whatever its title says after a dash.
func TestAnOrderWithMoreWordsAfterADash(t *testing.T) {
	counted := reading.Reading{Lines: []reading.Line{{Quantity: optional.Some(decimal.MustParse("8"))}}}
	for title, want := range map[string]document.Type{
		"PURCHASE ORDER \u2014 FAX TRANSMITTAL": "purchase_order", "Purchase order - copy": "purchase_order",
		"Purchase order - 4711": "packing_slip", "Purchase order lines": "packing_slip",
	} {
		g, _, ok := kind.Of(counted, [][]string{{title}})
		require.True(t, ok, title)
		require.Equal(t, want, g.Type, title)
	}
}

func TestQuantitiesWithoutPricesAreNoPackingSlipBelowTheTitleOfAnInvoice(t *testing.T) {
	counted := []reading.Line{{Quantity: optional.Some(decimal.MustParse("15000"))}}
	for text, want := range map[string]document.Type{
		"Rechnung": "invoice", "Rechnung Nr. R-77": "invoice", "INVOICE": "invoice", "Invoice No": "invoice", "Tax invoice INV-2857": "invoice",
		"Invoice address: Example Ltd": "packing_slip", "Lieferschein 7": "packing_slip", "Example Ltd": "packing_slip",
	} {
		g, _, ok := kind.Of(reading.Reading{Lines: counted}, [][]string{{text}})
		require.True(t, ok, text)
		require.Equal(t, want, g.Type, text)
	}
	for _, code := range []reading.Code{reading.ColumnsUnsure, reading.CurrencyUnknown} {
		r := reading.Reading{Lines: counted}
		r.Note(code)
		_, _, ok := kind.Of(r, nil)
		require.False(t, ok, code)
	}
}
