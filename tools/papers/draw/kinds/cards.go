package kinds

import (
	"sellingassistant/domain/document"
	"sellingassistant/tools/papers/draw"
)

// cards have blocks in place of tables, as pages of web shops print.
var cards = []draw.Layout{
	{
		Name: "tillamook", Language: "en", Renderer: draw.TrueType, Type: document.OrderConfirmation,
		Currency: "USD", Title: "Order details", Day: "January 2, 2006", Place: draw.Left, Figures: dollars,
		Rows: [2]int{2, 12}, Rates: []int{7}, Facts: "order=Order #;date=Placed on",
		Sums: "subtotal=Item(s) Subtotal;freight=Shipping & Handling;tax=Estimated tax;total=Grand Total",
		Card: []string{"*{name}", "Part # {sku}", "Qty: {count} @ {price} / pack|>{total}"}, Trade: "parts",
	},
	{
		Name: "gallup", Language: "en", Renderer: draw.Helvetica, Type: document.OrderConfirmation, Currency: "USD",
		Title: "Thanks for your order", Day: "01/02/2006", Place: draw.Left, Figures: dollars, Rows: [2]int{1, 9},
		Rates: []int{8}, Facts: "order=Order number;date=Order date",
		Sums: "subtotal=Subtotal;freight=Shipping;tax=Tax;total=Order total",
		Card: []string{"*{name}|>*{total}", "SKU {sku}", "Quantity {count}  ({price} each)"}, Trade: "electronics",
		Rule: true,
	},
	{
		Name: "bangor", Language: "en", Renderer: draw.TrueType, Size: 10, Type: document.Invoice, Currency: "USD",
		Title: "Invoice {number}", Day: "Jan 2, 2006", Figures: dollars, Rows: [2]int{2, 8}, Rates: []int{6},
		Facts: "date=Date;order=PO", Sums: "subtotal=Subtotal;tax=Tax;total=Total",
		Card: []string{"*{name}", "Item {sku}|+90 x{count}|>{total}"}, Trade: "electronics",
		Codes: []string{"??-####", "###-???"},
	},
	{
		Name: "keswick", Language: "en", Renderer: draw.Helvetica, Type: document.Invoice, Currency: "GBP",
		Title: "VAT invoice {number}", Day: "2 January 2006", Figures: pounds, Rows: [2]int{3, 14},
		Rates: []int{20}, Facts: "date=Invoice date;order=Order reference;taxid=VAT number", Place: draw.Left,
		Sums: "subtotal=Net;tax=VAT ({rate}%);total=Total paid",
		Card: []string{"*{count} x {name}", "Product code: {sku}|+100 {price}|>{total}"}, Trade: "food",
	},
	{
		Name: "whitby", Language: "en", Renderer: draw.Times, Size: 10, Type: document.Invoice, Currency: "GBP",
		Title: "INVOICE {number}", Day: "02/01/2006", Figures: pounds, Rows: [2]int{2, 16}, Rates: []int{20},
		Facts: "date=Date;due=Due", Sums: "subtotal=Goods;tax=VAT;total=Total due", Across: 2, Spread: 0.5,
		Card: []string{"*{name}", "Code {sku}", "{count} @ {price}|>{total}"}, Trade: "textiles",
	},
	{
		Name: "celle", Language: "de", Renderer: draw.TrueType, Type: document.OrderConfirmation, Currency: "EUR",
		Title: "Bestellübersicht", Day: "02.01.2006", Place: draw.Left, Figures: euros, Rows: [2]int{2, 12},
		Rates: []int{19}, Facts: "order=Bestellnummer;date=Bestelldatum",
		Sums:  "subtotal=Zwischensumme;freight=Versand;tax=MwSt.;total=Gesamtsumme",
		Card:  []string{"*{name}", "Artikelnummer: {sku}", "Menge: {count}|+60 Einzelpreis: {price}|>{total}"},
		Trade: "parts",
	},
	{
		Name: "husum", Language: "de", Renderer: draw.Helvetica, Type: document.Invoice, Currency: "EUR",
		Title: "Rechnung {number}", Day: "2. January 2006", Figures: euros, Rows: [2]int{1, 10}, Rates: []int{19},
		Facts: "date=Rechnungsdatum;order=Bestellung", Sums: "subtotal=Netto;tax=zzgl. {rate} % USt;total=Brutto",
		Card: []string{"{pos}. *{name}|>*{total}", "Art. {sku}, EAN {gtin}", "{count} Stück zu je {price}"},
		Rule: true,
	},
	{
		Name: "bregenz", Language: "de", Renderer: draw.TrueType, Type: document.Invoice, Currency: "EUR",
		Title: "Rechnung", Day: "02.01.2006", Figures: euros, Rows: [2]int{2, 15}, Rates: []int{20},
		Place: draw.Left, Facts: "number=Rechnungsnummer;date=Datum;taxid=UID",
		Sums: "subtotal=Summe netto;tax={rate} % USt;total=Zahlbetrag",
		Card: []string{"{sku}|+30 *{name}", "+30 {count} x {price}|>{total}"}, Trade: "electronics",
	},
	{
		Name: "annecy", Language: "fr", Renderer: draw.Helvetica, Type: document.OrderConfirmation, Currency: "EUR",
		Title: "Récapitulatif de commande", Day: "2 January 2006", Place: draw.Left, Figures: spaced,
		Rows: [2]int{2, 10}, Rates: []int{20}, Facts: "order=Commande n°;date=Passée le",
		Sums:  "subtotal=Sous-total HT;freight=Livraison;tax=TVA;total=Total TTC",
		Card:  []string{"*{name}", "Réf. {sku}", "Quantité : {count}|+60 {price} l'unité|>{total}"},
		Trade: "textiles",
	},
	{
		Name: "dinan", Language: "fr", Renderer: draw.TrueType, Type: document.Invoice, Currency: "EUR",
		Title: "Facture {number}", Day: "02/01/2006", Figures: spaced, Rows: [2]int{2, 9}, Rates: []int{20},
		Facts: "date=Date;order=Commande", Sums: "subtotal=Total HT;tax=TVA {rate} %;total=Total TTC",
		Card: []string{"*{name}|>{total}", "{sku} - {count} x {price}"}, Trade: "drinks", Rule: true,
	},
	{
		Name: "gandia", Language: "es", Renderer: draw.Helvetica, Type: document.Invoice, Currency: "EUR",
		Title: "Factura {number}", Day: "02/01/2006", Figures: euros, Rows: [2]int{2, 12}, Rates: []int{21},
		Place: draw.Left, Facts: "date=Fecha;order=Pedido",
		Sums:  "subtotal=Subtotal;freight=Envío;tax=IVA {rate}%;total=Total",
		Card:  []string{"*{name}", "Ref.: {sku}", "Cantidad: {count}|+60 Precio: {price}|>Importe: {total}"},
		Trade: "food",
	},
	{
		Name: "cuneo", Language: "it", Renderer: draw.TrueType, Type: document.OrderConfirmation, Currency: "EUR",
		Title: "Riepilogo ordine", Day: "02/01/2006", Figures: euros, Rows: [2]int{2, 10}, Rates: []int{22},
		Place: draw.Left, Facts: "order=Ordine n.;date=Data",
		Sums: "subtotal=Subtotale;freight=Spedizione;tax=IVA;total=Totale",
		Card: []string{"*{name}", "Cod. {sku}|+80 {count} pz a {price}|>{total}"}, Trade: "parts",
	},
	{
		Name: "hoorn", Language: "nl", Renderer: draw.Helvetica, Type: document.Invoice, Currency: "EUR",
		Title: "Factuur {number}", Day: "02-01-2006",
		Figures: draw.Figures{Decimal: ",", Thousands: ".", Before: "€ "}, Rows: [2]int{2, 12}, Rates: []int{21},
		Facts: "date=Factuurdatum;order=Bestelnummer", Sums: "subtotal=Subtotaal;tax=Btw {rate}%;total=Te betalen",
		Card: []string{"*{name}|>{total}", "Artikelnr. {sku}", "Aantal: {count} à {price}"}, Trade: "drinks",
	},
}
