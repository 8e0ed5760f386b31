package kinds

import (
	"sellingassistant/domain/document"
	"sellingassistant/tools/papers/draw"
)

// cases sell goods in cases: columns of packs, packs in names, prices of cases and of units.
var cases = []draw.Layout{
	{
		Name: "burnley", Language: "en", Renderer: draw.Helvetica, Size: 8, Type: document.Invoice,
		Title: "INVOICE", Day: "02/01/2006", Currency: "GBP", Facts: "number=Invoice No;date=Date;customer=Account",
		Sums: "subtotal=Goods;tax=VAT;total=Total £", Figures: dots, Rows: [2]int{8, 40},
		Columns: "sku|Code|18L;desc|Description|60L;case|Case size|22L;qty|Qty|12R;price|Price|18R;" +
			"rate|VAT|12R;total|Value|20R;retail|RRP|16R",
		Rates: []int{20, 0}, Cased: draw.CasePriced, Pack: "{n} x {size}",
		Sizes: []string{"330ml", "500ml", "1.5l"}, Trade: "drinks", Every: true,
	},
	{
		Name: "modesto", Language: "en", Renderer: draw.TrueType, Type: document.Invoice, Title: "Invoice {number}",
		Day: "01/02/2006", Currency: "USD", Facts: "date=Invoice Date;order=PO #;terms=Terms", Terms: "Net 15",
		Sums: "subtotal=Subtotal;total=Total Due", Figures: dollars, Rows: [2]int{3, 20},
		Columns: "sku|Item|20L;desc|Description|60L;case|Pack|24L;qty|Cases|16R;price|Case Price|28R;" +
			"total|Amount|30R",
		Cased: draw.CasePriced, Pack: "{n}/{size}", Sizes: []string{"750ml", "375ml", "1L"}, Trade: "drinks",
	},
	{
		Name: "topeka", Language: "en", Renderer: draw.Courier, Size: 8, Type: document.Invoice,
		Title: "INVOICE {number}", Day: "01/02/2006", Currency: "USD", Facts: "date=DATE;order=PO NUMBER",
		Sums: "subtotal=SUBTOTAL;freight=FREIGHT;total=TOTAL USD", Figures: dots, Rows: [2]int{5, 30},
		Columns: "qty|QTY|12R;case|U/M|16C;sku|ITEM NO|24L;desc|DESCRIPTION|66L;price|PRICE|28R;total|EXTENDED|30R",
		Cased:   draw.CasePriced, Pack: "CS{n}", Trade: "food", Every: true,
	},
	{
		Name: "casper", Language: "en", Renderer: draw.Helvetica, Type: document.Invoice, Title: "Invoice",
		Day: "Jan 2, 2006", Currency: "USD", Facts: "number=Invoice #;date=Date;due=Due Date",
		Sums: "subtotal=Subtotal;tax=Tax;total=Total", Figures: dollars, Rows: [2]int{3, 18}, Rates: []int{5},
		Columns: "sku|SKU|22L;desc|Product|70L;qty|Qty|14R;case|Unit|20L;price|Price|26R;total|Total|28R",
		Cased:   draw.CasePriced, Pack: "cs/{n}", Trade: "food", Place: draw.Left,
	},
	{
		Name: "macon", Language: "en", Renderer: draw.TrueType, Type: document.Invoice, Title: "INVOICE",
		Day: "01/02/2006", Currency: "USD", Facts: "number=Invoice Number;date=Invoice Date;order=Order No.",
		Sums: "subtotal=Subtotal;total=Total", Figures: dollars, Rows: [2]int{3, 20},
		Columns: "sku|Item #|22L;desc|Description|92L;qty|Cases|16R;price|Price|24R;total|Total|26R",
		Place:   draw.Grid, Cased: draw.CasePriced, Pack: "Case of {n}", Trade: "food",
	},
	{
		Name: "oldham", Language: "en", Renderer: draw.Helvetica, Type: document.Invoice, Title: "Invoice {number}",
		Day: "02/01/2006", Currency: "GBP", Facts: "date=Date;order=Order",
		Sums: "subtotal=Net;tax=VAT;total=Total", Figures: pounds, Rows: [2]int{4, 25}, Rates: []int{20},
		Columns: "sku|Code|22L;desc|Product|66L;case|Units/case|20R;qty|Cases|16R;price|Unit price|26R;" +
			"total|Net value|28R",
		Cased: draw.UnitPriced, Pack: "{n}", Trade: "food",
	},
	{
		Name: "sunderland", Language: "en", Renderer: draw.TrueType, Type: document.Invoice, Title: "TAX INVOICE",
		Day: "02/01/2006", Currency: "GBP", Facts: "number=Invoice;date=Tax point;order=Your ref",
		Sums: "subtotal=Goods;tax=VAT @ {rate}%;total=Due", Figures: pounds, Rows: [2]int{3, 22},
		Columns: "sku|Code|20L;desc|Item|58L;cases|Cases|14R;case|Pk|12R;qty|Units|16R;price|Unit £|28R;" +
			"total|Net £|30R",
		Rates: []int{20}, Cased: draw.InUnits, Pack: "{n}", Trade: "drinks",
	},
	{
		Name: "dubbo", Language: "en", Renderer: draw.Helvetica, Type: document.Invoice,
		Title: "Tax Invoice {number}", Day: "2/01/2006", Currency: "AUD", Facts: "date=Date;due=Due;taxid=ABN",
		Sums: "subtotal=Subtotal;tax=GST {rate}%;total=Total AUD", Figures: dollars, Rows: [2]int{3, 20},
		Rates: []int{10},
		Columns: "qty|Ctns|14R;sku|Code|22L;desc|Description|58L;case|Pack|20L;price|Unit|18R;" +
			"caseprice|Carton|22R;total|Amount|26R",
		Cased: draw.UnitPriced, Pack: "{n} x {size}", Sizes: []string{"250g", "400g", "1kg"}, Trade: "food",
	},
	{
		Name: "kehl", Language: "de", Renderer: draw.Helvetica, Type: document.Invoice, Title: "Rechnung {number}",
		Day: "02.01.2006", Currency: "EUR", Facts: "date=Datum;customer=Kunden-Nr.",
		Sums: "subtotal=Nettobetrag;tax=MwSt {rate} %;total=Gesamtbetrag", Figures: euros, Rows: [2]int{4, 25},
		Columns: "sku|Art.-Nr.|20L;desc|Bezeichnung|64L;case|VE|12R;qty|Anzahl VE|20R;price|Preis/VE|28R;" +
			"total|Betrag|32R",
		Rates: []int{7}, Cased: draw.CasePriced, Pack: "{n}", Trade: "food",
	},
	{
		Name: "gera", Language: "de", Renderer: draw.TrueType, Type: document.Invoice, Title: "RECHNUNG",
		Day: "02.01.2006", Currency: "EUR", Facts: "number=Rechnungs-Nr.;date=Datum",
		Sums: "subtotal=Warenwert;tax=MwSt {rate} %;total=Endbetrag EUR", Figures: commas, Rows: [2]int{4, 22},
		Columns: "sku|Artikel|22L;desc|Bezeichnung|64L;case|Gebinde|30L;qty|Kisten|14R;price|Preis|22R;" +
			"total|Betrag|26R",
		Rates: []int{19}, Cased: draw.CasePriced, Pack: "{n} x {size}", Sizes: []string{"0,5 l", "0,33 l", "0,7 l"},
		Deposit: "Pfand", Trade: "drinks",
	},
	{
		Name: "villach", Language: "de", Renderer: draw.Courier, Size: 8, Type: document.Invoice,
		Title: "RECHNUNG {number}", Day: "02.01.2006", Currency: "EUR", Facts: "date=Datum;order=Bestellung",
		Sums: "subtotal=Netto;tax=USt;total=Brutto EUR", Figures: commas, Rows: [2]int{5, 30}, Rates: []int{10},
		Columns: "sku|ArtNr|22L;desc|Bezeichnung|74L;qty|Karton|16R;case|Stk/Kt|16R;price|Stückpreis|24R;" +
			"total|Betrag|26R",
		Cased: draw.UnitPriced, Pack: "{n}", Trade: "food",
	},
	{
		Name: "reims", Language: "fr", Renderer: draw.Helvetica, Type: document.Invoice, Title: "Facture {number}",
		Day: "02/01/2006", Currency: "EUR", Facts: "date=Date;customer=Code client",
		Sums: "subtotal=Total HT;tax=TVA {rate} %;total=Total TTC", Figures: spaced, Rows: [2]int{4, 22},
		Columns: "sku|Réf.|20L;desc|Désignation|58L;cases|Colis|14R;case|Cond.|14R;qty|Unités|16R;" +
			"price|P.U. HT|28R;total|Montant HT|30R",
		Rates: []int{20}, Cased: draw.InUnits, Pack: "{n}", Trade: "drinks",
	},
	{
		Name: "royan", Language: "fr", Renderer: draw.TrueType, Type: document.Invoice, Title: "FACTURE",
		Day: "02/01/2006", Currency: "EUR", Facts: "number=Facture;date=Date",
		Sums: "subtotal=Total HT;tax=TVA {rate} %;total=Net à payer", Figures: spaced, Rows: [2]int{3, 20},
		Columns: "sku|Réf.|22L;desc|Désignation|88L;qty|Colis|16R;price|Prix colis|26R;total|Montant|28R",
		Rates:   []int{6}, Cased: draw.CasePriced, Pack: "{n}x{size}", Sizes: []string{"500g", "1kg", "250g"},
		Trade: "food",
	},
	{
		Name: "elche", Language: "es", Renderer: draw.Helvetica, Type: document.Invoice, Title: "Factura {number}",
		Day: "02/01/2006", Currency: "EUR", Facts: "date=Fecha;customer=Cliente",
		Sums: "subtotal=Base imponible;tax=IVA {rate}%;total=Total", Figures: euros, Rows: [2]int{4, 22},
		Columns: "sku|Ref.|20L;desc|Artículo|64L;case|Uds/caja|18R;qty|Cajas|16R;price|Precio caja|28R;" +
			"total|Importe|30R",
		Rates: []int{21}, Cased: draw.CasePriced, Pack: "{n}", Trade: "drinks",
	},
	{
		Name: "asti", Language: "it", Renderer: draw.TrueType, Type: document.Invoice, Title: "Fattura n. {number}",
		Day: "02/01/2006", Currency: "EUR", Facts: "date=Data;order=Vs. ordine",
		Sums: "subtotal=Imponibile;tax=IVA {rate}%;total=Totale EUR", Figures: commas, Rows: [2]int{4, 22},
		Columns: "sku|Codice|20L;desc|Descrizione|56L;case|Conf.|22L;cases|Colli|14R;qty|Pezzi|16R;" +
			"price|Prezzo|24R;total|Importo|28R",
		Rates: []int{22}, Cased: draw.InUnits, Pack: "da {n}", Trade: "drinks",
	},
	{
		Name: "weert", Language: "nl", Renderer: draw.Helvetica, Type: document.Invoice, Title: "Factuur {number}",
		Day: "02-01-2006", Currency: "EUR", Facts: "date=Datum;customer=Debiteur",
		Sums: "subtotal=Subtotaal;tax=BTW {rate}%;total=Totaal EUR", Figures: commas, Rows: [2]int{4, 24},
		Columns: "sku|Art.nr.|20L;desc|Omschrijving|62L;case|Inhoud|26L;qty|Colli|14R;" +
			"price|Prijs/colli|28R;total|Bedrag|30R",
		Rates: []int{9}, Cased: draw.CasePriced, Pack: "{n} {size}", Sizes: []string{"33cl", "1l", "75cl"},
		Deposit: "Statiegeld", Trade: "drinks",
	},
}
