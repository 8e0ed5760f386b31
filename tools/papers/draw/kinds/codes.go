package kinds

import (
	"sellingassistant/domain/document"
	"sellingassistant/tools/papers/draw"
)

// codes have product codes of odd shapes, some wrapped, and a second code beside or below.
var codes = []draw.Layout{
	{
		Name: "akron", Language: "en", Renderer: draw.Helvetica, Type: document.Invoice, Title: "INVOICE {number}",
		Day: "01/02/2006", Currency: "USD", Facts: "date=Date;order=PO Number;terms=Terms", Terms: "Net 45",
		Sums: "subtotal=Subtotal;tax=Tax;total=Total", Figures: dollars,
		Columns: "sku|Part Number|24L;desc|Description|76L;qty|Qty|16R;price|Unit Price|28R;total|Amount|32R",
		Rows:    [2]int{3, 18}, Rates: []int{7}, Codes: []string{"OVB-####-###-???-##", "OVB-##-ZN/####-####"},
		Trade: "parts",
	},
	{
		Name: "barstow", Language: "en", Renderer: draw.TrueType, Type: document.Invoice, Title: "Invoice",
		Day: "Jan 2, 2006", Currency: "USD", Facts: "number=Invoice #;date=Date;order=P.O. #",
		Sums: "subtotal=Subtotal;freight=Shipping;total=Total USD", Figures: dots, Place: draw.Grid,
		Columns: "sku|Item / Mfr. Part|34L;desc|Description|66L;qty|Qty|16R;price|Price|28R;total|Ext. Price|32R",
		Rows:    [2]int{3, 16}, Under: true, Codes: []string{"####-??", "??##-###"},
		Seconds: []string{"MF-?###/##", "C########"}, Trade: "electronics",
	},
	{
		Name: "goole", Language: "en", Renderer: draw.Courier, Size: 8, Type: document.Invoice,
		Title: "INVOICE {number}", Day: "02/01/2006", Currency: "GBP", Facts: "date=DATE;order=YOUR ORDER",
		Sums: "subtotal=GOODS;tax=VAT;total=TOTAL GBP", Figures: dots, Rows: [2]int{5, 30}, Rates: []int{20},
		Columns: "sku|OUR CODE|28L;second|YOUR CODE|28L;desc|DESCRIPTION|60L;qty|QTY|14R;price|PRICE|22R;" +
			"total|VALUE|26R",
		Codes: []string{"?###?", "##/###", "?-##.##"}, Seconds: []string{"ACM####"}, Trade: "parts",
	},
	{
		Name: "hexham", Language: "en", Renderer: draw.Helvetica, Type: document.Invoice, Title: "Sales invoice",
		Day: "2 January 2006", Currency: "GBP", Facts: "number=Invoice;date=Date;due=Due",
		Sums: "subtotal=Net;tax=VAT {rate}%;total=Gross", Figures: pounds, Rows: [2]int{2, 15}, Rates: []int{20},
		Columns: "desc|Product|84L;sku|Product code|36L;qty|Qty|14R;price|Each|22R;total|Total|24R",
		Below:   []string{"second"}, Second: "Supplier ref:", Codes: []string{"??????.##", "0###0", "#?#?#?"},
		Seconds: []string{"####/##"}, Trade: "textiles",
	},
	{
		Name: "eureka", Language: "en", Renderer: draw.Times, Size: 10, Type: document.Invoice, Title: "INVOICE",
		Day: "01/02/2006", Currency: "USD", Facts: "number=Invoice No.;date=Date;customer=Cust. No.",
		Sums: "subtotal=Sub-total;tax=Tax;total=Please pay", Figures: dollars, Rates: []int{8},
		Columns: "qty|Qty|14R;desc|Description|70L;sku|Cat. No.|38L;price|Price|26R;total|Total|30R",
		Rows:    [2]int{2, 14}, Codes: []string{"## ### ###", "### ####", "? ## ###"}, Trade: "electronics",
	},
	{
		Name: "siegen", Language: "de", Renderer: draw.TrueType, Type: document.Invoice, Title: "Rechnung {number}",
		Day: "02.01.2006", Currency: "EUR", Facts: "date=Datum;order=Ihre Bestellung;customer=Kunden-Nr.",
		Sums: "subtotal=Netto;tax=MwSt {rate} %;total=Gesamt", Figures: counted(euros, "Stk"),
		Columns: "pos|Pos.|10R;sku|Artikelnummer|24L;desc|Bezeichnung|70L;qty|Menge|18R;price|Preis|26R;" +
			"total|Betrag|30R",
		Rows: [2]int{3, 18}, Codes: []string{"HW-DIN933-M#-##-VZ", "HW-####.####.##"}, Trade: "parts",
		Rates: []int{19},
	},
	{
		Name: "hof", Language: "de", Renderer: draw.Helvetica, Type: document.Invoice, Title: "Rechnung",
		Day: "02.01.2006", Currency: "EUR", Facts: "number=Rechnungs-Nr.;date=Datum",
		Sums: "subtotal=Summe;tax=USt {rate} %;total=Endbetrag EUR", Figures: commas, Rows: [2]int{3, 20},
		Columns: "sku|Unsere Nr.|26L;second|Ihre Nr.|28L;desc|Artikel|66L;qty|Stück|16R;price|Preis|20R;" +
			"total|Betrag|24R",
		Rates: []int{19}, Codes: []string{"#.###.#", "##-???", "####"}, Seconds: []string{"K-#####"},
		Trade: "electronics",
	},
	{
		Name: "thun", Language: "de", Renderer: draw.TrueType, Type: document.Invoice, Title: "Rechnung {number}",
		Day: "2. January 2006", Currency: "CHF", Facts: "date=Datum;order=Ihre Referenz",
		Sums: "subtotal=Total netto;tax=MWST {rate} %;total=Total CHF", Figures: swiss, Rows: [2]int{2, 16},
		Columns: "sku|Art.-Nr. / Hersteller-Nr.|44L;desc|Bezeichnung|60L;qty|Anz.|16R;price|Preis|28R;" +
			"total|Betrag|32R",
		Rates: []int{8}, Under: true, Codes: []string{"###.###.##"}, Seconds: []string{"??-##/####-?", "#######"},
		Trade: "parts",
	},
	{
		Name: "cognac", Language: "fr", Renderer: draw.Helvetica, Type: document.Invoice, Title: "Facture {number}",
		Day: "02/01/2006", Currency: "EUR", Facts: "date=Date;order=Commande",
		Sums: "subtotal=Total HT;tax=TVA {rate} %;total=Total TTC", Figures: spaced, Rows: [2]int{3, 18},
		Rates:   []int{20},
		Columns: "sku|Référence|22L;desc|Désignation|80L;qty|Qté|16R;price|P.U.|28R;total|Montant|32R",
		Codes:   []string{"VG-INOX-####-A#", "VG/###/####-??"}, Trade: "parts",
	},
	{
		Name: "bayeux", Language: "fr", Renderer: draw.TrueType, Type: document.Invoice, Title: "FACTURE",
		Day: "02/01/2006", Currency: "EUR", Facts: "number=N°;date=Date;customer=Client",
		Sums: "subtotal=Total HT;tax=TVA;total=Net à payer", Figures: spaced, Rows: [2]int{2, 16}, Rates: []int{20},
		Columns: "sku|Réf.|28L;desc|Désignation|76L;qty|Qté|16R;price|P.U.|28R;total|Montant|30R",
		Below:   []string{"second"}, Second: "Réf. fabricant", Codes: []string{"?#?##", "###?", "??.###.?"},
		Seconds: []string{"F##-####"}, Trade: "electronics",
	},
	{
		Name: "soria", Language: "es", Renderer: draw.Helvetica, Type: document.Invoice, Title: "Factura {number}",
		Day: "02/01/2006", Currency: "EUR", Facts: "date=Fecha;order=Pedido",
		Sums: "subtotal=Base;tax=IVA {rate}%;total=Total", Figures: euros, Rows: [2]int{3, 18}, Rates: []int{21},
		Columns: "sku|Código|20L;desc|Descripción|82L;qty|Cant.|18R;price|Precio|28R;total|Importe|30R",
		Codes:   []string{"TE-#####-###", "RN.####.##.##"}, Trade: "parts",
	},
	{
		Name: "lodi", Language: "it", Renderer: draw.TrueType, Type: document.Invoice, Title: "Fattura n. {number}",
		Day: "02/01/2006", Currency: "EUR", Facts: "date=Data;order=Vs. ordine",
		Sums: "subtotal=Imponibile;tax=IVA {rate}%;total=Totale", Figures: euros, Rows: [2]int{3, 18},
		Rates: []int{22},
		Columns: "sku|Ns. codice|28L;second|Vs. codice|26L;desc|Descrizione|62L;qty|Q.tà|14R;" +
			"price|Prezzo|24R;total|Importo|26R",
		Codes: []string{"??##", "##.##.##", "#-####"}, Seconds: []string{"AC###"}, Trade: "parts",
	},
	{
		Name: "tiel", Language: "nl", Renderer: draw.Helvetica, Type: document.Invoice, Title: "Factuur {number}",
		Day: "02-01-2006", Currency: "EUR", Facts: "date=Datum;order=Uw order",
		Sums: "subtotal=Subtotaal;tax=BTW {rate}%;total=Totaal EUR", Figures: commas, Rows: [2]int{3, 20},
		Rates:   []int{21},
		Columns: "sku|Artikelcode|22L;desc|Omschrijving|80L;qty|Aantal|18R;price|Prijs|28R;total|Bedrag|30R",
		Codes:   []string{"BT-####-M#-RVS", "LR/####/###-?"}, Trade: "parts",
	},
}
