package kinds

import (
	"sellingassistant/domain/document"
	"sellingassistant/tools/papers/draw"
)

// headerGrids have their facts in boxes of labels, each over its value.
var headerGrids = []draw.Layout{
	{
		Name: "dayton", Language: "en", Renderer: draw.Helvetica, Type: document.Invoice, Title: "INVOICE",
		Day: "01/02/2006", Currency: "USD", Place: draw.Boxes, FactsAcross: 4, Deep: 1.1, Terms: "Net 30",
		Facts: "number=Invoice No.;date=Invoice Date;customer=Customer No.;order=Purchase Order;" +
			"terms=Terms;via=Ship Via;rep=Salesperson;shipped=Ship Date",
		Sums: "subtotal=Subtotal;freight=Freight;tax=Sales Tax;total=Total Due", Trade: "parts", Figures: dollars,
		Rows: [2]int{3, 18}, Rates: []int{7},
		Columns: "qty|Qty|14R;sku|Item|30L;desc|Description|72L;price|Price|28R;total|Amount|32R",
	},
	{
		Name: "yakima", Language: "en", Renderer: draw.Courier, Size: 8, Type: document.Invoice, Title: "INVOICE",
		Day: "01/02/06", Currency: "USD", Place: draw.Boxes, FactsAcross: 5, Deep: 2.1, Terms: "2% 10 NET 30",
		Facts: "number=INVOICE~NUMBER;date=INVOICE~DATE;order=CUSTOMER~P.O.;terms=TERMS;via=SHIPPED~VIA;" +
			"customer=ACCOUNT;rep=SLSMN;page=PAGE;fob=F.O.B.;shipped=DATE~SHIPPED",
		Sums: "subtotal=MERCHANDISE;freight=FREIGHT;total=AMOUNT DUE USD", Trade: "food", Figures: dots,
		Rows: [2]int{6, 30}, Every: true,
		Columns: "ordered|ORD|14R;qty|SHIP|14R;sku|ITEM|24L;desc|DESCRIPTION|70L;price|PRICE|26R;" +
			"total|EXTENSION|30R",
	},
	{
		Name: "skipton", Language: "en", Renderer: draw.TrueType, Type: document.Invoice, Title: "Invoice",
		Day: "02/01/2006", Currency: "GBP", Place: draw.Boxes, FactsAcross: 3, Deep: 1.1,
		Facts: "number=Invoice no;date=Tax point;customer=Account;order=Your order no;" +
			"note=Our delivery note;due=Payment due",
		Sums: "subtotal=Goods;tax=VAT @ {rate}%;total=Total £", Trade: "textiles", Figures: dots,
		Rows: [2]int{3, 20}, Rates: []int{20},
		Columns: "sku|Style|28L;desc|Description|76L;qty|Qty|16R;price|Each|26R;total|Value|30R",
	},
	{
		Name: "invercargill", Language: "en", Renderer: draw.Times, Size: 10, Type: document.Invoice,
		Title: "Tax Invoice", Day: "2 Jan 2006", Currency: "NZD", Place: draw.Boxes, FactsAcross: 2, Deep: 1.1,
		Facts: "number=Invoice Number;date=Invoice Date;order=Your Order;due=Due Date", Figures: dollars,
		Rows: [2]int{2, 14}, Rates: []int{15}, Sums: "subtotal=Subtotal;tax=GST {rate}%;total=Total NZD",
		Trade:   "electronics",
		Columns: "sku|Code|30L;desc|Item|74L;qty|Qty|16R;price|Unit Price|28R;total|Amount|30R",
	},
	{
		Name: "fulda", Language: "de", Renderer: draw.Helvetica, Type: document.Invoice, Title: "Rechnung",
		Day: "02.01.2006", Currency: "EUR", Place: draw.Boxes, FactsAcross: 4, Deep: 1.1,
		Facts: "number=Rechnungs-Nr.;date=Rechnungsdatum;customer=Kunden-Nr.;note=Lieferschein-Nr.;" +
			"order=Ihre Bestellung;rep=Bearbeiter;shipped=Lieferdatum;due=Fällig",
		Sums: "subtotal=Summe netto;tax=MwSt. {rate} %;total=Gesamt EUR", Trade: "parts", Figures: commas,
		Rows: [2]int{4, 24}, Rates: []int{19},
		Columns: "pos|Pos|10R;sku|Artikel-Nr.|28L;desc|Bezeichnung|68L;qty|Menge|18R;" +
			"price|Einzelpreis|26R;total|Gesamt|28R",
	},
	{
		Name: "wels", Language: "de", Renderer: draw.TrueType, Size: 8, Type: document.Invoice, Title: "RECHNUNG",
		Day: "02.01.06", Currency: "EUR", Place: draw.Boxes, FactsAcross: 6, Deep: 2.1,
		Facts: "number=Beleg-~nummer;date=Beleg-~datum;customer=Kunden-~nummer;order=Ihr~Auftrag;" +
			"rep=Ihr~Betreuer;page=Seite",
		Sums: "subtotal=Warenwert;tax=USt {rate} %;total=Rechnungsbetrag EUR", Trade: "food", Figures: commas,
		Rows: [2]int{5, 30}, Rates: []int{10},
		Columns: "sku|Artikel|26L;desc|Bezeichnung|78L;qty|Menge|18R;price|Preis|26R;total|Betrag|30R",
	},
	{
		Name: "beaune", Language: "fr", Renderer: draw.Helvetica, Type: document.Invoice, Title: "FACTURE",
		Day: "02/01/2006", Currency: "EUR", Place: draw.Boxes, FactsAcross: 4, Deep: 1.1,
		Facts: "number=N° facture;date=Date;customer=Code client;due=Échéance;order=Votre commande;" +
			"note=Bon de livraison;rep=Représentant;page=Page",
		Sums: "subtotal=Total HT;tax=TVA {rate} %;total=Total TTC", Trade: "drinks", Figures: spaced,
		Rows: [2]int{3, 18}, Rates: []int{20},
		Columns: "sku|Référence|28L;desc|Désignation|74L;qty|Qté|16R;price|P.U. HT|28R;total|Montant HT|32R",
	},
	{
		Name: "cahors", Language: "fr", Renderer: draw.Times, Size: 10, Type: document.Invoice, Title: "Facture",
		Day: "02/01/2006", Currency: "EUR", Place: draw.Boxes, FactsAcross: 3, Deep: 2.1,
		Facts: "number=Numéro~de facture;date=Date~de facture;order=Référence~commande", Figures: spaced,
		Rows: [2]int{2, 16}, Rates: []int{20}, Sums: "subtotal=Total HT;tax=TVA;total=Net à payer", Trade: "parts",
		Columns: "sku|Réf.|28L;desc|Libellé|76L;qty|Qté|16R;price|Prix|28R;total|Total|30R",
	},
	{
		Name: "lorca", Language: "es", Renderer: draw.Helvetica, Type: document.Invoice, Title: "FACTURA",
		Day: "02/01/2006", Currency: "EUR", Place: draw.Boxes, FactsAcross: 4, Deep: 1.1,
		Facts: "number=Nº factura;date=Fecha;customer=Cliente;taxid=N.I.F.;order=Su pedido;note=Albarán;" +
			"rep=Agente;due=Vencimiento",
		Sums: "subtotal=Base imponible;tax=IVA {rate}%;total=Total factura €", Trade: "parts", Figures: commas,
		Rows: [2]int{3, 22}, Rates: []int{21},
		Columns: "sku|Artículo|28L;desc|Descripción|76L;qty|Cant.|18R;price|Precio|26R;total|Importe|30R",
	},
	{
		Name: "novara", Language: "it", Renderer: draw.TrueType, Type: document.Invoice, Title: "FATTURA",
		Day: "02/01/2006", Currency: "EUR", Place: draw.Boxes, FactsAcross: 4, Deep: 1.1,
		Facts: "number=Numero;date=Data;customer=Cod. cliente;taxid=Partita IVA;order=Vs. ordine;" +
			"note=D.D.T.;due=Scadenza;page=Pag.",
		Sums: "subtotal=Imponibile;tax=IVA {rate}%;total=Totale EUR", Trade: "drinks", Figures: commas,
		Rows: [2]int{3, 20}, Rates: []int{22},
		Columns: "sku|Codice|26L;desc|Descrizione|76L;qty|Q.tà|18R;price|Prezzo|28R;total|Importo|30R",
	},
	{
		Name: "goes", Language: "nl", Renderer: draw.Helvetica, Type: document.Invoice, Title: "FACTUUR",
		Day: "02-01-2006", Currency: "EUR", Place: draw.Boxes, FactsAcross: 4, Deep: 1.1,
		Facts: "number=Factuurnr.;date=Factuurdatum;customer=Debiteurnr.;due=Vervaldatum;" +
			"order=Uw bestelling;note=Pakbon;rep=Verkoper;page=Blad",
		Sums: "subtotal=Goederen;tax=BTW {rate}%;total=Totaal EUR", Trade: "food", Figures: commas,
		Rows: [2]int{3, 24}, Rates: []int{9},
		Columns: "sku|Artikel|26L;desc|Omschrijving|76L;qty|Aantal|18R;price|Prijs|28R;total|Bedrag|30R",
	},
}
