package kinds

import (
	"sellingassistant/domain/document"
	"sellingassistant/tools/papers/draw"
)

// letterheads print the sender above the addressees of the bill and of the goods.
var letterheads = []draw.Layout{
	{
		Name: "spokane", Language: "en", Renderer: draw.Times, Size: 10, Type: document.Invoice, Title: "INVOICE",
		Day: "01/02/2006", Currency: "USD", Parties: "Bill To:|Ship To:",
		Contact: "Phone (509) 555-0148   www.example.com", Terms: "Net 30", Place: draw.Boxes, FactsAcross: 5,
		Deep: 1.1, Facts: "number=Invoice #;date=Date;order=P.O. No.;terms=Terms;via=Ship Via",
		Sums: "subtotal=Subtotal;freight=Freight;total=Total", Trade: "parts",
		Columns: "qty|Quantity|18R;sku|Item Code|30L;desc|Description|72L;price|Price Each|28R;total|Amount|32R",
		Figures: dollars, Rows: [2]int{2, 16},
	},
	{
		Name: "roanoke", Language: "en", Renderer: draw.Helvetica, Type: document.Invoice,
		Title: "Invoice {number}", Day: "January 2, 2006", Currency: "USD", Parties: "BILL TO|SHIP TO",
		Contact: "Toll free 800-555-0112", Terms: "2% 10 Net 30", Days: 30, Place: draw.Right,
		Facts:   "date=Invoice Date;due=Due Date;terms=Terms;order=PO Number",
		Sums:    "subtotal=Subtotal;tax=Sales Tax ({rate}%);total=Balance Due",
		Columns: "sku|Item|28L;desc|Description|76L;qty|Qty|16R;price|Rate|28R;total|Amount|32R", Figures: dollars,
		Rows: [2]int{2, 18}, Rates: []int{6}, Trade: "textiles",
	},
	{
		Name: "duluth", Language: "en", Renderer: draw.Courier, Size: 8, Type: document.Invoice, Title: "INVOICE",
		Day: "01/02/06", Currency: "USD", Parties: "SOLD TO:|SHIP TO:",
		Contact: "TEL 218-555-0175  FAX 218-555-0176", Terms: "NET 30 DAYS", Place: draw.Boxes, FactsAcross: 6,
		Deep: 1.1, Facts: "number=INVOICE NO;date=INV. DATE;order=CUST PO;terms=TERMS;rep=SALESMAN;page=PAGE",
		Sums: "subtotal=SALE AMOUNT;freight=MISC/FREIGHT;tax=SALES TAX;total=TOTAL USD",
		Columns: "ordered|ORD|12R;qty|SHP|12R;open|B/O|12R;sku|ITEM NO.|24L;desc|DESCRIPTION|62L;" +
			"price|UNIT PRICE|26R;total|EXTENDED|28R",
		Figures: dots, Rows: [2]int{4, 30}, Rates: []int{7}, Trade: "parts", Every: true,
	},
	{
		Name: "savannah", Language: "en", Renderer: draw.TrueType, Type: document.Invoice, Title: "INVOICE",
		Day: "Jan 2, 2006", Currency: "USD", Parties: "Bill To|Ship To|Remit To", Terms: "1% 15, Net 45", Days: 45,
		Place: draw.Grid, Facts: "number=Invoice;date=Date;terms=Payment Terms;due=Due;order=Customer PO",
		Sums:    "subtotal=Subtotal;tax=Tax;total=Amount Due",
		Columns: "sku|Style #|28L;desc|Description|76L;qty|Units|16R;price|Wholesale|28R;total|Total|32R",
		Figures: dollars, Rows: [2]int{2, 14}, Rates: []int{7}, Trade: "textiles",
	},
	{
		Name: "fargo", Language: "en", Renderer: draw.Helvetica, Type: document.OrderConfirmation,
		Title: "Order Acknowledgment", Day: "01/02/2006", Currency: "USD", Parties: "Sold To|Deliver To",
		Contact: "Customer service 701-555-0133", Terms: "Net 30", Place: draw.Boxes, FactsAcross: 4,
		Facts: "order=Your PO;date=Date;terms=Terms;via=Carrier",
		Sums:  "subtotal=Merchandise;freight=Freight;total=Order Total USD", Deep: 1.1,
		Columns: "pos|Ln|10R;sku|Part|28L;desc|Description|68L;qty|Qty|16R;price|Net Price|28R;total|Extension|30R",
		Figures: dots, Rows: [2]int{3, 18}, Trade: "electronics",
	},
	{
		Name: "boise", Language: "en", Renderer: draw.TrueType, Type: document.Invoice,
		Title: "Invoice No. {number}", Day: "1/2/2006", Currency: "USD", Parties: "Bill-to Address|Ship-to Address",
		Contact: "Tax ID 82-5550199", Terms: "Net 20", Days: 20, Place: draw.Left,
		Facts: "date=Document Date;due=Due Date;order=External Doc. No.;terms=Payment Terms;via=Shipment Method",
		Sums:  "subtotal=Subtotal;tax=Total Tax;total=Total $ Incl. Tax", Figures: dots, Rows: [2]int{3, 18},
		Rates: []int{6}, Trade: "food",
		Columns: "sku|No.|26L;desc|Description|76L;qty|Quantity|20R;price|Unit Price|28R;total|Amount|30R",
	},
}

// trades show habits of one trade: weights, sizes, tariffs, net prices, several deliveries.
var trades = []draw.Layout{
	{
		Name: "penrith", Language: "en", Renderer: draw.Helvetica, Type: document.Invoice,
		Title: "Invoice {number}", Day: "02/01/2006", Currency: "GBP", Facts: "date=Date;customer=Account",
		Sums: "subtotal=Total goods;total=Total £", Figures: draw.Figures{Decimal: ".", Thousands: ",", Whole: 3},
		Columns: "sku|Code|22L;desc|Description|64L;pieces|Cartons|18R;qty|Weight kg|24R;price|Per kg|22R;" +
			"total|Value|28R",
		Rows: [2]int{3, 18}, Cased: draw.Weighed, Trade: "food",
	},
	{
		Name: "macclesfield", Language: "en", Renderer: draw.TrueType, Type: document.Invoice, Title: "INVOICE",
		Day: "02/01/2006", Currency: "GBP", Facts: "number=Invoice no.;date=Date;order=Order",
		Sums: "subtotal=Net;tax=VAT {rate}%;total=Total", Figures: pounds, Rows: [2]int{3, 24},
		Columns: "sku|Style|24L;desc|Description|60L;colour|Col|14C;size|Size|14C;qty|Qty|14R;" +
			"price|Price|24R;total|Total|28R",
		Rates: []int{20}, Sizes: []string{"S", "M", "L", "XL", "XXL"}, Codes: []string{"??###", "?####"},
		Trade: "textiles",
	},
	{
		Name: "ludwigsburg", Language: "de", Renderer: draw.Helvetica, Size: 8, Type: document.Invoice,
		Title: "Rechnung {number}", Day: "02.01.2006", Currency: "EUR", Facts: "date=Datum;order=Ihre Bestellung",
		Sums: "subtotal=Summe netto;tax=MwSt. {rate} %;total=Gesamt EUR", Figures: commas,
		Columns: "pos10|Pos.|10L;sku|Artikel|22L;desc|Bezeichnung|52L;tariff|Warennr.|22L;qty|Menge|16R;" +
			"price|Preis|20R;base|je|10R;total|Betrag|26R",
		Rows: [2]int{4, 24}, Rates: []int{19}, Hundred: true, Codes: []string{"##-####", "###-??"},
		Trade: "electronics",
	},
	{
		Name: "erding", Language: "de", Renderer: draw.TrueType, Type: document.Invoice,
		Title: "Sammelrechnung {number}", Day: "02.01.2006", Currency: "EUR",
		Facts: "date=Datum;customer=Kunden-Nr.", Sums: "subtotal=Netto;tax=USt {rate} %;total=Gesamtbetrag",
		Figures: counted(euros, "St."), Rows: [2]int{6, 30},
		Columns: "sku|Artikel|26L;desc|Bezeichnung|74L;qty|Menge|18R;price|Preis|28R;total|Betrag|32R",
		Rates:   []int{19}, Trade: "parts", Heading: "Lieferschein {note} vom {date}",
	},
	{
		Name: "roubaix", Language: "fr", Renderer: draw.Helvetica, Type: document.Invoice,
		Title: "Facture {number}", Day: "02/01/2006", Currency: "EUR", Facts: "date=Date;order=Commande",
		Sums: "subtotal=Total HT;tax=TVA {rate} %;total=Total TTC", Figures: spaced, Rows: [2]int{3, 22},
		Rates: []int{20},
		Columns: "sku|Modèle|24L;desc|Désignation|58L;colour|Col.|14C;size|Taille|16C;qty|Qté|14R;" +
			"price|P.U. HT|26R;total|Montant|28R",
		Sizes: []string{"36", "38", "40", "42", "44"}, Codes: []string{"??###", "####"}, Trade: "textiles",
	},
	{
		Name: "vigo", Language: "es", Renderer: draw.TrueType, Type: document.Invoice, Title: "Factura {number}",
		Day: "02/01/2006", Currency: "EUR", Facts: "date=Fecha;customer=Cliente",
		Sums: "subtotal=Base imponible;tax=IVA {rate}%;total=Total", Figures: counted(euros, "uds."),
		Rows: [2]int{3, 20},
		Columns: "sku|Código|22L;desc|Descripción|54L;qty|Cant.|16R;list|P.V.P.|26R;off|Dto|12R;" +
			"price|Neto|24R;total|Importe|28R",
		Rates: []int{21}, Trade: "parts",
	},
	{
		Name: "carpi", Language: "it", Renderer: draw.Helvetica, Type: document.Invoice,
		Title: "Fattura n. {number} del {date}", Day: "02/01/2006", Currency: "EUR",
		Facts: "customer=Cliente;due=Scadenza", Sums: "subtotal=Totale merce;tax=IVA {rate}%;total=Totale EUR",
		Figures: commas,
		Columns: "sku|Codice|26L;desc|Descrizione|74L;qty|Q.tà|18R;price|Prezzo|28R;total|Importo|32R",
		Rows:    [2]int{6, 26}, Rates: []int{22}, Heading: "DDT n. {note} del {date}", Trade: "parts",
	},
	{
		Name: "almelo", Language: "nl", Renderer: draw.TrueType, Type: document.Invoice, Title: "Factuur {number}",
		Day: "02-01-2006", Currency: "EUR", Facts: "date=Datum;order=Uw order",
		Sums: "subtotal=Subtotaal;tax=BTW {rate}%;total=Totaal EUR", Figures: plain, Rows: [2]int{3, 24},
		Rates: []int{21},
		Columns: "sku|Artikel|22L;desc|Omschrijving|50L;ordered|Besteld|16R;qty|Geleverd|18R;" +
			"open|Rest|12R;price|Prijs|22R;total|Bedrag|26R",
		Trade: "parts",
	},
}
